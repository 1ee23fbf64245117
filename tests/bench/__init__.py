"""Figures, measured side by side in one run: `make bench`. Nothing here is a test; machines differ, ratios less so."""
