"""Java statements as Python's."""

from __future__ import annotations

from typing import Any

from javalang import tree

from tests.conformance.junit.java_expressions import ExpressionTranslator
from tests.conformance.junit.java_scopes import get_type_name, to_identifier


class StatementTranslator(ExpressionTranslator):
    """Writes a Python statement for each Java one."""

    def statement(self, node: Any) -> None:
        if type(node) is tree.Statement:  # an empty one
            return
        method = getattr(self, f"_{type(node).__name__}", None)
        if method is None:
            raise NotImplementedError(type(node).__name__)
        method(node)

    def block(self, node: Any) -> None:
        with self.indent(), self.nested_scope():
            statements = node.statements if isinstance(node, tree.BlockStatement) else node
            if not isinstance(statements, list):
                statements = [] if statements is None else [statements]
            for statement in statements:
                self.statement(statement)
            self.write("pass")

    def _BlockStatement(self, node: Any) -> None:
        for statement in node.statements:
            self.statement(statement)

    def _SynchronizedStatement(self, node: Any) -> None:
        for statement in node.block:
            self.statement(statement)

    def _LocalVariableDeclaration(self, node: Any) -> None:
        for declarator in node.declarators:
            initializer = declarator.initializer
            value = "None" if initializer is None else self.expression(initializer)
            self.scope.names.add(declarator.name)
            self.write(f"{to_identifier(declarator.name)} = {value}")

    def _StatementExpression(self, node: Any) -> None:
        expression = node.expression
        if isinstance(expression, tree.Assignment):
            self.assign(expression)
            return
        operators = [
            *(getattr(expression, "postfix_operators", None) or []),
            *(getattr(expression, "prefix_operators", None) or []),
        ]
        steps = isinstance(expression, tree.MemberReference | tree.This) and operators
        if steps:
            self.write(f"{self.target(expression)} {operators[0][0]}= 1")
        else:
            self.write(self.expression(expression))

    def _ReturnStatement(self, node: Any) -> None:
        value = "" if node.expression is None else self.expression(node.expression)
        self.write(f"return {value}")

    def _ThrowStatement(self, node: Any) -> None:
        self.write(f"raise java_.as_exception({self.expression(node.expression)})")

    def _AssertStatement(self, node: Any) -> None:
        self.write(f"assert {self.expression(node.condition)}")

    def _BreakStatement(self, node: Any) -> None:
        self._jump("break", node)

    def _ContinueStatement(self, node: Any) -> None:
        self._jump("continue", node)

    def _jump(self, word: str, node: Any) -> None:
        if node.goto is not None:
            raise NotImplementedError(f"{word} to a label")
        self.write(word)

    # --- branches and loops ----------------------------------------------------------------------

    def _IfStatement(self, node: Any) -> None:
        self.write(f"if {self.expression(node.condition)}:")
        self.block(node.then_statement)
        if node.else_statement is not None:
            self.write("else:")
            self.block(node.else_statement)

    def _ForStatement(self, node: Any) -> None:
        control = node.control
        if isinstance(control, tree.EnhancedForControl):
            name = control.var.declarators[0].name
            values = self.expression(control.iterable)
            self.scope.names.add(name)
            self.write(f"for {to_identifier(name)} in java_.iterate({values}):")
            self.block(node.body)
            return
        if isinstance(control.init, tree.VariableDeclaration):
            self._LocalVariableDeclaration(control.init)
        if control.update and any(True for _ in node.body.filter(tree.ContinueStatement)):
            raise NotImplementedError("continue in a loop that counts")
        for expression in control.init if isinstance(control.init, list) else []:
            self.statement(tree.StatementExpression(expression=expression))
        condition = "True" if control.condition is None else self.expression(control.condition)
        self.write(f"while {condition}:")
        self.block(node.body)
        with self.indent():
            for update in control.update or []:
                self.statement(tree.StatementExpression(expression=update))

    def _WhileStatement(self, node: Any) -> None:
        self.write(f"while {self.expression(node.condition)}:")
        self.block(node.body)

    def _DoStatement(self, node: Any) -> None:
        self.write("while True:")
        self.block(node.body)
        with self.indent():
            self.write(f"if not ({self.expression(node.condition)}): break")

    def _SwitchStatement(self, node: Any) -> None:
        value = self.create_name()
        self.write(f"{value} = {self.expression(node.expression)}")
        word = "if"
        for case in node.cases:
            conditions = [self._case(value, label) for label in case.case] or ["True"]
            self.write(f"{word} {' or '.join(conditions)}:")
            word = "elif"
            self.block([s for s in case.statements if not isinstance(s, tree.BreakStatement)])

    def _case(self, value: str, label: Any) -> str:
        is_constant = isinstance(label, tree.MemberReference) and not label.qualifier
        if is_constant and not self.scope.has(label.member):
            return f"java_.matches_case({value}, {label.member!r})"
        text = repr(label) if isinstance(label, str) else self.expression(label)
        return f"java_.matches_case({value}, {text})"

    # --- try, classes ----------------------------------------------------------------------------

    def _TryStatement(self, node: Any) -> None:
        resources = []
        for resource in node.resources or []:
            value = self.expression(resource.value)
            self.scope.names.add(resource.name)
            resources.append(to_identifier(resource.name))
            self.write(f"{resources[-1]} = {value}")
        self.write("try:")
        self.block(node.block)
        for catch in node.catches or []:
            name = catch.parameter.name
            self.scope.names.add(name)
            types = ", ".join(repr(t.split(".")[-1]) for t in catch.parameter.types)
            self.write(f"except java_.catch({types}) as {name}_:")
            with self.indent():
                self.write(f"{to_identifier(name)} = {name}_")
            self.block(catch.block)
        if node.finally_block is not None or resources or not node.catches:
            self.write("finally:")
            with self.indent():
                for resource in resources:
                    self.write(f"java_.close({resource})")
            self.block(node.finally_block)

    def _ClassDeclaration(self, node: Any) -> None:
        parents = [node.extends] if node.extends else []
        bases = [get_type_name(parent) for parent in [*parents, *(node.implements or [])]]
        self.scope.names.add(node.name)
        self.class_(node.name, node.body, bases, is_local=True)
