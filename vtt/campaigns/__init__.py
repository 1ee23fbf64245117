"""Campaigns: who belongs to them, and the links that let people in."""
