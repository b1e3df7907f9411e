"""What somebody who played alone has achieved."""

from typing import NamedTuple


class Run(NamedTuple):
    """One solitaire, from its first move to its end; better runs sort first.

    Attributes:
        left: how many cards were not cleared.
        helps: how often a hint was given or something taken back.
        ms: how long it took.
    """

    left: int
    helps: int
    ms: int
