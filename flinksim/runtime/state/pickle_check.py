"""Check whether a state of pickled objects can store a value.

Flink: ``PickleCoder`` in ``pyflink.fn_execution.coders``, which fails in the middle of the worker.
Differs: a value is rejected when it is put. PyFlink rejects it at the end of its bundle; by then it
may have been replaced.
"""

from __future__ import annotations

import pickle
from typing import Any

from flinksim.common.typeinfo import PickledBytesTypeInfo, TypeInformation
from flinksim.common.types import Row

_PLAIN_TYPES = frozenset({int, str, float, bool, bytes, type(None)})


def is_pickled(type_info: TypeInformation | None) -> bool:
    """Return whether values of *type_info* are stored as pickles: its type is pickled, or unknown."""
    return type_info is None or isinstance(type_info, PickledBytesTypeInfo)


def check_picklable(value: Any, state_name: str) -> None:
    """Check that a state of pickled objects can store *value*.

    Raises:
        TypeError: If it cannot be pickled; the text names the state, the type and what to do.
        AttributeError: The same for functions and local objects.
        pickle.PicklingError: The same for functions and local objects.
    """
    kind = type(value)
    if kind in _PLAIN_TYPES:
        return
    if kind is tuple or kind is Row:
        for part in value:
            if type(part) not in _PLAIN_TYPES:
                break
        else:
            return
    try:
        pickle.dumps(value)
    except (TypeError, AttributeError, pickle.PicklingError) as error:
        text = str(error)
        if not isinstance(error, TypeError) and "local object" not in text and "<func" not in text:
            return  # not found by name, such as a class of a script, which real workers can import
        raise type(error)(
            f"{text}: the state {state_name!r} was given a value of type "
            f"{kind.__name__}, which cannot be pickled. Store plain data in "
            "state. Create locks, files and connections in "
            "open(runtime_context), as attributes of the function."
        ) from error
    except Exception:  # an error of the object's own pickling code
        return
