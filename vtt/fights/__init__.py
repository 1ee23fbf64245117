"""Fights: the table, its log, and everything stored about them."""
