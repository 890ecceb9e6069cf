"""Names follow one standard: functions start with a verb, modules are nouns, each module name is unique."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "flinksim"

VERBS = frozenset(
    [
        "abort",
        "adapt",
        "add",
        "aggregate",
        "alias",
        "align",
        "allow",
        "answer",
        "append",
        "apply",
        "as",
        "ask",
        "assign",
        "back",
        "block",
        "build",
        "cache",
        "call",
        "can",
        "capitalize",
        "capture",
        "cast",
        "change",
        "check",
        "choose",
        "classify",
        "close",
        "coerce",
        "collect",
        "combine",
        "commit",
        "compact",
        "compare",
        "compile",
        "complete",
        "compute",
        "concatenate",
        "configure",
        "confirm",
        "connect",
        "convert",
        "copy",
        "count",
        "create",
        "decide",
        "declare",
        "decode",
        "decompress",
        "defer",
        "define",
        "delete",
        "describe",
        "diagnose",
        "deserialize",
        "detect",
        "determine",
        "discard",
        "display",
        "distribute",
        "divide",
        "do",
        "double",
        "draw",
        "drop",
        "emit",
        "encode",
        "enforce",
        "escape",
        "estimate",
        "evaluate",
        "exclude",
        "execute",
        "expand",
        "explain",
        "explore",
        "export",
        "extend",
        "extract",
        "fail",
        "fetch",
        "fill",
        "filter",
        "find",
        "finish",
        "fit",
        "flatten",
        "floor",
        "fold",
        "format",
        "forward",
        "freeze",
        "from",
        "fuse",
        "generate",
        "get",
        "grade",
        "group",
        "handle",
        "has",
        "hash",
        "hide",
        "ignore",
        "index",
        "infer",
        "inflate",
        "insert",
        "install",
        "intercept",
        "intersect",
        "invoke",
        "is",
        "isolate",
        "iterate",
        "join",
        "judge",
        "keep",
        "kill",
        "lay",
        "limit",
        "link",
        "lint",
        "list",
        "load",
        "loads",
        "locate",
        "lower",
        "make",
        "map",
        "mark",
        "measure",
        "merge",
        "migrate",
        "minimize",
        "mix",
        "move",
        "mutate",
        "narrate",
        "negate",
        "normalize",
        "number",
        "on",
        "open",
        "order",
        "overlay",
        "override",
        "pack",
        "pad",
        "parse",
        "partition",
        "patch",
        "pause",
        "pickle",
        "plan",
        "plot",
        "pluralize",
        "precompute",
        "predict",
        "prefix",
        "prepare",
        "prepend",
        "print",
        "process",
        "propose",
        "provide",
        "prune",
        "push",
        "quote",
        "raise",
        "rank",
        "read",
        "reconstruct",
        "record",
        "redirect",
        "redistribute",
        "reduce",
        "refuse",
        "reinterpret",
        "reject",
        "remove",
        "rename",
        "render",
        "renumber",
        "reorder",
        "repartition",
        "repeat",
        "replace",
        "replay",
        "replicate",
        "report",
        "require",
        "rerun",
        "resolve",
        "restore",
        "return",
        "reuse",
        "rewrite",
        "rotate",
        "round",
        "route",
        "run",
        "salt",
        "sample",
        "satisfy",
        "save",
        "scale",
        "scan",
        "schedule",
        "select",
        "serialize",
        "set",
        "share",
        "shift",
        "shorten",
        "show",
        "shuffle",
        "silence",
        "simplify",
        "simulate",
        "skip",
        "slice",
        "solve",
        "sort",
        "split",
        "spread",
        "strengthen",
        "strip",
        "subtract",
        "suggest",
        "sum",
        "summarize",
        "swap",
        "sweep",
        "tag",
        "take",
        "to",
        "tokenize",
        "total",
        "transform",
        "translate",
        "trim",
        "truncate",
        "unfuse",
        "unify",
        "unite",
        "unload",
        "unpack",
        "unpickle",
        "unwrap",
        "update",
        "use",
        "validate",
        "verify",
        "wait",
        "walk",
        "warn",
        "watch",
        "widen",
        "wrap",
        "write",
        "zip",
    ]
)
"""The first word of a function. Add a verb here if none of these says what a function does."""

NAMES_OF_OTHERS = {
    "main": "the entry point of a command",
    "loads": "mirrors pickle.loads",
    "claim_holds": "a pytest fixture",
    "pyflink_is_flinksim": "a pytest fixture",
    "flinksim_env": "a pytest fixture",
    "flinksim_runs": "a pytest fixture",
    "spark_session": "a public name, as Spark's own",
    "cost": "declares how long a function takes: fs.cost(f, ms=5)",
    "always": "a temporal property", "never": "a temporal property",
    "eventually": "a temporal property", "exactly": "a temporal property",
    "at_end": "a temporal property", "same_result": "a temporal property",
    "at": "an item of a scripted source", "watermark": "an item of a scripted source",
    "idle": "an item of a scripted source", "active": "an item of a scripted source",
    "empty_result_predicate": "PyFlink's name", "exception_type_predicate": "PyFlink's name",
    "event_from_row": "the event that a row describes",
}  # fmt: skip
"""Functions without a verb, and why."""

MIRRORS = ("common", "datastream", "table", "metrics", "util")
"""Packages whose public functions have PyFlink's names."""

PYFLINK_HAS_BOTH = {"utils", "java_gateway", "base", "window", "schema", "types", "functions"}
"""Module names that PyFlink uses twice, or that are dictated by it and by another library."""

NO_NOUNS = frozenset(
    [
        "again",
        "asked",
        "asking",
        "before",
        "beforehand",
        "behind",
        "beside",
        "besides",
        "given",
        "gone",
        "kept",
        "noted",
        "ours",
        "said",
        "seen",
        "spoken",
        "told",
        "turned",
        "wanted",
        "whole",
        "within",
    ]
)
"""Words that are no name of a module: adverbs, prepositions, participles and pronouns."""


def python_files() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def functions_without_verb(code: str) -> list[str]:
    """The module-level functions of *code* whose names do not start with a verb."""
    return [
        node.name
        for node in ast.parse(code).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and not node.name.startswith(("__", "pytest_"))
        and node.name not in NAMES_OF_OTHERS
        and node.name.lstrip("_").split("_")[0] not in VERBS
    ]


FUNCTIONS_OF_PYFLINK = {
    "datastream/window_helpers.py", "pyflink_compat/py4j/java_gateway.py", "table/expressions.py", "table/udf.py",
}  # fmt: skip
"""Modules whose functions PyFlink or py4j names: ``mod_inverse``, ``col``, ``lit``, ``java_import``."""


def test_functions_start_with_a_verb() -> None:
    found = {
        str(path.relative_to(ROOT)): names
        for path in python_files()
        if path.relative_to(PACKAGE).as_posix() not in FUNCTIONS_OF_PYFLINK
        and (names := functions_without_verb(path.read_text(encoding="utf-8")))
    }
    assert found == {}


def test_a_function_without_a_verb_is_found() -> None:
    code = "def told(x): ...\ndef _words_of(x): ...\ndef find_word(x): ...\ndef __getattr__(n): ..."
    assert functions_without_verb(code) == ["told", "_words_of"]


def module_names() -> Iterator[tuple[str, Path]]:
    for path in python_files():
        if path.stem not in ("__init__", "__main__"):
            yield path.stem, path.relative_to(PACKAGE)


def bad_module_words(name: str) -> list[str]:
    """The words of a module name that are no nouns; a single word may not be a participle."""
    words = name.strip("_").split("_")
    found = [word for word in words if word in NO_NOUNS]
    if len(words) == 1 and name.endswith("ed"):
        found.append(name)
    return found


def test_modules_are_named_by_nouns() -> None:
    assert [str(path) for name, path in module_names() if bad_module_words(name)] == []


@pytest.mark.parametrize(
    ("name", "bad"),
    [("told_calls", ["told"]), ("behind", ["behind"]), ("shared", ["shared"]), ("chaining", [])],
)
def test_a_module_that_is_no_noun_is_found(name: str, bad: list[str]) -> None:
    assert bad_module_words(name) == bad


def test_no_two_modules_have_the_same_name() -> None:
    where = defaultdict(list)
    for name, path in module_names():
        where[name].append(str(path))
    twice = {name: paths for name, paths in where.items() if len(paths) > 1}
    assert {name: paths for name, paths in twice.items() if name not in PYFLINK_HAS_BOTH} == {}
    assert PYFLINK_HAS_BOTH - twice.keys() <= {"base"}


def package_docstrings() -> list[tuple[str, str]]:
    return [
        (
            str(path.parent.relative_to(ROOT)),
            ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "",
        )
        for path in sorted(PACKAGE.rglob("__init__.py"))
    ]


def test_every_package_says_what_belongs_there() -> None:
    short = [name for name, text in package_docstrings() if len(text.splitlines()) < 3]
    assert short == []
