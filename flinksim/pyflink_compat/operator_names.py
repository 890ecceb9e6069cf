"""Operator names of PyFlink, where they differ from those of the Java API.

Flink: the calls of ``transform`` and ``name`` in ``pyflink.datastream.data_stream``.
"""

from __future__ import annotations

from flinksim.datastream.transformations import (
    FlatMapSpec,
    KeyedBroadcastProcessSpec,
    KeyedCoProcessSpec,
    KeyedProcessSpec,
    OperatorSpec,
    ProcessSpec,
    ReduceSpec,
    VirtualSpec,
)

_PYTHON_NAMES: dict[tuple[type, str], str] = {
    (FlatMapSpec, "Flat Map"): "FlatMap",
    (KeyedProcessSpec, "Flat Map"): "FlatMap",
    (KeyedProcessSpec, "KeyedProcess"): "KEYED PROCESS",
    (ProcessSpec, "Process"): "PROCESS",
    (ReduceSpec, "Keyed Reduce"): "Reduce",
    (ReduceSpec, "Keyed Aggregation"): "Reduce",
    (KeyedCoProcessSpec, "Co-Keyed-Process"): "Keyed Co-Process",
    (KeyedCoProcessSpec, "Co-Process"): "Keyed Co-Process",
    (KeyedBroadcastProcessSpec, "Co-Process-Broadcast-Keyed"): "Keyed-Co-Process-Broadcast",
}


def get_python_name(name: str, spec: OperatorSpec | VirtualSpec) -> str:
    """Return PyFlink's name of the operator that Java calls *name*."""
    return _PYTHON_NAMES.get((type(spec), name), name)
