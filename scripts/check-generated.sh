#!/usr/bin/env bash
# Generates docs/openapi.json, the console's types, rights, security events and fold, and the notices into a temporary folder, and
# compares them with those checked in. Fails on a dependency without an accepted licence. Needs bin/consigne: run it as `make fresh`.
set -euo pipefail
cd "$(dirname "$0")/.."

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

go -C tools run ./notices notices >"$dir/notices.txt" &
gather=$!
bin/consigne openapi >"$dir/openapi.json"
node console/scripts/types.mjs "$dir/openapi.json" "$dir/schema.d.ts"
node console/scripts/rights.mjs "$dir/openapi.json" "$dir/rights.ts"
node console/scripts/security.mjs "$dir/openapi.json" "$dir/security.ts" "$dir/securityLabels.ts"
node console/scripts/fold.mjs internal/kernel/text/fold.json "$dir/foldTable.ts"
wait "$gather"

stale=0
# compare CHECKED_IN GENERATED COMMAND
compare() {
  if ! diff -u "$1" "$2" >"$dir/diff"; then
    head -n 40 "$dir/diff" >&2
    echo "$1 is not up to date: run « make $3 » and check in the result." >&2
    stale=1
  fi
}
compare docs/openapi.json "$dir/openapi.json" generate
compare console/src/api/schema.d.ts "$dir/schema.d.ts" generate
compare console/src/api/rights.ts "$dir/rights.ts" generate
compare console/src/api/security.ts "$dir/security.ts" generate
compare console/src/api/securityLabels.ts "$dir/securityLabels.ts" generate
compare console/src/format/foldTable.ts "$dir/foldTable.ts" generate
compare internal/notices/notices.txt "$dir/notices.txt" notices
exit $stale
