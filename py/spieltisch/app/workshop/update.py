"""What happens in the workshop."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf

from spieltisch.app.board.form import OWN_BOT, start_match
from spieltisch.app.board.opening import begin
from spieltisch.app.board.seats import Company, with_company
from spieltisch.app.core.effects import Effect, Focus, Go
from spieltisch.app.core.kept import Kept
from spieltisch.app.core.message import Message
from spieltisch.app.core.messages import Command, Edit, ImportFiles, Pause
from spieltisch.app.core.notice import NoBotFile
from spieltisch.app.core.routes import Link
from spieltisch.app.core.session import Result, Session
from spieltisch.app.core.waiting import wait
from spieltisch.app.core.waits import Examples, Owner
from spieltisch.app.keeping.bots import BotId, Bots, OwnBot, OwnSeries, PlayedSeries
from spieltisch.app.keeping.damage import value_damaged
from spieltisch.app.keeping.deleting import delete_thing
from spieltisch.app.keeping.kinds import SERIES
from spieltisch.app.keeping.league import (
    MOST_ENTRANTS,
    MOST_PRINTED,
    BotQuestion,
    League,
    Trial,
    TrialEnd,
    end_of,
)
from spieltisch.app.keeping.own_things import NAME_OF_BOTS, SeriesTrouble, ThingId, own_name
from spieltisch.app.keeping.packing import MAX_UNPACKED, lost_in, packed, text_in, unpacked
from spieltisch.app.keeping.writing import keep_thing, keep_value
from spieltisch.app.workshop.board import (
    ask_about,
    is_possible,
    match_of,
    position_on,
    with_board,
)
from spieltisch.app.workshop.course import (
    CHECK_SEED,
    goals_of,
    is_check_of,
    steps_done,
    verdict_on,
    with_step,
)
from spieltisch.app.workshop.state import (
    LIMITS_S,
    RANDOM,
    SERIES_LENGTHS,
    TEMPLATE,
    AskHere,
    BeginLeague,
    BeginTrial,
    BesideFile,
    BotEnded,
    BotHeard,
    CheckStep,
    EnterLevel,
    ExamplesFetched,
    HouseRival,
    Lapsed,
    LeftLeague,
    LookAtPair,
    LookAtPlayed,
    LookAtSeries,
    NewBot,
    OpenPlayed,
    OwnRival,
    Passed,
    PlayedTrial,
    Rival,
    TryBot,
    WorkshopCommand,
    WorkshopScreen,
)
from spieltisch.games import catalog
from spieltisch.play.archive_file import BelongingsKind
from spieltisch.play.code_text import decode_bot
from spieltisch.play.codec import LinkError, LinkPart
from spieltisch.play.match import Match
from spieltisch.play.own_jobs import (
    MAX_SOURCE,
    SUFFIX,
    Acted,
    Contestant,
    Done,
    Event,
    Failed,
    Failure,
    Lost,
    MatchPlayed,
    Printed,
    WorkerReady,
    own_player,
    parse_events,
)
from spieltisch.table import Bot
from spieltisch.table.codec import codec, parse

CHECK_LIMIT_S = 5
"""So long a bot may think at least while a step of the course is checked."""

FEWEST_ENTRANTS = 2
"""So many play in a league at least."""

KEEP_MS = 10_000
"""While bots play, what they have played is kept so often."""

MAX_TOLD = 8_000_000
"""Letters of what is told at once."""

MAX_EXAMPLES = 500_000
"""Letters of all examples."""

TEST = """

def test():
    rules = catalog.game_of({game!r}).rules
    position = rules.parse_position({position!r})
    print("test:", {contract}(position, {seat}))


from spieltisch.games import catalog

test()
"""
"""What stands at the end of a file for a position at which the bot has failed."""

_EXAMPLES = codec(Mapping[str, str])


def open_workshop(session: Session, link: Link, at_ms: float) -> Result:
    """The workshop of a game: with the bot that is named, or the one that was changed last; else
    with a new one."""
    assert link.game is not None
    kept = session.kept.of(Bots).of(link.game)
    bot_id = next(iter(kept), "") if link.section is None else link.section
    if bot_id in kept:
        return _shown(session, bot_id, kept[bot_id])
    if link.section is not None:
        raise LinkError(LinkPart.PAGE, link.section)
    return _begun(session, link.game, NAME_OF_BOTS, TEMPLATE)


def open_bot(session: Session, link: Link, at_ms: float) -> Result:
    """The bot that a link brings, as text: nothing of it runs before a person wants it."""
    assert link.game is not None
    assert link.section is not None
    name, source = decode_bot(link.section)
    session, bot_id = session.with_new_id()
    # By its name a bot is found at the table: it takes no place of another one.
    name = session.kept.of(Bots).free_name(name)
    bot = OwnBot(game=link.game, name=name, source=source, by_link=True)
    return _shown(session, bot_id, bot, is_foreign=True)


def _shown(session: Session, bot_id: BotId, bot: OwnBot, *, is_foreign: bool = False) -> Result:
    screen = WorkshopScreen(bot_id=bot_id, bot=bot, is_foreign=is_foreign)
    before = session.screen if isinstance(session.screen, WorkshopScreen) else None
    if (
        before is not None
        and before.bot_id == bot_id
        and session.kept.of(Bots).has(bot_id, before.bot)
    ):
        # It may be playing, and goes on.
        return session, ()
    aside = session.aside
    if isinstance(aside, LeftLeague) and aside.workshop.bot.game == bot.game:
        before = aside.workshop
        session = replace(session, aside=None, notice=aside.trouble or session.notice)
    if before is not None and before.bot.game == bot.game:
        screen = replace(before, bot_id=bot_id, bot=bot, is_foreign=is_foreign)
        screen = replace(screen, is_deleted=False, asks_to_play=False)
    first: tuple[Effect, ...] = ()
    if screen.league is None:
        session, screen, first = _with_kept(session, screen, "")
    screen = screen.without_bots_own()
    session, screen, more = _with_kept(session, screen, bot_id)
    session = session.on(screen)
    if screen.examples:
        return session, (*first, *more)
    session, effects = wait(session, Examples(), ExamplesFetched(), Owner.SCREEN)
    return session, (*first, *more, *effects)


def _with_kept(
    session: Session, screen: WorkshopScreen, bot_id: BotId
) -> tuple[Session, WorkshopScreen, tuple[Effect, ...]]:
    """The screen with what a bot has played last, or the latest league: the latest one that can be
    read. Those that cannot be are set aside. Once reading them has taken long, nothing is shown:
    older ones are looked at when the place is opened again."""
    series, flaws, letters = session.kept.of(PlayedSeries), list[str](), 0
    while letters < MAX_UNPACKED:
        found = series.latest(screen.bot.game, bot_id)
        if found is None:
            break
        try:
            letters += len(text_in(found[1].packed))
            screen = _with_series(screen, *found)
        except ValueError as error:
            flaws.append(f"{found[0]}: {error}")
            series = series.without(found[0])
        else:
            break
    session, effects = _set_aside(session, series, flaws)
    return session, screen, effects


def _set_aside(session: Session, sound: PlayedSeries, flaws: Sequence[str]) -> Result:
    """The session with the series that can be read alone, if ``flaws`` tell of others."""
    if not flaws:
        return session, ()
    session = replace(session, kept=session.kept.having(sound))
    return value_damaged(session, SERIES, "; ".join(flaws))


def _with_series(screen: WorkshopScreen, one: ThingId, series: OwnSeries) -> WorkshopScreen:
    """The screen with what is kept, and of a series the last match on the board; raises
    ValueError."""
    league = unpacked(one, series.game, series.packed, series.lost)
    if not series.bot:
        return screen.at_work(league)
    trial = next(iter(league.trials), None)
    if trial is None or not trial.played:
        raise ValueError("nothing was played in it")
    last = match_of(trial.played[-1], series.game)
    return screen.showing(trial).laying(BesideFile(last))


def keep_played(session: Session, before: WorkshopScreen, message: Message) -> Result:
    """Keep what was being played, if it has ended, is left, or was not kept for a while. The oldest
    series make room for it. A league that is left goes on beside what comes on screen."""
    was, known = before.running, before.league
    if not isinstance(was, Trial):
        return session, ()
    # Another screen, or another bot on this one, may have come, which ends what was being played.
    screen = session.screen if isinstance(session.screen, WorkshopScreen) else None
    now = None if screen is None else screen.now(was)
    is_left = screen is None or screen.bot.game != before.bot.game
    if is_left and not before.is_trial(was):
        aside = before.without_bots_own()
        session = replace(session, aside=LeftLeague(workshop=aside))
    if known is None or before.is_trial(was):
        mine, league = before.bot_id, League.of(now or was)
        is_over = now is None or bool(now.ended)
    else:
        mine = ""
        league = screen.league if screen and screen.league and now else known
        is_over = now is None or league.running is None
    due_ms = None
    match message:
        case Pause(at_ms):
            # Whoever closes the page hides it first.
            due_ms = at_ms
        case BotHeard(_, at_ms) if at_ms >= before.kept_ms + KEEP_MS:
            due_ms = at_ms
    played = sum(len(trial.played) for trial in league.trials)
    if not played or not (is_over or due_ms is not None):
        return session, ()
    letters = packed(league)
    first, rival = league.entrants[:2]
    # A bot that fails too often has lost what was not played, too.
    made = (league.points(0, 1) if mine else None) or (0, played)
    kept = letters and session.kept.of(PlayedSeries).having_latest(
        league.id,
        OwnSeries(
            game=league.game,
            name=first.name,
            bot=mine,
            rival=(f"{rival.name}{SUFFIX}" if rival.source else rival.name) if mine else "",
            half_points=round(2 * made[0]),
            matches=made[1],
            packed=letters,
            lost=lost_in(league),
        ),
    )
    if not kept:
        notice = session.notice if screen is None else SeriesTrouble()
        return replace(session, notice=notice), ()
    all_series, gone = kept
    if screen is not None:
        kept_ms = screen.kept_ms if due_ms is None else due_ms
        session = session.on(replace(screen, kept_ms=kept_ms, made_room=screen.made_room + gone))
    return keep_value(session, all_series)


def follow(session: Session, screen: WorkshopScreen, before: Kept) -> Result:
    """The bot on screen is shown as another tab has made it."""
    bots, one = session.kept.of(Bots), screen.bot_id
    bot = bots.newer(before.of(Bots), one, screen.bot)
    is_deleted = bots.lacks(before.of(Bots), one, is_deleted=screen.is_deleted)
    gone = (_gone(bot),) if is_deleted and not screen.is_deleted else ()
    return session.on(replace(screen, bot=bot, is_deleted=is_deleted)), gone


def update(session: Session, screen: WorkshopScreen, message: Message) -> Result:
    bot = screen.bot
    match message:
        case Edit("name" | "source"):
            return _kept(session, screen, bot.written(message))
        case Edit(name, value):
            return session.on(_with_choice(screen, name, value)), ()
        case BeginTrial(seed):
            return _begin_trial(session, screen, seed, screen.limit_s)
        case CheckStep(number) if number < len(goals_of(bot.game)):
            goal = goals_of(bot.game)[number]
            screen = replace(screen, rival=HouseRival(goal.rival), matches=goal.matches)
            # A check shows what a bot knows, and not how fast the machine is.
            limit_s = max(screen.limit_s, CHECK_LIMIT_S)
            return _begin_trial(session, screen, CHECK_SEED, limit_s)
        case AskHere(seed):
            return _asked(session, screen, seed)
        case Command.FIRST | Command.EARLIER | Command.LATER | Command.PRESENT:
            return session.on(_stepped(screen, message)), ()
        case BeginLeague(seed):
            return _league(session, screen, seed)
        case EnterLevel(name):
            return session.on(replace(screen, levels=screen.levels ^ {name})), ()
        case LookAtPair(number) if screen.league is not None:
            pair = screen.league.trials[number : number + 1]
            is_over = pair and pair[0].ended
            return (session.on(screen.showing(pair[0])) if is_over else session), ()
        case WorkshopCommand.STOP:
            return session.on(screen.on_work(ended=TrialEnd.STOPPED)), ()
        case WorkshopCommand.GO_ON if screen.league is not None and screen.league.is_stopped:
            league = screen.league.resumed()
            screen = screen.on_work(ended=TrialEnd.STOPPED).at_work(league)
            return session.on(replace(screen, kept_ms=-inf, made_room=0)), ()
        case TryBot(is_sure=False) if bot.by_link:
            return session.on(replace(screen, asks_to_play=True)), (Focus("try-sure"),)
        case WorkshopCommand.ACCEPT if bot.by_link:
            screen = replace(screen, is_foreign=False, asks_to_play=False)
            return _kept(session, screen, replace(bot, by_link=False))
        case TryBot(seed, at_ms):
            screen = replace(screen, bot=replace(bot, may_sit=bot.by_link))
            return _tried(session, screen, seed, at_ms)
        case BotHeard(text, at_ms):
            return _graded(session, _shown_on_board(screen, heard(screen, text), at_ms))
        case BotEnded(why):
            return session.on(screen.on_work(ended=why)), ()
        case NewBot(example):
            source = dict(screen.examples).get(example, TEMPLATE)
            session, effects = _begun_beside(session, bot.game, example or NAME_OF_BOTS, source)
            return session, (*effects, Focus("bot-source"))
        case WorkshopCommand.DELETE if screen.bot_id in session.kept.of(Bots).by_id:
            session, effects = delete_thing(session, BelongingsKind.BOTS, screen.bot_id)
            session = session.on(replace(screen, is_deleted=True))
            return session, (*effects, _gone(bot), Focus("restore-bot"))
        case Command.KEEP_AGAIN if screen.is_deleted:
            session, effects = _kept(session, replace(screen, is_deleted=False), bot)
            return session, (*effects, Focus("bot-source"))
        case WorkshopCommand.TAKE_TEST:
            return _with_test(session, screen)
        case ExamplesFetched(text=text):
            return session.on(replace(screen, examples=_examples(bot.game, text))), ()
        case LookAtPlayed(number) if screen.trial is not None and number > 0:
            return _look_at(session, screen, screen.trial.played[number - 1 : number])
        case LookAtSeries(one) if (
            one in session.kept.of(PlayedSeries).of(bot.game) and not screen.running
        ):
            return _look_at_series(session, screen, one)
        case OpenPlayed(at_ms) if isinstance(screen.board, Match):
            match = screen.board.show(len(screen.board.turns))
            return begin(session, match, at_ms, replaces=False)
        case ImportFiles(sources):
            return _taken(session, screen, sources)
    return session, ()


def _with_choice(screen: WorkshopScreen, name: str, value: str) -> WorkshopScreen:
    if name == "rival":
        return replace(screen, rival=_rival_of(value, screen.bot.game) or screen.rival)
    if name == "matches" and value in map(str, SERIES_LENGTHS):
        return replace(screen, matches=int(value))
    if name == "limit" and value in map(str, LIMITS_S):
        return replace(screen, limit_s=int(value))
    return screen


def _rival_of(value: str, game: str) -> Rival | None:
    """Whom the list of rivals calls so; None for nobody."""
    if value.startswith(OWN_BOT):
        return OwnRival(value.removeprefix(OWN_BOT))
    return HouseRival(value) if value in house_bots(game) else None


def _kept(session: Session, screen: WorkshopScreen, bot: OwnBot) -> Result:
    """Keep the bot as it is now, if it was changed, or was not kept yet; not if it was deleted."""
    session = session.on(replace(screen, bot=bot))
    if screen.is_deleted:
        return session, ()
    return keep_thing(session, "workshop", screen.bot_id, bot)


def _gone(bot: OwnBot) -> Effect:
    """The address leads to no bot that was deleted."""
    return Go(Link("workshop", bot.game).text, replaces=True)


def _begun(session: Session, game: str, stem: str, source: str) -> Result:
    session, bot_id = session.with_new_id()
    name = session.kept.of(Bots).free_name(stem)
    return _shown(session, bot_id, OwnBot(game=game, name=name, source=source))


def _begun_beside(session: Session, game: str, stem: str, source: str) -> Result:
    """A new bot comes on screen in the place of another one, to which a step back leads: the
    address is not that of the other one any more."""
    session, effects = _begun(session, game, stem, source)
    return session, (Go(Link("workshop", game).text), *effects)


def _taken(
    session: Session, screen: WorkshopScreen, sources: tuple[tuple[str, str], ...]
) -> Result:
    """Files of bots were given: each becomes a bot, and the last one comes on screen."""
    effects: tuple[Effect, ...] = ()
    for name, text in sources:
        if len(text) > MAX_SOURCE or "\0" in text or not name.endswith(SUFFIX):
            return replace(session, notice=NoBotFile(name)), effects
        stem = own_name(name.removesuffix(SUFFIX)) or NAME_OF_BOTS
        session, more = _begun_beside(session, screen.bot.game, stem, text)
        assert isinstance(session.screen, WorkshopScreen)
        session, kept = _kept(session, session.screen, session.screen.bot)
        effects = (*effects, *more, *kept)
    return session, effects


def _stepped(screen: WorkshopScreen, command: Command) -> WorkshopScreen:
    """The screen with another moment of the match on its board."""
    match = screen.board
    if not isinstance(match, Match):
        return screen
    shown = match.shown
    goals = {Command.FIRST: 0, Command.EARLIER: shown - 1, Command.LATER: shown + 1}
    last = len(match.turns)
    ply = max(0, min(goals.get(command, last), last))
    return screen if ply == shown else screen.laying(screen.on_board.at(match.show(ply)))


def _asked(session: Session, screen: WorkshopScreen, seed: int) -> Result:
    """Ask the bot once what it would play in the position on the board."""
    mine = screen.bot.contestant
    ask = ask_about(position_on(screen), screen.bot.game, mine, seed)
    if ask is None or screen.running is not None:
        return session, ()
    session, effects = _kept(session, screen, screen.bot)
    asked = BotQuestion(ask=ask, limit_ms=1000 * screen.limit_s)
    return session.on(replace(screen.at_work(asked), is_foreign=False)), effects


def _begin_trial(session: Session, screen: WorkshopScreen, seed: int, limit_s: int) -> Result:
    session, effects = _kept(session, screen, screen.bot)
    bots = session.kept.of(Bots).of(screen.bot.game)
    rival = screen.rival
    if isinstance(rival, OwnRival) and rival.bot_id not in bots:
        # It was deleted meanwhile.
        rival = RANDOM
    other = bots[rival.bot_id].contestant if isinstance(rival, OwnRival) else Contestant(rival.name)
    pair = (screen.bot.contestant, other)
    screen = replace(screen, rival=rival).on_work(ended=TrialEnd.STOPPED)
    session, one = session.with_new_id()
    limit_ms = 1000 * limit_s
    trial = League(one, screen.bot.game, pair, screen.matches, seed, limit_ms).going_on().trials[0]
    screen = replace(screen.without_bots_own().at_work(trial), is_foreign=False)
    return session.on(replace(screen, kept_ms=-inf, made_room=0)), effects


def _league(session: Session, screen: WorkshopScreen, seed: int) -> Result:
    """Begin a league of all own bots and the chosen ones of the house."""
    session, effects = _kept(session, screen, screen.bot)
    screen = screen.on_work(ended=TrialEnd.STOPPED)
    entrants = entrants_of(session, screen)
    if len(entrants) < FEWEST_ENTRANTS:
        return session, effects
    limit_ms = 1000 * screen.limit_s
    session, one = session.with_new_id()
    league = League(one, screen.bot.game, entrants, screen.matches, seed, limit_ms).going_on()
    screen = replace(screen.at_work(league), is_foreign=False)
    return session.on(replace(screen, kept_ms=-inf, made_room=0)), effects


def entrants_of(session: Session, screen: WorkshopScreen) -> tuple[Contestant, ...]:
    """Who would play in a league now: own bots, those that were changed last, and the house's."""
    own = {**session.kept.of(Bots).of(screen.bot.game), screen.bot_id: screen.bot}
    house = [Contestant(name) for name in house_bots(screen.bot.game) if name in screen.levels]
    mine = [bot.contestant for one, bot in own.items() if bot.sits or one == screen.bot_id]
    return (*mine[: MOST_ENTRANTS - len(house)], *house)


def house_bots(game: str) -> tuple[str, ...]:
    """The bots of the house that play in series and leagues, by their names."""
    bots = catalog.game_of(game).bots
    return ("random", *map(str, bots.levels if bots is not None else ()))


def _tried(session: Session, screen: WorkshopScreen, seed: int, at_ms: float) -> Result:
    """Play against the bot at the table: a computer of its name, see at_table.py."""
    session, effects = _kept(session, screen, screen.bot)
    if not session.kept.of(Bots).has(screen.bot_id, screen.bot):
        # At the table only a bot that is kept is found.
        return session, effects
    # Of several with the same name, the one that was changed last sits down.
    session, first = keep_value(session, session.kept.of(Bots).having(screen.bot_id, screen.bot))
    setup = with_company(catalog.game_of(screen.bot.game).info.default_setup(), Company.ALONE)
    players = tuple(
        own_player(screen.bot.name) if isinstance(player.controller, Bot) else player
        for player in setup.players
    )
    session, begun = start_match(session, replace(setup, players=players), seed, at_ms)
    return session, (*effects, *first, *begun)


def heard(screen: WorkshopScreen, text: str) -> WorkshopScreen:
    """The screen after something was told of what bots do; what no worker of ours tells ends it."""
    try:
        events = parse_events(text, MAX_TOLD)
    except ValueError:
        return screen.on_work(ended=TrialEnd.FLOOD)
    work = screen.running
    for event in events:
        work = None if work is None else _after(work, event)
    return screen if work is None else screen.having(work)


def _shown_on_board(before: WorkshopScreen, screen: WorkshopScreen, at_ms: float) -> WorkshopScreen:
    """The screen with what bots have done last on its board."""
    was = before.running
    work = screen.now(was) if isinstance(was, Trial) else screen.asked
    return screen if work is None else with_board(screen, work, at_ms)


def _graded(session: Session, screen: WorkshopScreen) -> Result:
    """The session after what was told of bots. If it was the end of a check, the next step of the
    course is done if it has shown so, and no other: each has a check of its own."""
    before = session.screen
    session, trial, goals = session.on(screen), screen.trial, goals_of(screen.bot.game)
    if trial is None or trial.series.contestants[0] != screen.bot.contestant:
        return session, ()
    was = before.trial if isinstance(before, WorkshopScreen) else None
    step = steps_done(session.kept.of(Bots), screen.bot)
    has_just_ended = trial.ended is not None and (was is None or was.ended is None)
    if not has_just_ended or step >= len(goals) or not is_check_of(trial, goals[step]):
        return session, ()
    verdict = verdict_on(trial, step + 1)
    screen = replace(screen, played=PlayedTrial(trial, verdict))
    if isinstance(verdict, Passed):
        screen = replace(screen, tries=0)
        return _kept(session, screen, with_step(screen.bot, verdict.step))
    screen = replace(screen, tries=screen.tries + 1)
    if isinstance(verdict, Lapsed):
        match = match_of(trial.played[verdict.match - 1], screen.bot.game)
        if match is not None:
            screen = screen.laying(BesideFile(match.show(verdict.turn - 1)))
    return session.on(screen), ()


def _after(work: Trial | BotQuestion, event: Event) -> Trial | BotQuestion:
    match event:
        case WorkerReady():
            return replace(work, is_ready=True)
        case Printed(line):
            return replace(work, printed=(*work.printed, line)[-MOST_PRINTED:])
        case Failed(failure):
            failure = _own(failure, work) if isinstance(work, BotQuestion) else failure
            return replace(work, failure=failure, ended=end_of(failure))
    return _answered(work, event) if isinstance(work, BotQuestion) else _played_on(work, event)


def _answered(asked: BotQuestion, event: Event) -> BotQuestion:
    match event:
        case Acted(ticket, action) if ticket == asked.ask.ticket:
            if not is_possible(asked.ask, action):
                return replace(asked, ended=TrialEnd.FLOOD)
            return replace(asked, is_ready=True, said=event, ended=TrialEnd.DONE)
    return asked


def _played_on(trial: Trial, event: Event) -> Trial:
    series = trial.series
    match event:
        case MatchPlayed(job=series.job) if len(trial.played) < series.matches:
            return replace(trial, is_ready=True, played=(*trial.played, event))
        case Lost(series.job, failure, place) if len(trial.played) < series.matches and place < len(
            series.contestants
        ):
            return trial.losing(failure, place)
        case Done(series.job):
            return trial.done()
    return trial


def _own(failure: Failure, asked: BotQuestion) -> Failure:
    """What was told of a bot, with what is known here: of whom, and of which position."""
    ask = asked.ask
    return replace(failure, name=ask.bot.name, position=ask.position, seat=ask.seat)


def _with_test(session: Session, screen: WorkshopScreen) -> Result:
    """The bot's file with a test of the position at which it has failed."""
    bot, failure = screen.bot, screen.latest.failure if screen.latest is not None else None
    if failure is None or not failure.position:
        return session, ()
    named = (name for name in ("evaluate", "see") if f"def {name}(" in bot.source)
    test = TEST.format(
        game=bot.game,
        position=failure.position,
        contract=next(named, "choose"),
        seat=failure.seat or 1,
    )
    source = bot.source.rstrip("\n") + "\n" + test
    if len(source) > MAX_SOURCE:
        return replace(session, notice=NoBotFile(f"{bot.name}{SUFFIX}")), ()
    session, effects = _kept(session, screen, replace(bot, source=source))
    return session, (*effects, Focus("bot-source"))


def _examples(game: str, text: str | None) -> tuple[tuple[str, str], ...]:
    """Those of the examples that play a game, which they say in their first line."""
    try:
        found = parse(text or "{}", MAX_EXAMPLES, _EXAMPLES, "examples")
    except ValueError:
        # A network's login, for one, answers every request with its page.
        return ()
    return tuple((name, source) for name, source in found.items() if _plays(game, source))


def _plays(game: str, source: str) -> bool:
    """Whether an example plays a game: it names it, or says "a game" of those taken in turns."""
    playing, _, _ = source.lstrip('"').partition(":")
    known = catalog.game_of(game)
    kinds = ("Any game", "A game") if known.reaction_bots is None else ("Any game",)
    return known.info.title in playing or playing.startswith(kinds)


def _look_at(session: Session, screen: WorkshopScreen, chosen: tuple[MatchPlayed, ...]) -> Result:
    """Put a match of the series on the board, from its beginning; what was told may be no match at
    all."""
    for one in chosen:
        match = match_of(one, screen.bot.game)
        if match is not None:
            screen = screen.laying(BesideFile(match.show(0)))
            return session.on(screen), (Focus("bot-board"),)
    return session, ()


def _look_at_series(session: Session, screen: WorkshopScreen, one: ThingId) -> Result:
    series = session.kept.of(PlayedSeries).by_id[one]
    try:
        screen = _with_series(screen, one, series)
    except ValueError as error:
        return _set_aside(session, session.kept.of(PlayedSeries).without(one), (f"{one}: {error}",))
    return session.on(screen), (Focus("bot-series" if series.bot else "league-title"),)
