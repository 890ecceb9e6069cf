"""Explainer of questions about a change of the program: ``what if the watermark delay is 5 s``.

The answer needs a run of the changed program (:mod:`flinksim.analysis.whatif.requested_change`). Not
in Flink.
"""

from __future__ import annotations

from typing import Any

from flinksim.analysis.why.finding import ChangeRequest, Finding, parse_node
from flinksim.analysis.why.question_names import QuestionError, resolve_operators
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.common.configuration import parse_duration_ms

PARAMETERS = {
    "watermark delay": "parameter.delay",
    "idle timeout": "parameter.idle_timeout",
    "allowed lateness": "parameter.lateness",
    "session gap": "parameter.gap",
    "window size": "parameter.window_size",
    "parallelism": "parameter.parallelism",
    "watermark alignment": "parameter.alignment",
    "trigger": "parameter.trigger",
    "PurgingTrigger": "parameter.purging_trigger",
    "evictor": "parameter.evictor",
}
"""The parameters that a question may change, with the ids of their names in the catalogs."""

ONLY_REMOVABLE = ("watermark alignment", "trigger", "PurgingTrigger", "evictor")
"""Parameters that a question may only remove: their values are objects of the program."""

REMOVABLE = ("idle timeout", "allowed lateness", "watermark delay", *ONLY_REMOVABLE)
"""Parameters that a question may remove."""

MAX_PARALLELISM = 128
_FACTORS = {"doubled": 2.0, "halved": 0.5}
_REMOVED = "removed"


def explain_change(run: TraceIndex, parts: dict[str, Any]) -> Finding:
    """Prepare the answer to ``what if the watermark delay is 5 s``.

    Raises:
        QuestionError: The value does not fit the parameter.
    """
    parameter = next(one for one in PARAMETERS if one.lower() == parts["parameter"].lower())
    name = run.translate(PARAMETERS[parameter])
    operators = resolve_operators(run, parts["task"]) if parts.get("task") else []
    nodes = frozenset(map(parse_node, operators))
    request = _parse_request(run, parameter, name, parts["value"].strip().lower())
    finding = Finding(run.translate("request.runs_again"), [])
    finding.request = ChangeRequest(parameter, name, *request, nodes)
    finding.unknown = run.translate("unknown.request")
    return finding


def _parse_request(
    run: TraceIndex, parameter: str, name: str, text: str
) -> tuple[int | None, float | None]:
    """Return the value and the factor in *text*."""
    if text == _REMOVED and parameter in REMOVABLE:
        return None, None
    if parameter in ONLY_REMOVABLE:
        raise QuestionError(run.translate("error.request_only_removed", parameter=name))
    if text in _FACTORS:
        return None, _FACTORS[text]
    try:
        if parameter == "parallelism":
            value = int(text)
            if not 1 <= value <= MAX_PARALLELISM:
                raise ValueError(text)
        else:
            value = parse_duration_ms(text, "")
    except ValueError:
        is_count = parameter == "parallelism"
        message = "error.request_parallelism" if is_count else "error.request_duration"
        raise QuestionError(
            run.translate(message, parameter=name, text=repr(text), n=MAX_PARALLELISM)
        ) from None
    return value, None
