#!/usr/bin/env bash
# Print the first Python on the PATH that is 3.11 or later; with --explain, say what to do if none is.
set -u

if [ "${1:-}" = "--explain" ]; then
    echo "flinksim needs Python 3.11 or later, and none is on the PATH." >&2
    echo "  Debian, Ubuntu:  sudo apt-get install python3 python3-venv" >&2
    echo "  macOS:           brew install python@3.11" >&2
    echo "  conda:           conda env create -f environment.yml" >&2
    echo "Or name one:       make PYTHON=/path/to/python3.11 demo" >&2
    exit 1
fi
for name in python3.11 python3.12 python3.13 python3.14 python3 python; do
    # A name may be on the PATH and still not start (pyenv's shims), so each is tried.
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
        echo "$name"
        exit 0
    fi
done
