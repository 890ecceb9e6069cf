"""Records which classes, members and options ten versions of Flink have, in flink_classes.txt.

Usage: ``python -m tests.conformance.record_class_lists read VERSION DOWNLOADED OUT.json`` for each,
with the wheel, archive or jar that has its ``flink-dist`` (``apache-flink`` up to 1.12,
``apache-flink-libraries`` since), then ``python -m tests.conformance.record_class_lists join
OUT.json ...``, with files that are named after their versions. ``... above LAST.json`` writes only the
kinds and supertypes of the last version anew.

The file has: the versions, a letter each; by package the classes, each with its letters (none: in all),
``!`` and the letter since which it is deprecated, and for the last version its kind and supertypes
(with their package where the name alone would mean a class of another);
behind a class, after ``.``, its members: of the classes that programs call and of tasks all, of others
those that an older version had and the last has not; then the options that are gone.
"""

from __future__ import annotations

import io
import json
import re
import sys
import tarfile
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.conformance.class_files import read_class

TARGET = Path(__file__).parents[2] / "flinksim" / "core" / "resources" / "flink_classes.txt"
PACKAGES = re.compile(
    r"org\.apache\.flink\.(streaming|runtime|api\.common|api\.connector|core|configuration|client|"
    r"api\.dag|state|metrics|cep|datastream|util|api\.java\.(functions|tuple|typeutils))\b"
)
LEFT_OUT = re.compile(
    r"\.(scala|python|rest|webmonitor|hadoop|zookeeper|security|history|entrypoint|shaded|hash|sort|"
    r"iterative|chaining|messages|clusterframework|highavailability|akka|maprfs|forst|rocksdb|"
    r"net|compression|testutils|blob|leaderelection|leaderretrieval|runtime\.rpc|query|program|hybrid|"
    r"sinkv1|parser|core\.fs|jackson|operators\.(resettable|shipping|util)|util\.function|table|file)\b"
)
MEMBERS = re.compile(
    r"org\.apache\.flink\.(streaming\.(api|runtime)|runtime\.(taskmanager|executiongraph|jobgraph|"
    r"jobmaster|io\.network|checkpoint|scheduler|state)|api\.common)\b"
)
ALL_MEMBERS = re.compile(
    r"org\.apache\.flink\.(streaming\.api\.(datastream|environment|operators)|"
    r"streaming\.runtime\.(tasks|io|watermarkstatus))$"
)
_FLINK = "org.apache.flink."
_OPTION = re.compile(r"[a-z0-9]+([.-][a-z0-9-]+)+")
_KINDS = {"class": "c", "abstract class": "a", "interface": "i", "enum": "e"}


def read(version: str, downloaded: Path, out: Path) -> None:
    """What one version has."""
    classes: dict[str, Any] = {}
    for jar in _jars(downloaded):
        with zipfile.ZipFile(io.BytesIO(jar)) as content:
            for name in content.namelist():
                if not (name.startswith("org/apache/flink/") and name.endswith(".class")):
                    continue
                told = read_class(content.read(name))
                if "/shaded/" not in name and _has_a_name(told.name):
                    classes[told.name] = {
                        "kind": told.kind,
                        "sup": told.supertypes,
                        "dep": told.deprecated,
                        "mem": told.members,
                        "texts": told.texts if re.search("Options|Config", told.name) else [],
                    }
    out.write_text(json.dumps(classes))
    print(version, len(classes))


def _has_a_name(name: str) -> bool:
    parts = name.rsplit(".", 1)[1].split("$")
    return all(part and not part[0].isdigit() for part in parts) and parts[0] != "package-info"


def _jars(path: Path) -> Iterator[bytes]:
    if path.suffix == ".jar":
        yield path.read_bytes()
    elif path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            for name in wheel.namelist():
                if "flink-dist" in name and name.endswith(".jar"):
                    yield wheel.read(name)
    else:
        with tarfile.open(path) as archive:
            for member in archive:
                opened = archive.extractfile(member) if "flink-dist" in member.name else None
                if opened is not None and member.name.endswith(".jar"):
                    yield opened.read()


def join(files: list[Path]) -> None:
    """Write the one file of all versions; *files* are named after them, the oldest first."""
    versions = [file.stem for file in files]
    letters = "abcdefghijklmnop"[: len(versions)]
    has = [json.loads(file.read_text()) for file in files]
    last = has[-1]
    lines = ["versions " + " ".join(versions)]
    by_package: dict[str, list[str]] = defaultdict(list)
    for version in has:
        for name in version:
            package, simple = name.rsplit(".", 1)
            if PACKAGES.match(name) and not LEFT_OUT.search(package):
                if simple not in by_package[package]:
                    by_package[package].append(simple)
    today = {name.rsplit(".", 1)[1] for name in last}
    packages_of = _packages_of(by_package, last)
    for package in sorted(by_package):
        lines.append("@" + package.removeprefix("org.apache.flink."))
        for simple in sorted(by_package[package]):
            name = f"{package}.{simple}"
            words = [simple, _letters([name in version for version in has], letters)]
            words[1] += _since(
                [version.get(name, {}).get("dep", False) for version in has], letters
            )
            words += _today(name, last, packages_of)
            lines.append(" ".join(words))
            if ALL_MEMBERS.match(package) and "$" not in simple:
                lines += _members(name, has, letters, set())
            elif MEMBERS.match(package) and simple in today and "Builder" not in simple:
                lines += _members(name, has, letters, _kept_members(simple, last))
    lines.append("#options")
    options: dict[str, list[bool]] = {}
    for index, version in enumerate(has):
        for told in version.values():
            for text in told["texts"]:
                if _OPTION.fullmatch(text):
                    options.setdefault(text, [False] * len(has))[index] = True
    for key in sorted(options):
        if "." in key and not options[key][-1]:
            lines.append(f"{key} {_letters(options[key], letters)}")
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(TARGET, len(lines), TARGET.stat().st_size)


def above(file: Path) -> None:
    """Write the kinds and supertypes of the last version, as read into *file*, anew."""
    last = json.loads(file.read_text())
    lines = TARGET.read_text(encoding="utf-8").splitlines()
    end = lines.index("#options")
    by_package: dict[str, list[str]] = {}
    for line in lines[1:end]:
        if line.startswith("@"):
            names = by_package.setdefault(_FLINK + line[1:], [])
        elif not line.startswith("."):
            names.append(line.split()[0])
    packages_of = _packages_of(by_package, last)
    package = ""
    for index, line in enumerate(lines[1:end], 1):
        if line.startswith("@"):
            package = _FLINK + line[1:]
        elif not line.startswith("."):
            simple, versions = line.split()[:2]
            words = [simple, versions, *_today(f"{package}.{simple}", last, packages_of)]
            lines[index] = " ".join(words)
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _packages_of(by_package: dict[str, list[str]], last: dict[str, Any]) -> dict[str, list[str]]:
    """By short name the packages, among those that are listed, in which the last version has it."""
    found: dict[str, list[str]] = defaultdict(list)
    for package, names in by_package.items():
        for simple in names:
            if f"{package}.{simple}" in last:
                found[simple].append(package)
    return found


def _today(name: str, last: dict[str, Any], packages_of: dict[str, list[str]]) -> list[str]:
    """The kind and the supertypes that the last version gives a class; nothing if it has none."""
    if name not in last:
        return []
    package = name.rsplit(".", 1)[0]
    words = [_KINDS[last[name]["kind"]]]
    for supertype in last[name]["sup"]:
        other, simple = supertype.rsplit(".", 1)
        known = packages_of.get(simple, [])
        taken_for = package if package in known else known[0] if len(known) == 1 else ""
        means_another = bool(known) and taken_for != other
        words.append(supertype.removeprefix(_FLINK) if means_another else simple)
    return words


def _kept_members(simple: str, last: dict[str, Any]) -> set[str]:
    """The members of the last version's classes of that name, in whatever package."""
    return {
        member
        for name, told in last.items()
        if name.endswith("." + simple)
        for member in told["mem"]
    }


def _members(name: str, has: list[dict[str, Any]], letters: str, without: set[str]) -> list[str]:
    here = [version.get(name, {}).get("mem", {}) for version in has]
    lines = []
    for member in sorted(set().union(*here) - without):
        if len(member) > 2 and not re.match(
            r"(access|lambda)\$|[A-Z_0-9]+$|serialVersionUID", member
        ):
            since = _since([bool(of.get(member)) for of in here], letters)
            lines.append(f".{member} {_letters([member in of for of in here], letters)}{since}")
    return lines


def _letters(has: list[bool], letters: str) -> str:
    """``-`` for all, else runs as ``ac`` (first and last), joined by ``,``."""
    if all(has):
        return "-"
    runs: list[list[str]] = []
    for index, there in enumerate(has):
        if there and index and has[index - 1]:
            runs[-1][1] = letters[index]
        elif there:
            runs.append([letters[index], letters[index]])
    return ",".join("".join(run) for run in runs)


def _since(deprecated: list[bool], letters: str) -> str:
    return "!" + letters[deprecated.index(True)] if True in deprecated else ""


if __name__ == "__main__":
    if sys.argv[1] == "read":
        read(sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4]))
    elif sys.argv[1] == "above":
        above(Path(sys.argv[2]))
    else:
        join([Path(file) for file in sys.argv[2:]])
