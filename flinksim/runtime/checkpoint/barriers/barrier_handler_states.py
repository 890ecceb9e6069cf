"""The states between the first barrier of a checkpoint and the last, as a transition table.

An entry gives, for a state and an event, the actions to run and the next state if its condition holds.
Of several entries the first whose condition holds applies. ``AGAIN`` handles the same event again in
the new state.

Flink: ``BarrierHandlerState`` and its implementations; a state has the name of its class.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal, TypeAlias


class Phase(Enum):
    """States of a barrier handler; the first two never become unaligned, the others may or have."""

    WAITING = "WaitingForFirstBarrier"
    COLLECTING = "CollectingBarriers"
    MAY_TURN_WAITING = "AlternatingWaitingForFirstBarrier"
    MAY_TURN_COLLECTING = "AlternatingCollectingBarriers"
    UNALIGNED_WAITING = "AlternatingWaitingForFirstBarrierUnaligned"
    UNALIGNED_COLLECTING = "AlternatingCollectingBarriersUnaligned"


Happening: TypeAlias = Literal["barrier", "announcement", "end of partition", "timeout", "abort"]

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

AGAIN = True


@dataclass(frozen=True, slots=True)
class Move:
    """A transition: the actions to run if ``when`` holds, and the next state."""

    when: Condition
    do: tuple[Action, ...]
    then: Phase
    again: bool = False


_ALIGNED_TURNS: tuple[Action, ...] = (
    "prioritize all", "turn unaligned", "init inputs", "start persisting", "trigger",
)  # fmt: skip
_UNALIGNED_BEGINS: tuple[Action, ...] = (
    "block if aligned", "turn unaligned", "init inputs", "start persisting", "trigger",
)  # fmt: skip

TABLE: dict[tuple[Phase, Happening], tuple[Move, ...]] = {
    # --- always aligned --------------------------------------------------------------------------
    (Phase.WAITING, "barrier"): (
        Move("all received", ("block", "trigger", "unblock all"), Phase.WAITING),
        Move("", ("block",), Phase.COLLECTING),
    ),
    (Phase.WAITING, "announcement"): (Move("", (), Phase.WAITING),),
    (Phase.WAITING, "end of partition"): (Move("", ("forget channel",), Phase.WAITING),),
    (Phase.WAITING, "abort"): (Move("", ("unblock all",), Phase.WAITING),),
    (Phase.COLLECTING, "barrier"): (
        Move("all received", ("block", "trigger", "unblock all"), Phase.WAITING),
        Move("", ("block",), Phase.COLLECTING),
    ),
    (Phase.COLLECTING, "announcement"): (Move("", (), Phase.COLLECTING),),
    (Phase.COLLECTING, "end of partition"): (
        Move("all received", ("forget channel", "trigger", "unblock all"), Phase.WAITING),
        Move("", ("forget channel",), Phase.COLLECTING),
    ),
    (Phase.COLLECTING, "abort"): (Move("", ("unblock all",), Phase.WAITING),),
    # --- still aligned ---------------------------------------------------------------------------
    (Phase.MAY_TURN_WAITING, "barrier"): (
        Move("barrier is unaligned", ("prioritize all",), Phase.UNALIGNED_WAITING, AGAIN),
        Move(
            "all received",
            ("forget announcement", "block", "init inputs", "trigger", "unblock all"),
            Phase.MAY_TURN_WAITING,
        ),
        Move(
            "timed out",
            ("forget announcement", "block", "prioritize all", "turn unaligned"),
            Phase.UNALIGNED_WAITING,
            AGAIN,
        ),
        Move("", ("forget announcement", "block"), Phase.MAY_TURN_COLLECTING),
    ),
    (Phase.MAY_TURN_WAITING, "announcement"): (
        Move("", ("remember announcement",), Phase.MAY_TURN_WAITING),
    ),
    (Phase.MAY_TURN_WAITING, "end of partition"): (
        Move("", ("forget channel",), Phase.MAY_TURN_WAITING),
    ),
    (Phase.MAY_TURN_WAITING, "timeout"): (Move("", ("prioritize all",), Phase.UNALIGNED_WAITING),),
    (Phase.MAY_TURN_WAITING, "abort"): (Move("", ("unblock all",), Phase.MAY_TURN_WAITING),),
    (Phase.MAY_TURN_COLLECTING, "barrier"): (
        Move("barrier is unaligned", _ALIGNED_TURNS, Phase.UNALIGNED_COLLECTING, AGAIN),
        Move(
            "all received",
            ("forget announcement", "block", "init inputs", "trigger", "unblock all"),
            Phase.MAY_TURN_WAITING,
        ),
        Move(
            "timed out",
            ("forget announcement", "block", *_ALIGNED_TURNS),
            Phase.UNALIGNED_COLLECTING,
            AGAIN,
        ),
        Move("", ("forget announcement", "block"), Phase.MAY_TURN_COLLECTING),
    ),
    (Phase.MAY_TURN_COLLECTING, "announcement"): (
        Move("", ("remember announcement",), Phase.MAY_TURN_COLLECTING),
    ),
    (Phase.MAY_TURN_COLLECTING, "end of partition"): (
        Move(
            "all received",
            ("forget channel", "init inputs", "trigger", "unblock all"),
            Phase.MAY_TURN_WAITING,
        ),
        Move(
            "timed out",
            ("forget channel", *_ALIGNED_TURNS),
            Phase.UNALIGNED_COLLECTING,
            AGAIN,
        ),
        Move("", ("forget channel",), Phase.MAY_TURN_COLLECTING),
    ),
    (Phase.MAY_TURN_COLLECTING, "timeout"): (Move("", _ALIGNED_TURNS, Phase.UNALIGNED_COLLECTING),),
    (Phase.MAY_TURN_COLLECTING, "abort"): (Move("", ("unblock all",), Phase.MAY_TURN_WAITING),),
    # --- unaligned -------------------------------------------------------------------------------
    (Phase.UNALIGNED_WAITING, "barrier"): (
        Move(
            "all received",
            (*_UNALIGNED_BEGINS, "stop persisting", "unblock all"),
            Phase.MAY_TURN_WAITING,
        ),
        Move("", _UNALIGNED_BEGINS, Phase.UNALIGNED_COLLECTING),
    ),
    (Phase.UNALIGNED_WAITING, "announcement"): (
        Move("", ("prioritize announcement",), Phase.UNALIGNED_WAITING),
    ),
    (Phase.UNALIGNED_WAITING, "end of partition"): (
        Move("", ("forget channel",), Phase.UNALIGNED_WAITING),
    ),
    (Phase.UNALIGNED_WAITING, "timeout"): (Move("", (), Phase.UNALIGNED_WAITING),),
    (Phase.UNALIGNED_WAITING, "abort"): (Move("", ("unblock all",), Phase.MAY_TURN_WAITING),),
    (Phase.UNALIGNED_COLLECTING, "barrier"): (
        Move(
            "all received",
            ("block if aligned", "stop persisting", "unblock all"),
            Phase.MAY_TURN_WAITING,
        ),
        Move("", ("block if aligned",), Phase.UNALIGNED_COLLECTING),
    ),
    (Phase.UNALIGNED_COLLECTING, "announcement"): (
        Move("", ("prioritize announcement",), Phase.UNALIGNED_COLLECTING),
    ),
    (Phase.UNALIGNED_COLLECTING, "end of partition"): (
        Move(
            "all received",
            ("forget channel", "stop persisting", "unblock all"),
            Phase.MAY_TURN_WAITING,
        ),
        Move("", ("forget channel",), Phase.UNALIGNED_COLLECTING),
    ),
    (Phase.UNALIGNED_COLLECTING, "timeout"): (Move("", (), Phase.UNALIGNED_COLLECTING),),
    (Phase.UNALIGNED_COLLECTING, "abort"): (
        Move("", ("stop persisting", "unblock all"), Phase.MAY_TURN_WAITING),
    ),
}
"""The transition table; a pair that is missing never occurs."""


def row_for(state: Phase, happening: Happening, holds: frozenset[Condition]) -> Move:
    """Find the transition for *happening* in *state*.

    Args:
        state: The current state.
        happening: The event.
        holds: The conditions that hold.

    Raises:
        RuntimeError: If the event cannot occur in this state.
    """
    rows = TABLE.get((state, happening))
    if rows is None:
        raise RuntimeError(f"a {happening} cannot be while in {state.value}")
    return next(row for row in rows if not row.when or row.when in holds)
