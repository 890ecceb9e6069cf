"""API flavors: whether a program behaves like PyFlink or like Flink's Java API where they differ.

The option ``flinksim.to_csv_dialect`` selects the flavor. :class:`ApiFlavor` is the Java API and the
default. PyFlink's flavor is a subclass of it, which is imported when a program selects it. A flavor
applies while a program is built. How the job *runs* depends on the task factory that its pipeline names
(:mod:`flinksim.runtime.task_factory`), so the runtime does not know flavors.

``docs/reference/fidelity.md`` lists the differences that no flavor reproduces. Not in Flink.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from flinksim.common.configuration import Configuration
from flinksim.common.typeinfo import TypeInformation
from flinksim.common.typeutils.hashing import build_typed_key_hash
from flinksim.core.java.key_groups import KeyHash
from flinksim.datastream.transformations import VIRTUAL_SPECS, SourceSpec

if TYPE_CHECKING:
    from flinksim.datastream.pipeline_executor import Pipeline
    from flinksim.datastream.transformations import OperatorSpec, VirtualSpec

API_FLAVOR_OPTION = "flinksim.dialect"

_PYFLINK_FLAVOR_FACTORY = "flinksim.pyflink_compat.python_flavor:create_pyflink_flavor"


class ApiFlavor:
    """The API flavor of Java, and the base class of other flavors."""

    uses_python_operators = False
    """Whether operators are those of PyFlink, with its names (``KEYED PROCESS``).

    Then ``key_by`` is an operator of its own, and consecutive Python functions are one operator in
    graphs, tasks and state. A function after a window sees the watermark that fired the window, and
    changes that one function makes to an object are visible to the next. ``window_all`` has the
    parallelism of the environment, with one subtask that does the work.
    """

    sliding_count_windows_wait_for_full_size = False
    """Whether ``count_window(size, slide)`` fires first after *size* values, then after every *slide*.

    If false, it fires after every *slide* values, with up to *size* of them.
    """

    async_calls_are_sequential = False
    """Whether a call of an ``AsyncFunction`` ends before the next one starts."""

    aggregates_accept_any_type = False
    """Whether ``sum`` adds all that Python can add, also text.

    A missing field is then an error at the second value of a key. If false, the declared type is
    checked when the program is built.
    """

    sources_ignore_timestamp_assigners = False
    """Whether ``from_source`` ignores the timestamp assigner of its strategy.

    Values then have the timestamps that the source assigns; most sources assign none.
    """

    derived_strategies_lose_assigners = False
    """Whether ``with_idleness`` of a watermark strategy drops the timestamp assigner set before it."""

    keyed_print_ignores_identifier = False
    """Whether ``print`` on a keyed stream ignores the sink identifier, the prefix of its lines."""

    def create_key_hash(self, key_type: TypeInformation | None) -> KeyHash | None:
        """Create the hash function for keys of *key_type*, or ``None`` if Java's needs no type.

        Raises:
            TypeError: If the type cannot be a key, with Flink's error message.
        """
        return build_typed_key_hash(key_type)

    # --- hooks that run while a program is built ------------------------------------------------------

    def get_operator_name(self, name: str, spec: OperatorSpec | VirtualSpec) -> str:
        """Return the name of an operator that is called *name* in Java."""
        return name

    def on_operator_added(
        self, name: str, spec: OperatorSpec | VirtualSpec, output_type: TypeInformation | None
    ) -> None:
        """Handle a new operator."""

    def is_operator(self, spec: OperatorSpec | VirtualSpec) -> bool:
        """Return whether the operator runs even if nothing reads its output.

        Other transformations run only if an operator depends on them.
        """
        return not isinstance(spec, (SourceSpec, *VIRTUAL_SPECS))

    def on_partitioned(self, functions: tuple[Any, ...], key_type: Any = None) -> None:
        """Handle a partitioning by the user's *functions*, which run before the network."""

    def check_timestamp_assigner(self, spec: OperatorSpec) -> None:
        """Check the operator that assigns timestamps and watermarks."""

    def on_collection(self, values: Sequence[Any], type_: TypeInformation | None) -> str:
        """Check *values* that are passed to ``from_collection``; return why Flink cannot read them."""
        return ""

    def transform_pipeline(self, pipeline: Pipeline) -> Pipeline:
        """Return *pipeline* with the operators of this flavor."""
        return pipeline


JAVA = ApiFlavor()


def get_api_flavor(configuration: Configuration) -> ApiFlavor:
    """Return the API flavor that *configuration* selects.

    Raises:
        ValueError: If there is no such flavor.
    """
    name = configuration.get_string(API_FLAVOR_OPTION, "java")
    if name == "java":
        return JAVA
    if name == "pyflink":
        flavor: ApiFlavor = pkgutil.resolve_name(_PYFLINK_FLAVOR_FACTORY)(configuration)
        return flavor
    raise ValueError(f"option {API_FLAVOR_OPTION!r}: expected java or pyflink, found {name!r}")
