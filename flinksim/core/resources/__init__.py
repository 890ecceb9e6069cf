"""Data that comes with flinksim."""

from __future__ import annotations

from pathlib import Path

FLIGHTS = Path(__file__).parent / "flights_2013_01_02.csv"
"""One real day of departures from New York's three airports, as an event log.

The split is the airport, ``arrival`` the moment of departure, and the payload ``scheduled`` (the
event time), ``carrier``, ``flight``, ``dest`` and ``delay`` in minutes, negative where a flight
left early. 935 flights; 8 more were cancelled, so that nothing arrived. The first lines of the file
say where it is from.
"""
