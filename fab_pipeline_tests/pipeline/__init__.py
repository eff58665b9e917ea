"""Tests of fab_pipeline.pipeline."""
