"""A STUN server is asked only if a person names one."""

import pytest

from spieltisch.app.core.messages import Navigate
from spieltisch.app.core.session import Session
from spieltisch.app.core.settings import Settings, format_settings, parse_settings
from spieltisch.app.together.messages import Accept, Described, Invite, NameStun, PlayLive, TakeCode
from spieltisch.app.update import update
from spieltisch.live.description import parse_description, parse_stun
from tests.unit.asking import after, seen
from tests.unit.devices import Devices

PLAY = "#/play/yala?seats=human,link&names=Anna,Bert&seed=4"
SERVER = "stun:stun.example.org:3478"


@pytest.mark.parametrize(
    ("text", "address"),
    [
        (SERVER, SERVER),
        ("  STUN:Example.ORG \n", "stun:example.org"),
        ("stun:192.0.2.1:19302", "stun:192.0.2.1:19302"),
        ("stun:[2001:db8::1]:3478", "stun:[2001:db8::1]:3478"),
        (" TURN:Example.org:3478  Anna p4ss:W ", "turn:example.org:3478 Anna p4ss:W"),
        ("turns:example.org Anna p", "turns:example.org Anna p"),
        (
            "turn:relay.example.org:443?transport=tcp u p",
            "turn:relay.example.org:443?transport=tcp u p",
        ),
        ("TURNS:a.b:5349?TRANSPORT=TCP U p+/=:", "turns:a.b:5349?transport=tcp U p+/=:"),
        ("turn:[2001:DB8::1]:3478?transport=udp u p", "turn:[2001:db8::1]:3478?transport=udp u p"),
        ("stun.example.org:3478", SERVER),
        ("192.0.2.1:3478", "stun:192.0.2.1:3478"),
        ("[2001:db8::1]:3478", "stun:[2001:db8::1]:3478"),
        ("<stun:stun.example.org:3478>.", SERVER),
        ("“stun.example.org:3478”,", SERVER),
        ('"turn:a.b:5349", 1732958734:u a/b+c==', "turn:a.b:5349 1732958734:u a/b+c=="),
        ("relay.example.org:443?transport=tcp u p", "turn:relay.example.org:443?transport=tcp u p"),
        ('{"urls": "turn:a.b:80", "username": "u", "credential": "p"}', "turn:a.b:80 u p"),
        (
            "[{urls: 'stun:c.d'},\n {urls: ['turn:a.b:1'], username: '17:u', credential: 'p+/='}]",
            "turn:a.b:1 17:u p+/=",
        ),
        ("[{urls: 'stun:c.d:3478'}]", "stun:c.d:3478"),
        ("turn:a.b:3478\nusername: u\npassword: p", "turn:a.b:3478 u p"),
        ("turn:a.b:3478 user=u pass=p", "turn:a.b:3478 u p"),
        ("turn:a.b:3478, u, p", "turn:a.b:3478 u p"),
        ("turn:a.b:3478 “u” “p”", "turn:a.b:3478 u p"),
        ("turn:u:p@a.b:3478", "turn:a.b:3478 u p"),
        ("STUN: a.b:3478", "stun:a.b:3478"),
        ('turn:a.b:3478 u, p{"', 'turn:a.b:3478 u, p{"'),
        ("turn:a.b:3478 user:1 p", "turn:a.b:3478 user:1 p"),
        ("stun:München.Example:3478", "stun:xn--mnchen-3ya.example:3478"),
        ("straße.example:3478", "stun:xn--strae-oqa.example:3478"),
        ("turn:u:p@Grüße.example", "turn:xn--gre-6ka8l.example u p"),
        ("turn:日本.example?transport=tcp u p", "turn:xn--wgv71a.example?transport=tcp u p"),
        ("stun:mu\u0308nchen.example", "stun:xn--mnchen-3ya.example"),
        ("turn:a.b Jörg пароль=密", "turn:a.b Jörg пароль=密"),
        ('{"urls": "turn:a.b", "username": "ñ", "credential": "é:ü"}', "turn:a.b ñ é:ü"),
        ("stun://host", "stun:host"),
        ("turn://host u p", "turn:host u p"),
        ("TURNS://host:443/?transport=tcp u //p/", "turns:host:443?transport=tcp u //p/"),
        ("<turn://u:pß@a.b:3478>", "turn:a.b:3478 u pß"),
    ],
)
def test_an_address_is_read(text, address):
    assert parse_stun(text) == address
    assert parse_stun(address) == address


@pytest.mark.parametrize(
    "text",
    ["", "example.org", "stun:", "stun:a b", "stun:host:0", "stun:host:65536", "turn:host:3478",
     "stun:///host", "stun:host:3478?transport=udp", "stuns:host", "stun:-a.b", "stun:" + "a" * 300,
     "turn:host:3478 anna", "turn:host anna p more", "stun:host anna p", "turn:host anna p\x07",
     "turn:host anna " + "p" * 201, "turn:host?transport=tcp", "turn:host?transport=sctp u p",
     "turn:host?transport=tcp&x=1 u p", "turn:host:1?x u p", "stun:2001:db8::1", "2001:db8::1:3478",
     "{urls: 'turn:a.b:80'}", "{urls: 'turn:a.b:80', username: 'u'}", "user: u password: p",
     "turn:u:p@q@a.b:3478", "turn://host", "http://host u p", "stun:ü\u200b.de", "stun:ü/x.de",
     "stun:" + 64 * "ü", "stun:ü..de", "turn:host ann\u202ea p", "turn:host anna p\ud800",
     "host:3478?transport=tcp", "host:0", "host:99999", "turn:2001:db8::1 u p", "example.org u p"],
)  # fmt: skip
def test_anything_else_is_none(text):
    with pytest.raises(ValueError, match="stun:"):
        parse_stun(text)


def test_nobody_is_asked_by_default():
    _, effects = update(after(Navigate(PLAY, 0.0)), PlayLive(7))
    assert [one.stun for one in effects if isinstance(one, Invite)] == [""]
    assert Settings().stun == ""


def test_what_is_named_is_kept_and_the_invitation_made_anew():
    session = after(Navigate(PLAY, 0.0), PlayLive(7), Described(7, "v=0"))
    session, effects = update(after(PlayLive(7), session=session), NameStun(f" {SERVER} "))
    assert Invite(7, SERVER) in effects
    assert session.live.invitation.code is None
    assert parse_settings(format_settings(session.settings)).stun == SERVER
    # A server that does not answer is changed before all waiting for it is over.
    assert seen(session).one("data-stun").attributes["value"] == SERVER
    session, effects = update(session, NameStun("  "))
    assert Invite(7, "") in effects
    assert session.settings.stun == ""


def test_every_phone_round_a_table_is_invited_with_it():
    devices = Devices.some(3)
    devices.send(0, Navigate("#/play/aya?seats=human,link&names=Anna,Bert&seed=4", 0.0))
    devices.send(0, PlayLive(7, is_table=True))
    devices.send(0, NameStun(SERVER))
    for phone in (1, 2):
        devices.send(phone, Navigate(seen(devices.sessions[0]).one("data-invitation").text, 0.0))
        devices.send(0, TakeCode(seen(devices.sessions[phone]).one("data-answer").text, 0.0))
        devices.deliver_all()
        assert devices.match(phone).here == {phone}
    assert devices.servers == ["", SERVER, SERVER]


def test_the_guest_names_one_too_and_the_answer_is_made_anew():
    devices = Devices.some(2)
    devices.send(0, Navigate(PLAY, 0.0))
    devices.send(0, PlayLive(7))
    devices.send(1, Navigate(seen(devices.sessions[0]).one("data-invitation").text, 0.0))
    assert (
        "It learns your device's internet address"
        in seen(devices.sessions[1]).one("id", "stun").text
    )
    _, effects = update(devices.sessions[1], NameStun(SERVER))
    assert [one.stun for one in effects if isinstance(one, Accept)] == [SERVER]
    devices.send(1, NameStun(SERVER))
    devices.send(0, TakeCode(seen(devices.sessions[1]).one("data-answer").text, 0.0))
    devices.deliver_all()
    assert devices.match(1).here == {2}


def test_what_is_no_address_is_refused_and_changes_nothing():
    session = after(Navigate(PLAY, 0.0), PlayLive(7))
    session, effects = update(session, NameStun("example.org"))
    assert "not the address of a server that helps" in seen(session).one("id", "notice").text
    assert session.settings == Settings()
    assert not any(isinstance(one, Invite) for one in effects)


def test_a_setting_that_is_damaged_is_none():
    assert parse_settings('{"stun": "http://example.org"}').stun == ""
    assert parse_settings('{"stun": 7}').stun == ""


def test_named_elsewhere_it_is_only_kept():
    session = after(NameStun(SERVER), session=Session())
    assert session.settings.stun == SERVER
    assert session.live is None


def test_how_the_internet_sees_a_device_goes_into_its_code():
    sdp = "\r\n".join(
        [
            "a=ice-ufrag:S01D",
            "a=ice-pwd:" + "p" * 24,
            "a=fingerprint:sha-256 " + ":".join(["0A"] * 32),
            "a=candidate:1 1 udp 2113937151 192.168.0.7 40000 typ host",
            "a=candidate:2 1 udp 1677729535 198.51.100.7 50000 typ srflx raddr 0.0.0.0 rport 0",
            "a=candidate:3 1 udp 41885439 203.0.113.9 50001 typ relay raddr 0.0.0.0 rport 0",
        ]
    )
    hosts = [one.host for one in parse_description(sdp, has_asked=True).candidates]
    assert hosts == ["192.168.0.7", "198.51.100.7", "203.0.113.9"]
    assert [one.host for one in parse_description(sdp).candidates] == ["192.168.0.7"]
    more = "".join(
        f"\r\na=candidate:{9 + one} 1 udp 9 10.0.0.{one} 4 typ host" for one in range(1, 5)
    )
    crowded = parse_description(f"{sdp}{more}", has_asked=True)
    assert [one.host for one in crowded.candidates] == hosts, "what servers tell is not left out"
