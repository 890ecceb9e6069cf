"""Check the types of a call's arguments, with the messages of Flink and Calcite.

Functions of Calcite have a form, such as ``LPAD(<CHARACTER>, <INTEGER>, <CHARACTER>)``; a wrong argument
is reported with it. Functions of Flink's own stack (``BuiltInFunctionDefinitions``) report the family
that an argument should have. Models ``SqlOperandTypeChecker`` and ``InputTypeStrategies``.
"""

from __future__ import annotations

from collections.abc import Sequence

from flinksim.table.planner.planner_errors import (
    TableError,
    ValidationError,
    make_validation_error,
)
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
    find_common_type,
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
CHARACTER SIMPLE INTEGER: SPLIT_INDEX
STRING STRING: LIKE ||
MULTISET: CARDINALITY ELEMENT
"""
OWN_FAMILIES = """
CHARACTER: JSON_QUOTE JSON_UNQUOTE REGEXP_INSTR REGEXP_SUBSTR REGEXP_COUNT SPLIT URL_ENCODE URL_DECODE UNHEX
CHARACTER: TRANSLATE PRINTF INET_ATON
INTEGER: INET_NTOA
"""
SIGNATURE_FAMILIES = """
STRING STRING: STARTSWITH ENDSWITH
CHARACTER: BTRIM
CHARACTER CHARACTER: REGEXP_EXTRACT_ALL
ARRAY: ARRAY_REMOVE ARRAY_DISTINCT ARRAY_PREPEND ARRAY_APPEND ARRAY_POSITION
ARRAY: ARRAY_SORT ARRAY_CONTAINS ARRAY_REVERSE
ARRAY INTEGER INTEGER: ARRAY_SLICE
ARRAY CHARACTER CHARACTER: ARRAY_JOIN
ARRAY ARRAY: MAP_FROM_ARRAYS
MAP: MAP_KEYS MAP_VALUES MAP_ENTRIES
"""
ELEMENT_FUNCTIONS = frozenset(
    ("ARRAY_APPEND", "ARRAY_PREPEND", "ARRAY_CONTAINS", "ARRAY_POSITION", "ARRAY_REMOVE")
)
"""Functions of an array and a value that must have a common type with its elements."""
FAMILY_NAMES = {"CHARACTER": "CHARACTER_STRING", "INTEGER": "INTEGER_NUMERIC"}
TAKES_NULL = {
    **dict.fromkeys(
        ("BTRIM", "UNHEX", "URL_ENCODE", "URL_DECODE", "JSON_QUOTE", "JSON_UNQUOTE", "PRINTF", "SPLIT", "REGEXP_COUNT",
         "REGEXP_INSTR", "REGEXP_SUBSTR", "REGEXP_EXTRACT_ALL", "STARTSWITH", "ENDSWITH", "JSON_STRING", "TYPEOF",
         "INET_ATON", "INET_NTOA", "=", "<>", "<", "<=", ">", ">=", "IN", "BETWEEN", "IS NULL", "IS NOT NULL",
         "IS DISTINCT FROM", "IS NOT DISTINCT FROM", "CASE", "COALESCE", "IFNULL", "NULLIF", "GREATEST", "LEAST",
         "ARRAY", "MAP", "LIKE", "NOT LIKE", "SIMILAR TO", "JSON_OBJECT", "JSON_ARRAY", "LAG", "LEAD"), 0
    ),
    **dict.fromkeys((*ELEMENT_FUNCTIONS, "ELT", "ARRAY_SLICE", "ARRAY_JOIN", "TO_TIMESTAMP_LTZ"), 1),
    **dict.fromkeys(("JSON_VALUE", "JSON_QUERY", "JSON_EXISTS"), 2),
}  # fmt: skip
"""Functions whose arguments from this position on can be a literal NULL; its type is inferred. Measured."""
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
    **{
        name: f"{name}(<STRING>, <STRING>, <STRING>)" for name in ("LIKE", "NOT LIKE", "SIMILAR TO")
    },
    "ITEM": "<ARRAY>[<INTEGER>]",
}
"""The first form of functions that have several, as messages print it."""
JSON_FORMS = {
    "JSON_EXISTS": "JSON_EXISTS(json_doc, path [{TRUE | FALSE| UNKNOWN | ERROR} ON ERROR])",
    "JSON_VALUE": "JSON_VALUE(json_doc, path [RETURNING type] [{NULL | ERROR | DEFAULT value} ON EMPTY] "
    "[{NULL | ERROR | DEFAULT value} ON ERROR])",
}
REPEATED = frozenset(("CONCAT", "CONCAT_WS", "LTRIM", "RTRIM", "TO_TIMESTAMP", "TO_DATE", "LOG"))
"""Functions whose further arguments are of the last family."""
OPERATOR_FORMS = {
    **dict.fromkeys(("+", "-", "*", "/"), "NUMERIC"),
    "%": "EXACT_NUMERIC",
    **dict.fromkeys(
        ("=", "<>", "<", "<=", ">", ">=", "IS DISTINCT FROM", "IS NOT DISTINCT FROM"),
        "COMPARABLE_TYPE",
    ),
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
     "TO_TIMESTAMP_LTZ", "JSON_STRING", "JSON", "CURRENT_WATERMARK", "GREATEST", "LEAST")
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
                raise reject_call(name, types, _describe_wrong_family(_OWN[name][0], kind))
    if name in _SIGNATURES:
        pairs = zip(types, _SIGNATURES[name], strict=False)
        if not all(_is_of(kind, family) for kind, family in pairs):
            raise reject_call(name, types, "Invalid input arguments.")
    _check_own_function(name, types)
    _check_calcite_function(name, types, span)
    family = EVERY_ARGUMENT.get(name)
    if family is not None and not all(_is_of(kind, family) for kind in types):
        raise reject_call(name, types, f"All arguments requires to be a {family} type")
    if name in {"ARRAY_MAX", "ARRAY_MIN"} and not _is_of(types[0], "ARRAY"):
        raise reject_call(name, types, "The argument requires to be an ARRAY type")


def _check_own_function(name: str, types: Sequence[SqlType]) -> None:
    """Check functions that compare the types of their arguments."""
    known = [kind for kind in types if kind.root != "NULL"]
    if name in ELEMENT_FUNCTIONS and types[1].root != "NULL":
        if find_common_type([types[0].children[0], types[1]]) is None:
            raise reject_call(name, types, "Invalid input arguments.")
    elif name in {"COALESCE", "IFNULL"} and find_common_type(types) is None:
        dates = [kind for kind in known if kind.root == "DATE"]
        if dates and len(known) == 2 and {kind.root for kind in known} & set(NUMERIC):
            position = next(at for at, kind in enumerate(types) if kind.root != "DATE")
            raise reject_call(
                name,
                types,
                f"Invalid argument type at position {position}. Data type {dates[0].to_summary()} expected but "
                f"{types[position].to_summary()} passed.",
            )
        raise reject_call(name, types, "Invalid input arguments.")
    elif name in {"GREATEST", "LEAST"}:
        for kind in known[1:]:
            if not can_compare(known[0], kind) or find_common_type([known[0], kind]) is None:
                raise reject_call(
                    name,
                    types,
                    "All types in a comparison should support both 'EQUALS' and 'ORDER' comparison with each other. "
                    f"Can not compare {known[0].to_summary()} with {kind.to_summary()}",
                )
        if known and len(known) < len(types):
            raise TableError(
                f"Unsupported casting from NULL to {known[0].as_plain().with_nullable(True).to_summary()}."
            )
    elif name == "ELT":
        if not _is_of(types[0], "INTEGER"):
            raise reject_call(name, types, "Index can only be an INTEGER NUMERIC type.")
        if find_common_type(types[1:]) is None or not all(_is_of(t, "STRING") for t in types[1:]):
            raise reject_call(name, types, "Could not infer arguments in range: [1, null].")
    elif name == "CURRENT_WATERMARK" and types[0].time_kind != "ROWTIME":
        raise reject_call(
            name,
            types,
            "The argument of CURRENT_WATERMARK() must be a rowtime attribute, but was "
            f"'{types[0].to_summary()}'.",
        )
    elif name == "JSON_STRING" and types[0].root in {"DATE", "TIME", *INTERVALS}:
        raise reject_call(name, types, _describe_wrong_family("CHARACTER", types[0]))
    elif name in {"JSON_OBJECT", "JSON_ARRAY"}:
        for kind in types:
            _check_json_type(kind)
    elif name == "TO_TIMESTAMP_LTZ" and len(types) > 1:
        _check_to_timestamp_ltz(types)


def _check_calcite_function(name: str, types: Sequence[SqlType], span: Span | None) -> None:
    roots = [kind.root for kind in types]
    if name == "IF" and find_common_type(types[1:]) is None:
        raise make_type_error(name, types, span)
    if name == "ATAN2" and (roots[0] == "DECIMAL") != (roots[1] == "DECIMAL"):
        raise reject_unsupported(name, types)
    if name in {"LIKE", "NOT LIKE", "SIMILAR TO"} and "NULL" in roots[:2]:
        # With a null pattern, Calcite gives it the type of the text.
        shown = [types[0], types[0] if roots[1] == "NULL" else types[1]]
        raise make_type_error(name, shown, span)
    if name in JSON_FORMS and roots[1] not in STRINGS:
        raise make_type_error(name, types[:2], span)
    if name == "JSON_EXISTS" and roots[0] not in STRINGS:
        raise reject_unsupported(name, types[:2])
    if name in {"JSON_VALUE", "JSON_QUERY"} and not {*roots[:2]} <= {*STRINGS}:
        # Flink accepts other types, and then fails to compile the code that it generates.
        raise make_validation_error(f"{name} takes two texts, not {types[0]} and {types[1]}", span)


def reject_unsupported(name: str, types: Sequence[SqlType]) -> TableError:
    """Return the error of Flink's code generator for a function that has no code for the types."""
    return TableError(
        f"Unsupported call: {name}({', '.join(kind.to_summary() for kind in types)}) "
    )


def _check_json_type(kind: SqlType) -> None:
    if kind.root == "NULL":
        raise TableError("Type is not supported: ANY")
    if kind.root in {"DATE", "TIME", *INTERVALS}:
        shown = kind.to_summary().replace("INTERVAL SECOND(6)", "INTERVAL SECOND(3)")
        raise TableError(f"Type '{shown}' is not scalar or cannot be converted into JSON.")
    for child in kind.children:
        _check_json_type(child)


def _check_to_timestamp_ltz(types: Sequence[SqlType]) -> None:
    first, second = types[:2]
    if first.root in STRINGS:
        if second.root not in STRINGS:
            raise reject_call(
                "TO_TIMESTAMP_LTZ", types, _describe_wrong_family("CHARACTER", second)
            )
    elif second.root == "NULL":
        raise reject_call(
            "TO_TIMESTAMP_LTZ",
            types,
            "Unsupported argument type. TO_TIMESTAMP_LTZ(<NUMERIC>, <INTEGER>) requires the second argument to be "
            "<INTEGER>.",
        )
    elif first.root not in NUMERIC or second.root not in INTEGERS:
        raise reject_call("TO_TIMESTAMP_LTZ", types, "Invalid input arguments.")


def _describe_wrong_family(family: str, kind: SqlType) -> str:
    return (
        f"Unsupported argument type. Expected type of family '{FAMILY_NAMES[family]}' but actual "
        f"type was '{kind.to_summary()}'."
    )


def reject_call(name: str, types: Sequence[SqlType], reason: str) -> ValidationError:
    """Return the error of Flink's own functions for arguments of wrong types."""
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
    form = JSON_FORMS.get(name, form)
    if name != "ITEM" and name not in JSON_FORMS:
        form = f"'{form}'"
    return make_validation_error(
        f"Cannot apply '{name}' to arguments of type '{call}'. Supported form(s): {form}", span
    )


def _describe(kind: SqlType) -> str:
    if kind.root == "INTERVAL_DAY":
        return "INTERVAL SECOND"
    text = kind.to_digest()
    return text.upper() if kind.root == "ROW" else text


def find_implicit_conversion(
    left: SqlType, right: SqlType, *, joins: bool
) -> ValidationError | None:
    """Return Flink's error about ``number = text``: it compares them with < alone.

    The message of a join's condition shows lengths.
    """
    roots = {left.root, right.root}
    if roots & set(STRINGS) and roots & set(NUMERIC):
        one, two = (k.to_digest() if joins else k.to_digest().split("(")[0] for k in (left, right))
        where = "on join's condition now" if joins else "now"
        return ValidationError(
            f"implicit type conversion between {one} and {two} is not supported {where}"
        )
    return None
