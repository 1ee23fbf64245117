"""Players without a person: sensible ones."""

from rules.engine.bots import random_legal

sensible = random_legal

__all__ = ["sensible"]
