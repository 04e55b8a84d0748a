#!/usr/bin/env bash
# Builds the kustomize base and the example overlay and validates every document against the Kubernetes API's own schema, unknown fields refused.
#
#   docker/prove/kubernetes.sh <swagger.json>
#
# Needs: kubectl or kustomize; npm and its registry (ajv and js-yaml go to a temporary directory); the file api/openapi-spec/swagger.json of the
# Kubernetes release to hold against (https://github.com/kubernetes/kubernetes). No cluster. Not part of CI.
set -euo pipefail
swagger=$(realpath "${1:?usage: docker/prove/kubernetes.sh <swagger.json>}")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

build() {
  if command -v kustomize >/dev/null; then kustomize build "$1"; else kubectl kustomize "$1"; fi
}

build "$here/../kubernetes/base" >"$work/base.yaml"
build "$here/../kubernetes/overlays/example" >"$work/example.yaml"
npm install --silent --no-audit --no-fund --prefix "$work" ajv@8 js-yaml@5
cp "$here/validate-kubernetes.mjs" "$work/"
node "$work/validate-kubernetes.mjs" "$swagger" "$work/base.yaml" "$work/example.yaml"
