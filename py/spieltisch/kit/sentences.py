"""What the page says, apart from the games: notices, and who is to move."""

from spieltisch.kit.scene import GameView, Scene
from spieltisch.kit.words import Words
from spieltisch.table import MAX_SEED, Gate, Seat
from spieltisch.table.graphemes import shortened

MOST_SHOWN = 40
"""How many characters of a typed text are quoted."""


def notice_text(kind: str, facts: tuple[str, ...], words: Words) -> str:
    """What went wrong and what to do, for a notice of the session."""
    if kind in ("link", "action"):
        facts = tuple(map(_short, facts))
    if kind == "link":
        return _link_text(*facts, words=words)
    if kind == "action":
        text, example = facts
        return words.gettext(
            "“{text}” cannot be played now. A move that can is written {example}."
        ).format(text=text, example=example)
    if kind == "older":
        number, length = facts
        return words.gettext(
            "The link is older than your match: it stands at move {number} of {length}."
        ).format(number=number, length=length)
    if kind in ("live", "copied"):
        return (_live_text if kind == "live" else _copied_text)(*facts, words=words)
    if kind in ("key-taken", "key-reserved"):
        return _key_text(*facts, words=words)
    if kind in ("exported", "exported-all", "deleted", "deleted-damaged", "saved-damaged"):
        return _counted_text(kind, *map(int, facts), words=words)
    texts = {
        "held": words.gettext(
            "Time stands still, so nothing was played. Play the move once everyone is ready."
        ),
        "copy": words.gettext("This could not be sent or copied. Copy it from here."),
        "no-picture": words.gettext("The picture could not be drawn. Try it once more."),
        "file-unreadable": words.gettext(
            "The browser could not read the files. Nothing was imported."
        ),
        "language": words.gettext(
            "{name} could not be loaded. Choose it again once there is a network."
        ),
        "too-long": words.gettext("The match is too long for a link. Share a part of it."),
        "damaged": words.gettext(
            "Something that is kept here is damaged, so it was set aside; all else is there. It is"
            " listed in the settings."
        ),
        "storage-full": words.gettext(
            "There is no room left to keep your match, so a reload would lose it. Free some room"
            " in the browser's storage, or copy the link with Share."
        ),
        "storage-blocked": words.gettext(
            "The browser does not let this page keep your match, so a reload would lose it. Allow"
            " storage for this site, or copy the link with Share."
        ),
        "storage-newer": words.gettext(
            "Another tab has a newer version of this page, so this one can no longer keep your"
            " match. Reload it."
        ),
        "storage-lost": words.gettext(
            "The browser has stopped keeping your match. What you play is still here, and is kept"
            " as soon as that works again: leave this tab open."
        ),
        "storage-unread": words.gettext(
            "The browser has not yet given this page what it keeps here: your matches and puzzles."
            " They are not lost: they appear as soon as it does. If not, load the page again."
        ),
        "update": words.gettext("A new version is ready."),
        "update-elsewhere": words.gettext(
            "Close the other tab first: it still has the old version."
        ),
    }
    return texts[kind].format(link=facts[0] if facts else "", name=facts[0] if facts else "")


def _counted_text(kind: str, count: int, damaged: int = 0, *, words: Words) -> str:
    """How much has been saved or deleted, and how much of that is damaged."""
    texts = {
        "exported": words.ngettext(
            "{n} match is in the file.", "{n} matches are in the file.", count
        ),
        "exported-all": words.ngettext(
            "{n} match and all else that is kept here are in the file.",
            "{n} matches and all else that is kept here are in the file.",
            count,
        ),
        "deleted": words.ngettext("{n} match is deleted.", "{n} matches are deleted.", count),
        "deleted-damaged": words.ngettext(
            "{n} damaged entry is deleted.", "{n} damaged entries are deleted.", count
        ),
        "saved-damaged": words.ngettext(
            "{n} damaged entry is in the file.", "{n} damaged entries are in the file.", count
        ),
    }
    told = texts[kind].format(n=count)
    if not damaged:
        return told
    more = words.ngettext(
        "{n} of them is damaged and there as it is.",
        "{n} of them are damaged and there as they are.",
        damaged,
    )
    return f"{told} {more.format(n=damaged)}"


def _short(fact: str) -> str:
    return shortened(fact, MOST_SHOWN)


def _link_text(part: str, value: str, *, words: Words) -> str:
    texts = {
        "page": words.gettext("The link leads to “{value}”; there is no such page here."),
        "game": words.gettext("The link asks for the game “{value}”, which is not on this table."),
        "seats": words.gettext(
            "The link's seats are “{value}”. Each must be human or a computer of this game, such as"
            " bot:3, with commas between them."
        ),
        "names": words.gettext("The link has more names than seats: “{value}”."),
        "clock": words.gettext(
            "The link's clock is “{value}”; it must be minutes + seconds, such as 5+3."
        ),
        "seed": words.gettext(
            "The link's seed is “{value}”; it must be a whole number from 0 to {largest}."
        ),
        "field": words.gettext("The link speaks of “{value}”, which means nothing here."),
        "puzzle": words.gettext("The puzzle “{value}” of the link is not among those here."),
        "match": words.gettext("The match that the link leads to is not kept on this device."),
        "record": words.gettext(
            "The record in the link is damaged or cut short. Ask for the whole link."
        ),
        "format": words.gettext(
            "The link was made by a newer version of this page. Reload the page to get it."
        ),
        "rules": words.gettext(
            "The match in the link was played by another version of the game's rules."
        ),
        "deal": words.gettext(
            "The match in the link does not begin with what was dealt for it: it was tampered with."
        ),
        "turn": words.gettext(
            "Move {value} of the match in the link is against the rules, so none of it is opened."
        ),
        "size": words.gettext("The match in the link is too long to be opened."),
        "code": words.gettext("The code is damaged or cut short. Ask for the whole of it."),
        "other-version": _other_version(words),
    }
    return texts[part].format(value=value, largest=MAX_SEED)


def _other_version(words: Words) -> str:
    return words.gettext(
        "The other device has another version of this page. Reload the page on both, then invite"
        " once more."
    )


def _live_text(kind: str, number: str = "", *, words: Words) -> str:
    """What went wrong, or has changed, where people play live."""
    texts = {
        "damaged": words.gettext("The code is damaged or cut short. Ask for the whole of it."),
        "format": words.gettext(
            "The code was made by a newer version of this page. Reload the page to get it."
        ),
        "other-version": _other_version(words),
        "other-answer": words.gettext(
            "This is the answer to another invitation. Send yours, and take the answer to it."
        ),
        "own-invitation": words.gettext(
            "This is your own invitation. Send it; what comes back goes here."
        ),
        "stun": words.gettext(
            "This is no address of a STUN server. It looks like stun:host or stun:host:port."
        ),
        "no-network": words.gettext(
            "There is no connection. Both devices must be on one network, such as the same Wi-Fi."
        ),
        "left": words.gettext("The other side has left. The match is kept; go on by link."),
        "left-for-good": words.gettext("The other side has left. The match is kept."),
        "refused-match": words.gettext(
            "What the other side offers is no match that can be played here, so it was refused."
        ),
        "refused-seat": words.gettext(
            "Your host wanted to go on with somebody else on your seat, so the connection was"
            " closed. Your match is kept."
        ),
        "refused-sealed": words.gettext(
            "What came up is not what your host had sealed at the start, so the match ends here."
        ),
        "refused-theirs": words.gettext(
            "The other side sent a move that does not fit this match. It was not played."
        ),
        "flooded": words.gettext(
            "The other device sent far more than anybody can play, so the connection was closed."
            " Nothing of the match is lost."
        ),
        "back-declined": words.gettext("The others would rather not have that move taken back."),
        "refused-ours": words.gettext(
            "Move {number} does not fit the match as the other side has it: it was not"
            " accepted there."
        ),
    }
    return texts[kind].format(number=number)


def _copied_text(what: str, count: str, *, words: Words) -> str:
    """What has been copied: the ``whole`` match, what there is of it ``so-far``, or a ``part``; the
    link to a ``puzzle``, or the ``result`` of the day's; or a ``code`` to play live."""
    if what == "code":
        return words.gettext("Copied.")
    number = int(count)
    if what == "puzzle":
        return words.gettext("The link to the puzzle is copied.")
    if what == "result":
        return words.gettext("Your result is copied.")
    if what == "whole":
        told = words.ngettext(
            "The link to the whole match is copied: {n} move.",
            "The link to the whole match is copied: {n} moves.",
            number,
        )
    elif what == "so-far":
        told = words.ngettext(
            "The link to the match so far is copied: {n} move.",
            "The link to the match so far is copied: {n} moves.",
            number,
        )
    else:
        told = words.gettext("The link to the match up to move {n} is copied.")
    return told.format(n=number)


def _key_text(key: str, seat: str = "", word: str = "", *, words: Words) -> str:
    """Why a key cannot be bound: another player's word has it, or it is reserved."""
    if not seat:
        return words.gettext(
            "The key {key} works the page or plays on a board. Press another."
        ).format(key=key)
    return words.gettext("The key {key} is player {seat}'s {word} already. Press another.").format(
        key=key, seat=seat, word=word
    )


def computer_name(level: int, words: Words) -> str:
    """The name of a bot that is the only one at the table."""
    return words.gettext("Computer {level}").format(level=level)


def gate_text(gate: Gate, words: Words) -> str:
    """What a race waits for."""
    if gate.opens_at_ms is not None:
        return words.gettext("Three seconds, then it starts.")
    texts = {
        "start": words.gettext("Everyone ready?"),
        "return": words.gettext("Go on with the match?"),
        "turn": words.gettext("Go on with the match?"),
        "pause": words.gettext("Pause"),
    }
    return texts[gate.reason]


def gate_hint(gate: Gate, words: Words, others: str = "") -> str:
    """What the wait means for those at the table; ``others`` as in Scene."""
    if gate.opens_at_ms is not None:
        return ""
    if others:
        texts = {
            "missing": words.gettext("It begins when everyone is there."),
            "asked": words.gettext("It begins for all at once, when everyone is ready."),
            "awaited": words.gettext("You are ready. The others are not yet."),
            "seated": words.gettext("It begins when all have pressed Ready on their phones."),
        }
        return texts[others]
    if gate.reason == "pause":
        return words.gettext("No clock runs, and no computer thinks.")
    if gate.reason == "turn":
        return words.gettext("The clocks wait for you. A move starts them at once.")
    return words.gettext("Clocks and computers wait for you. A call starts at once.")


BOT_NAMES = ("Ada", "Bruno", "Clara", "Dora", "Emil", "Frida")
"""The bots' names by seat, so that no two have the same; in every language."""


def bot_name(seat: Seat, level: int) -> str:
    """The name of a bot where there are several."""
    return f"{BOT_NAMES[(seat - 1) % len(BOT_NAMES)]} {level}"


def thinking_text(thinker: str, name: str, words: Words) -> str:
    """Whose turn it is, and what the computer is doing; ``thinker`` as in Scene."""
    if not thinker:
        return words.gettext("{name} to move").format(name=name)
    if thinker == "starting":
        return words.gettext("{name} is sitting down").format(name=name)
    return words.gettext("{name} is thinking").format(name=name)


def announcement(name: str, left: int, words: Words) -> str:
    """A bot says that nothing can keep it from winning; ``left`` counts everybody's moves."""
    return words.ngettext(
        "{name} sees its win: {n} more move at most.",
        "{name} sees its win: {n} more moves at most.",
        left,
    ).format(name=name, n=left)


def advice_text(scene: Scene, view: GameView, look: str) -> str:
    """What was told on request; empty where nothing was asked.

    Args:
        scene: with its ``help``.
        view: the game, for what the action does.
        look: the first step, in the game's words.
    """
    told, words = scene.help, scene.words
    if told is None:
        return ""
    if told.is_awaited:
        return words.gettext("Looking for a hint …")
    if told.turn is None or told.step == 1:
        return look
    sentence = view.action_sentence(told.turn, scene.names, words)
    return words.gettext("The hint: {action}. {sentence}").format(
        action=told.moves[0], sentence=sentence
    )
