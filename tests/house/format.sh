#!/bin/sh
# Every source is set as .clang-format says, by the version that Debian 12 has: others differ.
#   format.sh SOURCE
set -u
cd "${1:?source folder}" || exit 2
clang-format --version 2>/dev/null | grep -q 'version 14\.' || exit "${TEST_NO_TOOL:-77}"
files=$(find common scenes sim heatmap partition microbench silicon orchestrator tests docs -name '*.[ch]')
# shellcheck disable=SC2086 # a list of files
bad=$(clang-format --dry-run -Werror $files 2>&1 | grep -o '^[^ :]*:[0-9]*:[0-9]*: error' | cut -d: -f1 | sort -u)
[ -z "$bad" ] || {
    echo "not formatted (clang-format -i):" >&2
    echo "$bad" >&2
}
total=$(echo "$files" | wc -l)
failed=$(printf '%s' "$bad" | grep -c .)
echo "$((total - failed)) passed, $failed failed"
[ "$failed" = 0 ]
