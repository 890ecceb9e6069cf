"""Which classes, members and options ten versions of Flink have, from 1.9.3 to 2.3.0.

Read out of their jars (``tests/conformance/record_class_lists.py``), of the packages that streams go
through. What is said here to be there, renamed or gone comes from nothing else. Not in Flink.
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
    """The versions that have something, oldest first, and the first that calls it deprecated."""

    versions: tuple[str, ...]
    deprecated: str = ""

    @property
    def today(self) -> bool:
        """Whether the version that is simulated has it."""
        return self.versions[-1] == flink_versions()[-1]

    def __str__(self) -> str:
        return self.told("en")

    def told(self, language: Language) -> str:
        """Which versions have it, in words."""
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
    """One class; ``kind`` and what is ``above`` it are those of the last version.

    A supertype stands with its package where its name alone would mean another class.
    """

    name: str
    package: str
    span: VersionSpan
    kind: str = ""
    above: tuple[str, ...] = ()
    members: dict[str, VersionSpan] = field(default_factory=dict, compare=False)

    @property
    def simple(self) -> str:
        """Its name without the class that it is nested in."""
        return self.name.rsplit("$", 1)[-1]

    @property
    def supertypes(self) -> tuple[str, ...]:
        """What is above it, without packages."""
        return tuple(name.rsplit(".", 1)[-1] for name in self.above)

    @property
    def parents(self) -> tuple[FlinkClass, ...]:
        """The classes that are listed among its supertypes, the extended one first."""
        found = (self._parent(name) for name in self.above)
        return tuple(one for one in found if one is not None)

    def _parent(self, name: str) -> FlinkClass | None:
        package, _, simple = name.rpartition(".")
        named = [one for one in flink_classes().get(simple, ()) if one.name == simple]
        today = [one for one in named if one.span.today]
        if package:
            return next((one for one in today if one.package == package), None)
        beside = [one for one in today if one.package == self.package]
        return beside[0] if beside else today[0] if len(today) == 1 else None


@cache
def flink_versions() -> tuple[str, ...]:
    """The versions, oldest first."""
    with _FILE.open(encoding="utf-8") as file:
        return tuple(file.readline().split()[1:])


@cache
def flink_classes() -> dict[str, tuple[FlinkClass, ...]]:
    """All classes by their name, a nested one as ``Outer$Inner`` and as ``Inner``."""
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
    """The keys of the options that an older version had and the last has not."""
    lines = _lines()
    behind = lines[lines.index("#options") + 1 :]
    return {key: _span(versions) for key, versions in (line.split() for line in behind)}


def span_of(name: str) -> VersionSpan | None:
    """When Flink has had a class, a member (``Class.member``) or, if it is gone, an option.

    Classes that were moved to another package are one; so is a member that moved with its class.
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
    has = {version for span in spans for version in span.versions}
    deprecated = [span.deprecated for span in spans if span.deprecated]
    known = flink_versions()
    return VersionSpan(
        tuple(version for version in known if version in has),
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
