"""Classes, members and options of ten versions of Flink, from 1.9.3 to 2.3.0.

They were extracted from the jars (``tests/conformance/record_class_lists.py``), for the packages
that streams use. They are the only source for the status of a name: present, renamed or removed.
Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.locales.glossary_zh import told

_FILE = Path(__file__).parents[1] / "resources" / "flink_classes.txt"
_KINDS = {"c": "class", "a": "abstract class", "i": "interface", "e": "enum"}


@dataclass(frozen=True, slots=True)
class VersionSpan:
    """The versions that have something, oldest first, and the first one that deprecates it."""

    versions: tuple[str, ...]
    deprecated: str = ""

    @property
    def today(self) -> bool:
        """Whether the simulated version has it."""
        return self.versions[-1] == flink_versions()[-1]

    def __str__(self) -> str:
        return self.told("en")

    def told(self, language: Language) -> str:
        """Describe in words which versions have it."""
        known = flink_versions()
        first, last = known.index(self.versions[0]), known.index(self.versions[-1])
        parts = []
        if first == 0 and last == len(known) - 1:
            parts.append(told(language, "in every version from {0} to {1}", known[0], known[-1]))
        elif first == last:
            parts.append(told(language, "in {0}", known[first]))
        elif last == len(known) - 1:
            parts.append(told(language, "from {0} on", known[first]))
        else:
            parts.append(told(language, "from {0} to {1}", known[first], known[last]))
        if first > 0:
            parts.append(told(language, "not in {0}", known[first - 1]))
        if last < len(known) - 1:
            parts.append(told(language, "gone by {0}", known[last + 1]))
        if self.deprecated:
            parts.append(told(language, "deprecated by {0}", self.deprecated))
        return told(language, ", ").join(parts)


@dataclass(frozen=True, slots=True)
class FlinkClass:
    """One class; ``kind`` and the supertypes in ``above`` are those of the last version.

    A supertype is listed with its package if its name alone would mean another class.
    """

    name: str
    package: str
    span: VersionSpan
    kind: str = ""
    above: tuple[str, ...] = ()
    members: dict[str, VersionSpan] = field(default_factory=dict, compare=False)

    @property
    def simple(self) -> str:
        """The name without the enclosing class."""
        return self.name.rsplit("$", 1)[-1]

    @property
    def supertypes(self) -> tuple[str, ...]:
        """The names of the supertypes without packages."""
        return tuple(name.rsplit(".", 1)[-1] for name in self.above)

    @property
    def parents(self) -> tuple[FlinkClass, ...]:
        """The supertypes that are in the catalog, the superclass first."""
        found = (self._parent(name) for name in self.above)
        return tuple(one for one in found if one is not None)

    def _parent(self, name: str) -> FlinkClass | None:
        package, _, simple = name.rpartition(".")
        named = [one for one in flink_classes().get(simple, ()) if one.name == simple]
        current = [one for one in named if one.span.today]
        if package:
            return next((one for one in current if one.package == package), None)
        same_package = [one for one in current if one.package == self.package]
        return same_package[0] if same_package else current[0] if len(current) == 1 else None


@cache
def flink_versions() -> tuple[str, ...]:
    """Load the versions, oldest first."""
    with _FILE.open(encoding="utf-8") as file:
        return tuple(file.readline().split()[1:])


@cache
def flink_classes() -> dict[str, tuple[FlinkClass, ...]]:
    """Load all classes by name; a nested class is listed as ``Outer$Inner`` and as ``Inner``."""
    package, found = "", list[FlinkClass]()
    for line in _lines():
        if line.startswith("#"):
            break
        words = line.split()
        if line.startswith("@"):
            package = line[1:]
        elif line.startswith("."):
            found[-1].members[words[0][1:]] = _span(words[1])
        else:
            kind = _KINDS[words[2]] if len(words) > 2 else ""
            found.append(FlinkClass(words[0], package, _span(words[1]), kind, tuple(words[3:])))
    names: dict[str, tuple[FlinkClass, ...]] = {}
    for one in found:
        for name in dict.fromkeys((one.name, one.simple)):
            names[name] = (*names.get(name, ()), one)
    return names


@cache
def gone_options() -> dict[str, VersionSpan]:
    """Load the option keys that an older version had and the last one has not."""
    lines = _lines()
    option_lines = lines[lines.index("#options") + 1 :]
    return {key: _span(versions) for key, versions in (line.split() for line in option_lines)}


def span_of(name: str) -> VersionSpan | None:
    """Find the versions that have a class, a member (``Class.member``) or a removed option.

    Classes that moved to another package count as one, and so do members that moved with their
    class.
    """
    if name in gone_options():
        return gone_options()[name]
    if name in flink_classes():
        classes = flink_classes()[name]
        top = [one for one in classes if one.name == name]
        return _union([one.span for one in top or classes])
    owner, _, member = name.rpartition(".")
    spans = [one.members[member] for one in flink_classes().get(owner, ()) if member in one.members]
    return _union(spans) if spans else None


def _union(spans: list[VersionSpan]) -> VersionSpan:
    present = {version for span in spans for version in span.versions}
    deprecated = [span.deprecated for span in spans if span.deprecated]
    known = flink_versions()
    return VersionSpan(
        tuple(version for version in known if version in present),
        min(deprecated, key=known.index) if deprecated else "",
    )


def _lines() -> list[str]:
    return _FILE.read_text(encoding="utf-8").splitlines()[1:]


def _span(text: str) -> VersionSpan:
    runs, _, deprecated = text.partition("!")
    known = flink_versions()
    if runs == "-":
        versions = known
    else:
        versions = tuple(
            version
            for run in runs.split(",")
            for version in known[ord(run[0]) - 97 : ord(run[1]) - 96]
        )
    return VersionSpan(versions, known[ord(deprecated) - 97] if deprecated else "")
