"""Detect user functions that block their task: ``time.sleep`` and ``flinksim.cost``.

Records that wait for a busy task arrive later, and delay others. Only the simulator models this. So
a replay rejects such a program before it runs, as far as static analysis finds it. A call that is
not found raises an error when it sleeps.
"""

from __future__ import annotations

import time
from types import FunctionType
from typing import Any

from flinksim.core.simulated_cost import CostlyCallable, _Meter
from flinksim.replay.analysis.reachable_objects import code_of, is_ours, reached

_REAL_SLEEP = time.sleep


def what_keeps_busy(spec: Any) -> str | None:
    """Describe the function of *spec* that sleeps or has a cost; return ``None`` if there is none."""
    for thing in reached(spec):
        if isinstance(thing, CostlyCallable | _Meter):
            return "has a cost (flinksim.cost)"
        if isinstance(thing, FunctionType) and _sleeps(thing):
            return f"calls time.sleep in {thing.__qualname__}"
    return None


def _sleeps(function: FunctionType) -> bool:
    if is_ours(function):
        return False
    names = {name for code in code_of(function) for name in code.co_names}
    found = [function.__globals__.get(name) for name in names]
    return any(one is _REAL_SLEEP or (one is time and "sleep" in names) for one in found)
