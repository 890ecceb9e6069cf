"""Options that are set outside of a program, such as on the command line.

Flink: ``StreamContextEnvironment``, through which ``flink run -p 4`` reaches the program's
environment.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from flinksim.common.configuration import Configuration
from flinksim.core.pyflink_errors import JAVA_IS_LEFT, is_imported_as_pyflink
from flinksim.datastream.api_flavor import OPTION

_CONTEXT: ContextVar[Configuration | None] = ContextVar("flinksim_context", default=None)


@contextmanager
def context_configuration(configuration: Configuration) -> Iterator[None]:
    """Set options for environments that are created inside the block.

    They override the options of an enclosing block. Options that the program sets override them.
    """
    merged = with_context(configuration)
    token = _CONTEXT.set(merged)
    semantics_token = JAVA_IS_LEFT.set(merged.get_string(OPTION, "") != "java")
    try:
        yield
    finally:
        JAVA_IS_LEFT.reset(semantics_token)
        _CONTEXT.reset(token)


def with_context(configuration: Configuration | None) -> Configuration:
    """Return the external options, overridden by those of *configuration*.

    A program that imports the API as ``pyflink`` gets the PyFlink API flavor, unless it sets
    another one.
    """
    merged = Configuration()
    if is_imported_as_pyflink():
        merged.set_string(OPTION, "pyflink")
    external = _CONTEXT.get()
    if external is not None:
        merged.add_all(external)
    if configuration is not None:
        merged.add_all(configuration)
    return merged
