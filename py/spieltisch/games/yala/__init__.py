"""YALA, by Jacques Zeimet: two players, towers on a ring (docs/rules.md, YALA)."""
