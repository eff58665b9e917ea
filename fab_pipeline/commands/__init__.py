"""The command line, one module per group of commands; `cli.py` assembles them."""
