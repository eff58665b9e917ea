"""The edge where tables go out: validated atomic Parquet, immutable releases, the pointer, the diff. Knows no board."""
