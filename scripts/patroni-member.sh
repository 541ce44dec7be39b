#!/usr/bin/env bash
# patroni-member.sh NAME FOLDER POSTGRES PATRONI ETCD [COMMAND…]: runs one member of a cluster on this machine with the
# shipped configuration, or patronictl with that member's. The folder holds its data and must belong to the user that
# runs it: root becomes postgres, because PostgreSQL refuses to run as root. The last three are addresses.
set -euo pipefail
name=$1 folder=$2 postgres=$3 rest=$4 etcd=$5
shift 5
bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
export PATRONI_NAME=$name PATRONI_ETCD3_HOSTS=$etcd
export PATRONI_RESTAPI_LISTEN=$rest PATRONI_RESTAPI_CONNECT_ADDRESS=$rest
export PATRONI_POSTGRESQL_LISTEN=$postgres PATRONI_POSTGRESQL_CONNECT_ADDRESS=$postgres
export PATRONI_POSTGRESQL_DATA_DIR=$folder/$name PATRONI_POSTGRESQL_BIN_DIR=$bin PATRONI_POSTGRESQL_PGPASS=$folder/$name.pgpass
export PATRONI_SUPERUSER_USERNAME=postgres PATRONI_SUPERUSER_PASSWORD=consigne
export PATRONI_REPLICATION_USERNAME=replicator PATRONI_REPLICATION_PASSWORD=consigne
export PATRONI_RESTAPI_USERNAME=patroni PATRONI_RESTAPI_PASSWORD=consigne
as_postgres=()
if [ "$(id -u)" -eq 0 ]; then
  as_postgres=(setpriv --reuid=postgres --regid=postgres --init-groups)
fi
# In the folder, because the user may be unable to read the caller's.
cd "$folder"
if [ $# -gt 0 ]; then
  exec "${as_postgres[@]}" patronictl -c "$folder/patroni.yml" "$@"
fi
exec "${as_postgres[@]}" patroni "$folder/patroni.yml"
