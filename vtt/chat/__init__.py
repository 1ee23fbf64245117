"""Chat: the talk at a campaign's tables."""
