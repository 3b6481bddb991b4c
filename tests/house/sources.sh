#!/bin/sh
# Rules that a search can check: functions that C would be better without, libraries met in one
# place, length of files, words that must not stay behind.
set -u
cd "${1:?source folder}" || exit 2
bad=0
total=0
folders='common scenes sim heatmap partition microbench silicon orchestrator'
none() { # what is wrong, pattern, file endings...
    what=$1
    pattern=$2
    shift 2
    total=$((total + 1))
    # shellcheck disable=SC2086 # a list of folders
    found=$(grep -rnE "$pattern" $folders "$@" | grep -vE "${allow:-^$}")
    if [ -n "$found" ]; then
        printf '%s:\n%s\n' "$what" "$found" >&2
        bad=$((bad + 1))
    fi
}
allow='^common/status\.c.*abort'
none 'banned function' '(^|[^a-z_0-9])(strcpy|strcat|sprintf|vsprintf|strtok|atoi|atof|rand|srand|gets|alloca|exit|abort)\(' --include='*.c' --include='*.h'
allow='^common/memory\.c|^common/hash\.c'
none 'allocation past common/memory.h' '(^|[^a-z_0-9])(malloc|calloc|realloc|strdup)\(' --include='*.c'
allow='^common/image\.c'
none 'libpng outside common/image.c' '#include <png' --include='*.[ch]'
allow='^common/image_jpeg\.c'
none 'libjpeg outside common/image_jpeg.c' '#include <j(peglib|error)' --include='*.[ch]'
allow='^common/conf\.c'
none 'libconfig outside common/conf.c' '#include <libconfig' --include='*.[ch]'
allow='^scenes/bvh/build\.c'
none 'Embree outside scenes/bvh/build.c' '#include <embree' --include='*.[ch]'
allow='^scenes/import/assimp_(scene|files)'
none 'assimp outside scenes/import/' '#include <assimp' --include='*.[ch]'
allow='^orchestrator/study/store'
none 'SQLite outside orchestrator/study/store*' '#include <sqlite' --include='*.[ch]'
allow='^sim/timing/counters/[a-z0-9_]*\.h:.*(COUNTER_FIELD|_COUNTERS\(X\))|^sim/timing/counters/gpu_counters\.c'
none 'counters merged past their tables: use gpu_counters_merge' '_COUNTERS\(' --include='*.[ch]'
allow='^$'
none 'left behind' 'TODO|FIXME|\<XXX\>|HACK' --include='*.c' --include='*.h'
total=$((total + 1))
# shellcheck disable=SC2086
long=$(find $folders -name '*.[ch]' -exec awk 'END { if (NR > 800) print FILENAME, NR }' {} \;)
if [ -n "$long" ]; then
    printf 'files over 800 lines:\n%s\n' "$long" >&2
    bad=$((bad + 1))
fi
echo "$((total - bad)) passed, $bad failed"
[ "$bad" = 0 ]
