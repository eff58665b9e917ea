"""Closed lists with source addresses: accelerators and their aliases, providers, proxies. Imports nothing above it."""
