"""Functions and sinks that take part in checkpoints; in Java ``Remembering`` and ``CommitSink``."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from flinksim.common import Types
from flinksim.connectors.sink import Committer, Sink, SinkContext, SinkWriter
from flinksim.datastream import (
    CheckpointedFunction,
    CheckpointListener,
    ProcessFunction,
)
from flinksim.datastream.state import ListStateDescriptor, MapStateDescriptor

Tell = Callable[[str], None]


def java_map(pairs: Iterable[tuple[Any, Any]]) -> str:
    """What Java prints of a sorted map."""
    return "{" + ", ".join(f"{key}={value}" for key, value in sorted(pairs)) + "}"


class Remembering(ProcessFunction, CheckpointedFunction, CheckpointListener):
    """Keeps the values that it has seen in state of every kind that belongs to no key."""

    def __init__(self, s: dict[str, Any], tell: Tell) -> None:
        self.s = s
        self.tell = tell
        self.seen: list[int] = []

    def initialize_state(self, context: Any) -> None:
        store, long = context.get_operator_state_store(), Types.LONG()
        self.list = store.get_list_state(ListStateDescriptor("list", long))
        self.union = store.get_union_list_state(ListStateDescriptor("union", long))
        self.broadcast = store.get_broadcast_state(
            MapStateDescriptor("broadcast", Types.STRING(), long)
        )
        self.seen = list(self.list.get())
        checkpoint = context.get_restored_checkpoint_id()
        self.begins = "new" if checkpoint is None else f"from {checkpoint}"
        assert context.is_restored() is (checkpoint is not None)
        self.begins += f" list {self.seen} union {list(self.union.get())}"
        self.begins += f" broadcast {java_map(self.broadcast.items())}"

    def open(self, runtime_context: Any) -> None:
        # a function has its runtime context only now, and nothing comes in between
        self.subtask = runtime_context.get_index_of_this_subtask()
        self._say(f"init attempt {runtime_context.get_attempt_number()} {self.begins}")
        self._say("open")

    def _say(self, text: str) -> None:
        self.tell(f"{self.s['name']}:{self.subtask} {text}")

    def process_element(self, v: Any, ctx: Any) -> Iterable[Any]:
        self.seen.append(v[2])
        self.broadcast.put(v[0], v[2])
        yield v

    def snapshot_state(self, context: Any) -> None:
        checkpoint = context.get_checkpoint_id()
        self._say(f"snapshot {checkpoint} of {self.seen}")
        self.list.update(self.seen)
        self.union.update([len(self.seen)])
        if checkpoint == self.s.get("failsAt"):
            raise RuntimeError(f"no snapshot {checkpoint}")
        if checkpoint == self.s.get("sleepsAt"):
            time.sleep(self.s["sleeps"] / 1000)

    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        self._say(f"complete {checkpoint_id}")

    def notify_checkpoint_aborted(self, checkpoint_id: int) -> None:
        self._say(f"aborted {checkpoint_id}")

    def close(self) -> None:
        self._say("close")


class CommitSink(Sink):
    """Tells what it commits; all that was written before one barrier is one committable."""

    has_committer = True

    def __init__(self, name: str, tell: Tell) -> None:
        self.name = name
        self.tell = tell

    def create_writer(self, context: SinkContext) -> SinkWriter:
        return _Writer()

    def create_committer(self) -> Committer:
        return _Committer(self)


class _Writer(SinkWriter):
    def __init__(self) -> None:
        self.written: list[str] = []

    def write(self, value: Any, timestamp: int | None) -> str:
        text = "(" + ",".join(str(field) for field in value) + ")"
        self.written.append(text)
        return text

    def prepare_commit(self) -> Sequence[Any]:
        if not self.written:
            return ()
        text, self.written = " ".join(self.written), []
        return [text]


class _Committer(Committer):
    def __init__(self, sink: CommitSink) -> None:
        self.sink = sink

    def commit(self, committable: Any) -> None:
        self.sink.tell(f"{self.sink.name}: {committable}")
