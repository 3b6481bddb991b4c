#!/usr/bin/env python3
"""Finds how far an estimate from a frame's beginning errs and writes orchestrator/predict/prefix_calibration.c.

Every frame of the set that the abstract model runs whole is predicted with several --target-error, chosen by its u and
the constants that the program has, each of which ends the cycle model's run with another share l of the abstract model's cycles left. For every CALIBRATED metric, on its scale g,
the error is g(abstract, whole) + (1 - l + rest l) (g(begun) - g(abstract, begun)) - g(reference), the reference being the
same run to its end.

|error| <= times sqrt(base^2 + l^2 + uneven^2 u + apart^2 x^2), u being the logarithm of the abstract model's cycles over
the mean of its SMs', and x that of the cycles of the two models on the beginning, of cycles alone. times is the conformal
quantile of the ratios of the two sides plus its standard error (calibrate.py), of other metrics than cycles their
largest, as runs of one scene are alike; and rest, base, uneven and apart, of those tried, make the intervals narrowest on
mean.

    tests/lab/calibrate_prefix.py --cache build/lab --write"""

import argparse
import concurrent.futures
import itertools
import math
import re
import sys

import calibrate
import frames
from content import ROOT
from runs import Laboratory, NotKept, RunFailed

PAGE = ROOT / "orchestrator/predict/prefix_calibration.c"
LEFTS = (0.05, 0.15, 0.3, 0.5)
WITHIN = 0.99  # as there (prefix.c)
RESTS = (0.0, 0.25, 0.5, 0.75, 1.0)
BASES = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0)
UNEVEN = (0.0, 0.5, 1.0, 2.0, 3.0, 5.0)
APART = (0.0, 5.0, 10.0, 20.0, 40.0, 80.0)  # of cycles


def points(name, cases):
    """(scene, share left, u, abstract model on the whole less reference, begun less abstract model) of every case whose
    numbers are of the scale."""
    found = []
    for scene, reference, prediction in cases:
        ratio, share = prediction["ratio"], calibrate.is_share(name)
        parts = [calibrate.on_scale(share, ratio[part][name]) for part in ("abstract", "begun", "begun_abstract")]
        true = calibrate.on_scale(share, reference["metrics"][name]["value"])
        if None not in (*parts, true):
            whole, begun, assisted = parts
            found.append((scene, ratio["begun_left"], unevenness(ratio), whole - true, begun - assisted))
    return found


def unevenness(ratio):
    """u"""
    return max(math.log(ratio["abstract"]["cycles"] / ratio["busy_cycles"]), 0.0)


def errors_of(data, rest):
    """Of every point."""
    return [whole + (1 - left + rest * left) * apart for _, left, _, whole, apart in data]


def unseen(point, base, uneven, apart):
    """What errors are over `times`."""
    return math.sqrt(base ** 2 + point[1] ** 2 + uneven ** 2 * point[2] + (apart * point[4]) ** 2)


def fit(data, of_cycles):
    """(mean half width, rest, base, uneven, apart, times)"""
    tried = []
    for form in itertools.product(BASES, UNEVEN, APART if of_cycles else (0.0,)) if data else ():
        widths = [unseen(point, *form) for point in data]
        for rest in RESTS:
            ratios = [(abs(error) / width, point[0]) for error, width, point in zip(errors_of(data, rest), widths, data)]
            of_all = [ratio for ratio, _ in ratios]
            times = calibrate.allowance(of_all) + calibrate.uncertainty(ratios) if of_cycles else max(of_all)
            tried.append((times * sum(widths) / len(widths), rest, *form, times))
    return min(tried, default=(0.0,) * 6)


def outside(data, of_cycles):
    """The share of the errors that are outside the intervals of a fit to the other scenes."""
    n = 0
    for scene in {scene for scene, *_ in data}:
        _, rest, *form, times = fit([point for point in data if point[0] != scene], of_cycles)
        own = [point for point in data if point[0] == scene]
        n += sum(abs(error) > times * unseen(point, *form) for error, point in zip(errors_of(own, rest), own))
    return n / max(len(data), 1)


def source(table, n_runs, n_scenes):
    """The text of prefix_calibration.c."""
    lines = [f"/* Written by tests/lab/calibrate_prefix.py: {n_runs} runs of {n_scenes} scenes of tests/lab/calibration. */",
             '#include "orchestrator/predict/prefix_calibration.h"', "",
             "const struct prefix_calibration prefix_calibrations[METRIC_COUNT] = {"]
    lines += [f"    [METRIC_{name.upper()}] = {{{', '.join(f'{number:.2f}' for number in form)}, {times:.4f}}},"
              for name, (*form, times) in table.items()]
    return "\n".join([*lines, "};", ""])


def targets(u):
    """The --target-error under which the program, with the constants it has, ends a frame of that u with each of LEFTS left, if
    the models agree."""
    _, base, uneven, _, times = (float(number) for number in re.search(r"METRIC_CYCLES\] = {(.*?)}", PAGE.read_text()).group(1).split(","))
    return [f"{100 * math.expm1(times * math.sqrt(base ** 2 + left ** 2 + uneven ** 2 * u) / WITHIN):.4f}" for left in LEFTS]


def runs_of(lab, frame):
    """Of each target under which the run ended before the frame did."""
    found = []
    try:
        reference = lab.reference(frame)
        for target in targets(unevenness(lab.prediction(frame, calibrate.OPTIONS)["ratio"])):
            prediction = lab.prediction(frame, ["--target-error", target])
            if "begun" in prediction.get("ratio", {}):
                found.append((frames.scene_name(frame.scene), reference, prediction))
    except NotKept:
        return []
    except RunFailed as failed:
        print(failed, file=sys.stderr)
    return found


def gather(lab, wanted, jobs):
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return [case for cases in pool.map(lambda frame: runs_of(lab, frame), wanted) for case in cases]


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "build/release/diorama"))
    parser.add_argument("--cache", default=str(ROOT / "build/lab"))
    parser.add_argument("--set", default="beginnings")
    parser.add_argument("--only-kept", action="store_true", help="leave out frames without a reference")
    parser.add_argument("--jobs", type=int, default=1, help="runs side by side")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    given = parser.parse_args(arguments)
    lab = Laboratory(given.program, given.cache, only_kept=given.only_kept)
    cases = gather(lab, frames.frames_of_set(given.set, {}), given.jobs)
    if not cases:
        sys.exit("no run of the set ended before its frame")
    table = {}
    print(f"{'metric':24}{'rest':>6}{'base':>6}{'uneven':>8}{'apart':>7}{'times':>9}{'half width':>12}{'error':>9}{'outside':>9}{'runs':>6}")
    for name in cases[0][1]["metrics"]:
        if calibrate.metric_rows()[name][1] != "CALIBRATED":
            continue
        data = points(name, cases)
        width, rest, base, uneven, apart, times = fit(data, name == "cycles")
        table[name] = (rest, base, uneven, apart, times)
        mean = sum(map(abs, errors_of(data, rest))) / max(len(data), 1)
        print(f"{name:24}{rest:6.2f}{base:6.2f}{uneven:8.2f}{apart:7.1f}{times:9.4f}{width:12.4f}{mean:9.4f}{outside(data, name == 'cycles'):9.3f}{len(data):6}")
    if given.write:
        PAGE.write_text(source(table, len(cases), len({scene for scene, *_ in cases})))


if __name__ == "__main__":
    main()
