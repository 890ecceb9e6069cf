"""Slot sharing groups and the resources of their slots."""

from __future__ import annotations

from collections.abc import Mapping
from functools import total_ordering

from flinksim.common.configuration import parse_memory_bytes
from flinksim.core.pyflink_errors import JavaIllegalArgumentError
from flinksim.core.unsupported_api import as_java_object
from flinksim.core.validation import validate_arguments

__all__ = ["MemorySize", "SlotSharingGroup"]


@total_ordering
class MemorySize:
    """A number of bytes.

    Flink: ``org.apache.flink.configuration.MemorySize``.
    """

    get_java_memory_size = as_java_object

    @validate_arguments
    def __init__(self, bytes_size: int = 0, j_memory_size: MemorySize | None = None) -> None:
        if j_memory_size is not None:
            bytes_size = j_memory_size.get_bytes()
        if bytes_size < 0:
            raise ValueError(f"MemorySize(bytes_size): must not be negative, found {bytes_size}")
        self._bytes = bytes_size

    @staticmethod
    @validate_arguments
    def of_mebi_bytes(mebi_bytes: int) -> MemorySize:
        """Return a size of *mebi_bytes* times 2**20 bytes."""
        return MemorySize(mebi_bytes << 20)

    @staticmethod
    def parse(text: str) -> MemorySize:
        """Parse a size such as ``"32kb"`` or ``"64 mb"``. Not in PyFlink."""
        return MemorySize(parse_memory_bytes(text, "MemorySize.parse(text)"))

    def get_bytes(self) -> int:
        """Return the size in bytes."""
        return self._bytes

    def get_kibi_bytes(self) -> int:
        """Return the size in units of 2**10 bytes, rounded down."""
        return self._bytes >> 10

    def get_mebi_bytes(self) -> int:
        """Return the size in units of 2**20 bytes, rounded down."""
        return self._bytes >> 20

    def get_gibi_bytes(self) -> int:
        """Return the size in units of 2**30 bytes, rounded down."""
        return self._bytes >> 30

    def get_tebi_bytes(self) -> int:
        """Return the size in units of 2**40 bytes, rounded down."""
        return self._bytes >> 40

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MemorySize) and self._bytes == other._bytes

    def __hash__(self) -> int:
        return hash(self._bytes)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, MemorySize):
            raise TypeError(f"Does not support comparison with non-MemorySize {other!r}")
        return self._bytes < other._bytes

    def __str__(self) -> str:
        for shift, unit in ((40, "tb"), (30, "gb"), (20, "mb"), (10, "kb")):
            if self._bytes and self._bytes % (1 << shift) == 0:
                return f"{self._bytes >> shift} {unit}"
        return f"{self._bytes} bytes"

    def __repr__(self) -> str:
        return f"MemorySize({self._bytes})"


class SlotSharingGroup:
    """The name of a group and, optionally, the resources of its slots; created by a builder.

    Flink: ``org.apache.flink.api.common.operators.SlotSharingGroup``.
    Differs: resources are kept and shown; the simulator's slots have no size.
    """

    get_java_slot_sharing_group = as_java_object

    @validate_arguments
    def __init__(
        self,
        name: str,
        cpu_cores: float | None = None,
        task_heap_memory: MemorySize | None = None,
        task_off_heap_memory: MemorySize | None = None,
        managed_memory: MemorySize | None = None,
        external_resources: Mapping[str, float] | None = None,
    ) -> None:
        self._name = name
        self._cpu_cores = cpu_cores
        self._task_heap_memory = task_heap_memory
        self._task_off_heap_memory = task_off_heap_memory
        self._managed_memory = managed_memory
        self._external_resources = dict(external_resources or {})

    @staticmethod
    @validate_arguments
    def builder(name: str) -> SlotSharingGroup.Builder:
        """Return a builder of a group called *name*."""
        return SlotSharingGroup.Builder(name)

    def get_name(self) -> str:
        """Return the group's name."""
        return self._name

    @property
    def has_resources(self) -> bool:
        """Whether it declares resources, which always include CPU cores."""
        return self._cpu_cores is not None

    def get_managed_memory(self) -> MemorySize | None:
        """Return the managed memory of a slot, if declared."""
        return self._managed_memory

    def get_task_heap_memory(self) -> MemorySize | None:
        """Return the heap memory of a slot, if declared."""
        return self._task_heap_memory

    def get_task_off_heap_memory(self) -> MemorySize | None:
        """Return the off-heap memory of a slot, if declared."""
        return self._task_off_heap_memory

    def get_cpu_cores(self) -> float | None:
        """Return the CPU cores of a slot, if declared."""
        return self._cpu_cores

    def get_external_resources(self) -> dict[str, float]:
        """Return other resources by name."""
        return dict(self._external_resources)

    def _get_comparison_key(self) -> tuple[object, ...]:
        return (
            self._name,
            self._cpu_cores,
            self._task_heap_memory,
            self._task_off_heap_memory,
            self._managed_memory,
            tuple(sorted(self._external_resources.items())),
        )

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, SlotSharingGroup)
            and self._get_comparison_key() == other._get_comparison_key()
        )

    def __hash__(self) -> int:
        return hash(self._get_comparison_key())

    def __repr__(self) -> str:
        return f"SlotSharingGroup({self._name!r})"

    class Builder:
        """Builds a group."""

        def __init__(self, name: str) -> None:
            self._name = name
            self._cpu_cores: float | None = None
            self._task_heap_memory: MemorySize | None = None
            self._task_off_heap_memory: MemorySize | None = None
            self._managed_memory: MemorySize | None = None
            self._external_resources: dict[str, float] = {}

        def set_cpu_cores(self, cpu_cores: float) -> SlotSharingGroup.Builder:
            if cpu_cores <= 0:
                raise JavaIllegalArgumentError(
                    f"The cpu cores should be positive, found {cpu_cores}"
                )
            self._cpu_cores = cpu_cores
            return self

        def set_task_heap_memory(self, task_heap_memory: MemorySize) -> SlotSharingGroup.Builder:
            if task_heap_memory.get_bytes() == 0:
                raise ValueError("The task heap memory should be positive, found 0 bytes")
            self._task_heap_memory = task_heap_memory
            return self

        def set_task_heap_memory_mb(self, task_heap_memory_mb: int) -> SlotSharingGroup.Builder:
            return self.set_task_heap_memory(MemorySize.of_mebi_bytes(task_heap_memory_mb))

        def set_task_off_heap_memory(
            self, task_off_heap_memory: MemorySize
        ) -> SlotSharingGroup.Builder:
            self._task_off_heap_memory = task_off_heap_memory
            return self

        def set_task_off_heap_memory_mb(
            self, task_off_heap_memory_mb: int
        ) -> SlotSharingGroup.Builder:
            return self.set_task_off_heap_memory(MemorySize.of_mebi_bytes(task_off_heap_memory_mb))

        def set_managed_memory(self, managed_memory: MemorySize) -> SlotSharingGroup.Builder:
            self._managed_memory = managed_memory
            return self

        def set_managed_memory_mb(self, managed_memory_mb: int) -> SlotSharingGroup.Builder:
            return self.set_managed_memory(MemorySize.of_mebi_bytes(managed_memory_mb))

        def set_external_resource(self, name: str, value: float) -> SlotSharingGroup.Builder:
            self._external_resources[name] = value
            return self

        def build(self) -> SlotSharingGroup:
            """Build the group.

            Raises:
                ValueError: If only one of CPU cores and heap memory is set, as in Flink.
            """
            has_cpu, has_heap = self._cpu_cores is not None, self._task_heap_memory is not None
            others = self._task_off_heap_memory or self._managed_memory or self._external_resources
            if (has_cpu != has_heap) or (others and not has_cpu):
                raise JavaIllegalArgumentError(
                    "The cpu cores and task heap memory should be specified together: "
                    f"slot sharing group {self._name!r} has cpu cores {self._cpu_cores} and task "
                    f"heap memory {self._task_heap_memory}."
                )
            # If resources are declared, the omitted ones are zero.
            default_size = MemorySize(0) if has_cpu else None
            return SlotSharingGroup(
                self._name,
                self._cpu_cores,
                self._task_heap_memory,
                self._task_off_heap_memory or default_size,
                self._managed_memory or default_size,
                self._external_resources,
            )
