"""The dialect of sqlglot for Flink SQL: what sqlglot's own dialects do not parse.

sqlglot parses queries and expressions. All functions stay calls by name: the planner must know
which function the text named. Statements with a syntax of Flink's own are read in
``sql_parser``. Every node gets the positions of its first and last character as ``meta["span"]``.
"""

from __future__ import annotations

from typing import Any, ClassVar

from sqlglot import exp
from sqlglot.dialects.dialect import Dialect
from sqlglot.parser import Parser
from sqlglot.tokenizer_core import TokenType
from sqlglot.tokens import Tokenizer as BaseTokenizer

from flinksim.table.logical_types import check_precision
from flinksim.table.planner.planner_errors import SqlParserError, ValidationError
from flinksim.table.planner.sql_types import (
    MAX_LENGTH,
    SqlType,
    make_array,
    make_map,
    make_row,
    make_type,
)

TYPE_WORDS = frozenset(
    [
        "BOOLEAN",
        "TINYINT",
        "SMALLINT",
        "INT",
        "INTEGER",
        "BIGINT",
        "FLOAT",
        "REAL",
        "DOUBLE",
        "DECIMAL",
        "DEC",
        "NUMERIC",
        "CHAR",
        "CHARACTER",
        "VARCHAR",
        "STRING",
        "BINARY",
        "VARBINARY",
        "BYTES",
        "DATE",
        "TIME",
        "TIMESTAMP",
        "TIMESTAMP_LTZ",
        "ARRAY",
        "MAP",
        "MULTISET",
        "ROW",
        "INTERVAL",
        "RAW",
        "NULL",
    ]
)
NO_PARENTHESES = frozenset(
    [
        "CURRENT_DATE",
        "CURRENT_TIME",
        "CURRENT_TIMESTAMP",
        "LOCALTIME",
        "LOCALTIMESTAMP",
        "CURRENT_ROW_TIMESTAMP",
        "CURRENT_DATABASE",
        "CURRENT_WATERMARK",
    ]
)


_MAX_PRECISIONS = {
    "DECIMAL": 38,
    "NUMERIC": 38,
    "DEC": 38,
    "TIME": 3,
    "TIMESTAMP": 9,
    "TIMESTAMP_LTZ": 9,
}
"""The precisions to which Flink's planner reduces larger ones."""


class FlinkCast(exp.Expression):
    """CAST with a type of Flink's (``meta["type"]``), or a typed literal (``literal`` is set)."""

    arg_types: ClassVar[dict[str, bool]] = {"this": True, "is_try": False, "literal": False}


class TableArg(exp.Expression):
    """``TABLE t PARTITION BY ... ORDER BY ...`` as an argument."""

    arg_types: ClassVar[dict[str, bool]] = {"this": True, "partition_by": False, "order": False}


class NamedArg(exp.Expression):
    """``name => value``."""

    arg_types: ClassVar[dict[str, bool]] = {"this": True, "expression": True}


class KeywordArg(exp.Expression):
    """A keyword as an argument: the unit of EXTRACT, LEADING of TRIM, NULL ON NULL of JSON."""

    arg_types: ClassVar[dict[str, bool]] = {"this": True}


class TableFunctionRef(exp.Expression):
    """A table function after FROM."""

    arg_types: ClassVar[dict[str, bool]] = {"this": True, "alias": False, "joins": False}


class FlinkParser(Parser):
    """Parses queries and expressions of Flink SQL."""

    FUNCTIONS: ClassVar[dict[str, Any]] = {}
    NO_PAREN_FUNCTIONS: ClassVar[dict[Any, Any]] = {}
    NO_PAREN_FUNCTION_PARSERS: ClassVar[dict[str, Any]] = {"CASE": lambda self: self._parse_case()}
    FUNCTION_PARSERS: ClassVar[dict[str, Any]] = {
        "CAST": lambda self: self.parse_cast(is_try=False),
        "TRY_CAST": lambda self: self.parse_cast(is_try=True),
        "EXTRACT": lambda self: self.parse_extract(),
        "TRIM": lambda self: self.parse_trim(),
        "SUBSTRING": lambda self: self.parse_keyword_call("SUBSTRING", "FROM", "FOR"),
        "OVERLAY": lambda self: self.parse_keyword_call("OVERLAY", "PLACING", "FROM", "FOR"),
        "POSITION": lambda self: self.parse_position(),
        "CEIL": lambda self: self.parse_rounding("CEIL"),
        "CEILING": lambda self: self.parse_rounding("CEIL"),
        "FLOOR": lambda self: self.parse_rounding("FLOOR"),
        "TIMESTAMPADD": lambda self: self.parse_unit_call("TIMESTAMPADD"),
        "TIMESTAMPDIFF": lambda self: self.parse_unit_call("TIMESTAMPDIFF"),
        "JSON_VALUE": lambda self: self.parse_json_path("JSON_VALUE"),
        "JSON_QUERY": lambda self: self.parse_json_path("JSON_QUERY"),
        "JSON_EXISTS": lambda self: self.parse_json_path("JSON_EXISTS"),
        "JSON_OBJECT": lambda self: self.parse_json_object("JSON_OBJECT"),
        "JSON_OBJECTAGG": lambda self: self.parse_json_object("JSON_OBJECTAGG"),
        "JSON_ARRAY": lambda self: self.parse_json_array("JSON_ARRAY"),
        "JSON_ARRAYAGG": lambda self: self.parse_json_array("JSON_ARRAYAGG"),
    }
    FUNC_TOKENS: ClassVar[set[TokenType]] = Parser.FUNC_TOKENS | {
        TokenType.SESSION,
        TokenType.VALUES,
        TokenType.DATABASE,
    }
    JOINS_HAVE_EQUAL_PRECEDENCE = True

    # -- positions ---------------------------------------------------------------------------

    def _mark(self, method: Any, *args: Any, **kwargs: Any) -> Any:
        first = self._curr
        node = method(*args, **kwargs)
        if isinstance(node, exp.Expression) and self._prev and "span" not in node.meta:
            node.meta["span"] = (first.start, self._prev.end)
        return node

    def _parse_type(self, *args: Any, **kwargs: Any) -> Any:
        return self._mark(self._parse_flink_atom, *args, **kwargs)

    def _parse_function_call(self, *args: Any, **kwargs: Any) -> Any:
        return self._mark(super()._parse_function_call, *args, **kwargs)

    def _parse_atom(self) -> Any:
        return self._mark(super()._parse_atom)

    def _parse_unary(self) -> Any:
        return self._mark(super()._parse_unary)

    def _parse_disjunction(self) -> Any:
        return self._mark(super()._parse_disjunction)

    def _parse_select(self, *args: Any, **kwargs: Any) -> Any:
        return self._mark(super()._parse_select, *args, **kwargs)

    # -- types -------------------------------------------------------------------------------

    def _count_tokens(self, words: tuple[str, ...]) -> int:
        """Count the next tokens that are these words; a token such as PRIMARY KEY is two words."""
        left = list(words)
        for number, token in enumerate(self._tokens[self._index :], 1):
            if token.token_type in {TokenType.STRING, TokenType.IDENTIFIER}:
                return 0
            parts = token.text.upper().split() or [token.text]
            if left[: len(parts)] != parts:
                return 0
            left = left[len(parts) :]
            if not left:
                return number
        return 0

    def is_word(self, *words: str) -> bool:
        """Tell whether the next tokens are these words."""
        return self._count_tokens(words) > 0

    def take(self, *words: str) -> bool:
        """Advance over these words if they come next."""
        count = self._count_tokens(words)
        if count:
            self._advance(count)
        return count > 0

    def expect(self, *words: str) -> None:
        """Advance over these words, or report what was expected."""
        if not self.take(*words):
            self.raise_error(f'Expecting "{" ".join(words)}"')

    def take_name(self) -> str:
        """Return the next identifier."""
        token = self._curr
        if token.token_type in {TokenType.STRING, TokenType.NUMBER}:
            self.raise_error("Expecting an identifier")
        if token.token_type != TokenType.IDENTIFIER and not token.text[:1].isidentifier():
            self.raise_error("Expecting an identifier")
        self._advance()
        return str(token.text)

    def take_path(self) -> tuple[str, ...]:
        """Return a name with dots."""
        self.check_reserved()
        parts = [self.take_name()]
        while self.take("."):
            self.check_reserved()
            parts.append(self.take_name())
        return tuple(parts)

    def take_string(self) -> str:
        """Return the next string literal."""
        token = self._curr
        if token.token_type != TokenType.STRING:
            self.raise_error("Expecting a string literal")
        self._advance()
        return str(token.text)

    def take_names(self) -> list[str]:
        """Return ``(a, b, c)``."""
        self.expect("(")
        names: list[str] = []
        while not names or self.take(","):
            self.check_reserved()
            names.append(self.take_name())
        self.expect(")")
        return names

    def check_reserved(self) -> None:
        """Reject a name that comes next if it is a reserved word; a parser of statements does."""

    def parse_data_type(self) -> SqlType:
        """Parse a type, with its nullability and the suffixes ARRAY and MULTISET."""
        found = self._parse_nullability(self._parse_base_type())
        while self.is_word("ARRAY") or self.is_word("MULTISET"):
            root = self.take_name().upper()
            found = self._parse_nullability(SqlType(root, True, (), (found,)))
        return found

    def _parse_nullability(self, found: SqlType) -> SqlType:
        if self.take("NOT", "NULL"):
            return found.with_nullable(False)
        self.take("NULL")
        return found

    def _parse_base_type(self) -> SqlType:
        # The tokenizer makes one token of DOUBLE PRECISION and CHAR VARYING.
        word, *rest = self.take_name().upper().split()
        if word not in TYPE_WORDS:
            self._retreat(self._index - 1)
            self.raise_error("Expecting a data type")
        if word in {"ARRAY", "MULTISET"} and self.take("<"):
            element = self.parse_data_type()
            self._expect_closing()
            return make_array(element) if word == "ARRAY" else SqlType(word, True, (), (element,))
        if word == "MAP":
            self.expect("<")
            key = self.parse_data_type()
            self.expect(",")
            value = self.parse_data_type()
            self._expect_closing()
            return make_map(key, value)
        if word == "ROW":
            return self._parse_row_type()
        if word == "INTERVAL":
            unit = self.take_name().upper()
            self._parse_type_numbers()
            if self.take("TO"):
                self.take_name()
                self._parse_type_numbers()
            return SqlType("INTERVAL_MONTH" if unit in {"YEAR", "MONTH"} else "INTERVAL_DAY")
        if word == "DOUBLE":
            self.take("PRECISION")
        if word == "RAW":
            self._parse_wrapped_csv(self._parse_string)
            return SqlType("RAW")
        if word in {"CHAR", "CHARACTER", "BINARY"} and (rest or self.take("VARYING")):
            word = "VARCHAR" if word != "BINARY" else "VARBINARY"
        numbers = self._parse_type_numbers()
        if word in {"TIMESTAMP", "TIME"}:
            if self.take("WITH", "LOCAL", "TIME", "ZONE"):
                word = "TIMESTAMP_LTZ"
            self.take("WITHOUT", "TIME", "ZONE")
        if numbers and word in _MAX_PRECISIONS:
            numbers[0] = min(numbers[0], _MAX_PRECISIONS[word])
        found = make_type(word, *numbers)
        try:
            check_precision(found.root, found.precision, found.scale)
        except ValueError as error:
            raise ValidationError(str(error)) from None
        return found

    def _parse_row_type(self) -> SqlType:
        names, types = [], []
        close = ">" if self.take("<") else ")"
        if close == ")":
            self.expect("(")
        while not self.is_word(close):
            names.append(self.take_name())
            types.append(self.parse_data_type())
            if self._curr.token_type == TokenType.STRING:
                self._advance()
            if not self.take(","):
                break
        self._expect_closing() if close == ">" else self.expect(")")
        return make_row(names, types)

    def _expect_closing(self) -> None:
        self.expect(">")

    def _parse_type_numbers(self) -> list[int]:
        numbers: list[int] = []
        if self.take("("):
            while self._curr.token_type == TokenType.NUMBER:
                digits = self._curr.text.lstrip("0") or "0"
                if len(digits) > 10 or int(digits) > MAX_LENGTH:
                    raise SqlParserError(
                        f"SQL parse failed. Literal '{digits:.50}' can not be parsed to type "
                        "'java.lang.Integer'"
                    )
                numbers.append(int(digits))
                self._advance()
                if not self.take(","):
                    break
            self.expect(")")
        return numbers

    # -- expressions -------------------------------------------------------------------------

    def _parse_flink_atom(self, *args: Any, **kwargs: Any) -> Any:
        token, following = self._curr, self._next
        if token is None:
            return None
        word = (
            ""
            if token.token_type in {TokenType.STRING, TokenType.IDENTIFIER}
            else (token.text.upper())
        )
        is_string = following.token_type == TokenType.STRING
        if word in {"DATE", "TIME", "TIMESTAMP"} and is_string:
            self._advance()
            value = self._parse_primary()
            made = FlinkCast(this=value, literal=True)
            made.meta["type"] = make_type(word)
            return made
        if word == "INTERVAL" and following is not None:
            return self._parse_flink_interval()
        if word in NO_PARENTHESES and not (following and following.text == "("):
            self._advance()
            return self.expression(exp.Anonymous(this=word, expressions=[]))
        if word == "ROW" and following and following.text == "(":
            self._advance()
            self.expect("(")
            items = self._parse_csv(self._parse_disjunction)
            self.expect(")")
            return self.expression(exp.Anonymous(this="ROW", expressions=items))
        if word in {"ARRAY", "MAP"} and following and following.text == "[":
            self._advance(2)
            items = [] if self.is_word("]") else self._parse_csv(self._parse_disjunction)
            self.expect("]")
            found: Any = self.expression(exp.Anonymous(this=word, expressions=items))
            while self.take("["):
                index = self._parse_disjunction()
                self.expect("]")
                found = self.expression(exp.Bracket(this=found, expressions=[index]))
            return found
        if word == "UNKNOWN":
            self._advance()
            return self.expression(exp.Null())
        atom = self._parse_atom()
        return atom if atom is not None else self._parse_column()

    def _parse_flink_interval(self) -> Any:
        self._advance()
        sign = "-" if self.take("-") else ""
        value = sign + self.take_string()
        unit = self.take_name().upper().removesuffix("S")
        self._parse_type_numbers()
        if self.take("TO"):
            unit += " TO " + self.take_name().upper().removesuffix("S")
            self._parse_type_numbers()
        return self.expression(exp.Interval(this=exp.Literal.string(value), unit=exp.var(unit)))

    def _parse_lambda(self, alias: bool = False) -> Any:
        token, following = self._curr, self._next
        if following.text == "=>":
            self._advance(2)
            return self.expression(NamedArg(this=token.text, expression=self._parse_lambda()))
        if self.is_word("TABLE") and following.text != "(":
            return self._parse_table_argument()
        return super()._parse_lambda(alias=alias)

    def _parse_table_argument(self) -> Any:
        self._advance()
        made = TableArg(this=self._parse_table_parts())
        if self._match(TokenType.PARTITION_BY):
            wrapped = self.is_word("(")
            keys = (
                self._parse_wrapped_csv(self._parse_disjunction)
                if wrapped
                else [self._parse_disjunction()]
            )
            made.set("partition_by", keys)
        if self._match(TokenType.ORDER_BY, advance=False):
            made.set("order", self._parse_order())
        return made

    def parse_cast(self, *, is_try: bool) -> Any:
        """Parse what follows ``CAST(``."""
        operand = self._parse_disjunction()
        self.expect("AS")
        made = FlinkCast(this=operand, is_try=is_try)
        made.meta["type"] = self.parse_data_type()
        return made

    def _call(self, name: str, args: list[Any]) -> Any:
        return self.expression(exp.Anonymous(this=name, expressions=args))

    def parse_extract(self) -> Any:
        """Parse what follows ``EXTRACT(``."""
        unit = KeywordArg(this=self.take_name().upper())
        self.expect("FROM")
        return self._call("EXTRACT", [unit, self._parse_disjunction()])

    def parse_trim(self) -> Any:
        """Parse what follows ``TRIM(``."""
        where = "BOTH"
        for word in ("BOTH", "LEADING", "TRAILING"):
            if self.take(word):
                where = word
        first = None if self.is_word("FROM") else self._parse_disjunction()
        if self.take("FROM"):
            return self._call(
                "TRIM",
                [
                    KeywordArg(this=where),
                    first or exp.Literal.string(" "),
                    self._parse_disjunction(),
                ],
            )
        return self._call("TRIM", [KeywordArg(this=where), exp.Literal.string(" "), first])

    def _parse_first_argument(self) -> Any:
        if self.is_word(")"):
            self.raise_error("Expecting an expression")
        return self._parse_disjunction()

    def parse_keyword_call(self, name: str, *words: str) -> Any:
        """Parse arguments that words separate, such as ``x FROM 2 FOR 3``, or commas."""
        args = [self._parse_first_argument()]
        while self.take(",") or any(self.take(word) for word in words):
            args.append(self._parse_bitwise())
        return self._call(name, args)

    def parse_position(self) -> Any:
        """Parse what follows ``POSITION(``."""
        needle = self._parse_bitwise()
        self.expect("IN")
        return self._call("POSITION", [needle, self._parse_bitwise()])

    def parse_rounding(self, name: str) -> Any:
        """Parse what follows ``FLOOR(``: ``x`` or ``x TO MINUTE``."""
        args = [self._parse_first_argument()]
        if self.take("TO"):
            args.append(KeywordArg(this=self.take_name().upper()))
        elif self.take(","):
            args.append(self._parse_disjunction())
        return self._call(name, args)

    def parse_unit_call(self, name: str) -> Any:
        """Parse arguments of which the first is a unit of time."""
        unit = self.take_name().upper().removeprefix("SQL_TSI_")
        args = [KeywordArg(this=unit)]
        while self.take(","):
            args.append(self._parse_disjunction())
        return self._call(name, args)

    def parse_json_path(self, name: str) -> Any:
        """Parse JSON_VALUE, JSON_QUERY or JSON_EXISTS with the clauses after the path."""
        args = [self._parse_disjunction()]
        self.expect(",")
        args.append(self._parse_disjunction())
        returning = None
        while not self.is_word(")"):
            if self.take("RETURNING"):
                returning = self.parse_data_type()
            elif self.take("DEFAULT"):
                args += [KeywordArg(this="DEFAULT"), self._parse_bitwise(), *self._parse_on_event()]
            elif self.take("ON"):
                args.append(KeywordArg(this=f"ON {self.take_name().upper()}"))
            else:
                args.append(KeywordArg(this=self.take_name().upper()))
        made = self._call(name, args)
        made.meta["returning"] = returning
        return made

    def _parse_on_event(self) -> list[Any]:
        self.expect("ON")
        return [KeywordArg(this=f"ON {self.take_name().upper()}")]

    def parse_json_object(self, name: str) -> Any:
        """Parse ``KEY k VALUE v, ... NULL ON NULL``."""
        args: list[Any] = []
        on_null = "NULL"
        while not self.is_word(")"):
            if self.take("NULL", "ON", "NULL"):
                on_null = "NULL"
            elif self.take("ABSENT", "ON", "NULL"):
                on_null = "ABSENT"
            else:
                self.take("KEY")
                args.append(self._parse_bitwise())
                if not self.take("VALUE"):
                    self.expect(":")
                args.append(self._parse_disjunction())
                self.take(",")
        return self._call(name, [KeywordArg(this=on_null), *args])

    def parse_json_array(self, name: str) -> Any:
        """Parse ``a, b ABSENT ON NULL``."""
        args: list[Any] = []
        on_null = "ABSENT"
        while not self.is_word(")"):
            if self.take("NULL", "ON", "NULL"):
                on_null = "NULL"
            elif self.take("ABSENT", "ON", "NULL"):
                on_null = "ABSENT"
            else:
                args.append(self._parse_disjunction())
                self.take(",")
        return self._call(name, [KeywordArg(this=on_null), *args])

    # -- tables ------------------------------------------------------------------------------

    def _parse_table(self, *args: Any, **kwargs: Any) -> Any:
        return self._mark(self._parse_flink_table, *args, **kwargs)

    def _parse_flink_table(self, *args: Any, **kwargs: Any) -> Any:
        start = self._index
        self.take("LATERAL")
        if self.take("TABLE", "("):
            call = self._parse_function_call(any_token=True)
            if call is None:
                self.raise_error("Expecting a function")
            self.expect(")")
            return TableFunctionRef(this=call, alias=self._parse_table_alias())
        if self._is_table_function():
            call = self._parse_function_call(any_token=True)
            return TableFunctionRef(this=call, alias=self._parse_table_alias())
        self._retreat(start)
        return super()._parse_table(*args, **kwargs)

    def _is_table_function(self) -> bool:
        token, following = self._curr, self._next
        if following.text != "(":
            return False
        word = token.text.upper()
        return word not in {"UNNEST", "VALUES", "SELECT", "("} and token.text[:1].isidentifier()


class FlinkDialect(Dialect):
    """Flink SQL: back-ticks quote names, apostrophes quote text."""

    class Tokenizer(BaseTokenizer):
        """Tokens of Flink SQL."""

        IDENTIFIERS: ClassVar[list[Any]] = ["`"]
        QUOTES: ClassVar[list[Any]] = ["'"]
        STRING_ESCAPES: ClassVar[list[str]] = ["'"]
        HEX_STRINGS: ClassVar[list[Any]] = [("x'", "'"), ("X'", "'")]
        COMMENTS: ClassVar[list[Any]] = ["--", "//", ("/*", "*/")]
        KEYWORDS: ClassVar[dict[str, TokenType]] = {
            **{
                word: kind
                for word, kind in BaseTokenizer.KEYWORDS.items()
                if kind not in {TokenType.COMMAND, TokenType.SET}
            },
        }
        COMMANDS: ClassVar[set[TokenType]] = set()

    Parser = FlinkParser
