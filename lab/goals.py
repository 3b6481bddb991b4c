#!/usr/bin/env python3
"""What was asked of the agreement with Vulkan-Sim beside what is reached, of the runs of a table.

    lab/goals.py ../shared/reference/runs.csv --repeat 8"""

import argparse
import json
import pathlib
import shlex
import subprocess
import sys

from content import ROOT
from runs import RunFailed

# What does not depend on time: equal, or the table's rounding of it.
COUNTS = ["thread_instructions", "warp_instructions", "thread_slots", "simt_efficiency", "rays", "nodes", "nodes_per_ray", "max_nodes_per_ray",
          "max_tree_depth", "rt_instructions", "rt_accesses"]


def error(row, metric):
    return row["ours"][metric] / row["theirs"][metric] - 1


def worst(rows, difference):
    """The row of the largest difference in size, and all of their mean size."""
    found = [(difference(row), row["run"]) for row in rows]
    return max(found, key=lambda one: abs(one[0])), sum(abs(d) for d, _ in found) / len(found)


def relative(rows, metric, mean_limit, worst_limit):
    """(what is asked, reached, whether it is) of a metric's errors."""
    (largest, run), mean = worst(rows, lambda row: error(row, metric))
    asked = [f"{100 * mean_limit:g} % on mean"] if mean_limit else []
    asked.append(f"{100 * worst_limit:g} % at worst")
    good = abs(largest) <= worst_limit and (not mean_limit or mean <= mean_limit)
    return f"`{metric}` within " + ", ".join(asked), f"{100 * mean:.1f} %, {100 * largest:+.1f} % (`{run}`)", good


def absolute(rows, metric, limit):
    (largest, run), mean = worst(rows, lambda row: row["ours"][metric] - row["theirs"][metric])
    return f"`{metric}` within {limit:g}", f"{mean:.4f} on mean, {largest:+.4f} (`{run}`)", abs(largest) <= limit


def counts(rows):
    """Ours and theirs as the table rounds them."""
    apart = [f"`{metric}` of `{row['run']}`" for metric in COUNTS for row in rows if metric in row["theirs"] and not row["inside"][metric]]
    shaders = sorted({row["shader"] for row in rows})
    reached = f"{len(COUNTS)} metrics of {len(rows)} rows ({', '.join(shaders)})" if not apart else "not " + ", ".join(apart)
    return "counts equal", reached, not apart


def goals(rows):
    for run in rows:
        if run["failure"]:
            raise RunFailed(f"{run['run']}: {run['failure']}")
    yield counts(rows)
    yield relative(rows, "cycles", 0.01, 0.03)
    yield relative(rows, "dram_efficiency", None, 0.05)
    yield relative(rows, "row_locality", None, 0.05)
    for metric in ("l1d_miss_rate", "l2_miss_rate", "rt_read_miss_rate"):
        yield absolute(rows, metric, 0.005)


def table(found):
    yield "| asked | reached: mean, worst | |"
    yield "| --- | --- | --- |"
    for asked, reached, good in found:
        yield f"| {asked} | {reached} | {'yes' if good else 'no'} |"


def correlate(program, runs, shaders, repeat):
    command = [program, "correlate", runs, "--shaders", shaders, "--repeat", str(repeat), "--json", "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not done.stdout:
        raise RunFailed(f"{shlex.join(command)}: {done.stderr.strip()}")
    return json.loads(done.stdout)["rows"]


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", help="table of reference runs")
    parser.add_argument("--repeat", type=int, default=8, help="launches of each, whose mean counts; 2 at least")
    parser.add_argument("--shaders", default=str(ROOT / "sim" / "shaders" / "vulkansim"))
    parser.add_argument("--program", default=str(ROOT / "build" / "release" / "diorama"))
    parser.add_argument("--kept", type=pathlib.Path, help="what correlate --json said, instead of running it")
    options = parser.parse_args(arguments)
    if options.repeat < 2:
        parser.error(f"--repeat is {options.repeat}; a mean over offsets needs 2")
    try:
        rows = (json.loads(options.kept.read_text(encoding="utf-8"))["rows"] if options.kept
                else correlate(options.program, options.runs, options.shaders, options.repeat))
        print("\n".join(table(goals(rows))))
    except RunFailed as failed:
        print(failed, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
