"""Collecting: archive, inbox and lock."""
