#!/usr/bin/env python3
"""Finds the constants of the ratio estimator on the calibration scenes and writes orchestrator/predict/calibration.c.

For every metric that sim/timing/counters/metric_rows.h calls CALIBRATED and every frame of the set, on the metric's
scale g (log, or logit for shares): the error that is left to explain, y = g(reference) - g(approximate model, whole
frame), is regressed on what the sample says of it, x = g(cycle model) - g(approximate model), both on the sample. The
slope is kept within 0 and 1. Every error is that of a fit without the scene's frames.

The farther apart the models are on the sample, the larger are the errors: |error| <= times sqrt(base^2 + x^2), times
being the order statistic of the ratios of the two sides that 95 % of further such frames stay below (normalised split conformal:
the ceil(0.95 (n + 1))-th) plus its standard error by a jackknife over the scenes, which are few; and base, a multiple of the errors' root mean square, is the one that makes the intervals
narrowest on mean. The error of cycles from where windows lie is known for each frame and stands beside base.

Without a sample what is left is the mean of y, `alone_shift`, and the order statistic of the errors about it, `alone`.

    tests/lab/calibrate.py --cache build/lab --write"""

import argparse
import collections
import concurrent.futures
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
SHARES = (0.5, 1.0, 1.5, 2.0, 3.0)  # of the errors' root mean square, that base may be


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
    """(scene, x, y, further) of every case in which all four numbers are of the scale."""
    found = []
    for scene, reference, prediction in cases:
        parts = [prediction["ratio"][part][name] for part in ("approximate", "sample", "sample_approximate")]
        share = is_share(name)
        whole, sample, assisted = (on_scale(share, part) for part in parts)
        true = on_scale(share, reference["metrics"][name]["value"])
        further = prediction["ratio"]["windows_error"] if name == "cycles" else 0.0
        if None not in (whole, sample, assisted, true):
            found.append((scene, sample - assisted, true - whole, further))
    return found


def fit(data):
    """(slope, shift) by least squares, the slope within 0 and 1."""
    n = len(data)
    if n == 0:
        return 0.0, 0.0
    mean_x = sum(point[1] for point in data) / n
    mean_y = sum(point[2] for point in data) / n
    spread = sum((point[1] - mean_x) ** 2 for point in data)
    slope = sum((point[1] - mean_x) * (point[2] - mean_y) for point in data) / spread if spread > 0 else 0.0
    slope = min(max(slope, 0.0), 1.0)
    return slope, mean_y - slope * mean_x


def left_out_errors(data):
    """Of every point, (error of the fit to the other scenes, x, further error, scene)."""
    errors = []
    for scene in sorted({point[0] for point in data}):
        slope, shift = fit([point for point in data if point[0] != scene])
        errors += [(y - shift - slope * x, x, further, scene) for other, x, y, further in data if other == scene]
    return errors


def allowance(errors, confidence=CONFIDENCE):
    """The conformal quantile; the largest where there are too few."""
    if not errors:
        return 0.0
    rank = math.ceil(confidence * (len(errors) + 1))
    return sorted(errors)[min(rank, len(errors)) - 1]


def uncertainty(ratios):
    """The standard error of the quantile of (ratio, scene): the jackknife that leaves out a scene."""
    scenes = sorted({scene for _, scene in ratios})
    found = [allowance([ratio for ratio, other in ratios if other != scene]) for scene in scenes]
    mean = sum(found) / len(found)
    return math.sqrt((len(found) - 1) / len(found) * sum((one - mean) ** 2 for one in found))


def interval(errors, least=0.0):
    """(base, times) of the intervals that are narrowest on mean, the quantile's own uncertainty added, of those whose
    times * base is `least` at least; where there are none, of the largest."""
    if not errors:
        return 0.0, 0.0
    rms = math.sqrt(sum(error ** 2 for error, *_ in errors) / len(errors)) + 1e-9  # rounding alone is no error
    tried = []
    for share in SHARES:
        widths = [math.hypot(share * rms, x, further) for _, x, further, _ in errors]
        ratios = [(abs(error) / width, scene) for (error, _, _, scene), width in zip(errors, widths)]
        times = allowance([ratio for ratio, _ in ratios]) + uncertainty(ratios)
        tried.append((times * sum(widths) / len(widths), share * rms, times))
    allowed = [one for one in tried if one[1] * one[2] >= least]
    return (min(allowed) if allowed else max(tried, key=lambda one: one[1] * one[2]))[1:]


def alone(data):
    """(shift, what errors stay below) where there is no sample."""
    without = [(scene, 0.0, y, further) for scene, _, y, further in data]
    return fit(without)[1], allowance([abs(error) for error, *_ in left_out_errors(without)])


def errors_without_gpu(name, cases):
    """{GPU: mean absolute error on it of the fit to the other GPUs}, where there are others."""
    found, gpus = {}, sorted({prediction["gpu"] for _, _, prediction in cases})
    for gpu in gpus if len(gpus) > 1 else []:
        slope, shift = fit(points(name, [case for case in cases if case[2]["gpu"] != gpu]))
        errors = [abs(y - shift - slope * x) for _, x, y, _ in points(name, [case for case in cases if case[2]["gpu"] == gpu])]
        found[gpu] = sum(errors) / max(len(errors), 1)
    return found


Fitted = collections.namedtuple("Fitted", "slope shift base times alone_shift alone")


def calibrate(names, cases):
    """{name: (Fitted, points, mean absolute error, mean half width)}"""
    table = {}
    for name in names:
        data = points(name, cases)
        errors = left_out_errors(data)
        base, times = interval(errors)
        n = max(len(errors), 1)
        mean = sum(abs(error) for error, *_ in errors) / n
        width = sum(times * math.hypot(base, x, further) for _, x, further, _ in errors) / n
        table[name] = (Fitted(*fit(data), base, times, *alone(data)), len(data), mean, width)
    return table


def source(table, n_frames, n_scenes):
    """The text of calibration.c."""
    lines = ["/* Written by tests/lab/calibrate.py: %d frames of %d scenes of tests/lab/calibration. */" % (n_frames, n_scenes),
             '#include "orchestrator/predict/calibration.h"', "",
             "const struct calibration calibrations[METRIC_COUNT] = {"]
    for name, (fitted, *_) in table.items():
        lines.append("    [METRIC_%s] = {%s}," % (name.upper(), ", ".join("%.4f" % x for x in fitted)))
    return "\n".join([*lines, "};", ""])


def runs_of(lab, frame):
    try:
        return frames.scene_name(frame.scene), lab.reference(frame), lab.prediction(frame, OPTIONS)
    except NotKept:
        return None
    except RunFailed as failed:
        print(failed, file=sys.stderr)
        return None


def gather(lab, wanted, jobs=1):
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return [case for case in pool.map(lambda frame: runs_of(lab, frame), wanted) if case]


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "build/release/diorama"))
    parser.add_argument("--cache", default=str(ROOT / "build/lab"))
    parser.add_argument("--set", default="calibration")
    parser.add_argument("--only-kept", action="store_true", help="leave out frames without a reference")
    parser.add_argument("--jobs", type=int, default=1, help="runs side by side")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    given = parser.parse_args(arguments)
    lab = Laboratory(given.program, given.cache, only_kept=given.only_kept)
    cases = gather(lab, frames.frames_of_set(given.set, {}), given.jobs)
    if not cases:
        sys.exit("no frame of the set has a reference")
    names = [name for name in cases[0][1]["metrics"] if metric_rows()[name][1] == "CALIBRATED"]
    table = calibrate(names, cases)
    print(f"{'metric':24}" + "".join(f"{name:>12}" for name in Fitted._fields) + f"{'error':>9}{'half width':>12}{'frames':>8}")
    for name, (fitted, n, mean, width) in table.items():
        print(f"{name:24}" + "".join(f"{x:12.4f}" for x in fitted) + f"{mean:9.4f}{width:12.4f}{n:8}")
    for gpu, error in errors_without_gpu("cycles", cases).items():
        print(f"cycles on {gpu}, fitted to the other GPUs: error {error:.4f}")
    if given.write:
        PAGE.write_text(source(table, len(cases), len({scene for scene, _, _ in cases})))


if __name__ == "__main__":
    main()
