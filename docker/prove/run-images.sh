#!/usr/bin/env bash
# Runs the built images under an OCI runtime as the deployments do (non-root, no capability, no new privileges, default seccomp profile,
# read-only root, /tmp in memory) and walks through: alive but not ready on an empty database, migrate, ready, health check, CLI, domain,
# client, token, stop by SIGTERM as process 1.
#
#   sudo DATABASE_URL=postgres://user:password@127.0.0.1:5432/empty docker/prove/run-images.sh
#
# Needs: build-images.sh to have run; crun and buildah, root, curl, openssl, Node; an empty PostgreSQL database. No engine. Not part of CI.
set -euo pipefail
: "${DATABASE_URL:?an empty PostgreSQL database}"
if [ -z "${PROVE_INNER:-}" ]; then exec unshare --mount env PROVE_INNER=1 "$0" "$@"; fi
# crun refuses a mixed hierarchy of control groups, which are not used here anyway.
if [ -d /sys/fs/cgroup/unified ]; then mount -t cgroup2 none /sys/fs/cgroup; fi

here=$(cd "$(dirname "$0")" && pwd)
storage=${PROVE_STORAGE:-/var/tmp/latchkey-prove}
management_port=${MANAGEMENT_PORT:-13000}
auth_port=${AUTH_PORT:-13001}
api_key=$(openssl rand -hex 32)
work=$(mktemp -d)
buildah() { command buildah --root "$storage/root" --runroot "$storage/run" --storage-driver "${PROVE_DRIVER:-overlay}" "$@"; }
crun() { command crun --root "$work/crun" --cgroup-manager=disabled "$@"; }
declare -A process working
clean() {
  for name in "${!process[@]}"; do crun kill "$name" KILL 2>/dev/null || true; done
  wait
  for name in "${!working[@]}"; do buildah rm "${working[$name]}" >/dev/null || true; done
  rm -rf "$work"
}
trap clean EXIT
master_key=$(openssl rand -base64 32)

prepare() { # name
  working[$1]=$(buildah from "latchkey-$1")
  mkdir -p "$work/$1"
  buildah inspect --type image "latchkey-$1" | node "$here/oci-bundle.mjs" "$work/$1" "$(buildah mount "${working[$1]}")" \
    "DATABASE_URL=$DATABASE_URL" "MASTER_KEY=$master_key" "BOOTSTRAP_API_KEY=$api_key" LISTEN_ADDRESS=127.0.0.1 \
    SMTP_URL=smtp://127.0.0.1:25 MAIL_FROM=no-reply@example.com \
    "MANAGEMENT_PORT=$management_port" "AUTH_PORT=$auth_port" SANDBOX_ZONE=sandbox.localhost "AUTH_URL=https://{domain}:$auth_port" >"$work/$1.health"
}
run() {
  crun run --bundle "$work/$1" "$1" >"$work/$1.log" 2>&1 &
  process[$1]=$!
}
start() {
  prepare "$1"
  run "$1"
}
status() { curl --silent --output /dev/null --write-out '%{http_code}' --max-time 5 "http://127.0.0.1:$1$2" || true; }
# Waits for a status; gives up after 30 s, or at once when the process named (optional) has ended.
await() { # port path status [name]
  for _ in $(seq 300); do
    if [ "$(status "$1" "$2")" = "$3" ]; then return 0; fi
    if [ -n "${4:-}" ] && ! kill -0 "${process[$4]}" 2>/dev/null; then return 1; fi
    sleep 0.1
  done
  echo "port $1: $2 answers $(status "$1" "$2"), not $3"
  tail -n 20 "$work"/*.log
  return 1
}
call() { curl --silent --show-error --fail-with-body --max-time 5 "$@"; }
field() { node -p "JSON.parse(require('fs').readFileSync(0, 'utf8'))['$1']"; }

start auth
start management
await "$auth_port" /healthz 200
await "$auth_port" /readyz 503
echo 'auth on an empty database: alive, not ready'
if await "$management_port" /healthz 200 management; then
  await "$management_port" /readyz 503
  echo 'management on an empty database: alive, not ready'
fi

prepare migrate
crun run --bundle "$work/migrate" migrate
echo 'migrate: ended with 0'
await "$auth_port" /readyz 200
echo 'auth after the migration: ready without a restart'
if ! kill -0 "${process[management]}" 2>/dev/null; then
  echo "management on an empty database: ended: $(head -n 1 "$work/management.log"); restarted, as an orchestrator would"
  run management
fi
await "$management_port" /readyz 200
echo 'management after the migration: ready'

for name in management auth; do
  mapfile -t check <"$work/$name.health"
  crun exec "$name" "${check[@]}"
  echo "$name: health check passes; $(crun exec "$name" node -p "const s = require('fs').readFileSync('/proc/1/status', 'utf8'); \
    ['Uid', 'CapEff', 'NoNewPrivs', 'Seccomp', 'VmRSS'].map((k) => s.match(new RegExp(k + ':.*'))[0].replace(/\s+/g, ' ')).join(', ') + \
    ', files in /tmp: ' + require('fs').readdirSync('/tmp').length")"
done

cli=(crun exec --cwd /app management node dist/apps/management/src/cli/main.js)
key=$("${cli[@]}" subscription create prove --json | field apiKey)
echo "operator CLI in the management container: $("${cli[@]}" subscription list --json | node -p "JSON.parse(require('fs').readFileSync(0, 'utf8')).length") subscriptions"

base=http://127.0.0.1:$management_port/v1/domain
curl --silent --output /dev/null --write-out 'API key of the settings: %{http_code}\n' --header "x-api-key: $api_key" "$base"
domain=$(call --request POST --header "x-api-key: $key" "$base" | field domain)
secret=$(call --request PUT --header "x-api-key: $key" --header 'content-type: application/json' "$base/$domain/client/prove" \
  --data '{"clientType":"Confidential","grantType":"ClientCredentials","scope":"read"}' | field clientSecret)
token=$(call --header "host: $domain:$auth_port" --user "prove:$secret" --data grant_type=client_credentials "http://127.0.0.1:$auth_port/connect/token" | field token_type)
echo "domain, client, token: $token"

for name in management auth; do
  began=$(date +%s%N)
  crun kill "$name" TERM
  code=0 && wait "${process[$name]}" || code=$?
  unset "process[$name]"
  echo "$name: SIGTERM to process 1, ended with $code after $((($(date +%s%N) - began) / 1000000)) ms"
  [ "$code" -eq 0 ]
done
