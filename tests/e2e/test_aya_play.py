"""AYA from set-up to its end in a real browser: every variant and edition, by keys and by taps."""

import pytest
from playwright.sync_api import expect

from spieltisch.games.aya.rules.info import INFO
from tests.e2e.aya_player import Script, Table, link, start_of
from tests.e2e.conftest import reload
from tests.e2e.yala_player import has_no_overflow
from tests.sampling import sampled

# The running page goes on with a match that was begun alike: each test has deals of its own.
pytestmark = pytest.mark.running_page

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def people(seats):
    return ",".join(["human"] * seats)


# Deals that a script comes to the end of soon, with everything in them that is worth seeing.
BY_KEYS = [
    link("aya-oye", "zoch", people(6), seed=1),
    link("rumkugeln", "reilly", people(5), seed=15),
    link("turbo", "zoch", people(2), seed=69),
    link("kindergarten", "zoch", people(2), seed=8, open_cards=10),
    link("tueftler", "reilly", people(1), seed=3),
]
BY_TAPS = [
    link("aya-oye", "reilly", people(6), seed=1),
    link("rumkugeln", "zoch", people(2), seed=31),
    link("turbo", "reilly", people(4), seed=132),
    link("kindergarten", "reilly", people(2), seed=26, open_cards=10),
    link("tueftler", "zoch", people(1), seed=17),
]
# With these each of the two plays all variants of all editions.
ALL_BY_KEYS = [
    *BY_KEYS,
    link("aya-oye", "reilly", people(3), seed=5),
    link("rumkugeln", "zoch", people(2), seed=3),
    link("turbo", "reilly", people(4), seed=36),
    link("kindergarten", "reilly", people(3), seed=5, open_cards=8),
    link("tueftler", "zoch", people(1), seed=3),
]
ALL_BY_TAPS = [
    *BY_TAPS,
    link("aya-oye", "zoch", people(4), seed=3),
    link("rumkugeln", "reilly", people(3), seed=26),
    link("turbo", "zoch", people(4), seed=1),
    link("kindergarten", "zoch", people(2), seed=2, open_cards=10),
    link("tueftler", "reilly", people(1), seed=7),
]


@pytest.mark.parametrize("played", [[*BY_KEYS, *BY_TAPS], ALL_BY_KEYS, ALL_BY_TAPS])
def test_every_variant_and_edition_is_played(played):
    for variant in INFO.variants:
        for edition in INFO.editions:
            assert any(f"variant={variant}&edition={edition}&" in one for one in played)


@pytest.mark.parametrize("played", [BY_KEYS, BY_TAPS])
def test_every_variant_is_played_by_keys_and_by_taps(played):
    for variant in INFO.variants:
        assert any(f"variant={variant}&" in one for one in played)


@pytest.mark.parametrize("context_options", [DESKTOP])
@pytest.mark.parametrize("place", sampled(ALL_BY_KEYS, *BY_KEYS))
def test_a_whole_match_by_keys(open_ready, place):
    page = open_ready(place)
    table = Table(page)
    script = Script(start_of(place))
    table.play(script)
    outcome = page.locator("[data-outcome]")
    winners = ",".join(str(seat) for seat in sorted(script.position.outcome.winners))
    nobody = "draw" if script.position.seats > 1 else "lost"
    expect(outcome).to_have_attribute("data-outcome", winners or nobody)
    expect(table.board.locator("[data-target]")).to_have_count(0)
    expect(page.locator("#live")).not_to_have_text("")


@pytest.mark.parametrize("context_options", [PHONE])
@pytest.mark.parametrize("place", sampled(ALL_BY_TAPS, *BY_TAPS))
def test_a_whole_match_by_taps(open_ready, place):
    page = open_ready(place)
    assert has_no_overflow(page)
    script = Script(start_of(place))
    Table(page).play(script, taps=True)
    assert has_no_overflow(page)


def test_from_set_up_to_the_first_shout(open_ready):
    page = open_ready()
    page.locator("a[href='#/setup/aya']").click()
    page.locator("#company-together").check()
    page.get_by_label("Turbo").check()
    page.locator("#more > summary").click()
    page.get_by_label("Mike Reilly, AYA and AHA").check()
    page.get_by_label("3", exact=True).check()
    page.locator("#name-1").fill("Anna")
    page.locator("#name-2").fill("Ben")
    page.locator("#controller-3").select_option("bot:1")
    page.get_by_label("Untimed: a call stops everything").check()
    page.get_by_role("button", name="Start the game").click()
    table = Table(page)
    expect(table.board).to_be_visible()
    for part in ("variant=turbo", "edition=reilly", "move-clock=off", "refute-clock=off"):
        assert part in page.url
    expect(page.get_by_role("button", name="Anna: AHA")).to_be_visible()
    expect(page.locator("[data-seat='3'][data-shout]")).to_have_count(0)
    table.shout(2, "aya")
    expect(table.board).to_have_attribute("data-active-seat", "2")
    expect(page.locator("#news")).to_contain_text("Ben calls AYA.")
    expect(page.get_by_role("timer")).to_have_count(0)


@pytest.mark.parametrize("variant", sampled(INFO.variants, "aya-oye", "tueftler"))
def test_a_reload_in_the_middle_loses_nothing(open_ready, variant):
    place = link(variant, "zoch", people(INFO.seat_counts[variant][-1]), seed=15)
    page = open_ready(place)
    table = Table(page)
    script = Script(start_of(place))
    steps = script.steps()
    reloads = {2, 5}
    for seat, action in steps:
        table._do(script.position, seat, action, taps=False)
        table.expect_entries(script.done + 1)
        if script.done in reloads:
            moves = table.moves
            reload(page)
            table.expect_entries(len(moves))
            assert table.moves[: len(moves)] == moves
        if script.done > max(reloads) + 1:
            break
    assert len(table.moves) > max(reloads)


def test_one_person_against_five_bots_runs_on_by_itself(open_ready):
    page = open_ready(link("aya-oye", "zoch", "human,bot:5,bot:5,bot:5,bot:4,bot:4", seed=2))
    table = Table(page)
    table.begin()
    table.expect_entries(8)
    assert page.locator("[data-shout]").count() == 2


def test_a_ball_is_dragged_to_an_end(open_ready):
    page = open_ready(link("tueftler", "zoch", "human", seed=4))
    table = Table(page)
    ball = page.locator("[data-ball='2']").bounding_box()
    end = page.locator("[data-end=R]").bounding_box()
    page.mouse.move(ball["x"] + ball["width"] / 2, ball["y"] + ball["height"] / 2)
    page.mouse.down()
    page.mouse.move(600, 200, steps=4)
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + 20, steps=6)
    page.mouse.up()
    table.expect_entries(1)
    assert table.moves == ["2R"]


def test_a_drag_to_nowhere_is_no_move(open_ready):
    page = open_ready(link("tueftler", "zoch", "human", seed=5))
    ball = page.locator("[data-ball='2']").bounding_box()
    page.mouse.move(ball["x"] + 20, ball["y"] + 20)
    page.mouse.down()
    page.mouse.move(600, 480, steps=4)
    page.mouse.up()
    expect(page.locator("[data-ball='2']")).not_to_have_class("is-dragged")
    assert Table(page).moves == []


def test_the_track_by_keyboard_alone(open_ready):
    """Arrows go along the track, Enter takes a ball, the arrow then pushes it in."""
    page = open_ready(link("kindergarten", "zoch", "human,human", seed=1))
    table = Table(page)
    table.expect_entries(1)
    page.locator("[data-site][tabindex='0']").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("[data-ball='1']")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.locator("[data-ball='1'][aria-pressed=true]")).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft")
    table.expect_entries(2)
    assert table.moves[:2] == ["X", "1L"]
    page.keyboard.press("k")
    expect(page.locator("#live")).to_contain_text("Track")


@pytest.mark.parametrize("context_options", [{"reduced_motion": "no-preference"}])
def test_balls_roll(open_ready):
    page = open_ready(link("tueftler", "zoch", "human", seed=3))
    page.evaluate(
        "() => { window.rolled = 0; const animate = Element.prototype.animate;"
        " Element.prototype.animate = function (...all)"
        " { if (this.matches('.ball-body')) window.rolled++; return animate.apply(this, all) } }"
    )
    page.keyboard.press("4")
    page.keyboard.press("r")
    Table(page).expect_entries(1)
    page.wait_for_function("() => window.rolled === 4")


class TestSolitaire:
    def test_a_hint_in_three_steps_taking_back_and_best_runs(self, open_ready):
        place = link("tueftler", "zoch", "human", seed=3)
        page = open_ready(place)
        table = Table(page)
        hint = page.locator("#hint")
        page.get_by_role("button", name="Can it still be cleared?").click()
        expect(hint).to_have_text("You can still clear all the cards.")
        for name, told in (
            ("Hint", "There is a card"),
            ("Which card?", "The card is"),
            ("Which move?", "ball"),
        ):
            page.get_by_role("button", name=name).click()
            expect(hint).to_contain_text(told)
        expect(page.locator(".is-pointed")).not_to_have_count(0)
        expect(page.locator(".move-arrow")).to_have_count(1)
        table.play(Script(start_of(place)))
        expect(page.locator("[data-outcome]")).to_contain_text("All cleared, with help.")
        expect(page.locator(".runs")).to_have_count(0)
        # The same cards, in a match of its own.
        place = link("tueftler", "zoch", "human", seed=3, names="Ada")
        page = open_ready(place)
        Table(page).play(Script(start_of(place)))
        expect(page.locator("[data-outcome]")).to_contain_text("AYA master")
        expect(page.locator(".runs li")).to_contain_text("all cleared")
        page.get_by_role("button", name="Take back", exact=True).click()
        expect(page.locator("[data-outcome]")).to_have_count(0)
        reload(page)
        page.get_by_role("button", name="Redo", exact=True).click()
        expect(page.locator("[data-outcome]")).to_contain_text("All cleared, with help.")
        expect(page.locator(".runs li")).to_have_count(1)

    @pytest.mark.parametrize("edition", INFO.editions)
    def test_dealing_and_helping_take_no_two_seconds(self, open_ready, edition):
        page = open_ready(link("tueftler", edition, "human", cards=39, seed=3))
        took = page.evaluate(
            """async edition => {
              const slowest = [0, 0];
              for (let seed = 10; seed < 18; seed++) {
                const begin = performance.now();
                const moved = new Promise(done =>
                  addEventListener("hashchange", () => setTimeout(done), { once: true }));
                location.hash =
                  `#/play/aya?seats=human&variant=tueftler&edition=${edition}&cards=39&seed=${seed}`;
                await moved;
                const dealt = performance.now();
                document.querySelector("[data-do=hint]").click();
                slowest[0] = Math.max(slowest[0], dealt - begin);
                slowest[1] = Math.max(slowest[1], performance.now() - dealt);
              }
              return slowest;
            }""",
            edition,
        )
        assert max(took) < 2000, took
        expect(page.locator("#hint")).to_contain_text("There is a card")
