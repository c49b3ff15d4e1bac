"""Zhenshu: a card database and rules reference in three languages."""
