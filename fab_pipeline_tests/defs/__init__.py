"""Tests of fab_pipeline.defs."""
