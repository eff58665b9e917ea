"""Boards about specifications of accelerators, and what they say of prices and of claims of speed.

Belongs here: modules named after the board they build, and the look-up of rates that they share. Does not belong here: reading texts.
"""
