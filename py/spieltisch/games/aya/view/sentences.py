"""AYA in words: what happened, what is to be done, who won, and answers for those who listen."""

from collections.abc import Iterable

from spieltisch.games.aya.rules import duties
from spieltisch.games.aya.rules.choice import AyaChoice, word
from spieltisch.games.aya.rules.duties import AyaEnd
from spieltisch.games.aya.rules.events import AyaEvent
from spieltisch.games.aya.rules.position import AyaPosition
from spieltisch.games.aya.rules.table import OpenCard
from spieltisch.games.aya.rules.track import LEFT, Move, pattern_of
from spieltisch.games.aya.view.cards import card_text, cards_count_text, is_cleared_in_order
from spieltisch.games.aya.view.track import site_label, tab_stop, track_text
from spieltisch.kit.names import Names
from spieltisch.kit.scene import HelpModel, Scene
from spieltisch.kit.words import Words
from spieltisch.table import Outcome, Seat, Turn


def seat_name(seat: Seat, words: Words) -> str:
    return words.gettext("Player {number}").format(number=seat)


def told_event(turn: Turn) -> AyaEvent:
    """The event that a turn's sentence tells: the last, as it is the result of those before it. How
    the match ended is told separately."""
    return next(event for event in reversed(turn.events) if isinstance(event, AyaEvent))


def is_exceptional(event: AyaEvent) -> bool:
    """Whether an event is the exceptional move, which takes two balls."""
    return event.kind == "moved" and len(event.sites) > 2


def move_text(move: Move, words: Words) -> str:
    if move[1] == LEFT:
        return words.gettext("ball {number} to the left").format(number=move[0])
    return words.gettext("ball {number} to the right").format(number=move[0])


def moves_text(moves: Iterable[Move], words: Words) -> str:
    return words.gettext(", then ").join(move_text(move, words) for move in moves)


def cards_text(cards: Iterable[OpenCard], words: Words) -> str:
    return "; ".join(card_text(card.card, words) for card in cards)


def action_sentence(turn: Turn, names: Names, words: Words) -> str:
    """An action and what it brought about, for those who listen: with the cards, which others see,
    and the track, if it changed."""
    event = told_event(turn)
    told = [event_sentence(turn, event, names, words)]
    if event.cards:
        cards = words.gettext("Matched: {cards}.")
        told.append(cards.format(cards=cards_text(event.cards, words)))
    if turn.after.track != turn.before.track:
        told.append(f"{track_text(turn.after.track, words)}.")
    return " ".join(told)


def event_sentence(turn: Turn, event: AyaEvent, names: Names, words: Words) -> str:
    """One event of a turn in a sentence, with the card that it cost."""
    templates = _templates(turn, event, words)
    told = templates[0 if event.seat == names.you else -1].format(
        name=names.called(event.seat, words),
        oye=word(turn.before, duties.OYE),
        move=move_text(turn.action, words) if len(turn.action) == 2 else "",
        n=_number_shown(turn) if event.kind == "missed" else event.count,
        missed=moves_text(event.overlooked[0].moves, words) if event.overlooked else "",
    )
    return " ".join(filter(None, (told, _lost_text(turn, event, names, words))))


def mark(event: AyaEvent) -> str:
    """What an event is called in the page: its kind, or which call or which move it was."""
    if event.kind == "called":
        return "refuting" if event.call == duties.REFUTE else event.call
    return "exceptional" if is_exceptional(event) else event.kind


def _templates(turn: Turn, event: AyaEvent, words: Words) -> tuple[str, ...]:
    """How an event is told to the person who did it, and of anybody else; once for what begins with
    a name and a colon, as it is the same for both."""
    gettext = words.gettext
    match mark(event):
        case "aya":
            return gettext("You call AYA."), gettext("{name} calls AYA.")
        case "oye":
            to_you = gettext("You call {oye}: nothing can be matched.")
            return to_you, gettext("{name} calls {oye}: nothing can be matched.")
        case "refuting":
            return gettext("You want to show a match."), gettext("{name} wants to show a match.")
        case "exceptional":
            to_you = gettext(
                "Your exceptional move: the two outer balls of the zone go out, each at its own "
                "end."
            )
            return to_you, gettext(
                "{name}'s exceptional move: the two outer balls of the zone go out, each at its "
                "own end."
            )
        case "moved":
            return (gettext("{name}: {move}. No match yet, but a light card gives a second move."),)
        case "matched":
            matched = words.ngettext(
                "{name}: {move} matches {n} card.", "{name}: {move} matches {n} cards.", event.count
            )
            return (matched,)
        case "refuted":
            to_you = gettext("You show a match, {move}, and refute the {oye}.")
            return to_you, gettext("{name} shows a match, {move}, and refutes the {oye}.")
        case "taken-back":
            to_you = gettext("That is no match, so the track goes back to where it was.")
            return to_you, gettext("{name} shows no match, so the track goes back to where it was.")
        case "conceded":
            return gettext("You see no match either."), gettext("{name} sees no match either.")
        case "stood" if event.overlooked:
            to_you = gettext("Your {oye} stands, though everybody missed a match: {missed}.")
            return to_you, gettext(
                "{name}'s {oye} stands, though everybody missed a match: {missed}."
            )
        case "stood":
            to_you = gettext("Your {oye} stands: there was no match.")
            return to_you, gettext("{name}'s {oye} stands: there was no match.")
        case "missed" if event.has_expired:
            return gettext("You ran out of time."), gettext("{name} ran out of time.")
        case "missed" if turn.action == duties.STOP:
            return gettext("You stop: no match."), gettext("{name} stops: no match.")
        case "missed" if _number_shown(turn):
            return (gettext("{name}: {move} shows card {n}, but the cards go in order."),)
    return (gettext("{name}: {move} matches nothing."),)


def _number_shown(turn: Turn) -> int:
    """Which card of a row that is cleared in order the track shows after a move, from 2, though it
    is not its turn yet; 0 if none."""
    position = turn.before
    if not is_cleared_in_order(position):
        return 0
    shown = pattern_of(turn.after.track)
    patterns = [card.pattern for card in position.table.row]
    return patterns.index(shown) + 1 if shown in patterns else 0


def _lost_text(turn: Turn, event: AyaEvent, names: Names, words: Words) -> str:
    """Who loses a card by a failed or a standing call, in the variant in which piles are lost."""
    if turn.before.variant.name != "aya-oye" or event.kind == "matched":
        return ""
    counts = zip(turn.before.scores, turn.after.scores, strict=True)
    losers = [seat for seat, (had, has) in enumerate(counts, start=1) if has < had]
    if names.you in losers:
        return words.gettext("You lose your top card.")
    if event.overlooked:
        # Room for the matches that nobody saw: who loses by that is plain.
        return ""
    if len(losers) > 1:
        return words.gettext("The others lose their top cards.")
    lost = words.gettext("{name} loses the top card.")
    return lost.format(name=names[losers[0] - 1]) if losers else ""


def tie_text(scene: Scene) -> str:
    """Says that the last call was a tie, decided by lot; empty if it was not."""
    tie, words = scene.tie, scene.words
    if tie is None or scene.last is None or scene.last.seat != tie.seats[0]:
        return ""
    return scene.names.told(
        tie.seats[0],
        words.gettext("{names} tied, {margin} ms apart. By lot, you go first."),
        words.gettext("{names} tied, {margin} ms apart. By lot, {name} goes first."),
        names=", ".join(scene.names.called(seat, words) for seat in sorted(tie.seats)),
        margin=round(tie.margin_ms),
    )


def still_owed(position: AyaPosition) -> duties.Duty | None:
    """What the table waits for; None when the match is over, also if somebody has resigned."""
    return None if position.outcome is not None else position.duty


def status(scene: Scene) -> str:
    words, position, names = scene.words, scene.position, scene.names
    duty = still_owed(position)
    if isinstance(duty, duties.Calling):
        if duties.OYE in duty.calls:
            return words.gettext("Who calls first?")
        return words.gettext("The first to call AYA begins.")
    if isinstance(duty, duties.Oye):
        if names.you in position.owing_seats:
            return words.gettext("Can you show a match?")
        to_you = words.gettext("Can anybody refute you?")
        return names.told(duty.caller, to_you, words.gettext("Can anybody refute {name}?"))
    if isinstance(duty, duties.ExceptionalMove):
        to_you = words.gettext("Your exceptional move")
        return names.told(duty.seat, to_you, words.gettext("{name}: exceptional move"))
    if isinstance(duty, duties.Attempt):
        if position.seats == 1 and not duty.is_second:
            left = len(position.table.row) + len(position.table.stock)
            return words.ngettext("{n} card left", "{n} cards left", left).format(n=left)
        to_you, of_other = words.gettext("Your turn"), words.gettext("{name} to move")
        if duty.is_second:
            to_you = words.gettext("Your second move")
            of_other = words.gettext("{name}: second move")
        elif duty.demonstration:
            to_you = words.gettext("Show your match")
            of_other = words.gettext("{name} shows a match")
        return names.told(duty.seat, to_you, of_other)
    return words.gettext("The game is over")


def goal(scene: Scene) -> str:
    words = scene.words
    texts = {
        "aya-oye": words.gettext("See a card's pattern on the track before the others do."),
        "turbo": words.gettext("See a card's pattern first, and win the most cards."),
        "kindergarten": words.gettext("Make the track show the cards, and win the most."),
        "rumkugeln": words.gettext("Make the track show your cards, and get rid of them first."),
        "tueftler": words.gettext("Clear all the cards, one by one, without a miss."),
    }
    return texts[scene.position.variant.name]


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
        told = words.gettext("See a match? Call AYA. Sure there is none? Call {oye}.")
        return told.format(oye=oye)
    if isinstance(duty, duties.Oye):
        return words.gettext(
            "If you see a match, call AYA and show it. If you are sure there is none, call {oye}."
        ).format(oye=oye)
    if not isinstance(duty, duties.Attempt):
        return ""
    if choice.ball:
        return words.gettext("Ball {number}. Now choose the end, left or right.").format(
            number=choice.ball
        )
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
        return words.gettext("Call AYA first, then show your match.")
    return None


def _help_text(told: HelpModel, words: Words) -> str:
    if told.is_lost:
        return words.gettext("From here you can't clear all the cards. Take back a move.")
    if told.step == 0:
        return words.gettext("You can still clear all the cards.")
    if told.step == 1:
        return words.gettext("There is a card you can match now and still clear the rest.")
    cards = cards_text(told.cards, words)
    if told.step == 2:
        count = len(told.cards)
        found = words.ngettext("The card is {cards}.", "The cards are {cards}.", count)
        return found.format(cards=cards)
    turn = f"{moves_text(told.moves, words)} ({cards})."
    return words.gettext("Just a hint – {turn}").format(turn=turn)


def outcome_sentence(outcome: Outcome, names: Names, words: Words) -> str:
    winners = words.gettext(" and ").join(
        names.called(seat, words) for seat in sorted(outcome.winners)
    )
    scores = outcome.scores or (0,)
    n_cards = cards_count_text(scores[min(outcome.winners, default=1) - 1], words)
    if len(outcome.winners) > 1:
        shared = words.gettext("{winners} share the win with {n_cards} each.")
        return shared.format(winners=winners, n_cards=n_cards)
    gettext = words.gettext
    texts = {
        AyaEnd.NO_CARDS: (
            gettext("A pile is used up: you win with {n_cards}."),
            gettext("A pile is used up: {winners} wins with {n_cards}."),
        ),
        AyaEnd.ALL_WON: (
            gettext("All cards are won: you win with {n_cards}."),
            gettext("All cards are won: {winners} wins with {n_cards}."),
        ),
        AyaEnd.STUCK: (
            gettext("Three AHAs in a row stood: you win with {n_cards}."),
            gettext("Three AHAs in a row stood: {winners} wins with {n_cards}."),
        ),
        AyaEnd.STOCK_TURNED_OVER: (
            gettext("The stock is used up: you win with {n_cards}."),
            gettext("The stock is used up: {winners} wins with {n_cards}."),
        ),
        AyaEnd.LAST_CARD: (
            gettext("You have discarded your last card and win."),
            gettext("{winners} has discarded the last card and wins."),
        ),
        AyaEnd.ALL_OPEN_CARDS: (
            gettext("You have discarded all your open cards in one turn and win."),
            gettext("{winners} has discarded all open cards in one turn and wins."),
        ),
        AyaEnd.THREE_IDLE_TURNS: (
            gettext("Three turns without a discard: you win with {n_cards} left."),
            gettext("Three turns without a discard: {winners} wins with {n_cards} left."),
        ),
        AyaEnd.AYA_MASTER: (
            gettext("All cards cleared without a miss: you are an AYA master!"),
            gettext("All cards cleared without a miss: {winners} is an AYA master!"),
        ),
        AyaEnd.RUN_BROKEN: (gettext("The run is over after {n_cards}."),),
    }
    told = texts[AyaEnd(outcome.reason)][0 if names.you in outcome.winners else -1]
    return told.format(winners=winners, n_cards=n_cards)


def answer(scene: Scene, key: str) -> str:
    position: AyaPosition = scene.position
    words = scene.words
    match key:
        case "h":
            return site_label(scene, tab_stop(scene))
        case "k":
            return f"{track_text(position.track, words)}."
        case "o":
            # Of a row that is cleared in order all cards lie open, though one alone counts.
            table = position.table
            cards = table.in_row() or position.variant.open_cards(table, None)
            texts = [_open_card(scene, card) for card in cards]
            if not cards:
                return words.gettext("No card is open.")
            if scene.asked == 0:
                return "; ".join(texts)
            number = (scene.asked - (scene.asked > 0)) % len(cards)
            told = words.gettext("Card {n} of {count}, {card}")
            return told.format(n=number + 1, count=len(cards), card=texts[number])
        case "d":
            told = status(scene)
            told += "" if told.endswith((".", "?")) else "."
            return " ".join(filter(None, (told, hint(scene))))
        case "s":
            return _scores(scene, position)
        case "e" if scene.last is not None:
            return action_sentence(scene.last, scene.names, words)
    return words.gettext("No move yet.")


def _open_card(scene: Scene, card: OpenCard) -> str:
    words, text = scene.words, card_text(card.card, scene.words)
    if card.owner:
        who = scene.names.called(card.owner, words)
    elif card.pile.startswith("neutral"):
        who = words.gettext("neutral pile {n}").format(n=card.pile.removeprefix("neutral"))
    else:
        return text
    return words.gettext("{who}: {what}").format(who=who, what=text)


def _scores(scene: Scene, position: AyaPosition) -> str:
    words, table = scene.words, position.table
    seats, neutral = enumerate(position.scores, start=1), words.gettext("neutral pile {n}")
    piles = [(scene.names.called(seat, words), score) for seat, score in seats]
    piles += [(neutral.format(n=n), len(pile)) for n, pile in enumerate(table.neutral, start=1)]
    if table.stock:
        piles.append((words.gettext("stock"), len(table.stock)))
    told = words.gettext("{who}: {what}")
    return ", ".join(told.format(who=who, what=score) for who, score in piles)
