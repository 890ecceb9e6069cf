"""Files that a program ships for its functions: modules to import, archives to read.

``add_python_file`` puts a module, package or zip on ``sys.path`` while the job runs.
``add_python_archive`` unpacks an archive into a temporary folder and makes that the working
directory while the job runs, so that ``open("target/file")`` finds it.

``set_python_executable`` only sets the environment variable ``python``.

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
def provide_user_files(configuration: Configuration) -> Iterator[None]:
    """Provide the files that *configuration* names until the block ends.

    Raises:
        FileNotFoundError: If a file or archive does not exist.
        ValueError: If an archive cannot be unpacked, or would write outside of its folder.
    """
    files = _split_option(configuration, "python.files")
    archives = _split_option(configuration, "python.archives")
    with contextlib.ExitStack() as stack:
        executable = configuration.get_string("python.executable", "")
        if executable:
            stack.enter_context(_set_environment_variable("python", executable))
        if files:
            stack.enter_context(_extend_sys_path([_find_import_path(file) for file in files]))
        if archives:
            stack.enter_context(_unpack_archives(archives))
        yield


def _split_option(configuration: Configuration, key: str) -> list[str]:
    return [part for part in configuration.get_string(key, "").split(",") if part]


def _find_import_path(file: str) -> str:
    """Find the path that makes *file* importable.

    Raises:
        FileNotFoundError: If the file does not exist.
    """
    path = Path(file)
    if not path.exists():
        raise FileNotFoundError(f"add_python_file(file_path): {file} does not exist.")
    return str(path.parent if path.suffix == ".py" else path)


@contextlib.contextmanager
def _set_environment_variable(name: str, value: str) -> Iterator[None]:
    """Set an environment variable, as in a worker of PyFlink, until the block ends."""
    previous = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        del os.environ[name]
        if previous is not None:
            os.environ[name] = previous


@contextlib.contextmanager
def _extend_sys_path(paths: list[str]) -> Iterator[None]:
    modules_before = set(sys.modules)
    sys.path[:0] = paths
    importlib.invalidate_caches()
    try:
        yield
    finally:
        for path in paths:
            with contextlib.suppress(ValueError):
                sys.path.remove(path)
        # Another job may bring another module of the same name.
        for name in [name for name in sys.modules if name not in modules_before]:
            file = getattr(sys.modules[name], "__file__", None) or ""
            if any(file.startswith(path + os.sep) for path in paths):
                del sys.modules[name]


@contextlib.contextmanager
def _unpack_archives(archives: list[str]) -> Iterator[None]:
    import tempfile  # here and below: few programs have archives, and these load slowly

    previous = Path.cwd()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for archive in archives:
            path, _, target = archive.partition("#")
            if not Path(path).exists():
                raise FileNotFoundError(f"add_python_archive(archive_path): {path} does not exist.")
            target_folder = Path(folder) / (target or Path(path).name)
            if not target_folder.resolve().is_relative_to(Path(folder).resolve()):
                raise ValueError(
                    f"add_python_archive(target_dir): {target} is outside of the "
                    "working directory. Name a folder in it"
                )
            _unpack_archive(Path(path), target_folder)
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(previous)


def _unpack_archive(archive: Path, target: Path) -> None:
    """Unpack *archive* into one folder, and nothing outside of it.

    Raises:
        ValueError: If the file is not an archive, or has entries outside of the folder.
    """
    import shutil
    import tarfile
    import zipfile

    try:
        if tarfile.is_tarfile(archive):
            with tarfile.open(archive) as members:
                members.extractall(target, filter="data")
        else:
            shutil.unpack_archive(archive, target)
    except (tarfile.TarError, shutil.ReadError, zipfile.BadZipFile, EOFError, zlib.error) as error:
        raise ValueError(
            f"add_python_archive(archive_path): cannot unpack {archive}: {error}. "
            "Expected a zip or tar file without entries outside of its folder."
        ) from None
