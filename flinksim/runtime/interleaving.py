"""Scheduling policies: which actor runs in the next step.

At every step the runnable actors, counted from upstream to downstream, are the choices. A decision
is the index of the chosen one among them. A step with one runnable actor is not a decision. A list
of decisions repeats a run exactly. Every list is legal: a number that is too large is taken modulo
the number of choices.

Not in Flink: a policy models the scheduling of its threads.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

CLOCK_BIT = 1
"""The bit of the clock, which is always actor 0."""


class Schedulable(Protocol):
    """The part of a run that a scheduling policy reads."""

    @property
    def source_mask(self) -> int:
        """The bits of all source tasks."""

    @property
    def clock_turns(self) -> int:
        """The number of steps that the clock has taken."""

    def timer_is_due(self) -> bool:
        """Return whether a callback of the clock is due at the current time."""

    def next_source(self, mask: int) -> int | None:
        """Return the source in *mask* whose next record arrives first.

        ``None`` if a source in *mask* has other work first; then any of them may run.
        """


class Interleaving:
    """Base class of the policies; chooses one of the runnable actors at each step."""

    flush_at_once = False
    """Whether network buffers are flushed after every record, whatever the buffer timeout."""

    def start(self, run: Schedulable) -> None:
        """Reset the policy for a new run."""
        self.run = run

    def choose(self, mask: int) -> int:
        """Return the index of the actor that runs next; *mask* has at least two bits set."""
        raise NotImplementedError  # each policy has its own

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class ArrivalOrder(Interleaving):
    """The reference policy: one record at a time, in the order of arrival.

    Records enter in the order of (arrival time, source, split, offset). Before the records of time
    *t* enter, every timer due at or before *t* fires, in time order. After each record or timer
    everything downstream runs until it is idle, the furthest downstream first. Buffers are flushed
    after every record. Spark produces the same rows as this policy.
    """

    flush_at_once = True

    def choose(self, mask: int) -> int:
        downstream = mask & ~self.run.source_mask & ~CLOCK_BIT
        if downstream:
            return downstream.bit_length() - 1
        if mask & CLOCK_BIT and self.run.timer_is_due():
            return 0
        sources = mask & self.run.source_mask
        if not sources & (sources - 1):  # one or none
            return max(sources.bit_length() - 1, 0)
        first = self.run.next_source(sources)
        return (sources & -sources).bit_length() - 1 if first is None else first


class RoundRobin(Interleaving):
    """Round robin over the runnable actors, from upstream; the clock runs if all others wait."""

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
"""How many steps in a row a random policy gives to the clock while other actors can run."""


class Seeded(Interleaving):
    """Random choice with a generator of its own; the clock is one of the candidates.

    The clock waits after :data:`MOST_HURRIED_TURNS` steps during which other actors could run,
    until none of them can. Otherwise ticks (latency markers, watermarks) could come faster than
    tasks process them, and a run would never end.

    Another ``seed`` gives another schedule; the same seed always gives the same run.

    With ``hurried`` it is a schedule of ``fs.explore``: the number of steps in the whole run that
    the clock may take while other actors can run. Buffers are then flushed after each record.

    >>> Seeded(7)
    Seeded(7)
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
            elif turns != self._turns_known:  # the clock was the only runnable actor
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
        suffix = "" if self.hurried is None else f", hurried={self.hurried}"
        return f"Seeded({self.seed}{suffix})"


class Scripted(Interleaving):
    """Policy that replays a list of decisions and continues with ``then`` (:class:`ArrivalOrder`).

    Each decision is an index among the runnable actors, from upstream (0 is the clock, if it can
    move). Buffers are flushed as the following policy does it, unless ``flush_at_once`` is given.
    """

    def __init__(
        self,
        decisions: Sequence[int],
        then: Interleaving | None = None,
        *,
        flush_at_once: bool | None = None,
    ) -> None:
        untyped_decisions: object = decisions
        if not isinstance(untyped_decisions, Sequence) or isinstance(
            untyped_decisions, str | bytes
        ):
            raise TypeError(
                f"Scripted(decisions): expected a list of whole numbers, found {decisions!r:.60}"
            )
        if not isinstance(then, Interleaving | None):
            raise TypeError(f"Scripted(then): expected an interleaving or None, found {then!r:.60}")
        for index, decision in enumerate(decisions):
            if type(decision) is not int or decision < 0:
                raise ValueError(
                    f"Scripted(decisions): decisions[{index}] is {decision!r}; expected whole "
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
    """Return the index of the *n*-th set bit (from 0) of *mask*."""
    for _ in range(n):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def place_among(mask: int, index: int) -> int:
    """Count the set bits of *mask* below bit *index*; this is the decision that chooses it."""
    return (mask & ((1 << index) - 1)).bit_count()
