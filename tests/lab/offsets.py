#!/usr/bin/env python3
"""By how much a frame's cycles should spread when it is launched some cycles later, and by how much they do.

Two estimates from counters, each of a sum of independent draws along the chain of events that ends the frame, which is
T = cycles - launch long:

  fetches  T / mean_fetch_latency round trips. A fetch that goes to DRAM (a part p of them) waits for its bank as in an M/D/1
           queue: with mean wait w, service S, utilization r while active and arrival rate r / S, Pollaczek and Khinchine
           have E[W^2] = 2 w^2 + r S^2 / (3 (1 - r)). The variance of a fetch is p E[W^2] - (p w)^2.
  traces   T x warps that traced / resident warp cycles. An RT unit serves the oldest warp that can go on, so that a trace is
           the eldest of those it meets or the youngest, or anything between: its latency is a draw from [a, 2 L - a], with L
           its mean and a the mean where one warp is in the unit at a time (rt.max_warps = 1). The variance is (L - a)^2 / 3.

The frame ends with its slowest SM: of k SMs that end by chance earlier or later, on mean the largest of k draws from a
normal distribution. Whether a run of theirs could be one of ours says Student's t of (theirs - mean) / (s sqrt(1 + 1 / N)).

    tests/lab/offsets.py ../shared/reference/runs.csv --rows '*-32-*' --repeat 16"""

import argparse
import csv
import dataclasses
import fnmatch
import json
import math
import pathlib
import shlex
import statistics
import subprocess
import sys

from content import ROOT
from runs import RunFailed

LAUNCH = 5000  # core cycles, gpgpu_kernel_launch_latency of both GPUs
# Student's t of 95 %, two-sided, by degrees of freedom; of more, the next lower entry (which is wider).
STUDENT = {1: 12.71, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 7: 2.365, 9: 2.262, 11: 2.201, 15: 2.131, 19: 2.093, 31: 2.040, 63: 1.998}


@dataclasses.dataclass
class Spread:
    """Of one row. Core cycles."""
    run: str
    cycles: list
    fetches: float
    traces: float
    sms: int
    theirs: float

    @property
    def predicted(self):
        return math.hypot(self.fetches, self.traces)

    @property
    def mean(self):
        return statistics.mean(self.cycles)

    @property
    def measured(self):
        return statistics.stdev(self.cycles)

    @property
    def late(self):
        """How much the frame ends later than one SM on mean."""
        return self.predicted * largest_of(self.sms)

    @property
    def t(self):
        return (self.theirs - self.mean) / (self.measured * math.sqrt(1 + 1 / len(self.cycles)))

    @property
    def is_bias(self):
        return abs(self.t) > student(len(self.cycles) - 1)


def student(freedom):
    return STUDENT[max(n for n in STUDENT if n <= freedom)]


def largest_of(k):
    """Mean of the largest of k standard normal draws (Blom's approximation)."""
    return statistics.NormalDist().inv_cdf((k - 0.375) / (k + 0.25))


def fetch_variance(dram, part, core_per_dram):
    """Of a fetch of which a part goes to DRAM, in core cycles squared."""
    requests = dram["fetches"] + dram["write_backs"]
    if not requests:
        return 0.0
    wait = dram["bank_wait"] / requests
    service = dram["data_cycles"] / requests
    used = min(dram["data_cycles"] / dram["active_cycles"], 0.99)
    square = 2 * wait**2 + used * service**2 / (3 * (1 - used))
    return (part * square - (part * wait) ** 2) * core_per_dram**2


def estimates(counters, alone):
    """Standard deviations by fetches and by traces, of the counters of a run and of one whose RT units hold one warp."""
    length = counters["gpu"]["cycles"] - LAUNCH
    icnt, dram, rt = counters["icnt"], counters["dram"], counters["rt"]
    core_per_dram = counters["gpu"]["cycles"] * dram["channels"] / dram["cycles"]
    fetch = fetch_variance(dram, dram["fetches"] / icnt["replies"], core_per_dram)
    round_trips = length * icnt["replies"] / icnt["latency"]
    slower = rt["warp_latency"] / rt["warps"] - alone["rt"]["warp_latency"] / alone["rt"]["warps"]
    traces = length * rt["warps"] / counters["sm"]["resident_warp_cycles"]
    return math.sqrt(round_trips * fetch), math.sqrt(traces / 3) * max(slower, 0.0)


def simulate(program, row, shaders, gpu, repeat):
    scene = ROOT / "tests" / "reference" / f"{row['scene']}.scene"
    command = [program, "simulate", str(scene), "--gpu", gpu, "--shaders", str(pathlib.Path(shaders) / row["shader"]), "--width", row["width"],
               "--height", row["height"], "--samples", row["samples"], "--max-depth", row["max_depth"], "--repeat", str(repeat), "--stats",
               "--json", "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RunFailed(f"{shlex.join(command)}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def spread_of(program, row, shaders, repeat):
    result = simulate(program, row, shaders, row["gpu"], repeat)
    alone = simulate(program, row, shaders, row["gpu"] + ":rt.max_warps=1", 1)
    fetches, traces = estimates(result["counters"], alone["counters"])
    cycles = [run["metrics"]["cycles"] for run in result["repeats"]["runs"]]
    return Spread(row["run"], cycles, fetches, traces, result["downscale"]["sms"], float(row["cycles"]))


def table(spreads):
    yield "| run | fetches | traces | predicted deviation | measured | slowest SM | mean | theirs | t | limit | |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |"
    for s in spreads:
        yield (f"| {s.run} | {s.fetches:.0f} | {s.traces:.0f} | {s.predicted:.0f} | {s.measured:.0f} | +{s.late:.0f} | {s.mean:.0f} "
               f"| {s.theirs:.0f} | {s.t:+.1f} | {student(len(s.cycles) - 1):.1f} | {'bias' if s.is_bias else 'chance'} |")


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", help="table of reference runs")
    parser.add_argument("--rows", default="*", help="names of runs, as a pattern")
    parser.add_argument("--repeat", type=int, default=16, help="launches of each, 2 at least")
    parser.add_argument("--shaders", default=str(ROOT / "sim" / "shaders" / "vulkansim"))
    parser.add_argument("--program", default=str(ROOT / "build" / "release" / "diorama"))
    options = parser.parse_args(arguments)
    if options.repeat < 2:
        parser.error(f"--repeat is {options.repeat}; a spread needs 2 launches")
    with open(options.runs, newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if fnmatch.fnmatchcase(row["run"], options.rows)]
    if not rows:
        parser.error(f"--rows {options.rows}: no run has such a name")
    try:
        spreads = [spread_of(options.program, row, options.shaders, options.repeat) for row in rows]
    except RunFailed as failed:
        print(failed, file=sys.stderr)
        return 1
    print("\n".join(table(spreads)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
