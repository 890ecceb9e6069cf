"""Names that PyFlink's modules have only because they import them, and programs take from there."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from typing import Any


def found_elsewhere(
    module: str, names: dict[str, str], otherwise: Callable[[str], Any] | None = None
) -> Callable[[str], Any]:
    """The ``__getattr__`` of *module*: *names* by module of ``flinksim`` to what is taken from it.

    They are looked up when asked for, because the modules import each other. *otherwise* is asked for
    all other names.
    """
    homes = {name: home for home, some in names.items() for name in some.split()}

    def lookup(name: str) -> Any:
        if name not in homes and otherwise is not None:
            return otherwise(name)
        if name not in homes:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        return pkgutil.resolve_name(f"flinksim.{homes[name]}:{name}")

    return lookup
