"""Where in Flink a fact stands: the last methods of its call stack.

A kind's ``place`` is a method of Flink, or a few with " > " between caller and callee. A "/" before
them says that they stand at the bottom of the stack: Flink calls them from elsewhere than our code
does. Words in braces are filled in: ``{operator}`` with the operator's class in Flink, the others by
:data:`PLACE_WORDS`.

A fact is told *inside* the call that runs, at its place; or it tells of that *call* itself, and the
place only says which method that is; or its place is *beside* the operator's ``processElement``, if
that is what runs: called by the same method, before it.
"""

from __future__ import annotations

from typing import Any

from flinksim.trace.causality.flink_stacks import LEGACY_READING
from flinksim.trace.plan import Plan
from flinksim.trace.schema.event_kinds import KIND_OF, KINDS

PLACE_WORDS: dict[str, tuple[str, dict[str, str]]] = {
    "{element}": (
        "element",
        {
            "record": "Element",
            "watermark": "Watermark",
            "idle": "WatermarkStatus",
            "active": "WatermarkStatus",
            "latency": "LatencyMarker",
        },
    ),
    "{received}": (
        "element",
        {
            "endOfData": "AbstractStreamTaskNetworkInput.processEvent",
            "endOfPartition": "AbstractStreamTaskNetworkInput.processEvent",
            "barrier": "CheckpointedInputGate.handleEvent",
            "": "AbstractStreamTaskNetworkInput.processElement",
        },
    ),
    "{barrier handler}": (
        "alignment",
        {"AT_LEAST_ONCE": "CheckpointBarrierTracker", "": "SingleCheckpointBarrierHandler"},
    ),
    "{domain}": ("domain", {"event": "Event", "processing": "Processing"}),
    "{callback}": ("callback", {}),
    "{call}": ("call", {}),
    "{called class}": (
        "call called",
        {
            "start": "JobMasterServiceLeadershipRunner",
            "requestJobResult": "Dispatcher",
            "requestNewWorker": "ActiveResourceManager",
            "onWorkerTerminated": "ActiveResourceManager",
            "requestSlot": "TaskExecutor",
            "freeSlot": "TaskExecutor",
            "disconnectJobManager": "TaskExecutor",
            "disconnectJobManager ResourceManager": "ResourceManager",
            "registerTaskManager": "JobMaster",
            "offerSlots": "JobMaster",
            "disconnectTaskManager": "JobMaster",
            "": "ResourceManager",
        },
    ),
    "{nothing}": (
        "reason",
        {
            "empty contents": "InternalAppendingState.get",
            "no state window": "MergingWindowSet.getStateWindow",
        },
    ),
}
"""What stands for the words in braces of a place: a field, and what its values are called ("" stands
for all others). Of two fields the first counts alone where both together are not named."""

_OF_CLASS: dict[str, dict[str, str]] = {
    "StreamSource": {"SourceFinished": LEGACY_READING},
}
"""Operators in whose class a kind has another place."""

_OF_PIPELINED = "PipelinedSubpartition."
"""With this begin the places that a blocking result does not have: it keeps what it is given in the
method that was called."""

_BASE, _ABSTRACT = "AbstractStreamOperator", "AbstractUdfStreamOperator"
_DECLARES: dict[str, tuple[str, dict[str, str]]] = {
    "open": (
        "",
        {"StreamMap": _ABSTRACT, "StreamFilter": _ABSTRACT, "CoStreamMap": _ABSTRACT,
         "StreamSource": _ABSTRACT, "MapPartitionOperator": _ABSTRACT,
         "SinkWriterOperator": _BASE, "CommitterOperator": _BASE},
    ),
    "finish": (
        _ABSTRACT,
        {"SourceOperator": "", "TimestampsAndWatermarksOperator": "", "SinkWriterOperator": _BASE,
         "CommitterOperator": _BASE},
    ),
    "close": (
        _ABSTRACT,
        {"SourceOperator": "", "StreamSource": "", "TimestampsAndWatermarksOperator": "",
         "WindowOperator": "", "EvictingWindowOperator": "", "SinkWriterOperator": "",
         "CommitterOperator": ""},
    ),
    "processWatermark": (
        _BASE,
        {"ProcessOperator": "", "CoProcessOperator": "",
         "CoBroadcastWithNonKeyedOperator": "", "StreamSink": "", "SinkWriterOperator": "",
         "TimestampsAndWatermarksOperator": "", "AsyncWaitOperator": ""},
    ),
    "processWatermarkStatus": (_BASE, {"TimestampsAndWatermarksOperator": ""}),
}  # fmt: skip
"""Which class of Flink declares a method: the one for most operators, and those of others; "" is the
operator's own class. Read out of the jar of 2.3.0."""


def declaring_class(operator_class: str, method: str) -> str:
    """The class whose *method* runs for an operator of that class: the one a stack trace names."""
    most, others = _DECLARES[method]
    return others.get(operator_class, most) or operator_class


def words_of_class(operator_class: str) -> dict[str, str]:
    """What stands for ``{operator}`` and for ``{open}``, ``{finish}`` ... in frames."""
    words = {"operator": operator_class}
    for method in _DECLARES:
        words[method] = declaring_class(operator_class, method)
    return words


def bottom_of_step(action: str) -> tuple[str, ...]:
    """The methods below everything that happens in a step of that *action*."""
    if action.startswith("mail"):
        return "MailboxProcessor.processMail", "MailboxProcessor.runMail", "Mail.run"
    return ()


def place_kinds() -> dict[type[Any], tuple[bool, bool, tuple[str, ...]]]:
    """How each kind is told: beside the call, at the bottom of a stack, and the fields that decide.

    ``(is beside, is at the bottom, fields)``.
    """
    found = {}
    for kind in KINDS:
        fields = [
            field
            for word, (named, _) in PLACE_WORDS.items()
            if word in kind.place
            for field in named.split()
        ]
        if kind.field("operator") is not None:
            fields.append("operator")
        if kind.place.startswith(_OF_PIPELINED):
            fields.append("channel")
        found[kind.cls] = (kind.told == "beside", kind.place.startswith("/"), tuple(fields))
    return found


class PlaceWords:
    """Fills the places of a job's facts in."""

    def __init__(self, plan: Plan | None) -> None:
        self._classes: dict[str, str] = {
            one.id: one.operator.operator_class for one in (plan.instances() if plan else ())
        }
        self._blocking = {
            channel.id for channel in (plan.channels if plan else ()) if channel.is_blocking
        }

    def frames(self, fact: Any, in_a_call: bool) -> tuple[str, ...]:
        """The methods of the place of *fact*; none if it tells of the call that runs."""
        kind = KIND_OF[type(fact)]
        if kind.told == "call" and in_a_call:
            return ()
        if kind.place.startswith(_OF_PIPELINED) and in_a_call and fact.channel in self._blocking:
            return ()
        operator = self._classes.get(getattr(fact, "operator", ""), "StreamOperator")
        place = _OF_CLASS.get(operator, {}).get(kind.name, kind.place.removeprefix("/"))
        for word, (named, words) in PLACE_WORDS.items():
            if word in place:
                values = [str(getattr(fact, field)) for field in named.split()]
                first = words.get(values[0], words.get("", values[0]))
                place = place.replace(word, words.get(" ".join(values), first))
        if "{" in place:
            for word, text in words_of_class(operator).items():
                place = place.replace(f"{{{word}}}", text)
        return tuple(place.split(" > ")) if place else ()
