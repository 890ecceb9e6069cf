"""Java test classes as Python modules.

    from tests.conformance.junit.java_translator import translate
    python_text, problems = translate(java_text)

Each method that cannot be translated raises ``NotExpressible`` with the reason.
"""

from __future__ import annotations

import re
from typing import Any

import javalang
from javalang import tree

from tests.conformance.junit.java_scopes import (
    ClassNames,
    Scope,
    get_default,
    get_type_name,
    to_identifier,
)
from tests.conformance.junit.java_statements import StatementTranslator

HEADER = '''"""Translated from Flink's sources; not a part of this project."""
from tests.conformance.junit import java_runtime as java_

'''
FOOTER = "\njava_.assign_static_fields(__name__)\n"

MARKS = {
    "Test": "is_test",
    "TestTemplate": "is_test",
    "Parameters": "gives_parameters",
    "BeforeEach": "runs_before",
    "Before": "runs_before",
    "AfterEach": "runs_after",
    "After": "runs_after",
}
"""Attributes of functions for JUnit's annotations."""

SOURCES = ("MethodSource", "ValueSource", "EnumSource", "CsvSource")

REPLACEMENTS = (
    (r"[\w.<>?]+\[\]::new", "JavaArray::make"),
    (r"(\w+)<[\w<>?, ]*>::(\w+)", r"\1::\2"),
    (r"::<[^>]+>", "::"),
    (r"\.\s*<[\w?,. \[\]]*(?:<[\w?,. \[\]<>]*>[\w?,. \[\]]*)*>\s*(\w+)\(", r".\1("),
    (r"\(\s*final (\w)", r"(\1"),
    (r", final (\w)", r", \1"),
    (r"try \(final ", "try ("),
    (r"case (\w+) ->", r"case \1:"),
)
"""Java that the parser does not know, and the same in Java that it knows."""


class ClassTranslator(StatementTranslator):
    """Writes a Python class for each Java class; inner classes lie beside the outer one."""

    def declare(self, node: Any) -> None:
        if isinstance(node, tree.EnumDeclaration):
            self.write(f"class {node.name}(java_.JavaEnum): pass")
            for constant in node.body.constants:
                name = constant.name
                self.write(f"{node.name}.{name} = {node.name}({name!r})")
            return
        bases = []
        if isinstance(node, tree.ClassDeclaration):
            parents = [node.extends] if node.extends else []
            bases = [get_type_name(parent) for parent in [*parents, *(node.implements or [])]]
        self.class_(node.name, node.body, bases)

    def class_(self, name: str, body: list[Any], bases: list[str], is_local: bool = False) -> None:
        outer, scope = self.cls, self.scope
        self_name = self.create_name("self") if is_local else "self"
        self.cls = ClassNames.collect(name, body, outer, self_name)
        self.scope = Scope(scope if is_local else None)
        if not is_local:
            types = (tree.ClassDeclaration, tree.InterfaceDeclaration, tree.EnumDeclaration)
            for member in body:
                if isinstance(member, types):
                    self.declare(member)
        names = "".join(f", {base!r}" for base in bases)
        self.write(f"class {name}(*java_.find_bases(globals(){names})):")
        fields = [member for member in body if isinstance(member, tree.FieldDeclaration)]
        with self.indent():
            self.write(f"_jclass = {name!r}")
            self._initializer(name, self_name, [f for f in fields if not _is_static(f)], body)
            self._methods(self_name, body, has_bases=bool(bases))
        self._static_fields(name, self_name, [f for f in fields if _is_static(f)])
        self.cls, self.scope = outer, scope

    def _initializer(self, name: str, self_name: str, fields: list[Any], body: list[Any]) -> None:
        self.write(f"def _init_fields({self_name}):")
        with self.indent():
            self.write(f"java_.init_inherited_fields({name}, {self_name})")
            for field in fields:
                for declarator in field.declarators:
                    value = self._initial_value(field, declarator)
                    self.write(f"{self_name}.{to_identifier(declarator.name)} = {value}")
            for block in body:
                for statement in block if isinstance(block, list) else []:
                    self.statement(statement)

    def _initial_value(self, field: Any, declarator: Any) -> str:
        if declarator.initializer is None:
            return get_default(field.type)
        return self.expression(declarator.initializer)

    def _static_fields(self, name: str, self_name: str, fields: list[Any]) -> None:
        if not fields:
            return
        self.write(f"def _static_{name}({self_name}):")
        with self.indent():
            for field in fields:
                for declarator in field.declarators:
                    target = f"{name}.{to_identifier(declarator.name)}"
                    self.write("try:")
                    with self.indent():
                        self.write(f"{target} = {self._initial_value(field, declarator)}")
                    missing = f"java_.MissingClass({declarator.name!r})"
                    self.write(f"except java_.NotExpressible: {target} = {missing}")
        self.write(f"java_.declare_static_fields(_static_{name}, {name})")

    # --- methods ---------------------------------------------------------------------------------

    def _methods(self, self_name: str, body: list[Any], *, has_bases: bool) -> None:
        groups: dict[str, list[Any]] = {}
        for member in body:
            if isinstance(member, tree.MethodDeclaration | tree.ConstructorDeclaration):
                is_method = isinstance(member, tree.MethodDeclaration)
                if member.body is not None:
                    groups.setdefault(member.name if is_method else "__jinit__", []).append(member)
        for name, methods in groups.items():
            if len(methods) == 1:
                # flinksim calls open and close of functions itself, with other arguments
                ending = "_j" if name in ("open", "close") and has_bases else ""
                self._method(methods[0], to_identifier(name) + ending, self_name)
                continue
            table = []
            for number, method in enumerate(methods):
                own = f"{name.strip('_')}__{number}"
                self._method(method, own, self_name)
                table.append((own, [_describe_parameter(p) for p in method.parameters]))
            call = f"{self_name}, {to_identifier(name)!r}, {table!r}, a, globals()"
            self.write(f"def {to_identifier(name)}({self_name}, *a):")
            with self.indent():
                self.write(f"return java_.call_overloaded({call})")

    def _method(self, method: Any, name: str, self_name: str) -> None:
        with self.nested_scope():
            parameters = [self_name]
            for parameter in method.parameters:
                self.scope.names.add(parameter.name)
                star = "*" if parameter.varargs else ""
                parameters.append(star + to_identifier(parameter.name))
            start = len(self.lines)
            self.write(f"def {name}({', '.join(parameters)}):")
            try:
                with self.indent():
                    for parameter in method.parameters:
                        if parameter.varargs:
                            own = to_identifier(parameter.name)
                            self.write(f"{own} = java_.gather_varargs({own})")
                    for statement in method.body:
                        self.statement(statement)
                    self.write("pass")
            except Exception as error:  # whatever the translation does not know
                reason = f"{type(error).__name__}: {error}"
                del self.lines[start:]
                self.write(f"def {name}({self_name}, *a): raise java_.NotExpressible({reason!r})")
                self.problems.append(f"{name}: {reason}")
        self._marks(method.annotations or [], name)

    def _marks(self, annotations: list[Any], name: str) -> None:
        for annotation in annotations:
            if annotation.name in MARKS:
                self.write(f"{name}.{MARKS[annotation.name]} = True")
        if any(annotation.name == "ParameterizedTest" for annotation in annotations):
            sources = [
                (annotation.name, _read_annotation(annotation.element))
                for annotation in annotations
                if annotation.name in SOURCES
            ]
            self.write(f"{name}.is_test = True")
            self.write(f"{name}.sources = {sources!r}")


def _is_static(member: Any) -> bool:
    return "static" in member.modifiers


def _describe_parameter(parameter: Any) -> str:
    star = "*" if parameter.varargs else ""
    array = "[]" if getattr(parameter.type, "dimensions", None) else ""
    return star + get_type_name(parameter.type) + array


def _read_annotation(element: Any) -> Any:
    if isinstance(element, list):
        return {pair.name: _read_annotation(pair.value) for pair in element}
    if isinstance(element, tree.Literal):
        text = element.value
        if text in ("true", "false"):
            return text == "true"
        return text[1:-1] if text[0] == '"' else int(text.rstrip("lL"))
    if isinstance(element, tree.ElementArrayValue):
        return [_read_annotation(value) for value in element.values]
    if isinstance(element, tree.ClassReference):
        return get_type_name(element.type)
    return element.member if isinstance(element, tree.MemberReference) else None


def translate(java: str) -> tuple[str, list[str]]:
    """Translate the source of a Java file; return Python, and the methods that cannot be translated."""
    for pattern, replacement in REPLACEMENTS:
        java = re.sub(pattern, replacement, java)
    translator = ClassTranslator()
    for declared in javalang.parse.parse(java).types:
        translator.declare(declared)
    return HEADER + "\n".join(translator.lines) + FOOTER, translator.problems
