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


class State(Enum):
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
class Row:
    """What is done, if ``when`` holds, and the state after it."""

    when: Condition
    do: tuple[Action, ...]
    then: State
    again: bool = False


_ALIGNED_TURNS: tuple[Action, ...] = (
    "prioritize all", "turn unaligned", "init inputs", "start persisting", "trigger",
)  # fmt: skip
_UNALIGNED_BEGINS: tuple[Action, ...] = (
    "block if aligned", "turn unaligned", "init inputs", "start persisting", "trigger",
)  # fmt: skip

TABLE: dict[tuple[State, Happening], tuple[Row, ...]] = {
    # --- aligned, and nothing else ---------------------------------------------------------------
    (State.WAITING, "barrier"): (
        Row("all received", ("block", "trigger", "unblock all"), State.WAITING),
        Row("", ("block",), State.COLLECTING),
    ),
    (State.WAITING, "announcement"): (Row("", (), State.WAITING),),
    (State.WAITING, "end of partition"): (Row("", ("forget channel",), State.WAITING),),
    (State.WAITING, "abort"): (Row("", ("unblock all",), State.WAITING),),
    (State.COLLECTING, "barrier"): (
        Row("all received", ("block", "trigger", "unblock all"), State.WAITING),
        Row("", ("block",), State.COLLECTING),
    ),
    (State.COLLECTING, "announcement"): (Row("", (), State.COLLECTING),),
    (State.COLLECTING, "end of partition"): (
        Row("all received", ("forget channel", "trigger", "unblock all"), State.WAITING),
        Row("", ("forget channel",), State.COLLECTING),
    ),
    (State.COLLECTING, "abort"): (Row("", ("unblock all",), State.WAITING),),
    # --- aligned as yet --------------------------------------------------------------------------
    (State.MAY_TURN_WAITING, "barrier"): (
        Row("barrier is unaligned", ("prioritize all",), State.UNALIGNED_WAITING, AGAIN),
        Row(
            "all received",
            ("forget announcement", "block", "init inputs", "trigger", "unblock all"),
            State.MAY_TURN_WAITING,
        ),
        Row(
            "timed out",
            ("forget announcement", "block", "prioritize all", "turn unaligned"),
            State.UNALIGNED_WAITING,
            AGAIN,
        ),
        Row("", ("forget announcement", "block"), State.MAY_TURN_COLLECTING),
    ),
    (State.MAY_TURN_WAITING, "announcement"): (
        Row("", ("remember announcement",), State.MAY_TURN_WAITING),
    ),
    (State.MAY_TURN_WAITING, "end of partition"): (
        Row("", ("forget channel",), State.MAY_TURN_WAITING),
    ),
    (State.MAY_TURN_WAITING, "timeout"): (Row("", ("prioritize all",), State.UNALIGNED_WAITING),),
    (State.MAY_TURN_WAITING, "abort"): (Row("", ("unblock all",), State.MAY_TURN_WAITING),),
    (State.MAY_TURN_COLLECTING, "barrier"): (
        Row("barrier is unaligned", _ALIGNED_TURNS, State.UNALIGNED_COLLECTING, AGAIN),
        Row(
            "all received",
            ("forget announcement", "block", "init inputs", "trigger", "unblock all"),
            State.MAY_TURN_WAITING,
        ),
        Row(
            "timed out",
            ("forget announcement", "block", *_ALIGNED_TURNS),
            State.UNALIGNED_COLLECTING,
            AGAIN,
        ),
        Row("", ("forget announcement", "block"), State.MAY_TURN_COLLECTING),
    ),
    (State.MAY_TURN_COLLECTING, "announcement"): (
        Row("", ("remember announcement",), State.MAY_TURN_COLLECTING),
    ),
    (State.MAY_TURN_COLLECTING, "end of partition"): (
        Row(
            "all received",
            ("forget channel", "init inputs", "trigger", "unblock all"),
            State.MAY_TURN_WAITING,
        ),
        Row(
            "timed out",
            ("forget channel", *_ALIGNED_TURNS),
            State.UNALIGNED_COLLECTING,
            AGAIN,
        ),
        Row("", ("forget channel",), State.MAY_TURN_COLLECTING),
    ),
    (State.MAY_TURN_COLLECTING, "timeout"): (Row("", _ALIGNED_TURNS, State.UNALIGNED_COLLECTING),),
    (State.MAY_TURN_COLLECTING, "abort"): (Row("", ("unblock all",), State.MAY_TURN_WAITING),),
    # --- unaligned by now ------------------------------------------------------------------------
    (State.UNALIGNED_WAITING, "barrier"): (
        Row(
            "all received",
            (*_UNALIGNED_BEGINS, "stop persisting", "unblock all"),
            State.MAY_TURN_WAITING,
        ),
        Row("", _UNALIGNED_BEGINS, State.UNALIGNED_COLLECTING),
    ),
    (State.UNALIGNED_WAITING, "announcement"): (
        Row("", ("prioritize announcement",), State.UNALIGNED_WAITING),
    ),
    (State.UNALIGNED_WAITING, "end of partition"): (
        Row("", ("forget channel",), State.UNALIGNED_WAITING),
    ),
    (State.UNALIGNED_WAITING, "timeout"): (Row("", (), State.UNALIGNED_WAITING),),
    (State.UNALIGNED_WAITING, "abort"): (Row("", ("unblock all",), State.MAY_TURN_WAITING),),
    (State.UNALIGNED_COLLECTING, "barrier"): (
        Row(
            "all received",
            ("block if aligned", "stop persisting", "unblock all"),
            State.MAY_TURN_WAITING,
        ),
        Row("", ("block if aligned",), State.UNALIGNED_COLLECTING),
    ),
    (State.UNALIGNED_COLLECTING, "announcement"): (
        Row("", ("prioritize announcement",), State.UNALIGNED_COLLECTING),
    ),
    (State.UNALIGNED_COLLECTING, "end of partition"): (
        Row(
            "all received",
            ("forget channel", "stop persisting", "unblock all"),
            State.MAY_TURN_WAITING,
        ),
        Row("", ("forget channel",), State.UNALIGNED_COLLECTING),
    ),
    (State.UNALIGNED_COLLECTING, "timeout"): (Row("", (), State.UNALIGNED_COLLECTING),),
    (State.UNALIGNED_COLLECTING, "abort"): (
        Row("", ("stop persisting", "unblock all"), State.MAY_TURN_WAITING),
    ),
}
"""A pair that is not here never comes up."""


def row_for(state: State, happening: Happening, holds: frozenset[Condition]) -> Row:
    """The row that counts, where the conditions *holds* hold.

    Raises: RuntimeError if *happening* cannot be in *state*.
    """
    rows = TABLE.get((state, happening))
    if rows is None:
        raise RuntimeError(f"a {happening} cannot be while in {state.value}")
    return next(row for row in rows if not row.when or row.when in holds)
