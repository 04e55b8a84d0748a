#!/usr/bin/env bash
# Validates compose.yaml against the Compose specification's own schema and, where docker-compose is installed, has it resolved; also that a
# missing secret stops it.
#
#   docker/prove/compose.sh <compose-spec.json>
#
# Needs: npm and its registry (ajv and js-yaml go to a temporary directory); schema/compose-spec.json of
# https://github.com/compose-spec/compose-spec; optionally docker-compose 2 (Debian 13: apt-get install docker-compose). No engine. Not part of CI.
set -euo pipefail
schema=$(realpath "${1:?usage: docker/prove/compose.sh <compose-spec.json>}")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

npm install --silent --no-audit --no-fund --prefix "$work" ajv@8 ajv-formats@3 js-yaml@5
cp "$here/validate-compose.mjs" "$work/"
node "$work/validate-compose.mjs" "$schema" "$here/../compose.yaml"

if ! command -v docker-compose >/dev/null; then
  echo 'docker-compose is not installed: the file was not resolved'
  exit 0
fi
cp "$here/../compose.yaml" "$work/"
resolve() { env POSTGRES_PASSWORD=p MASTER_KEY=k SANDBOX_ZONE=sandbox.localhost 'AUTH_URL=https://{domain}' "$@" docker-compose --file "$work/compose.yaml" --profile redis config --services; }
services=$(resolve | sort | paste --serial --delimiters=' ')
echo "resolved by docker-compose $(docker-compose version --short): $services"
for name in POSTGRES_PASSWORD MASTER_KEY SANDBOX_ZONE AUTH_URL; do
  if resolve "$name=" >/dev/null 2>"$work/refusal"; then
    echo "$name is missing and nothing stopped"
    exit 1
  fi
  grep --only-matching "required variable $name.*" "$work/refusal"
done
