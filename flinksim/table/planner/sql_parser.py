"""Read Flink SQL text into statements of ``sql_ast``.

sqlglot parses queries (``flink_dialect``); the other statements are read here, with its tokens.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from sqlglot.errors import ParseError, TokenError
from sqlglot.tokenizer_core import Token, TokenType

from flinksim.table.planner import sql_ast as ast
from flinksim.table.planner.flink_dialect import FlinkDialect, FlinkParser
from flinksim.table.planner.planner_errors import (
    SqlParserError,
    UnsupportedSqlError,
    make_parser_error,
)
from flinksim.table.planner.planning_limits import MAX_SCRIPT_CHARACTERS
from flinksim.table.planner.reserved_words import RESERVED_WORDS
from flinksim.table.planner.sqlglot_reader import Hints, SqlglotReader

STATEMENT_STARTS = (
    "ADD",
    "ALTER",
    "ANALYZE",
    "BEGIN",
    "COMPILE",
    "ADD",
    "ALTER",
    "ANALYZE",
    "CALL",
    "COMPILE",
    "CREATE",
    "DELETE",
    "DESC",
    "DESCRIBE",
    "DROP",
    "END",
    "EXIT",
    "EXECUTE",
    "EXPLAIN",
    "INSERT",
    "LOAD",
    "QUIT",
    "REMOVE",
    "RESET",
    "SELECT",
    "SET",
    "SHOW",
    "TRUNCATE",
    "UNLOAD",
    "UPDATE",
    "USE",
    "VALUES",
    "WITH",
    "(",
)


def parse_statements(text: str) -> list[ast.Statement]:
    """Parse a script: statements that semicolons separate.

    Raises:
        SqlParserError: If the text is no SQL, or has more than :data:`MAX_SCRIPT_CHARACTERS`.
    """
    if len(text) > MAX_SCRIPT_CHARACTERS:
        raise SqlParserError(
            f"SQL parse failed. The text has {len(text):,} characters; the limit is {MAX_SCRIPT_CHARACTERS:,}. "
            "Put rows into a file, and read it with a table."
        )
    tokens, hints = _tokenize(text)
    parser = StatementParser(text, hints)
    made = []
    for chunk in _split_statements(tokens):
        _reject_unsupported(chunk)
        try:
            made.append(parser.read(chunk))
        except (LookupError, ValueError) as error:  # of sqlglot, for text that it does not expect
            raise SqlParserError(f"SQL parse failed. {error}.") from error
    return made


def locate_statements(text: str) -> list[tuple[int, int]]:
    """Return the first and last line of each statement of a script, counted from 1."""
    chunks = _split_statements(_tokenize(text)[0])
    return [(chunk[0].line, chunk[-1].line) for chunk in chunks]


def _reject_unsupported(tokens: list[Token]) -> None:
    """Reject statements that Flink accepts and flinksim does not run.

    Raises:
        UnsupportedSqlError: For MATCH_RECOGNIZE, and for statements that change rows of a system.
    """
    first = tokens[0]
    if first.text.upper() in {"CALL", "DELETE", "TRUNCATE", "UPDATE"}:
        raise UnsupportedSqlError(
            f"flinksim does not support {first.text.upper()} (line {first.line}). Flink passes it to the system "
            "of the table, in batch mode. To run the other statements here, remove this one."
        )
    for token in tokens:
        if token.text.upper() == "MATCH_RECOGNIZE":
            raise UnsupportedSqlError(
                f"flinksim does not support MATCH_RECOGNIZE (line {token.line}). Flink runs it with its "
                "operator Match (CepOperator). To run the other statements here, remove this one."
            )


def parse_statement(text: str) -> ast.Statement:
    """Parse exactly one statement; a semicolon may end it."""
    made = parse_statements(text)
    if len(made) != 1:
        raise SqlParserError(
            f"SQL parse failed. One statement was expected, and the text has {len(made)}."
        )
    return made[0]


def parse_expression(text: str) -> ast.Node:
    """Parse a scalar expression, such as the text of a computed column."""
    tokens, hints = _tokenize(text)
    return StatementParser(text, hints).read_expression(tokens)


def _tokenize(text: str) -> tuple[list[Token], Hints]:
    try:
        tokens = FlinkDialect().tokenize(text)
    except TokenError as error:
        raise SqlParserError(f"SQL parse failed. Lexical error: {error}") from None
    return _take_hints(tokens)


def _take_hints(tokens: list[Token]) -> tuple[list[Token], Hints]:
    """Split ``/*+ NAME('key' = 'value') */`` off; a hint belongs to the token before it.

    sqlglot makes a hint a token of its own only after SELECT; elsewhere it is a comment.
    """
    kept: list[Token] = []
    hints: Hints = {}
    for token in tokens:
        if token.token_type == TokenType.HINT:
            if kept:
                hints[kept[-1].end] = _read_hints(token.text)
            continue
        kept.append(token)
        for comment in token.comments:
            if found := _read_hints(comment):
                hints[token.end] = found
    return kept, hints


def _read_hints(text: str) -> dict[str, dict[str, str]]:
    return {
        name.upper(): dict(re.findall(r"'([^']*)'\s*=\s*'([^']*)'", body))
        for name, body in re.findall(r"(\w+)\s*\(([^)]*=[^)]*)\)", text)
    }


def _split_statements(tokens: list[Token]) -> list[list[Token]]:
    """Split at semicolons, but not at those of a statement set.

    sqlglot splits at its token SEMICOLON: inside a set they become another token.
    """
    chunks: list[list[Token]] = [[]]
    is_set = False
    for token in tokens:
        words = [t.text.upper() for t in (*chunks[-1][-2:], token)]
        if words[-3:] in (["BEGIN", "STATEMENT", "SET"], ["STATEMENT", "SET", "BEGIN"]):
            is_set = True
        elif is_set and words[-2:] == [";", "END"]:
            is_set = False
        if token.token_type != TokenType.SEMICOLON:
            chunks[-1].append(token)
        elif is_set:
            inner = Token(TokenType.END, ";", token.line, token.col, token.start, token.end)
            chunks[-1].append(inner)
        else:
            chunks.append([])
    return [chunk for chunk in chunks if chunk]


class StatementParser(FlinkParser):
    """Parses one statement at a time from the tokens of a text."""

    def __init__(self, text: str, hints: Hints) -> None:
        super().__init__(dialect=FlinkDialect())
        self._text = text
        self._reader = SqlglotReader(text, hints)

    def read(self, tokens: list[Token]) -> ast.Statement:
        """Parse the tokens of one statement."""
        made: ast.Statement = self._run(tokens, lambda parser: parser.parse_any_statement())
        return made

    def read_expression(self, tokens: list[Token]) -> ast.Node:
        """Parse the tokens of one expression."""
        made: ast.Node = self._run(tokens, lambda parser: parser.parse_ast_expression())
        return made

    def _run(self, tokens: list[Token], method: Any) -> Any:
        self._check_tokens(tokens)
        try:
            return self._parse(method, tokens, self._text)[0]
        except SqlParserError as error:  # without the frames of sqlglot, which are no user's code
            raise error.with_traceback(None) from None
        except ParseError as error:
            raise self._explain_error(error, tokens) from None
        except RecursionError:
            raise SqlParserError("SQL parse failed. The statement is nested too deeply.") from None
        except (AttributeError, TypeError) as error:  # of sqlglot, for a part that is missing
            raise SqlParserError("SQL parse failed. A part of an expression is missing.") from error

    def check_reserved(self) -> None:
        """Reject a name that comes next if it is a reserved word without backticks."""
        token = self._curr
        if token.token_type != TokenType.IDENTIFIER and token.text.upper() in RESERVED_WORDS:
            raise make_parser_error(token.text, *self._reader.locate(token.start))

    def _describe_place(self, token: Token) -> str:
        return "line {}, column {}.".format(*self._reader.locate(token.start))

    def _check_tokens(self, tokens: list[Token]) -> None:
        """Reject what sqlglot accepts and Flink does not."""
        words = [token.text.upper() for token in tokens]
        for one, two, token in zip(words, words[1:], tokens[1:], strict=False):
            if one == "," and two == "FROM":
                raise SqlParserError(
                    f"SQL parse failed. Incorrect syntax near the keyword 'FROM' at {self._describe_place(token)}"
                )
            if (one, two) in {("LIMIT", "-"), ("DISTINCT", ")")}:
                raise SqlParserError(
                    f'SQL parse failed. Encountered "{two}" at {self._describe_place(token)}'
                )
            if (one, two) == ("MINUS", "SELECT"):
                raise SqlParserError(
                    "SQL parse failed. MINUS is not allowed under the current SQL conformance level. "
                    "Write EXCEPT."
                )
        if len(words) > 1 and words[-1] in {
            "WHERE",
            "FROM",
            "BY",
            "GROUP BY",
            "ORDER BY",
            "HAVING",
            "ON",
        }:
            line, column = self._reader.locate(tokens[-1].end)
            raise SqlParserError(
                f'SQL parse failed. Encountered "<EOF>" at line {line}, column {column}.'
            )

    def _explain_error(self, error: ParseError, tokens: list[Token]) -> SqlParserError:
        first = tokens[0].text.upper()
        if first not in STATEMENT_STARTS:
            return SqlParserError(
                "SQL parse failed. Non-query expression encountered in illegal context. "
                f'"{tokens[0].text}" at line {tokens[0].line} starts no statement. '
                "Was expecting one of: SELECT, INSERT, CREATE, WITH, EXPLAIN, SET, ..."
            )
        found = error.errors[0]
        highlight = found.get("highlight") or "<EOF>"
        at = next((t for t in tokens if (t.line, t.col) == (found["line"], found["col"])), None)
        if at is tokens[-1] and str(found["description"]).startswith(("Required", "Expected")):
            line, column = self._reader.locate(at.end)
            return SqlParserError(
                f'SQL parse failed. Encountered "<EOF>" at line {line}, column {column}.'
            )
        line, column = self._reader.locate(at.start) if at else (found["line"], found["col"])
        description = str(found["description"])
        expected = ""
        if description.startswith("Expecting "):
            expected = f" Was expecting: {description.removeprefix('Expecting ')}."
        return SqlParserError(
            f'SQL parse failed. Encountered "{highlight}" at line {line}, column {column}.{expected}'
        )

    # -- statements --------------------------------------------------------------------------

    def parse_any_statement(self) -> ast.Statement:
        """Parse a statement of any kind."""
        handlers: dict[str, Callable[[], ast.Statement]] = {
            "CREATE": self._parse_create_statement,
            "DROP": self._parse_drop_statement,
            "INSERT": self._parse_insert_statement,
            "EXPLAIN": self._parse_explain_statement,
            "SET": self._parse_set_statement,
            "RESET": self._parse_reset_statement,
            "SHOW": self._parse_show_statement,
            "DESCRIBE": self._parse_describe_statement,
            "DESC": self._parse_describe_statement,
            "USE": self._parse_use_statement,
            "EXECUTE": self._parse_execute_statement,
            "ADD": self._parse_jar_statement,
            "REMOVE": self._parse_jar_statement,
            "ALTER": self._parse_alter_statement,
            "COMPILE": self._parse_compile_statement,
            "LOAD": lambda: self._parse_module_statement("LOAD"),
            "UNLOAD": lambda: self._parse_module_statement("UNLOAD"),
            "ANALYZE": lambda: self._parse_client_command("ANALYZE"),
            "QUIT": lambda: self._parse_client_command("QUIT"),
            "EXIT": lambda: self._parse_client_command("QUIT"),
            "BEGIN": self._parse_begin_statement,
        }
        for word, handler in handlers.items():
            if self.is_word(word):
                self._advance()
                return handler()
        return ast.QueryStatement(self.parse_ast_query())

    def parse_ast_query(self) -> ast.Query:
        """Parse a query with its WITH, ORDER BY and LIMIT."""
        # VALUES is also a name of a function, as which a statement would start.
        found = self._parse_select() if self.is_word("VALUES") else self._parse_statement()
        if found is None:
            self.raise_error("Expecting a query")
        self._reader.check_names(found)
        query = self._reader.read_query(found)
        if query is None:
            raise SqlParserError(
                "SQL parse failed. Non-query expression encountered in illegal context. "
                "Was expecting one of: SELECT, VALUES, WITH."
            )
        return query

    def parse_ast_expression(self) -> ast.Node:
        """Parse an expression."""
        found = self._parse_disjunction()
        if found is None:
            self.raise_error("Expecting an expression")
        self._reader.check_names(found)
        return self._reader.read(found)

    def _take_if_not_exists(self) -> bool:
        return self.take("IF", "NOT", "EXISTS")

    def _parse_create_statement(self) -> ast.Statement:
        self.take("OR", "REPLACE")
        temporary = self.take("TEMPORARY")
        self.take("SYSTEM")
        if self.take("TABLE"):
            return self._parse_create_table(temporary)
        if self.take("VIEW"):
            return self._parse_create_view(temporary)
        for kind in ("FUNCTION", "DATABASE", "CATALOG"):
            if self.take(kind):
                exists = self._take_if_not_exists()
                made = ast.CreateObject(kind, self.take_path(), if_not_exists=exists)
                if kind == "FUNCTION":
                    self.expect("AS")
                    made.detail["class"] = self.take_string()
                    if self.take("LANGUAGE"):
                        made.detail["language"] = self.take_name().upper()
                if self.take("COMMENT"):
                    self.take_string()
                if self.take("WITH"):
                    made.detail.update(self._parse_options())
                self._skip_rest()
                return made
        self.raise_error("Expecting TABLE, VIEW, FUNCTION, DATABASE or CATALOG")
        raise AssertionError

    def _skip_rest(self) -> None:
        while self._curr:
            self._advance()

    def _parse_create_table(self, temporary: bool) -> ast.CreateTable:
        exists = self._take_if_not_exists()
        made = ast.CreateTable(self.take_path(), temporary=temporary, if_not_exists=exists)
        if self.take("("):
            self._parse_table_elements(made)
        if self.take("COMMENT"):
            made.comment = self.take_string()
        if self.take("DISTRIBUTED"):
            while self._curr and not any(
                self.is_word(word) for word in ("WITH", "PARTITIONED", "LIKE", "AS")
            ):
                self._advance()
        if self.take("PARTITIONED", "BY"):
            made.partitioned_by = self.take_names()
        if self.take("WITH"):
            made.options = self._parse_options()
        if self.take("LIKE"):
            made.like = self.take_path()
            if self.take("("):
                while not self.take(")"):
                    made.like_options.append((self.take_name().upper(), self.take_name().upper()))
        elif self.take("AS"):
            made.query = self.parse_ast_query()
        return made

    def _parse_table_elements(self, made: ast.CreateTable) -> None:
        while True:
            if self.take("WATERMARK", "FOR"):
                span = self._reader.span(self._curr.start, self._curr.end)
                column = ".".join(self.take_path())
                self.expect("AS")
                node, text = self._parse_captured()
                made.watermark = ast.WatermarkDefinition(column, node, text, span=span)
            elif self.is_word("PRIMARY", "KEY") or self.is_word("CONSTRAINT"):
                if self.take("CONSTRAINT"):
                    self.take_name()
                self.expect("PRIMARY", "KEY")
                made.primary_key = self.take_names()
                self.take("NOT", "ENFORCED")
            else:
                made.columns.append(self._parse_column_definition(made))
            if self.take(")"):
                return
            if not self.take(","):
                self.raise_error('Expecting "," or ")"')

    def _parse_captured(self) -> tuple[ast.Node, str]:
        start = self._curr.start
        node = self.parse_ast_expression()
        return node, self._text[start : self._prev.end + 1]

    def _parse_column_definition(self, made: ast.CreateTable) -> ast.ColumnDefinition:
        span = self._reader.span(self._curr.start, self._curr.end)
        self.check_reserved()
        column = ast.ColumnDefinition(self.take_name(), span=span)
        if self.take("AS"):
            column.computed, column.computed_text = self._parse_captured()
        else:
            column.type = self.parse_data_type()
            if self.take("CONSTRAINT"):
                self.take_name()
            if self.take("PRIMARY", "KEY"):
                made.primary_key = [column.name]
                self.take("NOT", "ENFORCED")
            if self.take("METADATA"):
                column.is_metadata = True
                if self.take("FROM"):
                    column.metadata_key = self.take_string()
                column.is_virtual = self.take("VIRTUAL")
        if self.take("COMMENT"):
            column.comment = self.take_string()
        return column

    def _parse_options(self) -> dict[str, str]:
        options: dict[str, str] = {}
        self.expect("(")
        while not self.is_word(")"):
            key = self.take_string()
            self.expect("=")
            options[key] = self.take_string()
            if not self.take(","):
                break
        self.expect(")")
        return options

    def _parse_create_view(self, temporary: bool) -> ast.CreateView:
        exists = self._take_if_not_exists()
        name = self.take_path()
        columns = self.take_names() if self.is_word("(") else []
        if self.take("COMMENT"):
            self.take_string()
        self.expect("AS")
        start = self._curr.start if self._curr else 0
        query = self.parse_ast_query()
        text = self._text[start : self._prev.end + 1]
        return ast.CreateView(name, query, columns, temporary, exists, text)

    def _parse_drop_statement(self) -> ast.DropObject:
        self.take("TEMPORARY")
        self.take("SYSTEM")
        kind = self.take_name().upper()
        exists = self.take("IF", "EXISTS")
        made = ast.DropObject(kind, self.take_path(), exists)
        self.take("CASCADE")
        self.take("RESTRICT")
        return made

    def _parse_insert_statement(self) -> ast.Insert:
        overwrite = self.take("OVERWRITE")
        if not overwrite:
            self.expect("INTO")
        self.take("TABLE")
        table = self.take_path()
        if self.take("PARTITION"):
            self._parse_wrapped_csv(self._parse_disjunction)
        columns: list[str] = []
        if self.is_word("(") and not self._is_query_in_parentheses():
            columns = self.take_names()
        made = ast.Insert(table, self.parse_ast_query(), columns, overwrite=overwrite)
        if self.take("ON", "CONFLICT", "DO"):
            made.on_conflict = self.take_name().upper()
        return made

    def _is_query_in_parentheses(self) -> bool:
        following = self._tokens[self._index + 1 : self._index + 2]
        return any(t.text.upper() in {"SELECT", "WITH", "VALUES", "("} for t in following)

    def _parse_explain_statement(self) -> ast.Explain:
        details = []
        self.take("PLAN", "FOR")
        while any(
            self.is_word(word)
            for word in ("ESTIMATED_COST", "CHANGELOG_MODE", "JSON_EXECUTION_PLAN", "PLAN_ADVICE")
        ):
            details.append(self.take_name().upper())
            self.take(",")
        if self.take("STATEMENT", "SET"):
            return ast.Explain(self._parse_statement_set(), details)
        return ast.Explain(self.parse_any_statement(), details)

    def _parse_execute_statement(self) -> ast.Statement:
        if self.take("STATEMENT", "SET"):
            return self._parse_statement_set()
        if self.take("PLAN"):
            return ast.ExecutePlan(self.take_string())
        return self.parse_any_statement()

    def _parse_compile_statement(self) -> ast.Statement:
        self.take("AND")
        executes = self.take("EXECUTE")
        self.expect("PLAN")
        made = ast.CompilePlan(self.take_string(), ast.StatementGroup([]))
        made.if_not_exists = self._take_if_not_exists()
        self.expect("FOR")
        if self.take("STATEMENT", "SET"):
            made.statement = self._parse_statement_set()
        else:
            made.statement = self.parse_any_statement()
        return ast.StatementList([made, ast.ExecutePlan(made.path)]) if executes else made

    def _parse_jar_statement(self) -> ast.SetOption:
        self.expect("JAR")
        return ast.SetOption("pipeline.jars", self.take_string())

    def _parse_module_statement(self, action: str) -> ast.ChangeModules:
        self.expect("MODULE")
        made = ast.ChangeModules(action, [self.take_name()])
        self._skip_rest()
        return made

    def _parse_client_command(self, name: str) -> ast.ClientCommand:
        self._skip_rest()
        return ast.ClientCommand(name)

    def _parse_alter_statement(self) -> ast.Statement:
        if not (self.take("TABLE") or self.take("VIEW")):
            kind = self.take_name().upper()
            raise UnsupportedSqlError(
                f"flinksim does not support ALTER {kind}. It has ALTER TABLE and ALTER VIEW."
            )
        self.take("IF", "EXISTS")
        made = ast.AlterTable(self.take_path())
        if self.take("RENAME", "TO"):
            made.new_name = self.take_path()
        elif self.take("SET"):
            made.options = self._parse_options()
        elif self.take("RESET"):
            self.expect("(")
            made.reset.append(self.take_string())
            while self.take(","):
                made.reset.append(self.take_string())
            self.expect(")")
        elif self.take("ADD"):
            added = ast.CreateTable(made.name, [])
            if self.take("("):
                self._parse_table_elements(added)
            else:
                added.columns.append(self._parse_column_definition(added))
            made.columns = added.columns
        elif self.take("DROP"):
            self.take("COLUMN")
            made.dropped = self.take_names() if self.is_word("(") else [self.take_name()]
        else:
            raise UnsupportedSqlError(
                f"flinksim does not support ALTER TABLE {self.take_name().upper()}. It has RENAME TO, SET, "
                "RESET, ADD and DROP of columns."
            )
        return made

    def _parse_begin_statement(self) -> ast.Statement:
        self.expect("STATEMENT", "SET")
        return self._parse_statement_set(begun=True)

    def _parse_statement_set(self, begun: bool = False) -> ast.StatementGroup:
        if not begun:
            self.expect("BEGIN")
        self.take(";")
        statements = []
        while not self.take("END"):
            self.expect("INSERT")
            statements.append(self._parse_insert_statement())
            self.take(";")
        return ast.StatementGroup(statements)

    def _parse_set_statement(self) -> ast.SetOption:
        if self._curr is None:
            return ast.SetOption()
        quoted = self._curr.token_type == TokenType.STRING
        start = self._curr.start
        if quoted:
            key = self.take_string()
        else:
            while self._curr and not self.is_word("="):
                self._advance()
            key = self._text[start : self._prev.end + 1].strip()
        self.expect("=")
        if self._curr and self._curr.token_type == TokenType.STRING:
            return ast.SetOption(key, self.take_string())
        start = self._curr.start if self._curr else len(self._text)
        self._skip_rest()
        return ast.SetOption(key, self._text[start : self._prev.end + 1].strip())

    def _parse_reset_statement(self) -> ast.SetOption:
        key = self.take_string() if self._curr else None
        return ast.SetOption(key, None, reset=True)

    def _parse_show_statement(self) -> ast.Show:
        if self.take("CREATE"):
            kind = self.take_name().upper()
            return ast.Show(f"CREATE {kind}", self.take_path())
        kind = self.take_name().upper()
        if kind in {"CURRENT", "USER", "FULL"}:
            kind = f"{kind} {self.take_name().upper()}"
        name: tuple[str, ...] = ()
        if self.take("FROM") or self.take("IN"):
            name = self.take_path()
        self._skip_rest()
        return ast.Show(kind, name)

    def _parse_describe_statement(self) -> ast.Show:
        self.take("EXTENDED")
        return ast.Show("COLUMNS", self.take_path())

    def _parse_use_statement(self) -> ast.Statement:
        if self.take("MODULES"):
            names = [self.take_name()]
            while self.take(","):
                names.append(self.take_name())
            return ast.ChangeModules("USE", names)
        catalog = self.take("CATALOG")
        return ast.Use(self.take_path(), catalog)
