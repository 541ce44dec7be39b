#!/usr/bin/env bash
# bench-replay.sh [options of bench/replay]: fills a PostgreSQL of its own with a million payments of a thousand
# stations (some minutes, 3 GB in /tmp), then plays a day against one node. CONSIGNE_BENCH_ADDRESSES is the address of one database
# (postgres://… or sqlite:…) to play the day on instead: it is kept, and gets what the day writes; an empty one is filled with
# CONSIGNE_BENCH_MILLIONS million payments.
set -euo pipefail
cd "$(dirname "$0")/.."

database=${CONSIGNE_BENCH_ADDRESSES:-${CONSIGNE_TEST_POSTGRES_URL:-}}
if [ -z "$database" ]; then
  # The server is measured with the durability settings of a real one: it waits for the disk.
  export CONSIGNE_TEST_POSTGRES_OPTIONS="-c fsync=on -c synchronous_commit=on -c full_page_writes=on -c shared_buffers=1GB"
  exec scripts/with-postgres.sh --on-disk "$0" "$@"
fi
dir=$(mktemp -d /tmp/consigne-replay.XXXXXX)
trap 'rm -rf "$dir"' EXIT
go run ./internal/store/storetest/fill "$database" "${CONSIGNE_BENCH_MILLIONS:-1}" > "$dir/site.json"
(cd bench && go build -o "$dir/replay" ./replay)
"$dir/replay" -binary "$PWD/bin/consigne" -database "$database" -postgres-pid "${CONSIGNE_TEST_POSTGRES_PID:-0}" \
  -site "$dir/site.json" "$@"
