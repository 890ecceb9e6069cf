"""What the names and claims of texts about Flink, of 1.4 to 2.3, are today: one file for all that ask.

``flinksim/data/glossary.json`` says what a name was and what to use; whether it is there, renamed or
gone, and since when, comes from the class lists of ten versions (:mod:`flinksim.base.flink_classes`).
The command, the pages, ``docs/glossary.md`` and the errors for old calls read it. Not in Flink.
"""

from __future__ import annotations

import difflib
import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from flinksim.base.flink_classes import (
    FlinkClass,
    VersionSpan,
    flink_classes,
    flink_versions,
    gone_options,
    span_of,
)

_FILE = Path(__file__).parents[1] / "data" / "glossary.json"
_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

Status: TypeAlias = Literal["here", "renamed", "gone", "not so", "not modelled"]


@dataclass(frozen=True, slots=True)
class Name:
    """A name of the file: what it ``was``, what does that ``now``, the ``new`` name if it has one.

    ``asked`` is whom a program asks for it, and by which name; ``source`` where it is seen that a
    version older than the oldest list had it.
    """

    name: str
    was: str
    now: str = ""
    new: str = ""
    changed: str = ""
    asked: tuple[str, str] = ("", "")
    source: str = ""

    @property
    def span(self) -> VersionSpan | None:
        """The versions that have it; none if only older ones had."""
        return span_of(self.name)

    @property
    def status(self) -> Status:
        """What became of it, by the class lists alone."""
        span = self.span
        if span is not None and span.today:
            return "here"
        return "renamed" if self.new else "gone"

    @property
    def when(self) -> str:
        """Which versions have it, and what is known of the change besides."""
        span = self.span
        if span is None:
            return f"in versions before {flink_versions()[0]} ({self.changed})"
        return f"{span} ({self.changed})" if self.changed else str(span)


@dataclass(frozen=True, slots=True)
class OldClaim:
    """A claim that was true once or never; ``step`` of a bundled ``run`` shows what is so instead.

    It is the first with a ``fact`` of that kind whose sentence has the words of ``says``.
    """

    claim: str
    so: str
    since: str
    run: str
    fact: str
    says: tuple[str, ...]
    step: int
    sentence: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A name, or a word, of texts that facts of a kind show: ``by`` that kind, or plans' ``walk``."""

    name: str
    told: str
    by: str


@dataclass(frozen=True, slots=True)
class Card:
    """What is told of one name; ``lines`` are whole sentences."""

    title: str
    status: Status
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join([f"{self.title}: {self.status}", *(f"  {line}" for line in self.lines)])


@cache
def names() -> tuple[Name, ...]:
    """All names of the file."""
    return tuple(_name(entry) for entry in _read()["names"])


@cache
def claims() -> tuple[OldClaim, ...]:
    """All claims of the file."""
    return tuple(OldClaim(**entry | {"says": tuple(entry["says"])}) for entry in _read()["claims"])


@cache
def shown() -> tuple[Shown, ...]:
    """All names of the file that stand for something that is here."""
    return tuple(Shown(**entry) for entry in _read()["shown"])


def cards_of(asked: str, modelled: frozenset[str] = frozenset()) -> list[Card]:
    """What is told who asks for *asked*: a class, a member, an option, a Python name, or a claim.

    A claim is asked for by some of its words. *modelled* are the classes of Flink that are here.
    Nothing is known if the list is empty.
    """
    wanted = _plain(asked)
    cards = [_card_of_name(name) for name in names() if wanted in _spellings(name)]
    if not cards:
        by_name: dict[str, list[FlinkClass]] = {}
        for found in _classes_named(asked):
            by_name.setdefault(found.name, []).append(found)
        cards = [_card_of_classes(classes, modelled) for classes in by_name.values()]
    cards += [_card_of_shown(one) for one in shown() if wanted == _plain(one.name)]
    if not cards:
        cards = [
            Card(name, "here" if span.today else "gone", (f"Flink has it {span}.",))
            for name, span in _members_named(asked)
        ]
    return cards + [_card_of_claim(claim) for claim in claims() if _is_about(claim, asked)]


def like(asked: str) -> list[str]:
    """Names that look like *asked*."""
    known = {_plain(name): name for name in flink_classes()}
    known |= {_plain(name.name): name.name for name in names()}
    found = difflib.get_close_matches(_plain(asked), known, 5, 0.75)
    return [known[name] for name in found]


def asked_of(owner: str) -> dict[str, Name]:
    """The old names that programs ask *owner* for, by their Python form."""
    return {name.asked[1]: name for name in names() if name.asked[0] == owner}


def sentence_of(name: Name) -> str:
    """What to tell who calls it."""
    now = name.now or f"{name.new}"
    return f"It {name.was} ({name.changed or name.when}). What does that in Flink 2.3: {now}."


def _read() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(_FILE.read_text(encoding="utf-8"))
    return read


def _name(entry: dict[str, Any]) -> Name:
    source = entry.pop("source", None)
    if source is not None:
        entry["source"] = f"apache/flink at {source['commit'][:10]}: {source['path']}"
    if "asked" in entry:
        entry["asked"] = tuple(entry["asked"])
    return Name(**entry)


def _plain(name: str) -> str:
    """Java's and Python's spelling of a name, and of what it is nested in, as one."""
    return name.rsplit(".", 1)[-1].rsplit("$", 1)[-1].replace("_", "").removesuffix("()").lower()


def _spellings(name: Name) -> set[str]:
    return {_plain(name.name), _plain(name.asked[1]), name.name.lower()} - {""}


def _card_of_name(name: Name) -> Card:
    lines = [f"It {name.was}.", f"Flink has it {name.when}."]
    if name.source:
        lines.append(f"Seen in {name.source}.")
    if name.now:
        lines.append(f"In Flink 2.3: {name.now}.")
    return Card(name.name.replace("$", "."), name.status, tuple(lines))


def _classes_named(asked: str) -> list[FlinkClass]:
    found = flink_classes().get(asked.replace(".", "$")) or flink_classes().get(asked)
    if found is None:
        wanted = asked.replace("_", "").replace(".", "$").lower()
        found = next(
            (classes for name, classes in flink_classes().items() if name.lower() == wanted), ()
        )
    today = [one for one in found if one.span.today]
    return today or list(found[-1:])


def _card_of_classes(found: list[FlinkClass], modelled: frozenset[str]) -> Card:
    """One card for all classes of one name, whatever their packages."""
    first = found[0]
    status: Status = "not modelled"
    if not first.span.today:
        status = "gone"
    elif first.simple in modelled or first.name in modelled:
        status = "here"
    kinds = " and ".join(
        f"{one.kind or 'class'} of org.apache.flink.{one.package}" for one in found
    )
    lines = [f"It is a {kinds}.", f"Flink has it {span_of(first.name)}."]
    if first.supertypes:
        above = ", ".join(name.replace("$", ".") for name in first.supertypes)
        lines.append(f"Its supertypes: {above}.")
    return Card(first.name.replace("$", "."), status, tuple(lines))


def card_of_class(one: FlinkClass, modelled: frozenset[str]) -> Card:
    """What is told of one class, whatever others have its name."""
    return _card_of_classes([one], modelled)


def _card_of_shown(one: Shown) -> Card:
    where = (
        "flinksim plan --walk shows it, and the walk of the lens"
        if one.by == "walk"
        else f"facts {one.by} show it"
    )
    return Card(one.name, "here", (f"It is {one.told}.", f"Where: {where}."))


def _members_named(asked: str) -> list[tuple[str, VersionSpan]]:
    if asked in gone_options():
        return [(asked, gone_options()[asked])]
    owner, _, member = asked.rpartition(".")
    wanted = member.replace("_", "").removesuffix("()").lower()
    found: dict[str, VersionSpan] = {}
    for name, classes in flink_classes().items():
        if owner not in ("", name):
            continue
        for one in classes:
            for known in one.members:
                if known.lower() == wanted:
                    span = span_of(f"{one.name}.{known}")
                    if span is not None:
                        found[f"{one.name}.{known}"] = span
    return sorted(found.items())[:8]


def _card_of_claim(claim: OldClaim) -> Card:
    lines = (
        f"{claim.so} ({claim.since[0].upper()}{claim.since[1:]}.)",
        f"Step {claim.step} of examples/claims/{claim.run}.py shows it: {claim.sentence}",
    )
    return Card(f"“{claim.claim}”", "not so", lines)


def _is_about(claim: OldClaim, asked: str) -> bool:
    words = re.findall(r"\w+", asked.lower())
    if len(words) == 1:  # a name: claims about it have it as a word
        parts = _WORD.sub(" ", asked).lower()
        return bool(re.search(rf"\b{re.escape(parts)}s?\b", claim.claim.lower()))
    told = f"{claim.claim} {claim.so}".lower()
    return all(re.search(rf"\b{re.escape(word)}", told) for word in words)
