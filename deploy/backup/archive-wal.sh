#!/bin/sh
# Keeps a segment of PostgreSQL's write-ahead log, as archive_command:
#
#   archive_command = '/opt/latchkey/archive-wal.sh "%p" "/backup/wal/%f"'
set -eu
segment=$1
kept=$2

# PostgreSQL repeats the command if it crashed after it. Another server's segment of the same name must not be overwritten.
if [ -e "$kept" ]; then
  cmp -s "$segment" "$kept"
  exit
fi
cp "$segment" "$kept.partial"
sync "$kept.partial"
mv "$kept.partial" "$kept"
