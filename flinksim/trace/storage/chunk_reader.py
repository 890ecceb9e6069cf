"""Reader of the columns of one chunk, which checks that all values have their declared types."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, repeat
from operator import le
from typing import TYPE_CHECKING, Any

from flinksim.trace.events.event import Row
from flinksim.trace.plan import Plan
from flinksim.trace.schema.event_kinds import KINDS, PLAN_CLASSES, FieldDeclaration, KindDeclaration
from flinksim.trace.storage.columns import TYPECODES, Column, to_little_endian
from flinksim.trace.storage.string_table import Reject, StringTable, TextBlock

if TYPE_CHECKING:
    from flinksim.trace.storage.chunk import ChunkSize

_ITEM_SIZES = {name: array(code).itemsize for name, code in TYPECODES.items()}


def read_columns(directory: Any, body: memoryview, reject: Reject) -> dict[str, Column]:
    """Read the columns that the directory of a chunk lists.

    Args:
        directory: Directory of the chunk, decoded from JSON and not yet checked.
        body: Bytes of the columns.
        reject: Called with what is wrong.
    """
    check_directory(directory, len(body), reject)
    found = {}
    for name, type_, offset, count, none in directory:
        data = array(TYPECODES[type_])
        data.frombytes(body[offset : offset + count * _ITEM_SIZES[type_]])
        none_number = None if none is None else int(none)
        found[name] = Column(name, type_, to_little_endian(data), none_number)
    return found


def check_directory(directory: Any, size: int, reject: Reject) -> None:
    """Check that the columns in *directory* fill the *size* bytes of a chunk's body, without overlap.

    It is called before the body is inflated, so that a small file cannot fill the memory.
    """
    end = total = 0
    for entry in directory if isinstance(directory, list) else [None]:
        match entry:
            case [str(_), str(type_), int(offset), int(count), None | str()] if type_ in TYPECODES:
                length = count * _ITEM_SIZES[type_]
                if offset >= 0 <= length and offset + length <= size:
                    end = max(end, offset + length)
                    total += length
                    continue
        reject(f"its directory has {entry!r:.80}, which is not one of its columns")
    if size != -(-end // 8) * 8 or total > size:
        reject(
            f"its columns have {total:,} bytes and end at {end:,}, but a chunk has {size:,} bytes"
        )


class ChunkColumns:
    """The columns of one chunk, read with a check of their types.

    Columns refer to texts by number. *string_table* has these texts; the numbers must be below
    *text_count*.
    """

    def __init__(
        self,
        columns: Mapping[str, Column],
        string_table: StringTable,
        text_count: int,
        reject: Reject,
    ) -> None:
        self._columns = columns
        self._string_table = string_table
        self._text_count = text_count
        self._reject = reject

    def read_text_block(self) -> TextBlock:
        """Return the texts that the chunk adds, concatenated, and the end of each."""
        ends = self.integers("texts.end")
        texts = self.integers("texts.json").tobytes()
        if len(ends) and not (
            ends[0] >= 0 and ends[-1] <= len(texts) and all(map(le, ends, ends[1:]))
        ):
            self._reject("its texts are not consecutive")
        return texts, ends

    # --- steps and events -------------------------------------------------------------------------

    def headers(self, first_event: int, size: ChunkSize) -> list[Any]:
        """Return the step headers; the first event of the chunk is number *first_event* of the trace."""
        from flinksim.trace.recorder import StepHeader

        after = self.counts("steps.after", size.steps)
        starts = list(accumulate(after, initial=first_event))[1:]
        if starts and starts[-1] > first_event + size.events:
            self._reject("its steps have more events than it contains")
        return list(
            map(
                StepHeader,
                self.integers("steps.time_ms", size.steps),
                self.texts("steps.actor", size.steps),
                self.texts("steps.action", size.steps),
                starts,
            )
        )

    def kinds(self, size: ChunkSize) -> array[int]:
        """Return the type number of each event."""
        kinds = self.counts("events.kind", size.events)
        if len(kinds) and max(kinds) >= len(KINDS):
            self._reject(f"it has events of the unknown type {max(kinds)} of {len(KINDS)}")
        return kinds

    def events(self, size: ChunkSize) -> list[Any]:
        return self._merge_kinds(size, self._read_events)

    def rows(self, size: ChunkSize) -> list[Row]:
        """Return the events as rows."""
        return self._merge_kinds(size, self._read_rows)

    def _merge_kinds(
        self, size: ChunkSize, read_kind: Callable[[KindDeclaration, int], Iterable[Any]]
    ) -> list[Any]:
        kinds = self.kinds(size)
        next_of = {
            number: iter(read_kind(KINDS[number], count)).__next__
            for number, count in Counter(kinds).items()
        }
        return [next_of[number]() for number in kinds]

    def event(self, index: int, size: ChunkSize) -> Any:
        """Return the event at position *index*."""
        kinds = self.kinds(size)
        kind = KINDS[kinds[index]]
        before = kinds[:index].count(kinds[index])
        names = [f"{kind.name}.{field.name}" for field in kind.fields]
        return next(iter(self.select_row(names, before)._read_events(kind, 1)))

    def select_row(self, names: Sequence[str], index: int) -> ChunkColumns:
        """Return the columns with those *names*, reduced to the value at position *index*."""
        columns = {}
        for name in names:
            data = self.integers(name)
            if index >= len(data):
                self._reject(f"its column {name} has only {len(data)} values")
            columns[name] = self._columns[name]._replace(data=data[index : index + 1])
        return ChunkColumns(columns, self._string_table, self._text_count, self._reject)

    def get_events(self, number: int, size: ChunkSize) -> list[Any]:
        """Return the events of the type with that *number*."""
        count = self.kinds(size).count(number)
        return list(self._read_events(KINDS[number], count)) if count else []

    def _read_events(self, kind: KindDeclaration, count: int) -> Iterable[Any]:
        if not kind.fields:
            return [kind.cls() for _ in range(count)]
        return map(kind.cls, *(self.read_field(kind, field, count) for field in kind.fields))

    def _read_rows(self, kind: KindDeclaration, count: int) -> Iterable[Row]:
        fields = [self.read_field(kind, field, count) for field in kind.fields]
        return zip(repeat(kind.cls, count), *fields, strict=True)

    def collect_ids(self, form: str) -> set[str]:
        """Return all ids in event fields of the form *form* ("subtask", "operator", "channel")."""
        found: set[str] = set()
        for kind in KINDS:
            for field in kind.fields:
                name = f"{kind.name}.{field.name}"
                if field.form == form and name in self._columns:
                    found.update(self.texts(name))
        return found

    # --- links ------------------------------------------------------------------------------------

    def find_earlier(self, name: str, first: int, size: ChunkSize) -> array[int]:
        """Return the cause or first origin of each event, from a column of distances; -1 for none.

        Args:
            name: Name of the column.
            first: Number of the first event of the chunk.
            size: Size of the chunk.
        """
        back = self.counts(name, size.events)
        if len(back) and max(back) > first:  # valid for later events
            for index, distance in enumerate(back, first):
                if distance > index:
                    self._reject(f"event {index} has its cause {distance} events earlier")
        return array(
            "q", [i - distance if distance else -1 for i, distance in enumerate(back, first)]
        )

    def extra_origins(self, first: int, size: ChunkSize) -> dict[int, tuple[int, ...]]:
        """Return all origins but the first, by event index, of the events that have several."""
        events = self.counts("origins.fact")
        distances = self.counts("origins.back", len(events))
        if len(events) and max(events) >= size.events:
            self._reject(f"its event {max(events)} of {size.events} has origins")
        found: dict[int, tuple[int, ...]] = {}
        for event, distance in zip(events, distances, strict=True):
            index = first + event
            if not 0 < distance <= index:
                self._reject(f"event {index} has its cause {distance} events earlier")
            found[index] = (*found.get(index, ()), index - distance)
        return found

    def frames(self, known_count: int) -> list[tuple[int, str]]:
        """Return the stack frames of this chunk after the first *known_count* of the trace.

        Each is the number of the calling frame (or -1) and the method.
        """
        found: list[tuple[int, str]] = []
        callers = self.counts("frames.caller")
        for caller, method in zip(callers, self.texts("frames.method", len(callers)), strict=True):
            number = known_count + len(found)
            if caller >= max(number, 1):
                self._reject(f"its frame {number} is called by a later frame")
            found.append((caller if number else -1, method))
        return found

    # --- columns ----------------------------------------------------------------------------------

    def integers(self, name: str, count: int | None = None) -> array[int]:
        """Return the column *name* of integers, and check that it has *count* values, if given."""
        if name not in self._columns:
            self._reject(f"it has no column {name}")
        column = self._columns[name].data
        if count is not None and len(column) != count:
            self._reject(f"its column {name} has {len(column)} values, not {count}")
        return column

    def counts(self, name: str, count: int | None = None) -> array[int]:
        """Return the column *name* of integers, and check that none is negative."""
        column = self.integers(name, count)
        if column.typecode == "q" and len(column) and min(column) < 0:
            self._reject(f"its column {name} contains {min(column)}, but expected at least 0")
        return column

    def optional_integers(self, name: str, count: int) -> list[int | None]:
        """Return the column *name*, with ``None`` for the number that stands for a missing value."""
        column = self.integers(name, count)
        none = self._columns[name].null_value
        return [None if value == none else value for value in column]

    def values(self, name: str, count: int | None = None) -> list[Any]:
        """Return the values, stored in the text table, to which the column *name* refers."""
        numbers = self.counts(name, count)
        if len(numbers) and max(numbers) >= self._text_count:
            self._reject(f"its column {name} refers to text {max(numbers)} of {self._text_count}")
        values = self._string_table.read_values(set(numbers), self._reject)
        return list(map(values.__getitem__, numbers))

    def texts(self, name: str, count: int | None = None) -> list[str]:
        """Return the values to which the column *name* refers, and check that all are text."""
        values = self.values(name, count)
        for value in values:
            if type(value) is not str:
                self._reject(f"its column {name} contains {value!r:.60}, but expected text")
        return values

    def read_field(
        self, kind: KindDeclaration, field: FieldDeclaration, count: int
    ) -> Sequence[Any]:
        """Return the values of one *field* for all *count* events of the type *kind*."""
        name = f"{kind.name}.{field.name}"
        match field.form:
            case "timestamp" | "count":
                return self.integers(name, count)
            case "optional timestamp":
                return self.optional_integers(name, count)
            case "flag":
                return [value != 0 for value in self.integers(name, count)]
            case "choice":
                numbers = self.counts(name, count)
                if count and max(numbers) >= len(field.choices):
                    self._reject(f"its column {name} contains the unknown choice {max(numbers)}")
                return [field.choices[number] for number in numbers]
            case "plan":
                return [self._build_plan_part(Plan, value) for value in self.values(name, count)]
            case "texts":
                return [self._check_texts(name, value) for value in self.values(name, count)]
            case "value":
                return self.values(name, count)
            case "text" | "subtask" | "operator" | "channel":
                return self.texts(name, count)

    def _check_texts(self, name: str, value: Any) -> tuple[str, ...]:
        if not isinstance(value, tuple) or any(type(part) is not str for part in value):
            self._reject(f"its column {name} contains {value!r:.60}, but expected texts")
        return value

    def _build_plan_part(self, cls: type[Any], value: Any) -> Any:
        """Create an instance of *cls*, one of the classes of a plan, from its JSON form."""
        made: dict[str, Any] = {}
        for name, field in cls.__dataclass_fields__.items():
            if not isinstance(value, dict) or name not in value:
                self._reject(f"its plan contains {value!r:.60}, but expected a {cls.__name__}")
            found, type_ = value[name], str(field.type)
            part = _PLAN_PARTS.get(type_)
            if part is not None and isinstance(found, tuple):
                made[name] = tuple(self._build_plan_part(part, each) for each in found)
            elif part is None and _is_of_type(found, type_):
                made[name] = found
            else:
                self._reject(f"its plan has {found!r:.60} for {cls.__name__}.{name}: {type_}")
        return cls(**made)


def _is_of_type(value: Any, type_: str) -> bool:
    match type_:
        case "int":
            return type(value) is int
        case "bool":
            return type(value) is bool
        case "str | None":
            return value is None or type(value) is str
        case "tuple[int, ...]":
            return isinstance(value, tuple) and all(type(each) is int for each in value)
        case _:  # str and the id types
            return type(value) is str


_PLAN_PARTS = {f"tuple[{part.__name__}, ...]": part for part in PLAN_CLASSES if part is not Plan}
