"""Disclosure sources: training-cost pages."""
