"""Check the types of a call's arguments, with the messages of Flink and Calcite.

Functions of Calcite have a form, such as ``LPAD(<CHARACTER>, <INTEGER>, <CHARACTER>)``; a wrong argument
is reported with it. Functions of Flink's own stack (``BuiltInFunctionDefinitions``) report the family
that an argument should have. Models ``SqlOperandTypeChecker`` and ``InputTypeStrategies``.
"""

from __future__ import annotations

from collections.abc import Sequence

from flinksim.table.planner.planner_errors import ValidationError, make_validation_error
from flinksim.table.planner.sql_ast import Span
from flinksim.table.planner.sql_types import (
    BINARIES,
    DATETIMES,
    INTEGERS,
    INTERVALS,
    NUMERIC,
    STRINGS,
    TIMESTAMPS,
    SqlType,
)

FAMILIES: dict[str, tuple[str, ...]] = {
    "CHARACTER": STRINGS,
    "INTEGER": INTEGERS,
    "NUMERIC": NUMERIC,
    "EXACT_NUMERIC": (*INTEGERS, "DECIMAL"),
    "STRING": (*STRINGS, *BINARIES),
    "BINARY": BINARIES,
    "TIMESTAMP": (*TIMESTAMPS, *STRINGS),  # a text is the second form of DATE_FORMAT
    "SIMPLE": (*STRINGS, *NUMERIC),
    "HASHED": ("BOOLEAN", *STRINGS, *NUMERIC, *DATETIMES),
    "BOOLEAN": ("BOOLEAN",),
    "MULTISET": ("ARRAY", "MAP", "MULTISET"),
    "DATETIME_INTERVAL": (*DATETIMES, *INTERVALS),
    "ARRAY": ("ARRAY",),
    "MAP": ("MAP",),
}
FORMS = """
CHARACTER: UPPER LOWER INITCAP LTRIM RTRIM CONCAT CONCAT_WS REVERSE CHAR_LENGTH CHARACTER_LENGTH ASCII
CHARACTER: STR_TO_MAP TO_TIMESTAMP TO_DATE LISTAGG
CHARACTER CHARACTER CHARACTER: REPLACE REGEXP_REPLACE CONVERT_TZ
CHARACTER INTEGER CHARACTER: LPAD RPAD
CHARACTER INTEGER: REPEAT SUBSTRING SUBSTR LEFT RIGHT
INTEGER: CHR BIN
CHARACTER CHARACTER: INSTR LOCATE REGEXP ENCODE PARSE_URL
CHARACTER CHARACTER INTEGER: REGEXP_EXTRACT
STRING: TO_BASE64 FROM_BASE64 MD5 SHA1 SHA224 SHA256 SHA384 SHA512
STRING INTEGER: SHA2
BINARY CHARACTER: DECODE
NUMERIC: ABS SIGN SQRT EXP LN LOG10 LOG2 SIN COS TAN COT ASIN ACOS ATAN SINH COSH TANH DEGREES RADIANS LOG
NUMERIC: SUM AVG STDDEV_POP STDDEV_SAMP VAR_POP VAR_SAMP
NUMERIC INTEGER: ROUND TRUNCATE
NUMERIC NUMERIC: POWER ATAN2
EXACT_NUMERIC EXACT_NUMERIC: MOD
TIMESTAMP CHARACTER: DATE_FORMAT
SIMPLE: IS_DIGIT IS_ALPHA IS_DECIMAL HEX
HASHED: HASH_CODE
BOOLEAN: IF
INTEGER CHARACTER: FROM_UNIXTIME
CHARACTER CHARACTER: UNIX_TIMESTAMP
INTEGER: RAND RAND_INTEGER
STRING STRING: LIKE ||
MULTISET: CARDINALITY ELEMENT
"""
OWN_FAMILIES = """
CHARACTER: JSON_QUOTE JSON_UNQUOTE REGEXP_INSTR REGEXP_SUBSTR REGEXP_COUNT SPLIT URL_ENCODE URL_DECODE UNHEX
CHARACTER: TRANSLATE PRINTF
"""
SIGNATURE_FAMILIES = """
STRING: STARTSWITH ENDSWITH
CHARACTER: BTRIM REGEXP_EXTRACT_ALL
ARRAY: ARRAY_REMOVE ARRAY_DISTINCT ARRAY_PREPEND ARRAY_APPEND ARRAY_POSITION ARRAY_SLICE ARRAY_JOIN
ARRAY: ARRAY_SORT ARRAY_CONTAINS ARRAY_REVERSE MAP_FROM_ARRAYS
MAP: MAP_KEYS MAP_VALUES MAP_ENTRIES
"""
EVERY_ARGUMENT = {
    **dict.fromkeys(("ARRAY_UNION", "ARRAY_EXCEPT", "ARRAY_INTERSECT", "ARRAY_CONCAT"), "ARRAY"),
    "MAP_UNION": "MAP",
}
PRINTED_FORMS = {
    **{name: f"{name}(<CHARACTER>)" for name in ("IS_DIGIT", "IS_ALPHA", "IS_DECIMAL")},
    "HEX": "HEX(<INTEGER>)",
    "HASH_CODE": "HASH_CODE(<BOOLEAN>)",
    "IF": "IF(<ANY_TYPE>, <NUMERIC_TYPE>, <NUMERIC_TYPE>)",
    "FROM_UNIXTIME": "FROM_UNIXTIME(<INTEGER>)",
    "UNIX_TIMESTAMP": "UNIX_TIMESTAMP()",
    "RAND": "RAND()",
    "RAND_INTEGER": "RAND_INTEGER(<NUMERIC>)",
    "SPLIT_INDEX": "SPLIT_INDEX(<CHARACTER>, <INTEGER>, <INTEGER>)",
    "LIKE": "LIKE(<STRING>, <STRING>, <STRING>)",
    "ITEM": "<ARRAY>[<INTEGER>]",
}
"""The first form of functions that have several, as messages print it."""
REPEATED = frozenset(("CONCAT", "CONCAT_WS", "LTRIM", "RTRIM", "TO_TIMESTAMP", "TO_DATE", "LOG"))
"""Functions whose further arguments are of the last family."""
OPERATOR_FORMS = {
    **dict.fromkeys(("+", "-", "*", "/"), "NUMERIC"),
    "%": "EXACT_NUMERIC",
    **dict.fromkeys(("=", "<>", "<", "<=", ">", ">="), "COMPARABLE_TYPE"),
    "||": "STRING",
    **dict.fromkeys(("AND", "OR", "NOT"), "BOOLEAN"),
}


def _read_table(text: str) -> dict[str, tuple[str, ...]]:
    made = {}
    for line in text.strip().splitlines():
        families, _, names = line.partition(": ")
        made.update(dict.fromkeys(names.split(), tuple(families.split())))
    return made


_FORMS = _read_table(FORMS)
_OWN = _read_table(OWN_FAMILIES)
_SIGNATURES = _read_table(SIGNATURE_FAMILIES)
OWN_FUNCTIONS = frozenset(
    (*_OWN, *_SIGNATURES, *EVERY_ARGUMENT, "ARRAY_MAX", "ARRAY_MIN", "ELT", "COALESCE", "IFNULL", "TYPEOF",
     "TO_TIMESTAMP_LTZ", "JSON_STRING", "JSON", "CURRENT_WATERMARK")
)  # fmt: skip
"""Functions of Flink's own stack: a wrong number of arguments matches no signature."""


def _is_of(kind: SqlType, family: str) -> bool:
    return kind.root in ("NULL", "SYMBOL") or kind.root in FAMILIES[family]


def can_compare(left: SqlType, right: SqlType) -> bool:
    """Tell whether Flink compares values of two types; a date and a timestamp it does not."""
    if "NULL" in {left.root, right.root} or left.root == right.root:
        return True
    families = (NUMERIC, STRINGS, BINARIES, TIMESTAMPS, ("TIME",), INTERVALS)
    if any(left.root in family and right.root in family for family in families):
        return True
    texts = {left.root, right.root} & set(STRINGS)
    other = right if left.root in STRINGS else left
    return bool(texts) and other.root in (*NUMERIC, *DATETIMES, "BOOLEAN")


def check_arguments(name: str, types: Sequence[SqlType], span: Span | None) -> None:
    """Check the types of a call.

    Raises:
        ValidationError: If an argument has a type of another family.
    """
    form = _FORMS.get(name)
    if form is not None:
        wanted = [*form, *[form[-1]] * (len(types) if name in REPEATED else 0)]
        if not all(_is_of(kind, family) for kind, family in zip(types, wanted, strict=False)):
            raise make_type_error(name, types, span)
    if name in _OWN:
        for kind in types[:1] if name == "PRINTF" else types:
            if not _is_of(kind, _OWN[name][0]):
                raise _reject_call(
                    name,
                    types,
                    "Unsupported argument type. Expected type of family 'CHARACTER_STRING' but actual "
                    f"type was '{kind.to_summary()}'.",
                )
    if name in _SIGNATURES and not _is_of(types[0], _SIGNATURES[name][0]):
        raise _reject_call(name, types, "Invalid input arguments.")
    family = EVERY_ARGUMENT.get(name)
    if family is not None and not all(_is_of(kind, family) for kind in types):
        raise _reject_call(name, types, f"All arguments requires to be a {family} type")
    if name in {"ARRAY_MAX", "ARRAY_MIN"} and not _is_of(types[0], "ARRAY"):
        raise _reject_call(name, types, "The argument requires to be an ARRAY type")


def _reject_call(name: str, types: Sequence[SqlType], reason: str) -> ValidationError:
    shown = ", ".join(kind.to_summary() for kind in types)
    return ValidationError(
        f"SQL validation failed. Invalid function call:\n{name}({shown})\n{reason}"
    )


def make_type_error(name: str, types: Sequence[SqlType], span: Span | None) -> ValidationError:
    """Return Calcite's error for arguments of wrong types."""
    shown = [f"<{_describe(kind)}>" for kind in types]
    wanted = [f"<{family}>" for family in _FORMS.get(name, ())]
    if name in OPERATOR_FORMS:
        family = f"<{OPERATOR_FORMS[name]}>"
        form = f"{family} {name} {family}" if len(types) == 2 else f"{name}{family}"
        call = f" {name} ".join(shown) if len(types) == 2 else f"{name}{''.join(shown)}"
    else:
        call = f"{name}({', '.join(shown)})"
        form = PRINTED_FORMS.get(name, f"{name}({', '.join(wanted) or '...'})")
    if name != "ITEM":
        form = f"'{form}'"
    return make_validation_error(
        f"Cannot apply '{name}' to arguments of type '{call}'. Supported form(s): {form}", span
    )


def _describe(kind: SqlType) -> str:
    if kind.root == "INTERVAL_DAY":
        return "INTERVAL SECOND"
    return kind.to_digest()


def check_implicit_conversion(left: SqlType, right: SqlType, *, joins: bool) -> None:
    """Reject ``number = text``: Flink compares them with < alone.

    Raises:
        ValidationError: With Flink's message; that of a join's condition shows lengths.
    """
    roots = {left.root, right.root}
    if roots & set(STRINGS) and roots & set(NUMERIC):
        one, two = (k.to_digest() if joins else k.to_digest().split("(")[0] for k in (left, right))
        where = "on join's condition now" if joins else "now"
        raise ValidationError(
            f"implicit type conversion between {one} and {two} is not supported {where}"
        )
