"""Translate GROUP BY and its aggregate calls into an aggregation, and expressions into its columns."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from typing import Any

from flinksim.table.planner import sql_ast as ast
from flinksim.table.planner.expression_translator import (
    GROUP_WINDOWS,
    WINDOW_PROPERTIES,
    read_interval,
)
from flinksim.table.planner.planner_errors import TableError, ValidationError, make_validation_error
from flinksim.table.planner.planning_limits import check_grouping_sets
from flinksim.table.planner.rel_nodes import (
    AggregateRel,
    LegacyWindow,
    Rel,
    make_fields,
    make_project,
)
from flinksim.table.planner.rex_nodes import (
    AggCall,
    AggregateRex,
    Call,
    Ref,
    Rex,
    transform,
    walk,
)
from flinksim.table.planner.scopes import Scope
from flinksim.table.planner.sql_types import BOOLEAN, SqlType, make_timestamp


class AggregationTranslator:
    """Builds the aggregation of one SELECT and replaces what it computes by its columns."""

    def __init__(
        self,
        scope: Scope,
        grouping: list[list[list[Rex]]] | None,
        names: list[str],
        node: ast.Select,
        sources: list[ast.Node | None],
        *,
        is_batch: bool,
    ) -> None:
        self._scope = scope
        self._node = node
        self._names = names
        self._is_batch = is_batch
        self._sources = sources
        check_grouping_sets(math.prod(map(len, grouping or [])))
        combined = [
            [key for part in parts for key in part]
            for parts in itertools.product(*(grouping or []))
        ]
        self._sets = [list(dict.fromkeys(keys)) for keys in combined]
        every = [key for parts in grouping or [] for alternative in parts for key in alternative]
        self._keys = list(dict.fromkeys(every))
        self._windows = [k for k in self._keys if _is_group_window(k)]
        if len(self._windows) > 1:
            raise TableError("Only a single window group function may be used in GROUP BY")

    def build(
        self, expressions: list[Rex], having: Rex | None
    ) -> tuple[Rel, Callable[[Rex, ast.Node | None], Rex]]:
        """Return the aggregation and the function that rewrites expressions over it."""
        wanted = [*expressions, *([having] if having is not None else [])]
        plain = [key for key in self._keys if key not in self._windows]
        inputs: list[Rex] = []
        for key in self._keys:
            moved = key.operands[0] if key in self._windows and isinstance(key, Call) else key
            if moved not in inputs:
                inputs.append(moved)
        key_count = len(inputs)
        calls, found = self._collect_calls(wanted, inputs)
        names = [self._name_key(e, expressions, number) for number, e in enumerate(inputs)]
        calls, inputs, names = _drop_unused_inputs(calls, inputs, names, key_count)
        source = self._scope.rel
        rel = make_project(source, inputs, names)
        group = tuple(inputs.index(key) for key in plain)
        kinds = [inputs[index].type for index in group]
        optional = {k for k in plain if any(k not in keys for keys in self._sets)}
        kinds = [
            t.with_nullable(True) if k in optional else t for k, t in zip(plain, kinds, strict=True)
        ]
        group_names = [rel.fields[index].name for index in group]
        properties, window = self._find_window(wanted, inputs)
        fields = make_fields(
            [*group_names, *(call.name or f"$f{i}" for i, call in enumerate(calls)), *properties],
            [*kinds, *(call.type for call in calls), *(self._property_type(p) for p in properties)],
        )
        sets = tuple(tuple(plain.index(k) for k in plain if k in keys) for keys in self._sets)
        ttl = next(iter(self._node.hints.get("STATE_TTL", {}).values()), "")
        aggregate = AggregateRel(
            fields=fields,
            input=rel,
            group=group,
            calls=tuple(calls),
            sets=sets if len(sets) > 1 else (),
            window=window,
            properties=tuple(properties),
            ttl=ttl,
        )
        columns: dict[Rex, int] = {key: index for index, key in enumerate(plain)}
        columns.update({call: len(plain) + index for call, index in found.items()})
        offset = len(plain) + len(calls)

        def rewrite(node: Rex, where: ast.Node | None) -> Rex:
            def change(part: Rex) -> Rex | None:
                if part in columns:
                    return aggregate.ref(columns[part])
                prop = self._property_of(part)
                if prop is not None:
                    return aggregate.ref(offset + properties.index(prop))
                if isinstance(part, Call) and part.op in {"GROUPING", "GROUPING_ID", "GROUP_ID"}:
                    return part
                if isinstance(part, Ref):
                    raise self._explain_not_grouped(part, where)
                return None

            return transform(node, change)

        return aggregate, rewrite

    def _collect_calls(
        self, wanted: list[Rex], inputs: list[Rex]
    ) -> tuple[list[AggCall], dict[Rex, int]]:
        calls: list[AggCall] = []
        found: dict[Rex, int] = {}
        for expression in wanted:
            for part in walk(expression):
                is_grouping = isinstance(part, Call) and part.op in {"GROUPING", "GROUPING_ID"}
                if part in found or not (isinstance(part, AggregateRex) or is_grouping):
                    continue
                assert isinstance(part, AggregateRex | Call)
                operands = list(part.operands)
                filtered = isinstance(part, AggregateRex) and part.filtered
                wanted_filter = _as_filter(operands.pop()) if filtered else None
                args = tuple(_find_position(inputs, operand) for operand in operands)
                condition = -1
                if wanted_filter is not None:
                    condition = _find_position(inputs, wanted_filter)
                name = None
                if expression is part and wanted.index(expression) < len(self._names):
                    name = self._names[wanted.index(expression)]
                distinct = isinstance(part, AggregateRex) and part.distinct
                if part.op == "COUNT" and len(args) == 1 and not distinct:
                    args = () if not inputs[args[0]].type.nullable else args
                found[part] = len(calls)
                calls.append(
                    AggCall(part.op, args, part.type, name, distinct, condition, part.function)
                )
        return calls, found

    def _name_key(self, key: Rex, expressions: list[Rex], number: int) -> str:
        if isinstance(key, Ref):
            return self._scope.rel.fields[key.index].name
        if key in expressions and expressions.index(key) < len(self._names):
            return self._names[expressions.index(key)]
        return f"$f{number}"

    # -- windows of GROUP BY -----------------------------------------------------------------

    def _find_window(
        self, wanted: list[Rex], inputs: list[Rex]
    ) -> tuple[list[str], LegacyWindow | None]:
        if not self._windows:
            return [], None
        call = self._windows[0]
        assert isinstance(call, Call)
        used = any(self._property_of(part) for e in wanted for part in walk(e))
        time = call.operands[0]
        if not time.type.is_time_attribute and not self._is_batch:
            raise TableError(
                "Window aggregate can only be defined over a time attribute column, but "
                f"{time.type.to_digest()} encountered."
            )
        sizes = [read_interval(operand) for operand in call.operands[1:]]
        if any(size is None for size in sizes):
            raise TableError(f"Only constant window intervals are supported in {call.op}.")
        known = [size for size in sizes if size is not None]
        slide = known[0] if call.op == "HOP" else 0
        size = known[1] if call.op == "HOP" else known[0]
        kind = {"TUMBLE": "TUMBLING", "HOP": "SLIDING", "SESSION": "SESSION"}[call.op]
        window = LegacyWindow(kind=kind, time=inputs.index(time), size=size, slide=slide)
        if not used:
            return [], window
        names = list(WINDOW_PROPERTIES.values())
        if time.type.time_kind == "PROCTIME":
            names.remove("w$rowtime")
        self._time_type = time.type
        return names, window

    def _property_type(self, name: str) -> SqlType:
        if name == "w$rowtime":
            return SqlType(self._time_type.root, True, (3,), time_kind="ROWTIME")
        if name == "w$proctime":
            return SqlType("TIMESTAMP_LTZ", False, (3,), time_kind="PROCTIME")
        return make_timestamp(3, nullable=False)

    def _property_of(self, part: Rex) -> str | None:
        if not self._windows or not isinstance(part, Call):
            return None
        base, _, suffix = part.op.partition("_")
        window = self._windows[0]
        assert isinstance(window, Call)
        if base == window.op and part.operands == window.operands:
            return WINDOW_PROPERTIES.get(suffix)
        return None

    def _explain_not_grouped(self, part: Ref, where: ast.Node | None) -> Exception:
        for node in walk_ast(where) if where is not None else []:
            if isinstance(node, ast.Name):
                try:
                    same = self._scope.resolve(node) == part
                except ValidationError:
                    same = False
                if same:
                    text = ".".join(node.parts)
                    return make_validation_error(
                        f"Expression '{text}' is not being grouped", node.span
                    )
        name = self._scope.rel.fields[part.index].name
        span = where.span if where is not None else None
        return make_validation_error(f"Expression '{name}' is not being grouped", span)


def walk_ast(node: Any) -> Iterator[Any]:
    """Yield an expression and the expressions inside of it."""
    yield node
    if isinstance(node, ast.CallNode):
        for arg in node.args:
            yield from walk_ast(arg)
    elif isinstance(node, ast.CastTo):
        yield from walk_ast(node.operand)


def _is_group_window(node: Rex) -> bool:
    return isinstance(node, Call) and node.op in GROUP_WINDOWS


def _as_filter(condition: Rex) -> Rex:
    if not condition.type.nullable:
        return condition
    return Call(BOOLEAN.with_nullable(False), "IS TRUE", (condition,))


def _drop_unused_inputs(
    calls: list[AggCall], inputs: list[Rex], names: list[str], key_count: int
) -> tuple[list[AggCall], list[Rex], list[str]]:
    """Drop the inputs that are no key and that no call reads, such as the 1 of COUNT(1)."""
    used = {i for call in calls for i in (*call.args, call.filter) if i >= 0}
    kept = [i for i in range(len(inputs)) if i < key_count or i in used]
    if not kept or len(kept) == len(inputs):
        return calls, inputs, names
    positions = {old: new for new, old in enumerate(kept)}
    moved = [call.move(positions) for call in calls]
    return moved, [inputs[i] for i in kept], [names[i] for i in kept]


def _find_position(inputs: list[Rex], expression: Rex) -> int:
    if expression not in inputs:
        inputs.append(expression)
    return inputs.index(expression)
