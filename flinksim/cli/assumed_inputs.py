"""Assumes values for what a program needs and did not get: environment variables and arguments.

A job can be built without the address of a broker or the name of a topic. So a program that fails
before its first job is executed again, with a value for each variable and argument that it misses. The
value is the name: a topic from ``TOPIC`` is the topic ``TOPIC``. Not in Flink.
"""

from __future__ import annotations

import argparse
import builtins
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

from flinksim.cli.console import print_stderr
from flinksim.core.safe_repr import format_error_message
from flinksim.core.source_locations import is_user_code

_MAX_ATTEMPTS = 12
_MAX_EMPTY_LINES = 100
_NUMBER = "1"
"""Value where a number is needed."""


class AssumedInputs:
    """The values that are assumed for a program, and what its last attempt misses."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._missing_files: dict[str, str] = {}
        self._parser: argparse.ArgumentParser | None = None
        self.variables: dict[str, str] = {}
        self.arguments: list[str] = []
        self.folders: list[str] = []
        """Folders that do not exist, and are taken for empty: those of jars, for example."""
        self.files: dict[str, str] = {}
        """Absolute paths without a file, and the file of that name beside the program."""
        self.attempts = 0
        self.usage = ""
        """What an argument parser reported in the last attempt."""
        self._parser_message = ""
        self._modules = frozenset(sys.modules)

    def __str__(self) -> str:
        """Format the assumed values as one gives them to flinksim."""
        variables = [f"{name}={value}" for name, value in self.variables.items()]
        arguments = ["--", *self.arguments] if self.arguments else []
        folders = [f"(nothing in {folder})" for folder in self.folders]
        files = [f"({place} for {path})" for path, place in self.files.items()]
        return " ".join([*folders, *files, *variables, *arguments])

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Set the values in the block, which executes the program."""
        self.attempts += 1
        self.usage = self._parser_message = ""
        saved_arguments = sys.argv[:]
        parser_class: Any = argparse.ArgumentParser
        list_folder, open_file, is_file = os.listdir, builtins.open, os.path.isfile
        parse = parser_class.parse_known_args
        report = parser_class.error

        def record_error(parser: argparse.ArgumentParser, message: str) -> NoReturn:
            self._parser_message = message
            self.usage = f"{parser.format_usage()}{parser.prog}: error: {message}"
            raise SystemExit(2)

        def record_parser(parser: argparse.ArgumentParser, *args: Any, **options: Any) -> Any:
            self._parser = parser
            return parse(parser, *args, **options)

        def list_known_folder(path: Any = ".") -> Any:
            return [] if path in self.folders else list_folder(path)

        def open_known_file(path: Any, *args: Any, **options: Any) -> Any:
            return open_file(self._find_file(path, is_file), *args, **options)

        replaced = [
            (parser_class, "error", report, record_error),
            (parser_class, "parse_known_args", parse, record_parser),
            (os, "listdir", list_folder, list_known_folder),
            (builtins, "open", open_file, open_known_file),
            (os.path, "isfile", is_file, lambda path: is_file(self._find_file(path, is_file))),
        ]
        sys.argv += self.arguments
        os.environ.update(self.variables)
        for owner, name, _, value in replaced:
            setattr(owner, name, value)
        try:
            yield
        finally:
            for owner, name, value, _ in replaced:
                setattr(owner, name, value)
            sys.argv[:] = saved_arguments
            for name in self.variables:
                os.environ.pop(name, None)

    def _find_file(self, path: Any, is_file: Callable[[str], bool]) -> Any:
        """Return the assumed place of the file *path*, and note whether one of its name is there."""
        if not isinstance(path, str) or not os.path.isabs(path) or is_file(path):
            return path
        parts = Path(path).parts
        for length in range(len(parts) - 1, 0, -1):  # config/x.yaml before x.yaml
            beside = str(self._folder.joinpath(*parts[-length:]))
            if is_file(beside):
                self._missing_files[path] = beside
                break
        return self.files.get(path, path)

    def extend(self, error: BaseException, missing: dict[str, None]) -> bool:
        """Assume what may prevent *error*; return whether there is something new to try.

        Args:
            error: What ended the last attempt.
            missing: The environment variables that the program read and that are not set.
        """
        if self.attempts >= _MAX_ATTEMPTS:
            return False
        before = str(self)
        has_own_arguments = len(sys.argv) > 1
        if isinstance(error, KeyError) and error.args and error.args[0] in missing:
            self.variables.setdefault(error.args[0], error.args[0])
        elif self._parser_message and not has_own_arguments:
            self._extend_arguments(self._parser_message)
        elif (
            isinstance(error, IndexError)
            and not has_own_arguments
            and _has_in_traceback(error, "sys.argv")
        ):
            self.arguments.append(f"argument{len(self.arguments) + 1}")
        elif isinstance(error, FileNotFoundError) and _has_in_traceback(error, "listdir("):
            self.folders.append(str(error.filename))
        elif isinstance(error, ValueError) and (
            number := self._find_number(format_error_message(error))
        ):
            self.variables[number] = _NUMBER
        else:
            self.variables = {name: name for name in missing} | self.variables
            self.files |= self._missing_files
            if self._parser is not None and not has_own_arguments and not self.arguments:
                self._add_optional_arguments(self._parser)
        if str(self) == before:
            return False
        for name in [
            name for name in sys.modules if name not in self._modules
        ]:  # they may have read a missing value
            file = getattr(sys.modules[name], "__file__", None) or "<frozen"
            if is_user_code(file) and "site-packages" not in file:
                del sys.modules[name]
        return True

    def is_cause(self, error: BaseException) -> bool:
        """Return whether an assumed value seems to be the cause of *error*."""
        values = [*self.variables.values(), *self.arguments]
        message = format_error_message(error)
        return any(value in message for value in values if value != _NUMBER)

    def _add_optional_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the options of *parser* that have no default value."""
        for action in parser._actions:
            is_value = action.nargs is None and action.default is None and action.dest != "help"
            if action.option_strings and is_value:
                is_number = action.type in (int, float)
                choice = next(iter(action.choices or ()), _NUMBER if is_number else action.dest)
                self.arguments += [action.option_strings[-1], str(choice)]

    def _extend_arguments(self, message: str) -> None:
        """Add what the message of an argument parser names."""
        if required := re.match(r"the following arguments are required: (.*)", message):
            for names in required[1].split(", "):
                name = names.split("/")[-1]
                value = name.lstrip("-").replace("-", "_")
                self.arguments += [name, value] if name.startswith("-") else [value]
        elif wrong := re.search(
            r"invalid (?:int|float) value: '(.*)'|invalid choice: '(.*?)'", message
        ):
            choice = re.search(r"choose from '?([^',)]+)", message)
            found = wrong[1] or wrong[2]
            value = choice[1] if choice else _NUMBER
            self.arguments = [value if one == found else one for one in self.arguments]

    def _find_number(self, message: str) -> str:
        """Return the variable whose assumed value is no number, or ""."""
        return next((name for name in self.variables if f": '{name}'" in message), "")


def _has_in_traceback(error: BaseException, text: str) -> bool:
    """Return whether a line of user code in the traceback of *error* has *text*."""
    frames = traceback.extract_tb(error.__traceback__)
    return any(text in (frame.line or "") for frame in frames if is_user_code(frame.filename))


@contextmanager
def read_empty_lines() -> Iterator[None]:
    """Let ``input()`` return an empty line in the block when standard input has ended."""
    original: Any = builtins.input
    lines = 0

    def read_line(prompt: object = "", /) -> str:
        nonlocal lines
        try:
            text: str = original(prompt)
        except EOFError:
            lines += 1
            if lines > _MAX_EMPTY_LINES:
                raise
            if lines == 1:
                print_stderr("flinksim: standard input has ended; input() returns empty lines")
            return ""
        return text

    builtins.input = read_line
    try:
        yield
    finally:
        builtins.input = original
