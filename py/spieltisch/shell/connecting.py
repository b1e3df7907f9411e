"""What a start has to know of live play: whether this page can connect to others, and where the tab
keeps what it needs to connect again. All else comes late (shell/lines.py, shell/relay.py)."""

from typing import Any

KNOWN_LINES = "lines"
"""The name in ``sessionStorage`` of what is needed to call the other ends of spare lines."""

KNOWN_ROOM = "room"
"""The name in ``sessionStorage`` of the room in which the tab is."""


def can_connect(window: Any) -> bool:
    """Whether the browser can connect to others directly."""
    return bool(getattr(window, "RTCPeerConnection", None))


def has_relays(window: Any) -> bool:
    """Whether the page's policy lets it ask relays, and the browser encrypt."""
    policy = window.document.querySelector("meta[http-equiv=Content-Security-Policy]")
    return bool(policy) and " wss:" in str(policy.content) and bool(window.isSecureContext)
