"""Bots that look ahead: a search, and what each game lends it."""

from spieltisch.search.game import PROVEN, WIN, Level
from spieltisch.search.thought import Memory, Thought, think, thinking

__all__ = ["PROVEN", "WIN", "Level", "Memory", "Thought", "think", "thinking"]
