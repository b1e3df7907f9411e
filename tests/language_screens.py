"""Every kind of screen in one language, to be laid out: all that is said has to fit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product

from spieltisch.app.board.dealt_links import link_to_next
from spieltisch.app.board.messages import (
    PlayFrom,
    Press,
    Shout,
    Show,
    ShowSolution,
    TypeAction,
    Wake,
)
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import (
    Command,
    Edit,
    ImportFiles,
    Navigate,
    SetClock,
    SetSetting,
    Tell,
)
from spieltisch.app.core.notice import Copied, LanguageMissing, StorageFails, UpdateNotice
from spieltisch.app.core.session import Session
from spieltisch.app.deck.state import ChooseCard, DeckCommand, NewDeck
from spieltisch.app.keeping.league import TrialEnd
from spieltisch.app.keeping.studies import Studies
from spieltisch.app.matches.state import LibraryChanged
from spieltisch.app.puzzle.contest import BeginContest, StopContest
from spieltisch.app.study.state import SetGlyph, SetMode, ShowMove, StudyCommand
from spieltisch.app.workshop.state import (
    BeginLeague,
    BeginTrial,
    BotEnded,
    BotHeard,
    EnterLevel,
    ExamplesFetched,
    WorkshopCommand,
)
from spieltisch.games import catalog
from spieltisch.play.code_text import encode_bot, pack_text
from spieltisch.play.mistake import Mistake, encode_mistake
from spieltisch.play.own_jobs import (
    Done,
    Event,
    Failed,
    Failure,
    FailureKind,
    MatchPlayed,
    Printed,
    WorkerReady,
    format_job,
)
from spieltisch.play.record_link import encode_record
from spieltisch.play.study import StudyMode
from spieltisch.play.summary import format_summary
from spieltisch.table import parse_record
from tests.e2e import test_by_link_layout, test_live_layout
from tests.lessons import STEPS
from tests.records import keeping
from tests.sets import FIVE
from tests.small_packs import ALONE, FETCHED, HOLD, WIN, pack_came
from tests.still import session_after
from tests.unit.archived import NOW_MS, library
from tests.unit.test_dealt_puzzles import ALIKE
from tests.unit.test_deck import BOX
from tests.unit.test_kept_review import reviewed

RACE = "#/play/aya?seats=human,bot:3,human&variant=turbo&seed=1"
ENDS = ("yala-shortest", "aya-turbo-zoch-5", "aya-tueftler-zoch-master", "myra-three-seats")
LISTS = ("#/", "#/matches", "#/matches?show=ended", "#/matches?text=nobody", "#/statistics")
NOTICES = [
    Tell(StorageFails.FULL),
    Tell(StorageFails.BLOCKED),
    Tell(UpdateNotice.READY),
    Tell(Copied("whole", 6)),
    Tell(LanguageMissing("Português (Brasil)")),
]


def record_link(name: str) -> str:
    """The link to a recorded match."""
    return "#/record/" + encode_record(parse_record(keeping.read(name)))


def addresses() -> Iterator[str]:
    """Screens that an address alone leads to."""
    yield from ("#/", "#/settings", "#/keys", "#/key-test", "#/import", "#/matches", "#/statistics")
    yield from ("#/puzzles", "#/learn", "#/make")
    for name, game in catalog.GAMES.items():
        yield f"#/rules/{name}"
        yield f"#/club/{name}"
        steps = game.lessons.steps if game.lessons is not None else ()
        yield from (f"#/learn/{name}/{step.name}" for step in steps)
        for variant, counts in game.info.seat_counts.items():
            for seats in counts:
                people = ",".join("human" if seat % 2 else "bot:2" for seat in range(1, seats + 1))
                yield f"#/play/{name}?seats={people}&variant={variant}&seed=1"
    yield from (f"#/puzzle/{one.game}/{one.id}" for one in (WIN, HOLD, ALONE))
    yield "#/daily/yala"
    yield "#/daily/yala/2026-11-19"
    yield from (f"#/puzzles/{game}" for game in ("yala", "aya"))
    yield "#/puzzles/yala/2026-09"


def happenings() -> Iterator[tuple[str, list[Message]]]:
    """What is only seen after something was done."""
    for name in ENDS:
        yield f"end of {name}", [Navigate(record_link(name), 0.0), Command.SHOW_END]
    for name, game in catalog.GAMES.items():
        for variant, edition in product(game.info.variants, game.info.editions):
            chosen = [Edit("variant", variant), Edit("edition", edition)]
            yield (
                f"set-up of {name}, {variant}, {edition}",
                [Navigate(f"#/setup/{name}", 0.0), *chosen],
            )
    for name in ("run/yala", "duel/aya", "spot/aya"):
        before = [Navigate(f"#/{name}", 0.0)]
        yield f"before {name}", before
        yield name, [*before, BeginContest(is_calm=False, at_ms=0.0)]
        yield f"after {name}", [*before, BeginContest(is_calm=False, at_ms=0.0), StopContest(9.0)]
    yala, myra = (f"#/play/{name}?seats=human,human&seed=1" for name in ("yala", "myra"))
    moved = [Navigate(yala, 0.0), TypeAction("a+", 1.0)]
    yield "moved", moved
    yield from _workshop()
    for name, wrong in (
        ("yala", Press("piece:d", 0.0)),
        ("myra", Press("piece:15", 0.0)),
        ("aya", Press("x", 0.0)),
    ):
        put = [Press(site, 0.0) for site in ("a", "f6", "ball1")]
        yield f"editor of {name}", [Navigate(f"#/editor/{name}", 0.0), wrong, *put]
    yield "no position", [Navigate("#/editor/yala", 0.0), Edit("position", "x")]
    deck: list[Message] = [
        Navigate("#/deck/aya", 0.0),
        Edit("cards", "bbbyy bbx yyyyy* bb"),
        ChooseCard(1),
    ]
    yield "deck", deck
    for name, cards in (("dealt", BOX), ("no deal", ALIKE)):
        start = catalog.game_of("aya").own_cards.start_of(cards)
        yield f"{name} puzzle", [Navigate(link_to_next("aya", "first", start), 0.0)]
    yield (
        "whole deck",
        [
            *deck,
            NewDeck(is_usual=True),
            DeckCommand.ADD_CARD,
            DeckCommand.REMOVE_CARD,
            DeckCommand.DELETE,
        ],
    )
    for name, typed in (("yala", ("a+", "a-")), ("myra", ("3a3-d5",))):
        study = [
            Navigate(f"#/editor/{name}", 0.0),
            Command.STUDY,
            *(TypeAction(one, 1.0) for one in typed),
        ]
        yield (
            f"study of {name}",
            [*study, SetGlyph("?!"), Edit("comment", "1 2 3"), Command.EVALUATE],
        )
    given = Navigate(f"#/study/{pack_text(FIVE)}", 0.0)
    yield "set", [given, TypeAction("e-", 1.0)]
    yield "set that is done", [given, Edit("chapter", "2"), ShowMove(1.0)]
    yield "set played out", [given, Edit("chapter", "4"), TypeAction("h-", 1.0)]
    yield "set that is written", [given, SetMode(StudyMode.WRITE)]
    (study_id,) = session_after([given]).kept.of(Studies).by_id
    yield "sheet", [given, Navigate(f"#/sheet/{study_id}", 0.0)]
    yield "deleted study", [*moved, Command.STUDY, StudyCommand.DELETE]
    yield (
        "wrong study",
        [Navigate(yala, 0.0), ImportFiles((("", '[Game "yala"]\n\n1. zz\n'),), 0.0)],
    )
    yield "taken back", [*moved, PlayFrom(0)]
    yield "looked at", [*moved, Show(0)]
    yield "asked", [Navigate(yala, 0.0), Press("b", 0.0)]
    yield "chosen", [Navigate(myra, 0.0), Press("a1", 0.0)]
    yield "called", [Navigate(RACE, 0.0), Wake(0.0), Shout(1, "aya", 500.0, 500.0), Wake(900.0)]
    yield "start with a match", [*moved, Navigate("#/", 0.0)]
    yield "wrong link", [Navigate("#/play/chess", 0.0)]
    yield "wrong seats", [Navigate("#/play/yala?seats=human&seed=1", 0.0)]
    yield "missing pack", [Navigate("#/puzzle/yala", 0.0), pack_came("yala", None)]
    for name, step in STEPS:
        yield (
            f"solved {name} {step.name}",
            [
                Navigate(f"#/learn/{name}/{step.name}", 0.0),
                ShowSolution(0.0),
            ],
        )
    for one in (WIN, HOLD, ALONE):
        link = Navigate(f"#/puzzle/{one.game}/{one.id}", 0.0)
        yield f"hint for {one.id}", [link, Command.HINT, Command.HINT]
        yield f"solution of {one.id}", [link, ShowSolution(0.0)]
    escape = Navigate(f"#/escape/yala/{encode_mistake(Mistake(WIN, WIN.solutions[0], 0.9))}", 0.0)
    yield "mistake by link", [escape]
    yield "solved mistake by link", [escape, TypeAction(WIN.solutions[0], 9.0)]
    for notice in NOTICES:
        yield type(notice.notice).__name__, [Navigate(yala, 0.0), notice]


def _workshop() -> Iterator[tuple[str, list[Message]]]:
    """A bot that is new, came by a link, has played, has failed, was stopped, and is gone."""
    examples = ExamplesFetched(text=json.dumps({"minimax": '"""Any game: by counting."""'}))
    new: list[Message] = [Navigate("#/workshop/yala", 0.0), examples, BeginTrial(1)]
    yield "bot", [Navigate("#/workshop/aya", 0.0), examples]
    yield "bot by link", [Navigate(f"#/bot/yala/{encode_bot('mine', 'x = 1')}", 0.0)]
    played = [MatchPlayed("1", 1, winners, 9, "{}") for winners in ((1,), (2,), ())]
    yield "bot plays", [*new, _told(WorkerReady(), *played)]
    yield "bot has played", [*new, _told(Printed("hello " * 40), *played, Done("1"))]
    failure = Failure("bot", FailureKind.ILLEGAL_CHOICE, "'x' * 40", 5, 1, "ld/" * 11 + "ld d")
    yield "bot has failed", [*new, _told(*played, Failed(failure))]
    yield "bot was stopped", [*new, BotEnded(TrialEnd.TIME)]
    first = [MatchPlayed("1 0", 1, (1,), 9, "{}"), Done("1 0")]
    yield (
        "bots' league",
        [*new, WorkshopCommand.STOP, EnterLevel("6"), BeginLeague(1), _told(*first)],
    )
    yield "bot is gone", [*new, WorkshopCommand.STOP, WorkshopCommand.DELETE]


def _told(*events: Event) -> BotHeard:
    return BotHeard(json.dumps([format_job(event) for event in events]), 0.0)


def screens(language: str) -> Iterator[tuple[str, Session]]:
    """Every kind of screen in a language, and what it is."""
    begun = session_after([SetSetting("language", language), *FETCHED])
    for link in addresses():
        yield link, session_after([Navigate(link, 0.0)], begun)
    for name, messages in happenings():
        yield name, session_after(messages, begun)
    kept = tuple(map(format_summary, library(60, seed=2).values()))
    listed = session_after([SetClock(float(NOW_MS)), LibraryChanged(kept)], begun)
    for link in LISTS:
        yield f"{link} with matches", session_after([Navigate(link, 0.0)], listed)
    session, _ = reviewed()
    for ply in (0, 3):
        told = session_after([SetSetting("language", language), Show(ply)], session)
        yield f"review at {ply}", told
    for asked, session in test_live_layout.screens(language):
        yield f"live {asked}", session
    for game in ("yala", "myra"):
        for asked, session in test_by_link_layout.screens(game, language):
            yield f"{game} by link {asked}", session


def kinds(language: str) -> Iterator[tuple[str, Session]]:
    """One screen of each kind in a language: those whose markup is not like another one's."""
    begun = session_after([SetSetting("language", language), *FETCHED])
    lists = ("#/", "#/puzzles", "#/make", "#/settings", "#/key-test", "#/import", "#/matches")
    for link in (*lists, "#/daily/yala", RACE):
        yield link, session_after([Navigate(link, 0.0)], begun)
    for name in catalog.GAMES:
        for link in (f"#/rules/{name}", f"#/learn/{name}", f"#/setup/{name}"):
            yield link, session_after([Navigate(link, 0.0)], begun)
    yield "end", session_after([Navigate(record_link(ENDS[0]), 0.0), Command.SHOW_END], begun)
    kept = tuple(map(format_summary, library(20, seed=2).values()))
    listed = session_after([SetClock(float(NOW_MS)), LibraryChanged(kept)], begun)
    for link in ("#/matches", "#/statistics"):
        yield f"{link} with matches", session_after([Navigate(link, 0.0)], listed)
    for asked, session in test_live_layout.screens(language):
        yield f"live {asked}", session
    for asked, session in test_by_link_layout.screens("myra", language):
        yield f"by link {asked}", session
