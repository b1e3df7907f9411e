"""The relay and the servers of hosting/: what they are told, and what a page makes of it. That they
do it, tests/e2e/test_homes.py sees."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import re
import shutil
import subprocess
import time
from ipaddress import IPv4Address

import pytest

from spieltisch.live.site_file import parse_site_file
from tools.project import ROOT, STATIC

HOSTING = ROOT / "hosting"


@pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl")
def test_the_owners_file_has_a_login_that_expires() -> None:
    before = int(time.time())
    told = subprocess.run(
        ["sh", HOSTING / "live.sh", "relay.example.org"],
        env={**os.environ, "TURN_SECRET": "s3cret"},
        check=True,
        capture_output=True,
        text=True,
    )
    found = parse_site_file(told.stdout)
    assert found.relay == "relay.example.org:8084/mqtt"
    stun, *turns = found.servers
    assert stun == "stun:relay.example.org:3478"
    assert len(turns) == 2
    for turn in turns:
        # As coturn reckons it (use-auth-secret): a time, and what the secret makes of it.
        _, until, password = turn.split()
        assert before + 86_400 < int(until) <= time.time() + 2 * 86_400
        made = hmac.new(b"s3cret", until.encode(), hashlib.sha1).digest()
        assert password == base64.b64encode(made).decode()


def test_nobody_makes_an_owners_file_without_the_secret() -> None:
    bare = {name: value for name, value in os.environ.items() if name != "TURN_SECRET"}
    told = subprocess.run(
        ["sh", HOSTING / "live.sh", "relay.example.org"], env=bare, check=False, capture_output=True
    )
    assert told.returncode
    assert not told.stdout


def settings(name: str) -> list[list[str]]:
    lines = (HOSTING / name).read_text(encoding="utf-8").splitlines()
    return [re.split(r"[ =]", line) for line in lines if line and not line.startswith("#")]


def test_the_relay_lets_through_what_pages_say_and_nothing_else() -> None:
    said = dict(one[:2] for one in settings("mosquitto.conf") if len(one) == 2)
    script = (STATIC / "relay" / "relay.js").read_text(encoding="utf-8")
    (most,) = re.findall(r"const MOST_BYTES = (\d+);", script)
    assert said["max_packet_size"] == most
    assert said["listener"] == "8084"
    topics = settings(said["acl_file"])
    assert topics == [["topic", "readwrite", "spieltisch/+"]]
    assert set(re.findall(r"`([a-z]+)/\$\{", script)) == {"spieltisch"}


PRIVATE = ["10.0.0.1", "127.0.0.1", "172.20.0.1", "192.168.178.1", "169.254.169.254", "100.64.0.1"]


@pytest.mark.parametrize("address", PRIVATE)
def test_nobody_is_led_into_the_servers_own_network(address: str) -> None:
    """Nor to where clouds tell a machine its secrets."""
    ranges = [
        [IPv4Address(end) for end in one[1].split("-")]
        for one in settings("turnserver.conf")
        if one[0] == "denied-peer-ip" and ":" not in one[1]
    ]
    assert any(first <= IPv4Address(address) <= last for first, last in ranges)
    assert not any(first <= IPv4Address("203.0.113.9") <= last for first, last in ranges)


def test_logins_are_none_that_last() -> None:
    said = [one[0] for one in settings("turnserver.conf")]
    assert "use-auth-secret" in said
    assert not {"user", "lt-cred-mech", "static-auth-secret", "no-auth"} & {*said}
    compose = (HOSTING / "compose.yaml").read_text(encoding="utf-8")
    assert compose.count("--static-auth-secret=${TURN_SECRET:?}") == 1
