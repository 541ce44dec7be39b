#!/usr/bin/env bash
# dump-schema.sh [COMMIT]: stores a small database with the commit's schema (by default HEAD's), for each engine, in
# internal/db/testdata/schemas/, where a test migrates it to the newest schema. Run it before checking in a
# migration.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -z "${CONSIGNE_TEST_POSTGRES_URL:-}" ]; then
  exec scripts/with-postgres.sh scripts/dump-schema.sh "$@"
fi
bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
if ! command -v sqlite3 >/dev/null; then
  echo "dump-schema.sh needs sqlite3: install Debian's package of that name." >&2
  exit 1
fi

folder=$PWD/internal/db/testdata/schemas
dir=$(mktemp -d /tmp/consigne-schema.XXXXXX)
database=schema_$$
postgres=${CONSIGNE_TEST_POSTGRES_URL/\/postgres\?/\/$database\?}
finish() {
  "$bin/psql" -q -d "$CONSIGNE_TEST_POSTGRES_URL" -c "DROP DATABASE IF EXISTS $database" || true
  rm -rf "$dir"
}
trap finish EXIT

git archive "${1:-HEAD}" | tar -x -C "$dir"
(cd "$dir" && go build -o consigne ./cmd/consigne)
"$bin/psql" -q -d "$CONSIGNE_TEST_POSTGRES_URL" -c "CREATE DATABASE $database"
cd "$dir"
for address in "sqlite:$dir/c.db" "$postgres"; do
  CONSIGNE_DATABASE_URL=$address ./consigne demo --stays 60 >/dev/null
done
version='SELECT MAX(version_id) FROM goose_db_version'

# keep ENGINE VERSION: never overwrites a stored schema, because a released schema does not change.
keep() {
  local file
  file=$folder/$1-$(printf %05d "$2").sql.gz
  if [ -e "$file" ]; then
    echo "$file is there already, and stays." >&2
    cat >/dev/null
    return
  fi
  gzip -9n >"$file"
  echo "$file: $(stat -c %s "$file") bytes"
}
mkdir -p "$folder"
sqlite3 c.db .dump | keep sqlite "$(sqlite3 c.db "$version")"
# Drops psql's own commands, of which recent versions write two: they are not SQL.
"$bin/pg_dump" -d "$postgres" --no-owner --no-privileges --inserts --rows-per-insert=500 |
  sed '/^\\/d' | keep postgres "$("$bin/psql" -qtA -d "$postgres" -c "$version")"
