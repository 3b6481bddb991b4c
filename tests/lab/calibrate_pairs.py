#!/usr/bin/env python3
"""Finds how far the ratio of two predictions of one frame is off, and writes orchestrator/predict/calibration_pairs.c.

Frames are those of the set `pairs`: the calibration scenes on the two base GPUs and on one-parameter changes of them.
A pair is a change and its base, or the two bases, on one scene. Of every metric that metric_rows.h calls CALIBRATED,
e is the error of the logarithm of the predicted ratio and d that ratio's own logarithm. The spread of e is taken for
sqrt(c0^2 + (c1 d)^2 + L), c0 and c1 by maximum likelihood of normal errors; the conformal quantile q of |e| over that,
each by the fit to the other scenes, makes half-widths of it. `shared` is the part of the errors' variance that pairs of the
same two GPUs have in common from scene to scene (one-way random effects about 0).

L, of cycles alone, is what the luck of the approximate model's runs adds: the variance from run to run times 1 over the
runs of either GPU. The frame's own variance is the base's, of RUNS runs, shrunk towards what such variances are: a
scaled inverse chi-square, whose scale and freedom are those of the largest likelihood of all bases' (Smyth 2004).

Of cycles on as many SMs the predicted logarithm is that of the approximate model's cycles, and with the weight `steady` that of the mean over SMs of
their busy cycles (pairs.h); the weight of the largest likelihood is taken. The bases have been run several times, as in
`compare`, and it is the mean logarithm that counts: on other numbers of SMs the ratio of the predictions, which are of
the first runs, is moved to the means. There the luck is that of cycles alone, with a prior of its own.

A single reference deviates from the mean of perturbed runs, which is the truth. How far, --repeats runs of the two
bases tell for each scene where they were made: their means take the place of the bases' references, and the
variance of what is left is added to the model's in fit and quantile, and is not part of half-widths. Elsewhere it counts
as the models' error.

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
RUNS = 3  # of the approximate model on a base, as compare makes of its first GPU (pairs.h)
STEADY = [k / 20 for k in range(21)]
LAST = 0.0  # the weight with which only the SM that ends last counts
SCALES = [10 ** (k / 20) for k in range(-40, 11)]  # of the prior, over the pooled variance
FREEDOMS = [10 ** (k / 20) for k in range(0, 41)]  # of the prior
GROWTHS = [0.0] + [10 ** (k / 6) for k in range(-4, 13)]  # c1 / c0


def base_of(gpu):
    """The base of a GPU's file; None of a preset."""
    if not gpu.endswith(".cfg"):
        return None
    return re.search(r'^base = "(.*)";', pathlib.Path(gpu).read_text(), re.MULTILINE)[1]


def pairs_of(cases):
    """(scene, name of the pair, first case, second case); a case is (frame, reference, prediction, repeated
    reference or None)."""
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


def value_of(name, which, case):
    return (case[3] if which == 1 and case[3] else case[which])["metrics"][name]["value"]


def deviation(name, case):
    """(of a run's logarithm, how many runs the truth is the mean of), from the repeated runs of the case."""
    logs = [math.log(run["metrics"][name]) for run in case[3]["repeats"]["runs"] if run["metrics"][name] > 0]
    if len(logs) < 2:
        return 0.0, 1
    mean = sum(logs) / len(logs)
    return math.sqrt(sum((x - mean) ** 2 for x in logs) / (len(logs) - 1)), len(logs)


def luck(name, first, second):
    """Variance of the true log ratio for want of runs; a GPU without repeated ones deviates as the first does."""
    total = 0.0
    for case in (first, second):
        if case[3]:
            of_one, runs = deviation(name, case)
            total += of_one ** 2 / runs
        elif first[3]:
            total += deviation(name, first)[0] ** 2
    return total


def log_ratio(name, which, first, second):
    """Of the predictions or references; None where a value is no positive number."""
    values = [value_of(name, which, case) for case in (second, first)]
    if not all(value is not None and value > 0 for value in values):
        return None
    return math.log(values[0] / values[1])


def sms_of(case):
    """Of the whole GPU."""
    return case[2]["downscale"]["sms"] * case[2]["downscale"]["factor"]


def as_many_sms(first, second):
    return sms_of(first) == sms_of(second)


def steadied(first, second, steady):
    """The predicted log ratio of cycles on as many SMs."""
    one, other = (mean_times(case[2]["ratio"]) for case in (second, first))
    return (1 - steady) * (one[0] - other[0]) + steady * (one[1] - other[1])


def moved(first, second, predicted):
    """The predicted log ratio of cycles on other numbers of SMs, from first runs to the means of all."""
    one, other = (mean_times(case[2]["ratio"])[0] - math.log(approximate_runs(case[2]["ratio"])[0]["cycles"]) for case in (second, first))
    return predicted + one - other


def approximate_runs(ratio):
    return ratio.get("runs") or [{"cycles": ratio["approximate"]["cycles"], "busy_cycles": ratio["busy_cycles"]}]


def mean_times(ratio):
    """Mean logarithms of the approximate model's cycles and busy cycles over its runs."""
    runs = approximate_runs(ratio)
    return [sum(math.log(run[name]) for run in runs) / len(runs) for name in ("cycles", "busy_cycles")]


def points(name, pairs, steady=None):
    """(scene, pair, d, e, luck of the truth, luck of the model's runs) of every pair whose four numbers are above 0.
    `steady`: of cycles, whose luck is known."""
    found = []
    priors = {weight: prior_of_pairs(pairs, weight) for weight in (steady, LAST)} if steady is not None else {}
    for scene, pair, first, second in pairs:
        true, predicted = (log_ratio(name, which, first, second) for which in (1, 2))
        if None in (true, predicted):
            continue
        chance = 0.0
        if steady is not None:
            weight = steady if as_many_sms(first, second) else LAST
            predicted = steadied(first, second, steady) if as_many_sms(first, second) else moved(first, second, predicted)
            chance = luck_of_runs(first, second, weight, priors[weight]) if priors[weight] else 0.0
        found.append((scene, pair, predicted, predicted - true, luck(name, first, second), chance))
    return found


def runs_of(case):
    """How many runs of the approximate model."""
    return len(approximate_runs(case[2]["ratio"]))


def squares(case, steady):
    """Of the deviations of what pairs are made of from its mean over the case's runs: (sum, degrees of freedom)."""
    logs = [(1 - steady) * math.log(run["cycles"]) + steady * math.log(run["busy_cycles"]) for run in case[2]["ratio"].get("runs") or []]
    mean = sum(logs) / max(len(logs), 1)
    return sum((log - mean) ** 2 for log in logs), max(len(logs) - 1, 0)


def likelihood_of_prior(found, variance, freedom):
    """Logarithm: sample variances over `variance` are F of their degrees and `freedom` (Smyth 2004, section 3)."""
    total, scale = 0.0, freedom * variance
    for square, degrees in found:
        half, all_half = degrees / 2, (degrees + freedom) / 2
        total += (math.lgamma(all_half) - math.lgamma(freedom / 2) - math.lgamma(half) + freedom / 2 * math.log(scale)
                  + half * math.log(degrees) + (half - 1) * math.log(square / degrees) - all_half * math.log(scale + square))
    return total


def prior_of(found):
    """(variance, freedom) of the largest likelihood; None without any spread."""
    found = [one for one in found if one[0] > 0]
    if not found:
        return None
    pooled = sum(square for square, _ in found) / sum(degrees for _, degrees in found)
    return max(((pooled * share, freedom) for share in SCALES for freedom in FREEDOMS),
               key=lambda one: likelihood_of_prior(found, *one))


def prior_of_pairs(pairs, steady):
    """Of their first cases that were run several times; None where there are none."""
    firsts = {id(first): first for _, _, first, _ in pairs if runs_of(first) > 1}
    return prior_of([squares(first, steady) for first in firsts.values()])


def luck_of_runs(first, second, steady, prior):
    """Variance of the logarithm of the predicted ratio from run to run of the approximate model."""
    variance, freedom = prior
    (one, degrees), (other, more) = squares(first, steady), squares(second, steady)
    each = (freedom * variance + one + other) / (freedom + degrees + more)
    return each * (1 / runs_of(first) + 1 / runs_of(second))


def spread(model, point):
    return math.sqrt(model[0] ** 2 + (model[1] * point[2]) ** 2 + point[5])


def cost(data, variance, growth):
    """Twice the negative log likelihood."""
    total = 0.0
    for _, _, d, e, chance, of_runs in data:
        each = variance * (1 + (growth * d) ** 2) + chance + of_runs
        total += math.log(each) + e * e / each
    return total


def likeliest(data, growth):
    """(cost, c0) of that c1 / c0, by golden sections of the logarithm of c0."""
    low, high, part = math.log(1e-5), 0.0, (math.sqrt(5) - 1) / 2
    inner = [high - part * (high - low), low + part * (high - low)]
    costs = [cost(data, math.exp(2 * x), growth) for x in inner]
    for _ in range(14):
        if costs[0] < costs[1]:
            high, inner[1], costs[1] = inner[1], inner[0], costs[0]
            inner[0] = high - part * (high - low)
            costs[0] = cost(data, math.exp(2 * inner[0]), growth)
        else:
            low, inner[0], costs[0] = inner[0], inner[1], costs[1]
            inner[1] = low + part * (high - low)
            costs[1] = cost(data, math.exp(2 * inner[1]), growth)
    return min(zip(costs, map(math.exp, inner)))


def fit(data):
    """(c0, c1) of the largest likelihood."""
    if not any(point[3] for point in data):
        return 0.0, 0.0
    (_, near), growth = min((likeliest(data, growth), growth) for growth in GROWTHS)
    return near, growth * near


def likeliest_steady(name, pairs):
    """None but of cycles."""
    if name != "cycles":
        return None

    def cost_of(steady):
        data = points(name, pairs, steady)
        return min(likeliest(data, growth) for growth in GROWTHS)[0] if any(point[3] for point in data) else 0.0
    return min(STEADY, key=cost_of)


def total_spread(model, point):
    """Of the errors that are seen."""
    return math.sqrt(spread(model, point) ** 2 + point[4])


def left_out(data, group):
    """Errors over their spreads, by the fit without the point's group: 0 scene, 1 pair."""
    found = []
    for one in sorted({point[group] for point in data}):
        model = fit([point for point in data if point[group] != one])
        found += [(point, abs(point[3]) / total_spread(model, point)) for point in data
                  if point[group] == one and total_spread(model, point) > 0]
    return found


def shared(data, model):
    """The intraclass correlation of pairs over scenes, within 0 and 1."""
    groups = {}
    for point in data:
        if total_spread(model, point) > 0:
            groups.setdefault(point[1], []).append(point[3] / total_spread(model, point))
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
    """The conformal one of errors over their spreads."""
    return calibrate.allowance([ratio for _, ratio in left_out(data, 0)])


def mean_coverage(data, model, q, rho):
    """Of geometric means over scenes, pair by pair: (held, of)."""
    held = of = 0
    for _, group in itertools.groupby(sorted(data, key=lambda point: point[1]), key=lambda point: point[1]):
        group = list(group)
        widths = [q * total_spread(model, point) for point in group]
        squares = sum(width ** 2 for width in widths)
        variance = squares + rho * (sum(widths) ** 2 - squares)
        held += abs(sum(point[3] for point in group)) <= math.sqrt(variance)
        of += 1
    return held, of


def calibrate_pairs(names, pairs):
    """{metric: (near, far, shared, times, figures)}; those of cycles have steady, and deviation and freedom of the luck of
    what is compared with it and of cycles alone, if any."""
    table = {}
    for name in names:
        steady = likeliest_steady(name, pairs)
        data = points(name, pairs, steady)
        model, q = fit(data), quantile_of(data)
        rho = shared(data, model)
        others = left_out(data, 1)
        figures = {
            "points": len(data),
            "mean": sum(abs(point[3]) for point in data) / max(len(data), 1),
            "scene out": sum(ratio <= q for _, ratio in left_out(data, 0)) / max(len(data), 1),
            "pair out": sum(ratio <= q for _, ratio in others) / max(len(others), 1),
            "luck": math.sqrt(sum(point[4] for point in data) / max(len(data), 1)),
            "means": "%d/%d" % mean_coverage(data, model, q, rho),
            "half width": sum(q * spread(model, point) for point in data) / max(len(data), 1),
        }
        priors = [prior_of_pairs(pairs, weight) for weight in (steady, LAST)] if steady is not None else [None]
        if all(priors):
            figures["runs"] = (steady, *(number for variance, freedom in priors for number in (math.sqrt(variance), freedom)))
        table[name] = (q * model[0], q * model[1], rho, q if all(priors) else 0.0, figures)
    return table


def source(table, n_pairs, n_scenes):
    """The text of calibration_pairs.c."""
    lines = ["/* Written by tests/lab/calibrate_pairs.py: %d pairs of frames of %d calibration scenes. */"
             % (n_pairs, n_scenes),
             '#include "orchestrator/predict/pairs.h"', "",
             "const struct pair_calibration pair_calibrations[METRIC_COUNT] = {"]
    for name, (near, far, rho, times, _) in table.items():
        lines.append("    [METRIC_%s] = {%.4f, %.4f, %.2f, %.2f}," % (name.upper(), near, far, rho, times))
    lines.append("};")
    for *_, figures in table.values():
        if "runs" in figures:
            lines += ["", "const struct pair_runs_calibration pair_runs = {%.2f, {%.4f, %.1f}, {%.4f, %.1f}};" % figures["runs"]]
    return "\n".join([*lines, ""])


def repeated(lab, frame, repeats):
    """Of the bases; None where there is none and none may be made."""
    if repeats < 2 or base_of(frame.gpu):
        return None
    try:
        return lab.repeated(frame, repeats)
    except NotKept:
        return None


def gather(lab, wanted, repeats):
    cases = []
    for frame in wanted:
        try:
            options = calibrate.OPTIONS + ([] if base_of(frame.gpu) else ["--approximate-runs", str(RUNS)])
            cases.append((frame, lab.reference(frame), lab.prediction(frame, options), repeated(lab, frame, repeats)))
        except NotKept:
            continue
        except RunFailed as failed:
            print(failed, file=sys.stderr)
    return cases


def detail(name, pairs, steady):
    """Mean, spread and size of the errors of each pair."""
    groups = {}
    for _, pair, d, e, *_ in points(name, pairs, steady):
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
    parser.add_argument("--repeats", type=int, default=4, help="runs of the bases' references; 1: single ones (%(default)s)")
    parser.add_argument("--detail", metavar="METRIC", help="the errors of each pair of GPUs")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    given = parser.parse_args(arguments)
    lab = Laboratory(given.program, given.cache, only_kept=given.only_kept)
    cases = gather(lab, frames.frames_of_set("pairs", {}), given.repeats)
    pairs = pairs_of(cases)
    if not pairs:
        sys.exit("no pair of the set has references")
    names = [name for name in cases[0][1]["metrics"] if calibrate.metric_rows()[name][1] == "CALIBRATED"]
    table = calibrate_pairs(names, pairs)
    print(f"{'metric':22} {'near':>7} {'far':>7} {'shared':>6} {'times':>6} {'half':>7} {'mean':>7} {'luck':>7} {'scene out':>9} {'pair out':>8} {'means':>6} pairs")
    for name, (near, far, rho, times, f) in table.items():
        print(f"{name:22} {near:7.4f} {far:7.4f} {rho:6.2f} {times:6.2f} {f['half width']:7.4f} {f['mean']:7.4f} {f['luck']:7.4f} {f['scene out']:9.3f} {f['pair out']:8.3f} "
              f"{f['means']:>6} {f['points']:5}")
        if "runs" in f:
            print("  steady %.2f, deviation of a run %.4f, freedom %.1f; of cycles alone %.4f, %.1f" % f["runs"])
    if given.detail:
        detail(given.detail, pairs, table[given.detail][-1].get("runs", (None,))[0])
    if given.write:
        PAGE.write_text(source(table, len(pairs), len({scene for scene, *_ in pairs})))


if __name__ == "__main__":
    main()
