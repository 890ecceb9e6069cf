"""Files that a program brings along for its functions: modules to import, archives to read.

``add_python_file`` puts a module, package or zip on the path while the job runs. ``add_python_archive``
unpacks an archive into a folder of its own and makes that the working directory while the job runs, so
that ``open("target/file")`` finds it.

``set_python_executable`` changes nothing but the variable ``python`` of the surroundings.

Flink: ``PythonDependencyInfo``; PyFlink's workers are set up with it.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

from flinksim.common.configuration import Configuration


@contextlib.contextmanager
def user_files(configuration: Configuration) -> Iterator[None]:
    """The files that *configuration* names are there until the block ends.

    Raises ``FileNotFoundError`` for a file or archive that does not exist, ``ValueError`` for an
    archive that cannot be unpacked, or would be to another place.
    """
    files = _listed(configuration, "python.files")
    archives = _listed(configuration, "python.archives")
    with contextlib.ExitStack() as stack:
        executable = configuration.get_string("python.executable", "")
        if executable:
            stack.enter_context(_environment_variable("python", executable))
        if files:
            stack.enter_context(_on_the_path([_place(file) for file in files]))
        if archives:
            stack.enter_context(_unpacked(archives))
        yield


def _listed(configuration: Configuration, key: str) -> list[str]:
    return [part for part in configuration.get_string(key, "").split(",") if part]


def _place(file: str) -> str:
    """What has to be on the path for *file* to be importable."""
    path = Path(file)
    if not path.exists():
        raise FileNotFoundError(f"add_python_file(file_path): {file} does not exist.")
    return str(path.parent if path.suffix == ".py" else path)


@contextlib.contextmanager
def _environment_variable(name: str, value: str) -> Iterator[None]:
    """*name* is *value*, as in a worker of PyFlink's."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        del os.environ[name]
        if before is not None:
            os.environ[name] = before


@contextlib.contextmanager
def _on_the_path(places: list[str]) -> Iterator[None]:
    known = set(sys.modules)
    sys.path[:0] = places
    importlib.invalidate_caches()
    try:
        yield
    finally:
        for place in places:
            with contextlib.suppress(ValueError):
                sys.path.remove(place)
        # Another job may bring another module of the same name.
        for name in [name for name in sys.modules if name not in known]:
            file = getattr(sys.modules[name], "__file__", None) or ""
            if any(file.startswith(place + os.sep) for place in places):
                del sys.modules[name]


@contextlib.contextmanager
def _unpacked(archives: list[str]) -> Iterator[None]:
    import tempfile  # here and below: few programs have archives, and these load slowly

    before = Path.cwd()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for archive in archives:
            path, _, target = archive.partition("#")
            if not Path(path).exists():
                raise FileNotFoundError(f"add_python_archive(archive_path): {path} does not exist.")
            place = Path(folder) / (target or Path(path).name)
            if not place.resolve().is_relative_to(Path(folder).resolve()):
                raise ValueError(
                    f"add_python_archive(target_dir): {target} lies outside of the working directory; "
                    "name a folder in it"
                )
            _unpack(Path(path), place)
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def _unpack(archive: Path, place: Path) -> None:
    """Unpack *archive*, and nothing of it to anywhere but *place*.

    Raises: ValueError for what is no archive, or would write elsewhere.
    """
    import shutil
    import tarfile
    import zipfile

    try:
        if tarfile.is_tarfile(archive):
            with tarfile.open(archive) as members:
                members.extractall(place, filter="data")
        else:
            shutil.unpack_archive(archive, place)
    except (tarfile.TarError, shutil.ReadError, zipfile.BadZipFile, EOFError, zlib.error) as error:
        raise ValueError(
            f"add_python_archive(archive_path): {archive} cannot be unpacked: {error}. Give a zip "
            "or tar file, all of whose entries lie within it."
        ) from None
