#!/usr/bin/env bash
# node_packages.sh [FOLDER WHAT [required]]: see that the packages of FOLDER/package.json are there.
#
# Nobody needs Node to use flinksim: the built widgets are committed. Where Node is there, the tests
# build them again, type-check their sources, and build the site; where it is not, stamps have to do.
# The site itself is built with Node: then it is required.
set -u
folder=${1:-widgets} what=${2:-what builds the widgets} required=${3:-}
cd "$(dirname "$0")/../$folder" || exit 1

if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    if [ -n "$required" ]; then
        echo "the site is built with Node 20 or later, which is not here (Debian: apt-get install nodejs npm)" >&2
        exit 1
    fi
    echo "no Node here: $folder is taken as it was built, and not built again"
    exit 0
fi
# npm writes this file when it has installed everything.
[ node_modules/.package-lock.json -nt package.json ] && exit 0

echo "installing $what"
log=$(mktemp)
status=0
if npm install --no-package-lock --no-audit --no-fund >"$log" 2>&1; then
    touch node_modules/.package-lock.json
else
    tail -n 20 "$log" >&2
    echo "$folder cannot be built here" >&2
    [ -n "$required" ] && status=1
fi
rm -f "$log"
exit "$status"
