"""Slow tests: real services, kill -9."""
