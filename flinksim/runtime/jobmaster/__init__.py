"""The JobMaster: schedules a job, restarts it after failures, and coordinates its checkpoints.

``JobMaster`` deploys the tasks and handles failures, with a restart strategy and a slot pool.
``CheckpointCoordinator`` triggers and completes checkpoints. ``state_assignment.py`` maps a snapshot to
the subtasks of a new job. Calls between the processes of a cluster are in ``cluster_rpc.py``.

What a task does itself belongs in :mod:`flinksim.runtime.tasks`; snapshot files belong in
:mod:`flinksim.runtime.checkpoint`. Start with ``job_master.py``.
Flink: ``org.apache.flink.runtime.jobmaster`` and ``org.apache.flink.runtime.scheduler``.
"""
