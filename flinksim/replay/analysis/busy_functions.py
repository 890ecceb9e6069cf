"""Detect user functions that block their task: ``time.sleep`` and ``flinksim.cost``.

Records that wait for a busy task arrive later, and delay others. Only the simulator models this. So
a replay rejects such a program before it runs, as far as static analysis finds it. A call that is
not found raises an error when it sleeps.
"""

from __future__ import annotations

import time
from types import FunctionType
from typing import Any

from flinksim.core.reachable_objects import (
    is_library_object,
    iterate_code_objects,
    iterate_reachable_objects,
)
from flinksim.core.simulated_cost import TimedCallable, _CostAccumulator

_REAL_SLEEP = time.sleep


def find_blocking_call(spec: Any) -> str | None:
    """Describe the user function of an operator that sleeps or has a declared cost, or ``None``."""
    for thing in iterate_reachable_objects(spec):
        if isinstance(thing, TimedCallable | _CostAccumulator):
            return "has a cost (flinksim.cost)"
        if isinstance(thing, FunctionType) and _has_sleep_call(thing):
            return f"calls time.sleep in {thing.__qualname__}"
    return None


def _has_sleep_call(function: FunctionType) -> bool:
    if is_library_object(function):
        return False
    names = {name for code in iterate_code_objects(function) for name in code.co_names}
    found = [function.__globals__.get(name) for name in names]
    return any(one is _REAL_SLEEP or (one is time and "sleep" in names) for one in found)
