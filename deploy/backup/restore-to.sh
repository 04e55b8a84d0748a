#!/usr/bin/env bash
# Prepares a data directory that recovers a base backup to a point in time, or to the end of the archived log. Run it as the account of the
# server, then start the server on the directory: it replays the log and takes writes when it is there.
#
#   deploy/backup/restore-to.sh <folder of base-backup.sh> <folder of archive-wal.sh> <new data directory> ['2026-11-20 10:43:56+00']
set -euo pipefail
usage="usage: deploy/backup/restore-to.sh <base backup> <archived log> <new data directory> [time]"
backup=${1:?$usage}
log=$(cd "${2:?$usage}" && pwd)
data=${3:?$usage}
time=${4:-}

if [ -e "$data" ]; then
  echo "$data exists: name a new directory" >&2
  exit 1
fi
pg_verifybackup --quiet "$backup"
cp -a "$backup" "$data"
chmod 700 "$data"
{
  echo "restore_command = 'cp \"$log/%f\" \"%p\"'"
  echo "recovery_target_timeline = 'latest'"
  if [ -n "$time" ]; then
    echo "recovery_target_time = '$time'"
    echo "recovery_target_action = 'promote'"
  fi
} >>"$data/postgresql.auto.conf"
touch "$data/recovery.signal"
