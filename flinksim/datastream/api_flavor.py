r"""Whom a program follows where PyFlink and Flink's Java API differ: option ``flinksim.dialect``.

:class:`Dialect` is Java's way, and the default; what PyFlink does in its own way while a program is
built is a subclass of it, which is looked up when a program asks for it. How the job *runs* is the
affair of the factory that its pipeline names (:mod:`flinksim.runtime.task_factory`): the runtime
knows of no dialect.

``docs/fidelity.md`` lists the differences that no dialect reproduces. Not in Flink.
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
    """The Java API's way."""

    operators_are_pythons = False
    """Operators are those that PyFlink makes, with its names (``KEYED PROCESS``): ``key_by`` is one of
    its own, and Python functions in a row are one, in graphs, tasks and state alike. A function behind
    a window sees the watermark that fired it, as it is part of the same operator, and what one function
    does to an object the other sees. ``window_all`` is as parallel as the environment, with one subtask
    that does the work."""

    sliding_count_windows_fill_first = False
    """``count_window(size, slide)`` fires first after *size* values, then after every *slide*; else
    after every *slide* values, with up to *size* of them."""

    asynchronous_calls_are_sequential = False
    """A call of an ``AsyncFunction`` ends before the next begins."""

    aggregates_take_anything = False
    """``sum`` adds up whatever Python can add, text too, and that a field is not there is found out
    when the second value of a key comes; else the declared type decides that when the program is
    built."""

    sources_forget_timestamp_assigners = False
    """``from_source`` takes no notice of the timestamp assigner of its strategy: values have the
    timestamps that the source gives them, which is none in most."""

    prints_of_keyed_streams_have_no_name = False
    """``print`` on a keyed stream forgets the name that is to stand before its lines."""

    def key_hash(self, key_type: TypeInformation | None) -> KeyHash | None:
        """The hash function for keys of *key_type*; ``None`` where Java's needs no type.

        Errors: ``TypeError`` with Flink's words for a type that cannot be a key.
        """
        return typed_key_hash_for(key_type)

    # --- what happens while a program is built ------------------------------------------------------

    def operator_name(self, name: str, spec: OperatorSpec | VirtualSpec) -> str:
        """What the operator is called that Java calls *name*."""
        return name

    def added(
        self, name: str, spec: OperatorSpec | VirtualSpec, output_type: TypeInformation | None
    ) -> None:
        """An operator called *name* is added."""

    def is_operator(self, spec: OperatorSpec | VirtualSpec) -> bool:
        """Whether it is run even if nothing reads what it gives; else it is found from what does."""
        return not isinstance(spec, (SourceSpec, *VIRTUAL))

    def partitioned(self, functions: tuple[Any, ...], key_type: Any = None) -> None:
        """A stream is partitioned by the user's *functions*, which run before the network."""

    def check_assigner(self, spec: OperatorSpec) -> None:
        """A stream is given timestamps and watermarks."""

    def collected(self, values: Sequence[Any]) -> None:
        """*values* of no declared type are handed over to ``from_collection``."""

    def made_of(self, pipeline: Pipeline) -> Pipeline:
        """*pipeline* with the operators that are made of it."""
        return pipeline


JAVA = Dialect()


def dialect_of(configuration: Configuration) -> Dialect:
    """The dialect that *configuration* asks for. Raises ``ValueError`` for an unknown one."""
    name = configuration.get_string(OPTION, "java")
    if name == "java":
        return JAVA
    if name == "pyflink":
        dialect: Dialect = pkgutil.resolve_name(_PYFLINKS)(configuration)
        return dialect
    raise ValueError(f"option {OPTION!r}: expected java or pyflink, found {name!r}")
