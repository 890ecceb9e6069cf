#!/usr/bin/env bash
# A Spark cluster on this machine (a master and two workers, each a process of its own), and a program
# submitted to it with the packaged project.
#
#   tools/spark_cluster.sh                            is a replay on it equal to the simulator?
#   tools/spark_cluster.sh --kill-executor            the same, and one executor is killed in mid-run
#   tools/spark_cluster.sh --submit program.py ...    your own program, by spark-submit
#
# PYTHON is the Python whose PySpark is used (default: python3). With FRESH=1 a new environment is made
# that has PySpark and what it needs, and nothing else: flinksim itself comes from --py-files alone.
# The cluster is stopped in every case; its logs are kept if something failed.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
python=${PYTHON:-python3}
work=$(mktemp -d "${TMPDIR:-/tmp}/flinksim-cluster.XXXXXX")
started=()

stop() {
  local code=$?
  for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done
  for pid in "${started[@]}"; do wait "$pid" 2>/dev/null || true; done
  if [ $code = 0 ]; then rm -rf "$work"; else echo "the logs are in $work" >&2; fi
  exit $code
}
trap stop EXIT
trap 'exit 130' INT TERM

if [ "${FRESH:-}" = 1 ]; then
  echo "making a fresh environment"
  "$root/tools/make_venv.sh" "$python" "$work/venv"
  python="$work/venv/bin/python"
  "$python" - "$root/pyproject.toml" >"$work/requirements.txt" <<'PYTHON'
import sys, tomllib
with open(sys.argv[1], "rb") as file:
    print(*tomllib.load(file)["project"]["optional-dependencies"]["spark"], sep="\n")
PYTHON
  "$python" -m pip --disable-pip-version-check --quiet install -r "$work/requirements.txt"
fi

# A wheel is a zip file; Spark takes packages by the name .zip.
"$python" -m pip --disable-pip-version-check --quiet wheel --no-deps -w "$work" "$root"
mv "$work"/flinksim-*.whl "$work/flinksim.zip"

cd "$work"
export SPARK_HOME PYSPARK_PYTHON=$python PYSPARK_DRIVER_PYTHON=$python
unset PYTHONPATH
SPARK_HOME=$("$python" -c 'import os, pyspark; print(os.path.dirname(pyspark.__file__))')
export SPARK_MASTER_OPTS=-Dspark.master.rest.enabled=false SPARK_LOCAL_IP=127.0.0.1 SPARK_WORKER_DIR="$work/workers"
short_lived="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"  # half of the processor time of a short run
export SPARK_DAEMON_JAVA_OPTS=$short_lived

start() {  # name, class, arguments
  "$SPARK_HOME/bin/spark-class" "$2" --host 127.0.0.1 --webui-port 0 "${@:3}" >"$work/$1.log" 2>&1 &
  started+=($!)
}

await() {  # file, words, how often; as long as all that was started lives
  until [ "$(grep -c "$2" "$1" 2>/dev/null)" -ge "$3" ]; do
    for pid in "${started[@]}"; do
      kill -0 "$pid" 2>/dev/null || { echo "no '$2' in $1, and a process has ended" >&2; exit 1; }
    done
    sleep 0.2
  done
}

start master org.apache.spark.deploy.master.Master --port 0
await "$work/master.log" 'Starting Spark master at' 1
master=$(grep -o 'spark://[^ ]*' "$work/master.log" | head -1)
for number in 1 2; do
  start "worker-$number" org.apache.spark.deploy.worker.Worker --cores 1 --memory 1g "$master"
done
await "$work/master.log" 'Registering worker' 2
echo "$master has two workers"

submit=("$SPARK_HOME/bin/spark-submit" --master "$master" --py-files "$work/flinksim.zip"
  --conf spark.ui.enabled=false --conf spark.executor.memory=800m --driver-memory 1g)
if [ "${1:-}" = --submit ]; then
  program=$(cd "$OLDPWD" && realpath "$2")
  (cd "$OLDPWD" && "${submit[@]}" "$program" "${@:3}")
else
  "${submit[@]}" --driver-java-options "$short_lived" "$root/tools/cluster_replay.py" --folder "$work" "$@" \
    2>"$work/submit.log"
fi
