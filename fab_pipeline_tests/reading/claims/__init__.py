"""Tests of the reader of claims."""
