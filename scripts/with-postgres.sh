#!/usr/bin/env bash
# with-postgres.sh COMMAND…: runs the command beside a private PostgreSQL that lives only as long as it.
# The command finds its address in CONSIGNE_TEST_POSTGRES_URL.
set -euo pipefail

if [ $# -eq 0 ]; then
  echo "usage: with-postgres.sh COMMAND…" >&2
  exit 2
fi
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
if [ ! -x "$bin/initdb" ]; then
  echo "PostgreSQL is not installed: run scripts/install-tools.sh first." >&2
  exit 1
fi

dir=$(mktemp -d /tmp/consigne-postgres.XXXXXX)
server=
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

port=$(node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
log=$dir/log
cd "$dir" # the server's user may not be allowed to read the caller's folder
# Nothing here has to survive a crash, so nothing waits for the disk.
if ! "${as_postgres[@]}" "$bin/initdb" -D "$dir/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync >"$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi
"${as_postgres[@]}" "$bin/postgres" -D "$dir/data" -k "$dir" -h 127.0.0.1 -p "$port" \
  -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200 >"$log" 2>&1 &
server=$!
cd "$OLDPWD"

for _ in $(seq 150); do
  "$bin/pg_isready" -q -h 127.0.0.1 -p "$port" -U postgres && break
  if ! kill -0 "$server" 2>/dev/null; then break; fi
  sleep 0.1
done
if ! "$bin/pg_isready" -q -h 127.0.0.1 -p "$port" -U postgres; then
  cat "$log" >&2
  echo "PostgreSQL did not start." >&2
  exit 1
fi

export CONSIGNE_TEST_POSTGRES_URL="postgres://postgres@127.0.0.1:$port/postgres?sslmode=disable"
"$@"
