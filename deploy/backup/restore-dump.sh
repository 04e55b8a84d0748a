#!/usr/bin/env bash
# Restores a file of dump.sh into the empty database of DATABASE_URL. Stop all processes before, run the migrations after.
#
#   DATABASE_URL=postgres://... deploy/backup/restore-dump.sh <file>
set -euo pipefail
file=${1:?usage: deploy/backup/restore-dump.sh <file>}
: "${DATABASE_URL:?names the database to restore into}"

tables=$(psql --no-psqlrc --tuples-only --no-align --dbname="$DATABASE_URL" \
  --command="SELECT count(*) FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')")
if [ "$tables" != 0 ]; then
  echo "the database of DATABASE_URL has $tables tables: restore into an empty one" >&2
  exit 1
fi
pg_restore --exit-on-error --no-owner --jobs="${RESTORE_JOBS:-2}" --dbname="$DATABASE_URL" "$file"
psql --no-psqlrc --quiet --dbname="$DATABASE_URL" --command=ANALYZE
