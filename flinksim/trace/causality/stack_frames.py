"""Stack frames of events: the methods of Flink that an event stands for.

An event type declares a method of Flink (``place``), or several with " > " between caller and
callee. A leading "/" says that they are at the bottom of the stack: Flink calls them from elsewhere
than flinksim. Words in braces are filled in: ``{operator}`` with the operator's class in Flink,
others by :data:`PLACE_WORDS`.

``told`` says how an event relates to the running span. "inside": the event happened in the span, at
its method. "call": it describes the span itself, and its method only names that. "beside": its
method was called before the operator's ``processElement``, if that is running, and by the same
caller.
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
"""The values of the placeholders in methods: a field, and the text for each of its values.

The key "" stands for all other values. With two fields, the text of the first one applies if there
is none for both together.
"""

_OF_CLASS: dict[str, dict[str, str]] = {
    "StreamSource": {"SourceFinished": LEGACY_READING},
}
"""Methods of event types that differ for an operator class."""

_OF_PIPELINED = "PipelinedSubpartition."
"""Prefix of methods that a blocking result lacks: it stores elements in the called method."""

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
"""The class of Flink that declares a method: for most operators, and for those that differ.

"" is the operator's own class. Read from the jar of Flink 2.3.0.
"""


def declaring_class(operator_class: str, method: str) -> str:
    """Return the class that declares *method* for *operator_class*, as a stack trace shows it."""
    most, others = _DECLARES[method]
    return others.get(operator_class, most) or operator_class


def words_of_class(operator_class: str) -> dict[str, str]:
    """Return the values of the placeholders ``{operator}``, ``{open}``, ``{finish}`` ... in frames."""
    words = {"operator": operator_class}
    for method in _DECLARES:
        words[method] = declaring_class(operator_class, method)
    return words


def bottom_of_step(action: str) -> tuple[str, ...]:
    """Return the methods at the bottom of the stack in a step with that *action*."""
    if action.startswith("mail"):
        return "MailboxProcessor.processMail", "MailboxProcessor.runMail", "Mail.run"
    return ()


def place_kinds() -> dict[type[Any], tuple[bool, bool, tuple[str, ...]]]:
    """Classify how the method of each event type is placed on the stack.

    Returns:
        By class: whether it comes before the span, whether it is at the bottom of the stack, and the
        fields on which it depends.
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
    """Resolves the methods of events in the context of one job."""

    def __init__(self, plan: Plan | None) -> None:
        self._classes: dict[str, str] = {
            one.id: one.operator.operator_class for one in (plan.instances() if plan else ())
        }
        self._blocking = {
            channel.id for channel in (plan.channels if plan else ()) if channel.is_blocking
        }

    def frames(self, fact: Any, in_a_call: bool) -> tuple[str, ...]:
        """Return the methods of *fact*; none if it describes the running span.

        Args:
            fact: The event.
            in_a_call: Whether a span is running.
        """
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
