"""Answer to a question about a run.

It has a sentence, the chain of events that led to the outcome, the causes, and changes of the
program with which the outcome would differ (counterfactuals). Not in Flink.
"""

from __future__ import annotations

import html
import json
import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from flinksim.core.i18n.languages import Language
from flinksim.core.i18n.message_catalog import translate

CauseKind: TypeAlias = Literal["record", "fact", "setting"]

_TEXT_WIDTH = 100
_SPACE_AFTER_CHINESE = re.compile(r"(?<=[：。；，）]) ")  # noqa: RUF001


class MessageTemplate(str):
    """Id of a message and the values of its placeholders; it is translated when it is shown.

    The values may be messages themselves.
    """

    __slots__ = ("fields",)

    def __new__(cls, message_id: str, **fields: Any) -> MessageTemplate:
        """Create a message from its id in the catalogs and its values."""
        message = super().__new__(cls, message_id)
        message.fields = fields
        return message

    fields: dict[str, Any]

    def render(self, language: Language) -> str:
        """Translate the message and its values to *language*."""
        translated = {name: translate_text(each, language) for name, each in self.fields.items()}
        return translate(language, str(self), **translated)


def translate_text(text: Any, language: Language) -> Any:
    """Translate *text* if it is a message; return anything else unchanged."""
    return text.render(language) if isinstance(text, MessageTemplate) else text


REMOVED = MessageTemplate("change.removed")
"""Text for the new value of a change that removes something from the program."""

MAX_LISTED = 10
"""Maximum number of events in the short answer to a question for a list."""
MAX_CAUSES = 6
"""Maximum number of causes in the printed answer. :attr:`Answer.causes` has all of them."""


@dataclass(frozen=True, slots=True)
class RecordId:
    """Record of the input: plan node of its source, split, and offset in the split (from 0)."""

    node: int
    split: str
    offset: int


@dataclass(frozen=True, slots=True)
class Cause:
    """Cause of an outcome: an input record, an event of the run or a setting of the program.

    ``step`` is the step in which it occurred; ``None`` if it did not occur in the run.
    """

    kind: CauseKind
    text: str
    step: int | None = None
    record: RecordId | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the cause as a dict of plain values that can be written as JSON."""
        found: dict[str, Any] = {"kind": self.kind, "text": self.text, "step": self.step}
        if self.record is not None:
            found["record"] = {
                "node": self.record.node,
                "split": self.record.split,
                "offset": self.record.offset,
            }
        return found


@dataclass(frozen=True, slots=True)
class CausalLink:
    """One event of a causal chain: its step, its index in the trace, and its description.

    ``entity_ids`` are the ids of the tasks, operators and channels that the description names.
    ``skipped`` are the less important events between this one and the previous link.
    """

    step: int
    event_index: int
    text: str
    entity_ids: tuple[str, ...] = ()
    skipped: tuple[CausalLink, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the link as a dict of plain values that can be written as JSON."""
        return {
            "step": self.step,
            "fact": self.event_index,
            "text": self.text,
            "things": list(self.entity_ids),
            "skipped": [link.to_json() for link in self.skipped],
        }


@dataclass(frozen=True, slots=True)
class ProgramChange:
    """Change of the user's program: what changes, its source location, old and new value.

    ``action`` is "add" for a new record after the subject, and "remove" if the subject is removed.
    """

    subject: str
    location: str
    old: str
    new: str
    action: Literal["set", "add", "remove"] = "set"

    def __str__(self) -> str:
        place = f" ({self.location})" if self.location else ""
        return f"{self.subject}: {self.old} -> {self.new}{place}"

    def to_json(self) -> dict[str, Any]:
        """Return the change as a dict of plain values that can be written as JSON."""
        return {"what": self.subject, "where": self.location, "old": self.old, "new": self.new}


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """Smallest change of one kind that was found to change the outcome.

    ``outcome`` describes what the changed run does, ``cost`` its side effects. ``run_count`` is the
    number of runs of the search. ``variant`` is the changed program with its settings;
    ``open_simulation`` runs it as a simulation. ``is_requested`` tells
    that the question asked for this change.
    """

    text: str
    changes: tuple[ProgramChange, ...]
    outcome: str
    cost: str
    run_count: int
    variant: Any = field(repr=False, compare=False)
    open_simulation: Callable[[], Any] = field(repr=False, compare=False)
    is_requested: bool = False

    @property
    def heading(self) -> str:
        """Id of the message before the change."""
        return "answer.tried" if self.is_requested else "answer.what_if"

    def to_json(self) -> dict[str, Any]:
        """Return the counterfactual as a dict of plain values that can be written as JSON."""
        return {
            "text": self.text,
            "changes": [change.to_json() for change in self.changes],
            "outcome": self.outcome,
            "cost": self.cost,
            "tried": self.run_count,
            "requested": self.is_requested,
        }


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    """Answer to one question about one run, in *language*.

    - ``understood``: what a question in other words was understood as, or "".
    - ``readings``: other questions that were possibly meant.
    - ``causal_chain``: the causal chain, from the event in question back to its origin.
    - ``causes``: a minimal set of causes. If ``any_suffices``, each of them alone suffices, so that
      only removing all of them changes the outcome. Otherwise all of them are needed together.
    - ``relevant_records``: the other records that may matter; without any further record the outcome is
      the same. ``None`` if that is not known.
    - ``is_confirmed``: whether a rerun without the cause had another outcome. ``None`` if it was not
      run, as for a trace alone.
    - ``unknown``: what the trace does not tell.
    - ``counterfactual``: the smallest change found that changes the outcome; ``alternatives``: further
      ones.
    - ``run_count``: the number of changed runs. ``None`` if the program is not available.
    - ``is_list``: whether the chain lists what was asked for, such as the windows that fired.
    """

    question: str
    sentence: str
    causal_chain: tuple[CausalLink, ...]
    causes: tuple[Cause, ...] = ()
    any_suffices: bool = False
    relevant_records: frozenset[RecordId] | None = None
    is_confirmed: bool | None = None
    unknown: str = ""
    counterfactual: Counterfactual | None = None
    alternatives: tuple[Counterfactual, ...] = ()
    run_count: int | None = None
    language: Language = "en"
    understood: str = ""
    readings: tuple[str, ...] = ()
    is_list: bool = False
    _compare: Callable[[Any], Any] | None = field(default=None, compare=False)

    def try_it(self) -> Any:
        """Run :attr:`counterfactual` to its end and return it as a simulation.

        Raises:
            ValueError: No change was found that changes the outcome, or nothing could be run.
        """
        if self.counterfactual is None:
            raise ValueError(self._translate("error.no_change_known"))
        return self.counterfactual.open_simulation()

    def compare(self) -> Any:
        """Compare this run with the counterfactual side by side (:func:`flinksim.compare_side_by_side`).

        Raises:
            ValueError: As for :meth:`try_it`, or the change makes it another job.
        """
        changed = self.try_it()
        assert self._compare is not None
        return self._compare(changed.trace)

    # --- renderings ------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """Return the answer as plain values, for the browser and for files."""
        found = self.counterfactual
        return {
            "question": self.question,
            "understood": self.understood,
            "readings": list(self.readings),
            "sentence": self.sentence,
            "links": [link.to_json() for link in self.causal_chain],
            "cause": [thing.to_json() for thing in self.causes],
            "anyWouldDo": self.any_suffices,
            "confirmed": self.is_confirmed,
            "unknown": self.unknown,
            "language": self.language,
            "counterfactual": None if found is None else found.to_json(),
            "also": [each.to_json() for each in self.alternatives],
        }

    def json(self) -> str:
        """Return the answer (:meth:`to_json`) as JSON text."""
        return json.dumps(self.to_json(), ensure_ascii=False, indent=2)

    def _translate(self, message_id: str, **fields: Any) -> str:
        return translate(self.language, message_id, **fields)

    @property
    def cause_label(self) -> str:
        """Heading of the list of causes, such as "without these 2".

        It tells under which condition the outcome would differ: without the causes that follow it.
        """
        if self.any_suffices and len(self.causes) > 1:
            return self._translate("cause.any_of", n=len(self.causes))
        if len(self.causes) == 1:
            return self._translate("cause.without_it")
        return self._translate("cause.without_these", n=len(self.causes))

    @property
    def _cause_heading(self) -> str:
        if all(thing.record is None for thing in self.causes):
            return self._translate("cause.heading")
        is_any = self.any_suffices and len(self.causes) > 1
        return self._translate(
            "cause.heading_any" if is_any else "cause.heading_checked", trial=self._confirmation
        )

    @property
    def _confirmation(self) -> str:
        if self.is_confirmed is None:
            return self._translate("cause.not_checked")
        if self.is_confirmed:
            return self._translate("cause.confirmed", words=self.cause_label)
        return self._translate("cause.refuted", words=self.cause_label)

    @property
    def _search_summary(self) -> str:
        """Sentence that no effective change was found, with the number of changed runs.

        It is "" if a change was found, if none was tried, or if the program is not available.
        """
        if self.counterfactual is not None or not self.run_count:
            return ""
        message = "answer.no_other_change_found" if self.is_confirmed else "answer.no_change_found"
        return self._translate(message, n=self.run_count)

    def __str__(self) -> str:
        return "\n".join([self.format_sentence(), *self._format_summary()])

    def full_text(self) -> str:
        """Return the whole answer: also the causal chain, all causes and all changes that were found."""
        return "\n".join([self.format_sentence(), *self._format_details()])

    def format_sentence(self) -> str:
        """Return the beginning of the answer, which needs no changed run: what happened, and why."""
        lines = []
        if self.understood:
            lines += _wrap_text(
                self._translate("job.understood", question=self.understood), "", "  "
            )
        return "\n".join([*lines, *_wrap_text(self.sentence, "", "")])

    def format_rest(self, is_full: bool) -> str:
        """Return what follows :meth:`format_sentence`, in short or in full; it may be empty."""
        return "\n".join(self._format_details() if is_full else self._format_summary())

    def _format_summary(self) -> list[str]:
        lines: list[str] = []
        if self.causes:
            first = self.causes[0]
            text = f"{self._cause_heading} {first.text}{self._format_cause_step(first)}"
            if len(self.causes) > 1:
                text += self._translate("answer.more_in_line", n=len(self.causes) - 1)
            lines += _wrap_text(text, "", "  ")
        if self.counterfactual is not None:
            lines += self._format_change(self.counterfactual.heading, self.counterfactual)
        elif self.unknown:
            lines += _wrap_text(self.unknown, self._translate("answer.unknown"), "  ")
        if self._search_summary:
            lines += _wrap_text(self._search_summary, "", "  ")
        listed = MAX_LISTED if self.is_list else 0
        lines += self._format_chain(self.causal_chain[:listed])
        hidden = [
            self._translate(message, n=count)
            for message, count in (
                (self._chain_label, len(self.causal_chain[listed:])),
                ("answer.hidden_changes", len(self.alternatives)),
            )
            if count
        ]
        if hidden:
            separator = self._translate("answer.separator")
            lines.append(self._translate("answer.hidden", parts=separator.join(hidden)))
        return lines + self._format_readings()

    @property
    def _chain_label(self) -> str:
        """Id of the message that says how many events of the chain are not shown."""
        return "answer.hidden_events" if self.is_list else "answer.hidden_steps"

    def _format_chain(self, links: tuple[CausalLink, ...]) -> list[str]:
        steps = max((len(f"{link.step:,}") for link in links), default=0)
        lines: list[str] = []
        for link in links:
            head = self._translate("answer.step_head", step=f"{link.step:>{steps},}")
            lines += _wrap_text(link.text, head, " " * (9 + steps))
        return lines

    def _format_details(self) -> list[str]:
        lines = self._format_chain(self.causal_chain)
        if self.causes:
            lines += _wrap_text(self._cause_heading, "", "  ")
            for thing in self.causes[:MAX_CAUSES]:
                lines += _wrap_text(f"{thing.text}{self._format_cause_step(thing)}", "  - ", "    ")
            if len(self.causes) > MAX_CAUSES:
                lines.append(self._translate("answer.more_causes", n=len(self.causes) - MAX_CAUSES))
        if self.unknown:
            lines += _wrap_text(self.unknown, self._translate("answer.unknown"), "  ")
        if self._search_summary:
            lines += _wrap_text(self._search_summary, "", "  ")
        if self.counterfactual is not None:
            lines += self._format_change(self.counterfactual.heading, self.counterfactual)
        for one in self.alternatives:
            lines += self._format_change("answer.or", one)
        return lines + self._format_readings()

    def _format_cause_step(self, cause: Cause) -> str:
        return "" if cause.step is None else self._translate("answer.in_step", step=cause.step)

    def _format_change(self, head: str, found: Counterfactual) -> list[str]:
        text = f"{found.text} {found.outcome} {found.cost}".rstrip()
        lines = _wrap_text(text, self._translate(head), "  ")
        for change in found.changes:
            lines += _wrap_text(str(change), "  ", "    ")
        return lines

    def _format_readings(self) -> list[str]:
        if not self.readings:
            return []
        return [
            self._translate("job.you_may_also_mean"),
            *[f"  {reading}?" for reading in self.readings],
        ]

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        escape = html.escape
        rows = "".join(
            "<tr><td style='text-align:right;opacity:.6'>"
            f"{self._translate('answer.step', step=link.step)}</td>"
            f"<td style='text-align:left'>{escape(link.text)}</td></tr>"
            for link in self.causal_chain
        )
        causes = "".join(f"<li>{escape(thing.text)}</li>" for thing in self.causes[:MAX_CAUSES])
        if len(self.causes) > MAX_CAUSES:
            more = self._translate("answer.more", n=len(self.causes) - MAX_CAUSES)
            causes += f"<li>{more}</li>"
        parts = [
            f"<p style='opacity:.7'>{escape(self.understood or self.question)}</p>",
            f"<p><b>{escape(self.sentence)}</b></p>",
        ]
        if causes:
            parts.append(f"<p>{escape(self._cause_heading)}</p><ul>{causes}</ul>")
        if self.unknown:
            parts.append(f"<p>{self._translate('answer.unknown')}{escape(self.unknown)}</p>")
        if self._search_summary:
            parts.append(f"<p>{escape(self._search_summary)}</p>")
        for one in (self.counterfactual, *self.alternatives):
            if one is not None:
                text = f"{one.text} {one.outcome} {one.cost}".rstrip()
                changes = "".join(
                    f"<li><code>{escape(str(change))}</code></li>" for change in one.changes
                )
                parts.append(
                    f"<p>{self._translate(one.heading)}{escape(text)}</p><ul>{changes}</ul>"
                )
        if rows:
            chain = self._translate(self._chain_label, n=len(self.causal_chain))
            state = " open" if self.is_list else ""
            parts.append(
                f"<details{state}><summary>{chain}</summary><table>{rows}</table></details>"
            )
        return f"<div class='flinksim-answer'>{''.join(parts)}</div>"


def _wrap_text(text: str, first_indent: str, other_indent: str) -> list[str]:
    return textwrap.wrap(
        _SPACE_AFTER_CHINESE.sub("", text),
        _TEXT_WIDTH,
        initial_indent=first_indent,
        subsequent_indent=other_indent,
        break_on_hyphens=False,
    )
