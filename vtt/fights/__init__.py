"""Fights at the table: kept, changed and shown live. See docs/table.md and docs/live-sync.md."""
