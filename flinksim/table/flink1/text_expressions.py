"""Expressions as text, such as ``"a, b.sum as total"``.

Flink: ``ExpressionParserImpl``, removed in Flink 1.16.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from flinksim.table.expression import Expression, make_call, make_symbol, to_expression
from flinksim.table.planner import sql_ast as ast
from flinksim.table.planner.sql_types import SqlType, make_type

_TOKEN = re.compile(
    r"""\s*(?:(?P<number>\d+(?:\.\d+)?)[LlFfDd]?(?![A-Za-z_])|(?P<text>'(?:[^']|'')*'|"(?:[^"]|"")*")"""
    r"|(?P<name>`[^`]+`|[^\W\d][\w$]*)|(?P<sign>===|!==|==|!=|<>|<=|>=|&&|\|\||[-+*/%(),.<>=!?:]))"
)
_TYPES = {
    "INT": "INT", "INTEGER": "INT", "LONG": "BIGINT", "BYTE": "TINYINT", "SHORT": "SMALLINT",
    "BOOLEAN": "BOOLEAN", "FLOAT": "FLOAT", "DOUBLE": "DOUBLE", "SQL_DATE": "DATE", "SQL_TIME": "TIME",
    "SQL_TIMESTAMP": "TIMESTAMP", "VARCHAR": "STRING",
}  # fmt: skip
_CONSTANTS = {
    "true": True, "false": False, "unbounded_range": make_symbol("UNBOUNDED RANGE"),
    "unbounded_row": make_symbol("UNBOUNDED ROW"), "current_range": make_symbol("CURRENT RANGE"),
    "current_row": make_symbol("CURRENT ROW"),
}  # fmt: skip
_LEVELS: tuple[dict[str, str], ...] = (
    {"||": "OR", "or": "OR"},
    {"&&": "AND", "and": "AND"},
    {"===": "=", "=": "=", "==": "=", "!==": "<>", "!=": "<>", "<>": "<>", "<": "<", "<=": "<=",
     ">": ">", ">=": ">="},
    {"+": "$PLUS", "-": "-"},
    {"*": "*", "/": "/", "%": "MOD"},
)  # fmt: skip


def parse_expressions(text: str) -> list[Expression]:
    """Parse expressions between commas.

    Raises:
        ValueError: If the text is no expression; it says where.
    """
    return _TextParser(text).parse_all()


class _TextParser:
    """A parser by precedence: ``as``, then ``? :``, then the levels of operators, then suffixes."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens: list[tuple[str, str, int]] = []
        position = 0
        while text[position:].strip():
            match = _TOKEN.match(text, position)
            if match is None:
                raise self._build_error(position)
            kind = match.lastgroup or ""
            self._tokens.append((kind, match[kind], match.start(kind)))
            position = match.end()
        self._tokens.append(("end", "", len(text)))
        self._at = 0

    def parse_all(self) -> list[Expression]:
        """Parse all expressions."""
        found = [self._parse_named()]
        while self._accept(","):
            found.append(self._parse_named())
        if self._tokens[self._at][0] != "end":
            raise self._build_error(self._tokens[self._at][2])
        return found

    def _build_error(self, position: int) -> ValueError:
        return ValueError(
            f"Could not parse expression at column {position + 1}: {self._text!r}. Expected an expression "
            "such as a, b.sum as total, or a === 'x'."
        )

    def _accept(self, *words: str) -> str:
        kind, text, _ = self._tokens[self._at]
        if kind in {"sign", "name"} and text.lower() in words:
            self._at += 1
            return text.lower()
        return ""

    def _require(self, word: str) -> None:
        if not self._accept(word):
            raise self._build_error(self._tokens[self._at][2])

    def _take_name(self) -> str:
        kind, text, position = self._tokens[self._at]
        if kind != "name":
            raise self._build_error(position)
        self._at += 1
        return text.strip("`")

    def _parse_named(self) -> Expression:
        made = self._parse_choice()
        if not self._accept("as"):
            return made
        if not self._accept("("):
            return made.alias(self._take_name())
        names = [self._take_name()]
        while self._accept(","):
            names.append(self._take_name())
        self._require(")")
        return made.alias(*names)

    def _parse_choice(self) -> Expression:
        condition = self._parse_level(0)
        if not self._accept("?"):
            return condition
        first = self._parse_choice()
        self._require(":")
        return make_call("CASE", condition, first, self._parse_choice())

    def _parse_level(self, level: int) -> Expression:
        if level == len(_LEVELS):
            return self._parse_unary()
        left = self._parse_level(level + 1)
        while sign := self._accept(*_LEVELS[level]):
            left = make_call(_LEVELS[level][sign], left, self._parse_level(level + 1))
        return left

    def _parse_unary(self) -> Expression:
        if self._accept("!", "not"):
            return make_call("NOT", self._parse_unary())
        if self._accept("-"):
            return make_call("-", self._parse_unary())
        self._accept("+")
        return self._parse_suffixes(self._parse_primary())

    def _parse_suffixes(self, made: Expression) -> Expression:
        while True:
            if self._accept("."):
                made = self._parse_member(made)
            elif self._accept("over"):
                made = made.over(Expression(ast.Name((self._take_name(),))))
            else:
                return made

    def _parse_member(self, owner: Expression) -> Expression:
        name = _to_snake(self._take_name())
        if name in {"cast", "try_cast"} and self._accept("("):
            kind = self._parse_type()
            self._require(")")
            return Expression(ast.CastTo(owner.node, kind, is_try=name == "try_cast"))
        member = getattr(type(owner), {"as": "alias", "in": "in_"}.get(name, name), None)
        arguments = self._parse_arguments() if self._accept("(") else []
        if name == "in" and len(arguments) == 1 and isinstance(arguments[0].node, ast.Name):
            table = ast.TableName(arguments[0].node.parts)
            select = ast.Select([ast.SelectItem(ast.Star())], table)
            return Expression(ast.Subquery("IN", ast.Query(select), owner.node))
        if name in {"as", "alias"}:
            return owner.alias(*(_get_name(argument) for argument in arguments))
        if isinstance(member, property):
            made: Expression = getattr(owner, name)
            return made
        if member is not None:
            call: Callable[..., Expression] = member
            return call(owner, *(_get_value(argument) for argument in arguments))
        if name == "rows":
            return Expression(ast.CallNode("$ROWS", [owner.node]))
        if arguments or not isinstance(owner.node, ast.Name):
            return make_call(name.upper(), owner, *arguments)
        return owner.get(name)

    def _parse_arguments(self) -> list[Expression]:
        if self._accept(")"):
            return []
        arguments = [self._parse_choice()]
        while self._accept(","):
            arguments.append(self._parse_choice())
        self._require(")")
        return arguments

    def _parse_type(self) -> SqlType:
        name = self._take_name().upper()
        parameters: list[int] = []
        if self._accept("("):
            while self._tokens[self._at][0] == "number":
                parameters.append(int(self._tokens[self._at][1]))
                self._at += 1
                self._accept(",")
            self._require(")")
        return make_type(_TYPES.get(name, name), *parameters)

    def _parse_primary(self) -> Expression:
        kind, text, position = self._tokens[self._at]
        self._at += 1
        if kind == "number":
            return to_expression(float(text) if "." in text else int(text))
        if kind == "text":
            return to_expression(text[1:-1].replace(text[0] * 2, text[0]))
        if kind == "sign" and text == "(":
            inner = self._parse_named()
            self._require(")")
            return inner
        if kind == "sign" and text == "*":
            return Expression(ast.Star())
        if kind != "name":
            raise self._build_error(position)
        if self._accept("("):
            return self._parse_call(text)
        if text.lower() in _CONSTANTS:
            return to_expression(_CONSTANTS[text.lower()])
        return Expression(ast.Name((text.strip("`"),)))

    def _parse_call(self, name: str) -> Expression:
        lower = name.lower()
        if lower in {"null", "nullof"}:
            kind = self._parse_type()
            self._require(")")
            return Expression(ast.Constant(None, kind.with_nullable(True)))
        if lower == "cast":
            operand = self._parse_choice()
            if not self._accept("as"):
                self._require(",")
            kind = self._parse_type()
            self._require(")")
            return Expression(ast.CastTo(operand.node, kind))
        if lower == "count" and self._accept("*"):
            self._require(")")
            return make_call("COUNT")
        is_distinct = bool(self._accept("distinct"))
        arguments = self._parse_arguments()
        if lower == "if":
            return make_call("CASE", *arguments)
        member = getattr(Expression, _to_snake(name), None) if _to_snake(name) != name else None
        if isinstance(member, property) and len(arguments) == 1:
            made: Expression = getattr(arguments[0], _to_snake(name))
            return made
        if member is not None and arguments:
            call: Callable[..., Expression] = member
            return call(*arguments)
        made = make_call(name.upper(), *arguments)
        return made.distinct if is_distinct else made


def _to_snake(name: str) -> str:
    """Return the Python name of a name of Java.

    >>> _to_snake("isNotNull")
    'is_not_null'
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def _get_value(argument: Expression) -> Any:
    """Return the constant that an argument is, for methods that take Python values."""
    node = argument.node
    is_plain = isinstance(node, ast.Constant) and isinstance(node.value, int | str)
    return node.value if is_plain and isinstance(node, ast.Constant) else argument


def _get_name(argument: Expression) -> str:
    value = _get_value(argument)
    if isinstance(value, str):
        return value
    node = argument.node
    return node.parts[-1] if isinstance(node, ast.Name) else str(argument)
