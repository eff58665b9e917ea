"""Publishing: files, history, releases."""
