"""The referee: pure rules of every system, with no clock, randomness, network or web framework in sight."""

VERSION = "0.1.0"
"""The build of the rules, written into every fight they play."""
