"""Geometry alone: the sites of a board, their neighbours, and how they are written."""
