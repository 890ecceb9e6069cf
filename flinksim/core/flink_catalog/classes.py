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
from flinksim.core.i18n.locales.glossary_zh import translate

_FILE = Path(__file__).parents[1] / "resources" / "flink_classes.txt"
_CLASS_KINDS = {"c": "class", "a": "abstract class", "i": "interface", "e": "enum"}


@dataclass(frozen=True, slots=True)
class VersionRange:
    """The Flink versions that have a class, member or option, and the first that deprecates it.

    The oldest version comes first.
    """

    versions: tuple[str, ...]
    deprecated_since: str = ""

    @property
    def is_current(self) -> bool:
        """Whether the simulated version of Flink has the class, member or option."""
        return self.versions[-1] == load_flink_versions()[-1]

    def __str__(self) -> str:
        return self.describe("en")

    def describe(self, language: Language) -> str:
        """Describe in words which Flink versions have the class, member or option."""
        known = load_flink_versions()
        first, last = known.index(self.versions[0]), known.index(self.versions[-1])
        parts = []
        if first == 0 and last == len(known) - 1:
            parts.append(translate(language, "all versions from {0} to {1}", known[0], known[-1]))
        elif first == last:
            parts.append(translate(language, "only {0}", known[first]))
        elif last == len(known) - 1:
            parts.append(translate(language, "since {0}", known[first]))
        else:
            parts.append(translate(language, "from {0} to {1}", known[first], known[last]))
        if first > 0:
            parts.append(translate(language, "not in {0}", known[first - 1]))
        if last < len(known) - 1:
            parts.append(translate(language, "removed by {0}", known[last + 1]))
        if self.deprecated_since:
            parts.append(translate(language, "deprecated by {0}", self.deprecated_since))
        return translate(language, ", ").join(parts)


@dataclass(frozen=True, slots=True)
class FlinkClass:
    """One class of Flink, in any version.

    ``kind`` and the supertypes in ``qualified_supertypes`` are those of the last version that has it. A
    supertype is listed with its package if its name alone would mean another class.
    """

    name: str
    package: str
    version_range: VersionRange
    kind: str = ""
    qualified_supertypes: tuple[str, ...] = ()
    members: dict[str, VersionRange] = field(default_factory=dict, compare=False)

    @property
    def simple_name(self) -> str:
        """The name without the enclosing class."""
        return self.name.rsplit("$", 1)[-1]

    @property
    def supertypes(self) -> tuple[str, ...]:
        """The names of the supertypes without packages."""
        return tuple(name.rsplit(".", 1)[-1] for name in self.qualified_supertypes)

    @property
    def parents(self) -> tuple[FlinkClass, ...]:
        """The supertypes that are in the catalog, the superclass first."""
        found = (self._find_parent(name) for name in self.qualified_supertypes)
        return tuple(one for one in found if one is not None)

    def _find_parent(self, name: str) -> FlinkClass | None:
        package, _, simple = name.rpartition(".")
        named = [one for one in load_flink_classes().get(simple, ()) if one.name == simple]
        current = [one for one in named if one.version_range.is_current]
        if package:
            return next((one for one in current if one.package == package), None)
        same_package = [one for one in current if one.package == self.package]
        return same_package[0] if same_package else current[0] if len(current) == 1 else None


@cache
def load_flink_versions() -> tuple[str, ...]:
    """Load the Flink versions of the catalog, oldest first."""
    with _FILE.open(encoding="utf-8") as file:
        return tuple(file.readline().split()[1:])


@cache
def load_flink_classes() -> dict[str, tuple[FlinkClass, ...]]:
    """Load all classes by name; a nested class is listed as ``Outer$Inner`` and as ``Inner``."""
    package, found = "", list[FlinkClass]()
    for line in _read_lines():
        if line.startswith("#"):
            break
        words = line.split()
        if line.startswith("@"):
            package = line[1:]
        elif line.startswith("."):
            found[-1].members[words[0][1:]] = _parse_range(words[1])
        else:
            kind = _CLASS_KINDS[words[2]] if len(words) > 2 else ""
            found.append(
                FlinkClass(words[0], package, _parse_range(words[1]), kind, tuple(words[3:]))
            )
    names: dict[str, tuple[FlinkClass, ...]] = {}
    for one in found:
        for name in dict.fromkeys((one.name, one.simple_name)):
            names[name] = (*names.get(name, ()), one)
    return names


@cache
def load_removed_options() -> dict[str, VersionRange]:
    """Load the option keys that an older version had and the last one has not."""
    lines = _read_lines()
    option_lines = lines[lines.index("#options") + 1 :]
    return {
        key: _parse_range(versions) for key, versions in (line.split() for line in option_lines)
    }


def find_version_range(name: str) -> VersionRange | None:
    """Find the versions that have a class, a member (``Class.member``) or a removed option.

    Classes that moved to another package count as one, and so do members that moved with their
    class.
    """
    if name in load_removed_options():
        return load_removed_options()[name]
    if name in load_flink_classes():
        classes = load_flink_classes()[name]
        top = [one for one in classes if one.name == name]
        return _merge_ranges([one.version_range for one in top or classes])
    owner, _, member = name.rpartition(".")
    spans = [
        one.members[member] for one in load_flink_classes().get(owner, ()) if member in one.members
    ]
    return _merge_ranges(spans) if spans else None


def _merge_ranges(ranges: list[VersionRange]) -> VersionRange:
    present = {version for span in ranges for version in span.versions}
    deprecated = [span.deprecated_since for span in ranges if span.deprecated_since]
    known = load_flink_versions()
    return VersionRange(
        tuple(version for version in known if version in present),
        min(deprecated, key=known.index) if deprecated else "",
    )


def _read_lines() -> list[str]:
    return _FILE.read_text(encoding="utf-8").splitlines()[1:]


def _parse_range(text: str) -> VersionRange:
    runs, _, deprecated = text.partition("!")
    known = load_flink_versions()
    if runs == "-":
        versions = known
    else:
        versions = tuple(
            version
            for run in runs.split(",")
            for version in known[ord(run[0]) - 97 : ord(run[1]) - 96]
        )
    return VersionRange(versions, known[ord(deprecated) - 97] if deprecated else "")
