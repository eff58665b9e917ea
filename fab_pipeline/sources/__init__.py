"""One small module per source: where it lives and `parse(bytes, capture) -> rows`. No input or output."""
