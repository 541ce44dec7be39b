#!/usr/bin/env bash
# Builds HEAD's release twice, in two clean clones at different paths, and compares every byte. Takes some minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

dir=$(mktemp -d /tmp/consigne-reproduce.XXXXXX)
trap 'rm -rf "$dir"' EXIT
for clone in first/consigne second/place/of-it; do
  git clone --quiet --no-local . "$dir/$clone"
  mkdir -p "$dir/$clone/.cache"
  cp -r .cache/bin "$dir/$clone/.cache/" # the tools, compiled only once
  make -C "$dir/$clone" release
done
diff -r "$dir/first/consigne/release" "$dir/second/place/of-it/release"
echo "Both clones give the same bytes."
