#!/usr/bin/env bash
# with-postgres.sh [--on-disk] [--replica] COMMAND…: runs the command beside a private PostgreSQL, and stops it after it. The
# command finds its address in CONSIGNE_TEST_POSTGRES_URL, and its process id in CONSIGNE_TEST_POSTGRES_PID. With --replica there is
# another one with a streaming replica, in CONSIGNE_TEST_PRIMARY_URL and CONSIGNE_TEST_REPLICA_URL: a replica makes again all the
# databases of its primary, which few tests need. CONSIGNE_TEST_POSTGRES_OPTIONS adds options to all servers. Their data, and the
# temporary files of the command, are in /dev/shm if there is room: tests make hundreds of databases of which nothing is kept. With
# --on-disk they are on the disk: for measures, and for data that may grow.
set -euo pipefail

on_disk='' replica=''
while :; do
  case ${1:-} in
  --on-disk) on_disk=1 ;;
  --replica) replica=1 ;;
  *) break ;;
  esac
  shift
done
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
  echo "usage: with-postgres.sh [--on-disk] [--replica] COMMAND…" >&2
  exit 2
fi
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
if [ ! -x "$bin/initdb" ]; then
  echo "PostgreSQL is not installed: run scripts/install-tools.sh first." >&2
  exit 1
fi

dir=$(mktemp -d "$folder/consigne-postgres.XXXXXX")
servers=()
stop() {
  for server in "${servers[@]}"; do # the replica first, because the primary waits for it
    kill -INT "$server" 2>/dev/null || true # INT: a fast shutdown
    wait "$server" 2>/dev/null || true
  done
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

ports=$(node -e '
  const servers = [0, 0, 0].map(() => require("node:net").createServer().listen(0, "127.0.0.1"));
  setImmediate(() => { console.log(servers.map((s) => s.address().port).join(" ")); servers.forEach((s) => s.close()); });')
read -r port primary_port replica_port <<<"$ports"
log=$dir/log
cd "$dir" # the servers' user may be unable to read the caller's folder

# serve NAME PORT [SETTING…]: starts the server in that folder and waits until it answers.
serve() {
  local name=$1 at=$2
  shift 2
  # Data need not survive a crash, so nothing waits for the disk.
  "${as_postgres[@]}" "$bin/postgres" -D "$dir/$name" -k "$dir" -h 127.0.0.1 -p "$at" \
    -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200 \
    ${CONSIGNE_TEST_POSTGRES_OPTIONS:-} "$@" >"$log" 2>&1 &
  servers=($! "${servers[@]}")
  for _ in $(seq 300); do
    "$bin/pg_isready" -q -h 127.0.0.1 -p "$at" -U postgres && return
    kill -0 "${servers[0]}" 2>/dev/null || break
    sleep 0.05
  done
  cat "$log" >&2
  echo "PostgreSQL did not start." >&2
  exit 1
}

quietly() {
  if ! "${as_postgres[@]}" "$@" >"$log" 2>&1; then
    cat "$log" >&2
    exit 1
  fi
}

quietly "$bin/initdb" -D "$dir/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync
if [ -n "$replica" ]; then
  cp -a "$dir/data" "$dir/primary"
fi
serve data "$port"
export CONSIGNE_TEST_POSTGRES_PID=${servers[0]}
address() { echo "postgres://postgres@127.0.0.1:$1/postgres?sslmode=disable"; }
CONSIGNE_TEST_POSTGRES_URL=$(address "$port")
export CONSIGNE_TEST_POSTGRES_URL
if [ -n "$replica" ]; then
  serve primary "$primary_port" -c wal_keep_size=1GB
  quietly "$bin/pg_basebackup" -R --no-sync -c fast -h 127.0.0.1 -p "$primary_port" -U postgres -D "$dir/replica"
  serve replica "$replica_port"
  CONSIGNE_TEST_PRIMARY_URL=$(address "$primary_port") CONSIGNE_TEST_REPLICA_URL=$(address "$replica_port")
  export CONSIGNE_TEST_PRIMARY_URL CONSIGNE_TEST_REPLICA_URL
fi
cd "$OLDPWD"

if [ "$folder" = /dev/shm ]; then
  mkdir "$dir/tmp"
  export TMPDIR=$dir/tmp
fi
"$@"
