"""What all systems share: flows that ask, sessions that restore, dice that can be checked, words, packs."""
