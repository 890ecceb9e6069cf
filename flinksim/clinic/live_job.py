"""What the REST API tells about one running job, condensed to the numbers that rules examine. Not in Flink."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from flinksim.analysis.bottlenecks import Bottleneck, BottleneckReport
from flinksim.analysis.diagnosis.job_profile import JobProfile, TaskProfile
from flinksim.clinic.rest_client import RestClient, RestError
from flinksim.core.ids import SubtaskId
from flinksim.core.java.timestamps import MIN_TIMESTAMP

_METRICS = re.compile(
    r"(?P<subtask>\d+)\.(?:(?P<operator>.+?)\.)?(?:split\.(?P<split>.+)\.watermark\.)?(?P<name>"
    r"currentOutputWatermark|currentWatermark|idleTimeMsPerSecond|numLateRecordsDropped|numRecordsIn"
    r"|numRecordsOut|sourceIdleTime|pendingRecords|busyTimeMsPerSecond|backPressuredTimeMsPerSecond)"
)
_NAMES_PER_REQUEST = 40
_BUSY_RATIO = 0.7
BACKPRESSURED_RATIO = 0.5


@dataclass(slots=True)
class SplitMetrics:
    """One split that a source subtask reads: its watermark in ms, and the share of time it is idle."""

    name: str
    watermark: int = MIN_TIMESTAMP
    idle_ratio: float = 0.0


@dataclass(slots=True)
class SubtaskMetrics:
    """One subtask: shares of its time from 0 to 1, numbers of records, and watermarks in ms."""

    index: int
    status: str
    busy: float = 0.0
    backpressured: float = 0.0
    records_in: int = 0
    records_out: int = 0
    input_watermark: int | None = None
    output_watermark: int | None = None
    late_records: int = 0
    splits: dict[str, SplitMetrics] = field(default_factory=dict)


@dataclass(slots=True)
class VertexMetrics:
    """One vertex of the job graph; ``inputs`` has the partitioning by the id of the upstream vertex."""

    id: str
    name: str
    description: str
    inputs: dict[str, str]
    subtasks: list[SubtaskMetrics]

    @property
    def is_source(self) -> bool:
        """Whether the vertex has no input."""
        return not self.inputs

    def format_subtask(self, index: int) -> str:
        """Return the name of a subtask, as Flink writes it."""
        return f"{self.name} ({index + 1}/{len(self.subtasks)})"

    @property
    def has_event_time_windows(self) -> bool:
        """Whether an operator of the vertex has windows that fire on event time."""
        text = f"{self.name} {self.description}"
        return "EventTime" in text or "GroupWindowAggregate" in text or "WindowAggregate" in text


@dataclass(slots=True)
class CheckpointPart:
    """What one subtask did for a checkpoint. Durations are in ms."""

    subtask: str
    is_acknowledged: bool
    duration: int = 0
    start_delay: int = 0
    alignment: int = 0
    sync: int = 0
    async_: int = 0
    is_unaligned: bool = False

    @property
    def waiting(self) -> int:
        """How long the subtask waited for barriers: for the first one, and then for the others."""
        return self.start_delay + self.alignment


@dataclass(slots=True)
class LiveCheckpoints:
    """The checkpoints of a job; ``None`` stands for unknown. Times and durations are in ms.

    ``slowest`` and ``failed`` are the number and the parts of the slowest completed checkpoint and of the
    last failed one, or ``None``.
    """

    interval_ms: int | None = None
    timeout_ms: int | None = None
    alignment_timeout_ms: int | None = None
    """How long an aligned checkpoint waits before it becomes unaligned; ``None`` if it never does."""
    durations: list[int] = field(default_factory=list)
    trigger_times: list[int] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    slowest: tuple[int, list[CheckpointPart]] | None = None
    failed: tuple[int, list[CheckpointPart]] | None = None


@dataclass(slots=True)
class LiveJob:
    """A job of a running cluster, as the REST API describes it at ``now_ms``."""

    id: str
    name: str
    state: str
    flink_version: str
    now_ms: int
    duration_ms: int
    vertices: list[VertexMetrics]
    checkpoints: LiveCheckpoints | None
    failures: list[str]
    restarts: int

    @property
    def has_metrics(self) -> bool:
        """Whether the JobManager has metrics of the job; it fetches them when somebody asks first."""
        return any(
            one.input_watermark is not None or one.output_watermark is not None or one.splits
            for vertex in self.vertices
            for one in vertex.subtasks
        )

    def find_upstream(self, vertex: VertexMetrics) -> list[VertexMetrics]:
        """Return the vertices that send to *vertex*."""
        return [one for one in self.vertices if one.id in vertex.inputs]

    def find_sources(self, vertex: VertexMetrics) -> list[VertexMetrics]:
        """Return the sources from which data comes to *vertex*."""
        found = {vertex.id: vertex}
        for one in (reached := [vertex]):
            new = [other for other in self.find_upstream(one) if other.id not in found]
            found.update({other.id: other for other in new})
            reached += new
        return [one for one in reached if one.is_source]


def list_jobs(client: RestClient) -> list[dict[str, Any]]:
    """Return id, name and state of the jobs of a cluster.

    Raises:
        RestError: The server does not respond as Flink does.
    """
    document = client.get("/jobs/overview")
    jobs = document.get("jobs") if isinstance(document, dict) else None
    if not isinstance(jobs, list):
        raise RestError(f"{client.url}/jobs/overview: no list of jobs; is this Flink's REST API?")
    return jobs


def read_job(client: RestClient, job_id: str) -> LiveJob:
    """Read the state of one job.

    Raises:
        RestError: The server does not respond, or has no such job.
    """
    base = f"/jobs/{quote(job_id, safe='')}"
    try:
        details = client.get(base)
        plan = client.get(f"{base}/plan")["plan"]
        nodes = {node["id"]: node for node in plan["nodes"]}
        vertices = [
            _read_vertex(client, base, vertex, nodes.get(vertex["id"], {}))
            for vertex in details["vertices"]
        ]
        config = client.get_or_none("/config") or {}
        return LiveJob(
            job_id, str(details["name"]), str(details["state"]), str(config.get("flink-version", "?")),
            _parse_number(details["now"]), _parse_number(details["duration"]), vertices,
            _read_checkpoints(client, base, vertices), *_read_failures(client, base),
        )  # fmt: skip
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise RestError(
            f"{client.url}{base}: unexpected response, {type(error).__name__}: {error!s:.200}"
        ) from None


def _parse_number(value: Any) -> int:
    """Return a number of a response, which is a 64-bit integer of Java, or a number as text.

    Raises:
        ValueError: It is larger, or no number.
    """
    try:
        number = int(value)
    except ValueError:  # a fraction as text
        number = int(float(value))
    if abs(number) > 1 << 63:
        raise ValueError(f"{value!s:.40} has more than 64 bits")
    return number


def _read_vertex(
    client: RestClient, base: str, vertex: dict[str, Any], node: dict[str, Any]
) -> VertexMetrics:
    path = f"{base}/vertices/{vertex['id']}"
    subtasks = []
    for one in client.get(path)["subtasks"]:
        metrics = one.get("metrics", {})
        subtasks.append(
            SubtaskMetrics(
                _parse_number(one["subtask"]), str(one["status"]),
                records_in=_parse_number(metrics.get("read-records", 0)),
                records_out=_parse_number(metrics.get("write-records", 0)),
            )
        )  # fmt: skip
    by_index = {one.index: one for one in subtasks}
    for row in client.get_or_none(f"{path}/watermarks") or ():
        index = int(str(row["id"]).partition(".")[0])
        if index in by_index:
            by_index[index].input_watermark = _parse_number(row["value"])
    pressure = client.get_or_none(f"{path}/backpressure") or {}
    for row in pressure.get("subtasks", ()):
        if (one_or_none := by_index.get(_parse_number(row["subtask"]))) is not None:
            one_or_none.busy = _to_ratio(row.get("busyRatio"))
            one_or_none.backpressured = _to_ratio(row.get("ratio"))
    _read_metrics(client, f"{path}/metrics", by_index)
    inputs = {
        str(each["id"]): str(each.get("ship_strategy", "?")) for each in node.get("inputs", ())
    }
    description = re.sub(r"<br/>", " ", str(node.get("description", "")))
    return VertexMetrics(str(vertex["id"]), str(vertex["name"]), description, inputs, subtasks)


def _to_ratio(value: Any) -> float:
    """Return a share of time; Flink reports NaN, a text, before a task was measured."""
    try:
        ratio = float(value)
    except (TypeError, ValueError):
        return 0.0
    return ratio if ratio == ratio else 0.0


def _read_metrics(client: RestClient, path: str, subtasks: dict[int, SubtaskMetrics]) -> None:
    """Read the operator metrics that no other document has."""
    listed = client.get_or_none(path) or ()
    names = [str(row["id"]) for row in listed if _METRICS.fullmatch(str(row["id"]))]
    names = [name for name in names if not _is_task_metric(name)]
    for start in range(0, len(names), _NAMES_PER_REQUEST):
        wanted = ",".join(
            quote(name, safe="") for name in names[start : start + _NAMES_PER_REQUEST]
        )
        for row in client.get_or_none(f"{path}?get={wanted}") or ():
            match = _METRICS.fullmatch(str(row["id"]))
            if match and (subtask := subtasks.get(int(match["subtask"]))) is not None:
                _add_metric(subtask, match, row.get("value"))


def _is_task_metric(name: str) -> bool:
    """Return whether a metric belongs to the task; documents about the vertex have those."""
    return name.count(".") == 1


def _add_metric(subtask: SubtaskMetrics, match: re.Match[str], value: Any) -> None:
    try:
        number = float(value)
    except (TypeError, ValueError):
        return
    if match["split"] is not None:
        split = subtask.splits.setdefault(match["split"], SplitMetrics(match["split"]))
        if match["name"] == "currentWatermark":
            split.watermark = _parse_number(value)
        elif match["name"] == "idleTimeMsPerSecond":
            split.idle_ratio = number / 1000
    elif match["name"] == "currentOutputWatermark" and "Source" in str(match["operator"]):
        subtask.output_watermark = _parse_number(value)
    elif match["name"] == "numLateRecordsDropped":
        subtask.late_records += _parse_number(number)


def _read_checkpoints(
    client: RestClient, base: str, vertices: list[VertexMetrics]
) -> LiveCheckpoints | None:
    """Return the checkpoints; ``None`` if the job takes none."""
    config = client.get_or_none(f"{base}/checkpoints/config")
    statistics = client.get_or_none(f"{base}/checkpoints")
    if config is None or statistics is None:
        return None
    interval, timeout, alignment_timeout = (
        None if config.get(name) is None else _parse_number(config[name])
        for name in ("interval", "timeout", "aligned_checkpoint_timeout")
    )
    found = LiveCheckpoints(interval, timeout)
    if config.get("unaligned_checkpoints"):
        found.alignment_timeout_ms = alignment_timeout or None
    history = statistics.get("history", ())
    for row in sorted(history, key=lambda one: _parse_number(one["id"])):
        found.trigger_times.append(_parse_number(row["trigger_timestamp"]))
        if row["status"] == "COMPLETED":
            found.durations.append(_parse_number(row["end_to_end_duration"]))
            found.sizes.append(_parse_number(row.get("state_size", 0)))
        elif row["status"] == "FAILED":
            found.failures.append(f"checkpoint {row['id']}")
    latest = statistics.get("latest", {}).get("failed")
    if latest and found.failures:
        found.failures[-1] = f"checkpoint {latest['id']}: {latest.get('failure_message') or '?'}"
        failed = _parse_number(latest["id"])
        found.failed = failed, _read_parts(client, base, vertices, failed)
    completed = [row for row in history if row["status"] == "COMPLETED"]
    if completed:
        row = max(completed, key=lambda row: _parse_number(row["end_to_end_duration"]))
        slowest = _parse_number(row["id"])
        found.slowest = slowest, _read_parts(client, base, vertices, slowest)
    return found


def _read_parts(
    client: RestClient, base: str, vertices: list[VertexMetrics], checkpoint: int
) -> list[CheckpointPart]:
    """Return what each subtask did for a checkpoint, as far as the server still knows it."""
    found = []
    for vertex in vertices:
        path = f"{base}/checkpoints/details/{checkpoint}/subtasks/{vertex.id}"
        for row in (client.get_or_none(path) or {}).get("subtasks", ()):
            name = vertex.format_subtask(_parse_number(row["index"]))
            if row.get("status") != "completed":
                found.append(CheckpointPart(name, False))
                continue
            alignment, snapshot = row.get("alignment", {}), row.get("checkpoint", {})
            found.append(
                CheckpointPart(
                    name, True, _parse_number(row.get("end_to_end_duration", 0)),
                    max(0, _parse_number(row.get("start_delay", 0))),
                    max(0, _parse_number(alignment.get("duration", 0))),
                    _parse_number(snapshot.get("sync", 0)), _parse_number(snapshot.get("async", 0)),
                    bool(row.get("unaligned_checkpoint")),
                )
            )  # fmt: skip
    return found


def _read_failures(client: RestClient, base: str) -> tuple[list[str], int]:
    """Return one text for each failure, oldest first, and the number of restarts."""
    document = client.get_or_none(f"{base}/exceptions") or {}
    entries = document.get("exceptionHistory", {}).get("entries", ())
    failures = [
        f"{_shorten_task(entry.get('taskName'))}: {_find_root_cause(str(entry.get('stacktrace', '')))}"
        for entry in reversed(entries)
    ]
    rows = client.get_or_none(f"{base}/metrics?get=numRestarts") or ()
    restarts = max((_parse_number(row["value"]) for row in rows), default=0)
    return failures, restarts


def _shorten_task(name: Any) -> str:
    """Return the name of a failed task without the number of its attempt."""
    return str(name or "job").partition(" - execution")[0]


def _find_root_cause(stacktrace: str) -> str:
    """Return the last "Caused by" of a Java stack trace, or its first line."""
    lines = stacktrace.splitlines()
    causes = [line for line in lines if line.startswith("Caused by: ")]
    text = causes[-1].removeprefix("Caused by: ") if causes else (lines[0] if lines else "?")
    return text[:300]


def build_profile(job: LiveJob) -> JobProfile:
    """Build the profile of *job* for the rules about load, checkpoints and failures.

    It has no records: what a record was, and which windows there are, the REST API does not tell.
    """
    checkpoints = job.checkpoints or LiveCheckpoints()
    names = {
        str(_build_subtask_id(vertex, one)): vertex.format_subtask(one.index)
        for vertex in job.vertices
        for one in vertex.subtasks
    }
    tasks = [
        TaskProfile(
            names[str(_build_subtask_id(vertex, one))], vertex.name, vertex.is_source,
            one.records_out if vertex.is_source else one.records_in, bool(one.splits),
        )
        for vertex in job.vertices
        if len(vertex.subtasks) > 1
        for one in vertex.subtasks
    ]  # fmt: skip
    return JobProfile(
        status=job.state, duration_ms=job.duration_ms, has_sink=True, results=1, splits=[],
        windows={}, keys={}, tasks=tasks, load=_find_bottlenecks(job), names=names,
        generates_watermarks=True, checkpoints=checkpoints.durations,
        checkpoint_times=checkpoints.trigger_times, failed_checkpoints=checkpoints.failures,
        restarts=job.restarts, failures=job.failures, is_transactional=False, held_watermarks=0,
        filtered={}, shared_elements=0, key_values={}, repeated_results=0,
        restarts_from_nothing=0 if checkpoints.durations else job.restarts,
    )  # fmt: skip


def _build_subtask_id(vertex: VertexMetrics, subtask: SubtaskMetrics) -> SubtaskId:
    return SubtaskId(f"{vertex.id}/{subtask.index}")


def _find_bottlenecks(job: LiveJob) -> BottleneckReport:
    """Find the busy subtasks that are not backpressured, downstream of backpressured ones."""
    found = []
    for vertex in job.vertices:
        victims = tuple(
            _build_subtask_id(one, subtask)
            for one in job.find_upstream(vertex)
            for subtask in one.subtasks
            if subtask.backpressured >= BACKPRESSURED_RATIO
        )
        for subtask in vertex.subtasks:
            is_busy = subtask.busy >= _BUSY_RATIO and subtask.backpressured < BACKPRESSURED_RATIO
            if victims and is_busy:
                found.append(Bottleneck(_build_subtask_id(vertex, subtask), False, victims))
    return BottleneckReport((), tuple(found))
