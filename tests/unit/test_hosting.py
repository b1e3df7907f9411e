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
from ipaddress import ip_address

import pytest

from spieltisch.live.site_file import parse_site_file
from tools.project import ROOT, STATIC

HOSTING = ROOT / "hosting"
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


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
HIDDEN = ["::1", "fd12::1", "fe80::1", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::1"]
OPEN = ["203.0.113.9", "192.0.2.1", "8.8.8.8", "2a01:4f8::1", "2606:4700::1"]


@pytest.mark.parametrize("address", [*PRIVATE, *HIDDEN])
def test_nobody_is_led_into_the_servers_own_network(address: str) -> None:
    """Nor to where clouds tell a machine its secrets."""
    assert is_denied(address)


@pytest.mark.parametrize("address", OPEN)
def test_everybody_elsewhere_is_reached(address: str) -> None:
    assert not is_denied(address)


def is_denied(address: str) -> bool:
    found = ip_address(address)
    denied = [one[1] for one in settings("turnserver.conf") if one[0] == "denied-peer-ip"]
    ends = [[ip_address(end) for end in one.split("-")] for one in denied]
    # Coturn takes a range from "any address" for all there are, of both kinds.
    assert not any(first.is_unspecified and first.version == 6 for first, *_ in ends)
    return any(
        int(one[0]) <= int(found) <= int(one[-1]) for one in ends if one[0].version == found.version
    )


def test_every_allocation_that_is_allowed_can_be_had() -> None:
    """What is set aside for each, and the port that it takes."""
    said = dict(one[:2] for one in settings("turnserver.conf") if len(one) == 2)
    total = int(said["total-quota"])
    assert total * int(said["max-bps"]) == int(said["bps-capacity"])
    assert total <= int(said["max-port"]) - int(said["min-port"]) + 1
    assert "user-quota" not in said, "all visitors have one login"
    assert f"{total} allocations at once of up to {int(said['max-bps']) // 1000} kB" in PAGE


def compose() -> str:
    return (HOSTING / "compose.yaml").read_text(encoding="utf-8")


def test_what_an_owner_makes_in_the_folder_is_never_committed() -> None:
    """A key and a secret."""
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    (commands,) = re.findall(r"((?:^    .+\n)+)", PAGE.partition("## ")[0], re.MULTILINE)
    made = re.findall(r"(?:mkdir|>) ([\w.]+)", commands)
    assert {*made} == {"certs", ".env", "live.json.new"}
    for name in (*made, "live.json"):
        lines = {f"/hosting/{name}", f"/hosting/{name}/", f"/hosting/{name.removesuffix('.new')}*"}
        assert lines & {*ignored}, name


def test_each_service_is_shown_the_files_that_it_reads_alone() -> None:
    mounted = re.findall(r"^      - \./(\S+):/hosting/(\S+):ro$", compose(), re.MULTILINE)
    assert compose().count("/hosting/") == len(mounted)
    assert not re.search(r"volumes: *\S", compose())
    assert {*mounted} == {
        (name, name) for name in ("mosquitto.conf", "topics.acl", "certs", "turnserver.conf")
    }
    read = {one[1] for one in settings("mosquitto.conf") if one[0].endswith("file")}
    assert {name.partition("/")[0] for name in read} == {"topics.acl", "certs"}


def test_an_owners_file_that_cannot_be_made_leaves_the_one_there_is() -> None:
    told = PAGE + (HOSTING / "live.sh").read_text(encoding="utf-8")
    calls = re.findall(r"sh live\.sh \S+ > (\S+)(.*)", told)
    assert len(calls) == 2
    for name, then in calls:
        assert name == "live.json.new"
        assert then.startswith(f" && mv {name} ")


def test_logins_are_none_that_last() -> None:
    said = [one[0] for one in settings("turnserver.conf")]
    assert "use-auth-secret" in said
    assert not {"user", "lt-cred-mech", "static-auth-secret", "no-auth"} & {*said}
    assert compose().count("--static-auth-secret=${TURN_SECRET:?}") == 1
