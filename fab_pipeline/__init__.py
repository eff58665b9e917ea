"""fab_pipeline."""
