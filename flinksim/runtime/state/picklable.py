"""Whether a state of pickled objects can keep a value.

Flink: ``PickleCoder`` in ``pyflink.fn_execution.coders``, which fails in the middle of the worker.
"""

from __future__ import annotations

import pickle
from typing import Any

from flinksim.common.typeinfo import PickledBytesTypeInfo, TypeInformation
from flinksim.common.types import Row

_PLAIN = frozenset({int, str, float, bool, bytes, type(None)})


def is_pickled(type_info: TypeInformation | None) -> bool:
    """Whether values of *type_info* are pickled: it says so, or none was declared."""
    return type_info is None or isinstance(type_info, PickledBytesTypeInfo)


def check_can_be_pickled(value: Any, state: str) -> None:
    """Refuse what a state of pickled objects called *state* cannot keep.

    Errors: ``TypeError`` naming the state, the value's type and what to do.
    """
    kind = type(value)
    if kind in _PLAIN:
        return
    if kind is tuple or kind is Row:
        for part in value:
            if type(part) not in _PLAIN:
                break
        else:
            return
    try:
        pickle.dumps(value)
    except TypeError as error:
        raise TypeError(
            f"{error}: the state {state!r} was given a value of type {kind.__name__}. It keeps what "
            "can be pickled: put plain data into it, and make locks, files and connections in "
            "open(runtime_context), as attributes of the function."
        ) from error
    except Exception:  # not found by name: a class of a script, say, which real workers can import
        return
