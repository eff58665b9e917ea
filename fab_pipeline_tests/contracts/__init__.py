"""Contracts: tables, the gate and what derives from them."""
