"""The errors of the planner, named as Flink names them."""

from __future__ import annotations

from flinksim.table.planner.sql_ast import Span


class SqlError(Exception):
    """Base: Flink rejects this statement."""


class SqlParserError(SqlError):
    """Flink's ``SqlParserException``: the text is no SQL."""


class ValidationError(SqlError):
    """Flink's ``ValidationException``: a name, type or option is wrong."""


class TableError(SqlError):
    """Flink's ``TableException``: the statement is valid, and Flink cannot plan it."""


class UnsupportedSqlError(SqlError):
    """Flink accepts this statement, and flinksim cannot run it."""


def make_validation_error(message: str, span: Span | None = None) -> ValidationError:
    """Return Calcite's validation error with the place in the text."""
    if span is None:
        return ValidationError(f"SQL validation failed. {message}")
    line, column, last_line, last_column = span
    if (line, column) == (last_line, last_column):
        return ValidationError(f"SQL validation failed. At line {line}, column {column}: {message}")
    return ValidationError(
        f"SQL validation failed. From line {line}, column {column} "
        f"to line {last_line}, column {last_column}: {message}"
    )


def make_parser_error(word: str, line: int, column: int) -> SqlParserError:
    """Return the error of Flink's parser about a word that cannot stand at a place."""
    return SqlParserError(
        f'SQL parse failed. Encountered "{word}" at line {line}, column {column}. '
        f"It is a reserved word; as a name, write it in backticks: `{word}`."
    )
