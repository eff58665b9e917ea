"""Tests of the closed lists."""
