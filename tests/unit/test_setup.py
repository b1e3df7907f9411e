"""Setting a match up: who plays with whom, how strong the bots are, who sits where."""

import pytest

from spieltisch.app.board.seats import Company, company_of
from spieltisch.app.core.effects import Go
from spieltisch.app.core.kept import Kept
from spieltisch.app.core.messages import Edit, Navigate, PlayNow, StartMatch
from spieltisch.app.core.names import given_names
from spieltisch.app.core.news import StartScreen
from spieltisch.app.core.session import Session
from spieltisch.app.keeping.bots import Bots, OwnBot
from spieltisch.app.screens import page_of
from spieltisch.app.setup.state import SetupScreen
from spieltisch.app.update import update
from spieltisch.games import catalog
from spieltisch.kit.markup import whole
from spieltisch.kit.names import bot_names, level_words
from spieltisch.kit.words import LANGUAGES, words_of
from spieltisch.table import Bot, Player
from tests.unit.asking import after
from tests.unit.markup_check import check

FORM = Navigate("#/setup/yala", 0.0)
MANY = Navigate("#/setup/aya", 0.0)


def controllers(session):
    return [str(player.controller) for player in session.screen.setup.players]


def played(session):
    return [str(player.controller) for player in session.match.setup.players]


class TestCompany:
    def test_a_person_is_alone_against_a_bot_at_first(self):
        assert controllers(after(FORM)) == ["human", "bot:2"]
        assert company_of(after(FORM).screen.setup) == "alone"

    @pytest.mark.parametrize(
        ("company", "expected"),
        [
            ("alone", ["human", "bot:2", "bot:2"]),
            ("together", ["human", "human", "human"]),
            ("watch", ["bot:2", "bot:2", "bot:2"]),
        ],
    )
    @pytest.mark.parametrize("before", Company)
    def test_each_company_is_reached_from_each_other(self, before, company, expected):
        session = after(MANY, Edit("seats", "3"), Edit("company", before), Edit("company", company))
        assert controllers(session) == expected
        assert company_of(session.screen.setup) == company

    @pytest.mark.parametrize("before", Company)
    def test_people_elsewhere_come_to_any_company_and_go(self, before):
        three = after(Navigate("#/setup/myra", 0.0), Edit("seats", "3"), Edit("company", before))
        expected = controllers(three)
        by_link = after(Edit("company", "by-link"), session=three)
        assert controllers(by_link) == ["human", "link", "link"]
        assert controllers(after(Edit("company", before), session=by_link)) == expected
        larger = after(Edit("seats", "2"), Edit("seats", "3"), session=by_link)
        assert controllers(larger) == ["human", "link", "link"]

    def test_a_person_keeps_seat_and_name_and_a_bot_takes_nobodys_name(self):
        def names(session):
            return [player.name for player in session.screen.setup.players]

        people = after(FORM, Edit("company", "together"), Edit("name:1", "Anna"))
        people = after(Edit("name:2", "Bo"), session=people)
        alone = after(Edit("company", "alone"), session=people)
        assert (controllers(alone), names(alone)) == (["human", "bot:2"], ["Anna", ""])
        other = after(Edit("controller:1", "bot:4"), Edit("company", "together"), session=people)
        assert (controllers(other), names(other)) == (["human", "human"], ["", "Bo"])
        assert names(after(Edit("company", "watch"), session=people)) == ["", ""]

    def test_more_seats_are_of_the_same_company(self):
        assert controllers(after(MANY, Edit("seats", "4"))) == ["human", *["bot:2"] * 3]
        together = after(MANY, Edit("company", "together"), Edit("seats", "4"))
        assert controllers(together) == ["human"] * 4
        watched = after(MANY, Edit("company", "watch"), Edit("level", "5"), Edit("seats", "3"))
        assert controllers(watched) == ["bot:5"] * 3

    def test_a_person_who_is_alone_stays_at_a_smaller_table(self):
        session = after(MANY, Edit("seats", "4"), Edit("places", "4"), Edit("seats", "2"))
        assert controllers(session) == ["bot:2", "human"]
        session = after(Edit("variant", "tueftler"), session=session)
        assert controllers(session) == ["human"]
        assert controllers(after(Edit("variant", "turbo"), session=session)) == ["human", "bot:2"]

    def test_one_level_is_every_bots(self):
        session = after(MANY, Edit("seats", "3"), Edit("controller:3", "bot:4"), Edit("level", "1"))
        assert controllers(session) == ["human", "bot:1", "bot:1"]

    @pytest.mark.parametrize("level", ["0", "6", "x", "", "²"])
    def test_a_level_that_is_not_there_changes_nothing(self, level):
        session = after(MANY)
        assert after(Edit("level", level), session=session) == session


class TestOwnBots:
    @pytest.mark.parametrize(("company", "ways"), [*zip(Company, (1, 1, 0, 1), strict=True)])
    def test_a_way_to_write_one_is_offered_where_computers_play(self, company, ways):
        page = check(whole(page_of(after(FORM, Edit("company", company)))))
        assert len(page.all("href", "#/workshop/yala")) == ways


class TestPlaces:
    def test_the_person_takes_the_other_side(self):
        session = after(FORM, Edit("name:1", "Anna"), Edit("places", "2"))
        assert controllers(session) == ["bot:2", "human"]
        assert session.screen.setup.players[1].name == "Anna"
        assert controllers(after(Edit("places", "1"), session=session)) == ["human", "bot:2"]

    def test_lots_are_drawn_when_the_match_starts(self):
        form = after(FORM, Edit("name:1", "Anna"), Edit("places", "random"))
        assert form.screen.draws_seats
        drawn = [after(StartMatch(seed, 0.0), session=form) for seed in range(20)]
        assert {tuple(played(session)) for session in drawn} == {
            ("human", "bot:2"),
            ("bot:2", "human"),
        }
        for session in drawn:
            names = {str(p.controller): p.name for p in session.match.setup.players}
            assert names == {"human": "Anna", "bot:2": ""}
        assert played(after(StartMatch(7, 0.0), session=form)) == played(drawn[7]), (
            "by the seed alone"
        )

    def test_who_is_listed_stays_where_he_is(self):
        form = after(FORM, Edit("places", "random"), Edit("places", "listed"))
        assert {tuple(played(after(StartMatch(s, 0.0), session=form))) for s in range(9)} == {
            ("human", "bot:2")
        }

    @pytest.mark.parametrize("seat", ["0", "3", "x"])
    def test_a_seat_that_is_not_there_changes_nothing(self, seat):
        assert controllers(after(FORM, Edit("places", seat))) == ["human", "bot:2"]


class TestPlayNow:
    @pytest.mark.parametrize("game", catalog.GAMES)
    def test_a_first_match_begins_in_one_press(self, game):
        session, effects = update(Session(), PlayNow(game, 4, 0.0))
        assert session.match.setup.game == game
        assert session.match.setup.seed == 4
        assert company_of(session.match.setup) == "alone"
        (go,) = [effect for effect in effects if isinstance(effect, Go)]
        assert not go.replaces, "the step back leads to the menu"

    def test_the_next_is_set_up_like_the_last(self):
        before = after(
            FORM, Edit("company", "together"), Edit("begins", "light"), Edit("name:2", "Bo"),
            StartMatch(1, 0.0), Navigate("#/", 0.0),
        )  # fmt: skip
        session = after(PlayNow("yala", 2, 0.0), session=before)
        assert session.match.setup.option("begins", "") == "light"
        assert [player.name for player in session.match.setup.players] == ["", "Bo"]
        assert session.match.setup.seed == 2

    def test_it_is_the_menus_alone(self):
        form = after(FORM)
        assert after(PlayNow("yala", 1, 0.0), session=form) == form
        assert after(PlayNow("chess", 1, 0.0)) == Session(screen=StartScreen())


class TestNames:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_no_two_bots_are_called_alike(self, language):
        words = words_of(language)
        session = after(MANY, Edit("company", "watch"), Edit("seats", "6"), Edit("level", "3"))
        names = given_names(session.screen.setup, words)
        assert len(set(names)) == 6
        assert not set(names) & set(bot_names(range(4, 7))), "its level can be told"
        assert max(map(len, names)) <= 8, "there is not much room round a table"

    def test_a_bot_has_the_name_of_its_level(self):
        assert given_names(after(FORM).screen.setup, words_of("en")) == ("Dark", "Bruno")

    def test_the_form_says_how_they_will_be_called(self):
        root = check(page_of(after(MANY, Edit("seats", "3"))))
        assert root.one("id", "name-2").attributes["placeholder"] == "Bruno"


class TestLevels:
    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("game", [game for game in catalog.GAMES.values() if game.bots])
    def test_each_has_a_name_and_a_sentence_of_its_own(self, game, language):
        is_race = game.reaction_bots is not None
        told = [level_words(n, words_of(language), is_race=is_race) for n in game.bots.levels]
        assert len({level.name for level in told}) == len(told)
        assert len({level.sentence for level in told}) == len(told)

    def test_the_chosen_one_is_told(self):
        root = check(page_of(after(FORM, Edit("level", "6"))))
        assert root.one("id", "level-told").text.startswith("Vera, merciless. ")
        assert "checked" in root.one("id", "level-6").attributes

    def test_levels_that_differ_are_each_told_by_itself(self):
        root = check(page_of(after(FORM, Edit("company", "watch"), Edit("controller:1", "bot:6"))))
        assert not [n for n in root.all("name", "level") if "checked" in n.attributes]
        assert root.one("id", "level-told").text == "As chosen below."

    def test_a_bot_with_a_name_has_a_level_all_the_same(self):
        messages = Edit("company", "watch"), Edit("name:1", "Ada"), Edit("level", "6")
        root = check(page_of(after(FORM, *messages)))
        assert "checked" in root.one("id", "level-6").attributes
        assert "open" not in root.one("id", "players").attributes

    def test_a_bot_of_ones_own_has_none_until_one_is_chosen(self):
        zeno = OwnBot(game="yala", name="Zeno", source="x")
        session = Session(kept=Kept().having(Bots({"zeno": zeno})))
        session = after(FORM, Edit("controller:2", "own:zeno"), session=session)
        root = check(page_of(session))
        assert not [n for n in root.all("name", "level") if "checked" in n.attributes]
        assert root.one("id", "level-told").text == "As chosen below."
        assert "open" in root.one("id", "players").attributes
        # Whoever chooses a level plays against the computer of that level.
        session = after(session, Edit("level", "3"))
        assert session.screen.setup.players[1] == Player(controller=Bot(3))
        assert "checked" in check(page_of(session)).one("id", "level-3").attributes

    def test_people_among_themselves_are_not_asked(self):
        root = check(page_of(after(FORM, Edit("company", "together"))))
        assert not root.all("name", "level")


class TestNamesAndPlayers:
    """They are folded away where the choice of company says all of them."""

    @pytest.mark.parametrize("company", ["alone", "watch"])
    def test_they_are_folded_where_bots_take_all_other_seats(self, company):
        folded = check(page_of(after(FORM, Edit("company", company)))).one("id", "players")
        assert folded.tag == "details"
        assert "open" not in folded.attributes
        assert folded.one("id", "name-2")

    @pytest.mark.parametrize("company", ["together", "by-link"])
    def test_people_see_where_their_names_go(self, company):
        root = check(page_of(after(FORM, Edit("company", company))))
        assert not root.all("id", "players")
        assert root.one("id", "name-2")

    def test_levels_that_differ_are_in_sight(self):
        form = after(MANY, Edit("seats", "3"), Edit("controller:3", "bot:5"))
        assert "open" in check(page_of(form)).one("id", "players").attributes


class TestBoard:
    def pictured(self, *messages):
        """What the board beside the choices looks like."""
        root = check(page_of(after(*messages)))
        return root.one("id", "setup-board")

    @pytest.mark.parametrize("game", catalog.GAMES)
    def test_there_is_one_for_every_variant_and_number_of_seats(self, game):
        info = catalog.GAMES[game].info
        for variant, counts in info.seat_counts.items():
            for seats in counts:
                form = (
                    Navigate(f"#/setup/{game}", 0.0),
                    Edit("variant", variant),
                    Edit("seats", str(seats)),
                )
                board = self.pictured(*form)
                assert any(node.tag == "svg" for node in board.walk())
                assert not board.all("tabindex"), "it is only looked at"
                assert board.attributes["aria-hidden"] == "true"

    def test_it_follows_the_choices(self):
        def cards(*edits):
            return len(self.pictured(MANY, *edits).all("data-card"))

        assert cards(Edit("seats", "5")) == 5
        assert cards(Edit("variant", "tueftler"), Edit("cards", "20")) == 20

    def test_a_start_that_is_arranged_is_arranged_there(self):
        board = self.pictured(FORM, Edit("start", "arranged"))
        assert "aria-hidden" not in board.attributes
        assert len(board.all("data-do", "arrange")) == 12


def test_the_form_is_another_one_each_time_it_is_opened():
    session = after(FORM, Edit("places", "random"), Navigate("#/", 0.0), FORM)
    assert isinstance(session.screen, SetupScreen)
    assert not session.screen.draws_seats
