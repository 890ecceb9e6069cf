#!/usr/bin/env bash
# node_packages.sh: see that what builds and type-checks widgets/ is there.
#
# Nobody needs Node to use flinksim: the built widgets are committed. Where Node is there, the tests
# build them again and type-check their sources; where it is not, the stamp of the sources has to do.
set -u
cd "$(dirname "$0")/../widgets"

if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    echo "no Node here: the built widgets are compared with their sources by stamp, not built again"
    exit 0
fi
# npm writes this file when it has installed everything.
[ node_modules/.package-lock.json -nt package.json ] && exit 0

echo "installing what builds the widgets"
log=$(mktemp)
if npm install --no-package-lock --no-audit --no-fund >"$log" 2>&1; then
    touch node_modules/.package-lock.json
else
    tail -n 20 "$log" >&2
    echo "the widgets cannot be built again here; their stamp has to do" >&2
fi
rm -f "$log"
exit 0
