"""YALA, by Jacques Zeimet: two players, towers on a ring (rules.md, section 2)."""
