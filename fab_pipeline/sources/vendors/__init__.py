"""Pages about vendors and cases: bytes → text with its blocks → claims."""
