#!/usr/bin/env bash
# The development server: Vite on :5173 with the API behind it. The browser reloads when a file of the console changes;
# the Go server is rebuilt and restarted when one of its files changes.
set -euo pipefail
cd "$(dirname "$0")/.."

mkdir -p .cache/dev
stamp=.cache/dev/built
binary=.cache/dev/consigne
# Links in mails must point to Vite, not to the server behind it.
export CONSIGNE_PUBLIC_URL=${CONSIGNE_PUBLIC_URL:-http://127.0.0.1:5173}

api=
vite=
stop_api() {
  if [ -n "$api" ]; then
    kill -TERM "$api" 2>/dev/null || true
    wait "$api" 2>/dev/null || true
    api=
  fi
}
start_api() {
  touch "$stamp"
  # When a version does not compile, the previous one keeps running.
  if go build -o "$binary.new" ./cmd/consigne; then
    stop_api
    mv "$binary.new" "$binary"
    "$binary" serve --demo &
    api=$!
  fi
}
stop() {
  stop_api
  if [ -n "$vite" ]; then kill "$vite" 2>/dev/null || true; fi
}
trap stop EXIT
trap 'exit 0' INT TERM

start_api
(cd console && exec node ../node_modules/vite/bin/vite.js) &
vite=$!

while kill -0 "$vite" 2>/dev/null; do
  if [ -n "$(find cmd internal go.mod -type f -newer "$stamp" ! -name '*_test.go' -print -quit)" ]; then
    echo "Go sources changed: building the server again"
    start_api
  fi
  sleep 1
done
