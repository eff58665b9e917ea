"""Tests of the boards and their checks."""
