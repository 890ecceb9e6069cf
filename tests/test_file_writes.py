"""Every file is written through one door: the code of the package is read for who goes past it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "flinksim"
DOOR = PACKAGE / "core" / "atomic_files.py"
FOLDERS = PACKAGE / "replay" / "results" / "table_writer.py"
# whole folders, in any file system of Hadoop's

WRITES = {"write_text", "write_bytes", "touch", "mkstemp", "NamedTemporaryFile", "copyfile",
          "copy2", "copytree", "rename", "renames", "symlink_to", "hardlink_to"}  # fmt: skip
WRITES_TO_ITS_ARGUMENT = {"savefig": 0, "ParquetWriter": 0, "to_csv": 0, "to_parquet": 0, "to_json": 0,
                          "write_csv_file": 0, "dump": 1, "tofile": 0}  # fmt: skip


def who_writes(code: str) -> list[str]:
    """Where *code* writes a file by itself."""
    return [f"line {line}: {what}" for line, what in _who_writes(ast.parse(code))]


def _who_writes(tree: ast.Module) -> Iterator[tuple[int, str]]:
    drafts = _drafts(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = _name(node.func)
        if name == "open" and _mode(node) & set("wax+"):
            yield node.lineno, "open"
        elif name in WRITES:
            yield node.lineno, name
        elif name == "replace" and isinstance(node.func, ast.Attribute) and _is_os(node.func):
            yield node.lineno, "os.replace"
        elif name in WRITES_TO_ITS_ARGUMENT:
            place = WRITES_TO_ITS_ARGUMENT[name]
            if len(node.args) > place and _name(node.args[place]) not in drafts:
                yield node.lineno, name
        elif (
            name == "write_table"
            and len(node.args) > 1
            and not _is_a_number(node.args[1])
            and (_name(node.args[1]) not in drafts)
        ):
            yield node.lineno, name


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def _is_a_number(node: ast.expr) -> bool:
    """Whether it is a number, or a constant of the module: so a writer is told how much to write."""
    return isinstance(node, ast.Constant) or _name(node).isupper()


def _is_os(function: ast.Attribute) -> bool:
    return isinstance(function.value, ast.Name) and function.value.id == "os"


def _mode(call: ast.Call) -> set[str]:
    """The letters of the mode; a mode that is no constant may be any."""
    is_method = isinstance(call.func, ast.Attribute) and _name(call.func.value) not in ("io", "os")
    given = [word.value for word in call.keywords if word.arg == "mode"]
    given += call.args[0 if is_method else 1 :][:1]
    if not given:
        return set()
    if not isinstance(given[0], ast.Constant):
        return set("w") if isinstance(call.func, ast.Name) else set()
    text = str(given[0].value)
    return set(text) if set(text) <= set("rwaxbt+U") else set()


def _drafts(tree: ast.Module) -> set[str]:
    """The names of what the door gave, and of buffers in memory."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.withitem) and isinstance(node.context_expr, ast.Call):
            if (
                _name(node.context_expr.func) == "write_atomically"
                and node.optional_vars is not None
            ):
                found.add(_name(node.optional_vars))
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            if _name(node.value.func) in ("BytesIO", "StringIO"):
                found |= {_name(target) for target in node.targets}
    return found


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(ROOT))
)
def test_nobody_writes_past_the_door(path: Path) -> None:
    if path not in (DOOR, FOLDERS):
        assert who_writes(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("open(path, 'w')", ["line 1: open"]),
        ("open(path, mode='ab')", ["line 1: open"]),
        ("open(path, any_mode)", ["line 1: open"]),
        ("path.open('x', encoding='utf-8')", ["line 1: open"]),
        ("io.open(path, 'r+')", ["line 1: open"]),
        ("path.write_text('')", ["line 1: write_text"]),
        ("os.replace(one, other)", ["line 1: os.replace"]),
        ("figure.savefig(path, dpi=120)", ["line 1: savefig"]),
        ("pq.ParquetWriter(path, schema)", ["line 1: ParquetWriter"]),
        ("pq.write_table(table, path)", ["line 1: write_table"]),
        ("json.dump(value, stream)", ["line 1: dump"]),
        ("open(path)", []),
        ("path.open('rb')", []),
        ("archive.open('flights.csv')", []),
        ("text.replace('a', 'b')", []),
        ("with write_atomically(path) as draft:\n    figure.savefig(draft)", []),
        ("target = BytesIO()\nfigure.savefig(target)", []),
        ("writer.write_table(table)", []),
    ],
)
def test_who_goes_past_it_is_found(code: str, found: list[str]) -> None:
    assert who_writes(code) == found
