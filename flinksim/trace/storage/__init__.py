"""Storage of traces: lists that spill, columns, chunks, and trace files.

:mod:`flinksim.trace.storage.codec` documents the file format and has ``load_trace`` and
``save_trace``; start reading there. While a run is recorded,
:mod:`flinksim.trace.storage.spillable_list` takes older rows out of memory and
:mod:`flinksim.trace.storage.compaction` turns them into chunks. The encoder writes chunks, the decoder
and the chunk reader check and read them.

What events mean does not belong here; the columns follow from :mod:`flinksim.trace.schema`.
"""
