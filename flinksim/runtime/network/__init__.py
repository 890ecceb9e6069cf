"""The network stack: buffers, channels and connections between tasks.

A task writes elements with a ``RecordWriter`` into the ``PipelinedSubpartition`` of each output
channel. The receiver reads them from an ``InputGate`` of ``InputChannel`` objects. Channels between two
TaskManagers go over a ``Connection``, with credit-based flow control.

Memory (buffer pools), serialized sizes, watermark alignment of channels
(``StatusWatermarkValve``) and the in-flight data of unaligned checkpoints belong here as well.
What a task does with an element belongs in :mod:`flinksim.runtime.tasks`.

Start with ``subpartition.py`` (sender), ``input_channels.py`` and ``input_gate.py`` (receiver).
Flink: ``org.apache.flink.runtime.io.network``.
"""
