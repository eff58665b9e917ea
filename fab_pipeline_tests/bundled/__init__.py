"""Tests of what ships with the project."""
