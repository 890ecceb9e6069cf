"""State backends in memory, and the model of an operator's snapshot.

Keyed state is in :mod:`~flinksim.runtime.state.heap_keyed_state_backend` (tables, current key) and
:mod:`~flinksim.runtime.state.heap_states` (value, list, map, reducing and aggregating state). State
with time to live is in :mod:`~flinksim.runtime.state.ttl_state`, broadcast state in
:mod:`~flinksim.runtime.state.broadcast_state`. What a checkpoint stores of one operator is in
:mod:`~flinksim.runtime.state.snapshot_model`.

Not here: when checkpoints are taken (``flinksim.runtime.jobmaster``), and how they are written to
files (``flinksim.runtime.checkpoint``). Start reading at the backend.
"""
