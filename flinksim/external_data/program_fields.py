"""Finds in the source code of a program which fields it reads from the values of a topic.

A program that reads plain strings declares no type. It parses them: with ``json.loads``, whose result it
then subscripts, or with ``split``. This module reads the code of the program and of the modules that it
imports from its own folders; it runs nothing.
"""

from __future__ import annotations

import ast
import sys
import sysconfig
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flinksim.core.python_source import parse_python_file

_NUMERIC_CALLS = ("round", "abs")
_MAX_SOURCE_BYTES = 1_000_000
_MAX_LEVELS = 4
"""Number of folders above a program in which its modules may be."""
_PARSERS = ("loads", "JSONDecoder")


@dataclass
class ValueShape:
    """What is known about a value: its kind, its fields, and the constants it is compared with.

    Kinds: ``object``, ``separated``, ``text`` (not parsed), ``unknown`` (parsed, fields not found),
    ``whole``, ``fraction``, ``boolean``, ``time``, ``seconds``, ``millis``, ``list``, ``str``, ``any``.
    """

    kind: str = "any"
    name: str = ""
    fields: dict[str, ValueShape] = field(default_factory=dict)
    separator: str = ","
    time_format: str = "%Y-%m-%dT%H:%M:%S"
    choices: list[Any] = field(default_factory=list)
    looks_numeric: bool = False


def find_value_shape() -> ValueShape:
    """Return the form of the values that the running program parses."""
    program, *modules = _list_program_trees() or [ast.parse("")]
    trees = [program, *modules]
    reads_json = any(_has_name(tree, _PARSERS) for tree in trees)
    if reads_json:
        shape = ValueShape("object")
        for tree in trees:
            _FieldCollector(shape).visit(tree)
        if shape.fields:
            return shape
    for tree in trees:
        if separated := _find_separated(tree):
            return separated
    if _has_name(program, _PARSERS):
        return ValueShape("unknown")
    kinds = [kind for tree in trees if (kind := _find_number_kind(tree))]
    return ValueShape(kinds[0] if kinds else "text")


def _list_program_trees() -> list[ast.AST]:
    """List the syntax trees of the program's own files, the program itself first.

    These are modules in its folder, or in a folder above it, where the program's project is.
    """
    library = Path(sysconfig.get_paths()["stdlib"]).resolve()
    package = Path(__file__).resolve().parents[1]
    main = Path(sys.argv[0]).resolve() if sys.argv and sys.argv[0] else Path()
    folders = [folder for folder in list(main.parents)[:_MAX_LEVELS] if folder.parent != folder]
    files = {main}
    trees: list[ast.AST] = []
    for module in list(sys.modules.values()):
        name = getattr(module, "__file__", None)
        if name and "site-packages" not in name and name.endswith(".py"):
            files.add(Path(name).resolve())
    for file in sorted(files, key=lambda file: (file != main, file)):
        if file.is_relative_to(library) or file.is_relative_to(package) or not file.is_file():
            continue
        if not any(file.is_relative_to(folder) for folder in folders):
            continue
        if file.suffix != ".py" or file.stat().st_size > _MAX_SOURCE_BYTES:
            continue
        tree = parse_python_file(file)
        if tree is not None:
            trees.append(tree)
    return trees


def _has_name(tree: ast.AST, names: tuple[str, ...]) -> bool:
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=name) | ast.Name(id=name) if name in names:
                return True
    return False


class _FieldCollector(ast.NodeVisitor):
    """Adds to *shape* each field that the code reads by a constant name, with how it is used."""

    def __init__(self, shape: ValueShape) -> None:
        self._shape = shape
        self._variables: dict[str, ValueShape] = {}
        self._made: set[str] = set()

    def visit_Assign(self, node: ast.Assign) -> None:
        self.generic_visit(node)
        # A dictionary that the program itself makes has the fields of its result, not of its input.
        if isinstance(node.value, ast.Dict):
            self._made.update(each.id for each in node.targets if isinstance(each, ast.Name))
        target = node.targets[0] if len(node.targets) == 1 else None
        found = self._find(node.value)
        if isinstance(target, ast.Name) and found is not None:
            self._variables[target.id] = found

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name == "extract_timestamp":
            for inner in ast.walk(node):
                match inner:
                    case ast.Return(
                        value=ast.Call(func=ast.Name(id="int"), args=[returned]) | returned
                    ) if returned is not None:
                        self._set_time(returned)
        self.generic_visit(node)

    def _set_time(self, returned: ast.AST) -> None:
        """Let the field that a timestamp assigner returns be a time, in the unit that it converts from."""
        match returned:
            case ast.BinOp(left=value, op=ast.Mult(), right=ast.Constant(value=1000 | 1000.0)):
                self._set(value, "seconds")
            case _:
                self._set(returned, "millis")

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if isinstance(node.ctx, ast.Load):
            self._find(node)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        self._find(node)
        match node:
            case ast.Call(func=ast.Name(id="int"), args=[argument]):
                self._set(argument, "whole")
            case ast.Call(func=ast.Name(id=name), args=[argument, *_]) if (
                name == "float" or name in _NUMERIC_CALLS or name == "Decimal"
            ):
                self._set(argument, "fraction")
            case ast.Call(
                func=ast.Attribute(attr="strptime"), args=[argument, ast.Constant(value=str(form))]
            ):
                if (found := self._set(argument, "time")) is not None:
                    found.time_format = form
            case ast.Call(func=ast.Attribute(attr="fromisoformat"), args=[argument]):
                self._set(argument, "time")
            case ast.Call(
                func=ast.Attribute(attr="fromtimestamp" | "utcfromtimestamp"), args=[argument, *_]
            ):
                self._set(argument, "seconds")
            case ast.Call(
                func=ast.Attribute(attr="join"),
                args=[ast.ListComp() | ast.GeneratorExp() as joined],
            ):
                self._set_generated_items(joined)
                self._set(joined.elt, "str")
            case ast.Call(
                func=ast.Attribute(
                    value=value,
                    attr="lower"
                    | "upper"
                    | "strip"
                    | "split"
                    | "startswith"
                    | "endswith"
                    | "replace"
                    | "encode",
                )
            ):
                self._set(value, "str")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        is_text = any(
            isinstance(each, ast.JoinedStr)
            or (isinstance(each, ast.Constant) and isinstance(each.value, str))
            for each in (node.left, node.right)
        )
        if isinstance(node.op, ast.Sub | ast.Mult | ast.Div | ast.Mod) and not is_text:
            for side in (node.left, node.right):
                if isinstance(side, ast.Subscript | ast.Call | ast.Name):
                    self._set(side, "fraction")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        sides = [node.left, *node.comparators]
        for side in sides:
            for other in sides:
                match other:
                    case ast.Constant(value=bool()):
                        self._set(side, "boolean")
                    case ast.Constant(value=int() | float()):
                        self._set(side, "fraction")
                    case ast.Constant(value=str(text)) if other is not side:
                        self._add_choice(side, text)
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        self._set_items(node.iter, node.target)
        self.generic_visit(node)

    def visit(self, node: ast.AST) -> Any:
        self._set_generated_items(node)  # the element of a comprehension comes before its "for"
        return super().visit(node)

    def _set_generated_items(self, node: ast.AST) -> None:
        for each in getattr(node, "generators", ()):
            self._set_items(each.iter, each.target)

    def _set_items(self, values: ast.AST, variable: ast.AST) -> None:
        """Let *variable* be an item of *values*."""
        found = self._set(values, "list")
        if found is not None and found.kind == "list" and isinstance(variable, ast.Name):
            item = found.fields.setdefault("item", ValueShape(name=found.name))
            self._variables[variable.id] = item

    def _add_choice(self, node: ast.AST, text: str) -> None:
        found = self._find(node)
        if found is not None and found.kind in ("any", "str"):
            found.kind = "str"
            if text and text not in found.choices:
                found.choices += [text, f"other_{found.name}"] if not found.choices else [text]

    def _set(self, node: ast.AST, kind: str) -> ValueShape | None:
        found = self._find(node)
        if found is not None and found.kind == "any" and not found.fields:
            found.kind = kind
        return found

    def _find(self, node: ast.AST) -> ValueShape | None:
        """Return the field that *node* reads, or ``None``."""
        match node:
            case ast.Name(id=name):
                return self._variables.get(name)
            case ast.Subscript(value=value, slice=ast.Constant(value=str(name))):
                return self._get_field(value, name)
            case ast.Call(
                func=ast.Attribute(value=value, attr="get"),
                args=[ast.Constant(value=str(name)), *rest],
            ):
                found = self._get_field(value, name)
                match rest:
                    case [ast.Constant(value=bool())]:
                        kind = "boolean"
                    case [ast.Constant(value=int() | float())]:
                        kind = "fraction"
                    case [ast.Dict()]:
                        kind = "object"
                    case [ast.List()]:
                        kind = "list"
                    case _:
                        kind = ""
                if kind and found is not None and found.kind == "any":
                    found.kind = kind
                return found
        return None

    def _get_field(self, owner: ast.AST, name: str) -> ValueShape | None:
        match owner:
            case (
                ast.Attribute(attr="environ")
                | ast.Name(id="os" | "config" | "conf" | "CONFIG" | "settings")
            ):
                return None
            case ast.Name(id=variable) if variable in self._made:
                return None
            case ast.Call(func=ast.Attribute(attr="getenv")):
                return None
        if name.startswith("/"):  # a route: app.get("/users")
            return None
        parent = self._shape
        if isinstance(owner, ast.Subscript) or (
            isinstance(owner, ast.Call)
            and isinstance(owner.func, ast.Attribute)
            and owner.func.attr == "get"
        ):
            inner = self._find(owner)
            if inner is None:
                return None
            parent = inner
        elif isinstance(owner, ast.Name) and owner.id in self._variables:
            parent = self._variables[owner.id]
        if parent is not self._shape:
            if parent.kind not in ("any", "object"):
                return None
            parent.kind = "object"
        return parent.fields.setdefault(name, ValueShape(name=name))


def _find_number_kind(tree: ast.AST) -> str:
    """Return the kind of number to which a function converts its whole argument, or ""."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.Lambda | ast.FunctionDef):
            continue
        names = {each.arg for each in function.args.args}
        for node in ast.walk(function):
            match node:
                case ast.Call(
                    func=ast.Name(id="int" | "float" as call), args=[ast.Name(id=name)]
                ) if name in names:
                    return "whole" if call == "int" else "fraction"
    return ""


def _find_separated(tree: ast.AST) -> ValueShape | None:
    """Return the shape of values that are split at a separator and read by index, if any are."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Attribute(attr="split"), args=[ast.Constant(value=str(separator)), *_]
            ) if separator.strip() or separator == "\t":
                fields = _find_indexed_fields(tree)
                if fields:
                    return ValueShape("separated", fields=fields, separator=separator)
    return None


def _find_indexed_fields(tree: ast.AST) -> dict[str, ValueShape]:
    kinds: dict[int, str] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Assign(
                targets=[ast.Tuple(elts=names)],
                value=ast.Call(func=ast.Attribute(attr="split")),
            ):
                kinds.update(dict.fromkeys(range(len(names)), "str"))
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(slice=ast.Constant(value=int(index))) if 0 <= index < 50:
                kinds.setdefault(index, "str")
        match node:
            case ast.Call(
                func=ast.Name(id="int" | "float" as call),
                args=[ast.Subscript(slice=ast.Constant(value=int(index)))],
            ):
                kinds[index] = "whole" if call == "int" else "fraction"
    if not kinds:
        return {}
    return {
        str(index): ValueShape(kinds.get(index, "str"), name=f"field_{index}")
        for index in range(max(kinds) + 1)
    }
