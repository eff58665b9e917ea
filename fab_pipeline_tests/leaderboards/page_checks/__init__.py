"""Tests of the checks on a page's statements."""
