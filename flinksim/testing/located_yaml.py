"""YAML nodes that know their file, line and key, so that errors can name them.

Not in Flink. Needs PyYAML.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NoReturn


class TranscriptError(ValueError):
    """A transcript is invalid: ``file``, ``line``, ``key``, and what is wrong."""

    def __init__(self, file: Path, line: int, key: str, reason: str) -> None:
        super().__init__(f"{file}, line {line}, {key}: {reason}")
        self.file = file
        self.line = line
        self.key = key


def read_yaml(file: Path) -> LocatedNode:
    """Return the root node of a YAML file.

    Raises:
        TranscriptError: The file is not valid YAML.
        ImportError: PyYAML is not installed.
    """
    try:
        import yaml
    except ImportError as error:
        raise ImportError(
            f"transcripts need PyYAML ({error}). Install it with: pip install pyyaml"
        ) from error
    try:
        loader = yaml.SafeLoader(file.read_text(encoding="utf-8"))
        root = loader.get_single_node()
        if root is None:
            raise TranscriptError(file, 1, "the story", "the file is empty")
        return LocatedNode(file, loader, root, "the story")
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise TranscriptError(file, line, "YAML", str(error.problem or error.context)) from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise TranscriptError(file, 1, "YAML", str(error).partition("\n")[0]) from None
    except RecursionError:
        raise TranscriptError(file, 1, "YAML", "it is nested too deeply") from None


class LocatedNode:
    """A node of a YAML file that knows its location."""

    def __init__(self, file: Path, loader: Any, node: Any, key: str) -> None:
        self._file = file
        self._loader = loader
        self._node = node
        self.key = key
        self.line: int = node.start_mark.line + 1

    def reject(self, reason: str) -> NoReturn:
        raise TranscriptError(self._file, self.line, self.key, reason)

    def get_fields(self, *required: str, optional: tuple[str, ...] = ()) -> dict[str, LocatedNode]:
        """Return the fields of a mapping by name.

        Raises:
            TranscriptError: A required field is missing, or a field is unknown or occurs twice.
        """
        if self._node.id != "mapping":
            self.reject(
                f"expected {', '.join(required)}, each with a value; found {self._description}"
            )
        known = (*required, *optional)
        found: dict[str, LocatedNode] = {}
        for name_node, node in self._node.value:
            name = str(name_node.value)
            field = LocatedNode(self._file, self._loader, node, name)
            field.line = name_node.start_mark.line + 1
            if name not in known:
                field.reject(f"unknown key in {self.key}; expected one of {', '.join(known)}")
            if name in found:
                field.reject(f"duplicate key in {self.key}, first used in line {found[name].line}")
            found[name] = field
        missing = [name for name in required if name not in found]
        if missing:
            self.reject(f"missing: {' and '.join(missing)}")
        return found

    def get_items(self) -> list[LocatedNode]:
        """Return the items of a list."""
        if self._node.id != "sequence":
            self.reject(f"expected a list, found {self._description}")
        return [LocatedNode(self._file, self._loader, node, self.key) for node in self._node.value]

    def as_text(self) -> str:
        return str(self._read_scalar(str, "a text"))

    def as_flag(self) -> bool:
        return bool(self._read_scalar(bool, "true or false"))

    def as_integer(self, minimum: int | None = None) -> int:
        """Return the node as an integer of at least *minimum*."""
        number = int(self._read_scalar(int, "a whole number"))
        if minimum is not None and number < minimum:
            self.reject(f"expected at least {minimum}, found {number}")
        return number

    def is_word(self, word: str) -> bool:
        return bool(self._node.id == "scalar" and self._node.value == word)

    def as_choice(self, choices: tuple[str, ...]) -> str:
        word = self.as_text()
        if word not in choices:
            self.reject(f"expected one of {', '.join(choices)}; found {word!r}")
        return word

    def _read_scalar(self, kind: type, expected: str) -> Any:
        value = self._loader.construct_object(self._node) if self._node.id == "scalar" else None
        if type(value) is not kind:
            self.reject(f"expected {expected}, found {self._description}")
        return value

    @property
    def _description(self) -> str:
        kinds = {"mapping": "a mapping", "sequence": "a list"}
        return kinds.get(self._node.id) or repr(self._loader.construct_object(self._node))


__all__ = ["LocatedNode", "TranscriptError", "read_yaml"]
