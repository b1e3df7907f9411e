"""People on several devices, without a server (docs/peers.md): pure, and without a session."""
