#!/bin/sh
# Every header compiles alone, as C; the public one as C++ too where a C++ compiler is there.
set -u
cd "${1:?source folder}" || exit 2
cc=${2:-cc}
generated=${3:-.}
bad=0
total=0
for header in $(find common scenes sim heatmap partition microbench silicon orchestrator -name '*.h' ! -path 'sim/shaders/*' ! -path 'sim/kernels/*'); do
    total=$((total + 1))
    printf '#include "%s"\n' "$header" |
        "$cc" -std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Werror -fsyntax-only -I. -I"$generated" -x c - || {
        echo "$header does not compile alone" >&2
        bad=$((bad + 1))
    }
done
if command -v c++ >/dev/null && [ -e orchestrator/diorama.h ]; then
    total=$((total + 1))
    echo '#include "orchestrator/diorama.h"' | c++ -Wall -Wextra -Werror -fsyntax-only -I. -x c++ - || bad=$((bad + 1))
fi
echo "$((total - bad)) passed, $bad failed"
[ "$bad" = 0 ]
