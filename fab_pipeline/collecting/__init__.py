"""The edge where bytes come in: the immutable archive of captures, the inbox, the lock."""
