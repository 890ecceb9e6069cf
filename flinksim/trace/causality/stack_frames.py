"""Stack frames of events: the methods of Flink that an event stands for.

An event type declares a method of Flink (``place``), or several with " > " between caller and
callee. A leading "/" says that they are at the bottom of the stack: Flink calls them from elsewhere
than flinksim. Words in braces are filled in: ``{operator}`` with the operator's class in Flink,
others by :data:`METHOD_PLACEHOLDERS`.

``told`` says how an event relates to the running span. "inside": the event happened in the span, at
its method. "call": it describes the span itself, and its method only names that. "beside": its
method was called before the operator's ``processElement``, if that is running, and by the same
caller.
"""

from __future__ import annotations

from typing import Any

from flinksim.trace.causality.flink_stacks import LEGACY_SOURCE_READ_PATH
from flinksim.trace.plan import Plan
from flinksim.trace.schema.event_kinds import KINDS, KINDS_BY_CLASS

METHOD_PLACEHOLDERS: dict[str, tuple[str, dict[str, str]]] = {
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
"""Values of the placeholders in method names: a field of the event, and a text for each value of it.

The key "" stands for all other values. With two fields, the text of the first one applies if there
is none for both together.
"""

_METHOD_OVERRIDES: dict[str, dict[str, str]] = {
    "StreamSource": {"SourceFinished": LEGACY_SOURCE_READ_PATH},
}
"""Methods that an event type stands for in certain operator classes, in place of its declared one."""

_PIPELINED_PREFIX = "PipelinedSubpartition."
"""Methods between a writer and its pipelined result partition, left out for a blocking partition.

A blocking partition stores elements directly in the called method.
"""

_BASE_CLASS, _UDF_CLASS = "AbstractStreamOperator", "AbstractUdfStreamOperator"
_DECLARING_CLASSES: dict[str, tuple[str, dict[str, str]]] = {
    "open": (
        "",
        {"StreamMap": _UDF_CLASS, "StreamFilter": _UDF_CLASS, "CoStreamMap": _UDF_CLASS,
         "StreamSource": _UDF_CLASS, "MapPartitionOperator": _UDF_CLASS,
         "SinkWriterOperator": _BASE_CLASS, "CommitterOperator": _BASE_CLASS},
    ),
    "finish": (
        _UDF_CLASS,
        {"SourceOperator": "", "TimestampsAndWatermarksOperator": "", "SinkWriterOperator": _BASE_CLASS,
         "CommitterOperator": _BASE_CLASS},
    ),
    "close": (
        _UDF_CLASS,
        {"SourceOperator": "", "StreamSource": "", "TimestampsAndWatermarksOperator": "",
         "WindowOperator": "", "EvictingWindowOperator": "", "SinkWriterOperator": "",
         "CommitterOperator": ""},
    ),
    "processWatermark": (
        _BASE_CLASS,
        {"ProcessOperator": "", "CoProcessOperator": "",
         "CoBroadcastWithNonKeyedOperator": "", "StreamSink": "", "SinkWriterOperator": "",
         "TimestampsAndWatermarksOperator": "", "AsyncWaitOperator": ""},
    ),
    "processWatermarkStatus": (_BASE_CLASS, {"TimestampsAndWatermarksOperator": ""}),
}  # fmt: skip
"""For each method, the class of Flink that declares it: for most operators, and the exceptions.

"" is the operator's own class. Read from the jar of Flink 2.3.0.
"""


def find_declaring_class(operator_class: str, method: str) -> str:
    """Return the class that declares *method* for *operator_class*, as a stack trace shows it."""
    most, others = _DECLARING_CLASSES[method]
    return others.get(operator_class, most) or operator_class


def build_placeholder_values(operator_class: str) -> dict[str, str]:
    """Return the values of the placeholders ``{operator}``, ``{open}``, ``{finish}`` ... in frames."""
    words = {"operator": operator_class}
    for method in _DECLARING_CLASSES:
        words[method] = find_declaring_class(operator_class, method)
    return words


def find_bottom_methods(action: str) -> tuple[str, ...]:
    """Return Flink's methods at the bottom of the stack in a step whose action is *action*."""
    if action.startswith("mail"):
        return "MailboxProcessor.processMail", "MailboxProcessor.runMail", "Mail.run"
    return ()


def classify_kinds() -> dict[type[Any], tuple[bool, bool, tuple[str, ...]]]:
    """Classify, for each event type, where its method is placed on the call stack.

    Returns:
        By event class: whether the method was called before the running span, whether it is at the
        bottom of the stack, and the fields of the event on which it depends.
    """
    found = {}
    for kind in KINDS:
        fields = [
            field
            for word, (named, _) in METHOD_PLACEHOLDERS.items()
            if word in kind.flink_method
            for field in named.split()
        ]
        if kind.find_field("operator") is not None:
            fields.append("operator")
        if kind.flink_method.startswith(_PIPELINED_PREFIX):
            fields.append("channel")
        found[kind.cls] = (
            kind.span_relation == "beside",
            kind.flink_method.startswith("/"),
            tuple(fields),
        )
    return found


class StackFrameResolver:
    """Finds the Flink methods that an event stands for, with the operator classes of one job."""

    def __init__(self, plan: Plan | None) -> None:
        self._operator_classes: dict[str, str] = {
            one.id: one.operator.operator_class for one in (plan.instances() if plan else ())
        }
        self._blocking_channels = {
            channel.id for channel in (plan.channels if plan else ()) if channel.is_blocking
        }

    def resolve(self, event: Any, is_in_span: bool) -> tuple[str, ...]:
        """Return the Flink methods that *event* adds to the stack; none if it describes the running call.

        Args:
            event: The event.
            is_in_span: Whether a logged call of a Flink method is running.
        """
        kind = KINDS_BY_CLASS[type(event)]
        if kind.span_relation == "call" and is_in_span:
            return ()
        if (
            kind.flink_method.startswith(_PIPELINED_PREFIX)
            and is_in_span
            and event.channel in self._blocking_channels
        ):
            return ()
        operator = self._operator_classes.get(getattr(event, "operator", ""), "StreamOperator")
        place = _METHOD_OVERRIDES.get(operator, {}).get(
            kind.name, kind.flink_method.removeprefix("/")
        )
        for word, (named, words) in METHOD_PLACEHOLDERS.items():
            if word in place:
                values = [str(getattr(event, field)) for field in named.split()]
                first = words.get(values[0], words.get("", values[0]))
                place = place.replace(word, words.get(" ".join(values), first))
        if "{" in place:
            for word, text in build_placeholder_values(operator).items():
                place = place.replace(f"{{{word}}}", text)
        return tuple(place.split(" > ")) if place else ()
