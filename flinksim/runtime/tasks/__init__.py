"""Tasks: the subtasks of a job, each with a mailbox, a chain of operators, inputs and outputs.

``StreamTask`` runs one subtask, turn by turn; ``SourceOperatorStreamTask`` reads a source. The mailbox
loop, task inputs, operator outputs, processing time and the subtask's part in checkpoints are here.
Operators belong in :mod:`flinksim.runtime.operators`, channels in :mod:`flinksim.runtime.network`,
and the scheduling of a job in :mod:`flinksim.runtime.jobmaster`.

Start with ``stream_task.py``, then ``mailbox.py`` and ``task_input.py``.
Flink: ``org.apache.flink.streaming.runtime.tasks`` and ``org.apache.flink.streaming.runtime.io``.
"""
