"""The file by which the owner of a site names a relay, and servers that help devices find each
other (``live.json`` beside the page, docs/peers.md)."""

from dataclasses import dataclass
from typing import Any

from spieltisch.live.codes import parse_relay
from spieltisch.live.description import parse_stun
from spieltisch.table.json_text import parse_json

MAX_FILE = 10_000
MAX_SERVERS = 8


@dataclass(frozen=True)
class SiteFile:
    relay: str
    """The address of an MQTT broker, without ``wss://``."""
    servers: tuple[str, ...] = ()
    """STUN and TURN servers, each as ``parse_stun`` gives it."""
    takes_any: bool = False
    """Whether people may name a relay of their own instead."""

    @property
    def policy(self) -> str:
        """What the page may ask by it, as a policy says it."""
        return "wss:" if self.takes_any else f"wss://{self.relay.partition('/')[0]}"


def parse_site_file(text: str) -> SiteFile:
    """What a site's file says; raises ValueError with what is wrong.

    >>> parse_site_file('{"relay": "wss://relay.example.org/mqtt"}')
    SiteFile(relay='relay.example.org/mqtt', servers=(), takes_any=False)
    """
    told = parse_json(text, MAX_FILE)
    if not isinstance(told, dict) or not told.keys() <= {"relay", "servers", "any-relay"}:
        raise ValueError('it is not {"relay": "wss://...", "servers": [...], "any-relay": false}')
    if not isinstance(told.get("relay"), str):
        raise ValueError('"relay" is missing, or no text')
    takes_any, servers = told.get("any-relay", False), told.get("servers", [])
    if not isinstance(takes_any, bool):
        raise ValueError('"any-relay" is not true or false')
    if not isinstance(servers, list):
        raise ValueError('"servers" is not a list')
    found = tuple(address for one in servers for address in _addresses(one))
    if len(found) > MAX_SERVERS:
        raise ValueError(f'"servers" has more than {MAX_SERVERS} addresses')
    return SiteFile(parse_relay(told["relay"]), found, takes_any)


def _addresses(server: Any) -> list[str]:
    """The addresses of a server in the words of RTCIceServer, each with its login."""
    if not isinstance(server, dict) or not server.keys() <= {"urls", "username", "credential"}:
        raise ValueError(f'{server!r} is not {{"urls": ..., "username": ..., "credential": ...}}')
    urls = server.get("urls")
    urls = [urls] if isinstance(urls, str) else urls
    login = [server.get(name, "") for name in ("username", "credential")]
    if not isinstance(urls, list) or not all(isinstance(one, str) for one in (*urls, *login)):
        raise ValueError(f"{server!r} has something else than texts")
    return [parse_stun(" ".join(filter(None, (one, *login)))) for one in urls]
