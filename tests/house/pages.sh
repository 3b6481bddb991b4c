#!/bin/sh
# The generated pages are what the code's tables say: docs/reference/config.md, docs/reference/stats.md.
#   pages.sh SOURCE PROGRAM [--update]
set -u
source=${1:?source folder}
program=${2:?diorama_document}
bad=0
for page in config stats; do
    if [ "${3:-}" = --update ]; then
        "$program" "$page" >"$source/docs/reference/$page.md"
    else
        "$program" "$page" | diff -u "$source/docs/reference/$page.md" - >&2 || {
            echo "docs/reference/$page.md is stale: tests/house/pages.sh $source $program --update" >&2
            bad=$((bad + 1))
        }
    fi
done
echo "$((2 - bad)) passed, $bad failed"
[ "$bad" = 0 ]
