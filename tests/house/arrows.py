#!/usr/bin/env python3
"""The arrows between the folders, read off the includes (docs/architecture.md): every folder may
include itself and the folders of its row; neither folders nor files include each other in a circle.

    arrows.py SOURCE
"""
import re
import sys
from pathlib import Path

# The one link between what warps do and when: seen by both sides, it belongs to neither.
LINK = "sim/functional/warp.h"
SCENES = ["common", "scenes", "scenes/bvh"]
CONFIG = ["common", "sim/config"]
COUNTERS = CONFIG + ["sim/functional/warp.h", "sim/timing/counters"]
MEMORY = COUNTERS + ["sim/timing/memory"]
SM = MEMORY + ["sim/timing/sm"]
TIMING = SM + ["sim/timing/rt", "sim/functional/traversal/treelets.h"]
APPROXIMATE = TIMING + ["sim/timing", "sim/model", "sim/approximate"]
GATSIM = APPROXIMATE + ["sim/trace", "sim/functional/step_log.h", "sim/gatsim"]
INTERVAL = APPROXIMATE + ["sim/trace", "sim/functional/step_log.h", "sim/gpumech"]
FRONTEND = ["common", "sim/functional/program", "sim/functional/frontend/ptx", "sim/functional/warp.h"]
FUNCTIONAL = SCENES + ["sim/functional", "sim/functional/program", "sim/functional/frontend/ptx",
                       "sim/functional/frontend/rdna2", "sim/functional/frontend/vsim",
                       "sim/functional/frontend/spirv", "sim/functional/traversal", "sim/functional/exec",
                       "sim/shaders/rt.h"]
COMPUTE = ["sim/functional/compute", "sim/workload"]
STAGES = sorted(set(FUNCTIONAL + APPROXIMATE + COMPUTE + ["scenes/generate", "scenes/file", "heatmap", "partition",
                                             "microbench", "sim/config/gpgpusim", "sim/config/load",
                                             "sim/gpumech", "sim/trace", "sim/functional/step_log.h",
                                             "sim/roofline", "sim/gatsim", "sim/isa"]))
BASE = STAGES + ["orchestrator/statistics", "orchestrator/settings"]
RESULT = BASE + ["orchestrator/result"]
PREDICT = RESULT + ["orchestrator/predict"]
STUDY = PREDICT + ["orchestrator/figure", "orchestrator/workload", "orchestrator/study"]
SLURM = BASE + ["orchestrator/slurm"]
COMPARE = STUDY + ["orchestrator/compare"]
GRIDS = STUDY + ["orchestrator/grids"]
WORKLOAD = PREDICT + ["orchestrator/workload"]
REPORT = COMPARE + ["orchestrator/report"]
MAY = {
    "common": [],
    "scenes": ["common"],
    "scenes/bvh": SCENES,
    "scenes/generate": ["common", "scenes"],
    "scenes/import": ["common", "scenes"],
    "scenes/file": ["common", "scenes", "scenes/generate", "scenes/import"],
    "sim/functional": ["common"],
    "sim/functional/traversal": SCENES + ["sim/functional/warp.h"],
    "sim/functional/exec": FUNCTIONAL,
    "sim/functional/program": ["common", "sim/functional/warp.h"],
    "sim/functional/compute": FUNCTIONAL + ["sim/functional/compute"],
    "sim/workload": ["common", "sim/functional/compute", "sim/functional/program", "sim/workload"],
    "sim/functional/frontend/ptx": ["common", "sim/functional/program", "sim/functional/frontend/ptxas"],
    "sim/functional/frontend/ptxas": ["common", "sim/functional/program"],
    "sim/functional/frontend/rdna2": FRONTEND,
    "sim/functional/frontend/vsim": FRONTEND,
    "sim/functional/frontend/spirv": ["common", "sim/functional/program"],
    "sim/config": CONFIG,
    "sim/config/gpgpusim": CONFIG,
    "sim/config/load": CONFIG + ["sim/config/gpgpusim"],
    "sim/timing/counters": COUNTERS,
    "sim/timing/memory": MEMORY,
    "sim/timing/sm": SM,
    "sim/timing/rt": TIMING,
    "sim/model": COUNTERS,
    "sim/timing": TIMING + ["sim/model"],
    "sim/approximate": APPROXIMATE,
    "sim/trace": ["common", "sim/functional/warp.h", "sim/functional/step_log.h"],
    "sim/gatsim": GATSIM,
    "sim/gpumech": INTERVAL,
    "sim/isa": ["common", "sim/functional/warp.h"],
    "sim/roofline": ["common", "sim/functional/warp.h", "sim/model/observe.h"],
    "heatmap": SCENES + ["sim/functional", "sim/functional/exec", "sim/functional/traversal"],
    "partition": ["common", "heatmap/quantize.h", "heatmap"],
    "microbench": STAGES + ["sim/functional/compute"],
    "silicon": ["common", "sim/functional/compute", "sim/functional/program", "sim/workload"],
    "orchestrator/statistics": ["common"],
    "orchestrator/settings": BASE,
    "orchestrator/result": RESULT,
    "orchestrator/predict": PREDICT + ["sim/shaders/synthetic.h"],
    "orchestrator": PREDICT,
    "orchestrator/figure": ["common"],
    "orchestrator/study": STUDY,
    "orchestrator/slurm": SLURM,
    "orchestrator/compare": COMPARE,
    "orchestrator/report": REPORT,
    "orchestrator/grids": GRIDS,
    "orchestrator/workload": WORKLOAD,
    "orchestrator/amber": STAGES + ["orchestrator/amber"],
    "orchestrator/cli": REPORT + ["orchestrator/slurm", "orchestrator/grids", "orchestrator/amber"],
}


def circles(graph):
    """The strongly connected sets of more than one node (Tarjan, without recursion's depth)."""
    index, low, stack, found = {}, {}, [], []

    def visit(v):
        index[v] = low[v] = len(index)
        stack.append(v)
        for w in graph.get(v, ()):
            if w not in index:
                visit(w)
                low[v] = min(low[v], low[w])
            elif w in stack:
                low[v] = min(low[v], index[w])
        if low[v] == index[v]:
            group = stack[stack.index(v):]
            del stack[stack.index(v):]
            if len(group) > 1:
                found.append(sorted(group))

    sys.setrecursionlimit(10000)
    for v in list(graph):
        if v not in index:
            visit(v)
    return found


def main():
    root = Path(sys.argv[1])
    bad = 0
    files, folders = {}, {}
    for path in sorted(root.glob("*/**/*.[ch]")):
        name = path.relative_to(root).as_posix()
        folder = name.rpartition("/")[0]
        if folder.split("/")[0] in ("build", "tests", "docs") or folder.startswith(("sim/shaders", "sim/kernels")):
            continue
        if folder not in MAY:
            print(f"{folder}: tests/house/arrows.py says nothing of this folder", file=sys.stderr)
            bad += 1
            continue
        for line, text in enumerate(path.read_text().splitlines(), 1):
            match = re.match(r'#include "([^"]+)"', text)
            if not match or match[1] == "version.h":
                continue
            target = match[1]
            other = target.rpartition("/")[0]
            files.setdefault(name, set()).add(target)
            if other != folder and target != LINK:
                folders.setdefault(folder, set()).add(other)
            if other != folder and other not in MAY[folder] and target not in MAY[folder]:
                print(f"{name}:{line}: must not include {target}", file=sys.stderr)
                bad += 1
    circular = circles(files) + circles(folders)
    for group in circular:
        print("a circle: " + ", ".join(group), file=sys.stderr)
    bad += len(circular)
    print(f"{len(files)} files, {bad} wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
