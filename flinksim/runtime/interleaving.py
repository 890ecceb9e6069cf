"""Who goes next: the decisions of a run.

At every step the runnable actors, counted from upstream to downstream, are the choices; a decision
is the place of the chosen one among them. Steps with one runnable actor are not decisions. A list of
decisions repeats a run exactly, and every list is legal: a number too large is taken modulo the
number of choices.

Not in Flink: an interleaving stands for the scheduling of its threads.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

CLOCK_BIT = 1
"""The clock is always actor 0."""


class Schedulable(Protocol):
    """What an interleaving may ask about the run."""

    @property
    def source_mask(self) -> int:
        """The bits of all source tasks."""

    @property
    def clock_turns(self) -> int:
        """How many turns the clock has taken."""

    def timer_is_due(self) -> bool:
        """Whether the clock has calls that are due without moving."""

    def next_source(self, mask: int) -> int | None:
        """The source whose next record comes first in arrival order, among those of *mask*.

        ``None`` if a source in *mask* has something else to do first; then any of them may go.
        """


class Interleaving:
    """Chooses one of the runnable actors at each step."""

    flush_at_once = False
    """Whether network buffers are flushed after every record, whatever the buffer timeout."""

    def start(self, run: Schedulable) -> None:
        """A run begins; forget the one before."""
        self.run = run

    def choose(self, mask: int) -> int:
        """The index of the actor that goes next; *mask* has at least two bits."""
        raise NotImplementedError  # each schedule has its own

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class ArrivalOrder(Interleaving):
    """The reference schedule: one record at a time, in the order of arrival.

    Records enter in the order of (arrival time, source, split, offset). Before those of time *t*
    enter, every timer due at or before *t* fires, in time order. After each record or timer
    everything downstream runs to quiescence, the furthest downstream first. Buffers flush at once.
    Spark gives the same rows as this schedule.
    """

    flush_at_once = True

    def choose(self, mask: int) -> int:
        downstream = mask & ~self.run.source_mask & ~CLOCK_BIT
        if downstream:
            return downstream.bit_length() - 1
        if mask & CLOCK_BIT and self.run.timer_is_due():
            return 0
        sources = mask & self.run.source_mask
        if not sources & (sources - 1):  # one, or none
            return max(sources.bit_length() - 1, 0)
        first = self.run.next_source(sources)
        return (sources & -sources).bit_length() - 1 if first is None else first


class RoundRobin(Interleaving):
    """Every runnable actor in turn, from upstream to downstream; the clock when all others wait."""

    def start(self, run: Schedulable) -> None:
        super().start(run)
        self._last = 0

    def choose(self, mask: int) -> int:
        later = mask >> (self._last + 1)
        if later:
            self._last += (later & -later).bit_length()
            return self._last
        others = mask & ~CLOCK_BIT
        self._last = (others & -others).bit_length() - 1 if others else 0
        return self._last


MOST_HURRIED_TURNS = 16
"""How often a random schedule lets the clock go on while others still have work to do."""


class Seeded(Interleaving):
    """Any runnable actor, drawn by a random generator of its own; the clock is one of them.

    After the clock has gone on :data:`MOST_HURRIED_TURNS` times while others had work to do, it waits
    until they have none: else ticks (latency markers, watermarks) could come faster than tasks work
    them off, and a run would never end.

    A different *seed* is a different schedule; the same one always gives the same run.

    With *hurried* it is one of those that ``fs.explore`` tries: so often in all may the clock go on
    while others have work to do, and buffers are flushed after each record.
    """

    def __init__(self, seed: int, hurried: int | None = None) -> None:
        if not isinstance(seed, int):
            raise TypeError(f"Seeded(seed): seed must be an int, not {seed!r}")
        if hurried is not None and hurried < 0:
            raise ValueError(
                f"Seeded(seed, hurried): hurried must be an int of at least 0, not {hurried!r}"
            )
        self.seed = seed
        self.hurried = hurried
        self.flush_at_once = hurried is not None

    def start(self, run: Schedulable) -> None:
        super().start(run)
        self._random = random.Random(self.seed).random
        self._hurried = 0
        self._turns_known = run.clock_turns

    def choose(self, mask: int) -> int:
        if mask & CLOCK_BIT:
            turns = self.run.clock_turns
            if self.hurried is not None:
                if self._hurried == self.hurried:
                    mask &= ~CLOCK_BIT
            elif turns != self._turns_known:  # it has been the only one that could go
                self._turns_known = turns
                self._hurried = 0
            elif self._hurried == MOST_HURRIED_TURNS:
                mask &= ~CLOCK_BIT
        chosen = nth_bit(mask, int(self._random() * mask.bit_count()))
        if chosen == 0:
            self._turns_known += 1
            self._hurried += 1
        return chosen

    def __repr__(self) -> str:
        more = "" if self.hurried is None else f", hurried={self.hurried}"
        return f"Seeded({self.seed}{more})"


class Scripted(Interleaving):
    """Follows a list of decisions; when it is used up, *then* goes on (``ArrivalOrder``).

    Each decision counts among the runnable actors, from upstream (0: the clock, if it can move).
    Buffers are flushed as *then* has it, unless *flush_at_once* says otherwise.
    """

    def __init__(
        self,
        decisions: Sequence[int],
        then: Interleaving | None = None,
        *,
        flush_at_once: bool | None = None,
    ) -> None:
        given: object = decisions
        if not isinstance(given, Sequence) or isinstance(given, str | bytes):
            raise TypeError(
                f"Scripted(decisions): expected a list of whole numbers, found {decisions!r:.60}"
            )
        if not isinstance(then, Interleaving | None):
            raise TypeError(f"Scripted(then): expected an interleaving or None, found {then!r:.60}")
        for place, decision in enumerate(decisions):
            if type(decision) is not int or decision < 0:
                raise ValueError(
                    f"Scripted(decisions): decisions[{place}] is {decision!r}; expected whole "
                    "numbers from 0, each the place of an actor among the runnable ones"
                )
        self.decisions = list(decisions)
        self.then = ArrivalOrder() if then is None else then
        self.flush_at_once = self.then.flush_at_once if flush_at_once is None else flush_at_once

    def start(self, run: Schedulable) -> None:
        super().start(run)
        self._next = 0
        self.then.start(run)

    def choose(self, mask: int) -> int:
        if self._next == len(self.decisions):
            return self.then.choose(mask)
        decision = self.decisions[self._next]
        self._next += 1
        return nth_bit(mask, decision % mask.bit_count())

    def __repr__(self) -> str:
        return f"Scripted({len(self.decisions)} decisions, then {self.then!r})"


def nth_bit(mask: int, n: int) -> int:
    """The place of the *n*-th set bit (from 0) of *mask*."""
    for _ in range(n):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def place_among(mask: int, index: int) -> int:
    """How many set bits of *mask* lie below bit *index*: the decision that chooses it."""
    return (mask & ((1 << index) - 1)).bit_count()
