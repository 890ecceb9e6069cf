"""API flavors: whether a program behaves like PyFlink or like Flink's Java API where they differ.

The option ``flinksim.dialect`` selects the flavor. :class:`Dialect` is the Java API and the default.
PyFlink's flavor is a subclass of it, which is imported when a program selects it. A flavor applies
while a program is built. How the job *runs* depends on the task factory that its pipeline names
(:mod:`flinksim.runtime.task_factory`), so the runtime does not know flavors.

``docs/fidelity.md`` lists the differences that no flavor reproduces. Not in Flink.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from flinksim.common.configuration import Configuration
from flinksim.common.typeinfo import TypeInformation
from flinksim.common.typeutils.hashing import typed_key_hash_for
from flinksim.core.java.key_groups import KeyHash
from flinksim.datastream.transformations import VIRTUAL, SourceSpec

if TYPE_CHECKING:
    from flinksim.datastream.pipeline_executor import Pipeline
    from flinksim.datastream.transformations import OperatorSpec, VirtualSpec

OPTION = "flinksim.dialect"

_PYFLINKS = "flinksim.pyflink_compat.python_flavor:pyflink_dialect_of"


class Dialect:
    """The API flavor of Java, and the base class of other flavors."""

    operators_are_pythons = False
    """Whether operators are those of PyFlink, with its names (``KEYED PROCESS``).

    Then ``key_by`` is an operator of its own, and consecutive Python functions are one operator in
    graphs, tasks and state. A function after a window sees the watermark that fired the window, and
    changes that one function makes to an object are visible to the next. ``window_all`` has the
    parallelism of the environment, with one subtask that does the work.
    """

    sliding_count_windows_fill_first = False
    """Whether ``count_window(size, slide)`` fires first after *size* values, then after every *slide*.

    If false, it fires after every *slide* values, with up to *size* of them.
    """

    asynchronous_calls_are_sequential = False
    """Whether a call of an ``AsyncFunction`` ends before the next one starts."""

    aggregates_take_anything = False
    """Whether ``sum`` adds all that Python can add, also text.

    A missing field is then an error at the second value of a key. If false, the declared type is
    checked when the program is built.
    """

    sources_forget_timestamp_assigners = False
    """Whether ``from_source`` ignores the timestamp assigner of its strategy.

    Values then have the timestamps that the source assigns; most sources assign none.
    """

    prints_of_keyed_streams_have_no_name = False
    """Whether ``print`` on a keyed stream ignores the sink identifier, the prefix of its lines."""

    def key_hash(self, key_type: TypeInformation | None) -> KeyHash | None:
        """Create the hash function for keys of *key_type*, or ``None`` if Java's needs no type.

        Raises:
            TypeError: If the type cannot be a key, with Flink's error message.
        """
        return typed_key_hash_for(key_type)

    # --- hooks that run while a program is built ------------------------------------------------------

    def operator_name(self, name: str, spec: OperatorSpec | VirtualSpec) -> str:
        """Return the name of an operator that is called *name* in Java."""
        return name

    def added(
        self, name: str, spec: OperatorSpec | VirtualSpec, output_type: TypeInformation | None
    ) -> None:
        """Handle a new operator."""

    def is_operator(self, spec: OperatorSpec | VirtualSpec) -> bool:
        """Return whether the operator runs even if nothing reads its output.

        Other transformations run only if an operator depends on them.
        """
        return not isinstance(spec, (SourceSpec, *VIRTUAL))

    def partitioned(self, functions: tuple[Any, ...], key_type: Any = None) -> None:
        """Handle a partitioning by the user's *functions*, which run before the network."""

    def check_assigner(self, spec: OperatorSpec) -> None:
        """Check the operator that assigns timestamps and watermarks."""

    def collected(self, values: Sequence[Any]) -> None:
        """Handle *values* without a declared type that are passed to ``from_collection``."""

    def made_of(self, pipeline: Pipeline) -> Pipeline:
        """Return *pipeline* with the operators of this flavor."""
        return pipeline


JAVA = Dialect()


def dialect_of(configuration: Configuration) -> Dialect:
    """Return the API flavor that *configuration* selects.

    Raises:
        ValueError: If there is no such flavor.
    """
    name = configuration.get_string(OPTION, "java")
    if name == "java":
        return JAVA
    if name == "pyflink":
        flavor: Dialect = pkgutil.resolve_name(_PYFLINKS)(configuration)
        return flavor
    raise ValueError(f"option {OPTION!r}: expected java or pyflink, found {name!r}")
