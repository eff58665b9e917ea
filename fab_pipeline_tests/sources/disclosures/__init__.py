"""Tests of the disclosure sources."""
