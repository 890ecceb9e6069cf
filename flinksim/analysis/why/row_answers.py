"""Explainers for rows of SQL jobs: why a row is in the table, and why it was retracted.

Not in Flink.
"""

from __future__ import annotations

import re
from typing import Any

from flinksim.analysis.why.answer import CausalLink, Cause
from flinksim.analysis.why.finding import (
    CandidateChange,
    Finding,
    Outcome,
    find_timed_events,
    parse_node,
)
from flinksim.analysis.why.question_names import QuestionError
from flinksim.analysis.why.row_hops import RowHop, find_deciding_hop, find_hops
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.trace import events as e
from flinksim.trace.changelog import Changelog, TableChange, split_columns
from flinksim.trace.query import find_contained_records
from flinksim.trace.recorder import Trace

MAX_RECORDS = 6
_KIND = re.compile(r"[+-][IUD](?=\W|$)", re.IGNORECASE)
_REASONS = {
    "GroupAggregate": "aggregate", "GlobalGroupAggregate": "aggregate",
    "LocalGroupAggregate": "aggregate", "IncrementalGroupAggregate": "aggregate",
    "GroupWindowAggregate": "aggregate", "OverAggregate": "other",
    "Rank": "rank", "SortLimit": "rank", "Limit": "rank",
    "Join": "join", "TemporalJoin": "other", "IntervalJoin": "join",
    "Deduplicate": "deduplicate", "ChangelogNormalize": "deduplicate",
    "SinkMaterializer": "deduplicate",
}  # fmt: skip
"""For operators of SQL, by name, the kind of reason for which they retract rows."""


# --- names -----------------------------------------------------------------------------------------


def find_change(run: TraceIndex, text: str, kind: str = "") -> tuple[Changelog, list[TableChange]]:
    """Return the changes that *text* denotes, with the changelog that has them.

    *text* has the values of the row, all or some of them, and may begin with the kind of change. It
    may also be empty: then all changes of *kind* match.

    Raises:
        QuestionError: No change matches. The message lists rows.
    """
    text = re.sub(r"^(?:the )?row |^行 ?", "", text.strip(), flags=re.IGNORECASE)
    if found := _KIND.match(text):
        kind, text = found[0].upper(), text[2:]
    wanted = [part for part in split_columns(_strip(text)) if part]
    logs = run.changelogs
    if not logs:
        raise QuestionError(run.translate("error.no_changelog"))
    for is_match in (_is_equal, _has_values):
        for log in logs:
            matches = [
                change for change in log.changes
                if (not kind or change.kind == kind) and is_match(change, wanted)
            ]  # fmt: skip
            if matches:
                return log, matches
    known = run.format_list([str(change) for log in logs for change in log.changes])
    raise QuestionError(run.translate("error.no_such_row", row=kind + text, known=known))


def _strip(text: str) -> str:
    return text.strip().strip("[]()").strip()


def _normalize(value: str) -> str:
    """Return a value as it is compared; a null of SQL is ``None`` in a trace."""
    plain = value.strip("\"'“”").casefold()
    return "none" if plain == "null" else plain


def _is_equal(change: TableChange, wanted: list[str]) -> bool:
    values = [_normalize(value) for value in split_columns(change.values)]
    return not wanted or values == [_normalize(value) for value in wanted]


def _has_values(change: TableChange, wanted: list[str]) -> bool:
    """Return whether the row has the wanted values, in their order."""
    values = iter([_normalize(value) for value in split_columns(change.values)])
    return all(_normalize(one) in values for one in wanted)


# --- questions -------------------------------------------------------------------------------------


def explain_retracted(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain why a row was retracted: ``why is row [a, 1, 1] retracted``, ``why is there a -U``."""
    kind = (parts.get("kind") or "").upper()
    log, matches = find_change(run, parts.get("row") or "", kind)
    removed = [one for one in matches if one.retracted_by is not None]
    retractions = [one for one in matches if not one.is_added]
    if removed:
        number = removed[0].retracted_by
        assert number is not None
        return _explain_change(run, log, log.changes[number])
    if retractions:
        return _explain_change(run, log, retractions[0])
    still = matches[-1]
    sentence = run.translate(
        "row.not_retracted", row=_format_row(still), change=still, step=still.step
    )
    return Finding(sentence, [run.build_link(still.event_index)])


def explain_emitted(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain why a change was emitted: ``why was +U emitted``, ``why was +U[a, 2, 4] emitted``."""
    row = parts.get("row") or ""
    kind = (parts.get("result") or "")[:2].upper()
    rest = (parts.get("result") or "")[2:]
    log, matches = find_change(run, rest if _strip(rest) else row, kind)
    return _explain_change(run, log, matches[0])


def explain_in_table(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Explain why a row is in the table: ``why is row [a, 3, 9] in the table``."""
    log, matches = find_change(run, parts.get("row") or "")
    added = [one for one in matches if one.is_added]
    live = [one for one in added if one.retracted_by is None]
    if live:
        change = live[-1]
        intro = run.translate(
            "row.in_table", row=_format_row(change), change=change, step=change.step
        )
        return _explain_change(run, log, change, intro)
    if not added:
        return _explain_change(run, log, matches[-1])
    change = added[-1]
    assert change.retracted_by is not None
    retraction = log.changes[change.retracted_by]
    finding = _explain_change(run, log, retraction)
    intro = run.translate(
        "row.was_in_table", row=_format_row(change), step=change.step, end=retraction.step
    )
    finding.sentence = _join(run, intro, finding.sentence)
    return finding


# --- answers ---------------------------------------------------------------------------------------


def explain_write(run: TraceIndex, write: int) -> Finding | None:
    """Explain the change of the ``ResultWritten`` event *write*.

    ``None`` if it is no change of SQL, or the result of a window or timer.
    """
    for log in run.changelogs:
        for change in log.changes:
            if change.event_index == write:
                hops = find_hops(run, write)
                is_timed = bool(hops) and isinstance(
                    run.events[hops[-1].received_at], e.WindowFired | e.TimerFired
                )
                return None if is_timed else _explain_change(run, log, change)
    return None


def _explain_change(
    run: TraceIndex, log: Changelog, change: TableChange, introduction: str = ""
) -> Finding:
    """Explain one change: what it does to the table, which operator decided that, and for which record.

    *introduction* replaces the sentence about what it does.
    """
    hops = find_hops(run, change.event_index)
    deciding = find_deciding_hop(hops)
    sentences = [introduction or _describe_effect(run, log, change)]
    if deciding is not None:
        sentences.append(_describe_reason(run, deciding, change))
    group = _find_group(log, change)
    if change.kind == "-U" and any(one.kind == "+U" for one in group):
        following = next(one for one in group if one.kind == "+U" and one.number > change.number)
        sentences.append(run.translate("row.new_row", row=following))
    contents = find_contained_records(run.trace, change.event_index)
    if change.is_added and contents:
        sentences.append(_describe_records(run, contents))
    links = _build_links(run, log, change, hops)
    finding = Finding(_join(run, *sentences), links)
    finding.causes = _find_causes(run, hops, contents, change)
    finding.outcome = _build_outcome(run, log, group)
    finding.ignores_time = True
    finding.candidates = [
        CandidateChange("left out", record=cause.record)
        for cause in finding.causes
        if cause.record is not None
    ]
    finding.candidates.append(CandidateChange("schedule"))
    return finding


def _describe_effect(run: TraceIndex, log: Changelog, change: TableChange) -> str:
    """Describe what a change does to the table."""
    before = log.changes[change.number - 1] if change.number else None
    if change.kind == "+U" and before is not None and before.kind == "-U":
        if before.step == change.step:
            return run.translate(
                "row.updates", change=change, step=change.step, row=_format_row(before)
            )
    if change.retracts is None:
        message = "row.adds" if change.is_added else "row.retracts_nothing"
        return run.translate(message, change=change, step=change.step)
    earlier = log.changes[change.retracts]
    fields = {
        "change": change, "step": change.step, "row": _format_row(earlier), "added": earlier,
        "added_step": earlier.step,
    }  # fmt: skip
    if log.key_columns is None:
        return run.translate("row.retracts", **fields)
    values = split_columns(change.values)
    key = ", ".join(values[column] for column in log.key_columns)
    message = "row.replaces" if change.is_added else "row.deletes_key"
    effect = run.translate(message, **fields, key=f"[{key}]")
    if change.is_added or change.values == earlier.values:
        return effect
    meant = run.translate("row.deletes_other", row=_format_row(change), other=_format_row(earlier))
    return _join(run, effect, meant)


def _describe_reason(run: TraceIndex, hop: RowHop, change: TableChange) -> str:
    """Describe why the operator of *hop* made the change."""
    event = run.events[hop.received_at]
    if isinstance(event, e.WindowFired | e.TimerFired):
        return run.describe_event(hop.received_at)
    if hop.input is None:
        return run.translate("row.by_source", change=hop.output)
    name = run.instances[hop.operator].operator.name
    reason = _REASONS.get(name, "other")
    in_sign, out_sign = hop.input[0], hop.output[0]
    if reason == "aggregate" and not change.is_added:
        reason += "_deleted" if hop.output.startswith("-D") else "_changed"
    elif reason == "aggregate":
        reason += "_changed" if hop.output.startswith("+U") else "_first"
    elif reason in ("rank", "join"):
        signs = {("+", "-"): "out", ("-", "+"): "back"}
        reason += f"_{signs.get((in_sign, out_sign), 'same')}"
    elif reason == "deduplicate" and hop.output.startswith("+I"):
        reason = "deduplicate_first"
    return run.translate(
        f"row.by_{reason}",
        operator=run.format_name(hop.operator),
        input=hop.input,
        output=hop.output,
        key=run.format_value(hop.key),
    )


def _find_group(log: Changelog, change: TableChange) -> list[TableChange]:
    """Return the changes that belong together: a ``-U`` and its ``+U``, or all of a step.

    A change that only adds a row stands alone.
    """
    if change.kind == "+I":
        return [change]
    return [one for one in log.changes if one.step == change.step]


def _describe_records(run: TraceIndex, contents: list[int]) -> str:
    values = [run.format_value(run.events[index].value) for index in contents[:MAX_RECORDS]]
    more = len(contents) - len(values)
    listed = run.format_list(values) + (run.translate("list.more", n=more) if more > 0 else "")
    return run.translate("result.records", n=len(contents), records=listed)


def _build_links(
    run: TraceIndex, log: Changelog, change: TableChange, hops: list[RowHop]
) -> list[CausalLink]:
    """Build the chain: the change, the operators that it passed, the record, and the row that it removes."""
    links = [run.build_link(change.event_index)]
    for hop in hops:
        if hop.input is None:
            links.append(run.build_link(hop.received_at))
        elif hop.key is not None or hop.makes_change:
            text = run.translate(
                "row.hop",
                operator=run.format_name(hop.operator),
                input=hop.input,
                output=hop.output,
                key=run.format_value(hop.key),
            )
            links.append(run.build_link(hop.received_at, text))
            links += [run.build_link(index) for index in _find_state_changes(run, hop)]
    if change.retracts is not None:
        links.append(run.build_link(log.changes[change.retracts].event_index))
    return links


def _find_state_changes(run: TraceIndex, hop: RowHop) -> list[int]:
    """Return the changes of state that the operator of *hop* made for its input, at most two."""
    found = []
    for index in range(hop.received_at + 1, len(run.events)):
        event = run.events[index]
        if run.step(index) != run.step(hop.received_at):
            break
        if isinstance(event, e.ElementProcessed) and event.operator == hop.operator:
            break
        changes = (e.StateUpdated, e.StateEntryPut, e.StateEntryRemoved, e.StateCleared)
        if isinstance(event, changes) and event.operator == hop.operator:
            found.append(index)
    return found[:2]


def _find_causes(
    run: TraceIndex, hops: list[RowHop], contents: list[int], change: TableChange
) -> list[Cause]:
    """Return the record that led to the change; for a window or timer the last record of the row."""
    last = hops[-1].received_at if hops else -1
    if last >= 0 and isinstance(run.events[last], e.SourceRecordRead):
        return [run.build_record_cause(last)]
    if contents:
        return [run.build_record_cause(contents[-1])]
    return [run.build_event_cause(change.event_index)]


def _build_outcome(run: TraceIndex, log: Changelog, group: list[TableChange]) -> Outcome:
    """Build a test for runs: whether the sink writes these changes one after another, as often as here."""
    wanted = [str(change) for change in group]

    def count(texts: list[str]) -> int:
        size = len(wanted)
        return sum(texts[at : at + size] == wanted for at in range(len(texts) - size + 1))

    def list_texts(trace: Trace) -> list[str]:
        return [
            event.text.rpartition("> ")[2]
            for _, event in find_timed_events(trace, e.ResultWritten)
            if parse_node(event.operator) == log.node
        ]

    times = count([str(change) for change in log.changes[: group[-1].number + 1]])
    return Outcome(
        lambda trace: count(list_texts(trace)) >= times,
        True,
        lambda trace: run.translate("outcome.results", results=run.format_list(list_texts(trace))),
    )


def _format_row(change: TableChange) -> str:
    return f"[{change.values}]"


def _join(run: TraceIndex, *sentences: str) -> str:
    return run.sentence_gap.join(sentences)
