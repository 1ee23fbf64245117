"""Characters: sheets, kept as each system's own JSON."""
