#!/usr/bin/env python3
"""Finds how far models and samples err on the calibration scenes and writes orchestrator/predict/errors.c.

On a metric's scale g (log, or logit for shares) the error of a prediction is y = g(reference) - g(prediction as it was
counted). The row of a model has the mean of y as its shift, and as its spread the smallest m with which the interval
t sqrt(w^2 + m^2) of interval.h holds 95 % of the errors about it (the ceil(0.95 (n + 1))-th of n: split conformal), w
being the standard error of the units that were run. Each error is about the shift of the other scenes. Samples have no
shift; theirs are measured with the cycle model. The row of a ratio is of pairs: GPUs that differ in one parameter, and
the two bases, each pair on one scene by the approximate model; their w is the luck of the true ratio, as the bases were
simulated several times, each perturbed.

    lab/calibrate.py --cache build/lab --write"""

import argparse
import concurrent.futures
import functools
import math
import pathlib
import re
import statistics
import sys

import frames
from content import METRICS, ROOT
from runs import Laboratory, NotKept, RunFailed

PAGE = ROOT / "orchestrator/predict/errors.c"
ROWS = ROOT / "sim/timing/counters/metric_rows.h"
CONFIDENCE = 0.95
NORMAL = statistics.NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
BASES = ("mobile_soc", "rtx2060")
RUNS = 4       # of a base on the cycle model: a single one is a draw
LEAST = 0.01   # of a sample: of 1024 x 1024 pixels, 64 waves of pylon and speck err by so much more than their windows say

# Of each row of the tables: the set of frames, the options of predict, the metrics that have one (None: all).
MODELS = {
    "APPROXIMATE": ("calibration", ["--sample", "all", "--model", "approximate"], None),
    "INTERVAL": ("calibration-path", ["--sample", "all", "--model", "interval"], ["cycles"]),
    "GATSIM": ("calibration-path", ["--sample", "all", "--model", "gatsim"], ["cycles", "rt_warp_latency"]),
}
SAMPLES = {
    "WINDOWS": ("windows", ["--sample", "windows", "--model", "cycle"], None),
    "GROUPS": ("calibration-path", ["--sample", "groups"], METRICS),
}
PAIRS = ("pairs", MODELS["APPROXIMATE"][1], METRICS)


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


def calibrated(names):
    return [name for name, (_, how) in metric_rows().items() if how == "CALIBRATED" and (names is None or name in names)]


def quantile(degrees):
    """Student's t: Cornish-Fisher (Abramowitz and Stegun 26.7.5), good to 1 % from 3 degrees on."""
    z = NORMAL
    return z + (z ** 3 + z) / (4 * degrees) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2)


def half_width(m, variance, degrees):
    """The interval's, by interval.h."""
    total = variance + m * m
    return quantile(degrees * (total / variance) ** 2 if variance > 0 else math.inf) * math.sqrt(total)


def spread_of(errors):
    """The smallest m, of (error, w^2, its degrees of freedom)."""
    n = len(errors)
    wanted = min(math.ceil(CONFIDENCE * (n + 1)), n)
    low, high = 0.0, max((abs(error) for error, *_ in errors), default=0.0)
    for _ in range(40):
        m = (low + high) / 2
        inside = sum(abs(error) <= half_width(m, variance, degrees) for error, variance, degrees in errors)
        low, high = (low, m) if inside >= wanted else (m, high)
    return high


def units_of(name, prediction):
    """(w^2, degrees of freedom) of a prediction; of groups by the spread of their own metrics."""
    if "evidence" in prediction:
        pixels, whole = prediction["evidence"]["pixels"], prediction["pixels"]
        units = max(round(prediction["evidence"]["fills"]), 8) if pixels < whole else 1
        return prediction["evidence"]["units_error"] ** 2, max(units - 2, 1)
    values = [on_scale(is_share(name), group["metrics"][name]) for group in prediction["groups"]]
    values = [value for value in values if value is not None]
    return (statistics.variance(values) / len(values), len(values) - 1) if len(values) > 1 else (0.0, 1)


def counted(name, prediction):
    """As it was counted, without the shift."""
    evidence = prediction.get("evidence")
    return evidence["completed"][name] if evidence else prediction["metrics"][name]["value"]


def points(name, cases):
    """(scene, error, w^2, degrees) of every case whose numbers are of the scale."""
    found = []
    for frame, reference, prediction, *_ in cases:
        share = is_share(name)
        ours, true = on_scale(share, counted(name, prediction)), on_scale(share, reference["metrics"][name]["value"])
        if None not in (ours, true):
            found.append((frames.scene_name(frame.scene), true - ours, *units_of(name, prediction)))
    return found


def left_out(data, key):
    """Of every point the error about the mean of those whose key is another, with w^2 and its degrees."""
    errors = []
    for one in sorted({key(point) for point in data}):
        others = [point[1] for point in data if key(point) != one]
        shift = statistics.fmean(others) if others else 0.0
        errors += [(point[1] - shift, *point[2:]) for point in data if key(point) == one]
    return errors


def fit(data, shifted):
    """(shift, spread, mean absolute error)."""
    errors = left_out(data, lambda point: point[0]) if shifted else [point[1:] for point in data]
    shift = statistics.fmean(point[1] for point in data) if shifted else 0.0
    return shift, spread_of(errors), statistics.fmean(abs(error) for error, *_ in errors)


def base_of(gpu):
    """The base of a GPU's file; of rtx2060 mobile_soc."""
    if gpu.endswith(".cfg"):
        return re.search(r'^base = "(.*)";', pathlib.Path(gpu).read_text(), re.MULTILINE)[1]
    return BASES[0] if gpu == BASES[1] else None


def true_of(name, case):
    """(logarithm of the true value, its variance): of the mean of repeated runs where there are some."""
    runs = [math.log(run["metrics"][name]) for run in case[3]["repeats"]["runs"]] if case[3] else []
    if len(runs) > 1:
        return statistics.fmean(runs), statistics.variance(runs) / len(runs)
    return math.log(case[1]["metrics"][name]["value"]), 0.0


def pair_points(name, cases):
    """(scene, error of the logarithm of the ratio, variance of the true one, its degrees of freedom) of every GPU and its
    base. A single run of a change deviates as one of its base does."""
    by_frame = {(case[0].scene, case[0].gpu): case for case in cases}
    found = []
    for (scene, gpu), case in by_frame.items():
        base = by_frame.get((scene, base_of(gpu)))
        values = [counted(name, one[2]) for one in (case, base)] if base else []
        values += [one[1]["metrics"][name]["value"] for one in (case, base)] if base else []
        if not values or not all(value and value > 0 for value in values):
            continue
        (true, own), (other, luck) = true_of(name, case), true_of(name, base)
        variance = luck + (own or RUNS * luck)
        found.append((frames.scene_name(scene), true - other - math.log(values[0] / values[1]), variance, max(RUNS - 1, 1)))
    return found


def runs_of(lab, frame, options, repeated=False):
    """(frame, reference, prediction, repeated reference or None); None where there is none."""
    try:
        reference, prediction = lab.reference(frame), lab.prediction(frame, options)
        several = lab.repeated(frame, RUNS) if repeated and frame.gpu in BASES else None
    except NotKept:
        return None
    except RunFailed as failed:
        print(failed, file=sys.stderr)
        return None
    return None if prediction.get("exact") else (frame, reference, prediction, several)


def gather(lab, of, options, jobs, repeated=False):
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return [case for case in pool.map(lambda frame: runs_of(lab, frame, options, repeated), frames.frames_of_set(of, {})) if case]


def table(label, names, cases, shifted, of=points, least=0.0):
    """{metric: (shift, spread)}, printed."""
    rows = {}
    for name in names:
        data = of(name, cases)
        if not data:
            continue
        shift, spread, error = fit(data, shifted)
        rows[name] = (shift, max(spread, least))
        print(f"{label:13}{name:24}{shift:9.4f}{spread:9.4f}{error:9.4f}{len(data):6}", flush=True)
    for gpu in sorted({case[0].gpu for case in cases}) if shifted else []:
        own = [case for case in cases if case[0].gpu == gpu]
        others = [point[1] for point in points("cycles", [case for case in cases if case[0].gpu != gpu])]
        if others:
            errors = [point[1] - statistics.fmean(others) for point in points("cycles", own)]
            print(f"{label:13}cycles on {gpu}, shifted by the other GPUs' mean: {statistics.fmean(map(abs, errors)):.4f}")
    return rows


def source(models, samples, ratios):
    """The text of errors.c."""
    lines = ["/* Written by lab/calibrate.py. */", '#include "orchestrator/predict/errors.h"', "",
             "const struct error_row model_errors[TIMING_MODELS][METRIC_COUNT] = {"]
    for model, rows in models.items():
        lines += [f"    [MODEL_{model}] =", "        {",
                  *(f"            [METRIC_{name.upper()}] = {{{shift:.4f}, {spread:.4f}}}," for name, (shift, spread) in rows.items()), "        },"]
    lines += ["};", "", "const double sample_errors[SAMPLE_KINDS][METRIC_COUNT] = {"]
    for sample, rows in samples.items():
        lines += [f"    [SAMPLE_{sample}] =", "        {",
                  *(f"            [METRIC_{name.upper()}] = {spread:.4f}," for name, (_, spread) in rows.items()), "        },"]
    lines += ["};", "", "const double ratio_errors[METRIC_COUNT] = {",
              *(f"    [METRIC_{name.upper()}] = {spread:.4f}," for name, (_, spread) in ratios.items()), "};", ""]
    return "\n".join(lines)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "build/release/diorama"))
    parser.add_argument("--cache", default=str(ROOT / "build/lab"))
    parser.add_argument("--only-kept", action="store_true", help="leave out frames without a reference")
    parser.add_argument("--jobs", type=int, default=1, help="runs side by side")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    given = parser.parse_args(arguments)
    lab = Laboratory(given.program, given.cache, only_kept=given.only_kept)
    print(f"{'row':13}{'metric':24}{'shift':>9}{'spread':>9}{'error':>9}{'runs':>6}")
    found = {}
    for kind, rows in (("model", MODELS), ("sample", SAMPLES)):
        found[kind] = {label: table(label, calibrated(names), gather(lab, of, options, given.jobs), kind == "model",
                                     least=LEAST if kind == "sample" else 0.0)
                       for label, (of, options, names) in rows.items()}
    of, options, names = PAIRS
    ratios = table("ratio", calibrated(names), gather(lab, of, options, given.jobs, True), False, pair_points)
    constants = sum(2 * len(rows) for rows in found["model"].values()) + sum(map(len, found["sample"].values())) + len(ratios)
    print(f"{constants} constants")
    if given.write:
        PAGE.write_text(source(found["model"], found["sample"], ratios))


if __name__ == "__main__":
    main()
