"""Functions of the session and of chance: ``RAND``, ``UUID``, ``TYPEOF``, ``CURRENT_DATABASE``.

Differs: random values come from a fixed seed, so that a run can be repeated.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

from flinksim.table.runtime.expressions.function_registry import (
    Evaluator,
    FunctionCall,
    add_scalar,
    add_special,
)


def _create_random(call: FunctionCall, seed_count: int) -> random.Random:
    """Create the generator of a call; a seed is its first operand if it has *seed_count* operands."""
    has_seed = len(call.operand_types) == seed_count
    return random.Random(
        call.literals[0] if has_seed and call.literals else f"flinksim:{call.name}"
    )


@add_special("RAND")
def _build_rand(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    source = _create_random(call, 1)
    return lambda row: source.random()


@add_special("RAND_INTEGER")
def _build_rand_integer(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    source = _create_random(call, 2)
    bound = operands[-1]

    def evaluate(row: Any) -> int | None:
        limit = bound(row)
        return None if limit is None else source.randrange(limit)

    return evaluate


@add_special("UUID")
def _build_uuid(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    source = random.Random("flinksim:UUID")

    def evaluate(row: Any) -> str:
        digits = f"{source.getrandbits(128):032x}"
        variant = "89ab"[int(digits[16], 16) % 4]
        parts = (digits[:8], digits[8:12], f"4{digits[13:16]}", f"{variant}{digits[17:20]}")
        return "-".join((*parts, digits[20:]))

    return evaluate


@add_special("TYPEOF")
def _build_type_name(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    # An interval has Calcite's precision in a plan, and Flink's here.
    name = str(call.operand_types[0]).replace("INTERVAL SECOND(6)", "INTERVAL SECOND(3)")
    return lambda row: name


@add_special("CURRENT_DATABASE")
def _build_current_database(call: FunctionCall, operands: Sequence[Evaluator]) -> Evaluator:
    return lambda row: "default_database"


@add_scalar("JSON_QUOTE")
def _add_quotes(text: str) -> str:
    return json.dumps(text)


@add_scalar("JSON_UNQUOTE")
def _remove_quotes(text: str) -> str:
    try:
        found = json.loads(text)
    except ValueError:
        return text
    return found if isinstance(found, str) else text
