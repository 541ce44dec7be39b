#!/usr/bin/env bash
# cluster.sh: runs Consigne on several nodes of this machine: PostgreSQL with a synchronous standby under Patroni and
# etcd, mosquitto, two nodes, and HAProxy in front of the nodes, on http://127.0.0.1:8080 (CONSIGNE_CLUSTER_PORT), and of
# the database, with demonstration data. Ctrl-C stops everything. While it runs, in another terminal:
#   scripts/cluster.sh list         shows the servers of the database, their roles and how far they are behind
#   scripts/cluster.sh kill         kills the primary: PostgreSQL and its Patroni
#   scripts/cluster.sh start pg1    starts a killed server again: it becomes the standby
#   scripts/cluster.sh switchover   gives the role of the primary to the standby
set -euo pipefail
cd "$(dirname "$0")/.."
PATH=$PATH:/usr/sbin

port=${CONSIGNE_CLUSTER_PORT:-8080}
dir=${TMPDIR:-/tmp}/consigne-cluster.$port
database=$dir/database

# server NAME [COMMAND…]: becomes that server's Patroni, or patronictl.
server() {
  local name=$1 postgres=pg1 rest=rest1
  shift
  [ "$name" = pg1 ] || postgres=pg2 rest=rest2
  exec scripts/patroni-member.sh "$name" "$database" "127.0.0.1:${!postgres}" "127.0.0.1:${!rest}" "127.0.0.1:$etcd" "$@"
}

# start NAME COMMAND…: runs it in the background with its output in a file of that name.
start() {
  local name=$1
  shift
  "$@" >>"$dir/$name.log" 2>&1 &
  echo $! >"$dir/$name.pid"
  printf '  %-10s pid %s\n' "$name" $!
}

# is NAME ROLE: whether the server has that role (primary, synchronous).
is() {
  local rest=rest1
  [ "$1" = pg1 ] || rest=rest2
  curl -fs -m 5 -o /dev/null "http://127.0.0.1:${!rest}/$2"
}

# await WHAT COMMAND…: waits until the command succeeds.
await() {
  local what=$1
  shift
  for _ in $(seq 600); do
    ! "$@" || return 0
    sleep 0.2
  done
  echo "$what does not start; see $dir." >&2
  exit 1
}

if [ $# -gt 0 ]; then
  if [ ! -e "$dir/ports" ]; then
    echo "No cluster runs on port $port: start it with « make cluster »." >&2
    exit 1
  fi
  read -r pg1 pg2 rest1 rest2 etcd <"$dir/ports"
  case $1 in
    list) server pg1 list ;;
    switchover) server pg1 switchover --force consigne ;;
    kill)
      for name in pg1 pg2; do
        if is "$name" primary; then
          echo "killing $name"
          kill -9 "$(cat "$dir/$name.pid")" "$(head -n 1 "$database/$name/postmaster.pid")"
          exit
        fi
      done
      echo "There is no primary." >&2
      exit 1
      ;;
    start) start "$2" server "$2" ;;
    *) sed -n '2,/^set/s/^# //p' "$0" >&2 && exit 2 ;;
  esac
  exit
fi

for tool in haproxy mosquitto etcd patroni; do
  if ! command -v "$tool" >/dev/null; then
    echo "$tool is not installed: run scripts/install-tools.sh first." >&2
    exit 1
  fi
done
if ! mkdir "$dir"; then
  echo "A cluster runs on port $port, or one was killed and left that folder: delete it then, or set CONSIGNE_CLUSTER_PORT." >&2
  exit 1
fi
mkdir "$database" && cp deploy/patroni/patroni.yml "$database"
chmod 711 "$dir" && chmod 644 "$database/patroni.yml"
[ "$(id -u)" -ne 0 ] || chown postgres "$database"

stop() {
  trap '' INT TERM
  for name in haproxy node1 node2 mosquitto pg2 pg1 etcd; do # nodes before their database, Patroni before etcd
    local pid
    pid=$(cat "$dir/$name.pid" 2>/dev/null) || continue
    kill "$pid" 2>/dev/null || true
    for _ in $(seq 300); do
      kill -0 "$pid" 2>/dev/null || break
      sleep 0.1
    done
  done
  rm -rf "$dir"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

read -r pg1 pg2 rest1 rest2 etcd etcdpeer primary node1 node2 broker <<<"$(node -e '
  const servers = Array.from({ length: 10 }, () => require("node:net").createServer().listen(0, "127.0.0.1"));
  setImmediate(() => { console.log(servers.map((s) => s.address().port).join(" ")); servers.forEach((s) => s.close()); });')"
echo "$pg1 $pg2 $rest1 $rest2 $etcd" >"$dir/ports"
export CONSIGNE_DATABASE_URL="postgres://postgres:consigne@127.0.0.1:$primary/postgres?sslmode=disable&target_session_attrs=read-write"
export CONSIGNE_PUBLIC_URL=http://127.0.0.1:$port CONSIGNE_TRUSTED_PROXIES=127.0.0.1
export CONSIGNE_SECRET=le-même-secret-sur-chaque-nœud-de-démonstration CONSIGNE_OUTBOX=$dir/courriels
export CONSIGNE_SECOND_FACTOR=aucun # as with --demo, on both nodes
export CONSIGNE_MQTT_URL=mqtt://127.0.0.1:$broker
export CONSIGNE_NODE1=127.0.0.1:$node1 CONSIGNE_NODE2=127.0.0.1:$node2
export CONSIGNE_HAPROXY_BIND=127.0.0.1:$port CONSIGNE_HAPROXY_DIR=$PWD/deploy/haproxy
export CONSIGNE_PRIMARY_BIND=127.0.0.1:$primary
export CONSIGNE_PG1=127.0.0.1:$pg1 CONSIGNE_PG1_PATRONI=$rest1 CONSIGNE_PG2=127.0.0.1:$pg2 CONSIGNE_PG2_PATRONI=$rest2

printf 'listener %s 127.0.0.1\nallow_anonymous true\n' "$broker" >"$dir/mosquitto.conf"
start mosquitto mosquitto -c "$dir/mosquitto.conf"
start etcd etcd --data-dir "$dir/etcd" --log-level=error \
  --listen-client-urls "http://127.0.0.1:$etcd" --advertise-client-urls "http://127.0.0.1:$etcd" \
  --listen-peer-urls "http://127.0.0.1:$etcdpeer" --initial-advertise-peer-urls "http://127.0.0.1:$etcdpeer" \
  --initial-cluster "default=http://127.0.0.1:$etcdpeer"
start pg1 server pg1
await pg1 is pg1 primary
start pg2 server pg2
await pg2 is pg2 synchronous
start haproxy haproxy -db -f deploy/haproxy/haproxy.cfg -f deploy/haproxy/database.cfg
sleep 2 # at its start, HAProxy takes every server for fit until it has checked it
start node1 env CONSIGNE_LISTEN="$CONSIGNE_NODE1" bin/consigne serve --demo
node1_pid=$!
for _ in $(seq 600); do # the first node loads its demonstration data before it listens
  curl -fs -o /dev/null "http://$CONSIGNE_NODE1/readyz" && break
  kill -0 "$node1_pid" 2>/dev/null || break
  sleep 0.1
done
if ! curl -fs -o /dev/null "http://$CONSIGNE_NODE1/readyz"; then
  cat "$dir/node1.log" >&2
  exit 1
fi
start node2 env CONSIGNE_LISTEN="$CONSIGNE_NODE2" bin/consigne serve
grep -v '^{' "$dir/node1.log" || true # prints the accounts of the demonstration data
echo "Consigne on two nodes: http://127.0.0.1:$port (logs in $dir; Ctrl-C ends it all)"
echo "Kill the database's primary with « scripts/cluster.sh kill », and watch « scripts/cluster.sh list »."
wait # a node or a server may be killed and restarted by hand meanwhile
