"""Archives that a program brings along are unpacked into a folder of their own, and nowhere else."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from flinksim.common import Configuration
from flinksim.runtime.user_artifacts import provide_user_files


def archives(text: str) -> Configuration:
    configuration = Configuration()
    configuration.set_string("python.archives", text)
    return configuration


def unpack(path: Path) -> None:
    with provide_user_files(archives(str(path))):
        pass


def tar(path: Path, name: str, link: str = "") -> Path:
    with tarfile.open(path, "w") as archive:
        entry = tarfile.TarInfo(name)
        entry.size = 0 if link else 5
        if link:
            entry.type, entry.linkname = tarfile.SYMTYPE, link
        archive.addfile(entry, io.BytesIO(b"hello"))
    return path


def test_a_tar_is_unpacked_into_its_folder(tmp_path: Path) -> None:
    path = tar(tmp_path / "data.tar", "inside/words.txt")
    with provide_user_files(archives(f"{path}#target")):
        assert Path("target/inside/words.txt").read_text() == "hello"


@pytest.mark.parametrize("name", ["../../escaped.txt", "a/../../../escaped.txt"])
def test_an_entry_that_leads_out_is_refused(tmp_path: Path, name: str) -> None:
    path = tar(tmp_path / "data.tar", name)
    with pytest.raises(ValueError, match="without entries outside of its folder") as refused:
        unpack(path)
    assert "cannot unpack " in str(refused.value)


def test_an_absolute_name_is_one_within(tmp_path: Path) -> None:
    with provide_user_files(archives(f"{tar(tmp_path / 'data.tar', '/escaped.txt')}#target")):
        assert Path("target/escaped.txt").exists()
    assert not Path("/escaped.txt").exists()


def test_a_link_that_leads_out_is_refused(tmp_path: Path) -> None:
    path = tar(tmp_path / "data.tar", "link", "../../..")
    with (
        pytest.raises(ValueError, match="cannot unpack"),
        provide_user_files(archives(str(path))),
    ):
        pass


def test_a_zip_entry_that_leads_out_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "data.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../../escaped.txt", "hello")
        archive.writestr("words.txt", "hello")
    with provide_user_files(archives(f"{path}#data")):
        assert [entry.name for entry in Path("data").iterdir()] == ["words.txt"]


def test_a_target_that_leads_out_is_refused(tmp_path: Path) -> None:
    path = tar(tmp_path / "data.tar", "words.txt")
    with (
        pytest.raises(ValueError, match="is outside of the working directory"),
        provide_user_files(archives(f"{path}#../out")),
    ):
        pass


@pytest.mark.parametrize("data", [b"", b"no archive", b"PK\x03\x04 broken", b"\x1f\x8b broken"])
@pytest.mark.parametrize("suffix", [".zip", ".tar", ".tar.gz", ".txt"])
def test_what_is_no_archive_is_told(tmp_path: Path, data: bytes, suffix: str) -> None:
    path = tmp_path / f"data{suffix}"
    path.write_bytes(data)
    with (
        pytest.raises(ValueError, match="cannot unpack"),
        provide_user_files(archives(str(path))),
    ):
        pass
