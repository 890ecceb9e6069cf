"""The states between the first barrier of a checkpoint and the last, as a transition table.

An entry gives, for a state and an event, the actions to run and the next state if its condition holds.
Of several entries the first whose condition holds applies. ``REPEAT`` handles the same event again in
the new state.

Flink: ``BarrierHandlerState`` and its implementations; a state has the name of its class.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal, TypeAlias


class Phase(Enum):
    """States of a barrier handler.

    In the first two a checkpoint stays aligned. In the others it may become unaligned, or has.
    """

    WAITING = "WaitingForFirstBarrier"
    COLLECTING = "CollectingBarriers"
    ALTERNATING_WAITING = "AlternatingWaitingForFirstBarrier"
    ALTERNATING_COLLECTING = "AlternatingCollectingBarriers"
    UNALIGNED_WAITING = "AlternatingWaitingForFirstBarrierUnaligned"
    UNALIGNED_COLLECTING = "AlternatingCollectingBarriersUnaligned"


HandlerEvent: TypeAlias = Literal["barrier", "announcement", "end of partition", "timeout", "abort"]

Condition: TypeAlias = Literal["", "barrier is unaligned", "all received", "timed out"]
"""Condition of a transition; no action of a transition changes it.

*all received*: every open channel has delivered its barrier. *timed out*: the checkpoint has taken
longer than its alignment timeout.
"""

Action: TypeAlias = Literal[
    "block",
    "block if aligned",
    "forget announcement",
    "remember announcement",
    "prioritize announcement",
    "prioritize all",
    "turn unaligned",
    "init inputs",
    "start persisting",
    "trigger",
    "stop persisting",
    "unblock all",
    "forget channel",
]
"""An action of a transition, implemented by
:class:`~flinksim.runtime.checkpoint.barriers.single_checkpoint_barrier_handler.SingleCheckpointBarrierHandler`.
"""

REPEAT = True


@dataclass(frozen=True, slots=True)
class Transition:
    """A transition: the actions to run if ``condition`` holds, and the next state."""

    condition: Condition
    actions: tuple[Action, ...]
    next_phase: Phase
    is_repeated: bool = False


_TURN_UNALIGNED_ACTIONS: tuple[Action, ...] = (
    "prioritize all", "turn unaligned", "init inputs", "start persisting", "trigger",
)  # fmt: skip
_START_UNALIGNED_ACTIONS: tuple[Action, ...] = (
    "block if aligned", "turn unaligned", "init inputs", "start persisting", "trigger",
)  # fmt: skip

TRANSITIONS: dict[tuple[Phase, HandlerEvent], tuple[Transition, ...]] = {
    # --- always aligned --------------------------------------------------------------------------
    (Phase.WAITING, "barrier"): (
        Transition("all received", ("block", "trigger", "unblock all"), Phase.WAITING),
        Transition("", ("block",), Phase.COLLECTING),
    ),
    (Phase.WAITING, "announcement"): (Transition("", (), Phase.WAITING),),
    (Phase.WAITING, "end of partition"): (Transition("", ("forget channel",), Phase.WAITING),),
    (Phase.WAITING, "abort"): (Transition("", ("unblock all",), Phase.WAITING),),
    (Phase.COLLECTING, "barrier"): (
        Transition("all received", ("block", "trigger", "unblock all"), Phase.WAITING),
        Transition("", ("block",), Phase.COLLECTING),
    ),
    (Phase.COLLECTING, "announcement"): (Transition("", (), Phase.COLLECTING),),
    (Phase.COLLECTING, "end of partition"): (
        Transition("all received", ("forget channel", "trigger", "unblock all"), Phase.WAITING),
        Transition("", ("forget channel",), Phase.COLLECTING),
    ),
    (Phase.COLLECTING, "abort"): (Transition("", ("unblock all",), Phase.WAITING),),
    # --- still aligned ---------------------------------------------------------------------------
    (Phase.ALTERNATING_WAITING, "barrier"): (
        Transition("barrier is unaligned", ("prioritize all",), Phase.UNALIGNED_WAITING, REPEAT),
        Transition(
            "all received",
            ("forget announcement", "block", "init inputs", "trigger", "unblock all"),
            Phase.ALTERNATING_WAITING,
        ),
        Transition(
            "timed out",
            ("forget announcement", "block", "prioritize all", "turn unaligned"),
            Phase.UNALIGNED_WAITING,
            REPEAT,
        ),
        Transition("", ("forget announcement", "block"), Phase.ALTERNATING_COLLECTING),
    ),
    (Phase.ALTERNATING_WAITING, "announcement"): (
        Transition("", ("remember announcement",), Phase.ALTERNATING_WAITING),
    ),
    (Phase.ALTERNATING_WAITING, "end of partition"): (
        Transition("", ("forget channel",), Phase.ALTERNATING_WAITING),
    ),
    (Phase.ALTERNATING_WAITING, "timeout"): (
        Transition("", ("prioritize all",), Phase.UNALIGNED_WAITING),
    ),
    (Phase.ALTERNATING_WAITING, "abort"): (
        Transition("", ("unblock all",), Phase.ALTERNATING_WAITING),
    ),
    (Phase.ALTERNATING_COLLECTING, "barrier"): (
        Transition(
            "barrier is unaligned", _TURN_UNALIGNED_ACTIONS, Phase.UNALIGNED_COLLECTING, REPEAT
        ),
        Transition(
            "all received",
            ("forget announcement", "block", "init inputs", "trigger", "unblock all"),
            Phase.ALTERNATING_WAITING,
        ),
        Transition(
            "timed out",
            ("forget announcement", "block", *_TURN_UNALIGNED_ACTIONS),
            Phase.UNALIGNED_COLLECTING,
            REPEAT,
        ),
        Transition("", ("forget announcement", "block"), Phase.ALTERNATING_COLLECTING),
    ),
    (Phase.ALTERNATING_COLLECTING, "announcement"): (
        Transition("", ("remember announcement",), Phase.ALTERNATING_COLLECTING),
    ),
    (Phase.ALTERNATING_COLLECTING, "end of partition"): (
        Transition(
            "all received",
            ("forget channel", "init inputs", "trigger", "unblock all"),
            Phase.ALTERNATING_WAITING,
        ),
        Transition(
            "timed out",
            ("forget channel", *_TURN_UNALIGNED_ACTIONS),
            Phase.UNALIGNED_COLLECTING,
            REPEAT,
        ),
        Transition("", ("forget channel",), Phase.ALTERNATING_COLLECTING),
    ),
    (Phase.ALTERNATING_COLLECTING, "timeout"): (
        Transition("", _TURN_UNALIGNED_ACTIONS, Phase.UNALIGNED_COLLECTING),
    ),
    (Phase.ALTERNATING_COLLECTING, "abort"): (
        Transition("", ("unblock all",), Phase.ALTERNATING_WAITING),
    ),
    # --- unaligned -------------------------------------------------------------------------------
    (Phase.UNALIGNED_WAITING, "barrier"): (
        Transition(
            "all received",
            (*_START_UNALIGNED_ACTIONS, "stop persisting", "unblock all"),
            Phase.ALTERNATING_WAITING,
        ),
        Transition("", _START_UNALIGNED_ACTIONS, Phase.UNALIGNED_COLLECTING),
    ),
    (Phase.UNALIGNED_WAITING, "announcement"): (
        Transition("", ("prioritize announcement",), Phase.UNALIGNED_WAITING),
    ),
    (Phase.UNALIGNED_WAITING, "end of partition"): (
        Transition("", ("forget channel",), Phase.UNALIGNED_WAITING),
    ),
    (Phase.UNALIGNED_WAITING, "timeout"): (Transition("", (), Phase.UNALIGNED_WAITING),),
    (Phase.UNALIGNED_WAITING, "abort"): (
        Transition("", ("unblock all",), Phase.ALTERNATING_WAITING),
    ),
    (Phase.UNALIGNED_COLLECTING, "barrier"): (
        Transition(
            "all received",
            ("block if aligned", "stop persisting", "unblock all"),
            Phase.ALTERNATING_WAITING,
        ),
        Transition("", ("block if aligned",), Phase.UNALIGNED_COLLECTING),
    ),
    (Phase.UNALIGNED_COLLECTING, "announcement"): (
        Transition("", ("prioritize announcement",), Phase.UNALIGNED_COLLECTING),
    ),
    (Phase.UNALIGNED_COLLECTING, "end of partition"): (
        Transition(
            "all received",
            ("forget channel", "stop persisting", "unblock all"),
            Phase.ALTERNATING_WAITING,
        ),
        Transition("", ("forget channel",), Phase.UNALIGNED_COLLECTING),
    ),
    (Phase.UNALIGNED_COLLECTING, "timeout"): (Transition("", (), Phase.UNALIGNED_COLLECTING),),
    (Phase.UNALIGNED_COLLECTING, "abort"): (
        Transition("", ("stop persisting", "unblock all"), Phase.ALTERNATING_WAITING),
    ),
}
"""The transition table; a pair of state and event that has no entry never occurs."""


def find_transition(
    phase: Phase, event: HandlerEvent, conditions: frozenset[Condition]
) -> Transition:
    """Find the transition for *event* in *phase*.

    Args:
        phase: The current state.
        event: The event.
        conditions: The conditions that hold.

    Raises:
        RuntimeError: If the event cannot occur in this state.
    """
    rows = TRANSITIONS.get((phase, event))
    if rows is None:
        raise RuntimeError(f"a {event} cannot be while in {phase.value}")
    return next(row for row in rows if not row.condition or row.condition in conditions)
