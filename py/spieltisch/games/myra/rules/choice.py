"""Choosing a Myra action with presses, as few and as simple as possible.

Tokens are the sites' names, ``1`` to ``4`` for how many go, and the words ``move``, ``gather``,
``sow`` and ``pass``. What a person does:

- **Move, build, split, capture**: press a pit, press where it goes. All soldiers go unless a
  number is pressed in between (of a fortress four, as it cannot move as a whole; of any troop
  the most that have somewhere to go).
- **Produce**: press an empty pit next to the own queen, with nothing chosen.
- **Sow**: press a troop, ``sow``, then the pits one by one; with the last soldier it is complete.
- **Gather**: press a single soldier, ``gather``, then its neighbours one by one. From two on it is
  playable as it is; pressing the chain's last pit again ends it there, and a chain that cannot go
  on is complete. ``gather`` is offered where three could come together: two are a build, which is
  one press less.
- **Pass**: ``pass``, the only token when nothing else can be done.

``move`` changes from sowing or gathering back to walking. While a chain is traced, pressing one of
its earlier pits goes back to that pit, and any other site changes nothing, so that a slip costs
nothing. With a pit chosen, pressing it again drops it, another own pit is chosen instead, and a
site that leads nowhere drops it too (it never produces: that takes a press with nothing chosen).
``back`` takes back the last press that changed anything.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

from spieltisch.games.myra.rules import core
from spieltisch.games.myra.rules.actions import MyraAction
from spieltisch.games.myra.rules.hexagon import CELL_OF, NEIGHBOURS, mask_of, sites
from spieltisch.games.myra.rules.position import MyraPosition, Piece
from spieltisch.table import Fact, Kind, Seat, Status
from spieltisch.table.fact import gettext_noop


class MyraPress(Kind):
    """Why a pit that is pressed does nothing."""

    FAR = gettext_noop("{site} is not next to {last}. Choose a pit beside {last}.")
    NOT_SINGLE = gettext_noop("Only your single soldiers can be gathered, and {site} holds none.")
    NOT_EMPTY = gettext_noop("{site} is not empty. Soldiers are only sown on empty pits.")
    NO_ROOM = gettext_noop("From {site} the rest would have nowhere to go.")
    EMPTY = gettext_noop("{site} is empty. First choose one of your pits.")
    FORTRESS = gettext_noop("{name} has a fortress on {site}, and a fortress cannot be captured.")
    OTHERS = gettext_noop("{site} belongs to {name}. Choose one of your own pits.")
    QUEEN_IN = gettext_noop(
        "The queen on {site} is shut in: beside her there is no empty pit and nothing to capture."
    )
    SHUT_IN = gettext_noop("The soldiers on {site} are shut in: they have nowhere to go.")


_DIGITS = {str(count): count for count in range(1, core.FORTRESS)}


@dataclass(frozen=True)
class MyraChoice:
    """A partial input; see the module for the scheme."""

    position: MyraPosition
    seat: Seat
    kind: core.ActionKind | None = None
    """None while nothing is chosen; ``move`` (also to build, split or capture), ``gather`` or
    ``sow`` with a pit chosen; ``produce``; ``pass``."""
    soldiers: int = 0
    """How many go; 0 for the queen, and while nothing is chosen."""
    trace: tuple[str, ...] = ()
    """The pits pressed, first the one that is left or gathered from."""
    is_closed: bool = False
    """Whether a gathering that could go on was ended."""
    previous: Self | None = field(default=None, compare=False, repr=False)

    @property
    def site(self) -> str | None:
        return self.trace[0] if self.trace else None

    @property
    def status(self) -> Status:
        if self.action is None:
            return Status.INCOMPLETE
        can_go_on = self.kind == core.GATHER and self.ends and not self.is_closed
        return Status.PLAYABLE if can_go_on else Status.COMPLETE

    @cached_property
    def action(self) -> MyraAction | None:
        if self.kind == core.PASS:
            return MyraAction._make(core.PASSING)
        if self.kind == core.PRODUCE:
            return MyraAction(core.PRODUCE, 1, 0, mask_of(*self.trace))
        if self.kind == core.MOVE and len(self.trace) == 2:
            return self._walks[self.soldiers][self.trace[1]]
        if self.kind == core.SOW and len(self.trace) == self.soldiers + 1:
            pit, *sown = self.trace
            return MyraAction(core.SOW, self.soldiers, mask_of(pit), mask_of(*sown))
        if self.kind == core.GATHER and len(self.trace) > 1:
            end, pits = mask_of(self.trace[-1]), mask_of(*self.trace[:-1])
            if len(self.trace) == 2:
                return MyraAction(core.MOVE, 1, pits, end)
            return MyraAction(core.GATHER, len(self.trace), end, pits)
        return None

    @cached_property
    def targets(self) -> frozenset[str]:
        """All tokens that lead on: sites, numbers and words."""
        if self.status is Status.COMPLETE:
            return frozenset()
        if not self.kind:
            return self.origins | self.births | self._passes
        words = {kind for kind in self.kinds if kind != self.kind}
        numbers = {str(count) for count in self.counts if count != self.soldiers}
        closing = {self.trace[-1]} if self.status is Status.PLAYABLE else set()
        return self.ends | words | numbers | closing

    @cached_property
    def origins(self) -> frozenset[str]:
        if self.seat not in self.position.active_seats:
            return frozenset()
        return frozenset(
            site
            for site, piece in self.position.pieces.items()
            if piece.seat == self.seat and core.walks(self.position.board, mask_of(site))
        )

    @cached_property
    def births(self) -> frozenset[str]:
        """The empty pits where a soldier can be produced; none once something is chosen."""
        if self.kind or self.seat not in self.position.active_seats:
            return frozenset()
        return frozenset(sites(core.births(self.position.board)))

    @property
    def kinds(self) -> tuple[core.ActionKind, ...]:
        """What the chosen pit can start: ``move``, as a pit that can gather or sow can always walk,
        too; then ``gather`` or ``sow`` where possible."""
        piece = self._piece
        if piece is None:
            return ()
        pit, board = mask_of(self.trace[0]), self.position.board
        if piece.soldiers == 1 and core.open_chains(pit, 2, board.sides[self.seat - 1][1]):
            return (core.MOVE, core.GATHER)
        if piece.soldiers > 1 and core.open_chains(pit, piece.soldiers, self.position.empty_pits):
            return (core.MOVE, core.SOW)
        return (core.MOVE,)

    @property
    def counts(self) -> tuple[int, ...]:
        """How many soldiers may go from the chosen pit, fewest first; none for the queen."""
        if self.kind != core.MOVE or self._piece is None or self._piece.is_queen:
            return ()
        return tuple(self._walks)

    @cached_property
    def ends(self) -> frozenset[str]:
        """The sites that a press leads on to: where the walk ends, or the chain's next pit."""
        if not self.trace or self.is_closed:
            return frozenset()
        if self.kind == core.MOVE and len(self.trace) == 1:
            return frozenset(self._walks.get(self.soldiers, ()))
        most = core.FORTRESS if self.kind == core.GATHER else self.soldiers + 1
        if self.kind not in (core.GATHER, core.SOW) or len(self.trace) == most:
            return frozenset()
        beside = NEIGHBOURS[CELL_OF[self.trace[-1]]] & ~mask_of(*self.trace)
        if self.kind == core.GATHER:
            singles = self.position.board.sides[self.seat - 1][1]
            return frozenset(sites(beside & singles))
        # Sowing can lay its next soldier where it can still place the others after that.
        free, still = (
            self.position.empty_pits & ~mask_of(*self.trace),
            self.soldiers - len(self.trace),
        )
        return frozenset(
            site
            for site in sites(beside & free)
            if core.open_chains(mask_of(site), still, free & ~mask_of(site))
        )

    @property
    def captures(self) -> frozenset[str]:
        pieces = self.position.pieces
        return frozenset(s for s in self.ends if s in pieces and pieces[s].seat != self.seat)

    @property
    def builds(self) -> frozenset[str]:
        """The ends where an own troop lies, to be built on or gathered."""
        pieces = self.position.pieces
        return frozenset(s for s in self.ends if s in pieces and pieces[s].seat == self.seat)

    def walk(self, target: str) -> tuple[str, ...]:
        """The pits to draw from the chosen one to one of the ends, both included: a shortest walk,
        or the chain with that end; () if the target is no end."""
        if target not in self.ends:
            return ()
        if self.kind == core.MOVE:
            return self.position.walk(self._walks[self.soldiers][target])
        return (*self.trace, target)

    def why_not(self, site: str) -> Fact | None:
        """Why a press on a pit does nothing; None for one that does something, and for no pit."""
        if site not in self.position.sites or site in self.targets or site in self.trace:
            return None
        piece, last = self.position.pieces.get(site), (self.trace or (site,))[-1]
        seat = piece.seat if piece is not None else 0
        reasons: dict[MyraPress, object]
        if self.kind in (core.SOW, core.GATHER):
            reasons = {
                MyraPress.FAR: not NEIGHBOURS[CELL_OF[last]] & mask_of(site),
                MyraPress.NOT_SINGLE: self.kind == core.GATHER,
                MyraPress.NOT_EMPTY: piece is not None,
                MyraPress.NO_ROOM: True,
            }
        else:
            reasons = {
                MyraPress.EMPTY: piece is None,
                MyraPress.FORTRESS: seat != self.seat and piece and piece.is_fortress,
                MyraPress.OTHERS: seat != self.seat,
                MyraPress.QUEEN_IN: piece and piece.is_queen,
                MyraPress.SHUT_IN: True,
            }
        kind = next(kind for kind, is_so in reasons.items() if is_so)
        return kind(site=site, last=last, seat=seat)

    def press(self, token: str) -> Self:
        pressed = self._pressed(token)
        return self if pressed == self else replace(pressed, previous=self)

    def back(self) -> Self:
        return self if self.previous is None else self.previous

    @property
    def _piece(self) -> Piece | None:
        return self.position.pieces.get(self.trace[0]) if self.trace else None

    @property
    def _passes(self) -> frozenset[str]:
        actions = () if self.origins else self.position.legal_actions(self.seat)
        return frozenset(action.kind for action in actions if action.kind == core.PASS)

    @cached_property
    def _walks(self) -> dict[int, dict[str, MyraAction]]:
        """The walks from the chosen pit, by how many go and then by where they end."""
        found: dict[int, dict[str, MyraAction]] = {}
        for fields in core.walks(self.position.board, mask_of(self.trace[0])):
            action = MyraAction._make(fields)
            found.setdefault(action.soldiers, {})[action.target] = action
        return found

    def _empty(self) -> Self:
        return type(self)(self.position, self.seat)

    def _pressed(self, token: str) -> Self:
        if self.status is Status.COMPLETE:
            return self
        if token not in CELL_OF:
            return self._pressed_word(token)
        if not self.kind:
            if token in self.births:
                return replace(self, kind=core.PRODUCE, soldiers=1, trace=(token,))
            return self._chosen(token)
        if token in self.ends:
            return replace(self, trace=(*self.trace, token))
        if self.kind == core.MOVE or len(self.trace) == 1:
            return self._empty() if token == self.site else self._chosen(token)
        if token not in self.trace:
            return self
        if token == self.trace[-1]:
            return replace(self, is_closed=self.status is Status.PLAYABLE)
        return replace(self, trace=self.trace[: self.trace.index(token) + 1])

    def _pressed_word(self, token: str) -> Self:
        if token in self._passes and not self.kind:
            return replace(self, kind=core.PASS)
        if _DIGITS.get(token) in self.counts:
            return replace(self, soldiers=_DIGITS[token])
        for kind in self.kinds:
            if token == kind != self.kind:
                afresh, everyone = self._chosen(self.trace[0]), self._piece and self._piece.soldiers
                if kind == core.MOVE:
                    return afresh
                return replace(afresh, kind=kind, soldiers=everyone or 0)
        return self

    def _chosen(self, site: str) -> Self:
        """The choice of an own pit; the empty choice if nothing can be done from that pit."""
        if site not in self.origins:
            return self._empty()
        chosen = replace(self._empty(), kind=core.MOVE, trace=(site,))
        return replace(chosen, soldiers=max(chosen._walks))
