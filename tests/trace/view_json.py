"""The Python view of a job in the form in which the browser gives its own; made from the shape."""

from __future__ import annotations

import json
from typing import Any

from flinksim.trace.schema.state_schema import AttributeShape, read_class_shapes
from flinksim.trace.state import job_state as view_module
from flinksim.trace.state.job_state import JobView

SHAPE = read_class_shapes(vars(view_module))


def view_json(view: JobView) -> Any:
    """As ``viewJson`` of ``widgets/src/trace/job_state.ts``: times as text, maps as lists of pairs."""
    return _of_class("JobView", view)


def _of_class(name: str, thing: Any) -> dict[str, Any]:
    return {each.name: _held(each, getattr(thing, each.name)) for each in SHAPE[name].attributes}


def _held(attribute: AttributeShape, value: Any) -> Any:
    match attribute.container:
        case "one":
            return _one(attribute.type, value)
        case "list":
            return [_one(attribute.type, each) for each in value]
        case "map":
            return [[str(key), _one(attribute.type, one)] for key, one in value.items()]
        case "composite":
            return [
                {
                    **{
                        name: _one(of, part)
                        for (name, of), part in zip(attribute.key_parts, key, strict=True)
                    },
                    **_entry(attribute, held),
                }
                for key, held in value.items()
            ]


def _entry(attribute: AttributeShape, held: Any) -> dict[str, Any]:
    if attribute.list_type:
        return {"values": [_one(attribute.list_type, each) for each in held]}
    if attribute.type in SHAPE:
        return _of_class(attribute.type, held)
    return {} if attribute.type == "None" else {"value": _one(attribute.type, held)}


def _one(type_: str, value: Any) -> Any:
    if type_ in SHAPE:
        return _of_class(type_, value)
    if type_ == "Value":
        return json.dumps(value, separators=(",", ":"))
    if type_ == "Plan | None":
        return value.job_name if value else None
    if type_.startswith("Timestamp"):
        return None if value is None else str(value)
    return value
