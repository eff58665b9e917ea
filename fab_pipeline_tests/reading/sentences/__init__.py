"""Reading sentences: look-alike texts of every kind, with the right values."""
