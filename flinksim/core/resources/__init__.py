"""Data files of flinksim.

Belongs here: an event log for the demo, the glossary, and the class lists of Flink's versions. Does
not belong here: code, and the assets of pages. Refer to the files by the constants below, or by the
modules that own them (``flink_catalog.classes``, ``flink_catalog.glossary``).
"""

from __future__ import annotations

from pathlib import Path

FLIGHTS = Path(__file__).parent / "flights_2013_01_02.csv"
"""File with an event log of one real day of departures from New York's three airports.

The split is the airport, ``arrival`` the time of departure. The payload is ``scheduled`` (the event
time), ``carrier``, ``flight``, ``dest`` and ``delay`` in minutes, negative for an early departure.
It has 935 flights; 8 cancelled flights are not included. The first lines of the file name its
origin.
"""
