"""Flink's records, watermarks, durations and tags for translated tests."""

from __future__ import annotations

from typing import Any

from flinksim.common import watermark_generators
from flinksim.common.time import Duration
from flinksim.common.typeinfo import Types
from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.datastream import state
from flinksim.datastream.output_tag import OutputTag
from flinksim.runtime.elements import ACTIVE, IDLE, StreamRecord, Watermark, WatermarkStatus
from tests.conformance.junit.assertions import (
    AssertionFailed,
    Matcher,
    ValueAssertion,
    is_equal,
)
from tests.conformance.junit.flink_functions import AggregateView
from tests.conformance.junit.java_names import (
    JAVA_CLASSES,
    java_class,
    java_methods,
    static_import,
)
from tests.conformance.junit.java_objects import JavaObject


class ElementType(type):
    """The Java class of elements: its instances are flinksim's."""

    kinds: tuple[type, ...]

    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, cls.kinds)

    def __call__(cls, *arguments: Any) -> Any:
        return cls.create(*arguments)


@java_class("StreamRecord")
class StreamRecordType(metaclass=ElementType):
    kinds = (StreamRecord,)

    @staticmethod
    def create(value: Any, timestamp: int | None = None) -> StreamRecord:
        return StreamRecord(value, timestamp)


@java_class("Watermark")
class WatermarkType(metaclass=ElementType):
    """Both of Flink's classes of this name."""

    kinds = (Watermark, watermark_generators.Watermark)
    MAX_WATERMARK = Watermark(2**63 - 1)
    UNINITIALIZED = Watermark(MIN_TIMESTAMP)

    @staticmethod
    def create(timestamp: int) -> Watermark:
        return Watermark(timestamp)


@java_class("WatermarkStatus")
class WatermarkStatusType(metaclass=ElementType):
    kinds = (WatermarkStatus,)
    ACTIVE, IDLE = ACTIVE, IDLE
    ACTIVE_STATUS, IDLE_STATUS = 0, -1

    @staticmethod
    def create(status: int) -> WatermarkStatus:
        if status not in (0, -1):
            raise JAVA_CLASSES["IllegalArgumentException"](f"Invalid status value {status}")
        return WatermarkStatus(status == -1)


ELEMENTS = {
    "Record": StreamRecord,
    "Watermark": Watermark,
    "WatermarkStatus": WatermarkStatus,
    "LatencyMarker": None,
    "RecordAttributes": None,
}


def _create_cast(kind: type | None) -> Any:
    def cast(element: Any) -> Any:
        if kind is None or not isinstance(element, kind):
            raise JAVA_CLASSES["ClassCastException"]("the element is of another kind")
        return element

    return cast


for _kind in (StreamRecord, Watermark, WatermarkStatus):
    for _name, _other in ELEMENTS.items():
        java_methods(
            _kind,
            **{
                f"is{_name}": lambda element, answer=_kind is _other: answer,
                f"as{_name}": _create_cast(_other),
            },
        )


def _replace(record: StreamRecord, value: Any, *timestamp: int) -> StreamRecord:
    record.replace(value)
    if timestamp:
        record.timestamp = timestamp[0]
    return record


def _copy_to(record: StreamRecord, value: Any, target: StreamRecord) -> None:
    target.value, target.timestamp = value, record.timestamp


java_methods(
    StreamRecord,
    getValue=lambda record: record.value,
    getTimestamp=lambda r: MIN_TIMESTAMP if r.timestamp is None else r.timestamp,
    hasTimestamp=lambda record: record.timestamp is not None,
    setTimestamp=lambda record, timestamp: setattr(record, "timestamp", timestamp),
    eraseTimestamp=lambda record: setattr(record, "timestamp", None),
    replace=_replace,
    copy=lambda record, value: StreamRecord(value, record.timestamp),
    copyTo=_copy_to,
)
for _kind in (Watermark, watermark_generators.Watermark):
    java_methods(_kind, getTimestamp=lambda watermark: watermark.timestamp)
java_methods(
    WatermarkStatus,
    isActive=lambda status: not status.is_idle,
    isIdle=lambda status: status.is_idle,
    getStatus=lambda status: -1 if status.is_idle else 0,
)


@java_class("Duration")
class DurationFactory:
    ofDays = staticmethod(Duration.of_days)
    ofHours = staticmethod(Duration.of_hours)
    ofMinutes = staticmethod(Duration.of_minutes)
    ofSeconds = staticmethod(Duration.of_seconds)
    ofMillis = staticmethod(Duration.of_millis)
    ZERO = Duration.of_millis(0)


java_methods(
    Duration,
    toMillis=lambda duration: duration.to_millis(),
    plusMillis=lambda duration, ms: Duration.of_millis(duration.to_millis() + ms),
)


@java_class("OutputTag")
class JavaOutputTag(OutputTag):
    __slots__ = ()

    def __init__(self, name: str, *type_information: Any) -> None:
        super().__init__(name)


java_methods(JavaOutputTag, getId=lambda tag: tag.tag_id)


# --- descriptors of state ------------------------------------------------------------------------

ANY_TYPE = Types.PICKLED_BYTE_ARRAY()


@java_class("ValueStateDescriptor")
def create_value_descriptor(name: str, *types: Any) -> Any:
    return state.ValueStateDescriptor(name, ANY_TYPE)


@java_class("ListStateDescriptor")
def create_list_descriptor(name: str, *types: Any) -> Any:
    return state.ListStateDescriptor(name, ANY_TYPE)


@java_class("MapStateDescriptor")
def create_map_descriptor(name: str, *types: Any) -> Any:
    return state.MapStateDescriptor(name, ANY_TYPE, ANY_TYPE)


@java_class("ReducingStateDescriptor")
def create_reducing_descriptor(name: str, function: Any, *types: Any) -> Any:
    return state.ReducingStateDescriptor(name, function, ANY_TYPE)


@java_class("AggregatingStateDescriptor")
def create_aggregating_descriptor(name: str, function: Any, *types: Any) -> Any:
    return state.AggregatingStateDescriptor(name, AggregateView(function), ANY_TYPE)


JAVA_CLASSES["StateDescriptor"] = state.StateDescriptor


# --- what tests check of outputs -----------------------------------------------------------------


@static_import("isStreamRecord", "streamRecord")
def match_record(value: Any, timestamp: int | None = None) -> Matcher:
    def matches(record: Any) -> bool:
        return (
            isinstance(record, StreamRecord)
            and is_equal(record.value, value)
            and (timestamp is None or record.timestamp == timestamp)
        )

    return Matcher(matches, f"record({value!r}, {timestamp})")


@static_import("legacyWatermark")
def match_watermark(timestamp: int) -> Matcher:
    return Matcher(
        lambda element: isinstance(element, Watermark) and element.timestamp == timestamp,
        f"watermark {timestamp}",
    )


@java_class()
class TestHarnessUtil:
    @staticmethod
    def assertOutputEquals(message: str, expected: Any, actual: Any) -> None:
        ValueAssertion(list(actual)).describedAs(message).isEqualTo(list(expected))

    @staticmethod
    def assertOutputEqualsSorted(message: str, expected: Any, actual: Any, *order: Any) -> None:
        for choose in (_list_watermarks, _sort_records):
            ValueAssertion(choose(actual)).describedAs(message).isEqualTo(choose(expected))

    @staticmethod
    def assertNoLateRecords(elements: Any) -> None:
        watermark = MIN_TIMESTAMP
        for element in elements:
            if isinstance(element, Watermark):
                watermark = element.timestamp
            elif element.timestamp is not None and element.timestamp < watermark:
                raise AssertionFailed(f"{element} is late: the watermark is {watermark}")


def _list_watermarks(elements: Any) -> list[Any]:
    return [element for element in elements if not isinstance(element, StreamRecord)]


def _sort_records(elements: Any) -> list[Any]:
    records = [
        (e.timestamp, tuple(e.value) if isinstance(e.value, tuple) else e.value)
        for e in elements
        if isinstance(e, StreamRecord)
    ]
    return sorted(records, key=repr)


@java_class()
class CollectingDataOutput(JavaObject):
    def _init_fields(self) -> None:
        self.events = JAVA_CLASSES["ArrayList"]()

    def getEvents(self) -> Any:
        return self.events

    def emitWatermark(self, element: Any) -> None:
        self.events.add(element)

    emitWatermarkStatus = emitRecord = emitLatencyMarker = emitWatermark


JAVA_CLASSES["DataOutput"] = JavaObject
