"""Reading sentences about training runs: who trained what, on what, for how long, at what cost."""
