"""Tests of the boards about specifications."""
