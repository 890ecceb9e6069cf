"""Logs that others keep: an S3-like store, Delta Lake, Iceberg."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import boto3
import deltalake
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from moto.server import ThreadedMotoServer
from pyiceberg.catalog.sql import SqlCatalog

from flinksim.connectors.event_log.line_reader import EventLogError
from flinksim.replay.logs.input_log import Log
from tests.replay.test_any_log import TABLE, read

EXPECTED = read(Log.of(TABLE))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that speaks S3, with two parts below ``logs/day``."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    _, port = server.get_host_and_port()
    with pytest.MonkeyPatch.context() as patch:
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            patch.setenv(name, "x")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        client = boto3.client("s3", endpoint_url=f"http://127.0.0.1:{port}")
        client.create_bucket(Bucket="logs")
        folder = tmp_path_factory.mktemp("parts")
        for number in range(2):
            part = folder / f"p{number}.parquet"
            pq.write_table(TABLE.slice(number * 5, 5), part)
            client.upload_file(str(part), "logs", f"day/{part.name}")
        yield f"127.0.0.1:{port}"
    server.stop()


@pytest.mark.parametrize("where", ["day", "day/p*.parquet"])
@pytest.mark.parametrize("said", ["in the address", "in the environment"])
def test_an_address_like_s3(
    store: str, where: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"s3://logs/{where}"
    if said == "in the address":
        host = store.replace(":", "%3A")
        address += f"?endpoint_override={host}&scheme=http&region=us-east-1"
    else:
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://{store}")
    assert read(Log.of(address)) == EXPECTED


def test_what_is_not_in_the_store_is_told(store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://{store}")
    with pytest.raises(EventLogError, match="file or folder not found"):
        Log.of("s3://logs/night")


def test_a_folder_of_delta_lake_is_its_newest_version(tmp_path: Path) -> None:
    place = str(tmp_path / "table")
    deltalake.write_deltalake(place, TABLE.slice(0, 3))
    deltalake.write_deltalake(
        place, pa.table(TABLE), mode="overwrite"
    )  # what was there counts no more
    assert read(Log.of(place)) == EXPECTED


def test_a_folder_of_iceberg_is_its_newest_version(tmp_path: Path) -> None:
    catalog = SqlCatalog("c", uri=f"sqlite:///{tmp_path}/c.db", warehouse=f"file://{tmp_path}")
    catalog.create_namespace("n")
    table = catalog.create_table("n.t", schema=TABLE.schema)
    table.append(TABLE.slice(0, 3))
    table.overwrite(TABLE)
    place = str(table.location()).removeprefix("file://")
    assert read(Log.of(place)) == EXPECTED
