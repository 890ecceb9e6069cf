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
"""The bit, in the mask of runnable actors, of the clock, which is always actor 0."""


class Schedulable(Protocol):
    """The part of a run that a scheduling policy reads."""

    @property
    def source_mask(self) -> int:
        """The bits, in the mask of runnable actors, of all source tasks."""

    @property
    def clock_turns(self) -> int:
        """The number of steps that the clock has taken."""

    def is_timer_due(self) -> bool:
        """Return whether a callback of the clock is due at the current time."""

    def find_next_source(self, mask: int) -> int | None:
        """Return the source in *mask* whose next record arrives first.

        ``None`` if a source in *mask* has other work first; then any of them may run.
        """


class Interleaving:
    """Base class of the policies; chooses one of the runnable actors at each step."""

    flush_immediately = False
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

    flush_immediately = True

    def choose(self, mask: int) -> int:
        downstream = mask & ~self.run.source_mask & ~CLOCK_BIT
        if downstream:
            return downstream.bit_length() - 1
        if mask & CLOCK_BIT and self.run.is_timer_due():
            return 0
        sources = mask & self.run.source_mask
        if not sources & (sources - 1):  # one or none
            return max(sources.bit_length() - 1, 0)
        first = self.run.find_next_source(sources)
        return (sources & -sources).bit_length() - 1 if first is None else first


class RoundRobin(Interleaving):
    """Round robin over the runnable actors, from upstream; the clock runs if all others wait."""

    def start(self, run: Schedulable) -> None:
        super().start(run)
        self._last_index = 0

    def choose(self, mask: int) -> int:
        later = mask >> (self._last_index + 1)
        if later:
            self._last_index += (later & -later).bit_length()
            return self._last_index
        others = mask & ~CLOCK_BIT
        self._last_index = (others & -others).bit_length() - 1 if others else 0
        return self._last_index


MAX_EARLY_CLOCK_STEPS = 16
"""How many steps in a row a random policy gives to the clock while other actors can run."""


class Seeded(Interleaving):
    """Random choice with a generator of its own; the clock is one of the candidates.

    The clock waits after :data:`MAX_EARLY_CLOCK_STEPS` steps during which other actors could run,
    until none of them can. Otherwise ticks (latency markers, watermarks) could come faster than
    tasks process them, and a run would never end.

    Another ``seed`` gives another schedule; the same seed always gives the same run.

    With ``early_clock_steps`` it is a schedule of ``fs.explore``: the number of steps in the whole run
    that the clock may take while other actors can run. Buffers are then flushed after each record.

    >>> Seeded(7)
    Seeded(7)
    """

    def __init__(self, seed: int, early_clock_steps: int | None = None) -> None:
        if not isinstance(seed, int):
            raise TypeError(f"Seeded(seed): expected a whole number, found {seed!r}")
        if early_clock_steps is not None and early_clock_steps < 0:
            raise ValueError(
                "Seeded(seed, early_clock_steps): expected a whole number of at "
                f"least 0 for early_clock_steps, found {early_clock_steps!r}"
            )
        self.seed = seed
        self.early_clock_steps = early_clock_steps
        self.flush_immediately = early_clock_steps is not None

    def start(self, run: Schedulable) -> None:
        super().start(run)
        self._random = random.Random(self.seed).random
        self._early_clock_steps_taken = 0
        self._last_clock_turns = run.clock_turns

    def choose(self, mask: int) -> int:
        if mask & CLOCK_BIT:
            turns = self.run.clock_turns
            if self.early_clock_steps is not None:
                if self._early_clock_steps_taken == self.early_clock_steps:
                    mask &= ~CLOCK_BIT
            elif turns != self._last_clock_turns:  # the clock was the only runnable actor
                self._last_clock_turns = turns
                self._early_clock_steps_taken = 0
            elif self._early_clock_steps_taken == MAX_EARLY_CLOCK_STEPS:
                mask &= ~CLOCK_BIT
        chosen = find_nth_bit(mask, int(self._random() * mask.bit_count()))
        if chosen == 0:
            self._last_clock_turns += 1
            self._early_clock_steps_taken += 1
        return chosen

    def __repr__(self) -> str:
        suffix = (
            ""
            if self.early_clock_steps is None
            else f", early_clock_steps={self.early_clock_steps}"
        )
        return f"Seeded({self.seed}{suffix})"


class Scripted(Interleaving):
    """Policy that replays a list of decisions and continues with ``fallback`` (:class:`ArrivalOrder`).

    Each decision is an index among the runnable actors, from upstream (0 is the clock, if it can
    move). Buffers are flushed as the following policy does it, unless ``flush_immediately`` is given.
    """

    def __init__(
        self,
        decisions: Sequence[int],
        fallback: Interleaving | None = None,
        *,
        flush_immediately: bool | None = None,
    ) -> None:
        untyped_decisions: object = decisions
        if not isinstance(untyped_decisions, Sequence) or isinstance(
            untyped_decisions, str | bytes
        ):
            raise TypeError(
                f"Scripted(decisions): expected a list of whole numbers, found {decisions!r:.60}"
            )
        if not isinstance(fallback, Interleaving | None):
            raise TypeError(
                f"Scripted(fallback): expected an interleaving or None, found {fallback!r:.60}"
            )
        for index, decision in enumerate(decisions):
            if type(decision) is not int or decision < 0:
                raise ValueError(
                    f"Scripted(decisions): decisions[{index}] is {decision!r}; "
                    "expected whole numbers of at least 0, each the index of a "
                    "runnable actor"
                )
        self.decisions = list(decisions)
        self.fallback = ArrivalOrder() if fallback is None else fallback
        self.flush_immediately = (
            self.fallback.flush_immediately if flush_immediately is None else flush_immediately
        )

    def start(self, run: Schedulable) -> None:
        super().start(run)
        self._next_index = 0
        self.fallback.start(run)

    def choose(self, mask: int) -> int:
        if self._next_index == len(self.decisions):
            return self.fallback.choose(mask)
        decision = self.decisions[self._next_index]
        self._next_index += 1
        return find_nth_bit(mask, decision % mask.bit_count())

    def __repr__(self) -> str:
        return f"Scripted({len(self.decisions)} decisions, then {self.fallback!r})"


def find_nth_bit(mask: int, n: int) -> int:
    """Return the index of the *n*-th set bit (from 0) of *mask*."""
    for _ in range(n):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def compute_bit_rank(mask: int, index: int) -> int:
    """Count the set bits of *mask* below bit *index*: the decision that chooses actor *index*."""
    return (mask & ((1 << index) - 1)).bit_count()
