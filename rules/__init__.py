"""The referee: pure rules of every system, with no clock, randomness, network or web framework in sight."""
