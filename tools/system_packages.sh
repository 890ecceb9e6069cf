#!/usr/bin/env bash
# system_packages.sh NAME...: see that programs from outside of Python are there.
#
# As root on Debian or Ubuntu what is missing is installed; anywhere else the exact command is printed
# and the script goes on, because the simulator itself needs none of them:
#   chromium      the browser tests
#   graphviz      graph pictures in Graphviz's own style
#   java          Spark
#   python3-venv  Debian's Python without ensurepip
set -u

have() {
    case "$1" in
        chromium) command -v chromium || command -v chromium-browser || command -v google-chrome ;;
        graphviz) command -v dot ;;
        java) command -v java ;;
        python3-venv) false ;;
        *) echo "system_packages.sh: unknown name '$1' (chromium, graphviz, java, python3-venv)" >&2
           exit 2 ;;
    esac >/dev/null
}

debian_package() { case "$1" in java) echo openjdk-17-jre-headless ;; *) echo "$1" ;; esac; }
brew_package() { case "$1" in java) echo openjdk@17 ;; *) echo "$1" ;; esac; }

missing=()
for name in "$@"; do
    have "$name" || missing+=("$(debian_package "$name")")
done
[ ${#missing[@]} -eq 0 ] && exit 0

if command -v apt-get >/dev/null; then
    if [ "$(id -u)" = 0 ]; then
        echo "installing ${missing[*]}"
        log=$(mktemp)
        if { apt-get update && DEBIAN_FRONTEND=noninteractive \
             apt-get install -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
            rm -f "$log"
            exit 0
        fi
        tail -n 20 "$log" >&2
        rm -f "$log"
    fi
    echo "please install: sudo apt-get install ${missing[*]}" >&2
elif command -v brew >/dev/null; then
    packages=()
    for name in "$@"; do have "$name" || packages+=("$(brew_package "$name")"); done
    echo "please install: brew install ${packages[*]}" >&2
else
    echo "please install with your system's package manager: ${missing[*]}" >&2
fi
exit 0
