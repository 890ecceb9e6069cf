"""``flinksim clinic`` against a server that answers as a cluster of Flink 2.3.0 did.

``responses.json.gz`` has the responses of a standalone cluster for 16 jobs (``SickJobs.java``): four healthy
ones, and twelve that are ill on purpose. ``python -m tests.clinic.record_responses`` records them.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from flinksim.cli import main
from flinksim.clinic import rest_client
from flinksim.clinic.examination import SHARED_RULES, diagnose_job
from flinksim.clinic.lessons import EXAMPLES
from flinksim.clinic.live_job import read_job
from flinksim.clinic.live_rules import LIVE_RULES
from flinksim.clinic.rest_client import MAX_RESPONSE_BYTES, RestClient, RestError
from tests.clinic.record_responses import HEALTHY, read_responses

RESPONSES = read_responses()
ILLNESSES = {
    "idle_partition": "empty split (certain)",
    "slow_split": "slow split (likely)",
    "hot_key": "uneven load (likely)",
    "slow_sink": "backpressure (likely)",
    "no_watermarks": "no watermarks (certain)",
    "seconds": "timestamps in seconds (certain)",
    "alignment_timeout": "slow part of a checkpoint (likely)",
    "more_subtasks_than_splits": "subtasks without split (likely)",
    "failing": "restart loop (certain)",
    "checkpoint_timeout": "failing checkpoints (certain)",
    "growing_state": "state only grows (possible)",
    "lookup": "slow lookup (likely)",
}
_PRESSURE = ILLNESSES["slow_sink"]
_GROWTH = ILLNESSES["growing_state"]
CONSEQUENCES = {
    "idle_partition": {_GROWTH},
    "no_watermarks": {_GROWTH},
    "more_subtasks_than_splits": {_GROWTH, ILLNESSES["idle_partition"]},
    "alignment_timeout": {_PRESSURE},
    "checkpoint_timeout": {_PRESSURE},
    "lookup": {_PRESSURE},
}
"""What else is wrong in a job with an illness: windows that never fire keep their records."""
Captured = pytest.CaptureFixture[str]


class _Cluster(BaseHTTPRequestHandler):
    """Answers GET requests from the recorded responses; notes what it was asked."""

    job = "healthy"
    requests: list[tuple[str, str | None]] = []
    redirect_to = ""
    body: bytes | None = None
    has_metrics = True

    def do_GET(self) -> None:
        type(self).requests.append((self.path, self.headers.get("Authorization")))
        if self.redirect_to:
            self.send_response(302)
            self.send_header("Location", self.redirect_to)
            self.end_headers()
            return
        recorded = RESPONSES[self.job]
        found = recorded["overview"] if self.path == "/jobs/overview" else None
        found = found or recorded["responses"].get(self.path)
        if not self.has_metrics and ("metrics" in self.path or "watermarks" in self.path):
            found = []
        content = self.body if self.body is not None else json.dumps(found).encode()
        self.send_response(404 if found is None and self.body is None else 200)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Print nothing."""


@pytest.fixture
def cluster() -> Iterator[tuple[type[_Cluster], str]]:
    handler = type("Cluster", (_Cluster,), {"requests": []})
    server = HTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield handler, f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_healthy_job_has_no_finding(cluster: Any, capsys: Captured) -> None:
    handler, url = cluster
    assert main(["clinic", url]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Job healthy (")
    assert "Flink 2.3.0." in text
    assert text.endswith("Nothing suspicious was found.\n")
    assert "count -> result: Writer" in text
    assert len(handler.requests) > 5


@pytest.mark.parametrize("name", ILLNESSES)
def test_an_illness_is_found(name: str, cluster: Any, capsys: Captured) -> None:
    handler, url = cluster
    handler.job = name
    code = main(["clinic", url, "--job", name])
    text = capsys.readouterr().out
    assert ILLNESSES[name] in text
    assert code == (3 if "(certain)" in text else 0)
    others = {rule for other, rule in ILLNESSES.items() if other != name and rule in text}
    assert others <= CONSEQUENCES.get(name, set())


def test_the_split_that_stopped_the_watermark_is_named(cluster: Any, capsys: Captured) -> None:
    handler, url = cluster
    handler.job = "slow_split"
    main(["clinic", url])
    text = capsys.readouterr().out
    assert "split partition-1 of Source: clicks -> check (2/2) is 600" in text
    assert (
        " behind the fastest input and limits the watermark of “count -> result: Writer”." in text
    )
    assert "Shown in small by: examples/situations/window_behind_a_slow_split.py" in text


@pytest.mark.parametrize("name", HEALTHY)
def test_healthy_jobs_have_no_finding(name: str, cluster: Any, capsys: Captured) -> None:
    handler, url = cluster
    handler.job = name
    assert main(["clinic", url]) == 0
    assert capsys.readouterr().out.endswith("Nothing suspicious was found.\n")


def test_checkpoints_are_examined_by_subtask(cluster: Any, capsys: Captured) -> None:
    handler, url = cluster
    handler.job = "alignment_timeout"
    main(["clinic", url])
    assert "subtasks: the alignment timeout passed. slow call -> result: Writer (" in (
        capsys.readouterr().out
    )
    handler.job = "checkpoint_timeout"
    main(["clinic", url])
    assert "subtasks acknowledged it: slow call -> result: Writer (1/2), " in (
        capsys.readouterr().out
    )


def test_the_page_has_the_plan_and_needs_no_network(
    cluster: Any, capsys: Captured, tmp_path: Path
) -> None:
    handler, url = cluster
    handler.job = "lookup"
    page = tmp_path / "report.html"
    main(["clinic", url, "--html", str(page), "--language", "zh"])
    text = page.read_text("utf-8")
    assert "<td>REBALANCE</td><td>记录轮流发往所有子任务</td>" in text
    assert "“Lookup: customers -&gt; result: Writer”在等待查询结果" in text
    assert "http" not in text
    assert main(["clinic", url, "--html", str(tmp_path / "no" / "such" / "x.html")]) == 1
    assert "--html" in capsys.readouterr().err


def test_every_rule_has_an_example_in_the_repository() -> None:
    names = {rule.name for rule in LIVE_RULES} | set(SHARED_RULES)
    assert names == set(EXAMPLES)
    root = Path(__file__).parents[2]
    assert all((root / file).is_file() for file in EXAMPLES.values())


def test_the_first_metrics_are_awaited(
    cluster: Any, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    handler, url = cluster
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        handler.has_metrics = True

    monkeypatch.setattr("flinksim.cli.clinic_command.sleep", wait)
    handler.has_metrics = False
    assert main(["clinic", url]) == 0
    assert waits == [1]
    assert "2026-" in capsys.readouterr().out


def test_the_output_forms(cluster: Any, capsys: Captured, tmp_path: Path) -> None:
    handler, url = cluster
    handler.job = "seconds"
    ticket = tmp_path / "ticket.md"
    assert main(["clinic", url, "--json", "--markdown", str(ticket)]) == 3
    (report,) = json.loads(capsys.readouterr().out)
    assert report["findings"][0]["rule"] == "timestamps in seconds"
    assert [vertex["subtasks"] for vertex in report["vertices"]] == [2, 2]
    assert "- **timestamps in seconds** (certain): " in ticket.read_text()
    assert main(["clinic", url, "--language", "zh"]) == 3
    assert "这是秒" in capsys.readouterr().out


def test_credentials_are_sent_and_a_redirect_to_another_host_is_not_followed(
    cluster: Any, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    handler, url = cluster
    monkeypatch.setenv("FLINK_REST_TOKEN", "secret")
    main(["clinic", url])
    assert {header for _, header in handler.requests} == {"Bearer secret"}
    handler.redirect_to = "http://127.0.0.1:9/elsewhere"
    assert main(["clinic", url]) == 1
    message = capsys.readouterr().err
    assert "redirects to another host, 127.0.0.1:9: not followed" in message
    assert "secret" not in message
    monkeypatch.setenv("FLINK_REST_USER", "a:b")
    assert main(["clinic", url]) == 1
    assert "not both" in capsys.readouterr().err


@pytest.mark.parametrize("body", [b"<html>", b"[" * 100_000, b"{}", b'{"jobs": 3}', b"[]"])
def test_another_server_is_a_clear_error(body: bytes, cluster: Any, capsys: Captured) -> None:
    handler, url = cluster
    handler.body = body
    assert main(["clinic", url]) == 1
    assert "is this Flink's REST API?" in capsys.readouterr().err


def test_errors_name_the_address(cluster: Any, capsys: Captured) -> None:
    _, url = cluster
    assert main(["clinic", "http://127.0.0.1:1"]) == 1
    assert "http://127.0.0.1:1/jobs/overview: no response" in capsys.readouterr().err
    assert main(["clinic", "ftp://host"]) == 1
    assert "expected an address such as http://localhost:8081" in capsys.readouterr().err
    assert main(["clinic", url, "--job", "nobody"]) == 1
    assert "no job nobody" in capsys.readouterr().err


def test_a_response_without_what_is_needed_is_an_error(cluster: Any) -> None:
    handler, url = cluster
    handler.body = b'{"name": "x", "state": "RUNNING", "plan": {"nodes": []}}'
    with pytest.raises(RestError, match="unexpected response, KeyError"):
        read_job(RestClient(url), "1")


def test_a_huge_response_is_not_read(cluster: Any) -> None:
    handler, url = cluster
    handler.body = b" " * (MAX_RESPONSE_BYTES + 1)
    with pytest.raises(RestError, match="larger than"):
        RestClient(url).get("/config")


def test_only_get_requests_are_sent_and_ids_are_quoted(cluster: Any) -> None:
    handler, url = cluster
    with pytest.raises(RestError):
        read_job(RestClient(url), "../../jars/x/run")
    assert [path for path, _ in handler.requests] == ["/jobs/..%2F..%2Fjars%2Fx%2Frun"]
    job_id = RESPONSES["healthy"]["overview"]["jobs"][0]["jid"]
    assert len(diagnose_job(read_job(RestClient(url), job_id)).findings) == 0


@pytest.mark.parametrize(
    ("path", "document"),
    [
        ("", {"name": "x", "state": "RUNNING", "now": 1, "duration": 1, "vertices": ["text"]}),
        ("/exceptions", {"exceptionHistory": [1]}),
        ("/exceptions", {"exceptionHistory": None}),
        ("/metrics?get=numRestarts", [{"id": "numRestarts", "value": "Infinity"}]),
        ("/metrics?get=numRestarts", [{"id": "numRestarts", "value": 10**400}]),
        ("/checkpoints/config", {"interval": {"ms": 5}}),
        ("/checkpoints", {"history": [{"id": 10**30, "trigger_timestamp": 1, "status": "FAILED"}]}),
        ("/plan", {"plan": {"nodes": [["id"]]}}),
    ],
)
def test_a_response_of_another_structure_is_an_error_that_names_the_job(
    path: str, document: Any, cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, url = cluster
    recorded = RESPONSES["healthy"]
    job = recorded["overview"]["jobs"][0]["jid"]
    responses = {**recorded["responses"], f"/jobs/{job}{path}": document}
    monkeypatch.setitem(RESPONSES, "healthy", {**recorded, "responses": responses})
    with pytest.raises(RestError, match=f"/jobs/{job}: unexpected response"):
        read_job(RestClient(url), job)


def test_a_plan_that_is_a_circle_is_examined(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    _, url = cluster
    recorded = RESPONSES["no_watermarks"]
    job = recorded["overview"]["jobs"][0]["jid"]
    path = f"/jobs/{job}/plan"
    plan = json.loads(json.dumps(recorded["responses"][path]))
    for node in plan["plan"]["nodes"]:
        node["inputs"] = [{"id": other["id"]} for other in plan["plan"]["nodes"]]
    responses = {**recorded["responses"], path: plan}
    monkeypatch.setitem(RESPONSES, "healthy", {**recorded, "responses": responses})
    examined = read_job(RestClient(url), job)
    assert [examined.find_sources(vertex) for vertex in examined.vertices]
    assert str(diagnose_job(examined))


def test_a_response_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            while not ended.wait(0.05):
                self.wfile.write(b" ")

        def log_message(self, *_: Any) -> None:
            """Print nothing."""

    ended = threading.Event()
    server = HTTPServer(("127.0.0.1", 0), Slow)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    client = RestClient(f"http://127.0.0.1:{server.server_port}", timeout_s=1)
    threading.Timer(30, ended.set).start()
    try:
        with pytest.raises(RestError, match="takes more than 1 s"):
            client.get("/config")
    finally:
        ended.set()
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_job_does_not_need_requests_without_end(
    cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, url = cluster
    monkeypatch.setattr(rest_client, "MAX_REQUESTS", 2)
    client = RestClient(url)
    assert client.get("/jobs/overview") == client.get("/jobs/overview")
    with pytest.raises(RestError, match="needs more than 2 requests"):
        client.get("/jobs/overview")
