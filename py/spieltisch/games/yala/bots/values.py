"""The values of YALA's towers, fitted to what the search finds by lab/once/yala_values.py:
do not edit them, fit them again.

A tower's stones from bottom to top, ``o`` of the owner of the bottom one, ``x`` of the other; then
six numbers for that owner, in units of which ODDS_UNIT make the odds of winning e times as good:
while twelve towers stand, with 0, 1 or 2 moves for the top stone; then the same for five towers.
In between, they are mixed.
"""

TOWER_VALUES: dict[str, tuple[int, int, int, int, int, int]] = {
    "o": (972, 24, -6, -564, 1125, 1220),
    "ox": (143, -153, -111, -209, 23, -13),
    "oo": (-525, 390, 64, -391, 974, 1585),
    "oxx": (340, -348, -207, -5, -299, -647),
    "oxo": (-249, 190, 29, -114, 298, 669),
    "oox": (-213, -461, -625, -512, -549, -294),
    "ooo": (-117, 290, 48, -522, 362, 480),
    "oxxx": (-289, -464, -310, 578, -200, -613),
    "oxxo": (190, 148, 103, -16, 160, 256),
    "oxox": (-74, -162, -169, -122, -204, -236),
    "oxoo": (-365, 344, 53, -533, 246, 956),
    "ooxx": (-134, -484, -593, -501, -645, -533),
    "ooxo": (-86, 47, -369, -722, -409, 323),
    "ooox": (-150, -469, -287, -321, -529, -192),
    "oooo": (0, 11, 11, -1, 8, 8),
    "oxxxx": (44, 13, -64, 143, 81, 147),
    "oxxxo": (315, 578, 395, 351, 439, 676),
    "oxxox": (582, -168, -191, -267, -321, -292),
    "oxxoo": (58, 553, 515, -53, 420, 516),
    "oxoxx": (-43, -461, -487, -119, -581, -553),
    "oxoxo": (-136, 203, 186, -101, 212, 278),
    "oxoox": (-471, -374, -447, -428, -737, -706),
    "oxooo": (34, 179, 390, -406, -15, 259),
    "ooxxx": (-73, -330, -104, -186, -661, -257),
    "ooxxo": (-329, 43, 91, -262, -92, -156),
    "ooxox": (-144, -537, -406, -346, -835, -782),
    "ooxoo": (-207, 10, 114, -554, -151, 98),
    "oooxx": (-3, -17, -110, -4, -2, -106),
    "oooxo": (-198, 48, 64, -510, 56, 172),
    "oooox": (0, -10, 0, 0, -6, 0),
    "ooooo": (0, 0, 0, 0, 0, 0),
}
