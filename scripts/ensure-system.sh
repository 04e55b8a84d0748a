#!/usr/bin/env bash
# Makes sure that the programs which the tests start are there: as root on Debian or Ubuntu they are installed, else one line
# says what to install. Nothing is left running: the tests start their own servers on free ports.
set -euo pipefail
PATH=$PATH:/usr/sbin

# command or file -> Debian package
declare -A needed=(
  [redis-server]=redis-server
  [chromium-headless-shell]=chromium-headless-shell
  [/usr/share/fonts/truetype/liberation]=fonts-liberation
  [apache2]=apache2
  [/usr/lib/apache2/modules/mod_auth_openidc.so]=libapache2-mod-auth-openidc
  [named]=bind9
  [dnssec-signzone]=bind9-utils
  [nsupdate]=bind9-dnsutils
  [pdns_server]=pdns-server
  [pdnsutil]=pdns-server
  [/usr/share/doc/pdns-backend-sqlite3]=pdns-backend-sqlite3
  [caddy]=caddy
  [pgbouncer]=pgbouncer
)

missing=()
for thing in "${!needed[@]}"; do
  case $thing in
    /*) [ -e "$thing" ] || missing+=("${needed[$thing]}") ;;
    *) command -v "$thing" >/dev/null || missing+=("${needed[$thing]}") ;;
  esac
done
[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
  echo "The tests need programs that are not installed: ${missing[*]} (on Debian or Ubuntu: sudo apt-get install ${missing[*]})" >&2
  exit 1
fi

# While this file says no, Debian's packages do not start the service that they bring.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  trap 'rm -f "$policy"' EXIT
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod 755 "$policy"
fi

echo "Installing what the tests need: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
quietly() {
  local output
  output=$("$@" 2>&1 </dev/null) || {
    printf '%s\n' "$output" "Could not install ${missing[*]}; install by hand and run the tests again." >&2
    exit 1
  }
}
quietly apt-get -o DPkg::Lock::Timeout=120 update
quietly apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends "${missing[@]}"
