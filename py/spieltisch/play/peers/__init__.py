"""Playing live: browsers that are connected to each other, without a server (docs/peers.md)."""
