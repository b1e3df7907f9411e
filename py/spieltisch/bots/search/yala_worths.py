"""What YALA's towers are worth, fitted to matches by ``tools/fit_yala.py``; do not edit.

A tower's stones from bottom to top, ``o`` of the owner of the bottom one, ``x`` of the other; then
six numbers for that owner, in units of which ODDS_UNIT make the odds of winning e times as good:
while twelve towers stand, with 0, 1 or 2 moves for the top stone; then the same for five towers.
In between, they are mixed.
"""

from __future__ import annotations

WORTHS: dict[str, tuple[int, int, int, int, int, int]] = {
    "o": (111, 293, 177, 74, 351, 405),
    "ox": (4, -6, -12, 53, 2, 2),
    "oo": (-10, 359, 311, -14, 313, 337),
    "oxx": (32, -202, -142, -15, -35, -208),
    "oxo": (-47, 152, 128, 202, 94, 165),
    "oox": (-63, -247, -343, -128, -449, -348),
    "ooo": (0, 65, 76, 0, 54, 27),
    "oxxx": (46, -90, -105, 170, -177, -61),
    "oxxo": (52, 127, 142, 211, 191, 227),
    "oxox": (-33, -129, -16, -169, -105, -203),
    "oxoo": (20, 101, 176, -187, 74, 174),
    "ooxx": (-52, -230, -89, -150, -318, -152),
    "ooxo": (-54, -237, -193, -126, -304, -125),
    "ooox": (-9, -81, -128, -10, -75, -69),
    "oooo": (0, 0, 0, 0, 0, 0),
    "oxxxx": (0, -19, -73, 0, -33, -40),
    "oxxxo": (-12, 367, 547, -2, 238, 384),
    "oxxox": (53, -41, -80, 36, -71, -30),
    "oxxoo": (7, 271, 249, -4, 364, 407),
    "oxoxx": (1, -260, -284, 25, -355, -306),
    "oxoxo": (-26, 88, 129, -79, 159, 121),
    "oxoox": (-60, -499, -566, -36, -422, -525),
    "oxooo": (-4, -61, -26, -8, -13, -45),
    "ooxxx": (0, -9, -7, 0, -22, -16),
    "ooxxo": (0, -56, -66, 0, -61, -52),
    "ooxox": (-6, -146, -384, -7, -168, -401),
    "ooxoo": (3, -6, -69, 5, -6, -87),
    "oooxx": (6, -12, -4, 5, -12, -6),
    "oooxo": (0, 3, -50, 0, -4, -42),
    "oooox": (0, 0, 0, 0, 0, 0),
    "ooooo": (0, 0, 0, 0, 0, 0),
}
