"""Java expressions as Python's."""

from __future__ import annotations

import re
from typing import Any

from javalang import tree

from tests.conformance.junit.java_scopes import (
    NUMBERS,
    SourceWriter,
    get_type_name,
    to_identifier,
)

CALLED_OPERATORS = {
    "+": "add",
    "/": "divide",
    "%": "take_remainder",
    ">>>": "shift_unsigned",
    "==": "is_same",
}
WITH_UNARY = (
    tree.MemberReference,
    tree.MethodInvocation,
    tree.Literal,
    tree.This,
    tree.Cast,
    tree.BinaryOperation,
    tree.ClassCreator,
)


class ExpressionTranslator(SourceWriter):
    """Returns a Python expression for a Java one; lambdas and anonymous classes are written before it."""

    def expression(self, node: Any) -> str:
        method = getattr(self, f"_{type(node).__name__}", None)
        if method is None:
            raise NotImplementedError(type(node).__name__)
        text: str = method(node)
        return self._add_unary(text, node) if isinstance(node, WITH_UNARY) else text

    def arguments(self, values: list[Any] | None) -> str:
        return ", ".join(self.expression(value) for value in values or [])

    def _after(self, values: list[Any] | None) -> str:
        return "".join(f", {self.expression(value)}" for value in values or [])

    # --- names and members -----------------------------------------------------------------------

    def _name(self, name: str) -> str:
        if self.scope.has(name):
            return to_identifier(name)
        owner = self.find_owner(name, "fields")
        if owner is None:
            return f"java_.find_name({self.self_name}, globals(), {name!r})"
        if name in owner.static_fields:
            return f"{owner.name}.{to_identifier(name)}"
        return f"{self.refer_to(owner)}.{to_identifier(name)}"

    def _qualifier(self, names: str) -> str:
        first, *rest = names.split(".")
        text = self._name(first)
        for name in rest:
            text = f"java_.get_field({text}, {name!r})"
        return text

    def _MemberReference(self, node: Any) -> str:
        if node.qualifier:
            text = f"java_.get_field({self._qualifier(node.qualifier)}, {node.member!r})"
        else:
            text = self._name(node.member)
        return self._select(text, node.selectors)

    def _select(self, text: str, selectors: list[Any] | None) -> str:
        for selector in selectors or []:
            if isinstance(selector, tree.MethodInvocation):
                arguments = self._after(selector.arguments)
                text = f"java_.call({text}, {selector.member!r}{arguments})"
            elif isinstance(selector, tree.MemberReference):
                text = f"java_.get_field({text}, {selector.member!r})"
                text = self._select(text, selector.selectors)
            elif isinstance(selector, tree.ArraySelector):
                text = f"{text}[{self.expression(selector.index)}]"
            else:
                raise NotImplementedError(f"selector {type(selector).__name__}")
        return text

    def this(self, node: Any) -> str:
        owner = self.cls
        while node.qualifier and owner is not None and owner.name != node.qualifier:
            owner = owner.outer
        return owner.self_name if owner is not None else "self"

    def _This(self, node: Any) -> str:
        return self._select(self.this(node), node.selectors)

    def target(self, node: Any) -> str:
        """The left side of an assignment."""
        if isinstance(node, tree.This):
            text = self.this(node)
            for selector in node.selectors:
                if isinstance(selector, tree.MemberReference):
                    text += f".{to_identifier(selector.member)}"
                else:
                    text += f"[{self.expression(selector.index)}]"
            return text
        if isinstance(node, tree.MemberReference) and node.qualifier:
            text = f"{self._qualifier(node.qualifier)}.{to_identifier(node.member)}"
            return self._select(text, node.selectors)
        if isinstance(node, tree.MemberReference):
            name = node.member
            is_inherited = not self.scope.has(name) and self.find_owner(name, "fields") is None
            text = f"{self.self_name}.{to_identifier(name)}" if is_inherited else self._name(name)
            return self._select(text, node.selectors)
        return self.expression(node)

    # --- calls -----------------------------------------------------------------------------------

    def _MethodInvocation(self, node: Any) -> str:
        owner = self.find_owner(node.member, "methods")
        if node.qualifier:
            target = self._qualifier(node.qualifier)
            text = f"java_.call({target}, {node.member!r}{self._after(node.arguments)})"
        elif owner is not None:
            method = f"{self.refer_to(owner)}.{to_identifier(node.member)}"
            text = f"{method}({self.arguments(node.arguments)})"
        else:
            arguments = self._after(node.arguments)
            text = (
                f"java_.call_unqualified({self.self_name}, globals(), {node.member!r}{arguments})"
            )
        return self._select(text, node.selectors)

    def _SuperMethodInvocation(self, node: Any) -> str:
        assert self.cls is not None
        start = f"java_.call_super({self.cls.name}, {self.self_name}, {node.member!r}"
        return self._select(f"{start}{self._after(node.arguments)})", node.selectors)

    def _SuperConstructorInvocation(self, node: Any) -> str:
        assert self.cls is not None
        start = f"java_.call_super_constructor({self.cls.name}, {self.self_name}"
        return f"{start}{self._after(node.arguments)})"

    def _ExplicitConstructorInvocation(self, node: Any) -> str:
        return f"{self.self_name}.__jinit__({self.arguments(node.arguments)})"

    def _ClassCreator(self, node: Any) -> str:
        name = get_type_name(node.type, qualified=True)
        if node.body is not None:
            cls = self.create_name("_A")
            self.class_(cls, node.body, [get_type_name(node.type)], is_local=True)
        elif self.scope.has(name):
            cls = name
        else:
            cls = f"java_.find_class({name!r}, globals())"
        return self._select(f"java_.create({cls}{self._after(node.arguments)})", node.selectors)

    def _InnerClassCreator(self, node: Any) -> str:
        cls = f"java_.find_class({get_type_name(node.type)!r}, globals())"
        return f"java_.create({cls}{self._after(node.arguments)})"

    def class_(self, name: str, body: list[Any], bases: list[str], is_local: bool = False) -> None:
        raise NotImplementedError

    # --- arrays ----------------------------------------------------------------------------------

    def _ArrayInitializer(self, node: Any) -> str:
        return f"java_.JavaList([{self.arguments(node.initializers)}])"

    def _ArrayCreator(self, node: Any) -> str:
        if node.initializer is not None:
            return self.expression(node.initializer)
        name = node.type.name
        value = "0" if name in NUMBERS else "False" if name == "boolean" else "None"
        sizes = [self.expression(size) for size in node.dimensions if size is not None]
        text = f"java_.JavaList([{value}] * ({sizes[-1]}))" if sizes else "java_.JavaList()"
        for size in reversed(sizes[:-1]):
            text = f"java_.JavaList([{text} for _ in range({size})])"
        return text

    # --- operators -------------------------------------------------------------------------------

    def _add_unary(self, text: str, node: Any) -> str:
        for operator in reversed(getattr(node, "prefix_operators", None) or []):
            if operator == "!":
                text = f"(not {text})"
            elif operator in ("++", "--"):
                text = self._increment(text, operator[0], is_postfix=False)
            else:
                text = f"({operator}{text})"
        for operator in getattr(node, "postfix_operators", None) or []:
            text = self._increment(text, operator[0], is_postfix=True)
        return text

    def _increment(self, text: str, sign: str, *, is_postfix: bool) -> str:
        if text.isidentifier():
            back = f" {'-' if sign == '+' else '+'} 1" if is_postfix else ""
            return f"(({text} := {text} {sign} 1){back})"
        if text.endswith("]"):
            depth = 0
            for index in range(len(text) - 1, -1, -1):
                depth += (text[index] == "]") - (text[index] == "[")
                if depth == 0:
                    item = f"{text[:index]}, {text[index + 1 : -1]}"
                    return f"java_.increment_item({item}, {sign}1, {is_postfix})"
        match = re.match(r"^java_\.get_field\((.*), '(\w+)'\)$", text)
        match = match or re.match(r"^java_\.find_name\((\w+), globals\(\), '(\w+)'\)$", text)
        match = match or re.match(r"^(.*)\.(\w+)$", text)
        if match is None:
            raise NotImplementedError(f"increment of {text}")
        return f"java_.increment({match[1]}, {match[2]!r}, {sign}1, {is_postfix})"

    def _BinaryOperation(self, node: Any) -> str:
        left, operator = self.expression(node.operandl), node.operator
        if operator == "instanceof":
            name = get_type_name(node.operandr)
            return f"java_.is_instance({left}, java_.find_class({name!r}, globals()))"
        right = self.expression(node.operandr)
        if operator == "!=":
            return f"(not java_.is_same({left}, {right}))"
        if operator in CALLED_OPERATORS:
            return f"java_.{CALLED_OPERATORS[operator]}({left}, {right})"
        return f"({left} { {'&&': 'and', '||': 'or'}.get(operator, operator) } {right})"

    def _TernaryExpression(self, node: Any) -> str:
        condition = self.expression(node.condition)
        return f"({self.expression(node.if_true)} if {condition} else {self.expression(node.if_false)})"

    def _Cast(self, node: Any) -> str:
        return self._select(self.expression(node.expression), getattr(node, "selectors", None))

    def _Assignment(self, node: Any) -> str:
        target = self.target(node.expressionl)
        if target.isidentifier() and node.type == "=":
            return f"({target} := {self.expression(node.value)})"
        self.assign(node)
        return target

    def assign(self, node: Any) -> None:
        value = self.expression(node.value)
        target = self.target(node.expressionl)
        if node.type == "=":
            self.write(f"{target} = {value}")
        elif node.type[:-1] in ("+", "/"):
            function = CALLED_OPERATORS[node.type[:-1]]
            self.write(f"{target} = java_.{function}({target}, {value})")
        else:
            self.write(f"{target} {node.type} {value}")

    # --- literals, lambdas, references -----------------------------------------------------------

    def _Literal(self, node: Any) -> str:
        value = node.value
        if value == "null":
            text = "None"
        elif value in ("true", "false"):
            text = value.capitalize()
        elif value[0] in "'\"":
            text = value
        elif value.lower().startswith("0x"):
            text = value.rstrip("lL")
        elif re.fullmatch(r"[\d_]+[lL]?", value):
            text = str(int(value.rstrip("lL")))
        else:
            text = value.rstrip("fFdD")
        return self._select(text, node.selectors)

    def _LambdaExpression(self, node: Any) -> str:
        with self.nested_scope():
            names = [getattr(p, "name", None) or p.member for p in node.parameters]
            self.scope.names.update(names)
            function = self.create_name("_l")
            self.write(f"def {function}({', '.join(map(to_identifier, names))}):")
            with self.indent():
                body = node.body
                if isinstance(body, list):
                    for statement in body:
                        self.statement(statement)
                    self.write("pass")
                elif isinstance(body, tree.Assignment):
                    self.assign(body)
                elif isinstance(body, tree.MemberReference) and body.postfix_operators:
                    self.statement(tree.StatementExpression(expression=body))
                else:
                    value = self.expression(body)
                    self.write(f"return {value}")
        return f"java_.Lambda({function})"

    def statement(self, node: Any) -> None:
        raise NotImplementedError

    def _MethodReference(self, node: Any) -> str:
        is_member = isinstance(node.method, tree.MemberReference)
        method = node.method.member if is_member else "new"
        target = node.expression
        is_name = isinstance(target, tree.MemberReference)
        is_value = is_name and (
            self.scope.has(target.member) or self.find_owner(target.member, "fields")
        )
        if is_value or not is_name:
            text = self.expression(target)
        else:
            text = f"java_.find_class({target.member!r}, globals())"
        return f"java_.reference_method({text}, {method!r})"

    def _ClassReference(self, node: Any) -> str:
        name = get_type_name(node.type, qualified=True)
        return f"java_.find_class({name!r}, globals())"

    def _ReferenceType(self, node: Any) -> str:
        return f"java_.find_class({get_type_name(node)!r}, globals())"
