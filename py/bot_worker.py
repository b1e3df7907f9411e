"""Starts the bots in their worker."""

from spieltisch.play.service import Service

service = Service()
think, stop, ping = service.think, service.stop, service.ping

__export__ = ["ping", "stop", "think"]
