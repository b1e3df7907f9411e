"""A module a screen: what each of its messages does."""
