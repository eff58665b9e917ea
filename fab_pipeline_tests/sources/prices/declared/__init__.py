"""Tests of the price sources."""
