"""Explainer of the subtask to which a key belongs.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.analysis.why.finding import Finding
from flinksim.analysis.why.job_answers import count_records_of_keys
from flinksim.analysis.why.question_names import QuestionError, find_keys, resolve_key
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.trace import events as e
from flinksim.trace.plan import PlanVertex


def explain_key_subtask(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Tell the key group of a key and the subtask that has it: ``which subtask has key a``.

    Raises:
        QuestionError: No record has this key.
    """
    key = resolve_key(run, parts["key"])
    places = _find_places(run, key)
    if not places:
        known = run.format_list([run.format_value(one) for one in find_keys(run)[:8]])
        raise QuestionError(
            run.translate("error.no_record_of_key", key=run.format_value(key), known=known)
        )
    counts = count_records_of_keys(run)
    sentences = []
    for subtask, index in places.items():
        vertex = _find_vertex(run, subtask)
        sentences.append(
            run.translate(
                "list.key_subtask",
                key=run.format_value(key), group=run.events[index].key_group,
                groups=vertex.max_parallelism, subtask=run.format_name(subtask),
            )
        )  # fmt: skip
        if vertex.parallelism == 1:
            sentences.append(run.translate("list.key_subtask_only"))
        elif subtask in counts:
            of_subtask = counts[subtask]
            sentences.append(
                run.translate(
                    "list.key_subtask_counts",
                    subtask=run.format_name(subtask), n=of_subtask[run.format_value(key)],
                    total=of_subtask.total(), keys=len(of_subtask),
                )
            )  # fmt: skip
    sentence = run.sentence_gap.join([*sentences, run.translate("list.key_subtask_fixed")])
    return Finding(sentence, [run.build_link(index) for index in places.values()])


def _find_vertex(run: TraceIndex, subtask: str) -> PlanVertex:
    """Return the job vertex of a subtask."""
    vertex = next(one.vertex for one in run.plan.subtasks if one.id == subtask)
    return next(one for one in run.plan.vertices if one.id == vertex)


def _find_places(run: TraceIndex, key: Any) -> dict[str, int]:
    """Return the first event that shows the key group of *key*, by the subtask that has the key."""
    places: dict[str, int] = {}
    for index in run.find_events(e.KeySelected):
        event = run.events[index]
        if event.key == key:
            places.setdefault(run.subtask(event.operator), index)
    if places:
        return places
    for index in run.find_events(e.ChannelSelected):  # no operator uses the keys
        event = run.events[index]
        if event.key == key:
            places.setdefault(run.channels[event.channel].target, index)
    return places
