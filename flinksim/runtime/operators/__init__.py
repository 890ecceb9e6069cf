"""The stream operators, and what they use: timer services, watermark outputs, window contents.

An operator processes elements that it gets by method calls and emits elements to an ``Output``. It
does not know channels, buffers or tasks. The modules mirror Flink's
``org.apache.flink.streaming.api.operators`` and ``...streaming.runtime.operators``.

Not here: keyed and operator state (``flinksim.runtime.state``), chaining and threading
(``flinksim.runtime.tasks``).

Start reading at :mod:`~flinksim.runtime.operators.stream_operator`, then
:mod:`~flinksim.runtime.operators.operator_factory`, which maps each operator description to its
class.
"""
