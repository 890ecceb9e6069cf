"""Facts are told as rows: a kind and its fields. No type checker sees how many, so this does."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from flinksim.trace import events as e
from flinksim.trace.events.event import build_emitter, build_field_getter, event_from_row
from flinksim.trace.storage.spillable_list import SpillableList, SpilledSegment

_RUNTIME = Path(e.__file__).parents[2] / "runtime"
_KINDS = {kind.__name__: kind for kind in e.EVENT_KINDS}


def _kind_of(node: ast.expr) -> str | None:
    name = node.id if isinstance(node, ast.Name) else getattr(node, "attr", None)
    return name if name in _KINDS else None


def _told(source: str) -> Iterator[tuple[int, str, int | None]]:
    """Of each fact that is told in *source*: the line, the kind, how many fields; none of an object.

    Of a row of which a part stands elsewhere only a run sees how many: as many as there should be.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Tuple) and node.elts and (kind := _kind_of(node.elts[0])):
            if isinstance(node.ctx, ast.Load) and not _kind_of(node.elts[-1]):
                is_whole = not any(isinstance(part, ast.Starred) for part in node.elts)
                fields = len(node.elts) - 1 if is_whole else len(_KINDS[kind].FIELDS)
                yield node.lineno, kind, fields
        if isinstance(node, ast.Call) and (kind := _kind_of(node.func)):
            yield node.lineno, kind, None


def test_the_runtime_tells_every_event_as_a_row_with_all_its_fields() -> None:
    count = 0
    for path in sorted(_RUNTIME.rglob("*.py")):
        for line, kind, fields in _told(path.read_text(encoding="utf-8")):
            assert fields == len(_KINDS[kind].FIELDS), f"{path.name}:{line}: {kind}"
            count += 1
    assert count > 140


def test_a_row_that_lacks_a_field_and_a_event_that_is_made_are_seen() -> None:
    source = "emit((KeySelected, o, k))\nemit(KeySelected(o, k, 1))\n"
    assert list(_told(source)) == [(1, "KeySelected", 2), (2, "KeySelected", None)]


def test_a_row_and_its_event_say_the_same() -> None:
    event = e.KeySelected("o1/0", "a", 7)  # type: ignore[arg-type]
    assert event.to_row() == (e.KeySelected, "o1/0", "a", 7)
    assert event_from_row(event.to_row()) == event
    assert build_field_getter(e.KeySelected, "key")(event.to_row()) == "a"
    assert build_field_getter(e.KeySelected, "key_group", "operator")(event.to_row()) == (7, "o1/0")
    found: list[object] = []
    build_emitter(found)(event.to_row())
    assert found == [event]
    with pytest.raises(TypeError, match="missing 2 required"):
        event_from_row((e.KeySelected, "o1/0"))


def test_rows_that_are_set_aside_are_given_and_told_as_before() -> None:
    rows: SpillableList[str] = SpillableList([], str)
    for number in range(10):
        rows.append(number)
        if number in (3, 4, 7):
            rows.spill()
    rows.spill()
    rows.extend([10, 11])
    assert (rows.closed_count, rows.compacted_count, len(rows)) == (10, 0, 12)
    assert list(rows) == [str(number) for number in range(12)]
    for first in range(13):
        for last in range(first, 13):
            assert rows.read_raw(first, last) == list(range(first, last))
            assert rows[first:last] == [str(number) for number in range(first, last)]
    assert list(rows.iterate_uncompacted()) == list(range(12))
    rows.compact(
        5, SpilledSegment(lambda: list("abcde"), "abcde".__getitem__, lambda: [0, 1, 2, 3, 4])
    )
    assert rows[:7] == ["a", "b", "c", "d", "e", "5", "6"]
    assert rows[3] == "d"
    assert list(rows.iterate_uncompacted()) == list(range(5, 12))
    assert rows.read_raw(2, 8) == [2, 3, 4, 5, 6, 7]


def test_what_nobody_can_pickle_is_set_aside_too() -> None:
    def local() -> None: ...

    rows: SpillableList[object] = SpillableList([local, 1])
    rows.spill()
    rows.append(2)
    assert list(rows) == [local, 1, 2]
    assert rows[0] is local
