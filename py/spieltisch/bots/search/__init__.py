"""Bots that look ahead: a search, and what each game lends it."""

from spieltisch.bots.search.game import PROVEN, WIN, Level
from spieltisch.bots.search.thought import Memory, Thought, think, thinking

__all__ = ["PROVEN", "WIN", "Level", "Memory", "Thought", "think", "thinking"]
