#!/usr/bin/env bash
# Copies the files of a running PostgreSQL server into a new folder, and verifies the copy. The user of the URL needs the attribute REPLICATION.
#
#   REPLICATION_URL=postgres://... deploy/backup/base-backup.sh <new folder>
set -euo pipefail
folder=${1:?usage: deploy/backup/base-backup.sh <new folder>}
: "${REPLICATION_URL:?names the server to copy}"

pg_basebackup --dbname="$REPLICATION_URL" --pgdata="$folder" --format=plain --wal-method=stream --checkpoint=fast
pg_verifybackup --quiet "$folder"
