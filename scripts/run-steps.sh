#!/usr/bin/env bash
# run-steps.sh NAME STEP…: makes the steps one after the other (they share two cores and one output) and prints the
# seconds that each took. Stops at the first that fails.
set -euo pipefail
name=$1
shift

SECONDS=0
table=
for step in "$@"; do
  start=$SECONDS
  "${MAKE:-make}" --no-print-directory "$step" || { echo "make $name: $step failed" >&2; exit 1; }
  table+=$(printf '%6d s  %s' $((SECONDS - start)) "$step")$'\n'
done
printf '\n%smake %s: every check passed in %d s\n' "$table" "$name" $SECONDS
