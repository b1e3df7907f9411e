"""AYA, by Mike Reilly: matching patterns on a ball track (rules.md, section 1)."""
