#!/usr/bin/env python3
"""Finds how far the ratio of two predictions of one frame is off, and writes orchestrator/predict/calibration_pairs.c.

Frames are those of the set `pairs`: the calibration scenes on the two base GPUs and on one-parameter changes of them.
A pair is a change and its base, or the two bases, on one scene. Of every metric that metric_rows.h calls CALIBRATED,
e is the error of the logarithm of the predicted ratio and d that ratio's own logarithm. The spread of e is taken for
sqrt(c0^2 + (c1 d)^2), c0 and c1 by maximum likelihood of normal errors; the conformal quantile q of |e| over that,
each by the fit to the other scenes, makes half-widths of it. `shared` is the part of the errors' variance that pairs of the
same two GPUs have in common from scene to scene (one-way random effects about 0).

References are single runs: what they deviate from the mean of perturbed runs is in e.

    tests/lab/calibrate_pairs.py --cache build/lab --write"""

import argparse
import itertools
import math
import pathlib
import re
import sys

import calibrate
import frames
from content import ROOT
from runs import Laboratory, NotKept, RunFailed

PAGE = ROOT / "orchestrator/predict/calibration_pairs.c"
BASES = ("mobile_soc", "rtx2060")
GROWTHS = [0.0] + [10 ** (k / 40) for k in range(-40, 121)]  # c1 / c0


def base_of(gpu):
    """The base of a GPU's file; None of a preset."""
    if not gpu.endswith(".cfg"):
        return None
    return re.search(r'^base = "(.*)";', pathlib.Path(gpu).read_text(), re.MULTILINE)[1]


def pairs_of(cases):
    """(scene, name of the pair, first case, second case); a case is (frame, reference, prediction)."""
    by_frame = {(case[0].gpu, *settings(case[0])): case for case in cases}
    found = []
    for frame, *_ in cases:
        first = BASES[0] if frame.gpu == BASES[1] else base_of(frame.gpu)
        base = by_frame.get((first, *settings(frame))) if first else None
        if base:
            name = f"{first} {frame.gpu_name()}"
            found.append((frames.scene_name(frame.scene), name, base, by_frame[(frame.gpu, *settings(frame))]))
    return found


def settings(frame):
    return (frame.scene, frame.shader, frame.width, frame.height, frame.samples, frame.seed)


def log_ratio(name, which, first, second):
    """Of the predictions or references; None where a value is no positive number."""
    values = [case[which]["metrics"][name]["value"] for case in (second, first)]
    if not all(value is not None and value > 0 for value in values):
        return None
    return math.log(values[0] / values[1])


def points(name, pairs):
    """(scene, pair, d, e) of every pair whose four numbers are above 0."""
    found = []
    for scene, pair, first, second in pairs:
        true, predicted = (log_ratio(name, which, first, second) for which in (1, 2))
        if None not in (true, predicted):
            found.append((scene, pair, predicted, predicted - true))
    return found


def spread(model, d):
    return math.hypot(model[0], model[1] * d)


def fit(data):
    """(c0, c1) of the largest likelihood."""
    best, chosen = math.inf, (0.0, 0.0)
    for growth in GROWTHS if data else []:
        scales = [1 + (growth * d) ** 2 for _, _, d, _ in data]
        variance = sum(e * e / scale for (_, _, _, e), scale in zip(data, scales)) / len(data)
        if variance == 0:
            return 0.0, 0.0
        cost = len(data) * math.log(variance) + sum(math.log(scale) for scale in scales)
        if cost < best:
            best, chosen = cost, (math.sqrt(variance), growth * math.sqrt(variance))
    return chosen


def left_out(data, group):
    """Errors over their spreads, by the fit without the point's group: 0 scene, 1 pair."""
    found = []
    for one in sorted({point[group] for point in data}):
        model = fit([point for point in data if point[group] != one])
        found += [(point, abs(point[3]) / spread(model, point[2])) for point in data
                  if point[group] == one and spread(model, point[2]) > 0]
    return found


def shared(data, model):
    """The intraclass correlation of pairs over scenes, within 0 and 1."""
    groups = {}
    for _, pair, d, e in data:
        if spread(model, d) > 0:
            groups.setdefault(pair, []).append(e / spread(model, d))
    n, k = sum(map(len, groups.values())), len(groups)
    if k < 2 or n <= k:
        return 1.0
    means = {pair: sum(values) / len(values) for pair, values in groups.items()}
    between = sum(len(values) * means[pair] ** 2 for pair, values in groups.items()) / k
    within = sum((value - means[pair]) ** 2 for pair, values in groups.items() for value in values) / (n - k)
    size = n / k
    total = between + (size - 1) * within
    return min(max((between - within) / total, 0.0), 1.0) if total > 0 else 1.0


def quantile_of(data):
    return calibrate.allowance([ratio for _, ratio in left_out(data, 0)])


def mean_coverage(data, model, q, rho):
    """Of geometric means over scenes, pair by pair: (held, of)."""
    held = of = 0
    for _, group in itertools.groupby(sorted(data, key=lambda point: point[1]), key=lambda point: point[1]):
        group = list(group)
        widths = [q * spread(model, d) for _, _, d, _ in group]
        squares = sum(width ** 2 for width in widths)
        variance = squares + rho * (sum(widths) ** 2 - squares)
        held += abs(sum(point[3] for point in group)) <= math.sqrt(variance)
        of += 1
    return held, of


def calibrate_pairs(names, pairs):
    """{metric: (near, far, shared, figures)}."""
    table = {}
    for name in names:
        data = points(name, pairs)
        model, q = fit(data), quantile_of(data)
        rho = shared(data, model)
        others = left_out(data, 1)
        figures = {
            "points": len(data),
            "mean": sum(abs(point[3]) for point in data) / max(len(data), 1),
            "scene out": sum(ratio <= q for _, ratio in left_out(data, 0)) / max(len(data), 1),
            "pair out": sum(ratio <= q for _, ratio in others) / max(len(others), 1),
            "means": "%d/%d" % mean_coverage(data, model, q, rho),
        }
        table[name] = (q * model[0], q * model[1], rho, figures)
    return table


def source(table, n_pairs, n_scenes):
    """The text of calibration_pairs.c."""
    lines = ["/* Written by tests/lab/calibrate_pairs.py: %d pairs of frames of %d scenes of tests/lab/calibration. */"
             % (n_pairs, n_scenes),
             '#include "orchestrator/predict/pairs.h"', "",
             "const struct pair_calibration pair_calibrations[METRIC_COUNT] = {"]
    for name, (near, far, rho, _) in table.items():
        lines.append("    [METRIC_%s] = {%.4f, %.4f, %.2f}," % (name.upper(), near, far, rho))
    return "\n".join([*lines, "};", ""])


def gather(lab, wanted):
    cases = []
    for frame in wanted:
        try:
            cases.append((frame, lab.reference(frame), lab.prediction(frame, calibrate.OPTIONS)))
        except NotKept:
            continue
        except RunFailed as failed:
            print(failed, file=sys.stderr)
    return cases


def detail(name, pairs):
    """Mean, spread and size of the errors of each pair."""
    groups = {}
    for _, pair, d, e in points(name, pairs):
        groups.setdefault(pair, []).append((d, e))
    print(f"{name:58} {'d':>8} {'bias':>8} {'rms':>8} {'worst':>8} scenes")
    for pair, both in sorted(groups.items()):
        n = len(both)
        print(f"  {pair:56} {sum(d for d, _ in both) / n:8.4f} {sum(e for _, e in both) / n:8.4f} "
              f"{math.sqrt(sum(e * e for _, e in both) / n):8.4f} {max(abs(e) for _, e in both):8.4f} {n:6}")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "build/release/diorama"))
    parser.add_argument("--cache", default=str(ROOT / "build/lab"))
    parser.add_argument("--only-kept", action="store_true", help="leave out frames without a reference")
    parser.add_argument("--detail", metavar="METRIC", help="the errors of each pair of GPUs")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    given = parser.parse_args(arguments)
    lab = Laboratory(given.program, given.cache, only_kept=given.only_kept)
    cases = gather(lab, frames.frames_of_set("pairs", {}))
    pairs = pairs_of(cases)
    if not pairs:
        sys.exit("no pair of the set has references")
    names = [name for name in cases[0][1]["metrics"] if calibrate.metric_rows()[name][1] == "CALIBRATED"]
    table = calibrate_pairs(names, pairs)
    print(f"{'metric':22} {'near':>7} {'far':>7} {'shared':>6} {'mean':>7} {'scene out':>9} {'pair out':>8} {'means':>6} pairs")
    for name, (near, far, rho, f) in table.items():
        print(f"{name:22} {near:7.4f} {far:7.4f} {rho:6.2f} {f['mean']:7.4f} {f['scene out']:9.3f} {f['pair out']:8.3f} "
              f"{f['means']:>6} {f['points']:5}")
    if given.detail:
        detail(given.detail, pairs)
    if given.write:
        PAGE.write_text(source(table, len(pairs), len({scene for scene, *_ in pairs})))


if __name__ == "__main__":
    main()
