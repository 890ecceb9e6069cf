"""The Python view of a job in the form in which the browser gives its own."""

from __future__ import annotations

import json
from typing import Any

from flinksim.trace.view import JobView


def view_json(view: JobView) -> Any:
    """As ``viewJson`` of ``widgets/src/view.ts``: times as text, maps as lists of pairs."""
    return {
        "time_ms": str(view.time_ms),
        "status": view.status,
        "plan": view.plan.job_name if view.plan else None,
        "tasks": [[name, _task(task)] for name, task in view.tasks.items()],
        "channels": [[name, _fields(channel)] for name, channel in view.channels.items()],
        "operators": [[name, _operator(operator)] for name, operator in view.operators.items()],
    }


def _fields(thing: Any) -> dict[str, Any]:
    found = {name: getattr(thing, name) for name in thing.__slots__}
    return {name: str(v) if name.endswith("watermark") else v for name, v in found.items()}


def _task(task: Any) -> dict[str, Any]:
    inputs = [[str(number), _fields(one)] for number, one in task.inputs.items()]
    return {**_fields(task), "inputs": inputs}


def _operator(operator: Any) -> dict[str, Any]:
    timers = [
        {"domain": domain, "key": _text(key), "namespace": _text(space), "timestamp": str(time)}
        for domain, key, space, time in operator.timers
    ]
    panes = [
        {"key": _text(key), "window": _text(window), "count": count}
        for (key, window), count in operator.panes.items()
    ]
    splits = [[name, _fields(split)] for name, split in operator.splits.items()]
    return {**_fields(operator), "splits": splits, "timers": timers, "panes": panes}


def _text(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
