"""A slot whose cores and heap are given has no other memory; of others nothing is known."""

from pyflink.datastream.slot_sharing_group import SlotSharingGroup

given = SlotSharingGroup.builder("a").set_cpu_cores(1.0).set_task_heap_memory_mb(10).build()
print(given.get_managed_memory(), given.get_task_off_heap_memory())
print(SlotSharingGroup.builder("b").build().get_managed_memory())
