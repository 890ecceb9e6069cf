"""Comparing a run of flinksim with a recording of real Flink, event by event.

The events of each subtask are compared in their order. Events of different subtasks have no order in
Flink. Operators and subtasks of both plans are matched by their position, since Flink numbers the
nodes of all jobs of a process together. Not in Flink.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher
from itertools import islice
from typing import Any, NamedTuple

from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.recording.recording_file import NOT_RECORDED
from flinksim.trace import events as e
from flinksim.trace.events.event import Event
from flinksim.trace.plan import Plan
from flinksim.trace.recorder import Trace

MAX_ALIGNED_EVENTS = 4_000
"""Number of events of a subtask up to which the equal ones are counted behind a difference."""

_COMPARED: dict[type[Any], tuple[str, ...]] = {
    e.SourceRecordRead: ("operator", "value"),
    e.TimestampAssigned: ("operator", "after"),
    e.WatermarkGenerated: ("operator", "timestamp"),
    e.SplitStatusChanged: ("operator", "idle"),
    e.ElementWritten: ("channel", "sequence", "element", "value", "timestamp"),
    e.ElementReceived: ("channel", "sequence", "element", "value", "timestamp"),
    e.ChannelWatermarkChanged: ("channel", "before", "after", "aligned", "holds", "gained", "lost"),
    e.WatermarkIgnored: ("channel", "timestamp", "reason"),
    e.ChannelStatusChanged: ("channel", "idle", "aligned", "holds", "gained", "lost"),
    e.InputWatermarkAdvanced: ("input", "before", "after", "held_by"),
    e.InputStatusChanged: ("input", "idle"),
    e.InputEnded: ("input",),
    e.ElementProcessed: ("operator", "element", "value", "timestamp"),
    e.OperatorInputChanged: ("operator", "input", "watermark", "idle", "holds", "other_holds"),
    e.OperatorWatermarkAdvanced: ("operator", "before", "after"),
    e.WatermarkEmitted: ("operator", "timestamp"),
    e.KeySelected: ("operator", "key", "key_group"),
    e.TimerRegistered: ("operator", "domain", "key", "namespace", "timestamp"),
    e.TimerDeleted: ("operator", "domain", "key", "namespace", "timestamp"),
    e.TimerFired: ("operator", "domain", "key", "namespace", "timestamp"),
    e.WindowAssigned: ("operator", "key", "window", "value", "timestamp", "count", "state_window"),
    e.WindowsMerged: ("operator", "key", "value", "window", "merged", "result", "state_window"),
    e.TriggerEvaluated: ("operator", "key", "window", "callback", "result"),
    e.TriggerCleared: ("operator", "key", "window"),
    e.WindowFired: ("operator", "key", "window", "kind", "clock", "count", "contents", "watermark"),
    e.WindowCleared: ("operator", "key", "window", "reason", "state_window"),
    e.FiringSkipped: ("operator", "key", "window", "reason"),
    e.WindowSkippedAsLate: ("operator", "key", "window", "cleanup_time", "watermark"),
    e.LateRecordDropped: (
        "operator", "key", "value", "timestamp", "windows", "cleanup_time", "watermark",
        "side_output",
    ),
    e.SideOutputEmitted: ("operator", "tag", "value", "timestamp"),
    e.ResultWritten: ("operator", "value", "timestamp"),
    e.BarrierReceived: ("channel", "checkpoint"),
    e.BarrierEmitted: ("subtask", "checkpoint"),
    e.CheckpointNotified: ("subtask", "checkpoint", "completed"),
}  # fmt: skip
"""The compared event types and fields. Sizes in bytes and real times are not compared.

Events that flinksim reports differently are left out. Operators of a chain with branches are set up,
opened and finished in another order. Only the operator where a status originates reports that it is
emitted.
"""

_IN_WORKER = (
    e.KeySelected, e.WindowAssigned, e.WindowsMerged, e.TriggerEvaluated, e.TriggerCleared,
    e.WindowFired, e.WindowCleared, e.FiringSkipped, e.WindowSkippedAsLate, e.LateRecordDropped,
    e.OperatorWatermarkAdvanced,
)  # fmt: skip
"""Event types of a PyFlink operator that happen in its Python worker, which the recorder does not see.

The clock of the operator belongs to them: the worker has its own.
"""
_PYTHON_OPERATOR = re.compile("(External|Embedded)Python")

ComparedEvent = tuple[Any, ...]

_NO_TEXT = re.compile(r"<\w+>")
_NOT_A_NAME = re.compile(r"@(<hash>|[0-9a-f]+)|(?<=AllWindowedStream)\..*|(?<=DeltaEvictor\()[^,]*")
"""Parts of operator names that are different in each process or program."""


class Difference(NamedTuple):
    """The first place at which the events of a subtask differ.

    ``before`` are the equal events before it. ``flinksim`` and ``flink`` are what each has from there
    on.
    """

    subtask: str
    name: str
    position: int
    before: tuple[ComparedEvent, ...]
    flinksim: tuple[ComparedEvent, ...]
    flink: tuple[ComparedEvent, ...]


class EventComparison(NamedTuple):
    """The result of a comparison. ``compared`` is the number of events of the longer of both runs."""

    compared: int
    equal: int
    differences: tuple[Difference, ...]
    excluded: tuple[str, ...]

    def format(self) -> str:
        """Format the counts, and the first difference of each subtask side by side."""
        lines = [f"{self.equal:,} of {self.compared:,} events agree"]
        if self.excluded:
            lines.append(f"not compared: {', '.join(self.excluded)}")
        for difference in self.differences:
            lines += _format_difference(difference)
        return "\n".join(lines)


class PlanMismatch(ValueError):
    """Both plans differ, so that their events cannot be matched."""


def compare_events(
    simulated: Trace, recorded: Trace, exclude: Iterable[type[Any]] = ()
) -> EventComparison:
    """Compare the events of a run of flinksim with those of a recording, subtask by subtask.

    Args:
        simulated: The run of flinksim.
        recorded: The recording of the same program on Flink.
        exclude: Event types that are not compared.

    Raises:
        PlanMismatch: Both have different subtasks, operators or channels.
    """
    excluded = set(exclude)
    ours, theirs = simulated.plan, recorded.plan
    renamed = find_renamed_ids(ours, theirs)
    fused = {node for nodes in _find_fused_nodes(ours, theirs).values() for node in nodes}
    inner: frozenset[str] = frozenset(
        one.id for one in ours.instances() if one.operator.node in fused
    )
    python = _find_python_operators(theirs, renamed)
    left = _collect(simulated, excluded, str, python, inner, False)
    right = _collect(
        recorded, excluded, lambda id_: renamed.get(id_, id_), python, frozenset(), True
    )
    names: dict[str, str] = {
        subtask.id: f"{vertex.name} {subtask.index + 1}"
        for vertex in ours.vertices
        for subtask in ours.subtasks
        if subtask.vertex == vertex.id
    }
    compared = equal = 0
    differences = []
    for group in {**left, **right}:
        mine, others = left.get(group, []), right.get(group, [])
        compared += max(len(mine), len(others))
        at = _find_first_difference(mine, others)
        equal += at
        if at == max(len(mine), len(others)):
            continue
        equal += _count_equal(mine[at:], others[at:])
        subtask, part = group
        differences.append(
            Difference(
                subtask, f"{names[subtask]}{part and f', {part}'}", at, tuple(mine[max(at - 3, 0) : at]),
                tuple(mine[at : at + 4]), tuple(others[at : at + 4]),
            )
        )  # fmt: skip
    if python.operators:
        excluded.update(_IN_WORKER)
    return EventComparison(
        compared, equal, tuple(differences), tuple(sorted(each.__name__ for each in excluded))
    )


def find_renamed_ids(ours: Plan, theirs: Plan) -> dict[str, str]:
    """Match the ids of two plans: the n-th node of one is the n-th node of the other.

    Returns:
        The id in *ours* for each id in *theirs*.

    Raises:
        PlanMismatch: They have different nodes or channels.
    """
    fused = _find_fused_nodes(ours, theirs)
    nodes = [_list_nodes(ours, fused), _list_nodes(theirs, {})]
    if [name for _, name in nodes[0]] != [name for _, name in nodes[1]]:
        listed = [", ".join(name for _, name in each) for each in nodes]
        raise PlanMismatch(f"the plans differ. flinksim: {listed[0]}. Flink: {listed[1]}")
    new = {old: now for (now, _), (old, _) in zip(*nodes, strict=True)}

    def translate(id_: str) -> str:
        return re.sub(r"(?<=[vo])\d+(?=/)|(?<=^v)\d+$", lambda found: str(new[int(found[0])]), id_)

    renamed = {
        id_: translate(id_) for ids in theirs.collect_ids().values() for id_ in ids if id_
    } | {vertex.id: translate(vertex.id) for vertex in theirs.vertices}
    for form in ("subtask", "channel"):
        mine = ours.collect_ids()[form]
        missing = sorted({renamed.get(id_, "") for id_ in theirs.collect_ids()[form]} ^ mine)
        if missing:
            raise PlanMismatch(f"only one of both plans has the {form} {missing[0]}")
    return renamed


def _find_fused_nodes(ours: Plan, theirs: Plan) -> dict[int, list[int]]:
    """Return the operators that PyFlink runs as one, whose name lists theirs.

    Returns:
        The nodes of the other operators by the node of the first one, in *ours*.
    """
    fused_names = {
        operator.name
        for vertex in theirs.vertices
        for operator in vertex.operators
        if ", " in operator.name
    }
    found: dict[int, list[int]] = {}
    for vertex in ours.vertices:
        for head in vertex.operators:
            name, nodes = head.name, [head.node]
            for operator in vertex.operators:
                if operator.inputs != (nodes[-1],):
                    continue
                name, nodes = f"{name}, {operator.name}", [*nodes, operator.node]
                if name in fused_names:
                    found[head.node] = nodes[1:]
                    break
    return found


def _list_nodes(plan: Plan, fused: dict[int, list[int]]) -> list[tuple[int, str]]:
    """Return node and name of each operator; those that are *fused* have one node and one name."""
    names = {
        operator.node: _NOT_A_NAME.sub("", operator.name)
        for vertex in plan.vertices
        for operator in vertex.operators
    }
    for head, others in fused.items():
        names[head] = ", ".join([names[head], *(names.pop(node) for node in others)])
    return sorted(names.items())


class _PythonOperators(NamedTuple):
    """The operators of a recorded PyFlink job that run functions in a Python worker.

    A worker returns results at any time until the end of a bundle. So the events of a chain with such an
    operator have an order for each operator and channel only. The worker sends back timers in an order of
    their own, and serialized. ``keyed`` get pairs of key and value, and ``stamped`` pairs of value and
    timestamp. ``legacy`` are sources whose records the recorder does not see.
    """

    operators: frozenset[str]
    keyed: frozenset[str]
    stamped: frozenset[str]
    subtasks: frozenset[str]
    legacy: frozenset[str]

    def hides(self, event: Event, operator: str | None) -> bool:
        """Return whether the recorder does not see such an event of this operator."""
        if isinstance(event, e.SourceRecordRead):
            return operator in self.legacy
        return operator in self.operators and isinstance(event, _IN_WORKER)

    def unwrap(self, event: Event, operator: str) -> Any:
        """Return the value of a recorded record without what PyFlink adds to it."""
        value: Any = getattr(event, "value", None)
        is_wrapped = not isinstance(event, (e.SideOutputEmitted, e.ResultWritten))
        if is_wrapped and isinstance(value, tuple) and len(value) == 2:
            if operator in self.keyed:
                return value[1]
            if operator in self.stamped:
                return value[0]
        return value

    def find_part(self, event: Event, subtask: str, place: str | None, operator: str) -> str:
        """Return which part of a subtask's events an event is ordered with."""
        if subtask not in self.subtasks:
            return ""
        if operator in self.operators and isinstance(event, _TIMERS):
            return f"{place} {'fired timers' if isinstance(event, e.TimerFired) else 'timers'}"
        return place or ""


_TIMERS = (e.TimerRegistered, e.TimerDeleted, e.TimerFired)


def _find_python_operators(plan: Plan, renamed: dict[str, str]) -> _PythonOperators:
    """Find the Python operators of a recorded plan, with the ids of flinksim's plan."""
    found = [one for one in plan.instances() if _PYTHON_OPERATOR.match(one.operator.operator_class)]
    return _PythonOperators(
        frozenset(renamed.get(one.id, one.id) for one in found),
        frozenset(
            renamed.get(one.id, one.id) for one in found if "Keyed" in one.operator.operator_class
        ),
        frozenset(
            renamed.get(one.id, one.id)
            for one in plan.instances()
            if found and one.operator.name in ("Timestamps/Watermarks", "Remove-Timestamp")
        ),
        frozenset(renamed.get(one.subtask.id, one.subtask.id) for one in found),
        frozenset(
            renamed.get(one.id, one.id)
            for one in plan.instances()
            if found and one.operator.operator_class == "StreamSource"
        ),
    )


def _collect(
    trace: Trace,
    excluded: set[type[Any]],
    translate: Callable[[str], str],
    python: _PythonOperators,
    inner: frozenset[str],
    is_recorded: bool,
) -> dict[tuple[str, str], list[ComparedEvent]]:
    """Return the compared events by subtask and part, with the ids of flinksim's plan.

    *inner* are the operators whose events are left out, because they are part of a fused one.
    """
    plan = trace.plan
    owners: dict[str, str] = {one.id: one.subtask.id for one in plan.instances()}
    channels = {channel.id: channel for channel in plan.channels}
    heads = {
        channel.id: translate(f"o{channel.target_node}/{channel.target.rpartition('/')[2]}")
        for channel in plan.channels
    }
    found: dict[tuple[str, str], list[ComparedEvent]] = {}
    for event in trace.events:
        fields = _COMPARED.get(type(event))
        if fields is None or type(event) in excluded:
            continue
        operator: Any = getattr(event, "operator", None)
        renamed = "" if operator is None else translate(operator)
        if renamed in inner or python.hides(event, renamed):
            continue
        channel: Any = getattr(event, "channel", None)
        owner: Any = getattr(event, "subtask", None)
        if owner is None and channel is not None:
            is_sent = isinstance(event, e.ElementWritten)
            owner = channels[channel].source if is_sent else channels[channel].target
        elif owner is None:
            owner = owners[operator]
        if renamed in python.operators and isinstance(event, _TIMERS):
            fields = ("operator", "domain", "timestamp")
        value = python.unwrap(event, renamed or heads.get(channel, "")) if is_recorded else None
        described = _describe(event, fields, translate, value)
        owner = translate(owner)
        place = renamed or (translate(channel) if channel is not None else None)
        part = python.find_part(event, owner, place, renamed)
        found.setdefault((owner, part), []).append(described)
    return found


def _describe(
    event: Event, fields: tuple[str, ...], translate: Callable[[str], str], unwrapped: Any
) -> ComparedEvent:
    kind = type(event).__name__
    values: list[Any] = []
    for name in fields:
        value = getattr(event, name)
        if name == "value" and unwrapped is not None:
            value = unwrapped
        elif name in ("operator", "channel", "subtask"):
            value = translate(value)
        elif name in ("gained", "lost", "held_by", "merged", "windows"):
            value = tuple(
                sorted([translate(one) if isinstance(one, str) else one for one in value])
            )
        elif name == "timestamp" and value == MIN_TIMESTAMP:
            value = None  # Flink's mark of a record without a timestamp
        values.append((name, value))
    return kind, *values


def _is_same_event(left: ComparedEvent, right: ComparedEvent) -> bool:
    if left == right:
        return True
    if left[0] != right[0]:
        return False
    return all(map(_is_same_value, left[1:], right[1:]))


def _is_unknown(value: Any) -> bool:
    """Return whether a value was not recorded, or is of a class whose objects have no text."""
    return value == NOT_RECORDED or (isinstance(value, str) and bool(_NO_TEXT.fullmatch(value)))


def _is_same_value(mine: Any, other: Any) -> bool:
    if mine == other or _is_unknown(mine) or _is_unknown(other):
        return True
    if isinstance(mine, str) and mine.startswith("Row(") and isinstance(other, tuple):
        return _is_same_value(_read_row(mine), other)
    if not (isinstance(mine, tuple) and isinstance(other, tuple) and len(mine) == len(other)):
        return False
    return all(map(_is_same_value, mine, other))


def _read_row(text: str) -> Any:
    """Return the values of a row from its text, as the recorder writes them; the text if it is not plain."""
    try:
        call = ast.parse(text, mode="eval").body
        assert isinstance(call, ast.Call)
        fields = [*call.args, *(keyword.value for keyword in call.keywords)]
        return tuple(ast.literal_eval(field) for field in fields)
    except (AssertionError, SyntaxError, ValueError, MemoryError, RecursionError):
        return text  # the parser reports a text that is nested too deeply by the last two


def _find_first_difference(left: list[ComparedEvent], right: list[ComparedEvent]) -> int:
    at = 0
    for mine, other in zip(left, right, strict=False):
        if not _is_same_event(mine, other):
            return at
        at += 1
    return at


def _count_equal(left: list[ComparedEvent], right: list[ComparedEvent]) -> int:
    """Count the events that both have in the same order."""
    texts = [
        [repr(event) for event in islice(events, MAX_ALIGNED_EVENTS)] for events in (left, right)
    ]
    matcher = SequenceMatcher(None, texts[0], texts[1], autojunk=False)
    return sum(block.size for block in matcher.get_matching_blocks())


def _format_difference(difference: Difference) -> list[str]:
    lines = [f"first difference in {difference.name}, after {difference.position:,} equal events:"]
    lines += [f"    both      {_format_event(event)}" for event in difference.before]
    for who, events in (("flinksim", difference.flinksim), ("Flink", difference.flink)):
        lines += [f"  * {who:9} {_format_event(event)}" for event in events] or [
            f"  * {who:9} (no more events)"
        ]
    return lines


def _format_event(event: ComparedEvent) -> str:
    return f"{event[0]} " + ", ".join(f"{name}={value!r}" for name, value in event[1:])
