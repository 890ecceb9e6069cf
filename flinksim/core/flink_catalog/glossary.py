"""Glossary: the current meaning of names and claims in texts about Flink 1.4 to 2.3.

``flinksim/core/resources/glossary.json`` has the old meaning of a name and its replacement. Whether
a name is present, renamed or removed, and since when, follows from the class lists of ten versions
(:mod:`flinksim.core.flink_catalog.classes`). The texts are in both languages, ``["English",
"中文"]``; the caller chooses the language. The command, the pages, ``docs/reference/glossary.md`` and the
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
    VersionRange,
    find_version_range,
    load_flink_classes,
    load_flink_versions,
    load_removed_options,
)
from flinksim.core.i18n.languages import LANGUAGES, Language
from flinksim.core.i18n.locales.glossary_zh import translate

_FILE = Path(__file__).parents[1] / "resources" / "glossary.json"
_TRANSLATED_FIELDS = frozenset(
    {"was", "now", "changed", "claim", "so", "since", "sentence", "definition"}
)
"""Fields of a glossary entry that have a text for each language in the file."""
_WORD_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

Status: TypeAlias = Literal["available", "renamed", "removed", "incorrect", "not modelled"]


@dataclass(frozen=True, slots=True)
class GlossaryTerm:
    """A term of the glossary file: a name from older Flink versions or texts.

    ``was`` is its old meaning, ``now`` what replaces it, ``new`` its new name if there is one. If a
    program may still call it, ``asked`` has the class on which it does, and its Python name there.
    ``source`` proves that a version older than the first class list had the name.
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
    def version_range(self) -> VersionRange | None:
        """The Flink versions that have this name, ``None`` if only versions before the class lists had."""
        return find_version_range(self.name)

    @property
    def status(self) -> Status:
        """Whether the name is present, renamed or removed in Flink, by the class lists alone."""
        span = self.version_range
        if span is not None and span.is_current:
            return "available"
        return "renamed" if self.new else "removed"

    @property
    def availability(self) -> str:
        """The Flink versions that have this name, and further details of the change, in words."""
        span = self.version_range
        if span is None:
            before = "in versions before {0} ({1})"
            return translate(self.language, before, load_flink_versions()[0], self.changed)
        versions = span.describe(self.language)
        return (
            translate(self.language, "{0} ({1})", versions, self.changed)
            if self.changed
            else versions
        )


@dataclass(frozen=True, slots=True)
class OutdatedClaim:
    """A claim about Flink that is outdated or was never true.

    A step of the bundled run ``run`` shows what is true: the first step that has an event of the type
    ``fact`` whose sentence contains the words of ``says``. The course's ``lessons`` end with the claim.
    """

    claim: str
    so: str
    since: str
    run: str
    fact: str
    says: tuple[str, ...]
    step: int
    sentence: str
    lessons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IllustratedTerm:
    """A term that a recorded run can illustrate, by events of the type ``by``.

    With ``by`` "walk", the steps of the plan generation illustrate it instead.
    """

    name: str
    definition: str
    by: str


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """An explanation of one name; each line is a sentence."""

    title: str
    status: Status
    lines: tuple[str, ...]
    language: Language = "en"

    @property
    def heading(self) -> str:
        """The title and the status."""
        return translate(
            self.language, "{0}: {1}", self.title, translate(self.language, self.status)
        )

    def __str__(self) -> str:
        return "\n".join([self.heading, *(f"  {line}" for line in self.lines)])


@cache
def load_terms(language: Language = "en") -> tuple[GlossaryTerm, ...]:
    """Load all terms of the file."""
    return tuple(_build_term(entry, language) for entry in _read_section("names", language))


@cache
def load_outdated_claims(language: Language = "en") -> tuple[OutdatedClaim, ...]:
    """Load all outdated claims of the file."""
    entries = _read_section("claims", language)
    return tuple(
        OutdatedClaim(
            **entry | {"says": tuple(entry["says"]), "lessons": tuple(entry.get("lessons", ()))}
        )
        for entry in entries
    )


@cache
def load_illustrated_terms(language: Language = "en") -> tuple[IllustratedTerm, ...]:
    """Load all terms of the file that events or plans illustrate."""
    return tuple(IllustratedTerm(**entry) for entry in _read_section("shown", language))


def find_entries(
    query: str, modelled_classes: frozenset[str] = frozenset(), language: Language = "en"
) -> list[GlossaryEntry]:
    """Find the entries for a class, a member, an option, a Python name, or a claim.

    Args:
        query: the name, or some words of a claim, in either language.
        modelled_classes: the classes of Flink that flinksim models.
        language: the language of the entries.

    Returns:
        The entries; an empty list if nothing is known.
    """
    normalized = _normalize_name(query)
    cards = [
        _build_term_entry(name)
        for name in load_terms(language)
        if normalized in _list_spellings(name)
    ]
    if not cards:
        by_name: dict[str, list[FlinkClass]] = {}
        for found in _find_classes(query):
            by_name.setdefault(found.name, []).append(found)
        cards = [
            _build_entry_for_classes(classes, modelled_classes, language)
            for classes in by_name.values()
        ]
    cards += [
        _build_illustrated_entry(one, language)
        for one in load_illustrated_terms(language)
        if normalized == _normalize_name(one.name)
    ]
    if not cards:
        cards = [
            GlossaryEntry(
                name,
                "available" if span.is_current else "removed",
                (translate(language, "Flink versions: {0}.", span.describe(language)),),
                language,
            )
            for name, span in _find_members(query)
        ]
    return cards + [
        _build_claim_entry(claim, language)
        for claim, english, chinese in zip(
            load_outdated_claims(language),
            load_outdated_claims(),
            load_outdated_claims("zh"),
            strict=True,
        )
        if _is_claim_about(english if query.isascii() else chinese, query)
    ]


def find_similar_names(query: str) -> list[str]:
    """Find names that are similar to *query*."""
    known = {_normalize_name(name): name for name in load_flink_classes()}
    known |= {_normalize_name(name.name): name.name for name in load_terms()}
    found = difflib.get_close_matches(_normalize_name(query), known, 5, 0.75)
    return [known[name] for name in found]


def find_removed_methods(owner: str) -> dict[str, GlossaryTerm]:
    """Find the glossary terms that programs call on the class *owner*, by their Python name."""
    return {name.asked[1]: name for name in load_terms() if name.asked[0] == owner}


def describe_removal(term: GlossaryTerm) -> str:
    """Describe a removed method and its replacement, for an error message."""
    template = "It {0} ({1}). In Flink 2.3: {2}."
    return translate(
        term.language, template, term.was, term.changed or term.availability, term.now or term.new
    )


def _read_section(section: str, language: Language) -> list[dict[str, Any]]:
    language_index = LANGUAGES.index(language)
    entries: list[dict[str, Any]] = json.loads(_FILE.read_text(encoding="utf-8"))[section]
    return [
        {
            key: value[language_index] if key in _TRANSLATED_FIELDS else value
            for key, value in entry.items()
        }
        for entry in entries
    ]


def _build_term(entry: dict[str, Any], language: Language) -> GlossaryTerm:
    source = entry.pop("source", None)
    if source is not None:
        entry["source"] = f"apache/flink@{source['commit'][:10]}: {source['path']}"
    if "asked" in entry:
        entry["asked"] = tuple(entry["asked"])
    return GlossaryTerm(**entry, language=language)


def _normalize_name(name: str) -> str:
    """Normalize Java's and Python's spelling of a name, without its enclosing class."""
    return name.rsplit(".", 1)[-1].rsplit("$", 1)[-1].replace("_", "").removesuffix("()").lower()


def _list_spellings(term: GlossaryTerm) -> set[str]:
    return {_normalize_name(term.name), _normalize_name(term.asked[1]), term.name.lower()} - {""}


def _build_term_entry(term: GlossaryTerm) -> GlossaryEntry:
    language = term.language
    lines = [
        translate(language, "It {0}.", term.was),
        translate(language, "Flink versions: {0}.", term.availability),
    ]
    if term.source:
        lines.append(translate(language, "Source: {0}.", term.source))
    if term.now:
        lines.append(translate(language, "In Flink 2.3: {0}.", term.now))
    return GlossaryEntry(term.name.replace("$", "."), term.status, tuple(lines), language)


def _find_classes(query: str) -> list[FlinkClass]:
    found = load_flink_classes().get(query.replace(".", "$")) or load_flink_classes().get(query)
    if found is None:
        normalized = query.replace("_", "").replace(".", "$").lower()
        found = next(
            (
                classes
                for name, classes in load_flink_classes().items()
                if name.lower() == normalized
            ),
            (),
        )
    current = [one for one in found if one.version_range.is_current]
    return current or list(found[-1:])


def _build_entry_for_classes(
    classes: list[FlinkClass], modelled_classes: frozenset[str], language: Language
) -> GlossaryEntry:
    """Build one entry for all classes of one name in different packages."""
    first = classes[0]
    status: Status = "not modelled"
    if not first.version_range.is_current:
        status = "removed"
    elif first.simple_name in modelled_classes or first.name in modelled_classes:
        status = "available"
    template = "{0} of org.apache.flink.{1}"
    kinds = translate(language, " and ").join(
        translate(language, template, translate(language, one.kind or "class"), one.package)
        for one in classes
    )
    span = find_version_range(first.name) or first.version_range
    lines = [
        translate(language, "Kind: {0}.", kinds),
        translate(language, "Flink versions: {0}.", span.describe(language)),
    ]
    if first.supertypes:
        supertypes = ", ".join(name.replace("$", ".") for name in first.supertypes)
        lines.append(translate(language, "Its supertypes: {0}.", supertypes))
    return GlossaryEntry(first.name.replace("$", "."), status, tuple(lines), language)


def build_class_entry(
    flink_class: FlinkClass, modelled_classes: frozenset[str], language: Language = "en"
) -> GlossaryEntry:
    """Build the entry of one class, even if other classes have the same name."""
    return _build_entry_for_classes([flink_class], modelled_classes, language)


def _build_illustrated_entry(term: IllustratedTerm, language: Language) -> GlossaryEntry:
    lines = (
        translate(language, "Definition: {0}.", term.definition),
        translate(language, "In a plan: the generation steps (flinksim plan --walk).")
        if term.by == "walk"
        else translate(language, "In a run: events of type {0}.", term.by),
    )
    return GlossaryEntry(term.name, "available", lines, language)


def _find_members(query: str) -> list[tuple[str, VersionRange]]:
    if query in load_removed_options():
        return [(query, load_removed_options()[query])]
    owner, _, member = query.rpartition(".")
    normalized = member.replace("_", "").removesuffix("()").lower()
    found: dict[str, VersionRange] = {}
    for name, classes in load_flink_classes().items():
        if owner not in ("", name):
            continue
        for one in classes:
            for known in one.members:
                if known.lower() == normalized:
                    span = find_version_range(f"{one.name}.{known}")
                    if span is not None:
                        found[f"{one.name}.{known}"] = span
    return sorted(found.items())[:8]


def _build_claim_entry(claim: OutdatedClaim, language: Language) -> GlossaryEntry:
    since = claim.since[0].upper() + claim.since[1:]
    template = "Step {0} of examples/claims/{1}.py shows it: {2}"
    lines = (
        translate(language, "{0} ({1}.)", claim.so, since),
        translate(language, template, claim.step, claim.run, claim.sentence),
    )
    return GlossaryEntry(translate(language, "“{0}”", claim.claim), "incorrect", lines, language)


def _is_claim_about(claim: OutdatedClaim, query: str) -> bool:
    words = re.findall(r"\w+", query.lower())
    if not query.isascii():  # Chinese has no blanks between words
        text = f"{claim.claim} {claim.so}".lower()
        return bool(words) and all(word in text for word in words)
    if len(words) == 1:  # a name: claims about it contain it as a word
        parts = _WORD_BOUNDARY.sub(" ", query).lower()
        return bool(re.search(rf"\b{re.escape(parts)}s?\b", claim.claim.lower()))
    text = f"{claim.claim} {claim.so}".lower()
    return all(re.search(rf"\b{re.escape(word)}", text) for word in words)
