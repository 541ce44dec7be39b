#!/usr/bin/env bash
# Generates docs/openapi.json and the console's types again, aside, and compares them with those checked in.
set -euo pipefail
cd "$(dirname "$0")/.."

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

go run ./cmd/consigne openapi >"$dir/openapi.json"
npx --no-install openapi-typescript "$dir/openapi.json" -o "$dir/schema.d.ts" >/dev/null

stale=0
compare() {
  if ! diff -u "$1" "$2" >"$dir/diff"; then
    head -n 40 "$dir/diff" >&2
    echo "$1 is not what the Go code describes: run « make generate » and check in the result." >&2
    stale=1
  fi
}
compare docs/openapi.json "$dir/openapi.json"
compare console/src/api/schema.d.ts "$dir/schema.d.ts"
exit $stale
