"""AYA by ear alone, with the time that speech takes: a person who acts only on what was said, and
only once it was, can win every variant."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache

import pytest

from spieltisch.app.board.messages import Listened, Wake
from spieltisch.app.core.messages import SetSetting
from spieltisch.app.core.notice import WaitsForEars
from spieltisch.app.core.session import Session
from spieltisch.games.aya.rules.track import STANDARD_MOVES, standard_move
from spieltisch.kit.words import ENGLISH
from tests.still import session_after
from tests.unit.ear import Ear
from tests.unit.test_by_ear import CALM, ENDS, pattern_in, shown_after, track_in

LETTERS_A_SECOND = {"175": 12.2, "300": 25.0}
"""How fast eSpeak reads what AYA says, asked for so many words a minute: measured."""

REACTION_MS = 600
"""From what was heard to a key, and from one key to the next."""

MOST_ACTS = 1500

ENDED = re.compile(
    r"You have lost|You have discarded|\w+ has discarded|[Yy]ou win|\w+ wins? with|AYA master|share"
)


@dataclass
class Listener(Ear):
    """A person at the keyboard who hears what is said as fast as it is read out, one thing after
    the other; a key cuts it short, where what it asks for is said instead."""

    rate: str = "175"
    free_ms: float = 0.0
    """When the last of it will have been read."""
    notice: str = ""
    told: list[str] = field(default_factory=list)
    """What has come since the person acted."""

    def hear(self, session: Session) -> None:
        before = len(self.heard)
        super().hear(session)
        new, notice = self.heard[before:], session.notice
        told = "" if notice is None else notice.text(ENGLISH)
        if told and told != self.notice:
            new.append(told)
        self.notice = told
        self.told += new
        for text in new:
            self.free_ms = max(self.free_ms, self.now_ms) + self.ms(text)

    def ms(self, text: str) -> float:
        return len(text) / LETTERS_A_SECOND[self.rate] * 1000

    def listen(self) -> None:
        """Hear it all; the others go on meanwhile, and what they do is heard as well."""
        while True:
            until_ms = max(self.free_ms, self.now_ms) + REACTION_MS
            while (wanted_ms := self.session.next_wake_ms) is not None and wanted_ms <= until_ms:
                self.now_ms = max(self.now_ms, wanted_ms)
                self.send(Wake(self.now_ms))
            if max(self.free_ms, self.now_ms) + REACTION_MS <= until_ms:
                self.now_ms = until_ms
                return

    def ask(self, key: str) -> str:
        """Ask, and hear the answer; what was being said before is cut short."""
        self.free_ms = self.now_ms
        answer = self.key(key)
        self.listen()
        return answer


@dataclass
class Player:
    """Plays AYA against computers, by what was said."""

    ear: Listener
    track: str = ""
    cards: tuple[str, ...] = ()
    plan: list[str] = field(default_factory=list)
    """The moves that it has called for."""
    has_own_cards: bool = False
    """Whether only the cards before a player count, by the rules of the variant."""

    @classmethod
    def at(cls, query: str, rate: str, hears: str) -> Player:
        session = session_after([SetSetting("hearing", hears)])
        ear = Listener(session, rate=rate)
        ear.follow(f"#/play/aya?{query}")
        ear.come_to_the_board()
        ear.listen()
        return cls(ear, has_own_cards="rumkugeln" in query)

    def play(self) -> bool:
        """To the end; whether the person has won, as it is told."""
        ear = self.ear
        for _ in range(MOST_ACTS):
            ear.listen()
            heard, ear.told = " ".join(ear.told), []
            if found := ENDED.search(heard):
                return "you" in found[0].casefold() and "lost" not in found[0]
            self.act(heard)
        raise AssertionError("it never came to an end")

    def look(self) -> None:
        """Ask for the track and the cards."""
        self.track = track_in(self.ear.ask("k"))
        told = self.ear.ask("o")
        if self.has_own_cards:
            told = told.partition("You: ")[2].partition(": ")[0]
        self.cards = tuple(told.split("; "))

    def act(self, heard: str) -> None:
        ear = self.ear
        if "Ready?" in heard or "Continue the game?" in heard:
            ear.space()
        elif "The first to call AYA begins" in heard:
            ear.shout(1, "aya")
        elif re.search("Your (turn|second move)|Show your match|Your turn", heard):
            self.move()
        elif "Who calls first?" in heard or "Can you show a match?" in heard:
            self.look()
            if any("calls" in one for one in ear.told):
                # Somebody was faster.
                return
            self.plan, ear.told = self.best(), []
            ear.shout(1, "aya" if self.plan else "oye")
        elif (wanted_ms := ear.session.next_wake_ms) is not None:
            ear.now_ms = max(ear.now_ms, wanted_ms)
            ear.send(Wake(ear.now_ms))

    def move(self) -> None:
        if not self.plan:
            self.look()
            self.plan = self.best() or [STANDARD_MOVES[len(self.ear.heard) % 10]]
        (ball, end), self.plan = self.plan[0], self.plan[1:]
        ear = self.ear
        ear.told = []
        ear.key(ball)
        ear.now_ms += REACTION_MS
        ear.key(ENDS[end])

    def best(self) -> list[str]:
        """The moves that match most of the cards that were told."""
        dark = [pattern_in(card) for card in self.cards]
        light = {pattern_in(card) for card in self.cards if "light" in card}
        found = [
            (dark.count(shown_after(self.track, move)), [move])
            for move in STANDARD_MOVES
            if shown_after(self.track, move) in dark
        ]
        if found:
            return max(found)[1]
        for first in STANDARD_MOVES:
            after = standard_move(self.track, first)
            for second in STANDARD_MOVES:
                if shown_after(after, second) in light:
                    return [first, second]
        return []


VARIANTS = ("aya-oye", "turbo", "rumkugeln", "kindergarten")
TIMED = ("aya-oye", "turbo")


@pytest.mark.parametrize("rate", LETTERS_A_SECOND)
@pytest.mark.parametrize("variant", VARIANTS)
def test_it_is_won_against_level_2_without_a_clock(variant: str, rate: str) -> None:
    calm = f"&{CALM}" if variant in TIMED else ""
    assert Player.at(f"seats=human,bot:2&variant={variant}&seed=77{calm}", rate, rate).play()


@pytest.mark.parametrize("rate", LETTERS_A_SECOND)
@pytest.mark.parametrize("variant", TIMED)
def test_it_is_won_against_level_1_with_the_clock(variant: str, rate: str) -> None:
    hears = {"175": "175", "300": "250"}[rate]
    assert Player.at(f"seats=human,bot:1&variant={variant}&seed=77", rate, hears).play()


def test_it_is_lost_where_computers_do_not_wait() -> None:
    """Speech takes longer than the next call of a computer takes to come."""
    assert not Player.at(f"seats=human,bot:2&variant=aya-oye&seed=77&{CALM}", "175", "off").play()


def test_the_puzzle_for_one_is_cleared() -> None:
    player = Player.at("seats=human&variant=tueftler&seed=77", "175", "auto")
    ear = player.ear
    while not ENDED.search(ear.said):
        ear.told = []
        player.look()
        player.plan = way(player.track, tuple(sorted(player.cards)))
        player.move()
        ear.listen()
    assert "you are an AYA master" in ear.said


@cache
def way(track: str, cards: tuple[str, ...]) -> list[str]:
    """The moves that clear all cards; empty if there are none, as when it is done."""
    if not cards:
        return []
    for first in STANDARD_MOVES:
        left = without(cards, shown_after(track, first), needs_light=False)
        after = standard_move(track, first)
        if left != cards:
            if not left or (rest := way(after, left)):
                return [first, *(rest if left else [])]
            continue
        for second in STANDARD_MOVES:
            left = without(cards, shown_after(after, second), needs_light=True)
            if left == cards:
                continue
            if not left or (rest := way(standard_move(after, second), left)):
                return [first, second, *(rest if left else [])]
    return []


def without(cards: tuple[str, ...], shown: str, *, needs_light: bool) -> tuple[str, ...]:
    """The cards once those are gone that a pattern matches."""
    return tuple(
        card for card in cards if pattern_in(card) != shown or (needs_light and "light" not in card)
    )


def racing(hears: str = "175", query: str = "seats=human,bot:2&seed=77") -> Listener:
    ear = Listener(session_after([SetSetting("hearing", hears)]))
    ear.follow(f"#/play/aya?{query}")
    ear.come_to_the_board()
    return ear


def begin(ear: Listener) -> None:
    ear.space()
    while ear.session.table.timing.gate is not None:
        ear.wait()
    ear.wait()


def test_no_computer_looks_before_what_was_said_has_been_heard() -> None:
    ear = racing()
    begin(ear)
    table = ear.session.table
    assert table.heard_ms > ear.now_ms + 3000
    assert min(plan.at_ms for plan in table.timing.plans) > table.heard_ms
    # Nor before what was asked has been answered.
    before = min(plan.at_ms for plan in table.timing.plans)
    ear.now_ms = table.heard_ms + 1
    ear.key("k")
    table = ear.session.table
    length = table.heard_ms - ear.now_ms
    assert length > 5000
    assert min(plan.at_ms for plan in table.timing.plans) == pytest.approx(before + length)


def test_the_clock_of_a_call_begins_once_the_call_was_said_and_no_question_stops_it() -> None:
    ear = racing()
    begin(ear)
    ear.shout(1, "aya")
    while ear.session.table.timing.clock is None:
        ear.wait()
    table = ear.session.table
    clock = table.timing.clock
    assert clock.from_ms == table.heard_ms > ear.now_ms
    assert clock.until_ms == clock.from_ms + 5000
    ear.key("o")
    assert ear.session.table.timing.clock == clock


def test_the_clock_of_a_computer_waits_with_it() -> None:
    ear = racing()
    begin(ear)
    while "Bruno calls AYA" not in ear.said:
        assert ear.wait()
    while ear.session.table.timing.clock is None:
        ear.wait()
    for _ in range(3):
        ear.now_ms = min(plan.at_ms for plan in ear.session.table.timing.plans) - 1
        ear.key("k")
        table = ear.session.table
        assert min(plan.at_ms for plan in table.timing.plans) < table.timing.clock.until_ms
    before = len(ear.heard)
    while len(ear.heard) == before:
        ear.wait()
    assert "ran out of time" not in ear.said


def test_a_key_ends_the_waiting() -> None:
    ear = racing()
    begin(ear)
    waited = min(plan.at_ms for plan in ear.session.table.timing.plans)
    by_ms = ear.session.table.heard_ms - ear.now_ms - 1
    ear.key("f")
    assert ear.session.table.heard_ms == ear.now_ms
    at_ms = min(plan.at_ms for plan in ear.session.table.timing.plans)
    assert at_ms == pytest.approx(waited - by_ms)


def test_who_wants_to_say_when_all_was_heard_is_waited_for_without_end() -> None:
    ear = racing("key")
    begin(ear)
    assert ear.session.next_wake_ms is None
    ear.key("k")
    assert ear.session.next_wake_ms is None
    ear.key("f")
    assert ear.session.next_wake_ms is not None
    ear.wait()
    assert ear.session.table.timing.plans
    ear.shout(1, "aya")
    ear.wait()
    ear.wait()
    assert "You call AYA" in ear.said
    assert ear.session.table.timing.clock is None
    ear.send(Listened(ear.now_ms + 100))
    ear.wait()
    assert ear.session.table.timing.clock.from_ms >= ear.now_ms


def test_it_is_on_by_itself_once_the_board_was_asked_twice() -> None:
    ear = racing("auto")
    ear.key("k")
    assert ear.session.settings.hearing == "auto"
    ear.key("o")
    assert ear.session.settings.hearing == "175"
    assert isinstance(ear.session.notice, WaitsForEars)
    # Who has chosen otherwise is let alone, and so is everybody where nobody is faster.
    ear = racing("off")
    for _ in range(3):
        ear.key("k")
    assert ear.session.settings.hearing == "off"
    ear = Listener(session_after([]))
    ear.follow("#/play/yala?seats=human,bot:2&seed=7")
    ear.come_to_the_board()
    for _ in range(3):
        ear.key("r")
    assert ear.session.settings.hearing == "auto"


def test_nobody_elsewhere_has_to_wait() -> None:
    ear = racing("175", "seats=human,link&seed=77")
    assert ear.session.table.heard_ms < 0


def test_a_call_is_told_short_and_all_of_it_on_request() -> None:
    player = Player.at(f"seats=human,bot:1&variant=turbo&seed=77&{CALM}", "175", "175")
    player.ear.told = []
    player.act("Who calls first?")
    player.ear.listen()
    player.act("Your turn")
    told = player.ear.said
    assert re.fullmatch(
        r"You: ball \d (left|right), \d cards?\. New: [^.]+\. Zone: [^.]+\. Who calls first\?", told
    )
    parts = [player.ear.key("e")]
    while parts[-1].endswith(" E goes on."):
        parts.append(player.ear.key("e"))
    whole = " ".join(parts)
    assert "Matched: " in whole
    assert "Track: on the left" in whole


def test_covered_cards_are_covered_for_all() -> None:
    ear = racing()
    for region in ("middle", "hand-1"):
        assert ear.page.one("id", region).attributes["aria-hidden"] == "true"
    assert ear.key("o") == "The cards are covered until the game goes on."
    begin(ear)
    assert "aria-hidden" not in ear.page.one("id", "middle").attributes
    assert " blue" in ear.key("o")
    ear.key("p")


def test_before_ready_it_is_told_what_the_keys_do() -> None:
    assert racing().heard[0] == (
        "AYA, AYA or OYE. You play against Bruno. Ready? K tells the track, O the open cards."
        " Q calls AYA, A calls OYE. The space bar starts the game."
    )
