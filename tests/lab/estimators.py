"""Estimators by name: each is options of `predict`, or a combination of runs.

An estimate is a dictionary: `metrics` {name: {"value", "low", "high"}}, bounds None where there are none;
`simulate_cpu_s` and `profile_cpu_s`, what it cost; `percent` of the pixels that were simulated in detail."""

import itertools
import math
import shlex

from content import METRICS


class NotApplicable(Exception):
    """The estimator says nothing about this frame."""


class Options:
    """One run of `predict`."""

    def __init__(self, options):
        self.options = shlex.split(options) if isinstance(options, str) else list(options)

    def estimate(self, lab, frame):
        document = lab.prediction(frame, self.options)
        cost = document["cost"]
        return {"metrics": {name: document["metrics"][name] for name in METRICS}, "percent": document["percent"],
                "simulate_cpu_s": cost["simulate_cpu_s"], "profile_cpu_s": cost["profile_cpu_s"],
                "host": document.get("host")}


def scale_factors(sms, partitions):
    """Factors of the small and the large scale model: the smallest GPU, and twice that."""
    small = math.gcd(sms, partitions)
    if small % 2 or small < 4:
        raise NotApplicable(f"{sms} SMs and {partitions} memory partitions have no two scale models")
    return small, small // 2


def extrapolate_scale(small, large, doublings):
    """Each doubling of the GPU multiplies by the same: large (large / small)^doublings."""
    return large * (large / small) ** doublings if small > 0 and large > 0 else large


class ScaleModel:
    """Two scale models and their trend (SeyyedAghaei, Naderan-Tahan and Eeckhout, HPCA 2024): the first group of
    the division into K_small and into K_large, every pixel of it, on the GPU downscaled by as much."""

    def estimate(self, lab, frame):
        whole = lab.probe(frame)["downscale"]
        factors = scale_factors(whole["sms"], whole["memory_partitions"])
        runs = [lab.prediction(frame, ["--factor", str(k), "--percent", "100"]) for k in factors]
        small, large = (run["groups"][0]["metrics"] for run in runs)
        metrics = {}
        for name in METRICS:
            value = extrapolate_scale(small[name], large[name], math.log2(factors[1]))
            if name not in ("ipc", "cycles"):
                value = min(max(value, 0.0), 1.0)
            metrics[name] = {"value": value, "low": None, "high": None}
        # The program simulates all K groups, which are of one size; the method needs one. No profile: every pixel is traced.
        return {"metrics": metrics, "percent": sum(100 / k for k in factors), "profile_cpu_s": 0.0,
                "simulate_cpu_s": sum(run["cost"]["simulate_cpu_s"] / k for run, k in zip(runs, factors)),
                "host": runs[0].get("host")}


BASELINES = {
    "default": Options(""),
    "windows": Options("--sample windows"),
    "linear": Options("--sample groups"),
    "exponential": Options("--extrapolate exponential"),
    "random pixels": Options("--block 1x1"),
    "linear, 10 %": Options("--percent 10"),
    "linear, 10 %, whole GPU": Options("--percent 10 --factor 1"),
    "random pixels, 10 %": Options("--block 1x1 --percent 10"),
    "scale model": ScaleModel(),
}


def chosen(names, given, percents, factors):
    """Estimators by name, in order: known `names` (all where there are neither), then NAME=OPTIONS of `given`, each at
    every percentage and factor where any are listed."""
    found = {}
    for name in names or ([] if given else BASELINES):
        if name not in BASELINES:
            raise ValueError(f"estimator {name}: expected one of {'; '.join(BASELINES)}")
        found[name] = BASELINES[name]
    for text in given:
        name, sign, options = text.partition("=")
        if not sign or not name:
            raise ValueError(f"estimator {text}: expected NAME=OPTIONS of predict")
        found[name] = Options(options)
    if not percents and not factors:
        return found
    grid = {}
    for (name, one), percent, factor in itertools.product(found.items(), percents or [None], factors or [None]):
        if not isinstance(one, Options):
            grid[name] = one
            continue
        options, label = list(one.options), name
        if percent is not None:
            options, label = options + ["--percent", percent], f"{label}, {percent} %"
        if factor is not None:
            options, label = options + ["--factor", factor], f"{label}, K = {factor}"
        grid[label] = Options(options)
    return grid
