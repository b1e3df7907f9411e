"""What YALA's towers are worth, fitted to the results of matches: fit them again, do not edit them.

A tower's stones from bottom to top, ``o`` of the owner of the bottom one, ``x`` of the other; then
six numbers for that owner, in units of which ODDS_UNIT make the odds of winning e times as good:
while twelve towers stand, with 0, 1 or 2 moves for the top stone; then the same for five towers.
In between, they are mixed.
"""

TOWER_VALUES: dict[str, tuple[int, int, int, int, int, int]] = {
    "o": (191, 243, 251, 227, 469, 436),
    "ox": (-64, -121, -81, -131, -19, -27),
    "oo": (20, 517, 515, -6, 419, 647),
    "oxx": (-14, -248, -311, -133, -173, -228),
    "oxo": (-193, 182, 183, 124, 116, 213),
    "oox": (-129, -601, -524, -140, -600, -739),
    "ooo": (6, 66, 69, 4, 14, 93),
    "oxxx": (0, -236, -361, 10, -265, -147),
    "oxxo": (201, 165, 137, 113, 147, 203),
    "oxox": (-6, -186, -124, -251, -179, -266),
    "oxoo": (-92, 126, 284, -283, 195, 182),
    "ooxx": (-172, -454, -397, -310, -551, -329),
    "ooxo": (-166, -437, -202, -249, -396, -173),
    "ooox": (-49, -394, -271, -70, -323, -125),
    "oooo": (0, 11, 9, 0, 8, 7),
    "oxxxx": (19, 30, -111, 14, -23, -5),
    "oxxxo": (1, 546, 573, 8, 386, 608),
    "oxxox": (34, -71, -114, 63, -219, -79),
    "oxxoo": (39, 437, 432, 18, 414, 371),
    "oxoxx": (-114, -338, -494, -47, -479, -387),
    "oxoxo": (-116, 148, 181, -83, 140, 78),
    "oxoox": (-79, -620, -688, -62, -497, -561),
    "oxooo": (-18, 127, 33, -22, 57, 66),
    "ooxxx": (4, -31, -12, 6, -39, -27),
    "ooxxo": (-25, -198, -122, -21, -166, -147),
    "ooxox": (-18, -410, -485, -14, -431, -495),
    "ooxoo": (-4, -101, -46, -12, -109, -5),
    "oooxx": (0, -17, -93, 0, -2, -63),
    "oooxo": (11, -9, -30, 10, -20, -25),
    "oooox": (0, -10, 0, 0, -6, 0),
    "ooooo": (0, 0, 0, 0, 0, 0),
}
