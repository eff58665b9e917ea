"""Tests of the checks that raise findings."""
