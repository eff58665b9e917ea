"""Tests of fab_pipeline; they mirror the package."""
