"""Read Flink's test classes from a clone, and translate them into the folder that git ignores."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path

from tests.conformance.junit.java_names import TRANSLATED
from tests.conformance.junit.java_translator import translate

TEST_FOLDER = "/src/test/java/"
"""Part of the path of each test class."""


class FlinkSources:
    """The test classes of one revision of a clone of Flink; the clone may be bare."""

    def __init__(self, clone: Path, revision: str) -> None:
        self._clone = clone
        self._revision = revision
        self._paths = {
            path.rpartition("/")[2].removesuffix(".java"): path
            for path in self._git("ls-tree", "-r", "--name-only", revision).splitlines()
            if TEST_FOLDER in path and path.endswith(".java") and "flink-table" not in path
        }

    def _git(self, *arguments: str) -> str:
        command = ["git", "-C", str(self._clone), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def read(self, name: str) -> str | None:
        """The Java text of the class *name*, or ``None``."""
        path = self._paths.get(name)
        return None if path is None else self._git("show", f"{self._revision}:{path}")


def translate_classes(sources: FlinkSources, names: Iterable[str]) -> dict[str, str]:
    """Translate the classes *names*; return what kept some of them from it."""
    TRANSLATED.mkdir(exist_ok=True)
    problems = {}
    for name in names:
        java = sources.read(name)
        if java is None:
            problems[name] = "no source"
            continue
        try:
            text, untranslated = translate(java)
            compile(text, name, "exec")
        except Exception as error:  # the parser has exceptions of its own
            problems[name] = f"{type(error).__name__}: {error}"
            continue
        (TRANSLATED / f"{name}.py").write_text(text, encoding="utf-8")
        if untranslated:
            problems[name] = "; ".join(untranslated)
    return problems
