r"""Whom a run follows where PyFlink and Flink's Java runtime differ: option ``flinksim.dialect``.

====================================== ========================== =================================
\                                      ``java`` (the default)     ``pyflink``
====================================== ========================== =================================
which subtask a key goes to            by the key's hash code     by that of ``Row(key)``
``count_window(size, slide)``          after every *slide*        first after *size* values, then
                                       values, up to *size*       after every *slide*
====================================== ========================== =================================

``docs/fidelity.md`` lists the differences that no dialect reproduces. Not in Flink.
"""

from __future__ import annotations

from typing import Literal

from flinksim.common.configuration import Configuration

Dialect = Literal["java", "pyflink"]
OPTION = "flinksim.dialect"

_ROW_HASH_OFFSET = 62
"""``Row(key).hashCode()`` is 31 * (31 * kind + 1) + 31 + the key's, the kind of a new row being 0."""


def dialect_of(configuration: Configuration) -> Dialect:
    """The dialect that *configuration* asks for. Raises ``ValueError`` for an unknown one."""
    name = configuration.get_string(OPTION, "java")
    if name == "java" or name == "pyflink":
        return name  # type: ignore[return-value]  # it is one of the two
    raise ValueError(f"option {OPTION!r}: expected java or pyflink, found {name!r}")


def key_hash_offset(configuration: Configuration) -> int:
    """What is added to a key's hash code before its key group is computed."""
    return _ROW_HASH_OFFSET if dialect_of(configuration) == "pyflink" else 0
