"""Rules of the house that no linter knows. Each rule is shown to find what it forbids."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from flinksim.trace.causality.stack_frames import METHOD_PLACEHOLDERS, build_placeholder_values
from flinksim.trace.events import EVENT_KINDS

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "flinksim"


def python_files() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


# --- the same run under any hash seed ------------------------------------------------------------


def hash_seed_risks(code: str) -> list[str]:
    """Where *code* depends on the interpreter's hash seed or on addresses."""
    return [f"line {line}: {what}" for line, what in _hash_seed_risks(ast.parse(code))]


def _hash_seed_risks(tree: ast.AST) -> Iterator[tuple[int, str]]:
    # A class's own __hash__ may use hash(): it is for sets and dicts, whose order is not used.
    inside_hash = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef) and function.name == "__hash__"
        for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id == "hash" and id(node) not in inside_hash:
                yield node.lineno, "hash()"
            if node.func.id in ("list", "tuple", "iter", "enumerate", "next") and any(
                _is_set(argument) for argument in node.args
            ):
                yield node.lineno, f"{node.func.id}() of a set"
        if isinstance(node, ast.For) and _is_set(node.iter):
            yield node.lineno, "for over a set"
        if isinstance(node, ast.comprehension) and _is_set(node.iter):
            yield node.iter.lineno, "comprehension over a set"
        if isinstance(node, ast.Starred) and _is_set(node.value):
            yield node.lineno, "a set unpacked"


def _is_set(node: ast.expr) -> bool:
    if isinstance(node, ast.Set | ast.SetComp):
        return True
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr | ast.BitAnd | ast.Sub):
        return _is_set(node.left) or _is_set(node.right)
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("set", "frozenset")
    )


@pytest.mark.parametrize("path", python_files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_depends_on_the_hash_seed(path: Path) -> None:
    assert hash_seed_risks(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("code", "risks"),
    [
        ("hash('a')", ["line 1: hash()"]),
        ("for x in {1, 2}: pass", ["line 1: for over a set"]),
        ("[x for x in set(y)]", ["line 1: comprehension over a set"]),
        ("list({1} | y)", ["line 1: list() of a set"]),
        ("f(*{x for x in y})", ["line 1: a set unpacked"]),
        ("class A:\n    def __hash__(self): return hash(self.x)", []),
        ("for x in sorted({1, 2}): pass", []),
        ("x in {1, 2}", []),
    ],
)
def test_what_depends_on_the_hash_seed_is_found(code: str, risks: list[str]) -> None:
    assert hash_seed_risks(code) == risks


# --- layers: nothing below looks up at the whole -------------------------------------------------

WHOLE = (
    "flinksim/__init__.py",
    "flinksim/__main__.py",
    "flinksim/cli/",
    "flinksim/course/lessons/",
    "flinksim/course/solutions/",
    "flinksim/course/example_jobs.py",
)


def imports_the_whole(code: str) -> bool:
    """Whether *code* imports the package itself, around the rules of import-linter."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import) and any(alias.name == "flinksim" for alias in node.names):
            return True
        if isinstance(node, ast.ImportFrom) and node.module == "flinksim":
            return True
    return False


def test_only_the_command_imports_the_whole_package() -> None:
    found = [str(path.relative_to(ROOT)) for path in python_files() if _imports_the_whole(path)]
    assert [path for path in found if not path.startswith(WHOLE)] == []


def _imports_the_whole(path: Path) -> bool:
    return imports_the_whole(path.read_text(encoding="utf-8"))


def test_an_import_of_the_whole_package_is_found() -> None:
    assert imports_the_whole("import flinksim as fs")
    assert imports_the_whole("def f():\n    from flinksim import simulate")
    assert not imports_the_whole("import flinksim.common\nfrom flinksim.common import Row")


# --- traces name places in Flink -----------------------------------------------------------------

METHOD = re.compile(r"[A-Z]\w*([.$][A-Z]\w*)*\.[a-z]\w*(\([A-Z]\w*\))?")
"""``Class.method`` or ``Class.method(Argument)``; the class may be nested."""


def is_place(place: str) -> bool:
    """Whether *place*, its words filled, is one method, or several that call one another."""
    return all(METHOD.fullmatch(method) for method in place.removeprefix("/").split(" > "))


def filled_places(place: str) -> list[str]:
    """*place* with every choice of words for what stands in braces."""
    choices = {
        f"{{{word}}}": [name] for word, name in build_placeholder_values("WindowOperator").items()
    }
    for word, (_, words) in METHOD_PLACEHOLDERS.items():
        choices[word] = list(words.values()) or ["onElement"]
    places = [place]
    for word, fillings in choices.items():
        places = [p.replace(word, filling) for p in places for filling in fillings]
    return places


def test_every_kind_of_event_stands_for_a_method_of_flink() -> None:
    # where the call that runs says it all, nothing is added
    places = [place for kind in EVENT_KINDS for place in filled_places(kind.FLINK_METHOD) if place]
    assert [place for place in places if not is_place(place)] == []
    assert len(places) >= len(EVENT_KINDS)


@pytest.mark.parametrize("place", ["valve", "Valve", "valve.input", "Valve.Input", "A.b > c", ""])
def test_what_is_no_method_is_refused(place: str) -> None:
    assert not is_place(place)


# --- what must not stand in the repository -------------------------------------------------------

# Put together here, so that this file itself does not hold them.
HOSTS = ["python" + "hosted", "pypi" + r"\.org", "npm" + r"js\.(org|com)", "deb" + r"\.debian\.org"]
MACHINE_PATHS = r"(^|[^a-z.])/(" + "|".join(["work", "farm", "root", "home/[a-z]+", "Users"]) + ")/"
FORBIDDEN = re.compile("|".join([*HOSTS, MACHINE_PATHS]), re.MULTILINE)


def tracked_files() -> list[Path]:
    """The files that git has, or would take; all files where this is no checkout."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode != 0:
        return [path for path in ROOT.rglob("*") if path.is_file()]
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def test_no_file_names_a_package_host_or_a_path_of_one_machine() -> None:
    found = []
    for path in tracked_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{path.relative_to(ROOT)}: {hit.group()}" for hit in FORBIDDEN.finditer(text)]
    assert found == []


@pytest.mark.parametrize(
    "text", ["see https://pypi" + ".org/x", "open('/ro" + "ot/x')", "\n/wo" + "rk/main/x"]
)
def test_a_host_or_a_machine_path_is_found(text: str) -> None:
    assert FORBIDDEN.search(text)


@pytest.mark.parametrize("text", ["network/work/", "../work/x", "src/root/x", "/workers/x"])
def test_an_innocent_path_is_no_machine_path(text: str) -> None:
    assert not FORBIDDEN.search(text)


# --- one word, one meaning -----------------------------------------------------------------------

OF_ONE_NAME = {
    "AggregateFunction": "PyFlink has two: of the DataStream API, and of the Table API",
    "CheckResult": "of a property, of a lesson and of a check in it: to be told apart in issue 37",
    "Submission": "a file to be graded, and a sample that a test grades",
    "Watermark": "Flink has two: what a generator puts out, and an element of the stream",
    "BucketAssigner": "PyFlink's builder, and what it builds",
    "DefaultRollingPolicy": "PyFlink's builder, and what it builds",
    "FileSink": "PyFlink's builder, and what it builds",
    "OnCheckpointRollingPolicy": "PyFlink's builder, and what it builds",
    "RollingPolicy": "PyFlink's builder, and what it builds",
    "ProcessingTimeService": "the service, and what connectors beneath it know of it",
    "ListState": "what a program sees; a part of every savepoint that was written",
}
"""Names that two classes have, and why."""


def classes_of_one_name(modules: dict[str, str]) -> dict[str, list[str]]:
    """The names that more than one public class has, and the modules where they are."""
    found: dict[str, list[str]] = {}
    for module, code in modules.items():
        for node in ast.parse(code).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found.setdefault(node.name, []).append(module)
    return {name: where for name, where in sorted(found.items()) if len(where) > 1}


def test_a_class_has_a_name_of_its_own() -> None:
    modules = {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
        for path in python_files()
        if path.parent.name not in ("lessons", "solutions")  # each is a program by itself
    }
    found = classes_of_one_name(modules)
    assert {name: where for name, where in found.items() if name not in OF_ONE_NAME} == {}
    assert set(OF_ONE_NAME) - set(found) == set(), "these need no excuse any more"


def test_twins_are_found() -> None:
    modules = {
        "a": "class One: ...",
        "b": "class One: ...\nclass _Own: ...",
        "c": "class _Own: ...",
    }
    assert classes_of_one_name(modules) == {"One": ["a", "b"]}
