"""Generates plausible messages for a source, from its declared types or from what the program reads.

All choices come from a seeded generator, so that the same command gives the same records.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from random import Random
from typing import Any, TypeAlias

from flinksim.common.serialization import SimpleStringSchema
from flinksim.common.typeinfo import (
    BasicArrayTypeInfo,
    BasicType,
    BasicTypeInfo,
    ListTypeInfo,
    MapTypeInfo,
    ObjectArrayTypeInfo,
    PrimitiveArrayTypeInfo,
    RowTypeInfo,
    TypeInformation,
)
from flinksim.connectors.external.external_source import ExternalSource
from flinksim.connectors.external.message import ExternalMessage
from flinksim.connectors.external.recording_files import DEFAULT_START_MS
from flinksim.datastream.formats.avro import (
    AvroRowDeserializationSchema,
    AvroRowSerializationSchema,
)
from flinksim.datastream.formats.csv import CsvRowDeserializationSchema
from flinksim.datastream.formats.json import JsonRowDeserializationSchema
from flinksim.external_data.binding import BindingSettings
from flinksim.external_data.program_fields import ValueShape, find_value_shape

PARTITIONS = 2
MEAN_INTERVAL_MS = 1_000
MAX_DISORDER_MS = 3_000
_WORDS = ("flink", "stream", "state", "window", "event", "time", "key", "source", "sink", "join")
_KEYS = ("a", "b", "c", "d", "e")
_NUMERIC_WORD = re.compile(
    r"(amount|price|count|value|score|age|total|speed|size|number|num|lat|latitude|lon|lng|longitude|rate|"
    r"rating|volume|distance|duration|vc|cost|fare|pressure)s?|(temp|humid|quantit|salar)[a-z]*"
)
"""Words in the names of fields that have numbers."""
_WHOLE_WORD = re.compile(r"(count|number|num|age|quantity|qty|size|year|stock|unit|view|click)s?")
"""Words in the names of fields that have whole numbers."""
_JSON_WORD = re.compile(r"(json|content|payload|data|message|msg|body|event|record|raw|details)")
"""Words in the names of text columns whose text a program parses."""
_ANY_FIELDS = ("id", "name", "value", "timestamp")
"""Fields of an object if the program names none."""


class SampleError(ValueError):
    """Records cannot be generated; the message says what is missing."""


def generate_sample(
    source: ExternalSource, settings: BindingSettings
) -> tuple[list[ExternalMessage], str]:
    """Generate messages for *source*, and a note about where their form comes from.

    Raises:
        SampleError: If neither a type nor the program tells the form of a value.
    """
    encode, note = _create_encoder(source, settings)
    random = Random(f"{settings.seed} {source.addresses[0]}")
    arrival = DEFAULT_START_MS
    offsets = [0] * PARTITIONS
    messages = []
    for number in range(settings.sample):
        arrival += random.randint(1, 2 * MEAN_INTERVAL_MS)
        event_time = arrival - random.randint(0, MAX_DISORDER_MS)
        partition = random.randrange(PARTITIONS)
        key = random.choice(_KEYS)
        messages.append(
            ExternalMessage(
                encode(_Generator(random, key, event_time, number)),
                key.encode(),
                "sample" if source.pattern else source.addresses[0],
                partition,
                offsets[partition],
                arrival,
                arrival,
                f"sample record {number}",
            )
        )
        offsets[partition] += 1
    return messages, f"{settings.sample} records generated {note}"


def generate_lines(settings: BindingSettings) -> list[str]:
    """Generate the lines of a file that does not exist, as the program parses them."""
    source = ExternalSource("file", ["lines"], SimpleStringSchema())
    messages, _ = generate_sample(source, settings)
    return [(message.value or b"").decode() for message in messages]


TimeValues: TypeAlias = Mapping[str, Callable[[int], Any]]


class _Generator:
    """The values of one record: its key, its event time, and random numbers."""

    def __init__(self, random: Random, key: str, event_time: int, number: int) -> None:
        self.random = random
        self.key = key
        self.event_time = event_time
        self.number = number

    def text(self, name: str) -> str:
        words = name.lower()
        if is_time_name(words):
            return datetime.fromtimestamp(self.event_time / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%S")
        if "name" in words:
            return f"{words.strip('_')}_{self.key}"
        if "mail" in words:
            return f"{self.key}@example.org"
        if "ip" in words.split("_"):
            return f"10.0.0.{_KEYS.index(self.key) + 1}"
        return self.key

    def whole(self, name: str) -> int:
        words = name.lower()
        if is_time_name(words):
            return self.event_time
        if words.endswith("id") or "key" in words:
            return _KEYS.index(self.key) + 1
        return self.random.randint(1, 100)

    def fraction(self, name: str) -> float:
        if is_time_name(name.lower()):
            return float(self.event_time)
        return round(self.random.uniform(1, 100), 2)

    def sentence(self) -> str:
        return " ".join(self.random.choice(_WORDS) for _ in range(self.random.randint(2, 6)))


def is_time_name(words: str) -> bool:
    """Return whether a field with this name, in lower case, has a time."""
    parts = words.replace("-", "_").split("_")
    return any(
        part in ("ts", "time", "timestamp", "datetime", "date", "at", "rowtime") for part in parts
    ) or words.endswith(("time", "timestamp", "date"))


def _create_encoder(
    source: ExternalSource, settings: BindingSettings
) -> tuple[Callable[[_Generator], bytes], str]:
    row_type = source.produced_type
    if isinstance(row_type, RowTypeInfo):
        names, types = row_type.get_field_names(), row_type.get_field_types()
        if isinstance(source.schema, CsvRowDeserializationSchema):
            separator = source.schema.separator

            def encode_csv(one: _Generator) -> bytes:
                cells = (_make_typed(one, *each, {}) for each in zip(names, types, strict=True))
                return separator.join(map(_format_cell, cells)).encode()

            return encode_csv, f"as CSV from the declared columns {', '.join(names)}"

        time_values = getattr(source.schema, "time_values", {})
        parsed = _find_parsed_column(names, types)

        def encode_row(one: _Generator) -> bytes:
            content = {
                name: _make_typed(one, name, kind, time_values)
                for name, kind in zip(names, types, strict=True)
            }
            if parsed is not None:
                content[parsed[0]] = json.dumps(_make_shaped(one, parsed[1]))
            return json.dumps(content).encode()

        if isinstance(source.schema, AvroRowDeserializationSchema):
            read = JsonRowDeserializationSchema(row_type, False, False).deserialize
            write = AvroRowSerializationSchema(None, source.schema.avro_schema_string).serialize

            def encode_avro(one: _Generator) -> bytes:
                try:
                    return write(read(encode_row(one)))
                except ValueError as error:  # for example, an enum has other symbols
                    raise SampleError(
                        f"{source.system} {source.addresses[0]}: no sample fits the Avro schema: "
                        f"{error}. Bind a recording with --source {source.addresses[0]}=FILE"
                    ) from None

            return encode_avro, f"as Avro from the fields of the schema {', '.join(names)}"
        return encode_row, f"as JSON from the declared fields {', '.join(names)}"
    if settings.like:
        return _create_encoder_from_line(settings.like), f"like {settings.like!r}"
    shape = find_value_shape()
    if shape.kind == "unknown":
        note = (
            f"as JSON with the fields {', '.join(_ANY_FIELDS)}, because the program names none. For "
            'others, give a line of the topic: --like \'{"user": 1, "amount": 2.5}\''
        )
        any_object = ValueShape(
            "object", fields={name: ValueShape(name=name) for name in _ANY_FIELDS}
        )
        return lambda one: json.dumps(_make_shaped(one, any_object)).encode(), note
    if shape.kind == "text":
        return lambda one: one.sentence().encode(), "as lines of words: the program parses no value"
    if shape.kind in ("whole", "fraction"):
        return lambda one: str(
            _make_shaped(one, shape)
        ).encode(), "as numbers, as the program reads them"
    if shape.kind == "separated":

        def encode_separated(one: _Generator) -> bytes:
            cells = (_make_shaped(one, each) for each in shape.fields.values())
            return shape.separator.join(map(_format_cell, cells)).encode()

        count = len(shape.fields)
        return (
            encode_separated,
            f"with {count} values between {shape.separator!r}, as the program splits",
        )

    def encode_object(one: _Generator) -> bytes:
        return json.dumps(_make_shaped(one, shape)).encode()

    return (
        encode_object,
        f"as JSON with the fields that the program reads: {', '.join(shape.fields)}",
    )


def _find_parsed_column(
    names: list[str], types: list[TypeInformation]
) -> tuple[str, ValueShape] | None:
    """Find the text column that the program parses as JSON in a function, and the form of its text."""
    texts = [
        name
        for name, kind in zip(names, types, strict=True)
        if isinstance(kind, BasicTypeInfo) and kind._basic_type is BasicType.STRING
    ]
    named = [name for name in texts if _JSON_WORD.match(name.lower())]
    if not named:
        return None
    shape = find_value_shape()
    if shape.kind != "object" or named[0] in shape.fields:
        return None
    return named[0], shape


def _format_cell(value: Any) -> str:
    return json.dumps(value) if isinstance(value, bool | list | dict) else str(value)


def _make_typed(
    one: _Generator, name: str, kind: TypeInformation, times: TimeValues, path: str = ""
) -> Any:
    """Make a value of a declared type, as JSON has it.

    *times* says how to write a time in a field, by its path, such as ``user.born``.
    """
    path = path or name
    if path in times and not isinstance(kind, ListTypeInfo | MapTypeInfo):
        return times[path](one.event_time)
    if isinstance(kind, RowTypeInfo):
        pairs = zip(kind.get_field_names(), kind.get_field_types(), strict=True)
        return {
            inner: _make_typed(one, inner, inner_kind, times, f"{path}.{inner}")
            for inner, inner_kind in pairs
        }
    if isinstance(kind, MapTypeInfo):
        return {"a": _make_typed(one, "value", kind._value_type_info, times, path)}
    if isinstance(kind, ListTypeInfo):
        return [_make_typed(one, name, kind.elem_type, times, path)]
    if isinstance(kind, BasicArrayTypeInfo | ObjectArrayTypeInfo | PrimitiveArrayTypeInfo):
        if "BYTE" in str(kind).upper():
            return base64.b64encode(one.text(name).encode()).decode()
        return [one.whole(name)] if "STRING" not in str(kind).upper() else [one.text(name)]
    text = str(kind)
    if isinstance(kind, BasicTypeInfo):
        basic = kind._basic_type
        if basic in (BasicType.LONG, BasicType.BIG_INT):
            return one.whole(name)
        if basic in (BasicType.INT, BasicType.SHORT, BasicType.BYTE):
            value = one.whole(name)
            return (
                value // 1000
                if is_time_name(name.lower()) and basic is BasicType.INT
                else value % 101
            )
        if basic in (BasicType.FLOAT, BasicType.DOUBLE, BasicType.BIG_DEC):
            return one.fraction(name)
        if basic is BasicType.BOOLEAN:
            return one.random.random() < 0.5
        if basic is BasicType.INSTANT:
            text = "TIMESTAMP"
    if any(each in text.upper() for each in ("TIME", "DATE", "INSTANT")):
        moment = datetime.fromtimestamp(one.event_time / 1000, UTC)
        if "TIMESTAMP" in text.upper() or "INSTANT" in text.upper():
            return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
        return moment.strftime("%H:%M:%SZ" if "TIME" in text.upper() else "%Y-%m-%d")
    return one.text(name)


def _make_shaped(one: _Generator, shape: ValueShape) -> Any:
    if shape.choices:
        return one.random.choice(shape.choices)
    match shape.kind:
        case "object":
            return {name: _make_shaped(one, inner) for name, inner in shape.fields.items()}
        case "list":
            return [_make_shaped(one, shape.fields["item"])] if shape.fields else [one.key]
        case "whole":
            return one.whole(shape.name)
        case "fraction":
            return _make_number(one, shape.name)
        case "boolean":
            return one.random.random() < 0.5
        case "time":
            moment = datetime.fromtimestamp(one.event_time / 1000, UTC)
            return moment.strftime(shape.time_format)
        case "seconds":
            return one.event_time // 1000
        case "millis":
            return one.event_time
        case "any":
            return (
                _make_number(one, shape.name)
                if shape.looks_numeric
                else _make_guess(one, shape.name)
            )
        case _:
            return one.text(shape.name)


def _make_guess(one: _Generator, name: str) -> Any:
    """Make a value for a field that the program only passes on; its name tells whether it is a number."""
    words = name.lower()
    if words.startswith(("is_", "has_")):
        return one.random.random() < 0.5
    if is_time_name(words):
        return one.event_time if words in ("ts", "timestamp") or "ms" in words else one.text(name)
    is_number = any(_NUMERIC_WORD.fullmatch(word) for word in _split_name(name))
    return _make_number(one, name) if is_number else one.text(name)


def _split_name(name: str) -> list[str]:
    return re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower())


def _make_number(one: _Generator, name: str) -> int | float:
    """Make a number for a field that is calculated with; its name tells whether it is a whole one."""
    is_whole = any(_WHOLE_WORD.fullmatch(word) for word in _split_name(name))
    return one.whole(name) if is_whole else one.fraction(name)


def _create_encoder_from_line(line: str) -> Callable[[_Generator], bytes]:
    """Create an encoder for values like *line*: the same fields, with values of the same types."""
    try:
        sample = json.loads(line)
    except ValueError:
        separator = next((each for each in (",", ";", "\t", "|", " ") if each in line), ",")
        cells = line.split(separator)
        return lambda one: separator.join(
            str(_replace_value(one, "", _parse(each))) for each in cells
        ).encode()
    return lambda one: json.dumps(_replace_value(one, "", sample)).encode()


def _parse(cell: str) -> Any:
    for convert in (int, float):
        try:
            return convert(cell)
        except ValueError:
            pass
    return cell


def _replace_value(one: _Generator, name: str, value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _replace_value(one, key, each) for key, each in value.items()}
    if isinstance(value, list):
        return [_replace_value(one, name, each) for each in value]
    if isinstance(value, bool):
        return one.random.random() < 0.5
    if isinstance(value, int):
        if value > 100_000_000_000:
            return one.event_time
        return one.event_time // 1000 if value > 1_000_000_000 else one.whole(name)
    if isinstance(value, float):
        return one.fraction(name)
    if isinstance(value, str):
        try:
            datetime.fromisoformat(value)
        except ValueError:
            return one.text(name)
        moment = datetime.fromtimestamp(one.event_time / 1000, UTC)
        return moment.strftime("%Y-%m-%dT%H:%M:%S" if "T" in value else "%Y-%m-%d %H:%M:%S")
    return value
