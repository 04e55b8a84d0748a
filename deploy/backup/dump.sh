#!/usr/bin/env bash
# Dumps the database of DATABASE_URL into a file, without the queue: sweepers find all work again.
#
#   DATABASE_URL=postgres://... deploy/backup/dump.sh <file>
set -euo pipefail
file=${1:?usage: deploy/backup/dump.sh <file>}
: "${DATABASE_URL:?names the database to dump}"
# It contains personal data of users.
umask 077

pg_dump --format=custom --exclude-schema=bullmq --file="$file.partial" "$DATABASE_URL"
# A file that pg_restore cannot read must not replace an older one.
pg_restore --list "$file.partial" >/dev/null
sync "$file.partial"
mv "$file.partial" "$file"
