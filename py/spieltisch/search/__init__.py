"""A search for any game that provides a SearchGame; nothing here knows a game."""

from spieltisch.search.game import PROVEN, WIN, Level, SearchGame
from spieltisch.search.iterative_deepening import SearchResult, think, thinking
from spieltisch.search.principal_variation import ProofTable

__all__ = [
    "PROVEN",
    "WIN",
    "Level",
    "ProofTable",
    "SearchGame",
    "SearchResult",
    "think",
    "thinking",
]
