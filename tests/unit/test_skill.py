"""AYA or OYE? The puzzles of AYA's own skill: each is proved once more by brute force, with moves
that know nothing of the rules' own, and what is said of it is looked for in its position."""

import hashlib
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spieltisch.app.board.messages import Shout, ShowSolution, TypeAction, Wake
from spieltisch.app.core.dates import Day, number_of
from spieltisch.app.core.effects import Go
from spieltisch.app.core.messages import Command, Navigate, SetClock
from spieltisch.app.core.notice import BadLink, RunLeft
from spieltisch.app.core.session import Session
from spieltisch.app.keeping.puzzle_log import (
    ContestFigures,
    GameLog,
    PuzzleLog,
    format_puzzle_log,
    parse_puzzle_log,
    skill_log,
)
from spieltisch.app.puzzle.contest import (
    MISTAKES_TO_END,
    RUN_MS,
    BeginContest,
    ContestScreen,
    StopContest,
    nth_of_skill,
)
from spieltisch.app.puzzle.contest_view import shared_contest
from spieltisch.app.puzzle.state import PuzzleScreen, contest_clock
from spieltisch.app.puzzle.texts import said_text, shared_puzzle, shared_result
from spieltisch.app.screens import page_of
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.games.aya.rules.spot import LIMITS
from spieltisch.kit.markup import whole
from spieltisch.kit.names import Names
from spieltisch.kit.sentences import fact_text
from spieltisch.kit.words import ENGLISH
from spieltisch.play.puzzle import BANDS, START
from spieltisch.play.skill import band_for, band_of, name_of, name_of_day, puzzle_named
from spieltisch.table import play
from tests.unit.asking import after
from tests.unit.markup_check import check

TODAY, YESTERDAY = "2026-11-22", "2026-11-21"
DAY = number_of(Day(2026, 11, 22))
NOON_MS = float((DAY * 24 + 12) * 3_600_000)
AYA = catalog.game_of("aya")
NAMES = [name_of(number, band) for number in range(60) for band in range(1, BANDS + 1)]
ANY_NAME = st.integers(0, 36**6 - 1).map(
    lambda number: "".join(
        "0123456789abcdefghijklmnopqrstuvwxyz"[number // 36**place % 36] for place in range(6)
    )
)


# ---------------------------------------------------------------- brute force

MOVES = [f"{ball}{end}" for end in "LR" for ball in "12345"]


def moved(balls: str, move: str) -> str:
    """The nine balls after a ball of the zone has gone out at an end."""
    row = list(balls)
    ball = row.pop(int(move[0]) + 1)
    return "".join([ball, *row] if move[1] == "L" else [*row, ball])


def shows(balls: str, card: str) -> bool:
    """Whether the zone has a card's pattern, read from either side."""
    return card.rstrip("*") in (balls[2:7], balls[6:1:-1])


def read(puzzle) -> tuple[str, list[str]]:
    """The balls, and the cards that lie open."""
    track, *parts = (part.strip() for part in puzzle.position.split(";"))
    cards = [part.split()[1] for part in parts if part.startswith("neutral")]
    return track.replace("|", ""), cards


def brute(puzzle) -> tuple[set[str], set[tuple[str, str]]]:
    """The moves that match a card, and the pairs that match a light one, of which the first has
    matched nothing."""
    balls, cards = read(puzzle)
    ones = {move for move in MOVES if any(shows(moved(balls, move), card) for card in cards)}
    lights = [card for card in cards if card.endswith("*")]
    pairs = {
        (first, second)
        for first, second in product(MOVES, MOVES)
        if first not in ones
        and any(shows(moved(moved(balls, first), second), card) for card in lights)
    }
    return ones, pairs


def check_proof(puzzle) -> None:
    ones, pairs = brute(puzzle)
    nodes = puzzle.solution
    if not ones and not pairs:
        assert nodes == ({"oye": nodes[0]["oye"]},)
        assert (nodes[0]["oye"].then, puzzle.moves) == (None, 1)
        return
    assert set(nodes[0]) == {"aya"}
    at_once = nodes[nodes[0]["aya"].then]
    assert {move for move, answer in at_once.items() if answer.then is None} == ones
    found = {
        (first, second)
        for first, answer in at_once.items()
        if answer.then is not None
        for second in nodes[answer.then]
    }
    assert found == pairs
    assert puzzle.moves == (2 if ones else 3)


def check_by_rules(puzzle) -> None:
    """The same by playing whatever can be done."""
    before = AYA.rules.parse_position(puzzle.position)
    assert AYA.rules.format_position(before) == puzzle.position
    called = before.apply(1, "aya")
    for first in MOVES:
        turn = play(AYA.rules, called, 1, first)
        answer = puzzle.solution[0].get("aya")
        answer = answer and puzzle.solution[answer.then].get(first)
        is_matched = any(event.kind == "matched" for event in turn.events)
        assert is_matched == (answer is not None and answer.then is None)
        if answer is not None and answer.then is not None:
            for second in MOVES:
                then = play(AYA.rules, turn.after, 1, second)
                is_matched = any(event.kind == "matched" for event in then.events)
                assert is_matched == (second in puzzle.solution[answer.then])


def check_band(puzzle) -> None:
    """How many looks it takes, counted once more, puts it into its band."""
    balls, cards = read(puzzle)
    _, pairs = brute(puzzle)
    vain, found = [], []
    for card in cards:
        blue = card.count("b")
        fit = [move for move in MOVES if moved(balls, move)[2:7].count("b") == blue]
        hits = [move for move in fit if shows(moved(balls, move), card)]
        twice = [
            moved(moved(balls, first), second)
            for first, second in product(MOVES, MOVES)
            if card.endswith("*")
        ]
        twice_fit = [one for one in twice if one[2:7].count("b") == blue]
        if hits:
            found.append((len(fit) + 1) / (len(hits) + 1))
        elif any(shows(moved(moved(balls, one), two), card) for one, two in pairs) and twice:
            hits_two = [one for one in twice_fit if shows(one, card)]
            found.append(len(fit) + (len(twice_fit) + 1) / (len(hits_two) + 1))
        else:
            vain.append(len(fit) + len(twice_fit))
    looks = (sum(found) / len(found) if found else 0) + sum(vain) / (len(found) + 1)
    assert abs(puzzle.effort / 100 - looks) <= 0.005 + 1e-9
    assert puzzle.band == 1 + sum(looks > limit for limit in LIMITS)


@pytest.mark.parametrize("band", range(1, BANDS + 1))
def test_whether_and_where_there_is_a_match_is_proved_by_brute_force(band):
    for number in range(60):
        puzzle = puzzle_named("aya", name_of(number, band))
        assert puzzle.band == band
        check_proof(puzzle)
        check_by_rules(puzzle)
        check_band(puzzle)


@given(ANY_NAME)
@settings(deadline=None, max_examples=40)
def test_every_name_makes_a_puzzle_that_is_proved(name):
    puzzle = puzzle_named("aya", name)
    assert (puzzle.id, puzzle.band) == (name, band_of(name))
    check_proof(puzzle)
    check_band(puzzle)
    assert puzzle == puzzle_named("aya", name)


def test_a_name_makes_the_same_puzzle_for_ever():
    """Links lead to it, and days: a change of what is drawn would give others."""
    texts = "\n".join(puzzle_named("aya", name).position for name in NAMES)
    digest = hashlib.sha256(texts.encode()).hexdigest()
    assert digest[:16] == "a89bd8b72519bd9c"
    days = [name_of_day(DAY + number) for number in range(3)]
    assert days == ["ij0f04", "7nc8da", "ux1vjd"]


def test_each_band_asks_for_either_call_about_as_often_and_for_light_cards():
    answers, lights = Counter(), 0
    for name in NAMES:
        puzzle = puzzle_named("aya", name)
        answers[puzzle.band, puzzle.solutions[0]] += 1
        lights += puzzle.moves == 3
        assert 3 <= len(read(puzzle)[1]) <= 5
    assert all(15 <= answers[band, call] <= 45 for band in range(1, 6) for call in ("aya", "oye"))
    assert lights > 10


def test_names_and_ratings_have_their_bands():
    assert len({name_of(number, 3) for number in range(2000)}) == 2000
    assert {band_of(name_of(number, 3)) for number in range(100)} == {3}
    assert band_for(START.value) == 1
    run = [nth_of_skill("aya", number, 17) for number in range(45)]
    assert [one.band for one in run] == sorted(one.band for one in run)
    assert [one.band for one in run[:40:8]] == [1, 2, 3, 4, 5]
    assert len({one.id for one in run}) == 45


# ---------------------------------------------------------------- what is said


def check_facts(puzzle, turns, *, is_right) -> Counter:
    told, skill = Counter(), AYA.puzzles.skill
    balls, cards = read(puzzle)
    ones, pairs = brute(puzzle)
    for fact in skill.why(turns, is_right):
        text = fact_text(fact, Names(("You", "Player 2"), you=1), ENGLISH)
        assert text.endswith(".")
        assert "{" not in text
        told[fact.kind.name] += 1
        about = dict(fact.about)
        match fact.kind.name:
            case "SHOWN":
                assert move_of(about["move"]) in ones
                after_it = moved(balls, move_of(about["move"]))
                assert any(shows(after_it, card) for card in cards_told(about["card"], cards))
            case "SHOWN_TWO":
                assert not ones
                two = move_of(about["move"]), move_of(about["second"])
                assert two in pairs
            case "WAYS":
                assert about["n"] == len(ones) > 0
            case "TWO_MOVES":
                assert pairs
                assert not ones
            case "COUNT":
                counts = {moved(balls, move)[2:7].count("b") for move in MOVES}
                assert counts.isdisjoint(card.count("b") for card in cards)
            case "CLOSE":
                assert not ones
                assert not pairs
                (card,) = cards_told(about["card"], cards)[:1]
                after_each = [moved(balls, move) for move in MOVES]
                fits = [one for one in after_each if one[2:7].count("b") == card.count("b")]
                assert len(fits) == about["n"] > 0
                assert not any(shows(one, card) for one in fits)
            case "NO_TWO":
                assert any(card.endswith("*") for card in cards)
                assert not pairs
    return told


def move_of(fact) -> str:
    return dict(fact.about)["number"] + ("L" if fact.kind.name == "TO_LEFT" else "R")


def cards_told(fact, cards) -> list[str]:
    """The open cards that a fact's words fit."""
    runs = [
        (run.kind.name[0].lower(), dict(run.about).get("n", 1)) for run in dict(fact.about)["balls"]
    ]
    pattern = "".join(ball * count for ball, count in runs)
    found = [card for card in cards if card.rstrip("*") == pattern]
    assert found
    assert {card.endswith("*") for card in found} >= {fact.kind.name == "LIGHT_CARD"}
    return found


def test_what_is_said_of_answers_is_true():
    told = Counter()
    for name in NAMES:
        puzzle = puzzle_named("aya", name)
        before = AYA.rules.parse_position(puzzle.position)
        for call in ("aya", "oye"):
            turns = [play(AYA.rules, before, 1, call)]
            is_right = call in puzzle.solution[0]
            told += check_facts(puzzle, turns, is_right=is_right)
            if call == "oye":
                continue
            node = puzzle.solution[puzzle.solution[0][call].then] if is_right else {}
            for move in MOVES if is_right else ():
                moves = [*turns, play(AYA.rules, turns[0].after, 1, move)]
                answer = node.get(move)
                told += check_facts(puzzle, moves, is_right=answer is not None)
                for second in MOVES if answer is not None and answer.then is not None else ():
                    more = [*moves, play(AYA.rules, moves[1].after, 1, second)]
                    is_right = second in puzzle.solution[answer.then]
                    told += check_facts(puzzle, more, is_right=is_right)
    assert set(told) == {"SHOWN", "SHOWN_TWO", "WAYS", "TWO_MOVES", "COUNT", "CLOSE", "NO_TWO"}


# ---------------------------------------------------------------- on screen


def page(session):
    return check(whole(page_of(session)))


def at(link):
    return after(Session(), SetClock(NOON_MS), Navigate(link, 0.0))


def named(call, *, moves=None):
    """The name of a puzzle whose answer is a call."""
    for name in NAMES:
        puzzle = puzzle_named("aya", name)
        if call in puzzle.solution[0] and moves in (None, puzzle.moves):
            return name
    raise AssertionError(call)


OYE_NAME, AYA_NAME, LIGHT_NAME = named("oye"), named("aya", moves=2), named("aya", moves=3)


def told(session):
    return page(session).one("id", "puzzle-told").text


def log_of(session):
    return session.kept.of(PuzzleLog).of(skill_log("aya"))


def on(session, *texts, at_ms=2000.0):
    for text in texts:
        session = after(session, TypeAction(text, at_ms))
    return session


def line_of(session):
    screen = session.on_screen(PuzzleScreen)
    return screen.puzzle.variation[len(screen.match.turns) :]


def test_its_screen_leads_to_the_next_to_todays_and_to_a_run():
    drawn = page(at("#/spot/aya"))
    assert drawn.one("id", "contest-told").text.startswith("A track and a few cards: is there")
    assert [one.attributes.get("data-arg") for one in drawn.all("data-do", "begin-contest")] == [
        None,
        "calm",
    ]
    links = {one.attributes["href"]: one.text for one in drawn.all("href")}
    assert links["#/spot/aya/next"] == "Next puzzle"
    assert links[f"#/spot/aya/{TODAY}"] == "Today's puzzle"
    for place in ("#/puzzles", "#/puzzles/aya"):
        session = at(place)
        assert "#/spot/aya" in [one.attributes["href"] for one in page(session).all("href")]


@pytest.mark.parametrize(
    "link",
    ["#/spot", "#/spot/yala", "#/spot/aya/x", "#/spot/aya/2026-13-01", "#/spot/aya/2026-11-23"],
)
def test_a_wrong_link_is_told(link):
    assert isinstance(at(link).notice, BadLink)


def test_the_next_one_fits_the_person_has_its_own_address_and_is_another_each_time():
    session, effects = update(at("#/"), Navigate("#/spot/aya/next", 0.0))
    screen = session.on_screen(PuzzleScreen)
    assert screen.puzzle.band == band_for(log_of(session).rating.value)
    assert Go(f"#/spot/aya/{screen.puzzle.id}", replaces=True) in effects
    session = on(session, *line_of(session))
    assert session.screen.state == "solved"
    onward = page(session).one("id", "puzzle-next").attributes["href"]
    again = after(session, Navigate(onward, 0.0)).on_screen(PuzzleScreen)
    assert again.puzzle.id != screen.puzzle.id
    assert again.state == "open"


def test_nothing_gives_the_answer_away():
    """Neither how many moves it takes nor a hint."""
    drawn = [page(at(f"#/spot/aya/{name}")) for name in (OYE_NAME, AYA_NAME, LIGHT_NAME)]
    assert len({one.one("id", "puzzle-told").text for one in drawn}) == 1
    assert len({one.one("id", "puzzle-title").text.split("Level")[0] for one in drawn}) == 1
    for one in drawn:
        assert not one.all("data-do", "hint")
    session = at(f"#/spot/aya/{AYA_NAME}")
    assert after(session, Command.HINT).screen == session.screen


def test_a_right_oye_and_a_shown_match_count_apart_from_the_pack():
    session = on(at(f"#/spot/aya/{OYE_NAME}"), "oye")
    assert session.screen.state == "solved"
    assert "Solved!" in told(session)
    assert "Your rating is now" in told(session)
    session = after(session, Navigate(f"#/spot/aya/{AYA_NAME}", 0.0))
    session = on(session, "aya")
    assert (session.screen.state, told(session).strip()) == ("open", "Right!")
    session = on(session, *line_of(session))
    assert session.screen.state == "solved"
    assert "of the ten moves" in told(session)
    log = log_of(session)
    assert (len(log.attempts), log.streak) == (2, 2)
    assert log.rating.value > START.value
    assert session.kept.of(PuzzleLog).of("aya") == GameLog()
    logs = session.kept.of(PuzzleLog)
    assert parse_puzzle_log(format_puzzle_log(logs)) == logs
    assert "2 of 2" in page(after(session, Navigate("#/spot/aya", 0.0))).text


def test_two_moves_for_a_light_card_are_shown_one_after_the_other():
    session = on(at(f"#/spot/aya/{LIGHT_NAME}"), "aya")
    first, second = line_of(session)
    session = on(session, first)
    assert session.screen.state == "open"
    session = on(session, second)
    assert session.screen.state == "solved"
    assert "No single move matches a card here" in told(session)


@pytest.mark.parametrize(
    ("name", "actions", "answer", "reason"),
    [
        (OYE_NAME, ("aya",), "there is no match.", ""),
        (AYA_NAME, ("oye",), "there is a match.", "Look: "),
        (AYA_NAME, ("aya", "wrong"), "that matches no open card.", "Look: "),
        (LIGHT_NAME, ("oye",), "there is a match.", "and then"),
    ],
)
def test_a_mistake_is_explained_and_can_be_tried_again(name, actions, answer, reason):
    session = at(f"#/spot/aya/{name}")
    puzzle = session.on_screen(PuzzleScreen).puzzle
    # A second move could go on where a light card is open: then nothing is missed yet.
    missing = next(
        (
            move
            for move in MOVES
            if puzzle.moves > 1 and move not in puzzle.solution[puzzle.solution[0]["aya"].then]
        ),
        "",
    )
    session = on(session, *(missing if text == "wrong" else text for text in actions))
    assert session.screen.state == "failed"
    has_light = any(card.endswith("*") for card in read(puzzle)[1])
    if "wrong" not in actions or not has_light:
        assert f"Not this one: {answer}" in told(session)
    assert reason in told(session)
    assert "card is left" not in told(session)
    assert log_of(session).streak == 0
    back = after(session, Command.TAKE_BACK)
    assert back.screen.state == "open"
    assert len(back.match.turns) == len(actions) - 1
    shown = after(session, ShowSolution(9000.0))
    while shown.screen.wake_ms is not None:
        shown = after(shown, Wake(shown.screen.wake_ms))
    assert told(shown).startswith("This is how.")
    assert [turn.entry.action for turn in shown.match.turns] == list(puzzle.variation)


def test_it_is_called_by_the_keys_of_calls():
    session = after(at(f"#/spot/aya/{OYE_NAME}"), Shout(1, "oye", 2000.0, 2000.0))
    assert session.screen.state == "solved"
    session = after(at(f"#/spot/aya/{AYA_NAME}"), Shout(1, "aya", 2000.0, 2000.0))
    assert [turn.entry.action for turn in session.match.turns] == ["aya"]


def test_whoever_listens_hears_the_track_and_the_cards_with_the_task():
    session = at(f"#/spot/aya/{OYE_NAME}")
    screen = session.on_screen(PuzzleScreen)
    heard = said_text(session, screen, ENGLISH)
    assert heard.startswith("Is there a match? Call AYA and show it. None? Call OYE. Track:")
    assert heard.count("neutral pile") == len(read(screen.puzzle)[1])


def test_the_days_one_is_everybodys_and_days_in_a_row_count():
    session = at(f"#/spot/aya/{YESTERDAY}")
    assert session.screen.puzzle.id == name_of_day(DAY - 1)
    assert "AYA or OYE? 21 November" in page(session).text
    session = on(session, *line_of(session))
    assert log_of(session).days is None
    session = after(session, Navigate(f"#/spot/aya/{TODAY}", 3000.0))
    assert session.screen.puzzle.id == name_of_day(DAY)
    session = on(session, *line_of(session), at_ms=5000.0)
    assert log_of(session).days_in_a_row(TODAY, 0) == 1
    shared = shared_result(session, session.on_screen(PuzzleScreen))
    assert shared.startswith("Spieltisch · AYA or OYE? · 2026-11-22")
    assert shared.endswith(f"#/spot/aya/{TODAY}")
    assert "🟢" in shared
    # Tomorrow's goes on from there.
    session = after(session, SetClock(NOON_MS + 24 * 3_600_000), Navigate("#/", 0.0))
    session = after(session, Navigate("#/spot/aya/2026-11-23", 0.0))
    session = on(session, *line_of(session))
    assert log_of(session).days_in_a_row("2026-11-23", 0) == 2


def test_the_link_to_one_is_its_name():
    session = at(f"#/spot/aya/{AYA_NAME}")
    link = shared_puzzle(session, session.on_screen(PuzzleScreen))
    assert link.endswith(f"#/spot/aya/{AYA_NAME}")
    assert after(
        Session(), SetClock(NOON_MS), Navigate(link[link.index("#") :], 0.0)
    ).screen.puzzle == (puzzle_named("aya", AYA_NAME))


# ---------------------------------------------------------------- the run


def begun(*, is_calm=False):
    return after(at("#/spot/aya"), BeginContest(is_calm, 1000.0))


def waited(session):
    while session.on_screen(PuzzleScreen) is not None and session.screen.wake_ms is not None:
        session = after(session, Wake(session.screen.wake_ms))
    return session


def solved(session, at_ms):
    return waited(on(session, *line_of(session), at_ms=at_ms))


def missed(session, at_ms):
    wrong = {"aya": "oye", "oye": "aya"}[line_of(session)[0]]
    return on(session, wrong, at_ms=at_ms)


def test_a_run_goes_on_by_itself_shows_what_was_missed_and_ends():
    session = begun()
    assert contest_clock(session.on_screen(PuzzleScreen)).until_ms == 1000.0 + RUN_MS
    session = solved(session, 2000.0)
    assert session.screen.contest.solved == 1
    names = []
    for number in range(MISTAKES_TO_END):
        names.append(session.screen.puzzle.id)
        line = session.screen.puzzle.variation
        session = missed(session, 3000.0 + 2000 * number)
        assert contest_clock(session.on_screen(PuzzleScreen)) is None
        if number < MISTAKES_TO_END - 1:
            while not session.screen.is_shown or session.screen.replies:
                session = after(session, Wake(session.screen.wake_ms))
            assert tuple(turn.entry.action for turn in session.match.turns) == line
            assert "mistake" in told(session)
        session = waited(session)
    assert isinstance(session.screen, ContestScreen)
    drawn = page(session)
    assert "you solved 1 puzzle." in drawn.one("id", "contest-told").text
    links = [one.attributes["href"] for one in drawn.one("id", "contest-missed").all("href")]
    assert links == [f"#/spot/aya/{name}" for name in names]
    assert session.kept.of(PuzzleLog).of("aya").tallies == {"spot": ContestFigures(1, 1, 1)}
    assert log_of(session) == GameLog()
    shared = shared_contest(session, session.screen)
    assert shared.endswith("#/spot/aya")
    assert "you solved 1 puzzle" in shared
    assert page(session).one("id", "contest-results")


def test_a_calm_run_has_no_clock_and_is_counted_apart():
    session = begun(is_calm=True)
    assert contest_clock(session.on_screen(PuzzleScreen)) is None
    assert not page(session).all("id", "contest-clock")
    session = after(solved(session, 2000.0), StopContest(9000.0))
    assert session.kept.of(PuzzleLog).of("aya").tallies == {"spot-calm": ContestFigures(1, 1, 1)}


def test_one_that_is_left_counts_as_far_as_it_came():
    session = after(solved(begun(), 2000.0), Navigate("#/", 9000.0))
    assert session.notice == RunLeft(1)
    assert session.kept.of(PuzzleLog).of("aya").tallies == {"spot": ContestFigures(1, 1, 1)}


def test_time_ends_it():
    session = after(solved(begun(), 2000.0), Wake(1000.0 + RUN_MS))
    assert isinstance(session.screen, ContestScreen)
    assert session.screen.over.solved == 1


@pytest.mark.parametrize("message", [Command.HINT, ShowSolution(5000.0), Command.TAKE_BACK])
def test_a_run_has_no_help(message):
    session = begun()
    assert after(session, message).screen == session.screen
