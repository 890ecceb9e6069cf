"""What the names and claims of texts about Flink, of 1.4 to 2.3, are today: one file for all that ask.

``flinksim/core/resources/glossary.json`` says what a name was and what to use; whether it is there, renamed or
gone, and since when, comes from the class lists of ten versions (:mod:`flinksim.core.flink_catalog.classes`).
Its texts stand in both languages, ``["English", "中文"]``; who asks says in which language.
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
"""What of an entry of the file stands in each language."""
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
    language: Language = "en"

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
            before = "in versions before {0} ({1})"
            return told(self.language, before, flink_versions()[0], self.changed)
        versions = span.told(self.language)
        return (
            told(self.language, "{0} ({1})", versions, self.changed) if self.changed else versions
        )


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
    language: Language = "en"

    @property
    def heading(self) -> str:
        """The title, and what became of it."""
        return told(self.language, "{0}: {1}", self.title, told(self.language, self.status))

    def __str__(self) -> str:
        return "\n".join([self.heading, *(f"  {line}" for line in self.lines)])


@cache
def names(language: Language = "en") -> tuple[Name, ...]:
    """All names of the file."""
    return tuple(_name(entry, language) for entry in _read("names", language))


@cache
def claims(language: Language = "en") -> tuple[OldClaim, ...]:
    """All claims of the file."""
    entries = _read("claims", language)
    return tuple(OldClaim(**entry | {"says": tuple(entry["says"])}) for entry in entries)


@cache
def shown(language: Language = "en") -> tuple[Shown, ...]:
    """All names of the file that stand for something that is here."""
    return tuple(Shown(**entry) for entry in _read("shown", language))


def cards_of(
    asked: str, modelled: frozenset[str] = frozenset(), language: Language = "en"
) -> list[Card]:
    """What is told who asks for *asked*: a class, a member, an option, a Python name, or a claim.

    A claim is asked for by some of its words, of either language. *modelled* are the classes of
    Flink that are here. Nothing is known if the list is empty.
    """
    wanted = _plain(asked)
    cards = [_card_of_name(name) for name in names(language) if wanted in _spellings(name)]
    if not cards:
        by_name: dict[str, list[FlinkClass]] = {}
        for found in _classes_named(asked):
            by_name.setdefault(found.name, []).append(found)
        cards = [_card_of_classes(classes, modelled, language) for classes in by_name.values()]
    cards += [
        _card_of_shown(one, language) for one in shown(language) if wanted == _plain(one.name)
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
    template = "It {0} ({1}). What does that in Flink 2.3: {2}."
    return told(name.language, template, name.was, name.changed or name.when, name.now or name.new)


def _read(part: str, language: Language) -> list[dict[str, Any]]:
    at = LANGUAGES.index(language)
    entries: list[dict[str, Any]] = json.loads(_FILE.read_text(encoding="utf-8"))[part]
    return [
        {key: value[at] if key in _TEXTS else value for key, value in entry.items()}
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
    """Java's and Python's spelling of a name, and of what it is nested in, as one."""
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
        wanted = asked.replace("_", "").replace(".", "$").lower()
        found = next(
            (classes for name, classes in flink_classes().items() if name.lower() == wanted), ()
        )
    today = [one for one in found if one.span.today]
    return today or list(found[-1:])


def _card_of_classes(found: list[FlinkClass], modelled: frozenset[str], language: Language) -> Card:
    """One card for all classes of one name, whatever their packages."""
    first = found[0]
    status: Status = "not modelled"
    if not first.span.today:
        status = "gone"
    elif first.simple in modelled or first.name in modelled:
        status = "here"
    of = "{0} of org.apache.flink.{1}"
    kinds = told(language, " and ").join(
        told(language, of, told(language, one.kind or "class"), one.package) for one in found
    )
    span = span_of(first.name) or first.span
    lines = [
        told(language, "It is a {0}.", kinds),
        told(language, "Flink has it {0}.", span.told(language)),
    ]
    if first.supertypes:
        above = ", ".join(name.replace("$", ".") for name in first.supertypes)
        lines.append(told(language, "Its supertypes: {0}.", above))
    return Card(first.name.replace("$", "."), status, tuple(lines), language)


def card_of_class(one: FlinkClass, modelled: frozenset[str], language: Language = "en") -> Card:
    """What is told of one class, whatever others have its name."""
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


def _card_of_claim(claim: OldClaim, language: Language) -> Card:
    since = claim.since[0].upper() + claim.since[1:]
    shows = "Step {0} of examples/claims/{1}.py shows it: {2}"
    lines = (
        told(language, "{0} ({1}.)", claim.so, since),
        told(language, shows, claim.step, claim.run, claim.sentence),
    )
    return Card(told(language, "“{0}”", claim.claim), "not so", lines, language)


def _is_about(claim: OldClaim, asked: str) -> bool:
    words = re.findall(r"\w+", asked.lower())
    if not asked.isascii():  # Chinese does not part its words
        text = f"{claim.claim} {claim.so}".lower()
        return bool(words) and all(word in text for word in words)
    if len(words) == 1:  # a name: claims about it have it as a word
        parts = _WORD.sub(" ", asked).lower()
        return bool(re.search(rf"\b{re.escape(parts)}s?\b", claim.claim.lower()))
    text = f"{claim.claim} {claim.so}".lower()
    return all(re.search(rf"\b{re.escape(word)}", text) for word in words)
