"""Claims of pages about vendors and cases: figures, capabilities and whose they are, from words to values; see docs/claims.md."""
