#!/usr/bin/env python3
"""Finds the constants of the ratio estimator on the calibration scenes and writes orchestrator/predict/calibration.c.

For every metric that sim/timing/counters/metric_rows.h calls CALIBRATED and every frame of the set, on the metric's
scale g (log, or logit for shares): the error that is left to explain, y = g(reference) - g(abstract model, whole
frame), is regressed on what the sample says of it, x = g(cycle model) - g(abstract model), both on the sample. The
slope is kept within 0 and 1. The allowance is the order statistic of the errors that 95 % of further such frames stay
below (split conformal: the ceil(0.95 (n + 1))-th), each error being that of a fit without the scene's frames.

    tests/lab/calibrate.py --cache build/lab --write"""

import argparse
import functools
import math
import pathlib
import re
import sys

import frames
from content import ROOT
from runs import Laboratory, NotKept, RunFailed

OPTIONS = ["--extrapolate", "ratio"]
PAGE = ROOT / "orchestrator/predict/calibration.c"
ROWS = ROOT / "sim/timing/counters/metric_rows.h"
CONFIDENCE = 0.95


def on_scale(share, x):
    """log, or logit of a share; None where x is no number of the scale."""
    if x is None or x <= 0 or (share and x >= 1):
        return None
    return math.log(x / (1 - x)) if share else math.log(x)


@functools.cache
def metric_rows():
    """{name: (range, interval)} of the metrics of a frame, from their table."""
    row = (r'ROW\(\w+,\s*"(\w+)"(?:(?!ROW\().)*?,\s*(SHARE|RATE|TOTAL|SUMMED)(?:\([^)]*\))?,'
           r'\s*(CALIBRATED|DERIVED|COUNTED|NONE)\b')
    text = ROWS.read_text().replace("\\\n", "\n")
    return {name: (of, how) for name, of, how in re.findall(row, text, re.DOTALL)}


def is_share(name):
    return metric_rows()[name][0] == "SHARE"


def points(name, cases):
    """(scene, x, y) of every case in which all four numbers are of the scale."""
    found = []
    for scene, reference, prediction in cases:
        parts = [prediction["ratio"][part][name] for part in ("abstract", "sample", "sample_abstract")]
        share = is_share(name)
        whole, sample, assisted = (on_scale(share, part) for part in parts)
        true = on_scale(share, reference["metrics"][name]["value"])
        if None not in (whole, sample, assisted, true):
            found.append((scene, sample - assisted, true - whole))
    return found


def fit(data):
    """(slope, shift) by least squares, the slope within 0 and 1."""
    n = len(data)
    if n == 0:
        return 0.0, 0.0
    mean_x = sum(x for _, x, _ in data) / n
    mean_y = sum(y for _, _, y in data) / n
    spread = sum((x - mean_x) ** 2 for _, x, _ in data)
    slope = sum((x - mean_x) * (y - mean_y) for _, x, y in data) / spread if spread > 0 else 0.0
    slope = min(max(slope, 0.0), 1.0)
    return slope, mean_y - slope * mean_x


def left_out_errors(data):
    """Of every point, the error of the fit to the other scenes."""
    errors = []
    for scene in sorted({scene for scene, _, _ in data}):
        slope, shift = fit([point for point in data if point[0] != scene])
        errors += [abs(y - shift - slope * x) for other, x, y in data if other == scene]
    return errors


def allowance(errors, confidence=CONFIDENCE):
    """The conformal quantile; the largest where there are too few."""
    if not errors:
        return 0.0
    rank = math.ceil(confidence * (len(errors) + 1))
    return sorted(errors)[min(rank, len(errors)) - 1]


def calibrate(names, cases):
    table = {}
    for name in names:
        data = points(name, cases)
        slope, shift = fit(data)
        errors = left_out_errors(data)
        table[name] = (slope, shift, allowance(errors), len(data), sum(errors) / len(errors) if errors else 0.0)
    return table


def source(table, n_frames, n_scenes):
    """The text of calibration.c."""
    lines = ["/* Written by tests/lab/calibrate.py: %d frames of %d scenes of tests/lab/calibration. */" % (n_frames, n_scenes),
             '#include "orchestrator/predict/calibration.h"', "",
             "const struct calibration calibrations[METRIC_COUNT] = {"]
    for name, (slope, shift, allowed, _, _) in table.items():
        lines.append("    [METRIC_%s] = {%.4f, %.4f, %.4f}," % (name.upper(), slope, shift, allowed))
    return "\n".join([*lines, "};", ""])


def gather(lab, wanted):
    cases = []
    for frame in wanted:
        try:
            reference = lab.reference(frame)
            prediction = lab.prediction(frame, OPTIONS)
        except NotKept:
            continue
        except RunFailed as failed:
            print(failed, file=sys.stderr)
            continue
        cases.append((frames.scene_name(frame.scene), reference, prediction))
    return cases


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "build/release/diorama"))
    parser.add_argument("--cache", default=str(ROOT / "build/lab"))
    parser.add_argument("--set", default="calibration")
    parser.add_argument("--only-kept", action="store_true", help="leave out frames without a reference")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    given = parser.parse_args(arguments)
    lab = Laboratory(given.program, given.cache, only_kept=given.only_kept)
    cases = gather(lab, frames.frames_of_set(given.set, {}))
    if not cases:
        sys.exit("no frame of the set has a reference")
    names = [name for name in cases[0][1]["metrics"] if metric_rows()[name][1] == "CALIBRATED"]
    table = calibrate(names, cases)
    print(f"{'metric':24} {'slope':>8} {'shift':>8} {'allowance':>9} {'mean':>8} frames")
    for name, (slope, shift, allowed, n, mean) in table.items():
        print(f"{name:24} {slope:8.3f} {shift:8.4f} {allowed:9.4f} {mean:8.4f} {n:6}")
    if given.write:
        PAGE.write_text(source(table, len(cases), len({scene for scene, _, _ in cases})))


if __name__ == "__main__":
    main()
