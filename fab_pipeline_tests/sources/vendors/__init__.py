"""Pages about vendors and cases."""
