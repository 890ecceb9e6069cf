"""``flinksim clinic``: report what is wrong in the jobs of a running cluster."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from time import sleep
from typing import Any

from flinksim.cli.arguments import add_language_argument
from flinksim.cli.console import FAILED, report_error
from flinksim.clinic.examination import build_report_page, diagnose_job
from flinksim.clinic.live_job import LiveJob, list_jobs, read_job
from flinksim.clinic.rest_client import RestClient, RestError
from flinksim.core.atomic_files import write_file

_METRIC_TRIES = 3
FOUND = 3
"""Exit code: a finding is certain."""
TOKEN_VARIABLE, USER_VARIABLE = "FLINK_REST_TOKEN", "FLINK_REST_USER"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = (
        "Only GET requests are sent, and only to this host. For a protected server, set "
        f"{TOKEN_VARIABLE} (bearer token) or {USER_VARIABLE} (NAME:PASSWORD). The exit status is {FOUND} "
        "if a finding is certain, 1 if the server cannot be read, and 0 otherwise."
    )
    parser.add_argument("url", help="The REST address of the JobManager: http://localhost:8081.")
    parser.add_argument(
        "--job", metavar="ID", help="Examine only this job; its name is accepted, too."
    )
    parser.add_argument("--json", action="store_true", help="Print the reports as JSON.")
    parser.add_argument(
        "--markdown", type=Path, metavar="FILE", help="Write the reports to a file for a ticket."
    )
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="Write the reports to a page that opens offline."
    )
    parser.add_argument(
        "--watch",
        type=float,
        metavar="SECONDS",
        help="Examine again after this time, until Ctrl-C.",
    )
    parser.add_argument("--ca", metavar="FILE", help="Certificates that sign the server's one.")
    parser.add_argument(
        "--timeout", type=float, default=10.0, metavar="SECONDS",
        help="Time to wait for each response (default: 10).",
    )  # fmt: skip
    add_language_argument(parser)
    parser.set_defaults(action=execute)


def execute(options: argparse.Namespace) -> int:
    """Execute the command and return its exit code."""
    try:
        client = RestClient(
            options.url,
            token=os.environ.get(TOKEN_VARIABLE), user=os.environ.get(USER_VARIABLE),
            ca_file=options.ca, timeout_s=options.timeout,
        )  # fmt: skip
    except (OSError, ValueError) as error:
        return report_error(str(error))
    while True:
        try:
            code = _report_jobs(client, options)
        except RestError as error:
            code = report_error(str(error))
        if options.watch is None:
            return code
        sleep(max(1.0, options.watch))


def _report_jobs(client: RestClient, options: argparse.Namespace) -> int:
    jobs = [job for job in list_jobs(client) if _is_chosen(job, options.job)]
    if not jobs:
        wanted = f"no job {options.job}" if options.job else "no running job"
        return report_error(f"{client.url}: {wanted}")
    reports = [
        diagnose_job(_read_measured_job(client, str(job["jid"])), options.language) for job in jobs
    ]
    if options.json:
        print(json.dumps([one.to_json() for one in reports], ensure_ascii=False, indent=2))
    else:
        print("\n\n".join(map(str, reports)))
    markdown = "\n\n".join(one.markdown() for one in reports) + "\n"
    page = build_report_page(reports, options.language)
    written = [
        _write_report(option, path, text)
        for option, path, text in (
            ("--markdown", options.markdown, markdown),
            ("--html", options.html, page),
        )
    ]
    if not all(written):
        return FAILED
    is_sick = any(one.confidence == "certain" for report in reports for one in report.findings)
    return FOUND if is_sick else 0


def _read_measured_job(client: RestClient, job_id: str) -> LiveJob:
    """Read a job. The first request makes the JobManager fetch metrics, so it can come too early."""
    job = read_job(client, job_id)
    for _ in range(_METRIC_TRIES):
        if job.has_metrics or job.state != "RUNNING":
            break
        sleep(1)
        job = read_job(client, job_id)
    return job


def _is_chosen(job: dict[str, Any], wanted: str | None) -> bool:
    if wanted is not None:
        return wanted in (job.get("jid"), job.get("name"))
    return job.get("state") in ("RUNNING", "RESTARTING", "FAILING", "CREATED", "INITIALIZING")


def _write_report(option: str, path: Path | None, text: str) -> bool:
    """Write a report to the file that an option names, if any; return whether that was possible."""
    if path is None:
        return True
    try:
        write_file(path, text)
    except OSError as error:
        report_error(f"{option} {path}: {error.strerror or error}")
        return False
    return True
