"""Whole matches by ear alone: keys are pressed, and nothing is known but what is said."""

from __future__ import annotations

import re

import pytest

from spieltisch.app.board.scene import key_labels
from spieltisch.app.board.sentences import parts_of
from spieltisch.app.core.frame import language_of
from spieltisch.app.core.names import player_names
from spieltisch.games import catalog
from spieltisch.games.aya.rules.track import (
    STANDARD_MOVES,
    canonical,
    parse_track,
    play_zone,
    standard_move,
)
from spieltisch.kit.words import words_of
from tests.unit.ear import Ear

CALM = "move-clock=off&refute-clock=off"
COLOURS = {"blue": "b", "yellow": "y"}
ENDS = {"L": "ArrowLeft", "R": "ArrowRight"}
MOST_STEPS = 400
"""So many are enough for any match of these."""


class AyaPlayer:
    """Plays AYA for all the people at the table."""

    def __init__(self, query: str, people: dict[int, str], bots: int) -> None:
        seats = ",".join(["human"] * len(people) + ["bot:1"] * bots)
        names = ",".join(people.values())
        self.ear = Ear()
        self.people = people
        self.ear.follow(f"#/play/aya?seats={seats}&names={names}&seed=3&{query}")
        self.ear.come_to_the_board()

    def play(self) -> None:
        """To the end, as it is told."""
        for step in range(MOST_STEPS):
            if self.ear.key("d").startswith("The game is over"):
                return
            self.act(step)
        raise AssertionError("it never came to an end")

    def act(self, step: int) -> None:
        """Do what is owed, or wait for those who owe something."""
        ear, told = self.ear, self.ear.said
        seat = 1 + step % len(self.people)
        if "ready?" in told or "Continue the game?" in told:
            ear.space()
        elif "The first to call AYA begins" in told:
            ear.shout(seat, "aya")
        elif "Who calls first?" in told:
            # Others may be first now and then.
            if step % 3:
                ear.shout(seat, "aya" if self.moves() else "oye")
        elif "refute" in told or "Can you show" in told:
            word = "aya" if self.moves() else "oye"
            for seat in self.people:
                ear.shout(seat, word)
        elif (
            told.startswith((*self.people.values(), "Your ", "Show ")) and "exceptional" not in told
        ):
            self.move()
            return
        ear.wait()

    def move(self) -> None:
        """Push a ball: one that matches something, if there is any, else any."""
        found = self.moves(is_second="second move" in self.ear.said)
        (ball, end) = found[0] if found else STANDARD_MOVES[len(self.ear.heard) % 10]
        assert self.ear.key(ball).startswith(f"Ball {ball}. Now choose the end")
        self.ear.key(ENDS[end])

    def moves(self, *, is_second: bool = False) -> list[str]:
        """What matches an open card, found out from the track and the cards as they are told; else
        the first of two moves that match a light card."""
        track = track_in(self.ear.key("k"))
        told = self.ear.key("o").split("; ")
        light = {pattern_in(card) for card in told if "light" in card}
        wanted = light if is_second else {pattern_in(card) for card in told}
        found = [move for move in STANDARD_MOVES if shown_after(track, move) in wanted]
        if found or is_second:
            return found
        return [
            first
            for first in STANDARD_MOVES
            if any(
                shown_after(standard_move(track, first), move) in light for move in STANDARD_MOVES
            )
        ]


def track_in(told: str) -> str:
    """The track, as it is told: ``Track: on the left 2 blue; ...``."""
    balls = balls_in(told)
    return parse_track(f"{balls[:2]}|{balls[2:-2]}|{balls[-2:]}")


def test_cards_are_told_at_once_and_then_one_at_a_time() -> None:
    ear = Ear()
    ear.follow(f"#/play/aya?seats=human,human&names=Anna,Bo&seed=9&variant=aya-oye&{CALM}")
    ear.come_to_the_board()
    cards = ear.key("o").split("; ")
    assert [card.split(":")[0] for card in cards] == [
        "Anna",
        "Bo",
        "neutral pile 1",
        "neutral pile 2",
    ]
    for number, card in enumerate([*cards, cards[0]]):
        assert ear.key("o") == f"Card {number % 4 + 1} of 4, {card}"
    # Back again, from the first to the last.
    for number in (3, 2, 1, 0, 3):
        told = f"Card {number + 1} of 4, {cards[number]}"
        assert ear.key("o", has_shift=True) == told
    assert ear.key("o") == f"Card 1 of 4, {cards[0]}"
    assert ear.key("s") == "Anna: 10, Bo: 10, neutral pile 1: 9, neutral pile 2: 10"
    # Another question in between, and all are told again.
    assert ear.key("o") == "; ".join(cards)
    assert "|" not in ear.key("k")
    assert re.fullmatch("Ball 3 of 5, (blue|yellow)", ear.key("h"))


def pattern_in(told: str) -> str:
    """The pattern of a card, as it is told: ``2 blue, 3 yellow``."""
    return canonical(balls_in(told))


def balls_in(told: str) -> str:
    """Balls, as they are told: ``2 blue, yellow``."""
    runs = re.findall(r"(?:(\d) )?\b(blue|yellow)", told)
    return "".join(int(n or 1) * COLOURS[ball] for n, ball in runs)


def shown_after(track: str, move: str) -> str:
    """The pattern that a move shows."""
    return canonical(play_zone(standard_move(track, move)))


def expect_all_was_told(ear: Ear) -> None:
    """Every turn of the match was told, first thing in what was said of it, and its end."""
    match = ear.session.match
    assert match is not None
    words = words_of(language_of(ear.session))
    view, names = match.game.view, player_names(match.setup, words, match.people)
    heard, at, first = "\n".join(ear.heard), 0, 0
    for turn in match.turns:
        told = view.action_sentence(turn, names, words)
        at = heard.find(told, at)
        assert at >= 0, f"nobody said: {told}"
        begun = heard.rfind("\n", 0, at) + 1
        assert begun in (at, first), f"not first: {heard[begun : at + len(told)]}"
        first, at = begun, at + len(told)
    outcome = match.position.outcome
    assert outcome is not None
    assert any(view.outcome_sentence(outcome, names, words) in one for one in ear.heard)


@pytest.mark.parametrize(
    ("query", "people", "bots"),
    [
        (f"variant=aya-oye&{CALM}", ("Anna", "Bo", "Cem"), 0),
        (f"variant=aya-oye&{CALM}", ("Anna",), 2),
        (f"variant=turbo&edition=reilly&{CALM}", ("Anna", "Bo"), 1),
        ("variant=aya-oye", ("Anna",), 1),
        ("variant=rumkugeln", ("Anna",), 1),
        ("variant=kindergarten", ("Anna", "Bo"), 0),
    ],
)
def test_aya_is_played_to_its_end(query: str, people: tuple[str, ...], bots: int) -> None:
    player = AyaPlayer(query, dict(enumerate(people, 1)), bots)
    player.play()
    expect_all_was_told(player.ear)


def test_yala_is_played_to_its_end() -> None:
    """From tower to tower by arrows, until a name that is read out says that it can be played."""
    ear = Ear()
    ear.follow("#/play/yala?seats=human,human&names=Anna,Bo&seed=1")
    ear.come_to_the_board()
    for step in range(MOST_STEPS):
        name = ("Anna", "Bo")[step % 2]
        start, end = ear.move("Can move to", "Can land here")
        assert ear.heard[-2].startswith(f"The stone on {start} goes ")
        assert re.match(rf"{name}: {start} (counter-)?clockwise to {end}, now ", ear.said)
        if f"{name} wins" in ear.said:
            break
    expect_all_was_told(ear)


@pytest.mark.parametrize("screen", ["play", "learn", "editor"])
@pytest.mark.parametrize("game", ["aya", "yala", "myra"])
def test_the_first_stop_skips_to_the_board(game: str, screen: str) -> None:
    ear = Ear()
    ear.follow(f"#/{screen}/{game}")
    stops = [node for node in ear.page.walk() if node.tag in ("a", "button", "select", "input")]
    assert stops[0].attributes["data-do"] == "to-board"
    assert ear.page.one("id", "board").all("tabindex", "0")


def test_nothing_skips_to_a_board_that_is_not_there() -> None:
    ear = Ear()
    for link in ("#/", "#/settings", "#/rules/aya", "#/setup/yala"):
        ear.follow(link)
        assert not ear.page.all("data-do", "to-board")


THINKS = "The computer is still thinking."


@pytest.mark.parametrize("game", ["yala", "myra"])
def test_a_bot_that_takes_long_is_heard_to_think_once(game: str) -> None:
    ear = Ear()
    ear.follow(f"#/play/{game}?seats=bot:1,human&seed=11")
    while ear.wait():
        pass
    assert ear.heard.count(THINKS) == 1
    assert ear.said == THINKS


def test_bots_that_look_whether_they_can_refute_are_heard_to_think_once() -> None:
    ear = Ear()
    ear.follow(f"#/play/aya?seats=human,bot:1&seed=1&variant=aya-oye&{CALM}")
    ear.shout(1, "oye")
    assert ear.wait(), "it is settled who called first"
    assert "Can anybody refute you?" in ear.said
    before = len(ear.heard)
    while ear.said == THINKS or len(ear.heard) == before:
        assert ear.wait()
    assert ear.heard[before:-1] == [THINKS]


def test_one_page_has_all_keys_of_all_games_with_the_calls() -> None:
    ear = Ear()
    ear.follow("#/keys")
    told = ear.page.text
    words = words_of(language_of(ear.session))
    for game in catalog.GAMES.values():
        view = game.view
        keys = {**view.keys(words), **view.questions(words)}
        assert all(meaning in told for meaning in keys.values())
    labels = key_labels(ear.session)
    assert labels
    for slot, label in labels.items():
        seat, word = slot.split(":")
        called = catalog.game_of("aya").shouts.label(word)
        assert f"{label} Player {seat}: {called}" in told


@pytest.mark.parametrize("game", ["yala", "myra"])
def test_a_long_answer_goes_on_by_the_same_key(game: str) -> None:
    ear = Ear()
    ear.follow(f"#/play/{game}?seats=human,human&names=Anna,Bo&seed=1")
    ear.come_to_the_board()
    for key in words_questions(game):
        parts, first = [ear.key(key)], ear.said
        while parts[-1].endswith(f" {key.upper()} goes on."):
            parts.append(ear.key(key))
        # "R goes on." is among them. The name of a pit is two words.
        spoken = [re.findall(r"[a-z']+|[0-9]+", part, re.IGNORECASE) for part in parts]
        assert all(len(words) <= 24 for words in spoken), parts
        assert len(set(parts)) == len(parts)
        # From the start again, and back from there.
        if len(parts) > 1:
            assert ear.key(key) == first
            # Shift + M is the sound.
            assert key == "m" or ear.key(key, has_shift=True) == parts[-1]


@pytest.mark.parametrize("count", [1, 8, 9, 18, 40])
def test_a_list_of_pits_is_told_in_parts_that_a_voice_says_in_eight_seconds(count: int) -> None:
    """A voice took 14.5 s over 18 pits, which are mostly stops, and 13.4 s over seven pieces."""
    pits = [f"{'abcdefghijk'[number % 11]}{1 + number // 11}" for number in range(count)]
    told = f"Pits: {', '.join(pits)}."
    parts = parts_of(told)
    assert " ".join(parts) == told
    assert all(part.count(",") <= 8 for part in parts)
    pieces = parts_of("up: " + "; ".join(f"{site} 1 soldier, Anna" for site in pits) + ".")
    assert all(part.count("soldier") <= 3 for part in pieces)
    assert all(re.search("Anna[;.]$", part) for part in pieces), "a piece is told in one"


def test_a_part_ends_as_a_sentence_does() -> None:
    ear = Ear()
    ear.follow("#/play/myra?seats=human,human&names=Anna,Bo&seed=1")
    ear.come_to_the_board()
    for key in words_questions("myra"):
        assert not re.search(r"[,;:] \w goes on", ear.key(key))


def words_questions(game: str) -> list[str]:
    return list(catalog.game_of(game).view.questions(words_of("en")))
