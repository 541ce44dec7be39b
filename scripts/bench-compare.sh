#!/usr/bin/env bash
# Fills, builds and measures what docs/performance.md says of the history beside PocketBase: ten minutes or so, and
# 1.5 GB in /tmp meanwhile.
set -euo pipefail
cd "$(dirname "$0")/.."

dir=$(mktemp -d /tmp/consigne-bench.XXXXXX)
trap 'rm -rf "$dir"' EXIT
go run ./internal/store/storetest/fill "$dir/consigne.db"
(cd bench && go build -o "$dir/bench" .)
"$dir/bench" fill-pocketbase "$dir/pocketbase" "$dir/consigne.db"
"$dir/bench" compare "$PWD/bin/consigne" "$dir"
