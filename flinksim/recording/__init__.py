"""Recordings of real Flink jobs, read as traces of flinksim.

``recorder/`` has a Java agent. It runs in the JVMs of an unmodified job, and each process writes one
file of lines. This package reads such files and turns them into a :class:`~flinksim.trace.recorder.Trace`.

- :mod:`flinksim.recording.recording_file` reads and checks the lines.
- :mod:`flinksim.recording.recorded_plan` builds the plan of the job from what its tasks reported.
- :mod:`flinksim.recording.recorded_task` turns the lines of one task into events.
- :mod:`flinksim.recording.recorded_buffers` does so for buffers, credit and waits.
- :mod:`flinksim.recording.recording_import` merges tasks and processes; start reading there.

What was not recorded is unknown: no event is added that the lines do not imply. Running real Flink
belongs to the command ``flinksim confront``, and pictures to :mod:`flinksim.viz`.
"""
