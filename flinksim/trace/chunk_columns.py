"""The columns of one chunk of a trace file, checked: whatever they hold, what is given has its type."""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeAlias

from flinksim.trace.columns import TYPECODES, little_endian
from flinksim.trace.declarations import PLAN_CLASSES, FieldDeclaration, KindDeclaration
from flinksim.trace.plan import Plan
from flinksim.trace.values import DEEPEST

Refuse: TypeAlias = Callable[[str], NoReturn]
"""Told what is wrong with the file; raises."""

_SIZES = {name: array(code).itemsize for name, code in TYPECODES.items()}


class ChunkColumns:
    """Columns by name, and the values that they refer to; *values* are those of earlier chunks too."""

    def __init__(self, directory: Any, body: memoryview, values: list[Any], refuse: Refuse) -> None:
        self._body = body
        self._refuse = refuse
        self._directory = self._checked(directory)
        self._values = values
        start = 0
        texts = self.integers("texts.json").tobytes()
        for end in self.integers("texts.end"):
            if not start <= end <= len(texts):
                refuse("its texts do not stand one behind the other")
            values.append(self._value(texts[start:end]))
            start = end

    def _checked(self, directory: Any) -> dict[str, tuple[str, int, int, int | None]]:
        found = {}
        for entry in directory if isinstance(directory, list) else [None]:
            match entry:
                case [str(name), str(type_), int(offset), int(count), None | str() as none]:
                    size = _SIZES.get(type_, 0)
                    if size and offset >= 0 <= count and offset + count * size <= len(self._body):
                        found[name] = (type_, offset, count, None if none is None else int(none))
                        continue
            self._refuse(f"its directory has {entry!r:.80}, which is no column of it")
        return found

    def _value(self, text: bytes) -> Any:
        return _tuples(json.loads(text), DEEPEST, self._refuse)

    # --- columns ----------------------------------------------------------------------------------

    def integers(self, name: str, count: int | None = None) -> array[int]:
        """The column *name*, which has *count* values, if that is known."""
        if name not in self._directory:
            self._refuse(f"it has no column {name}")
        type_, offset, there, _ = self._directory[name]
        if count is not None and there != count:
            self._refuse(f"its column {name} has {there} values, not {count}")
        column = array(TYPECODES[type_])
        column.frombytes(self._body[offset : offset + there * column.itemsize])
        return little_endian(column)

    def counts(self, name: str, count: int | None = None) -> array[int]:
        """The same, and none of them below 0."""
        column = self.integers(name, count)
        if column.typecode == "q" and len(column) and min(column) < 0:
            self._refuse(
                f"its column {name} holds {min(column)}, and should hold no number below 0"
            )
        return column

    def optional_integers(self, name: str, count: int) -> list[int | None]:
        """The same, where the number that stands for none is ``None``."""
        column = self.integers(name, count)
        none = self._directory[name][3]
        return [None if value == none else value for value in column]

    def values(self, name: str, count: int | None = None) -> list[Any]:
        """The values that the column *name* refers to."""
        values = self._values
        numbers = self.counts(name, count)
        if len(numbers) and max(numbers) >= len(values):
            self._refuse(f"its column {name} refers to text {max(numbers)} of {len(values)}")
        return [values[number] for number in numbers]

    def texts(self, name: str, count: int | None = None) -> list[str]:
        """The same, all of which are text."""
        values = self.values(name, count)
        for value in values:
            if type(value) is not str:
                self._refuse(f"its column {name} holds {value!r:.60}, and should hold text")
        return values

    def field(self, kind: KindDeclaration, field: FieldDeclaration, count: int) -> Sequence[Any]:
        """The values of *field* of the *count* facts of *kind*."""
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
                    self._refuse(f"its column {name} holds choice {max(numbers)}, which is none")
                return [field.choices[number] for number in numbers]
            case "plan":
                return [self._plan_part(Plan, value) for value in self.values(name, count)]
            case "texts":
                return [self._all_texts(name, value) for value in self.values(name, count)]
            case "value":
                return self.values(name, count)
            case "text" | "subtask" | "operator" | "channel":
                return self.texts(name, count)

    def _all_texts(self, name: str, value: Any) -> tuple[str, ...]:
        if not isinstance(value, tuple) or any(type(part) is not str for part in value):
            self._refuse(f"its column {name} holds {value!r:.60}, and should hold texts")
        return value

    def _plan_part(self, cls: type[Any], value: Any) -> Any:
        """An instance of *cls*, one of the parts of a plan, from its JSON form."""
        made: dict[str, Any] = {}
        for name, field in cls.__dataclass_fields__.items():
            if not isinstance(value, dict) or name not in value:
                self._refuse(f"its plan has {value!r:.60}, and should have a {cls.__name__}")
            found, type_ = value[name], str(field.type)
            part = _PLAN_PARTS.get(type_)
            if part is not None and isinstance(found, tuple):
                made[name] = tuple(self._plan_part(part, each) for each in found)
            elif part is None and _fits(found, type_):
                made[name] = found
            else:
                self._refuse(f"its plan has {found!r:.60} for {cls.__name__}.{name}: {type_}")
        return cls(**made)


def _fits(found: Any, type_: str) -> bool:
    match type_:
        case "int":
            return type(found) is int
        case "bool":
            return type(found) is bool
        case "str | None":
            return found is None or type(found) is str
        case "tuple[int, ...]":
            return isinstance(found, tuple) and all(type(each) is int for each in found)
        case _:  # str, and the ids, which are
            return type(found) is str


def _tuples(value: Any, deepest: int, refuse: Refuse) -> Any:
    if not deepest:
        refuse(f"it holds a value that is nested more than {DEEPEST} deep")
    if isinstance(value, list):
        return tuple([_tuples(part, deepest - 1, refuse) for part in value])
    if isinstance(value, dict):
        return {name: _tuples(part, deepest - 1, refuse) for name, part in value.items()}
    return value


_PLAN_PARTS = {f"tuple[{part.__name__}, ...]": part for part in PLAN_CLASSES if part is not Plan}
