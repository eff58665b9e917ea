"""Pure functions from frames to frames; one module per board. Knows no source and no file."""
