#!/usr/bin/env bash
# Measures the history beside PocketBase for docs/performance.md: builds both, fills them, and measures. Takes about
# ten minutes and 1.5 GB in /tmp. With CONSIGNE_BENCH_SMOKE=1 it takes seconds, without PocketBase, and measures nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

dir=$(mktemp -d /tmp/consigne-bench.XXXXXX)
trap 'rm -rf "$dir"' EXIT
tags=
[ -z "${CONSIGNE_BENCH_SMOKE:-}" ] || tags=smoke
go run ./internal/store/storetest/fill "$dir/consigne.db"
(cd bench && go build -tags "$tags" -o "$dir/bench" .)
[ -n "$tags" ] || "$dir/bench" fill-pocketbase "$dir/pocketbase" "$dir/consigne.db"
"$dir/bench" compare "$PWD/bin/consigne" "$dir"
