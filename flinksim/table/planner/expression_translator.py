"""Translate expressions: names become columns, functions get types, conversions become casts."""

from __future__ import annotations

import decimal
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from flinksim.table.planner import sql_ast as ast
from flinksim.table.planner.call_checks import (
    OWN_FUNCTIONS,
    TAKES_NULL,
    can_compare,
    check_arguments,
    find_implicit_conversion,
    make_type_error,
    reject_call,
)
from flinksim.table.planner.function_signatures import (
    AGGREGATES,
    SIGNATURES,
    WINDOW_FUNCTIONS,
    describe_family,
    infer_aggregate,
    round_decimal,
)
from flinksim.table.planner.literal_translator import read_query_behavior, translate_constant
from flinksim.table.planner.planner_errors import (
    TableError,
    ValidationError,
    make_validation_error,
)
from flinksim.table.planner.rex_nodes import (
    Access,
    AggregateRex,
    Call,
    Lit,
    OverCall,
    Rex,
    SubqueryRex,
    WindowFrame,
    make_cast,
    walk,
)
from flinksim.table.planner.scopes import Scope
from flinksim.table.planner.session_catalog import FunctionEntry
from flinksim.table.planner.sql_types import (
    APPROXIMATE,
    BINARIES,
    BOOLEAN,
    DATETIMES,
    INTEGERS,
    INTERVALS,
    NULL,
    NUMERIC,
    STRING,
    STRINGS,
    TIMESTAMPS,
    SqlType,
    find_arithmetic_type,
    find_common_type,
    make_timestamp,
)

if TYPE_CHECKING:
    from flinksim.table.planner.query_translator import QueryTranslator

COMPARISONS = frozenset(("=", "<>", "<", "<=", ">", ">="))
GROUP_WINDOWS = ("TUMBLE", "HOP", "SESSION")
WINDOW_PROPERTIES = {
    "START": "w$start",
    "END": "w$end",
    "ROWTIME": "w$rowtime",
    "PROCTIME": "w$proctime",
}
TIME_UNITS_MS = {
    "SECOND": 1000,
    "MINUTE": 60_000,
    "HOUR": 3_600_000,
    "DAY": 86_400_000,
    "WEEK": 604_800_000,
}
DATE_PARTS = {
    **{unit: unit for unit in ("YEAR", "QUARTER", "MONTH", "WEEK", "HOUR", "MINUTE", "SECOND")},
    "DAYOFYEAR": "DOY",
    "DAYOFMONTH": "DAY",
    "DAYOFWEEK": "DOW",
}
"""Functions that are another form of EXTRACT, with its unit."""
TIME_UNITS_MONTHS = {"MONTH": 1, "QUARTER": 3, "YEAR": 12}
FUNCTION_ALIASES = {
    "SUBSTR": "SUBSTR",
    "CEILING": "CEIL",
    "CHARACTER_LENGTH": "CHAR_LENGTH",
    "%": "MOD",
    "POW": "POWER",
    "VARIANCE": "VAR_SAMP",
    "STDDEV": "STDDEV_SAMP",
    "NVL": "IFNULL",
    "SIMILAR_TO": "SIMILAR TO",
    "IS_JSON": "IS JSON",
}


class ExpressionTranslator:
    """Translates the expressions of one SELECT."""

    def __init__(
        self,
        queries: QueryTranslator,
        scope: Scope,
        *,
        grouped: bool | None = None,
        windows: dict[str, ast.OverClause] | None = None,
    ) -> None:
        self._queries = queries
        self._scope = scope
        self._grouped = grouped
        self._windows = windows or {}
        self.aggregates_illegal_in: str | None = None
        self.takes_group_windows = False
        self._is_in_json = False
        self._clause = ""

    def translate(self, node: ast.Node) -> Rex:
        """Translate an expression."""
        match node:
            case ast.Name():
                return self._scope.resolve(node)
            case ast.Constant():
                return translate_constant(node)
            case ast.CastTo():
                return self._translate_cast(node)
            case ast.CallNode():
                return self._translate_call(node)
            case ast.Subquery():
                return self._translate_subquery(node)
            case ast.Star():
                raise make_validation_error("Unknown identifier '*'", node.span)
            case _:
                raise make_validation_error(f"{type(node).__name__} is not allowed here", node.span)

    def translate_condition(self, node: ast.Node, clause: str) -> Rex:
        """Translate WHERE, HAVING or ON."""
        self.aggregates_illegal_in = None if clause == "HAVING" else clause
        self._clause = clause
        made = self.translate(node)
        self._clause = ""
        self.aggregates_illegal_in = None
        if made.type.root not in {"BOOLEAN", "NULL"}:
            raise make_validation_error(f"{clause} clause must be a condition", node.span)
        return make_cast(made, BOOLEAN) if made.type.root == "NULL" else made

    # -- casts -------------------------------------------------------------------------------

    def _translate_cast(self, node: ast.CastTo) -> Rex:
        operand = self.translate(node.operand)
        kind = node.type.with_nullable(operand.type.nullable)
        if kind.root in NUMERIC and operand.type.root in TIMESTAMPS:
            advice = ""
            if operand.type.root == "TIMESTAMP":
                advice = " It's recommended to use UNIX_TIMESTAMP(CAST(timestamp_col AS STRING)) instead."
            raise ValidationError(
                f"The cast from {operand.type.root} type to NUMERIC type is not allowed.{advice}"
            )
        if kind.root in TIMESTAMPS and operand.type.root in NUMERIC:
            instead = {
                "TIMESTAMP": "TO_TIMESTAMP(FROM_UNIXTIME(numeric_col)) instead, note the numeric is in seconds",
                "TIMESTAMP_LTZ": "TO_TIMESTAMP_LTZ(numeric_col, precision) instead",
            }
            raise ValidationError(
                f"The cast from NUMERIC type to {kind.root} type is not allowed. "
                f"It's recommended to use {instead[kind.root]}."
            )
        if not _can_cast(operand.type, kind):
            raise make_validation_error(
                f"Cast function cannot convert value of type {operand.type.to_digest()} "
                f"to type {kind.to_digest()}",
                node.span,
            )
        if node.is_try:
            return Call(node.type.with_nullable(True), "TRY_CAST", (operand,))
        if operand.type == kind:
            return operand
        return Call(kind, "CAST", (operand,))

    # -- calls -------------------------------------------------------------------------------

    def _translate_call(self, node: ast.CallNode) -> Rex:
        name = FUNCTION_ALIASES.get(node.name, node.name)
        if name in WINDOW_FUNCTIONS and node.over is None and self._clause == "WHERE":
            raise make_validation_error("WHERE clause must be a condition", node.span)
        user = node.function or self._queries.catalog.functions.get(name)
        if user is None:
            _check_nulls(node, name)
        if node.over is not None:
            return self._translate_over(node, name, user)
        if isinstance(user, FunctionEntry):
            return self._translate_user_call(node, user)
        if name in AGGREGATES:
            return self._translate_aggregate(node, name)
        method: Callable[[ast.CallNode], Rex] | None = getattr(
            self, f"_call_{SPECIAL_CALLS.get(name, '')}", None
        )
        if method is not None:
            return method(node)
        is_in_json, self._is_in_json = self._is_in_json, name in {"JSON_OBJECT", "JSON_ARRAY"}
        args = [self.translate(arg) for arg in node.args]
        self._is_in_json = is_in_json
        if name == "$PLUS":
            return self._add(node, args)
        if name in COMPARISONS:
            return self._compare(node, name, args)
        if name in {"+", "-", "*", "/", "MOD"}:
            return self._compute(node, name, args)
        return self._call_by_signature(node, name, args)

    def _add(self, node: ast.CallNode, args: list[Rex]) -> Rex:
        """Add numbers and times, or concatenate texts: ``+`` of the Table API does both."""
        if not any(arg.type.root in STRINGS for arg in args):
            return self._compute(node, "+", args)
        texts = [a if a.type.root in STRINGS else make_cast(a, STRING) for a in args]
        return self._call_by_signature(node, "||", texts)

    def _call_by_signature(self, node: ast.CallNode, name: str, args: list[Rex]) -> Rex:
        signature = SIGNATURES.get(name)
        types = [arg.type for arg in args]
        if signature is None:
            families = ", ".join(map(describe_family, types))
            raise make_validation_error(
                f"No match found for function signature {node.name}({families})", node.span
            )
        is_own = name in OWN_FUNCTIONS
        if is_own and not signature.least <= len(args) <= signature.most:
            families = ", ".join(map(describe_family, types))
            raise make_validation_error(
                f"No match found for function signature {node.name}({families}).", node.span
            )
        self._check_count(node, len(args), signature.least, signature.most)
        check_arguments(name, types, node.span)
        if name in {"LIKE", "NOT LIKE"} and len(args) == 3:
            _check_escape(*args[1:])
        if name in {"COALESCE", "IF", "IFNULL", "GREATEST", "LEAST"}:
            args = self._unify_nulls(args, first=1 if name == "IF" else 0)
        args = [
            make_cast(arg, SqlType("VARCHAR", True, (1,)))
            if arg.type.root == "NULL" and name != "TYPEOF"
            else arg
            for arg in args
        ]
        try:
            kind = signature.infer([arg.type for arg in args])
        except (IndexError, StopIteration):
            raise make_type_error(name, types, node.span) from None
        if name == "TO_TIMESTAMP_LTZ" and len(args) > 1 and isinstance(args[1], Lit):
            if isinstance(args[1].value, int):
                kind = make_timestamp(max(args[1].value, 3), local=True, nullable=True)
        if name == "JSON" and not self._is_in_json:
            raise ValidationError(
                "The JSON() function is currently only supported inside JSON_ARRAY() or as the VALUE param of "
                "JSON_OBJECT(). Example: JSON_OBJECT('a', JSON('{\"key\": \"value\"}')) or "
                'JSON_ARRAY(JSON(\'{"key": "value"}\')).'
            )
        if name in {"ROUND", "TRUNCATE"} and kind.root == "DECIMAL":
            digits = args[1].value if len(args) > 1 and isinstance(args[1], Lit) else 0
            kind = round_decimal(kind, int(digits))
        return Call(kind, name, tuple(args))

    def _check_count(self, node: ast.CallNode, count: int, least: int, most: int) -> None:
        if not least <= count <= most:
            raise make_validation_error(
                f"Invalid number of arguments to function '{node.name}'. "
                f"Was expecting {least} arguments",
                node.span,
            )

    def _unify_nulls(self, args: list[Rex], first: int) -> list[Rex]:
        common = find_common_type([arg.type for arg in args[first:]])
        if common is None or common.root == "NULL":
            return args
        return args[:first] + [
            make_cast(arg, common.with_nullable(True)) if arg.type.root == "NULL" else arg
            for arg in args[first:]
        ]

    # -- operators ---------------------------------------------------------------------------

    def _compare(self, node: ast.CallNode, name: str, args: list[Rex]) -> Rex:
        left, right = args
        types = [left.type, right.type]
        if not can_compare(*types):
            raise make_type_error(name, types, node.span)
        if name in {"=", "<>"}:
            self._check_conversion(*types)
        left, right = _coerce_comparison(left, right)
        nullable = left.type.nullable or right.type.nullable
        return Call(BOOLEAN.with_nullable(nullable), name, (left, right))

    def _check_conversion(self, left: SqlType, right: SqlType) -> None:
        """Note a comparison for which Flink cannot generate code: it validates all of the query before."""
        error = find_implicit_conversion(left, right, joins=self._clause == "ON")
        if error is not None:
            self._queries.code_errors.append(error)

    def _compute(self, node: ast.CallNode, name: str, args: list[Rex]) -> Rex:
        if len(args) == 1:
            if args[0].type.root not in NUMERIC and args[0].type.root not in INTERVALS:
                raise make_type_error(name, [args[0].type], node.span)
            return Call(args[0].type, name, (args[0],))
        if len(args) != 2:
            raise make_validation_error(
                f"Invalid number of arguments to function '{name}'. Was expecting 2 arguments",
                node.span,
            )
        types = [arg.type for arg in args]
        if name == "MOD":
            # ``a % b`` is MOD, and Flink's message shows what was written.
            exact = (*INTEGERS, "DECIMAL", "NULL")
            if any(kind.root not in exact for kind in types):
                raise make_type_error(node.name, types, node.span)
        if name == "-" and all(kind.root in DATETIMES for kind in types):
            raise make_type_error(name, types, node.span)
        kind = find_arithmetic_type(name, *types)
        if kind is None:
            raise make_type_error(name, types, node.span)
        return Call(kind, name, tuple(args))

    def _call_logical(self, node: ast.CallNode) -> Rex:
        args = [self.translate(arg) for arg in node.args]
        for arg, source in zip(args, node.args, strict=True):
            if arg.type.root not in {"BOOLEAN", "NULL"}:
                raise make_type_error(node.name, [a.type for a in args], node.span) from None
            assert source is not None
        args = [make_cast(arg, BOOLEAN) if arg.type.root == "NULL" else arg for arg in args]
        nullable = any(arg.type.nullable for arg in args)
        return Call(BOOLEAN.with_nullable(nullable), node.name, tuple(args))

    def _call_is(self, node: ast.CallNode) -> Rex:
        name = node.name.replace("UNKNOWN", "NULL")
        args = [self.translate(arg) for arg in node.args]
        if "DISTINCT" in name:
            types = [arg.type for arg in args]
            if not can_compare(*types):
                raise make_type_error(name, types, node.span)
            self._check_conversion(*types)
            return self._call_is_distinct(name, args)
        if "JSON" in name and name.endswith("JSON"):
            name += " VALUE"
        return Call(BOOLEAN.with_nullable(False), name, tuple(args))

    def _call_is_distinct(self, name: str, args: list[Rex]) -> Rex:
        plain = BOOLEAN.with_nullable(False)
        for one, other in (args, args[::-1]):
            if isinstance(other, Lit) and other.value is None:
                return Call(plain, "IS NULL" if "NOT" in name else "IS NOT NULL", (one,))
        left, right = _coerce_comparison(*args)
        return Call(plain, name, (left, right))

    def _call_in(self, node: ast.CallNode) -> Rex:
        operand, *members = (self.translate(arg) for arg in node.args)
        if not all(can_compare(operand.type, member.type) for member in members):
            raise make_validation_error(
                "Values passed to IN operator must have compatible types", node.span
            )
        if operand.type.root == "ROW" and isinstance(operand, Call):
            parts = [_compare_rows(operand, member) for member in members]
        else:
            parts = [
                Call(
                    BOOLEAN.with_nullable(operand.type.nullable or member.type.nullable),
                    "=",
                    _coerce_comparison(operand, member),
                )
                for member in members
            ]
        if len(parts) == 1:
            return parts[0]
        nullable = any(part.type.nullable for part in parts)
        return Call(BOOLEAN.with_nullable(nullable), "OR", tuple(parts))

    def _call_case(self, node: ast.CallNode) -> Rex:
        args = [self.translate(arg) for arg in node.args]
        if any(arg.type.root not in {"BOOLEAN", "NULL"} for arg in args[:-1:2]):
            raise make_validation_error("Expected a boolean type", node.span)
        results = [*args[1:-1:2], args[-1]]
        common = find_common_type([arg.type for arg in results])
        if common is None:
            raise make_validation_error(
                "Illegal mixing of types in CASE or COALESCE statement", node.span
            )
        if common.root == "NULL":
            raise make_validation_error(ALL_NULL, node.span)
        common = common.as_plain()
        operands = []
        for number, arg in enumerate(args):
            is_result = number % 2 == 1 or number == len(args) - 1
            if is_result and arg.type.root != common.root:
                nullable = arg.type.nullable
                arg = make_cast(arg, common.with_nullable(nullable))
            operands.append(arg)
        return Call(common, "CASE", tuple(operands))

    def _call_nullif(self, node: ast.CallNode) -> Rex:
        self._check_count(node, len(node.args), 2, 2)
        first, second = (self.translate(arg) for arg in node.args)
        if not can_compare(first.type, second.type):
            raise make_type_error("=", [first.type, second.type], node.span)
        self._check_conversion(first.type, second.type)
        if first.type.root == "NULL":
            raise make_validation_error(ALL_NULL, node.span)
        kind = first.type.as_plain().with_nullable(True)
        condition = Call(
            BOOLEAN.with_nullable(first.type.nullable or second.type.nullable),
            "=",
            _coerce_comparison(first, second),
        )
        return Call(kind, "CASE", (condition, Lit(kind, None), first))

    def _call_dot(self, node: ast.CallNode) -> Rex:
        operand = self.translate(node.args[0])
        field = node.args[1]
        assert isinstance(field, ast.Constant)
        kind = operand.type
        if kind.root != "ROW" or field.value not in kind.names:
            raise make_validation_error(f"Column '{field.value}' not found in any table", node.span)
        return Access(kind.children[kind.names.index(field.value)], field.value, operand)

    def _call_item(self, node: ast.CallNode) -> Rex:
        operand, key = (self.translate(arg) for arg in node.args)
        if operand.type.root == "ROW" and isinstance(key, Lit):
            names = operand.type.names
            name = key.value if isinstance(key.value, str) else names[int(key.value) - 1]
            return Access(operand.type.children[names.index(name)], name, operand)
        if operand.type.root not in {"ARRAY", "MAP", "MULTISET"}:
            raise make_type_error("ITEM", [operand.type, key.type], node.span)
        index = key.operands[0] if isinstance(key, Call) and key.op == "-" else key
        if operand.type.root == "ARRAY" and isinstance(index, Lit) and isinstance(index.value, int):
            number = index.value if index is key else -index.value
            if number < 1:
                raise ValidationError(
                    f"Array element access needs an index starting at 1 but was {number}."
                )
        return self._call_by_signature(node, "ITEM", [operand, key])

    def _call_unit_add(self, node: ast.CallNode) -> Rex:
        unit = node.args[0]
        assert isinstance(unit, ast.Constant)
        amount, start = (self.translate(arg) for arg in node.args[1:])
        months = TIME_UNITS_MONTHS.get(unit.value)
        factor = months or TIME_UNITS_MS.get(unit.value)
        if factor is None:
            raise make_validation_error(
                f"TIMESTAMPADD does not support the unit {unit.value}", node.span
            )
        _check_unit_arguments(node, str(unit.value), amount.type, start.type, INTEGERS, "INTEGER")
        root = "INTERVAL_MONTH" if months else "INTERVAL_DAY"
        interval = SqlType(root, amount.type.nullable)
        if isinstance(amount, Lit):
            moved: Rex = Lit(interval, int(amount.value) * factor)
        else:
            moved = Call(interval, "*", (Lit(interval.with_nullable(False), factor), amount))
        kind = start.type.as_plain()
        if kind.root == "DATE" and root == "INTERVAL_DAY" and factor < TIME_UNITS_MS["DAY"]:
            kind = make_timestamp(3, nullable=kind.nullable)
            start = make_cast(start, kind)
        return Call(kind.with_nullable(kind.nullable or amount.type.nullable), "+", (start, moved))

    def _call_unit_diff(self, node: ast.CallNode) -> Rex:
        unit = node.args[0]
        assert isinstance(unit, ast.Constant)
        first, last = (self.translate(arg) for arg in node.args[1:])
        symbol = Lit(SqlType("SYMBOL", False), unit.value, symbol="TIME_UNIT")
        _check_unit_arguments(node, str(unit.value), first.type, last.type, DATETIMES, "DATETIME")
        return self._call_by_signature(node, "TIMESTAMPDIFF", [symbol, first, last])

    def _call_symbol(self, node: ast.CallNode) -> Rex:
        args = [self.translate(arg) for arg in node.args]
        if node.name in {"FLOOR", "CEIL", "CEILING"} and len(args) == 2:
            if not isinstance(args[1], Lit) or args[1].type.root != "SYMBOL":
                raise make_validation_error(f"{node.name} takes one argument", node.span)
        name = FUNCTION_ALIASES.get(node.name, node.name)
        if name in {"FLOOR", "CEIL"} and len(args) == 1 and args[0].type.root not in NUMERIC:
            raise make_validation_error(
                f"Cannot apply '{name}' to arguments of type '{name}(<{args[0].type.to_digest()}>)'. "
                f"Supported form(s): '{name}(<NUMERIC>)'",
                node.span,
            )
        if name == "EXTRACT":
            self._check_extract(node, args)
        return self._call_by_signature(node, name, args)

    def _check_extract(self, node: ast.CallNode, args: list[Rex]) -> None:
        unit, operand = args
        if operand.type.root not in (*DATETIMES, *INTERVALS, "NULL"):
            assert isinstance(unit, Lit)
            family = "<DATETIME_INTERVAL>"
            raise make_validation_error(
                f"Cannot apply 'EXTRACT' to arguments of type 'EXTRACT(<INTERVAL {unit.value}> FROM "
                f"<{operand.type.to_digest()}>)'. Supported form(s): 'EXTRACT({family} FROM {family})'",
                node.span,
            )

    def _call_date_part(self, node: ast.CallNode) -> Rex:
        unit = Lit(SqlType("SYMBOL", False), DATE_PARTS[node.name], symbol="TIME_UNIT_RANGE")
        args = [self.translate(arg) for arg in node.args]
        self._check_count(node, len(args), 1, 1)
        self._check_extract(node, [unit, *args])
        return self._call_by_signature(node, "EXTRACT", [unit, *args])

    def _call_json_value(self, node: ast.CallNode) -> Rex:
        args: list[Rex] = []
        returning: SqlType | None = None
        for arg in node.args:
            if isinstance(arg, ast.Constant) and isinstance(arg.value, SqlType):
                returning = arg.value
            else:
                args.append(self.translate(arg))
        if node.name == "JSON_QUERY":
            args = [
                *args[:2],
                *read_query_behavior([a.value for a in args[2:] if isinstance(a, Lit)]),
            ]
        made = self._call_by_signature(node, node.name, args)
        assert isinstance(made, Call)
        if returning is not None:
            return Call(returning.with_nullable(True), made.op, made.operands)
        return made

    def _call_overlaps(self, node: ast.CallNode) -> Rex:
        left, right = (self.translate(arg) for arg in node.args)
        assert isinstance(left, Call)
        assert isinstance(right, Call)
        (s1, e1), (s2, e2) = left.operands, right.operands
        plain = BOOLEAN.with_nullable(any(x.type.nullable for x in (s1, e1, s2, e2)))
        e1, e2 = _add_interval(s1, e1), _add_interval(s2, e2)
        first = Call(plain, ">=", (e1, s2))
        return Call(plain, "AND", (first, Call(plain, ">=", (e2, s1))))

    def _call_group_window(self, node: ast.CallNode) -> Rex:
        args = tuple(self.translate(arg) for arg in node.args)
        time = args[0].type if args else BOOLEAN
        if time.root not in TIMESTAMPS:
            sizes = ["INTERVAL SECOND"] * (len(args) - 1)
            shown = ", ".join(f"<{name}>" for name in (time.to_digest(), *sizes))
            form = ", ".join(("<DATETIME>", *["<DATETIME_INTERVAL>"] * len(sizes)))
            raise make_validation_error(
                f"Cannot apply '${node.name}' to arguments of type '${node.name}({shown})'. "
                f"Supported form(s): '${node.name}({form})'",
                node.span,
            )
        _base, _, suffix = node.name.partition("_")
        if not suffix and not self.takes_group_windows:
            raise make_validation_error(
                f"Group function '${node.name}' can only appear in GROUP BY clause", node.span
            )
        if suffix == "PROCTIME":
            return Call(
                SqlType("TIMESTAMP_LTZ", False, (3,), time_kind="PROCTIME"), node.name, args
            )
        if suffix == "ROWTIME":
            return Call(time, node.name, args)
        kind = make_timestamp(3, local=False, nullable=False)
        return Call(kind, node.name, args)

    def _call_current(self, node: ast.CallNode) -> Rex:
        return self._call_by_signature(node, node.name, [])

    def _call_row(self, node: ast.CallNode) -> Rex:
        return self._call_by_signature(node, "ROW", [self.translate(a) for a in node.args])

    def _call_collection(self, node: ast.CallNode) -> Rex:
        args = [self.translate(arg) for arg in node.args]
        step = 2 if node.name == "MAP" else 1
        if len(args) % step:
            raise make_validation_error("Map requires an even number of arguments", node.span)
        made: list[Rex] = list(args)
        for start in range(step):
            common = find_common_type([arg.type for arg in args[start::step]]) if args else None
            if args and (common is None or (common.root == "NULL" and start == 0)):
                raise make_validation_error("Parameters must be of the same type", node.span)
            for index in range(start, len(args), step):
                if common is not None and args[index].type.root == "NULL":
                    made[index] = make_cast(args[index], common)
        return self._call_by_signature(node, node.name, made)

    # -- user-defined functions --------------------------------------------------------------

    def _translate_user_call(self, node: ast.CallNode, entry: FunctionEntry) -> Rex:
        args = [self.translate(arg) for arg in node.args]
        self._queries.catalog.used_functions[entry.name] = entry
        if entry.arguments is not None and len(entry.arguments) != len(args):
            raise make_validation_error(
                f"Invalid function call: {entry.name} takes {len(entry.arguments)} arguments, "
                f"and the call has {len(args)}",
                node.span,
            )
        if entry.kind == "aggregate":
            return self._make_aggregate(node, entry.name, args, entry.result, entry.function)
        return Call(entry.result, entry.name, tuple(args), entry.function)

    # -- aggregates --------------------------------------------------------------------------

    def _translate_aggregate(self, node: ast.CallNode, name: str) -> Rex:
        if self.aggregates_illegal_in is not None:
            raise make_validation_error(
                f"Aggregate expression is illegal in {self.aggregates_illegal_in} clause", node.span
            )
        args = [self.translate(arg) for arg in node.args]
        most = {"COUNT": 99, "JSON_OBJECTAGG": 3, "JSON_ARRAYAGG": 2, "LISTAGG": 2, "PERCENTILE": 3}
        self._check_count(node, len(args), 0 if name == "COUNT" else 1, most.get(name, 1))
        types = [arg.type for arg in args]
        check_arguments(name, types, node.span)
        if name == "PERCENTILE":
            _check_percentages(args)
        if name == "COUNT" and len(args) > 1:
            raise TableError("We now only support the count of one field.")
        if name == "APPROX_COUNT_DISTINCT" and not self._queries.is_batch:
            raise TableError(
                "APPROX_COUNT_DISTINCT aggregate function does not support yet for streaming."
            )
        if name == "LISTAGG" and len(args) == 2 and not isinstance(args[1], Lit):
            raise make_validation_error(
                "Argument to function 'LISTAGG' must be a literal", node.span
            )
        if name in {"MIN", "MAX"} and types[0].children:
            raise TableError(
                f"{name.title()} aggregate function does not support type: ''{types[0].root}''."
            )
        kind = infer_aggregate(name, types, bool(self._grouped), node.filter is not None)
        if name.startswith("JSON_") and isinstance(args[0], Lit):
            name = f"{name}_{args[0].value}_ON_NULL"
            args = args[1:]
        return self._make_aggregate(node, name, args, kind)

    def _make_aggregate(
        self,
        node: ast.CallNode,
        name: str,
        args: list[Rex],
        kind: SqlType,
        function: Any = None,
    ) -> Rex:
        if any(isinstance(part, AggregateRex) for arg in args for part in walk(arg)):
            raise make_validation_error("Aggregate expressions cannot be nested", node.span)
        condition = self.translate(node.filter) if node.filter is not None else None
        distinct = node.distinct and name not in {"MIN", "MAX"}
        operands = tuple(args) + ((condition,) if condition is not None else ())
        return AggregateRex(kind, name, operands, function, distinct, condition is not None)

    def _translate_over(self, node: ast.CallNode, name: str, user: Any) -> Rex:
        if name not in AGGREGATES and name not in WINDOW_FUNCTIONS and user is None:
            raise make_validation_error("OVER must be applied to aggregate function", node.span)
        window = self._resolve_window(node)
        args = tuple(self.translate(arg) for arg in node.args)
        types = [arg.type for arg in args]
        kind = user.result if user is not None else infer_aggregate(name, types, True)
        if name in {"LAG", "LEAD"} and len(args) == 3:
            kind = kind.with_nullable(args[0].type.nullable and args[2].type.nullable)
            kind = kind.with_nullable(args[2].type.nullable)
        order = tuple(
            (
                self.translate(item.expression),
                item.ascending,
                not item.ascending if item.nulls_last is None else item.nulls_last,
            )
            for item in window.order_by
        )
        partition = tuple(self.translate(key) for key in window.partition_by)
        frame = self._translate_frame(window, name, bool(order))
        function = user.function if user is not None else None
        if user is not None:
            self._queries.catalog.used_functions[user.name] = user
            name = user.name
        return OverCall(kind, name, args, partition, order, frame, node.distinct, function)

    def _resolve_window(self, node: ast.CallNode) -> ast.OverClause:
        window = node.over
        name = window if isinstance(window, str) else window.base if window else None
        if name is None:
            assert isinstance(window, ast.OverClause)
            return window
        base = self._windows.get(name)
        if base is None:
            raise make_validation_error(f"Window '{name}' not found", node.span)
        if isinstance(window, str) or window is None:
            return base
        return ast.OverClause(
            None,
            base.partition_by or window.partition_by,
            base.order_by or window.order_by,
            window.frame or base.frame,
            window.lower if window.frame else base.lower,
            window.upper if window.frame else base.upper,
        )

    def _translate_frame(self, window: ast.OverClause, name: str, ordered: bool) -> WindowFrame:
        if window.frame is None:
            if self._queries.is_batch and not ordered:
                return WindowFrame(True, None, None, ("PRECEDING", "FOLLOWING"))
            rows = name in {"ROW_NUMBER"} or not ordered
            return WindowFrame(rows, None, "CURRENT")
        bounds: list[Any] = []
        for kind, value in (window.lower, window.upper):
            if kind == "CURRENT ROW":
                bounds.append("CURRENT")
            else:
                bounds.append(self.translate(value) if value is not None else None)
        sides = (window.lower[0], window.upper[0])
        return WindowFrame(window.frame == "ROWS", bounds[0], bounds[1], sides)

    # -- subqueries --------------------------------------------------------------------------

    def _translate_subquery(self, node: ast.Subquery) -> Rex:
        rel = self._queries.translate_query(node.query, self._scope)
        if node.kind == "EXISTS":
            return SubqueryRex(BOOLEAN.with_nullable(False), "EXISTS", rel)
        if node.kind == "IN":
            assert node.operand is not None
            operand = self.translate(node.operand)
            row = operand.type.root == "ROW" and isinstance(operand, Call)
            operands = operand.operands if row and isinstance(operand, Call) else (operand,)
            if len(operands) != len(rel.fields):
                raise make_validation_error(
                    "Values passed to IN operator must have compatible types", node.span
                )
            return SubqueryRex(BOOLEAN, "IN", rel, operands)
        if len(rel.fields) != 1:
            raise make_validation_error(
                f"Cannot apply '$SCALAR_QUERY' to arguments of type '$SCALAR_QUERY(<"
                f"{rel.row_type.to_record_digest().upper()}>)'. Supported form(s): "
                "'$SCALAR_QUERY(<RECORDTYPE(SINGLE FIELD)>)'",
                node.span,
            )
        return SubqueryRex(rel.fields[0].type.as_plain().with_nullable(True), "SCALAR", rel)


ALL_NULL = "ELSE clause or at least one THEN clause must be non-NULL"
SPECIAL_CALLS = {
    "AND": "logical",
    "OR": "logical",
    "NOT": "logical",
    "IN": "in",
    "CASE": "case",
    "NULLIF": "nullif",
    "DOT": "dot",
    "ITEM": "item",
    "TIMESTAMPADD": "unit_add",
    "TIMESTAMPDIFF": "unit_diff",
    "EXTRACT": "symbol",
    **dict.fromkeys(DATE_PARTS, "date_part"),
    "TRIM": "symbol",
    "FLOOR": "symbol",
    "CEIL": "symbol",
    "JSON_VALUE": "json_value",
    "JSON_QUERY": "json_value",
    "OVERLAPS": "overlaps",
    "ROW": "row",
    "ARRAY": "collection",
    "MAP": "collection",
    **{
        f"IS {negated}{word}": "is"
        for negated in ("", "NOT ")
        for word in (
            "NULL",
            "TRUE",
            "FALSE",
            "UNKNOWN",
            "DISTINCT FROM",
            "JSON",
            "JSON VALUE",
            "JSON OBJECT",
            "JSON ARRAY",
            "JSON SCALAR",
        )
    },
    **{
        f"{window}{suffix}": "group_window"
        for window in GROUP_WINDOWS
        for suffix in ("", "_START", "_END", "_ROWTIME", "_PROCTIME")
    },
}


def _check_percentages(args: list[Rex]) -> None:
    """Reject constant percentages that are not between 0 and 1."""
    constant = args[1] if len(args) > 1 else Lit(NULL, None)
    parts = (
        constant.operands if isinstance(constant, Call) and constant.op == "ARRAY" else (constant,)
    )
    known = [part.value for part in parts if isinstance(part, Lit)]
    if any(value is None or not 0 <= value <= 1 for value in known):
        raise reject_call("PERCENTILE", [arg.type for arg in args], "Invalid input arguments.")


def _check_escape(pattern: Rex, escape: Rex) -> None:
    """Reject an escape character that escapes neither a wildcard nor itself."""
    if not isinstance(pattern, Lit) or not isinstance(escape, Lit):
        return
    if len(str(escape.value)) != 1:
        raise ValidationError(f"Invalid escape character '{escape.value}'")
    position = 0
    while (position := pattern.value.find(escape.value, position)) >= 0:
        if pattern.value[position + 1 : position + 2] not in {"%", "_", escape.value}:
            raise ValidationError(f"Invalid escape sequence '{pattern.value}', {position}")
        position += 2


def _check_nulls(node: ast.CallNode, name: str) -> None:
    """Reject a literal NULL where Flink cannot infer its type."""
    first = TAKES_NULL.get(name, len(node.args))
    nulls = [
        isinstance(arg, ast.Constant) and arg.type.root == "NULL" and arg.span is not None
        for arg in node.args
    ]
    if name in {"COALESCE", "IFNULL"} and all(nulls):
        first = len(node.args)
    for arg, is_literal in zip(node.args[:first], nulls, strict=False):
        if is_literal:
            raise make_validation_error("Illegal use of 'NULL'", arg.span)


def _check_unit_arguments(
    node: ast.CallNode,
    unit: str,
    first: SqlType,
    last: SqlType,
    roots: tuple[str, ...],
    family: str,
) -> None:
    """Check TIMESTAMPADD and TIMESTAMPDIFF: the last argument is a time, the first one of *roots*."""
    if first.root in (*roots, "NULL") and last.root in (*DATETIMES, "NULL"):
        return
    shown = f"<INTERVAL {unit}>, <{first.to_digest()}>, <{last.to_digest()}>"
    raise make_validation_error(
        f"Cannot apply '{node.name}' to arguments of type '{node.name}({shown})'. "
        f"Supported form(s): '{node.name}(<ANY>, <{family}>, <DATETIME>)'",
        node.span,
    )


def _can_cast(source: SqlType, target: SqlType) -> bool:
    if source.root == "ROW" == target.root:
        return len(source.children) == len(target.children)
    if source.root in {"NULL", target.root} or target.root in STRINGS:
        return True
    if source.root in STRINGS:
        return target.root not in {"MAP", "MULTISET", "ROW"}
    if source.root in NUMERIC:
        is_exact = source.root not in APPROXIMATE
        return target.root in (*NUMERIC, "BOOLEAN") or (is_exact and target.root in INTERVALS)
    if source.root == "BOOLEAN":
        return target.root in NUMERIC
    if source.root in DATETIMES:
        return target.root in DATETIMES and {source.root, target.root} != {"DATE", "TIME"}
    return source.root in BINARIES and target.root in (*BINARIES, *DATETIMES)


def _coerce_comparison(left: Rex, right: Rex) -> tuple[Rex, Rex]:
    """Convert text to the other side's type, and a date to a timestamp, as Calcite does."""
    one, two = left.type, right.type
    if one.root == two.root:
        return left, right
    if one.root == "NULL":
        return make_cast(left, two.as_plain().with_nullable(True)), right
    if two.root == "NULL":
        return left, make_cast(right, one.as_plain().with_nullable(True))
    if one.root in STRINGS and two.root not in STRINGS:
        return make_cast(left, two.as_plain().with_nullable(one.nullable)), right
    if two.root in STRINGS and one.root not in STRINGS:
        return left, make_cast(right, one.as_plain().with_nullable(two.nullable))
    if {one.root, two.root} <= {"DATE", *TIMESTAMPS}:
        common = find_common_type([one.as_plain(), two.as_plain()])
        if common is not None:
            sides = (
                side
                if side.type.root == common.root
                else make_cast(side, common.with_nullable(side.type.nullable))
                for side in (left, right)
            )
            return next(sides), next(sides)
    return left, right


def _compare_rows(left: Call, right: Rex) -> Rex:
    assert isinstance(right, Call)
    parts = []
    for one, two in zip(left.operands, right.operands, strict=True):
        nullable = BOOLEAN.with_nullable(one.type.nullable or two.type.nullable)
        parts.append(Call(nullable, "=", _coerce_comparison(one, two)))
    return Call(BOOLEAN.with_nullable(any(p.type.nullable for p in parts)), "AND", tuple(parts))


def _add_interval(start: Rex, end: Rex) -> Rex:
    if end.type.root in INTERVALS:
        return Call(start.type.as_plain(), "+", (start, end))
    return end


def read_interval(node: Rex) -> int | None:
    """Return a constant interval in ms; None if the expression is none."""
    if isinstance(node, Lit) and node.type.root == "INTERVAL_DAY":
        return int(node.value)
    if isinstance(node, Call) and node.op == "-" and len(node.operands) == 1:
        inner = read_interval(node.operands[0])
        return -inner if inner is not None else None
    return None


def read_number(node: Rex) -> int | None:
    """Return a constant integer; None if the expression is none."""
    if isinstance(node, Lit) and isinstance(node.value, int | decimal.Decimal):
        return int(node.value)
    return None
