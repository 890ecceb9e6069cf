#!/usr/bin/env bash
# make_venv.sh PYTHON FOLDER: make a virtual environment; Debian splits ensurepip off, so add it there.
set -eu
python=$1
folder=$2

if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    "$(dirname "$0")/system_packages.sh" python3-venv
fi
"$python" -m venv "$folder"
