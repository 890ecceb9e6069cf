"""The resources of a vertex's slots in Flink's notation.

Flink: ``ResourceProfile`` and ``MemorySize.toHumanReadableString``.
"""

from __future__ import annotations

from flinksim.datastream.slot_sharing_group import MemorySize, SlotSharingGroup


def format_resource_profile(group: SlotSharingGroup | None) -> str:
    """Format the resources that *group* declares for its slots.

    It is UNKNOWN, which fits every slot, if the group declares no resources.
    """
    if group is None or group.get_cpu_cores() is None:
        return "ResourceProfile{UNKNOWN}"
    parts = {
        "cpuCores": f"{group.get_cpu_cores():g}",
        "taskHeapMemory": _format_memory_size(group.get_task_heap_memory()),
        "taskOffHeapMemory": _format_memory_size(group.get_task_off_heap_memory()),
        "managedMemory": _format_memory_size(group.get_managed_memory()),
        "networkMemory": _format_memory_size(None),
    }
    parts |= {name: f"{amount:g}" for name, amount in group.get_external_resources().items()}
    return f"ResourceProfile{{{', '.join(f'{name}={value}' for name, value in parts.items())}}}"


def _format_memory_size(size: MemorySize | None) -> str:
    count = 0 if size is None else size.get_bytes()
    for shift, unit in ((40, "tb"), (30, "gb"), (20, "mb"), (10, "kb")):
        if count > 1 << shift:
            return f"{count / (1 << shift):.3f}{unit} ({count} bytes)"
    return f"{count} bytes"
