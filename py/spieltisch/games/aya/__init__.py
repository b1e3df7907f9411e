"""AYA, by Mike Reilly: matching patterns on a ball track (docs/rules.md, AYA)."""
