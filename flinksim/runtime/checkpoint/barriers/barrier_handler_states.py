"""The states between the first barrier of a checkpoint and the last, as a table.

A row says: in this state, when that happens, and the condition holds, do these things one after the
other and go to that state. Of the rows for a state and a happening the first counts whose condition
holds. ``AGAIN`` means that what happened happens to the new state, too.

Flink: ``BarrierHandlerState`` and the classes that implement it; a state has its class's name.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal, TypeAlias


class Phase(Enum):
    """The first two never turn unaligned; the others may, or have."""

    WAITING = "WaitingForFirstBarrier"
    COLLECTING = "CollectingBarriers"
    MAY_TURN_WAITING = "AlternatingWaitingForFirstBarrier"
    MAY_TURN_COLLECTING = "AlternatingCollectingBarriers"
    UNALIGNED_WAITING = "AlternatingWaitingForFirstBarrierUnaligned"
    UNALIGNED_COLLECTING = "AlternatingCollectingBarriersUnaligned"


Happening: TypeAlias = Literal["barrier", "announcement", "end of partition", "timeout", "abort"]

Condition: TypeAlias = Literal["", "barrier is unaligned", "all received", "timed out"]
"""*all received*: the barrier of every channel that is open; *timed out*: for longer than its timeout
the checkpoint has been going on. Nothing done in a row changes either."""

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
"""What is done; :class:`~flinksim.runtime.checkpoint.barriers.single_checkpoint_barrier_handler.
SingleCheckpointBarrierHandler` knows how."""

AGAIN = True


@dataclass(frozen=True, slots=True)
class Move:
    """What is done, if ``when`` holds, and the state after it."""

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
    # --- aligned, and nothing else ---------------------------------------------------------------
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
    # --- aligned as yet --------------------------------------------------------------------------
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
    # --- unaligned by now ------------------------------------------------------------------------
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
"""A pair that is not here never comes up."""


def row_for(state: Phase, happening: Happening, holds: frozenset[Condition]) -> Move:
    """The row that counts, where the conditions *holds* hold.

    Raises: RuntimeError if *happening* cannot be in *state*.
    """
    rows = TABLE.get((state, happening))
    if rows is None:
        raise RuntimeError(f"a {happening} cannot be while in {state.value}")
    return next(row for row in rows if not row.when or row.when in holds)
