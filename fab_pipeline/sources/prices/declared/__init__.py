"""Price pages read by declaration: the one reader, its steps, and the types of a declaration."""
