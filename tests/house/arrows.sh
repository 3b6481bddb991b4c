#!/bin/sh
# The arrows between the folders, read off the includes (docs/architecture.md):
#   common <- scenes <- sim/functional <- heatmap <- partition <- orchestrator
#   microbench sees common, scenes and sim, and is seen by orchestrator
#   sim/timing sees common, itself and sim/functional/warp.h
#   sim/abstract sees what sim/timing sees, and sim/timing
#   sim/functional sees what shaders may call, sim/shaders/rt.h
#   orchestrator/figure <- orchestrator/study <- orchestrator/report, figure sees common alone
set -u
cd "${1:?source folder}" || exit 2
bad=0
total=0
check() { # folder, extended regular expression of what its files may include
    for file in "$1"/*.c "$1"/*.h; do
        [ -e "$file" ] || continue
        total=$((total + 1))
        wrong=$(grep -nE '^#include "' "$file" | grep -vE "\"($2)|\"version\.h\"")
        if [ -n "$wrong" ]; then
            echo "$file must not include:" >&2
            echo "$wrong" >&2
            bad=$((bad + 1))
        fi
    done
}
check common 'common/'
check scenes 'common/|scenes/'
check sim/functional 'common/|scenes/|sim/functional/|sim/shaders/rt\.h'
check sim/timing 'common/|sim/timing/|sim/functional/warp\.h'
check sim/abstract 'common/|sim/timing/|sim/abstract/|sim/functional/warp\.h'
check heatmap 'common/|scenes/|sim/functional/|heatmap/'
check partition 'common/|heatmap/quantize\.h|partition/'
check microbench 'common/|scenes/|sim/|microbench/'
check orchestrator 'common/|scenes/|sim/|heatmap/|partition/|microbench/|orchestrator/'
check orchestrator/figure 'common/|orchestrator/figure/'
check orchestrator/study 'common/|scenes/|sim/|heatmap/|partition/|orchestrator/[a-z_]*\.h|orchestrator/figure/|orchestrator/study/'
check orchestrator/report 'common/|sim/timing/|orchestrator/[a-z_]*\.h|orchestrator/figure/|orchestrator/study/|orchestrator/report/'
echo "$((total - bad)) passed, $bad failed"
[ "$bad" = 0 ]
