#!/bin/sh
# Build the recorder's jar with the JDK: recorder/build.sh FOLDER_OF_FLINK_JARS TARGET.jar
# Without a folder, the jars of an installed PyFlink are used.
set -eu
jars=$1
target=$2
here=$(cd "$(dirname "$0")" && pwd)
for tool in javac jar; do
    command -v "$tool" >/dev/null || { echo "recorder: there is no $tool on PATH; install a JDK of 11 or later"; exit 1; }
done
if [ -z "$jars" ]; then
    jars=$(python3 -c "import pathlib, pyflink; print(pathlib.Path(pyflink.__file__).parent / 'lib')" 2>/dev/null) || {
        echo "recorder: Flink's jars were not found; pip install apache-flink, or give FLINK_JARS=FOLDER"; exit 1; }
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Java 11 can load the classes, as Flink 1.20 requires
javac --release 11 -nowarn -Xlint:-options -cp "$jars/*" -d "$work/classes" "$here"/src/flinksim/recorder/*.java
printf 'Premain-Class: flinksim.recorder.Agent\n' > "$work/manifest"
mkdir -p "$(dirname "$target")"
jar cfm "$target" "$work/manifest" -C "$work/classes" . -C "$here/python" sitecustomize.py
