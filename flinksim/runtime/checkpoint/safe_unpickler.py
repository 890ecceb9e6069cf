"""A restricted unpickler for snapshots, which may come from an untrusted source.

A pickle can name any function of any module and have it called. Here it may only name classes that hold
data: of Python, of flinksim's states, and of the running program. It may not change a class.

Not in Flink, whose Java serialization has the same vulnerability.
"""

from __future__ import annotations

import builtins
import io
import pickle
import sys
import sysconfig
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

_BUILTIN_CLASSES = frozenset(
    {"bool", "bytearray", "bytes", "complex", "dict", "float", "frozenset", "int", "list", "object",
     "range", "set", "slice", "str", "tuple"}
)  # fmt: skip
_FORBIDDEN_CALLS = (bytearray, bytes, dict, frozenset, int, list, set, str, tuple)
"""Types that a snapshot must not create by a call.

A pickle writes their values directly, so a call could only be there to fill the memory.
"""

_STDLIB_NAMES: dict[str, frozenset[str]] = {
    "collections": frozenset({"Counter", "OrderedDict", "defaultdict", "deque"}),
    "datetime": frozenset({"date", "datetime", "time", "timedelta", "timezone"}),
    "decimal": frozenset({"Decimal"}),
    "fractions": frozenset({"Fraction"}),
    "types": frozenset({"SimpleNamespace"}),
    "uuid": frozenset({"SafeUUID", "UUID"}),
}
_NUMPY_NAMES = {
    "numpy": frozenset({"dtype", "ndarray"}),
    "numpy._core.multiarray": frozenset({"_reconstruct", "scalar"}),
    "numpy._core.numeric": frozenset({"_frombuffer"}),
    "numpy.core.multiarray": frozenset({"_reconstruct", "scalar"}),
    "numpy.core.numeric": frozenset({"_frombuffer"}),
}
_ALLOWED_NAMES = {
    **_STDLIB_NAMES,
    **_NUMPY_NAMES,
    "flinksim.common.types": frozenset({"_create_row"}),
}
"""Further names that a snapshot may contain; some are functions that only create a value."""
_FLINKSIM_MODULES = frozenset(
    {
        "flinksim.core.java.key_groups", "flinksim.common.time", "flinksim.common.typeutils.hashing",
        "flinksim.common.typeinfo", "flinksim.common.types",
        "flinksim.connectors.file_sink.pending_files", "flinksim.datastream.evictors",
        "flinksim.datastream.joined_streams", "flinksim.datastream.window_assigners",
        "flinksim.datastream.window_types",
        "flinksim.runtime.checkpoint.channel_state_writer",
        "flinksim.runtime.checkpoint.checkpoint_options", "flinksim.runtime.checkpoint.metadata",
        "flinksim.runtime.elements", "flinksim.runtime.operators.window_contents",
        "flinksim.runtime.operators.sink_operator", "flinksim.core.java.hash_map",
        "flinksim.core.java.tree_bin", "flinksim.runtime.state.key_equality",
        "flinksim.runtime.state.snapshot_model", "flinksim.runtime.state.ttl_state",
    }
)  # fmt: skip
_INSTALL_FOLDERS = tuple(
    Path(sysconfig.get_path(name)).resolve()
    for name in ("stdlib", "platstdlib", "purelib", "platlib")
)


class ForbiddenClass(Exception):
    """A snapshot names a class or function that may not be loaded."""


def loads(data: bytes, trust: Sequence[str] = ()) -> Any:
    """Load the object in *data*.

    Args:
        data: The pickle.
        trust: Packages whose classes may be loaded as well.

    Raises:
        ForbiddenClass: If a name may not be loaded; names it and tells what to do.
        Exception: Errors of pickle for invalid data.
    """
    unpickler = _Unpickler(io.BytesIO(data))
    unpickler.trust = frozenset(trust)
    return unpickler.load()


# The C implementation cannot be stopped from changing classes.
class _Unpickler(pickle._Unpickler):
    trust: frozenset[str] = frozenset()
    stack: list[Any]
    dispatch: ClassVar[dict[int, Callable[[Any], None]]] = {**pickle._Unpickler.dispatch}

    def find_class(self, module: str, name: str) -> Any:
        if module == "builtins" and name in _BUILTIN_CLASSES:
            return getattr(builtins, name)
        known = _ALLOWED_NAMES.get(module, frozenset())
        if module in sys.modules and name in known:
            return getattr(sys.modules[module], name)
        if module not in sys.modules:
            raise ForbiddenClass(
                f"it has an object of the class {module}.{name}, and {module} is not loaded here: "
                "import it before the snapshot is read"
            )
        if not self._is_module_allowed(module):
            raise ForbiddenClass(
                f"it names {module}.{name}, which is neither the program's own nor plain data; if you "
                f"know where the file comes from, read it with "
                f"fs.read_snapshot(path, trust=[{module.partition('.')[0]!r}])"
            )
        return _find_class_in(module, name)

    def _is_module_allowed(self, module: str) -> bool:
        root = module.partition(".")[0]
        if root == "flinksim":
            return module in _FLINKSIM_MODULES
        if root in self.trust or module == "__main__":
            return True
        if root in sys.stdlib_module_names:
            return False
        file = getattr(sys.modules[module], "__file__", None)
        if file is None:
            return False
        path = Path(file).resolve()
        return "site-packages" not in path.parts and not any(
            path.is_relative_to(place) for place in _INSTALL_FOLDERS
        )

    def load_reduce(self) -> None:
        callee = self.stack[-2]
        if callee in _FORBIDDEN_CALLS:
            raise ForbiddenClass(f"it calls {callee.__name__}(), which no snapshot does")
        _load_default(pickle.REDUCE, self)

    def load_build(self) -> None:
        if isinstance(self.stack[-2], type):
            raise ForbiddenClass(f"it changes the class {self.stack[-2].__name__}")
        _load_default(pickle.BUILD, self)

    dispatch[pickle.REDUCE[0]] = load_reduce
    dispatch[pickle.BUILD[0]] = load_build


def _load_default(opcode: bytes, unpickler: Any) -> None:
    """Run pickle's own action for *opcode*."""
    pickle._Unpickler.dispatch[opcode[0]](unpickler)


def _find_class_in(module: str, name: str) -> type:
    """Find the class *name* that is defined in *module*, not imported there."""
    found: Any = sys.modules[module]
    for part in name.split("."):
        found = None if part.startswith("__") else vars(found).get(part)
        if found is None:
            break
    if not isinstance(found, type) or found.__module__ != module:
        raise ForbiddenClass(
            f"it names {module}.{name}, and there is no such class now: was it renamed, or moved?"
        )
    return found
