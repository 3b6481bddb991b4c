#!/bin/sh
# Pages of docs/reference are what the code's tables say: all of config, stats and generators; of ptx,
# vulkan-sim-shaders and kernels the table at the end.
#   pages.sh SOURCE PROGRAM [--update]
set -u
source=${1:?source folder}
program=${2:?diorama_document}
bad=0
total=0
made=$(mktemp)
new=$(mktemp)
trap 'rm -f "$made" "$new"' EXIT
for page in config stats generators ptx vulkan-sim-shaders kernels; do
    file=$source/docs/reference/$page.md
    total=$((total + 1))
    "$program" "$page" >"$made" || exit 1
    awk -v first="$(head -n 1 "$made")" '$0 == first { exit } { print }' "$file" >"$new"
    cat "$made" >>"$new"
    if [ "${3:-}" = --update ]; then
        cat "$new" >"$file"
    else
        diff -u "$file" "$new" >&2 || {
            echo "docs/reference/$page.md is stale: tests/house/pages.sh $source $program --update" >&2
            bad=$((bad + 1))
        }
    fi
done
echo "$((total - bad)) passed, $bad failed"
[ "$bad" = 0 ]
