"""The event types as data, read from the classes of :mod:`flinksim.trace.events`.

The codec, the schema, the causal links and the sentences use these declarations. A new event type
or field is declared once and is then known to all of them.
"""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import dataclass, fields
from typing import Any, Literal, TypeAlias, get_args, get_origin

from flinksim.trace import events
from flinksim.trace.events.event import SpanRelation
from flinksim.trace.plan import Plan, PlanChannel, PlanOperator, PlanSubtask, PlanVertex

FieldForm: TypeAlias = Literal[
    "timestamp", "optional timestamp", "count", "flag", "choice", "text", "subtask", "operator",
    "channel", "texts", "value", "plan",
]  # fmt: skip
"""Form of an event field (time, id, value ...), which decides how it is stored and displayed."""

_FORMS_BY_TYPE: dict[str, FieldForm] = {
    "Timestamp": "timestamp",
    "Timestamp | None": "optional timestamp",
    "Count": "count",
    "bool": "flag",
    "str": "text",
    "SubtaskId": "subtask",
    "OperatorId": "operator",
    "ChannelId": "channel",
    "tuple[str, ...]": "texts",
    "tuple[ChannelId, ...]": "texts",
    "tuple[OperatorId, ...]": "texts",
    "Value": "value",
    "Plan": "plan",
}


@dataclass(frozen=True, slots=True)
class FieldDeclaration:
    """Declaration of one field of an event type.

    ``choices`` are the possible values of a field of the form "choice".
    """

    name: str
    form: FieldForm
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KindDeclaration:
    """Declaration of one event type; ``number`` is its index in ``EVENT_KINDS``."""

    number: int
    name: str
    cls: type[Any]
    doc: str
    flink_method: str
    span_relation: SpanRelation
    parent_kinds: tuple[str, ...]
    fields: tuple[FieldDeclaration, ...]

    def find_field(self, name: str) -> FieldDeclaration | None:
        """Return the field called *name*, or ``None``."""
        return next((field for field in self.fields if field.name == name), None)


def _declare(number: int, cls: type[Any]) -> KindDeclaration:
    declarations = []
    for name, type_ in cls.FIELDS.items():
        words = None if type_ in _FORMS_BY_TYPE else eval(type_, vars(sys.modules[cls.__module__]))
        if type_ in _FORMS_BY_TYPE:
            declarations.append(FieldDeclaration(name, _FORMS_BY_TYPE[type_]))
        elif get_origin(words) is Literal:
            declarations.append(FieldDeclaration(name, "choice", get_args(words)))
        else:
            raise TypeError(
                f"{cls.__name__}.{name} is declared as {type_}. Expected one of "
                f"{', '.join(_FORMS_BY_TYPE)} or a Literal of texts"
            )
    doc = (cls.__doc__ or "").strip()
    return KindDeclaration(
        number,
        cls.__name__,
        cls,
        doc,
        cls.FLINK_METHOD,
        cls.SPAN_RELATION,
        tuple(cls.PARENT_KINDS),
        tuple(declarations),
    )


KINDS: tuple[KindDeclaration, ...] = tuple(
    _declare(number, cls) for number, cls in enumerate(events.EVENT_KINDS)
)
"""All event types in the order of declaration."""

KINDS_BY_CLASS: dict[type[Any], KindDeclaration] = {kind.cls: kind for kind in KINDS}
KINDS_BY_NAME: dict[str, KindDeclaration] = {kind.name: kind for kind in KINDS}

PLAN_CLASSES: tuple[type[Any], ...] = (PlanOperator, PlanVertex, PlanSubtask, PlanChannel, Plan)
"""The classes of which the plan of a job consists, each after the classes of its parts."""


def compute_schema_id() -> str:
    """Compute a short hash of the declarations: files with equal ids have the same columns."""
    shape = {
        "kinds": [[k.name, [[f.name, f.form, f.choices] for f in k.fields]] for k in KINDS],
        "plan": [[c.__name__, [[f.name, str(f.type)] for f in fields(c)]] for c in PLAN_CLASSES],
    }
    return hashlib.sha256(json.dumps(shape).encode()).hexdigest()[:16]


SCHEMA_ID = compute_schema_id()
