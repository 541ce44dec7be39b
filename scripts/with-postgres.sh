#!/usr/bin/env bash
# with-postgres.sh [--on-disk] COMMAND…: runs the command beside a private PostgreSQL, and stops it after it. The command finds its
# address in CONSIGNE_TEST_POSTGRES_URL, and its process id in CONSIGNE_TEST_POSTGRES_PID. CONSIGNE_TEST_POSTGRES_OPTIONS adds options
# to the server. Its data, and the temporary files of the command, are in /dev/shm if there is room: tests make hundreds of databases
# of which nothing is kept. With --on-disk they are on the disk: for measures, and for data that may grow.
set -euo pipefail

on_disk=''
if [ "${1:-}" = --on-disk ]; then
  on_disk=1
  shift
fi
folder=${TMPDIR:-/tmp}
if [ -z "$on_disk" ]; then
  shm=$(df --output=avail /dev/shm 2>/dev/null | tail -n 1) || true
  memory=$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo 2>/dev/null) || true
  # In KiB. The Go tests fill some 2 GiB of it.
  if [ "${shm:-0}" -ge $((4 << 20)) ] && [ "${memory:-0}" -ge $((8 << 20)) ]; then
    folder=/dev/shm
  fi
fi
if [ $# -eq 0 ]; then
  echo "usage: with-postgres.sh [--on-disk] COMMAND…" >&2
  exit 2
fi
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
if [ ! -x "$bin/initdb" ]; then
  echo "PostgreSQL is not installed: run scripts/install-tools.sh first." >&2
  exit 1
fi

dir=$(mktemp -d "$folder/consigne-postgres.XXXXXX")
server=''
stop() {
  if [ -n "$server" ]; then
    kill -INT "$server" 2>/dev/null || true # INT: a fast shutdown
    wait "$server" 2>/dev/null || true
  fi
  rm -rf "$dir"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# PostgreSQL refuses to run as root.
as_postgres=()
if [ "$(id -u)" -eq 0 ]; then
  as_postgres=(setpriv --reuid=postgres --regid=postgres --init-groups)
  chown postgres "$dir"
fi

port=$(node -e '
  const server = require("node:net").createServer().listen(0, "127.0.0.1");
  setImmediate(() => { console.log(server.address().port); server.close(); });')
log=$dir/log
cd "$dir" # the server's user may be unable to read the caller's folder

if ! "${as_postgres[@]}" "$bin/initdb" -D "$dir/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >"$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi
# Data need not survive a crash, so nothing waits for the disk. Dozens of databases share the locks of one server: the
# transactions of all tests that run at once, among them loads of tens of thousands of rows.
"${as_postgres[@]}" "$bin/postgres" -D "$dir/data" -k "$dir" -h 127.0.0.1 -p "$port" \
  -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200 -c max_pred_locks_per_transaction=256 \
  ${CONSIGNE_TEST_POSTGRES_OPTIONS:-} >"$log" 2>&1 &
server=$!
for _ in $(seq 300); do
  if "$bin/pg_isready" -q -h 127.0.0.1 -p "$port" -U postgres; then
    ready=1
    break
  fi
  kill -0 "$server" 2>/dev/null || break
  sleep 0.05
done
if [ -z "${ready:-}" ]; then
  cat "$log" >&2
  echo "PostgreSQL did not start." >&2
  exit 1
fi
export CONSIGNE_TEST_POSTGRES_PID=$server
export CONSIGNE_TEST_POSTGRES_URL="postgres://postgres@127.0.0.1:$port/postgres?sslmode=disable"
cd "$OLDPWD"

if [ "$folder" = /dev/shm ]; then
  mkdir "$dir/tmp"
  export TMPDIR=$dir/tmp
fi
"$@"
