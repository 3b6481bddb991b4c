"""Estimators by name: each is a list of options of `predict`."""

import itertools
import shlex

from content import METRICS

BASELINES = {
    "default": [],
    "windows": ["--sample", "windows"],
    "linear": ["--sample", "groups"],
    "exponential": ["--extrapolate", "exponential"],
    "linear, 10 %": ["--percent", "10"],
    "linear, 10 %, whole GPU": ["--percent", "10", "--factor", "1"],
}


def estimate(lab, frame, options):
    """`metrics` {name: {"value", "low", "high"}}, bounds None where there are none; `simulate_cpu_s` and
    `profile_cpu_s`, what it cost; `percent` of the pixels that were simulated in detail; `host`."""
    document = lab.prediction(frame, options)
    return {"metrics": {name: document["metrics"][name] for name in METRICS}, "percent": document["percent"],
            **{name: document["cost"][name] for name in ("simulate_cpu_s", "profile_cpu_s")}, "host": document.get("host")}


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
        found[name] = shlex.split(options)
    grid = {}
    for (name, options), percent, factor in itertools.product(found.items(), percents or [None], factors or [None]):
        label, all_options = name, list(options)
        if percent is not None:
            label, all_options = f"{label}, {percent} %", [*all_options, "--percent", percent]
        if factor is not None:
            label, all_options = f"{label}, K = {factor}", [*all_options, "--factor", factor]
        grid[label] = all_options
    return grid
