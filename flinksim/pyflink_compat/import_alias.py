"""``import pyflink`` gives flinksim, so that a PyFlink program runs unchanged.

Every module ``pyflink.X`` is the module ``flinksim.X`` itself, not a copy. Modules about Java's
gateway are in :mod:`flinksim.pyflink_compat.modules`. ``py4j`` has the few names that a PyFlink
program can mention to catch an error, unless Spark is loaded, which needs the real one. Such a
program gets PyFlink's semantics where PyFlink and Flink's Java runtime differ.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType

from flinksim.core.flink_version import CURRENT_VERSION

_ALIAS = "pyflink"
_PACKAGE = "flinksim"
_PY4J = "py4j"
_PYSPARK = "pyspark"
_PY4J_PACKAGE = "flinksim.pyflink_compat.py4j"
_MODULES_PACKAGE = "flinksim.pyflink_compat.modules"
_PYFLINK_ONLY_MODULES = ("find_flink_home", "java_gateway", "pyflink_gateway_server")
"""Modules about Java that exist only under the name ``pyflink``."""
_MIRRORED_PACKAGES = ("pyflink.common.", "pyflink.datastream.", "pyflink.datastream.connectors.")
"""Packages of which flinksim has all modules."""


class _AliasLoader(Loader):
    def __init__(self, real_name: str) -> None:
        self._real_name = real_name

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = import_module(self._real_name)
        self._real_spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        # The import system has put the alias's spec into the module, which was executed before.
        module.__spec__ = self._real_spec


class _AliasFinder(MetaPathFinder):
    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        package, _, rest = fullname.partition(".")
        if fullname == _PYSPARK:
            _unload_py4j_stubs()  # Spark needs the real py4j
            return None
        if package == _PY4J and _PYSPARK not in sys.modules:
            real = _PY4J_PACKAGE
        elif package == _ALIAS:
            real = _PACKAGE
        else:
            return None
        real_name = f"{real}.{rest}" if rest else real
        if package == _ALIAS and rest in _PYFLINK_ONLY_MODULES:
            real_name = f"{_MODULES_PACKAGE}.{rest}"
        real_spec = find_spec(real_name)
        if real_spec is None:
            raise ModuleNotFoundError(_describe_missing_module(fullname), name=fullname)
        is_package = real_spec.submodule_search_locations is not None
        return ModuleSpec(fullname, _AliasLoader(real_name), is_package=is_package)


def _describe_missing_module(name: str) -> str:
    """Describe that there is no module *name*, and where PyFlink has one of this name."""
    if not name.startswith(_MIRRORED_PACKAGES):
        return (
            f"flinksim does not support {name}. It has PyFlink's DataStream API and Table API; "
            "docs/reference/pyflink-api.md lists the names"
        )
    message = f"PyFlink {CURRENT_VERSION} has no module {name}"
    last_name = name.rpartition(".")[2]
    for package in _MIRRORED_PACKAGES:
        place = f"{package}{last_name}"
        if find_spec(place.replace(_ALIAS, _PACKAGE, 1)) is not None:
            return f"{message}. Did you mean {place}?"
    return message


@contextmanager
def alias_pyflink() -> Iterator[None]:
    """Make ``import pyflink`` give flinksim within the block, even if the real PyFlink is installed.

    Environments of programs that import it so have PyFlink's dialect by default.
    """
    real = {name: module for name, module in sys.modules.items() if _is_alias(name)}
    for name in real:
        del sys.modules[name]
    finder = _AliasFinder()
    sys.meta_path.insert(0, finder)
    import_module(
        f"{_ALIAS}.datastream"
    )  # modules that imported it before the block run as PyFlink, too
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if _is_alias(name)]:
            del sys.modules[name]
        sys.modules.update(real)


def _is_alias(name: str) -> bool:
    return name.partition(".")[0] == _ALIAS or _is_py4j_stub(name)


def _is_py4j_stub(name: str) -> bool:
    """Return whether *name* is a module of py4j that is flinksim's stub."""
    module = sys.modules.get(name)
    place = getattr(module, "__name__", "")
    return name.partition(".")[0] == _PY4J and place.startswith(_PY4J_PACKAGE)


def _unload_py4j_stubs() -> None:
    for name in [name for name in sys.modules if _is_py4j_stub(name)]:
        del sys.modules[name]
