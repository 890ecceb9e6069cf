"""Options that come from outside of a program, as from the command line.

Flink: ``StreamContextEnvironment``, by which ``flink run -p 4`` reaches the program's environment.
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
    """Environments that are made inside the block begin with these options.

    They stand above those of a block around it; what the program itself says stands above them.
    """
    merged = with_context(configuration)
    token = _CONTEXT.set(merged)
    follows = JAVA_IS_LEFT.set(merged.get_string(OPTION, "") != "java")
    try:
        yield
    finally:
        JAVA_IS_LEFT.reset(follows)
        _CONTEXT.reset(token)


def with_context(configuration: Configuration | None) -> Configuration:
    """The options from outside, and above them those of *configuration*.

    A program that imports the API as ``pyflink`` has PyFlink's dialect, unless it is told another.
    """
    merged = Configuration()
    if is_imported_as_pyflink():
        merged.set_string(OPTION, "pyflink")
    outside = _CONTEXT.get()
    if outside is not None:
        merged.add_all(outside)
    if configuration is not None:
        merged.add_all(configuration)
    return merged
