"""Tests of the readers of text."""
