"""AYA in words: what happened, what is to be done, who won, and answers for those who listen."""

from collections import Counter
from collections.abc import Iterable
from itertools import groupby

from spieltisch.games.aya.rules import duties
from spieltisch.games.aya.rules.choice import SHOUTS, AyaChoice, word
from spieltisch.games.aya.rules.events import AyaEvent
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.table import OpenCard
from spieltisch.games.aya.rules.track import LEFT, Move, pattern_of
from spieltisch.games.aya.view.cards import card_text, cards_count_text, is_cleared_in_order
from spieltisch.games.aya.view.track import site_label, tab_stop, track_text, zone_text
from spieltisch.kit.names import Names
from spieltisch.kit.scene import HelpModel, Scene
from spieltisch.kit.telling import Teller, read_told
from spieltisch.kit.words import Words
from spieltisch.table import GateReason, Outcome, Seat, Turn

TOLD = read_told(__name__)


def seat_name(seat: Seat, words: Words) -> str:
    return words("Player {number}", number=seat)


def told_event(turn: Turn) -> AyaEvent:
    """The event that a turn's sentence tells: the last, as it is the result of those before it. How
    the match ended is told separately."""
    return next(event for event in reversed(turn.events) if isinstance(event, AyaEvent))


def is_exceptional(event: AyaEvent) -> bool:
    """Whether an event is the exceptional move, which takes two balls."""
    return event.kind == "moved" and len(event.sites) > 2


def move_text(move: Move, words: Words) -> str:
    if move[1] == LEFT:
        return words("ball {number} to the left", number=move[0])
    return words("ball {number} to the right", number=move[0])


def moves_text(moves: Iterable[Move], words: Words) -> str:
    return words.gettext(", then ").join(move_text(move, words) for move in moves)


def cards_text(cards: Iterable[OpenCard], words: Words) -> str:
    return counted_text((card_text(card.card, words) for card in cards), words)


def counted_text(texts: Iterable[str], words: Words) -> str:
    """Texts one after the other; those that are the same are told once, with how often."""
    told = []
    for text, count in Counter(texts).items():
        if count == 1:
            told.append(text)
        elif count == 2:
            told.append(words("{what}, twice", what=text))
        else:
            told.append(words("{what}, {n} times", what=text, n=count))
    return "; ".join(told)


def action_sentence(turn: Turn, names: Names, words: Words) -> str:
    """An action and what one needs to know of it to go on, for those who listen: who, which ball,
    how many cards, which ones are new, and the zone. All else they ask for."""
    event = told_event(turn)
    told = [_short(turn, event, names, words) or event_sentence(turn, event, names, words)]
    if new := _new_cards(turn):
        # In a race nobody's card is better than another's.
        is_race = turn.after.variant.is_timed
        texts = (
            card_text(one.card, words) if is_race else _whose(one, names, words) for one in new
        )
        told.append(words("New: {cards}.", cards=counted_text(texts, words)))
    if turn.after.track != turn.before.track:
        told.append(f"{zone_text(turn.after.track, words)}.")
    return " ".join(told)


def full_sentence(turn: Turn, names: Names, words: Words) -> str:
    """All that an action brought about: also the cards that were matched, and the whole track."""
    event = told_event(turn)
    told = [event_sentence(turn, event, names, words)]
    if event.cards:
        told.append(words("Matched: {cards}.", cards=cards_text(event.cards, words)))
    if turn.after.track != turn.before.track:
        told.append(f"{track_text(turn.after.track, words)}.")
    return " ".join(told)


def _short(turn: Turn, event: AyaEvent, names: Names, words: Words) -> str:
    """What happens most in as few words as can be; empty for all else."""
    kind, move, tell = _kind(turn, event), turn.action, Teller(TOLD, names, words)
    if kind in ("moved", "matched", "missed"):
        kind += "-left" if move[1] == LEFT else "-right"
    elif kind not in ("exceptional", "oye"):
        return ""
    oye = word(turn.before, duties.OYE)
    told = tell(f"short.{kind}", event.seat, n=event.count, ball=move[0], oye=oye)
    return " ".join(filter(None, (told, _lost_text(turn, event, tell))))


def _new_cards(turn: Turn) -> list[OpenCard]:
    """The cards that have come open with an action. What was matched or lost has left its pile, and
    an equal card may have come in its place."""
    event, new = told_event(turn), []
    was = Counter((card.pile, card.card) for card in _open_to_all(turn.before))
    if event.kind == "matched":
        was -= Counter((card.pile, card.card) for card in event.cards)
    for card in _open_to_all(turn.after):
        if was[card.pile, card.card]:
            was[card.pile, card.card] -= 1
        else:
            new.append(card)
    return new


def _open_to_all(position: AyaPosition) -> tuple[OpenCard, ...]:
    # Of a row that is cleared in order all cards lie open, though one alone counts.
    table = position.table
    return tuple(table.in_row() or position.variant.open_cards(table, None))


def event_sentence(turn: Turn, event: AyaEvent, names: Names, words: Words) -> str:
    """One event of a turn in a sentence, with the card that it cost."""
    tell = Teller(TOLD, names, words)
    told = tell(
        f"event.{_kind(turn, event)}",
        event.seat,
        oye=word(turn.before, duties.OYE),
        move=move_text(turn.action, words) if len(turn.action) == 2 else "",
        n=_number_shown(turn) if event.kind == "missed" else event.count,
        missed=moves_text(event.overlooked[0].moves, words) if event.overlooked else "",
    )
    return " ".join(filter(None, (told, _lost_text(turn, event, tell))))


def _kind(turn: Turn, event: AyaEvent) -> str:
    """How an event is told: as which call or move it was, or with why it has failed."""
    has_missed = event.kind == "missed"
    facts = {
        "overlooked": event.kind == "stood" and bool(event.overlooked),
        "expired": has_missed and event.has_expired,
        "stopped": has_missed and turn.action == duties.STOP,
        "out-of-order": has_missed and bool(_number_shown(turn)),
    }
    return next((kind for kind, is_so in facts.items() if is_so), mark(event))


def mark(event: AyaEvent) -> str:
    """What an event is called in the page: its kind, or which call or which move it was."""
    if event.kind == "called":
        return "refuting" if event.call == duties.REFUTE else event.call
    return "exceptional" if is_exceptional(event) else event.kind


def _number_shown(turn: Turn) -> int:
    """Which card of a row that is cleared in order the track shows after a move, from 2, though it
    is not its turn yet; 0 if none."""
    position = turn.before
    if not is_cleared_in_order(position):
        return 0
    shown = pattern_of(turn.after.track)
    patterns = [card.pattern for card in position.table.row]
    return patterns.index(shown) + 1 if shown in patterns else 0


def _lost_text(turn: Turn, event: AyaEvent, tell: Teller) -> str:
    """Who loses a card by a failed or a standing call, in the variant in which piles are lost."""
    if not turn.before.variant.keeps_piles or event.kind == "matched":
        return ""
    counts = zip(turn.before.scores, turn.after.scores, strict=True)
    losers = [seat for seat, (had, has) in enumerate(counts, start=1) if has < had]
    you = tell.names.you
    if you in losers:
        return tell("lost.one", you)
    # Room for the matches that nobody saw: who loses by that is plain.
    if event.overlooked or not losers:
        return ""
    return tell("lost.others") if len(losers) > 1 else tell("lost.one", losers[0])


def tie_text(scene: Scene) -> str:
    """Says that the last call was a tie, decided by lot; empty if it was not."""
    tie, words, names = scene.tie, scene.words, scene.names
    if tie is None or scene.last is None or scene.last.seat != tie.seats[0]:
        return ""
    tied = ", ".join(names.told(seat, words) for seat in sorted(tie.seats))
    margin = round(tie.margin_ms)
    return Teller(TOLD, names, words)("tied", tie.seats[0], names=tied, margin=margin)


def still_owed(position: AyaPosition) -> duties.Duty | None:
    """What the table waits for; None when the match is over, also if somebody has resigned."""
    return None if position.outcome is not None else position.duty


def status(scene: Scene) -> str:
    words, position, you = scene.words, scene.position, scene.names.you
    tell = Teller(TOLD, scene.names, words)
    match duty := still_owed(position):
        case duties.Calling():
            if duties.OYE in duty.calls:
                return words.gettext("Who calls first?")
            return words.gettext("The first to call AYA begins.")
        case duties.Oye():
            asked = you if you is not None and you in position.owing_seats else 0
            return tell("wanted.refutation", duty.caller, asked)
        case duties.ExceptionalMove():
            return tell("wanted.exceptional", duty.seat)
        case duties.Attempt() if position.seats == 1 and not duty.is_second:
            left = len(position.table.row) + len(position.table.stock)
            return words.counted("{n} card left", "{n} cards left", left)
        case duties.Attempt():
            facts = {"second": duty.is_second, "demonstration": duty.demonstration}
            kind = next((kind for kind, is_so in facts.items() if is_so), "move")
            return tell(f"wanted.{kind}", duty.seat)
    return words.gettext("The game is over")


def hint(scene: Scene) -> str:
    words, choice = scene.words, scene.choice
    if scene.help is not None:
        return _help_text(scene.help, words)
    if not isinstance(choice, AyaChoice):
        return ""
    duty, oye = choice.position.duty, word(scene.position, duties.OYE)
    if isinstance(duty, duties.Calling):
        if duties.OYE not in duty.calls:
            return words.gettext("Call AYA to begin. After that you take turns clockwise.")
        return words("See a match? Call AYA. Sure there is none? Call {oye}.", oye=oye)
    if isinstance(duty, duties.Oye):
        # As the buttons say it: {oye} can't be called again.
        return words(
            "See a match? Press “{see}” and show it. None? Press “{none}”.",
            see=words.gettext("I see one"),
            none=words.gettext("I see none"),
        )
    if not isinstance(duty, duties.Attempt):
        return ""
    if choice.ball:
        return words("Ball {number}. Now choose the end, left or right.", number=choice.ball)
    if choice.end:
        return words.gettext("Now choose the ball, 1 to 5.")
    if duty.is_second:
        return words.gettext("You have a second move, for a light card. Choose a ball, or stop.")
    return words.gettext("Choose a ball, 1 to 5, then the end it goes to. Or drag it there.")


def why_not(scene: Scene, token: str) -> str | None:
    """Why a ball or an end that was pressed does nothing: somebody has to call first."""
    words, choice = scene.words, scene.choice
    if not isinstance(choice, AyaChoice) or token in choice.targets or token in choice.pressed:
        return None
    duty = choice.position.duty
    if isinstance(duty, duties.Calling):
        return words.gettext("Call AYA first. Only the caller may move the balls.")
    if isinstance(duty, duties.Oye):
        see = words.gettext("I see one")
        return words("Press “{see}” first, then show your match.", see=see)
    return None


def before_race(scene: Scene) -> str:
    """What a person who listens is told before a race: what the keys do."""
    words, seat = scene.words, min(scene.people, default=0)
    told = [words.gettext("K tells the track, O the open cards.")]
    aya, oye = (scene.keys.get(f"{seat}:{shout}") for shout in SHOUTS)
    if aya and oye and scene.position.variant.is_timed:
        name = word(scene.position, duties.OYE)
        told.append(words("{a} calls AYA, {b} calls {oye}.", a=aya, b=oye, oye=name))
    if scene.gate is not None:
        told.append(words.gettext("The space bar starts the game."))
    return " ".join(told)


def _help_text(told: HelpModel, words: Words) -> str:
    if told.is_lost:
        return words.gettext("From here you can't clear all the cards. Take back a move.")
    if told.is_undecided:
        return words.gettext("It would take too long to find out. Look for yourself!")
    if told.step == 0:
        return words.gettext("You can still clear all the cards.")
    if told.step == 1:
        return words.gettext("There is a card you can match now and still clear the rest.")
    cards = cards_text(told.cards, words)
    if told.step == 2:
        count = len(told.cards)
        return words.counted("The card is {cards}.", "The cards are {cards}.", count, cards=cards)
    turn = f"{moves_text(told.moves, words)} ({cards})."
    return words("Just a hint – {turn}", turn=turn)


def outcome_sentence(outcome: Outcome, names: Names, words: Words) -> str:
    winners = words.listed(names.told(seat, words) for seat in sorted(outcome.winners))
    scores = outcome.scores or (0,)
    n_cards = cards_count_text(scores[min(outcome.winners, default=1) - 1], words)
    winner, how = min(outcome.winners, default=0), outcome.reason
    tell, reason = Teller(TOLD, names, words), f"reason.{how}"
    if len(outcome.winners) > 1:
        winner, how = 0, "shared"
    key = f"ended.{how}" if f"ended.{how}" in TOLD else "ended.counted"
    why = tell(reason) if reason in TOLD else ""
    # To the winner, to the only person here, who has not won, and of others.
    return tell(key, winner, names.you or 0, winners=winners, n_cards=n_cards, reason=why)


def answer(scene: Scene, key: str) -> str:
    position: AyaPosition = scene.position
    words = scene.words
    match key:
        case "h":
            return site_label(scene, tab_stop(scene))
        case "k" if scene.gate is not None and scene.gate.reason is GateReason.PAUSE:
            return words.gettext("The track is covered until the game goes on.")
        case "k":
            return f"{track_text(position.track, words)}."
        case "o" if scene.gate is not None:
            return words.gettext("The cards are covered until the game goes on.")
        case "o":
            cards = _open_to_all(position)
            texts = [_whose(card, scene.names, words) for card in cards]
            if not cards:
                return words.gettext("No card is open.")
            if scene.asked == 0 and is_cleared_in_order(position):
                return "; ".join(texts)
            if scene.asked == 0:
                return _by_owner(cards, scene.names, words)
            number = (scene.asked - (scene.asked > 0)) % len(cards)
            return words(
                "Card {n} of {count}, {card}", n=number + 1, count=len(cards), card=texts[number]
            )
        case "d":
            told = status(scene)
            told += "" if told.endswith((".", "?")) else "."
            return " ".join(filter(None, (told, hint(scene))))
        case "s":
            return _scores(scene, position)
        case "e" if scene.last is not None:
            return full_sentence(scene.last, scene.names, words)
    return words.gettext("No move yet.")


def _by_owner(cards: Iterable[OpenCard], names: Names, words: Words) -> str:
    """Cards, those before one player together."""
    told = []
    for _, some in groupby(cards, lambda card: card.owner or card.pile):
        group = list(some)
        told.append(_laid(group[0], cards_text(group, words), names, words))
    return "; ".join(told)


def _whose(card: OpenCard, names: Names, words: Words) -> str:
    """A card, and before whom it lies."""
    return _laid(card, card_text(card.card, words), names, words)


def _laid(card: OpenCard, what: str, names: Names, words: Words) -> str:
    """What lies where a card does, and before whom."""
    if card.owner:
        who = names.told(card.owner, words)
    elif card.pile.startswith("neutral"):
        who = words("neutral pile {n}", n=card.pile.removeprefix("neutral"))
    else:
        return what
    return words("{who}: {what}", who=who, what=what)


def _scores(scene: Scene, position: AyaPosition) -> str:
    words, table = scene.words, position.table
    seats, neutral = enumerate(position.scores, start=1), words.gettext("neutral pile {n}")
    piles = [(scene.names.told(seat, words), score) for seat, score in seats]
    piles += [(neutral.format(n=n), len(pile)) for n, pile in enumerate(table.neutral, start=1)]
    if table.stock:
        piles.append((words.gettext("stock"), len(table.stock)))
    return ", ".join(words("{who}: {what}", who=who, what=score) for who, score in piles)
