"""Computers that wait until a person has heard what was said (``Settings.hearing``): in a race that
is told, one call takes longer to say than the next takes to come.

What is said is known when it happens, and how long it takes follows from its length and from the
rate that a person has chosen. Until then no bot looks at the position, and no clock of a call
begins (``Timing.planned``). Of what is asked meanwhile the answer is waited for, too, but by bots
alone: else nobody's time would ever be up.
"""

from dataclasses import replace
from math import inf

from spieltisch.app.board.messages import AskBoard, Listened
from spieltisch.app.core.message import Message, TimedMessage
from spieltisch.app.core.news import Asked, Chosen, Dropped
from spieltisch.app.core.notice import WaitsForEars
from spieltisch.app.core.session import At, Result, Session
from spieltisch.app.core.settings import BY_KEY, WAITED_FOR
from spieltisch.app.keeping.writing import with_settings
from spieltisch.play.match import Match

LETTERS_A_WORD = 4
"""What speech makes of a word, with blanks and stops: eSpeak, asked for 175 words a minute, says 11
to 15 letters a second, the fewest in German."""

USUAL_RATE = "175"
QUESTIONS = 2
"""Whoever has asked so often about the board of a race listens."""


def speech_ms(text: str, words_a_minute: int) -> float:
    """How long it takes to say a text.

    >>> speech_ms("Bruno calls AYA. Your turn.", 175)
    2314.285714285714
    """
    return len(text) * 60_000 / (LETTERS_A_WORD * words_a_minute)


def may_wait(match: Match) -> bool:
    """Whether computers or clocks could be waited for: where some act faster than others, and
    nobody plays on another device, who would wait, too."""
    is_fast = match.game.reaction_bots is not None and match.setup.seats > 1
    return is_fast and bool(match.people) and not match.shared and not match.is_led


def waits(session: Session, match: Match) -> bool:
    return session.settings.hearing in WAITED_FOR and may_wait(match)


def with_speech(session: Session, message: Message, told: str) -> Session:
    """The session after a message by which something was ``told``."""
    at = At.of(session)
    if not told or at is None or not isinstance(message, TimedMessage):
        return session
    if not waits(session, at.match):
        return session
    hearing, at_ms, table, news = session.settings.hearing, message.at_ms, at.table, at.table.news
    is_asked = news is not None and isinstance(news.what, Asked | Chosen | Dropped)
    if hearing == BY_KEY:
        # Who asks while nothing is waited for is not held up by the answer.
        return session if is_asked else session.on(replace(table, heard_ms=inf))
    # A key that is pressed cuts short what screen readers are saying.
    begun_ms = at_ms if is_asked or table.heard_ms == inf else max(at_ms, table.heard_ms)
    heard_ms = begun_ms + speech_ms(told, int(hearing))
    later_ms, timing = heard_ms - max(at_ms, table.heard_ms), table.timing
    if later_ms > 0 and timing.is_planned_for(at.match):
        timing = timing.postponed(later_ms, at.match)
    return session.on(replace(table, heard_ms=max(heard_ms, at_ms), timing=timing))


def listened(at: At, message: Listened) -> Result:
    """All has been heard: bots look at the position, and clocks begin, now."""
    table, at_ms = at.table, message.at_ms
    if table.heard_ms <= at_ms:
        return at.session, ()
    timing = table.timing.sooner(at_ms, table.heard_ms, at.match)
    return at.session.on(replace(table, heard_ms=at_ms, timing=timing)), ()


def asking(at: At, message: AskBoard) -> Result:
    """The session with one more question asked. Who asks often listens: from then on it is waited
    for what was said, and that is told."""
    session, table = at.session, replace(at.table, questions=at.table.questions + 1)
    session = session.on(table)
    if session.settings.hearing != "auto" or table.questions < QUESTIONS or not may_wait(at.match):
        return session, ()
    session = replace(session, notice=WaitsForEars())
    return with_settings(session, replace(session.settings, hearing=USUAL_RATE))
