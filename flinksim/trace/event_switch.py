"""Switch between a run that records events and one that does not, between two steps.

An *event switch* is the emit function of a run whose trace is produced on demand. Whatever holds it
emits events while the switch is attached to a recorder, and drops them while it is detached. A holder
on the path of each record binds an attribute to the switch with :func:`link_emit`. The attribute is
``None`` while the switch is detached, so that the holder does not even build the event. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flinksim.trace.events import Emit

_T = TypeVar("_T")


class EventSwitch:
    """Emit function that forwards events to a recorder while it is attached to one."""

    __slots__ = ("_callbacks", "_emit", "_holders", "_partial")

    def __init__(self) -> None:
        self._emit: Emit | None = None
        self._holders: list[tuple[Any, str, Any, Any]] = []
        """Bound attributes: owner, name, value while attached (or the switch), value while detached."""
        self._callbacks: list[Callable[[], None]] = []
        self._partial: tuple[type, Emit] | None = None
        """The type of the holders that emit events while the switch is detached, and where to."""

    def __call__(self, row: Any) -> None:
        if self._emit is not None:
            self._emit(row)

    @property
    def is_attached(self) -> bool:
        """Whether events are recorded."""
        return self._emit is not None

    def attach(self, emit: Emit) -> None:
        """Forward events to *emit* from now on."""
        self._emit = emit
        for owner, name, attached, _ in self._holders:
            setattr(owner, name, emit if attached is self else attached)
        for callback in self._callbacks:
            callback()

    def detach(self) -> None:
        """Drop events from now on."""
        self._emit = self._partial = None
        for owner, name, _, detached in self._holders:
            setattr(owner, name, detached)

    def attach_owners(self, owners: type, emit: Emit) -> None:
        """Forward the events of bound holders of the type *owners* to *emit*, while detached.

        All other holders stay detached, so that the run takes about as long as without events.
        """
        self._partial = owners, emit
        for owner, name, attached, _ in self._holders:
            if isinstance(owner, owners):
                setattr(owner, name, emit if attached is self else attached)

    def bind(self, owner: Any, name: str, attached: Any, detached: Any) -> Any:
        """Set attribute *name* of *owner* whenever the switch changes; return the value for now.

        Args:
            owner: The object.
            name: Its attribute.
            attached: Value while the switch is attached. The switch itself stands for the recorder.
            detached: Value while the switch is detached.
        """
        self._holders.append((owner, name, attached, detached))
        emit = self._emit
        if emit is None and self._partial is not None and isinstance(owner, self._partial[0]):
            emit = self._partial[1]
        if emit is None:
            return detached
        return emit if attached is self else attached

    def call_on_attach(self, callback: Callable[[], None]) -> None:
        """Call *callback* whenever the switch is attached, to update what only events use."""
        self._callbacks.append(callback)


def link_emit(owner: Any, emit: Emit | None, name: str = "_emit") -> Emit | None:
    """Bind attribute *name* of *owner* to *emit* and return its value for now.

    It is *emit* itself, unless that is a switch.
    """
    if not isinstance(emit, EventSwitch):
        return emit
    bound: Emit | None = emit.bind(owner, name, emit, None)
    return bound


def select_variant(owner: Any, name: str, emit: Emit | None, attached: _T, detached: _T) -> _T:
    """Bind attribute *name* of *owner* to one of two values; return its value for now.

    Args:
        owner: The object.
        name: Its attribute.
        emit: The emit function of the run. Without one the value is always *detached*, and without a
            switch always *attached*.
        attached: Value while events are recorded.
        detached: Value while they are not.
    """
    if emit is None:
        return detached
    if not isinstance(emit, EventSwitch):
        return attached
    bound: _T = emit.bind(owner, name, attached, detached)
    return bound


def call_on_attach(emit: Emit | None, callback: Callable[[], None]) -> None:
    """Call *callback* whenever the switch *emit* is attached; do nothing if it is no switch."""
    if isinstance(emit, EventSwitch):
        emit.call_on_attach(callback)
