#!/usr/bin/env python3
"""The laboratory: how good predictions are, for any set of estimators.

Runs `diorama predict` with every estimator over scenes x GPUs x shaders x seeds and holds the results
against references (`diorama simulate`), which are computed once and kept. Writes one Markdown table:
error and bias of the cycles, mean of the absolute errors of the paper's seven metrics, the worst
scene, how often the intervals cover the reference, and what it cost.

    tests/lab/lab.py --scenes lonely,weekend --gpus mobile_soc --size 128 --seeds 1,2
    tests/lab/lab.py --estimator 'ten percent=--percent 10' --estimator 'whole GPU=--percent 10 --factor 1'

An estimator is a name and options of `predict`. Every run is kept in the cache folder under a hash of
the program, its data and the options, so that an interrupted laboratory goes on where it was. The
processor time of a run is the one that was measured when it ran."""

import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys

METRICS = ["ipc", "cycles", "l1d_miss_rate", "l2_miss_rate", "rt_efficiency", "dram_efficiency",
           "bandwidth_utilization"]
ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ["configs", "scenes/builtin", "sim/shaders"]  # what a run reads beside the program

# The paper's estimators; others are given by --estimator.
BASELINES = {
    "linear": "--extrapolate linear",
    "linear, 10 %": "--extrapolate linear --percent 10",
    "exponential": "--extrapolate exponential",
    "random pixels, 10 %": "--block 1x1 --percent 10",
    "linear, 10 %, whole GPU": "--percent 10 --factor 1",
}


def hash_of_files(program):
    total = hashlib.sha256(pathlib.Path(program).read_bytes())
    for folder in DATA:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file():
                total.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return total.hexdigest()


class Laboratory:
    def __init__(self, program, cache):
        self.program = program
        self.cache = pathlib.Path(cache)
        self.cache.mkdir(parents=True, exist_ok=True)
        self.version = hash_of_files(program)

    def run(self, arguments):
        """The document of one run, from the cache if it was made before."""
        key = hashlib.sha256("\0".join([self.version, *arguments]).encode()).hexdigest()
        kept = self.cache / f"{key[:32]}.json"
        if kept.exists():
            return json.loads(kept.read_text())
        command = [self.program, *arguments, "--json", "--quiet", "--threads", "1"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{shlex.join(command)}\n{done.stderr.strip()}")
        part = kept.with_suffix(f".{os.getpid()}.part")
        part.write_text(done.stdout)
        part.rename(kept)
        return json.loads(done.stdout)


def compare(prediction, reference):
    """Signed relative errors, cover of the intervals, and ratios of processor time."""
    case = {"errors": {}, "covered": {}}
    for name in METRICS:
        ours, true = prediction["metrics"][name], reference["metrics"][name]["value"]
        if not true:
            continue
        case["errors"][name] = ours["value"] / true - 1
        if ours.get("low") is not None and ours.get("high") is not None:
            case["covered"][name] = ours["low"] <= true <= ours["high"]
    cost = prediction["cost"]
    spent = reference["cost"]["simulate_cpu_s"]
    case["speedup"] = spent / max(cost["simulate_cpu_s"], 1e-9)
    case["with_profile"] = spent / max(cost["simulate_cpu_s"] + cost["profile_cpu_s"], 1e-9)
    return case


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else None


def geometric(values):
    product, n = 1.0, 0
    for value in values:
        product, n = product * value, n + 1
    return product ** (1 / n) if n else None


def percent(value, signed=False):
    return "–" if value is None else f"{100 * value:{'+' if signed else ''}.1f} %"


def row(name, cases):
    """One estimator; `cases` are (scene, comparison)."""
    cycles = [(scene, case["errors"]["cycles"]) for scene, case in cases]
    worst = max(cycles, key=lambda pair: abs(pair[1]))
    covered = [hit for _, case in cases for hit in case["covered"].values()]
    cells = [name, len(cases), percent(mean(abs(e) for _, e in cycles)),
             percent(mean(e for _, e in cycles), True),
             percent(mean(mean(abs(e) for e in case["errors"].values()) for _, case in cases)),
             f"{percent(worst[1], True)} ({worst[0]})", percent(mean(covered)),
             f"{geometric(case['speedup'] for _, case in cases):.1f} ×",
             f"{geometric(case['with_profile'] for _, case in cases):.1f} ×"]
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


HEADER = """| estimator | cases | cycles, mean \\|error\\| | bias | seven metrics, MAE | worst, cycles | \
covered | speedup | with profile |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"""


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "build/release/diorama"))
    parser.add_argument("--cache", default=str(ROOT / "build/lab"), help="folder that keeps runs")
    parser.add_argument("--scenes", default="lonely,weekend", help="names or files, with commas")
    parser.add_argument("--gpus", default="mobile_soc,rtx2060")
    parser.add_argument("--shaders", default="path", help="of path, shadow, ao")
    parser.add_argument("--size", type=int, default=128, help="side of the picture, pixels")
    parser.add_argument("--seeds", default="1")
    parser.add_argument("--estimator", action="append", metavar="NAME=OPTIONS", default=[],
                        help="instead of the paper's; may be repeated")
    parser.add_argument("--jobs", type=int, default=1, help="runs side by side")
    parser.add_argument("--output", help="file for the table; default: standard output")
    given = parser.parse_args()
    for text in given.estimator:
        if "=" not in text:
            parser.error(f"--estimator {text}: expected NAME=OPTIONS of predict")
    return given


def main():
    given = parse()
    lab = Laboratory(given.program, given.cache)
    estimators = dict(text.split("=", 1) for text in given.estimator) or BASELINES
    frames = [(scene, gpu, shader, seed)
              for scene in given.scenes.split(",") for gpu in given.gpus.split(",")
              for shader in given.shaders.split(",") for seed in given.seeds.split(",")]

    def arguments(command, frame, options=""):
        scene, gpu, shader, seed = frame
        size = str(given.size)
        return [command, scene, "--gpu", gpu, "--shader", shader, "--seed", seed,
                "--width", size, "--height", size, *shlex.split(options)]

    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        references = dict(zip(frames, pool.map(lambda f: lab.run(arguments("simulate", f)), frames)))
        lines = [HEADER]
        for name, options in estimators.items():
            predictions = pool.map(lambda f: lab.run(arguments("predict", f, options)), frames)
            lines.append(row(name, [(f"{frame[0]}, {frame[1]}", compare(one, references[frame]))
                                    for frame, one in zip(frames, predictions)]))
    table = "\n".join(lines) + "\n"
    if given.output:
        pathlib.Path(given.output).write_text(table)
    else:
        sys.stdout.write(table)


if __name__ == "__main__":
    main()
