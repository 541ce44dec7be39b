#!/usr/bin/env bash
# Measures the history beside PocketBase for docs/performance.md: builds both, fills them, and measures. Takes about
# ten minutes and 1.5 GB in /tmp.
set -euo pipefail
cd "$(dirname "$0")/.."

dir=$(mktemp -d /tmp/consigne-bench.XXXXXX)
trap 'rm -rf "$dir"' EXIT
go run ./internal/store/storetest/fill "$dir/consigne.db"
(cd bench && go build -o "$dir/bench" .)
"$dir/bench" fill-pocketbase "$dir/pocketbase" "$dir/consigne.db"
"$dir/bench" compare "$PWD/bin/consigne" "$dir"
