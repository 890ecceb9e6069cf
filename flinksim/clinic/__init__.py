"""Diagnosis of a running Flink job through the REST API of its JobManager; it only reads.

:mod:`.rest_client` sends the requests, :mod:`.live_job` condenses the responses, :mod:`.live_rules` has
the rules about live numbers, and :mod:`.examination` adds those of :mod:`flinksim.analysis.diagnosis`.
"""
