#!/usr/bin/env python3
"""How much sooner a prediction answers than the simulation of the whole frame.

The runs of a frame are made one right after the other, on nothing else's machine, and none is kept: the times of one
machine differ by half between hours. With --cores also what follows for more cores than there are, by the times of
the parts (tests/bench/cores.c).

    lab/speed.py --sizes 256 --scenes lonely,bath,atrium --threads 2 --update docs/measured/validation.md"""

import argparse
import dataclasses
import pathlib
import re
import shlex
import subprocess
import sys

import frames
import lab as laboratory
import measure
from content import ROOT
from runs import Laboratory, RunFailed

ESTIMATORS = {"default": [], "linear": ["--sample", "groups"]}
COUNTED = (8, 16)  # cores that follow from the times of the parts


@dataclasses.dataclass
class Timed:
    """Of one frame and command: seconds without reading and building the scene, which every command does."""
    frame: frames.Frame
    command: str  # "simulate" or the estimator
    processor_s: float
    clock_s: float
    on_cores_s: dict


def arguments_of(command, frame):
    return ["simulate" if command == "simulate" else "predict", *frame.arguments(), *ESTIMATORS.get(command, [])]


def on_cores(program, arguments):
    """{cores: seconds} of the bench."""
    done = subprocess.run([program, *arguments, "--json", "--quiet"], capture_output=True, text=True, check=False)
    found = {int(cores): float(seconds) for cores, seconds in re.findall(r"^ *(\d+) cores: ([\d.]+) s", done.stderr, re.M)}
    if done.returncode != 0 or not set(COUNTED) <= set(found):
        raise RunFailed(f"{shlex.join([program, *arguments])}: {done.stderr.strip()}")
    return found


def time(one, frame, command, threads, cores):
    arguments = arguments_of(command, frame)
    cost = one.run([*arguments, "--json", "--quiet", "--threads", str(threads)])["cost"]
    found = on_cores(cores, arguments) if cores else {}
    return Timed(frame, command, cost["cpu_s"] - cost["setup_cpu_s"], cost["wall_s"] - cost["setup_wall_s"],
                 {n: found[n] - cost["setup_cpu_s"] for n in COUNTED if n in found})


def ratios(timed, command, of):
    """By frame: the simulation's time over the command's."""
    by = {(one.frame, one.command): of(one) for one in timed}
    return {frame: by[frame, "simulate"] / by[frame, command] for frame, name in by if name == command}


def cell(found):
    """Geometric mean and the least."""
    return f"{measure.times(measure.geometric(found.values()))}, {min(found.values()):.1f}" if found else "–"


def table(timed, threads):
    sizes = dict.fromkeys((one.frame.width, one.frame.height) for one in timed)
    columns = {"by processor time": lambda one: one.processor_s, f"on the clock, threads: {threads}": lambda one: one.clock_s}
    for n in COUNTED:
        if any(one.on_cores_s for one in timed):
            columns[f"computed for {n} cores"] = lambda one, n=n: one.on_cores_s[n]
    rows = []
    for size in sizes:
        some = [one for one in timed if (one.frame.width, one.frame.height) == size]
        for command in ESTIMATORS:
            rows.append([f"{command} · {size[0]}x{size[1]}", len(some) // (1 + len(ESTIMATORS)),
                         *(cell(ratios(some, command, of)) for of in columns.values())])
    return measure.markdown(["times faster than `simulate`: mean, least", "frames", *columns], rows)


def detail(timed):
    rows = [[f"{measure.place(one.frame)}, {one.frame.width}x{one.frame.height}: {one.command}", f"{one.processor_s:.2f}",
             f"{one.clock_s:.2f}", *(f"{one.on_cores_s[n]:.2f}" for n in COUNTED if n in one.on_cores_s)] for one in timed]
    return measure.markdown(["seconds", "processor", "clock", *(f"{n} cores" for n in COUNTED if timed[0].on_cores_s)], rows)


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "build/release/diorama"))
    parser.add_argument("--cores", metavar="BENCH", help="build/release/tests/bench_cores: computes for more cores, which takes as long again on one")
    for name in ("scenes", "gpus", "shaders", "sizes", "samples"):
        parser.add_argument(f"--{name}", type=laboratory.words)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--detail", action="store_true", help="also a table of every run")
    parser.add_argument("--update", metavar="PAGE", help="put the tables between the page's markers")
    parser.add_argument("--marker", default="speed", help="name in the page's markers (%(default)s)")
    return parser.parse_args(arguments)


def command_line(given):
    words = ["lab/speed.py", *(["--cores", "build/release/tests/bench_cores"] if given.cores else [])]
    for name in ("scenes", "gpus", "shaders", "sizes", "samples"):
        if getattr(given, name):
            words += [f"--{name}", ",".join(getattr(given, name))]
    return shlex.join([*words, "--threads", str(given.threads), *(["--detail"] if given.detail else [])])


def main(arguments=None):
    given = parse(arguments)
    overrides = {name: getattr(given, name) for name in ("scenes", "gpus", "shaders", "sizes", "samples") if getattr(given, name)}
    try:
        chosen = list(dict.fromkeys(frames.frames_of_block(overrides)))
    except ValueError as wrong:
        sys.exit(str(wrong))
    timed = []
    one = Laboratory(given.program, pathlib.Path(given.program).parent / "lab")
    try:
        for n, frame in enumerate(chosen, 1):
            for command in ("simulate", *ESTIMATORS):
                timed.append(time(one, frame, command, given.threads, given.cores))
            laboratory.note(f"{n} of {len(chosen)}: {frame.name()}")
    except RunFailed as failed:
        sys.exit(str(failed))
    text = f"`{command_line(given)}`\n\n{table(timed, given.threads)}" + (f"\n{detail(timed)}" if given.detail else "")
    if given.update:
        laboratory.update(given.update, given.marker, text)
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
