#!/usr/bin/env bash
# cluster.sh: runs Consigne on several nodes of this machine: PostgreSQL and its streaming replica, mosquitto, two
# nodes, and HAProxy in front of them on http://127.0.0.1:8080 (CONSIGNE_CLUSTER_PORT), with demonstration data. Ctrl-C
# stops everything.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1:-}" != --beside-postgres ]; then
  exec scripts/with-postgres.sh --on-disk scripts/cluster.sh --beside-postgres
fi
for tool in haproxy mosquitto; do
  if ! PATH=$PATH:/usr/sbin command -v "$tool" >/dev/null; then
    echo "$tool is not installed: run scripts/install-tools.sh first." >&2
    exit 1
  fi
done
PATH=$PATH:/usr/sbin

dir=$(mktemp -d /tmp/consigne-cluster.XXXXXX)
parts=()
stop() {
  trap '' INT TERM
  if [ ${#parts[@]} -gt 0 ]; then
    kill "${parts[@]}" 2>/dev/null || true
    wait "${parts[@]}" 2>/dev/null || true
  fi
  rm -rf "$dir"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

start() { # NAME COMMAND…: runs it in the background with its output in a file of that name
  local name=$1
  shift
  "$@" >"$dir/$name.log" 2>&1 &
  parts+=($!)
  printf '  %-10s pid %s\n' "$name" $!
}

port=${CONSIGNE_CLUSTER_PORT:-8080}
read -r node1 node2 broker <<<"$(node -e '
  const servers = [0, 0, 0].map(() => require("node:net").createServer().listen(0, "127.0.0.1"));
  setImmediate(() => { console.log(servers.map((s) => s.address().port).join(" ")); servers.forEach((s) => s.close()); });')"
export CONSIGNE_DATABASE_URL=$CONSIGNE_TEST_POSTGRES_URL CONSIGNE_DATABASE_REPLICA_URL=$CONSIGNE_TEST_REPLICA_URL
export CONSIGNE_PUBLIC_URL=http://127.0.0.1:$port CONSIGNE_TRUSTED_PROXIES=127.0.0.1
export CONSIGNE_SECRET=le-même-secret-sur-chaque-nœud-de-démonstration CONSIGNE_OUTBOX=$dir/courriels
export CONSIGNE_MQTT_URL=mqtt://127.0.0.1:$broker
export CONSIGNE_NODE1=127.0.0.1:$node1 CONSIGNE_NODE2=127.0.0.1:$node2
export CONSIGNE_HAPROXY_BIND=127.0.0.1:$port CONSIGNE_HAPROXY_DIR=$PWD/deploy/haproxy

printf 'listener %s 127.0.0.1\nallow_anonymous true\n' "$broker" >"$dir/mosquitto.conf"
start mosquitto mosquitto -c "$dir/mosquitto.conf"
start node1 env CONSIGNE_LISTEN="$CONSIGNE_NODE1" bin/consigne serve --demo
for _ in $(seq 600); do # the first node loads its demonstration data before it listens
  curl -fs "http://$CONSIGNE_NODE1/readyz" >/dev/null && break
  if ! kill -0 "${parts[1]}" 2>/dev/null; then break; fi
  sleep 0.1
done
if ! curl -fs "http://$CONSIGNE_NODE1/readyz" >/dev/null; then
  cat "$dir/node1.log" >&2
  exit 1
fi
start node2 env CONSIGNE_LISTEN="$CONSIGNE_NODE2" bin/consigne serve
start haproxy haproxy -db -f deploy/haproxy/haproxy.cfg
grep -v '^{' "$dir/node1.log" || true # prints the accounts of the demonstration data
echo "Consigne on two nodes: http://127.0.0.1:$port (logs in $dir; Ctrl-C ends it all)"
wait # a node may be killed and restarted by hand meanwhile
