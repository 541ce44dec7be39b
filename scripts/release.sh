#!/usr/bin/env bash
# release.sh NFPM VERSION: writes the files of a release into release/. The same commit, Go and Node give the same
# bytes on any machine at any time, because every date is the commit's. Expects a built console.
set -euo pipefail
cd "$(dirname "$0")/.."
nfpm=$1
version=$2

if [ -n "$(git status --porcelain)" ]; then
  echo "There are changes that no commit has: a release is made of a commit." >&2
  exit 1
fi
if ! go -C tools run ./notices notices | cmp -s - internal/notices/notices.txt; then
  echo "The notices are not those of this commit: run « make notices » and check in the result." >&2
  exit 1
fi
export LC_ALL=C TZ=UTC SOURCE_DATE_EPOCH
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
umask 022

# v1.2.3 → 1.2.3; four commits later 1.2.3+4.gabcdef; before any tag 0~DATE.abcdef.
DEB_VERSION=$(sed -E 's/^v//; s/-([0-9]+-g)/+\1/; s/-g/.g/' <<<"$version")
if [[ ! $version =~ ^v[0-9] ]]; then
  DEB_VERSION="0~$(date -d "@$SOURCE_DATE_EPOCH" +%Y%m%d%H%M).$version"
fi
export DEB_VERSION ARCH BUILD

rm -rf release
mkdir -p release
build=$(mktemp -d /tmp/consigne-release.XXXXXX)
trap 'rm -rf "$build"' EXIT
for ARCH in amd64 arm64; do
  BUILD=$build/$ARCH
  name=consigne_${DEB_VERSION}_linux_$ARCH
  mkdir -p "$BUILD/$name"
  CGO_ENABLED=0 GOOS=linux GOARCH=$ARCH GOFLAGS=-mod=readonly go build -trimpath -buildvcs=false \
    -ldflags "-s -w -X main.version=$version" -o "$BUILD/consigne" ./cmd/consigne

  cp "$BUILD/consigne" docs/operations.md deploy/systemd/consigne.service deploy/debian/consigne.env deploy/caddy/Caddyfile SECURITY.md "$BUILD/$name/"
  cp internal/notices/notices.txt "$BUILD/$name/THIRD-PARTY-NOTICES.txt"
  chmod -R u=rwX,go=rX "$BUILD/$name"
  tar -C "$BUILD" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -cf - "$name" | gzip -9n >"release/$name.tar.gz"

  cat deploy/debian/copyright internal/notices/notices.txt >"$BUILD/copyright"
  gzip -9nc docs/operations.md >"$BUILD/operations.md.gz"
  gzip -9nc deploy/debian/consigne.1 >"$BUILD/consigne.1.gz"
  printf 'consigne (%s) stable; urgency=medium\n\n  * Commit %s.\n\n -- Consigne <consigne@example.org>  %s\n' \
    "$DEB_VERSION" "$(git rev-parse HEAD)" "$(date -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$BUILD/changelog.gz"
  find "$BUILD" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
  if ! "$nfpm" package --config deploy/nfpm.yaml --packager deb --target "release/consigne_${DEB_VERSION}_$ARCH.deb" >"$build/log"; then
    cat "$build/log" >&2
    exit 1
  fi
done

# The bill of materials must name exactly the Go modules that the binaries report.
bill=release/consigne_${DEB_VERSION}_sbom.cdx.json
go -C tools run ./notices sbom "$version" "$SOURCE_DATE_EPOCH" >"$bill"
for ARCH in amd64 arm64; do
  if ! diff <(go version -m "$build/$ARCH/consigne" | awk '$1 == "dep" { print "pkg:golang/" $2 "@" $3 }' | sort -u) \
    <(sed -n 's|^ *"purl": "\(pkg:golang/.*\)",*$|\1|p' "$bill" | grep -v '^pkg:golang/std@' | sort -u); then
    echo "The bill of materials is not that of the binary for $ARCH." >&2
    exit 1
  fi
done
cd release
sha256sum -- * >SHA256SUMS
cat SHA256SUMS
