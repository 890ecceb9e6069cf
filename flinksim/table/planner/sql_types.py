"""SQL data types as Flink's planner sees them: roots, nullability, precision, time attributes.

Models ``org.apache.flink.table.types.logical``. ``serialize`` writes a type as COMPILE PLAN does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

MAX_LENGTH = 2147483647
INTEGERS = ("TINYINT", "SMALLINT", "INT", "BIGINT")
APPROXIMATE = ("FLOAT", "DOUBLE")
NUMERIC = (*INTEGERS, "DECIMAL", *APPROXIMATE)
STRINGS = ("CHAR", "VARCHAR")
BINARIES = ("BINARY", "VARBINARY")
TIMESTAMPS = ("TIMESTAMP", "TIMESTAMP_LTZ")
DATETIMES = ("DATE", "TIME", *TIMESTAMPS)
INTERVALS = ("INTERVAL_DAY", "INTERVAL_MONTH")
DECIMAL_DIGITS = {"TINYINT": 3, "SMALLINT": 5, "INT": 10, "BIGINT": 19}
ALIASES = {
    "INTEGER": "INT",
    "STRING": "VARCHAR",
    "BYTES": "VARBINARY",
    "NUMERIC": "DECIMAL",
    "DEC": "DECIMAL",
    "REAL": "FLOAT",
    "DOUBLE PRECISION": "DOUBLE",
    "CHARACTER": "CHAR",
    "BOOL": "BOOLEAN",
}
DEFAULTS: dict[str, tuple[int, ...]] = {
    "DECIMAL": (10, 0),
    "CHAR": (1,),
    "VARCHAR": (1,),
    "BINARY": (1,),
    "VARBINARY": (1,),
    "TIME": (0,),
    "TIMESTAMP": (6,),
    "TIMESTAMP_LTZ": (6,),
}


@dataclass(frozen=True, slots=True)
class SqlType:
    """A logical type. ``children`` are element, key, value or field types; ``names`` are fields."""

    root: str
    nullable: bool = True
    params: tuple[int, ...] = ()
    children: tuple[SqlType, ...] = ()
    names: tuple[str, ...] = ()
    time_kind: str = ""

    @property
    def precision(self) -> int:
        """Return the precision or length."""
        return self.params[0] if self.params else 0

    @property
    def scale(self) -> int:
        """Return the scale of a decimal; 0 for everything else."""
        return self.params[1] if len(self.params) > 1 else 0

    @property
    def is_time_attribute(self) -> bool:
        """Tell whether this is a rowtime or processing-time column."""
        return bool(self.time_kind)

    def with_nullable(self, nullable: bool) -> SqlType:
        """Return this type with another nullability."""
        return self if nullable == self.nullable else replace(self, nullable=nullable)

    def as_plain(self) -> SqlType:
        """Return this type without its time attribute."""
        return replace(self, time_kind="") if self.time_kind else self

    def contains_time_attribute(self) -> bool:
        """Tell whether this type or a nested one is a time attribute."""
        return bool(self.time_kind) or any(c.contains_time_attribute() for c in self.children)

    def serialize(self) -> Any:
        """Return what COMPILE PLAN writes for this type."""
        if self.root == "SYMBOL":
            return {"type": "SYMBOL", "nullable": False}
        if self.time_kind:
            name = "WITHOUT_TIME_ZONE" if self.root == "TIMESTAMP" else "WITH_LOCAL_TIME_ZONE"
            made: dict[str, Any] = {"type": f"TIMESTAMP_{name}"}
            # A processing-time type is never null, and Flink leaves that out.
            if not self.nullable and self.time_kind == "ROWTIME":
                made["nullable"] = False
            return {**made, "precision": self.precision, "kind": self.time_kind}
        if self.root == "ROW" and self.contains_time_attribute():
            return {
                "type": "ROW",
                "fields": [
                    {"name": name, "fieldType": child.serialize()}
                    for name, child in zip(self.names, self.children, strict=True)
                ],
            }
        return self.to_text()

    def to_text(self) -> str:
        """Return the type as SQL text that keeps nullability and precision."""
        return self._base_text() + ("" if self.nullable else " NOT NULL")

    def _base_text(self) -> str:
        inner = [child.to_text() for child in self.children]
        match self.root:
            case "ROW":
                fields = (f"`{n}` {t}" for n, t in zip(self.names, inner, strict=True))
                return f"ROW<{', '.join(fields)}>"
            case "ARRAY" | "MAP" | "MULTISET":
                return f"{self.root}<{', '.join(inner)}>"
            case "TIMESTAMP_LTZ":
                return f"TIMESTAMP({self.precision}) WITH LOCAL TIME ZONE"
            case "INTERVAL_DAY":
                return "INTERVAL SECOND(6)"
            case "INTERVAL_MONTH":
                return "INTERVAL MONTH"
            case _:
                params = ", ".join(map(str, self.params))
                return f"{self.root}({params})" if params else self.root

    def to_summary(self) -> str:
        """Return the type as ``DESCRIBE`` prints it: STRING and BYTES for the longest lengths."""
        base = (
            {
                "VARCHAR": "STRING",
                "VARBINARY": "BYTES",
            }.get(self.root)
            if self.params == (MAX_LENGTH,)
            else None
        )
        if self.root == "TIMESTAMP_LTZ":
            base = f"TIMESTAMP_LTZ({self.precision})"
        if self.children:
            inner = [child.to_summary() for child in self.children]
            if self.root == "ROW":
                inner = [f"`{n}` {t}" for n, t in zip(self.names, inner, strict=True)]
            base = f"{self.root}<{', '.join(inner)}>"
        kind = f" *{self.time_kind}*" if self.time_kind else ""
        return (base or self._base_text()) + ("" if self.nullable else " NOT NULL") + kind

    def to_record_digest(self) -> str:
        """Return the type of the rows of a table as plans print it."""
        inner = (f"{c.to_digest()} {n}" for n, c in zip(self.names, self.children, strict=True))
        return f"RecordType({', '.join(inner)})"

    def to_digest(self) -> str:
        """Return the type as plans and error messages print it: INTEGER for INT."""
        kind = f" *{self.time_kind}*" if self.time_kind else ""
        if self.root == "ROW":
            return self.to_record_digest().replace("RecordType", "RecordType:peek_no_expand", 1)
        if self.root in {"ARRAY", "MULTISET"}:
            return f"{self.children[0].to_digest()} {self.root}"
        if self.root == "MAP":
            return f"({self.children[0].to_digest()}, {self.children[1].to_digest()}) MAP"
        if self.root == "TIMESTAMP_LTZ":
            return f"TIMESTAMP_WITH_LOCAL_TIME_ZONE({self.precision}){kind}"
        return {"INT": "INTEGER"}.get(self.root, self._base_text()) + kind


def make_type(root: str, *params: int, nullable: bool = True) -> SqlType:
    """Return a type from a name of Flink SQL, with Flink's default precision."""
    name = ALIASES.get(root.upper(), root.upper())
    if root.upper() in {"STRING", "BYTES"}:
        params = (MAX_LENGTH,)
    if name == "DECIMAL" and len(params) == 1:
        params = (params[0], 0)
    return SqlType(name, nullable, params or DEFAULTS.get(name, ()))


BOOLEAN = make_type("BOOLEAN")
INT = make_type("INT")
BIGINT = make_type("BIGINT")
DOUBLE = make_type("DOUBLE")
STRING = make_type("STRING")
BYTES = make_type("BYTES")
DATE = make_type("DATE")
TIME = make_type("TIME")
NULL = SqlType("NULL")
SYMBOL = SqlType("SYMBOL", False)
INTERVAL_DAY = SqlType("INTERVAL_DAY", False)
INTERVAL_MONTH = SqlType("INTERVAL_MONTH", False)
PROCTIME = SqlType("TIMESTAMP_LTZ", False, (3,), time_kind="PROCTIME")


def make_array(element: SqlType, nullable: bool = True) -> SqlType:
    """Return ARRAY<element>."""
    return SqlType("ARRAY", nullable, (), (element,))


def make_map(key: SqlType, value: SqlType, nullable: bool = True) -> SqlType:
    """Return MAP<key, value>."""
    return SqlType("MAP", nullable, (), (key, value))


def make_row(names: Iterable[str], types: Iterable[SqlType], nullable: bool = True) -> SqlType:
    """Return ROW<name type, ...>."""
    return SqlType("ROW", nullable, (), tuple(types), tuple(names))


def make_timestamp(precision: int = 3, local: bool = False, nullable: bool = True) -> SqlType:
    """Return TIMESTAMP(p) or TIMESTAMP_LTZ(p)."""
    return SqlType("TIMESTAMP_LTZ" if local else "TIMESTAMP", nullable, (precision,))


def make_decimal(precision: int, scale: int, nullable: bool = True) -> SqlType:
    """Return a decimal, with Flink's adjustment if the precision exceeds 38."""
    if precision > 38:
        digits = precision - scale
        scale = max(38 - digits, min(scale, 6))
        precision = 38
    return SqlType("DECIMAL", nullable, (precision, scale))


def to_decimal(kind: SqlType) -> SqlType:
    """Return the decimal that holds every value of an exact numeric type."""
    if kind.root == "DECIMAL":
        return kind
    return SqlType("DECIMAL", kind.nullable, (DECIMAL_DIGITS[kind.root], 0))


def find_arithmetic_type(operator: str, left: SqlType, right: SqlType) -> SqlType | None:
    """Return the type of ``left operator right``; None if Flink rejects it.

    Models ``LogicalTypeMerging`` and Calcite's rules for numbers, dates and intervals.
    """
    nullable = left.nullable or right.nullable
    if left.root in NUMERIC and right.root in NUMERIC:
        roots = {left.root, right.root}
        if roots & set(APPROXIMATE):
            return SqlType(_find_approximate(left, right), nullable)
        if "DECIMAL" in roots:
            return _find_decimal_type(operator, to_decimal(left), to_decimal(right), nullable)
        if operator in {"%", "MOD"}:
            return SqlType(right.root, nullable)
        return SqlType(max(roots, key=INTEGERS.index), nullable)
    if left.root in DATETIMES and right.root in INTERVALS and operator in "+-":
        return left.as_plain().with_nullable(nullable)
    if left.root in INTERVALS and right.root in DATETIMES and operator == "+":
        return right.as_plain().with_nullable(nullable)
    if left.root in INTERVALS and left.root == right.root and operator in "+-":
        return left.with_nullable(nullable)
    if left.root in INTERVALS and right.root in NUMERIC and operator in "*/":
        return left.with_nullable(nullable)
    if left.root in NUMERIC and right.root in INTERVALS and operator == "*":
        return right.with_nullable(nullable)
    if NULL.root in {left.root, right.root}:
        other = right if left.root == "NULL" else left
        return other.as_plain().with_nullable(True) if other.root in NUMERIC else None
    return None


def _find_approximate(left: SqlType, right: SqlType) -> str:
    """Return FLOAT or DOUBLE: the first of the two counts, and a decimal makes a DOUBLE."""
    if "DECIMAL" in {left.root, right.root}:
        return "DOUBLE"
    return left.root if left.root in APPROXIMATE else right.root


def _find_decimal_type(operator: str, left: SqlType, right: SqlType, nullable: bool) -> SqlType:
    p1, s1, p2, s2 = left.precision, left.scale, right.precision, right.scale
    match operator:
        case "+" | "-":
            scale = max(s1, s2)
            return make_decimal(max(p1 - s1, p2 - s2) + scale + 1, scale, nullable)
        case "*":
            return make_decimal(p1 + p2 + 1, s1 + s2, nullable)
        case "/":
            scale = max(6, s1 + p2 + 1)
            return make_decimal(p1 - s1 + s2 + scale, scale, nullable)
        case _:
            scale = max(s1, s2)
            return make_decimal(min(p1 - s1, p2 - s2) + scale, scale, nullable)


def find_common_type(types: Sequence[SqlType]) -> SqlType | None:
    """Return the least restrictive type of several; None if there is none."""
    nullable = any(kind.nullable for kind in types)
    known = [kind for kind in types if kind.root != "NULL"]
    if not known:
        return NULL
    found: SqlType | None = known[0]
    for kind in known[1:]:
        found = found and _merge_types(found, kind)
    if found is None:
        return None
    if len({kind.time_kind for kind in known}) > 1:
        found = found.as_plain()
    return found.with_nullable(nullable or len(known) < len(types))


def _merge_types(left: SqlType, right: SqlType) -> SqlType | None:
    if left.with_nullable(True) == right.with_nullable(True):
        return left.with_nullable(left.nullable or right.nullable)
    roots = {left.root, right.root}
    if roots <= set(NUMERIC):
        if roots & set(APPROXIMATE):
            return SqlType(_find_approximate(left, right))
        if "DECIMAL" not in roots:
            return SqlType(max(roots, key=INTEGERS.index))
        one, two = to_decimal(left), to_decimal(right)
        scale = max(one.scale, two.scale)
        return make_decimal(
            max(one.precision - one.scale, two.precision - two.scale) + scale, scale
        )
    if roots <= set(STRINGS) or roots <= set(BINARIES):
        variable = "VARCHAR" if roots <= set(STRINGS) else "VARBINARY"
        same = len(roots) == 1
        root = left.root if same and left.params == right.params else variable
        return SqlType(root, True, (max(left.precision, right.precision),))
    if roots <= {"DATE", *TIMESTAMPS}:
        root = "TIMESTAMP_LTZ" if "TIMESTAMP_LTZ" in roots else "TIMESTAMP"
        return SqlType(root, True, (max(left.precision, right.precision),))
    if left.root == right.root and left.children and len(left.children) == len(right.children):
        pairs = zip(left.children, right.children, strict=True)
        inner = [find_common_type(pair) for pair in pairs]
        if all(inner):
            return replace(left, children=tuple(kind for kind in inner if kind))
    return None


def can_cast_implicitly(source: SqlType, target: SqlType) -> bool:
    """Tell whether Flink casts a column to a sink's type without being asked.

    Models ``LogicalTypeCasts.supportsImplicitCast``.
    """
    if source.root == "NULL" or source.root == target.root:
        if source.children and len(source.children) == len(target.children):
            pairs = zip(source.children, target.children, strict=True)
            return all(can_cast_implicitly(*pair) for pair in pairs)
        return len(source.children) == len(target.children)
    if source.root in NUMERIC and target.root in NUMERIC:
        order = [*INTEGERS, "DECIMAL", *APPROXIMATE]
        return order.index(source.root) <= order.index(target.root)
    for family in (STRINGS, BINARIES, TIMESTAMPS, ("DATE", "TIMESTAMP", "TIMESTAMP_LTZ")):
        if source.root in family and target.root in family:
            return target.root != "DATE"
    return False
