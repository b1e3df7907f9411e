"""A module a screen: its state, the messages that it alone knows, and its update.

Only the session's types are needed of the session itself, so these modules import it for checking
types alone: the session is made of them.
"""
