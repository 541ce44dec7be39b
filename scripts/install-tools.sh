#!/usr/bin/env bash
# Installs the Debian packages that the tests need and this machine lacks.
set -euo pipefail

missing=()
# need PACKAGE COMMAND…: adds the package to the list unless the command succeeds.
need() {
  local package=$1
  shift
  "$@" >/dev/null 2>&1 || missing+=("$package")
}

need chromium-headless-shell command -v chromium-headless-shell
need postgresql sh -c 'ls /usr/lib/postgresql/*/bin/initdb'
need mosquitto sh -c 'PATH=$PATH:/usr/sbin command -v mosquitto'
need haproxy sh -c 'PATH=$PATH:/usr/sbin command -v haproxy'
need prometheus command -v promtool
need patroni command -v patroni
need etcd-server command -v etcd
need curl command -v curl
need jq command -v jq
need poppler-utils command -v pdftotext
need qpdf command -v qpdf
need openssl command -v openssl
need python3-etcd /usr/bin/python3 -c 'import patroni.dcs.etcd3'

[ ${#missing[@]} -gt 0 ] || exit 0

if ! command -v apt-get >/dev/null; then
  echo "The tests need ${missing[*]}, and this machine has no apt-get: please install them first." >&2
  exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "The tests need ${missing[*]}: as root, run « apt-get install ${missing[*]} », then start again." >&2
    exit 1
  fi
  as_root=(sudo)
fi

echo "Installing ${missing[*]} from Debian's packages"
export DEBIAN_FRONTEND=noninteractive
# Tests start servers of their own: what is installed here for them does not run as a service.
for service in patroni etcd; do
  if [[ " ${missing[*]} " == *" $service"* ]] && command -v systemctl >/dev/null; then
    "${as_root[@]}" systemctl mask "$service" || true
  fi
done
"${as_root[@]}" apt-get update -q
if ! "${as_root[@]}" apt-get install -q -y --no-install-recommends "${missing[@]}"; then
  echo "Installing ${missing[*]} failed (see above): install them by hand, then start again." >&2
  exit 1
fi
