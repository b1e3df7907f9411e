"""AYA's drawing, sentences and keys: the page's contract in every variant, at every moment."""

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from spieltisch.app.board import scene as scenes
from spieltisch.app.board.messages import Press, Wake
from spieltisch.app.core.messages import Command, Navigate, SetSetting
from spieltisch.app.core.news import Played
from spieltisch.app.core.session import Session
from spieltisch.app.keeping.solitaires import Solitaires
from spieltisch.app.screens import page_of
from spieltisch.app.settings.state import Bind, Hold, StartKeyTest
from spieltisch.app.update import update
from spieltisch.games.aya.bots.reflex import react
from spieltisch.games.aya.rules.cards import DECK
from spieltisch.games.aya.rules.events import KINDS, sites_of
from spieltisch.games.aya.rules.info import INFO
from spieltisch.games.aya.rules.rules import RULES
from spieltisch.games.aya.rules.track import TRACKS, exceptional_move, standard_move
from spieltisch.games.aya.view import call, sentences, track
from spieltisch.games.aya.view.call import told_turns
from spieltisch.games.aya.view.cards import card_svg
from spieltisch.games.aya.view.table import EDGES
from spieltisch.games.aya.view.view import VIEW
from spieltisch.kit.markup import whole
from spieltisch.kit.names import Names
from spieltisch.kit.scene import Scene
from spieltisch.kit.words import ENGLISH, LANGUAGES, words_of
from spieltisch.play.match import Match
from spieltisch.play.timing import AUTOMATIC_MS
from spieltisch.table import Offers, PlayState, Record, Solitaire, TableAction, Tie, play
from tests.unit.markup_check import check, read

WAYS = [
    (variant, edition, seats)
    for variant, counts in INFO.seat_counts.items()
    for edition in INFO.editions
    for seats in {counts[0], counts[-1]}
]


def link(variant="aya-oye", edition="zoch", seats=2, seed=1, people="human"):
    return (
        f"#/play/aya?seats={','.join([people] * seats)}&variant={variant}&edition={edition}"
        f"&seed={seed}"
    )


def session_at(text, *messages, language="en"):
    session, _ = update(Session(), SetSetting("language", language))
    for message in (Navigate(text, 0.0), *messages):
        session, _ = update(session, message)
    return session


def scene_of(session, words):
    return scenes.scene_of(session, session.table, session.match, words)


def with_match(session, match):
    return session.with_table(session.table.saying(Played()), match)


def played_on(session, seed=1):
    """The session after each thing that bots on every seat do, up to the end."""
    rng = Random(seed)
    for _ in range(4000):
        match = session.match
        if match.is_over:
            return
        position = match.position
        forced = match.rules.automatic_action(position)
        if forced:
            seat, action = forced
        else:
            plans = [
                (react(position.observe(seat), seat, 3, rng), seat)
                for seat in sorted(position.active_seats)
                if seat
            ]
            made, seat = min(plans, key=lambda pair: pair[0].delay_ms)
            action = made.action
        session = with_match(session, match.play(seat, action))
        yield session


@pytest.mark.parametrize(("variant", "edition", "seats"), WAYS)
def test_every_moment_is_a_page(variant, edition, seats):
    """Well formed, in the policy, and true: the track, the seats, the balls, the cards."""
    words = words_of("de")
    begun = session_at(link(variant, edition, seats), language="de")
    for number, session in enumerate(played_on(begun)):
        turn = scene_of(session, words).last
        assert sentences.action_sentence(turn, Names("ABCDEF"), words)
        if number % 9 and not session.match.is_over:
            continue
        root = check(page_of(session))
        position = session.match.position
        board = root.one("data-game", "aya")
        assert board.attributes["data-position"] == session.match.rules.format_board(position)
        active = sorted(seat for seat in position.active_seats if seat)
        assert board.attributes.get("data-active-seat", "") == " ".join(map(str, active))
        assert len(root.all("data-ball")) == 5
        assert len(root.all("data-end")) == 2
        targets = [n.attributes["data-site"] for n in board.all("data-target")]
        owes_move = any(len(a) == 2 for s in active for a in position.legal_actions(s))
        assert sorted(targets) == (sorted(track.SITES) if owes_move else [])
        assert bool(root.all("data-outcome")) == session.match.is_over
        live = {
            (node.attributes["data-seat"], node.attributes["data-shout"])
            for node in root.all("data-shout")
            if "disabled" not in node.attributes
        }
        meant = {
            (str(seat), shout)
            for seat in active
            for shout, actions in (
                ("aya", ("aya", "refute")),
                ("oye", ("oye", "concede", "stop") if position.variant.is_timed else ()),
            )
            if set(actions) & set(position.legal_actions(seat))
        }
        assert live == meant
    assert session.match.is_over
    # Above the table, and there alone.
    told = root.one("data-outcome").children[0].text
    assert told
    assert told not in root.one("id", "board").text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", ["", "setup/aya", "rules/aya", "settings", "key-test"])
def test_every_screen_is_a_page(place, language):
    root = check(page_of(session_at(f"#/{place}", language=language)))
    (title,) = (node for node in root.walk() if node.tag == "h1")
    assert title.text


class TestTrack:
    def test_balls_differ_by_mark_as_well_as_colour(self):
        root = check(page_of(session_at(link())))
        blue, yellow = (root.one("id", f"aya-ball-{colour}") for colour in "by")
        assert {node.tag for node in blue.walk()} != {node.tag for node in yellow.walk()}

    def test_light_cards_differ_by_mark_as_well_as_shade(self):
        light = next(card for card in DECK if card.is_light)
        assert ">2</text>" in card_svg(light, ENGLISH)
        assert "aya-stripes" in card_svg(light, ENGLISH)
        dark = next(card for card in DECK if not card.is_light)
        assert ">2</text>" not in card_svg(dark, ENGLISH)

    @pytest.mark.parametrize("action", ["1L", "3L", "5R", "2R", "X"])
    def test_balls_roll_to_where_they_are(self, action):
        """Where each motion begins lies the ball that the track had there before."""
        for before in TRACKS[::7]:
            after = exceptional_move(before) if action == "X" else standard_move(before, action)
            stays = set(range(9))
            for motion in track.motions(sites_of(action)):
                now = int(motion.piece[1:])
                stays.discard(now)
                was = round(now + motion.offsets[0][0] / track.STEP)
                assert before[was] == after[now]
                assert motion.offsets[-1] == (0, 0)
                assert len(motion.turns) in (0, len(motion.offsets))
            assert all(before[slot] == after[slot] for slot in stays)

    def test_what_does_not_move_balls_moves_nothing(self):
        match = Match.open(Record(session_at(link()).match.setup))
        turn = play(match.rules, match.position, 1, "aya")
        assert VIEW.motions(turn) == ()


class TestKeys:
    def scene(self, *messages):
        session = session_at(link("kindergarten"), Wake(0), Wake(AUTOMATIC_MS), *messages)
        return scene_of(session, ENGLISH)

    def test_a_number_is_a_ball_wherever_the_keyboard_is(self):
        assert VIEW.token_of(self.scene(), "", "3") == "3"
        assert VIEW.token_of(self.scene(), "L", "6") is None

    @pytest.mark.parametrize(
        ("key", "end"), [("ArrowLeft", "L"), ("ArrowRight", "R"), ("l", "L"), ("r", "R")]
    )
    def test_an_end_follows_a_ball(self, key, end):
        assert VIEW.token_of(self.scene(), "", key) is None
        scene = self.scene(Press("2", 2000))
        assert VIEW.token_of(scene, "", key) == end
        assert VIEW.neighbour(scene, "2", key) is None

    def test_arrows_go_along_the_track_before(self):
        scene = self.scene()
        assert VIEW.neighbour(scene, "L", "ArrowRight") == "1"
        assert VIEW.neighbour(scene, "1", "ArrowLeft") == "L"
        assert VIEW.neighbour(scene, "R", "ArrowRight") is None
        assert VIEW.neighbour(scene, "3", "Home") == "L"

    def test_nothing_is_pressed_for_who_owes_nothing(self):
        session = session_at(link())
        assert VIEW.token_of(scene_of(session, ENGLISH), "", "3") is None


class TestSpace:
    """What is shown beside the cards."""

    def test_who_plays_alone_reads_how_many_cards_are_left(self):
        session = session_at(f"{link('tueftler', seats=1)}&cards=20")
        page = page_of(session).regions["place-1"]
        assert VIEW.status(scene_of(session, ENGLISH)) == "20 cards left"
        assert "Cleared" in page
        assert "Player 1" not in page
        assert "Best run" not in page

    def test_and_what_the_best_run_was(self):
        session = session_at(f"{link('tueftler', seats=1)}&cards=10")
        best = {"zoch/10": (Solitaire(3, 1, 65_000), Solitaire(4, 0, 30_000))}
        session = replace(session, kept=session.kept.having(Solitaires(best)))
        assert "Best run: 3 cards left, 1:05, 1 assist" in page_of(session).regions["place-1"]

    @pytest.mark.parametrize(("variant", "edition", "seats"), WAYS)
    def test_opponents_whose_cards_are_not_shown_have_as_many_backs(self, variant, edition, seats):
        begun = session_at(link(variant, edition, seats, people="bot:1"))
        regions = page_of(begun).regions
        racks = [seat for seat in range(2, seats + 1) if "place-cards" in regions[f"place-{seat}"]]
        shown = [
            seat for seat in range(2, seats + 1) if "data-card" in regions.get(f"hand-{seat}", "")
        ]
        assert sorted(racks + shown) == [*range(2, seats + 1)]
        for session in islice(played_on(begun), 0, 200, 20) if racks else ():
            position, regions = session.match.position, page_of(session).regions
            backs = [regions[f"place-{seat}"].count("<rect") for seat in racks]
            assert backs == [position.scores[seat - 1] for seat in racks]


class TestListening:
    def scene(self, variant="aya-oye"):
        session = session_at(link(variant))
        return scene_of(session, ENGLISH)

    @pytest.mark.parametrize("variant", INFO.variants)
    def test_every_question_has_an_answer(self, variant):
        seats = INFO.seat_counts[variant][0]
        for session in played_on(session_at(link(variant, seats=seats))):
            scene = scene_of(session, ENGLISH)
            if session.match.shown % 10 == 1 or session.match.is_over:
                for key in VIEW.questions(ENGLISH):
                    assert VIEW.answer(scene, key)

    def test_the_track_is_told_in_words(self):
        told = VIEW.answer(self.scene(), "k")
        assert told.startswith("Track: on the left ")
        assert "|" not in told

    def test_whose_open_cards_they_are_is_told(self):
        scene = self.scene()
        assert "covered" in VIEW.answer(scene, "o")
        assert "Player 1" in VIEW.answer(replace(scene, gate=None), "o")

    @pytest.mark.parametrize(
        "owed",
        [
            "call",
            "refute caller=1",
            "move seat=1",
            "demonstrate seat=2 track=bb|bbbyy|yy caller=1",
        ],
    )
    def test_when_somebody_has_resigned_nothing_is_owed(self, owed):
        """docs/rules.md, "Resigning and draws": the match is over, whatever lies on the board."""
        before = RULES.parse_position(f"bb|bbbyy|yy ; turbo zoch seats=2 ; {owed} ; neutral1 bbbby")
        over = PlayState(RULES, before, offers=Offers()).play(2, TableAction.RESIGN).after
        scene = Scene(position=over, names=Names(("Anna", "Bo"), you=1), people=frozenset({1}))
        assert VIEW.answer(scene, "d") == "The game is over."
        drawn = whole(VIEW.board(scene))
        for owing in ("is-called", "is-acting", "call-words", "said-looks", "rim-clock"):
            assert owing not in drawn

    def test_of_a_row_that_is_cleared_in_order_all_cards_lie_open(self):
        """docs/rules.md, AYA, "Variant 5"."""
        scene = scene_of(session_at(link("tueftler", "reilly", seats=1)), ENGLISH)
        assert len(scene.position.table.row) == 10
        assert VIEW.answer(scene, "o").count(";") == 9
        assert VIEW.answer(replace(scene, asked=10), "o").startswith("Card 10 of 10, ")

    def test_every_event_is_a_sentence(self):
        told = set()
        for seed in range(12):
            for session in played_on(session_at(link(seats=3, seed=seed)), seed):
                turn = scene_of(session, ENGLISH).last
                event = sentences.told_event(turn)
                told.update((event.kind, event.call, sentences.is_exceptional(event)))
                sentence = sentences.event_sentence(turn, event, Names("ABC"), ENGLISH)
                assert sentence.endswith(".")
                assert "{" not in sentence
        assert told >= KINDS - {"taken-back"} | {"aya", "oye", "refute", True}

    def test_a_tie_is_told_with_its_margin(self):
        before = self.scene().position
        turn = play(RULES, before, 2, "aya")
        scene = Scene(
            turn.after,
            turns=(turn,),
            names=Names(("Anna", "Ben")),
            tie=Tie((2, 1), 3.4),
            words=ENGLISH,
        )
        assert (
            sentences.tie_text(scene)
            == "Anna, Ben tied, 3 ms apart. Lots were drawn: Ben goes first."
        )

    def test_a_photo_finish_is_told_with_the_call_and_not_with_what_follows(self):
        before = self.scene().position
        called = play(RULES, before, 2, "aya")
        scene = Scene(
            called.after,
            turns=(called,),
            names=Names(("Anna", "Ben")),
            lead_ms=40,
            words=ENGLISH,
        )
        assert read(call.call(scene)).one("id", "called-1").text == "Ben: AYA! 0.04 s ahead"
        assert "by" not in read(call.call(replace(scene, lead_ms=None))).text
        moved = play(RULES, called.after, 2, "3L")
        later = replace(scene, position=moved.after, turns=(called, moved))
        assert "by 0.04 s" not in read(call.call(later)).text


class TestNews:
    def oye_that_stands(self):
        for seed in range(60):
            for session in played_on(session_at(link(seats=3, seed=seed)), seed):
                scene = scene_of(session, ENGLISH)
                if sentences.told_event(scene.last).overlooked:
                    return session
        raise AssertionError("nobody ever missed a match")

    def test_what_all_have_missed_is_shown_until_the_next_call(self):
        session = self.oye_that_stands()
        assert check(page_of(session)).all("class", "missed-match")
        match = session.match
        forced = match.rules.automatic_action(match.position)
        if forced:
            session = with_match(session, match.play(*forced))
            assert len(told_turns(scene_of(session, ENGLISH))) == 2
            assert check(page_of(session)).all("class", "missed-match")

    def test_what_was_matched_is_lit_where_it_lay(self):
        for session in played_on(session_at(link("kindergarten"))):
            event = sentences.told_event(scene_of(session, ENGLISH).last)
            if event.kind == "matched":
                root = check(page_of(session))
                gone = [n for n in root.all("class") if "is-leaving" in n.attributes["class"]]
                lit = [n for n in root.all("class") if "is-lit" in n.attributes["class"]]
                assert len(gone) == len(lit) == len(event.cards)
                return
        raise AssertionError("nobody ever matched")


class TestSeats:
    def test_everybody_has_an_edge_of_his_own(self):
        for count, edges in EDGES.items():
            assert len(edges) == len(set(edges)) == count

    def test_a_person_alone_among_bots_sits_at_the_bottom(self):
        text = "#/play/aya?seats=bot:1,bot:2,human,bot:3&seed=1"
        root = check(page_of(session_at(text)))
        (place,) = [n for n in root.all("class") if "at-b" in (n.attributes["class"] or "").split()]
        assert "seat-3" in place.attributes["class"]

    def test_bots_have_no_buttons(self):
        root = check(page_of(session_at("#/play/aya?seats=bot:1,human,bot:3&seed=1")))
        assert {node.attributes["data-seat"] for node in root.all("data-shout")} == {"2"}

    @pytest.mark.parametrize(("edition", "word"), [("zoch", "OYE"), ("reilly", "AHA")])
    def test_the_second_word_is_the_editions(self, edition, word):
        root = check(page_of(session_at(link(edition=edition))))
        assert all(word in node.text for node in root.all("data-shout", "oye"))

    def test_bots_that_are_called_alike_are_told_apart(self):
        session = session_at("#/play/aya?seats=human,bot:1,bot:1&seed=1")
        names = scene_of(session, ENGLISH).names
        assert len(set(names)) == 3


def test_a_solitaire_that_broke_is_lost_not_drawn():
    session = session_at(link("tueftler", seats=1, seed=4))
    while not session.match.is_over:
        # To and fro matches nothing for long.
        for token in ("1", "L"):
            session, _ = update(session, Press(token, 100))
    (outcome,) = check(page_of(session)).all("data-outcome")
    assert outcome.attributes["data-outcome"] == "lost"


class TestHelp:
    def hinted(self, steps):
        return session_at(link("tueftler", seats=1, seed=4), *[Command.HINT] * steps)

    def test_first_that_there_is_a_card(self):
        root = check(page_of(self.hinted(1)))
        assert "and still clear the rest" in root.one("id", "hint").text
        assert not [n for n in root.all("class") if "is-pointed" in n.attributes["class"]]

    def test_then_which(self):
        root = check(page_of(self.hinted(2)))
        assert [n for n in root.all("class") if "is-pointed" in n.attributes["class"]]
        assert not root.all("class", "move-arrow")

    def test_then_which_ball_and_end(self):
        root = check(page_of(self.hinted(3)))
        assert root.all("class", "move-arrow")
        assert "ball" in root.one("id", "hint").text


class TestForms:
    def test_what_a_variant_does_not_know_is_not_asked(self):
        root = check(page_of(session_at("#/setup/aya")))
        assert not root.all("name", "cards")
        assert root.all("name", "pace")

    def test_calm_is_one_choice(self):
        root = check(page_of(session_at("#/setup/aya")))
        values = [node.attributes["value"] for node in root.all("name", "pace")]
        assert values[-1] == "move-clock=off+refute-clock=off"

    def test_a_key_that_is_waited_for_says_so(self):
        root = check(page_of(session_at("#/settings", Bind("2:aya"))))
        assert "press a key" in root.one("id", "bind-2:aya").text

    def test_the_rehearsal_names_what_is_dropped(self):
        held = [(3, True), (3, False), (1, True), (2, True)]
        holds = [Hold(seat, is_down) for seat, is_down in held]
        root = check(page_of(session_at("#/key-test", StartKeyTest(3), *holds)))
        assert "Dropped: C." in root.one("id", "verdict").text
