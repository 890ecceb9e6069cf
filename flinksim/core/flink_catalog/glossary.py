"""Glossary: the current meaning of names and claims in texts about Flink 1.4 to 2.3.

``flinksim/core/resources/glossary.json`` has the old meaning of a name and its replacement. Whether
a name is present, renamed or removed, and since when, follows from the class lists of ten versions
(:mod:`flinksim.core.flink_catalog.classes`). The texts are in both languages, ``["English",
"中文"]``; the caller chooses the language. The command, the pages, ``docs/glossary.md`` and the
errors for removed methods use this module. Not in Flink.
"""

from __future__ import annotations

import difflib
import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from flinksim.core.flink_catalog.classes import (
    FlinkClass,
    VersionSpan,
    flink_classes,
    flink_versions,
    gone_options,
    span_of,
)
from flinksim.core.i18n.languages import LANGUAGES, Language
from flinksim.core.i18n.locales.glossary_zh import told

_FILE = Path(__file__).parents[1] / "resources" / "glossary.json"
_TEXTS = frozenset({"was", "now", "changed", "claim", "so", "since", "sentence", "told"})
"""Fields of an entry in the file that have a text for each language."""
_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

Status: TypeAlias = Literal["here", "renamed", "gone", "not so", "not modelled"]


@dataclass(frozen=True, slots=True)
class Name:
    """A term of the file.

    ``was`` is its old meaning, ``now`` what replaces it, ``new`` its new name if there is one.
    ``asked`` names the class on which a program calls it, and its Python name there. ``source``
    shows that a version older than the first class list had it.
    """

    name: str
    was: str
    now: str = ""
    new: str = ""
    changed: str = ""
    asked: tuple[str, str] = ("", "")
    source: str = ""
    language: Language = "en"

    @property
    def span(self) -> VersionSpan | None:
        """The versions that have it, ``None`` if only older ones had."""
        return span_of(self.name)

    @property
    def status(self) -> Status:
        """Its status by the class lists alone."""
        span = self.span
        if span is not None and span.today:
            return "here"
        return "renamed" if self.new else "gone"

    @property
    def when(self) -> str:
        """The versions that have it, and further details of the change, in words."""
        span = self.span
        if span is None:
            before = "in versions before {0} ({1})"
            return told(self.language, before, flink_versions()[0], self.changed)
        versions = span.told(self.language)
        return (
            told(self.language, "{0} ({1})", versions, self.changed) if self.changed else versions
        )


@dataclass(frozen=True, slots=True)
class OldClaim:
    """A claim that is outdated or was never true; a step of a bundled ``run`` shows what is true.

    The step is the first with an event of type ``fact`` whose sentence has the words of ``says``.
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
    """A term illustrated by events of the type ``by``, or, for "walk", by the steps of a plan."""

    name: str
    told: str
    by: str


@dataclass(frozen=True, slots=True)
class Card:
    """An explanation of one name; each line is a sentence."""

    title: str
    status: Status
    lines: tuple[str, ...]
    language: Language = "en"

    @property
    def heading(self) -> str:
        """The title and the status."""
        return told(self.language, "{0}: {1}", self.title, told(self.language, self.status))

    def __str__(self) -> str:
        return "\n".join([self.heading, *(f"  {line}" for line in self.lines)])


@cache
def names(language: Language = "en") -> tuple[Name, ...]:
    """Load all terms of the file."""
    return tuple(_name(entry, language) for entry in _read("names", language))


@cache
def claims(language: Language = "en") -> tuple[OldClaim, ...]:
    """Load all outdated claims of the file."""
    entries = _read("claims", language)
    return tuple(OldClaim(**entry | {"says": tuple(entry["says"])}) for entry in entries)


@cache
def shown(language: Language = "en") -> tuple[Shown, ...]:
    """Load all terms of the file that events or plans illustrate."""
    return tuple(Shown(**entry) for entry in _read("shown", language))


def cards_of(
    asked: str, modelled: frozenset[str] = frozenset(), language: Language = "en"
) -> list[Card]:
    """Find the entries for a class, a member, an option, a Python name, or a claim.

    Args:
        asked: the name, or some words of a claim, in either language.
        modelled: the classes of Flink that flinksim models.
        language: the language of the entries.

    Returns:
        The entries; an empty list if nothing is known.
    """
    normalized = _plain(asked)
    cards = [_card_of_name(name) for name in names(language) if normalized in _spellings(name)]
    if not cards:
        by_name: dict[str, list[FlinkClass]] = {}
        for found in _classes_named(asked):
            by_name.setdefault(found.name, []).append(found)
        cards = [_card_of_classes(classes, modelled, language) for classes in by_name.values()]
    cards += [
        _card_of_shown(one, language) for one in shown(language) if normalized == _plain(one.name)
    ]
    if not cards:
        cards = [
            Card(
                name,
                "here" if span.today else "gone",
                (told(language, "Flink has it {0}.", span.told(language)),),
                language,
            )
            for name, span in _members_named(asked)
        ]
    return cards + [
        _card_of_claim(claim, language)
        for claim, english, chinese in zip(claims(language), claims(), claims("zh"), strict=True)
        if _is_about(english if asked.isascii() else chinese, asked)
    ]


def like(asked: str) -> list[str]:
    """Find names that are similar to *asked*."""
    known = {_plain(name): name for name in flink_classes()}
    known |= {_plain(name.name): name.name for name in names()}
    found = difflib.get_close_matches(_plain(asked), known, 5, 0.75)
    return [known[name] for name in found]


def asked_of(owner: str) -> dict[str, Name]:
    """Find the terms that programs access on the class *owner*, by their Python name."""
    return {name.asked[1]: name for name in names() if name.asked[0] == owner}


def sentence_of(name: Name) -> str:
    """Describe a removed method and its replacement, for an error message."""
    template = "It {0} ({1}). What does that in Flink 2.3: {2}."
    return told(name.language, template, name.was, name.changed or name.when, name.now or name.new)


def _read(part: str, language: Language) -> list[dict[str, Any]]:
    language_index = LANGUAGES.index(language)
    entries: list[dict[str, Any]] = json.loads(_FILE.read_text(encoding="utf-8"))[part]
    return [
        {key: value[language_index] if key in _TEXTS else value for key, value in entry.items()}
        for entry in entries
    ]


def _name(entry: dict[str, Any], language: Language) -> Name:
    source = entry.pop("source", None)
    if source is not None:
        entry["source"] = f"apache/flink@{source['commit'][:10]}: {source['path']}"
    if "asked" in entry:
        entry["asked"] = tuple(entry["asked"])
    return Name(**entry, language=language)


def _plain(name: str) -> str:
    """Normalize Java's and Python's spelling of a name, without its enclosing class."""
    return name.rsplit(".", 1)[-1].rsplit("$", 1)[-1].replace("_", "").removesuffix("()").lower()


def _spellings(name: Name) -> set[str]:
    return {_plain(name.name), _plain(name.asked[1]), name.name.lower()} - {""}


def _card_of_name(name: Name) -> Card:
    language = name.language
    lines = [told(language, "It {0}.", name.was), told(language, "Flink has it {0}.", name.when)]
    if name.source:
        lines.append(told(language, "Seen in {0}.", name.source))
    if name.now:
        lines.append(told(language, "In Flink 2.3: {0}.", name.now))
    return Card(name.name.replace("$", "."), name.status, tuple(lines), language)


def _classes_named(asked: str) -> list[FlinkClass]:
    found = flink_classes().get(asked.replace(".", "$")) or flink_classes().get(asked)
    if found is None:
        normalized = asked.replace("_", "").replace(".", "$").lower()
        found = next(
            (classes for name, classes in flink_classes().items() if name.lower() == normalized), ()
        )
    current = [one for one in found if one.span.today]
    return current or list(found[-1:])


def _card_of_classes(found: list[FlinkClass], modelled: frozenset[str], language: Language) -> Card:
    """Build one entry for all classes of one name in different packages."""
    first = found[0]
    status: Status = "not modelled"
    if not first.span.today:
        status = "gone"
    elif first.simple in modelled or first.name in modelled:
        status = "here"
    template = "{0} of org.apache.flink.{1}"
    kinds = told(language, " and ").join(
        told(language, template, told(language, one.kind or "class"), one.package) for one in found
    )
    span = span_of(first.name) or first.span
    lines = [
        told(language, "It is a {0}.", kinds),
        told(language, "Flink has it {0}.", span.told(language)),
    ]
    if first.supertypes:
        supertypes = ", ".join(name.replace("$", ".") for name in first.supertypes)
        lines.append(told(language, "Its supertypes: {0}.", supertypes))
    return Card(first.name.replace("$", "."), status, tuple(lines), language)


def card_of_class(one: FlinkClass, modelled: frozenset[str], language: Language = "en") -> Card:
    """Build the entry of one class, even if other classes have the same name."""
    return _card_of_classes([one], modelled, language)


def _card_of_shown(one: Shown, language: Language) -> Card:
    where = (
        told(language, "flinksim plan --walk shows it, and the walk of the lens")
        if one.by == "walk"
        else told(language, "facts {0} show it", one.by)
    )
    lines = (told(language, "In short: {0}.", one.told), told(language, "Where: {0}.", where))
    return Card(one.name, "here", lines, language)


def _members_named(asked: str) -> list[tuple[str, VersionSpan]]:
    if asked in gone_options():
        return [(asked, gone_options()[asked])]
    owner, _, member = asked.rpartition(".")
    normalized = member.replace("_", "").removesuffix("()").lower()
    found: dict[str, VersionSpan] = {}
    for name, classes in flink_classes().items():
        if owner not in ("", name):
            continue
        for one in classes:
            for known in one.members:
                if known.lower() == normalized:
                    span = span_of(f"{one.name}.{known}")
                    if span is not None:
                        found[f"{one.name}.{known}"] = span
    return sorted(found.items())[:8]


def _card_of_claim(claim: OldClaim, language: Language) -> Card:
    since = claim.since[0].upper() + claim.since[1:]
    template = "Step {0} of examples/claims/{1}.py shows it: {2}"
    lines = (
        told(language, "{0} ({1}.)", claim.so, since),
        told(language, template, claim.step, claim.run, claim.sentence),
    )
    return Card(told(language, "“{0}”", claim.claim), "not so", lines, language)


def _is_about(claim: OldClaim, asked: str) -> bool:
    words = re.findall(r"\w+", asked.lower())
    if not asked.isascii():  # Chinese has no blanks between words
        text = f"{claim.claim} {claim.so}".lower()
        return bool(words) and all(word in text for word in words)
    if len(words) == 1:  # a name: claims about it contain it as a word
        parts = _WORD.sub(" ", asked).lower()
        return bool(re.search(rf"\b{re.escape(parts)}s?\b", claim.claim.lower()))
    text = f"{claim.claim} {claim.so}".lower()
    return all(re.search(rf"\b{re.escape(word)}", text) for word in words)
