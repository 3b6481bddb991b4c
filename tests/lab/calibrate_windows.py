#!/usr/bin/env python3
"""Finds how far an estimate from windows of a frame errs and writes orchestrator/predict/windows_calibration.c.

Every frame of the set is predicted with as many windows as --waves auto says and with twice as many, as far as it has
room, and with 4 and 8 times as many where it has room for both. For few windows and for many (windows_calibration.h) and every CALIBRATED
metric, on its scale g, the error is g(windows, completed) + shift - g(reference), shift being the mean of the other
scenes' errors with its sign turned. |error| <= times sqrt(base^2 + w^2), w being the relative standard error of the
windows' time: base and times as in calibrate.py, with w in the place of what its models differ by. Of few windows w
itself is luck, so that times * base, what is left where they are alike, is not less than of many.

    tests/lab/calibrate_windows.py --cache build/lab --write"""

import argparse
import concurrent.futures
import math
import re
import sys

import calibrate
import frames
from content import ROOT
from runs import Laboratory, NotKept, RunFailed

PAGE = ROOT / "orchestrator/predict/windows_calibration.c"
OPTIONS = ["--extrapolate", "windows"]
FEW, MANY = (1, 2), (4, 8)  # times as many windows as --waves auto
HEADER = ROOT / "orchestrator/predict/windows_calibration.h"
MOST = 0.75  # of the frame, above which all of it is run (partition/part.h)


def points(name, cases):
    """(scene, 0, error with its sign turned, w) of every case whose numbers are of the scale, as calibrate.py wants them."""
    found = []
    for scene, reference, prediction in cases:
        share = calibrate.is_share(name)
        part = calibrate.on_scale(share, prediction["windows"]["completed"][name])
        true = calibrate.on_scale(share, reference["metrics"][name]["value"])
        if None not in (part, true):
            found.append((scene, 0.0, true - part, prediction["windows"]["windows_error"]))
    return found


def classes(cases):
    """{"few": cases, "many": cases}, by how often their windows fill the GPU."""
    few, many = (int(re.search(rf"\b{name} = (\d+)", HEADER.read_text())[1]) for name in ("WINDOWS_FEW", "WINDOWS_MANY"))
    return {"few": [case for case in cases if round(case[2]["windows"]["waves"]) <= few],
            "many": [case for case in cases if round(case[2]["windows"]["waves"]) >= many]}


def fit(data, least=0.0):
    """(shift, base, times, mean absolute error, mean half width), with times * base of `least` at least."""
    errors = calibrate.left_out_errors(data)
    base, times = calibrate.interval(errors, least)
    n = max(len(errors), 1)
    return (calibrate.fit(data)[1], base, times, sum(abs(error) for error, *_ in errors) / n,
            sum(times * math.hypot(base, further) for _, _, further, _ in errors) / n)


def outside(data, least=0.0):
    """The share of the errors that are outside the intervals of a fit to the other scenes."""
    n = 0
    for scene in {scene for scene, *_ in data}:
        shift, base, times, *_ = fit([point for point in data if point[0] != scene], least)
        n += sum(abs(y - shift) > times * math.hypot(base, further) for other, _, y, further in data if other == scene)
    return n / max(len(data), 1)


def source(table, n_runs, n_scenes):
    """The text of windows_calibration.c."""
    lines = [f"/* Written by tests/lab/calibrate_windows.py: {n_runs} runs of {n_scenes} scenes of tests/lab/calibration. */",
             '#include "orchestrator/predict/windows_calibration.h"', "",
             "const struct windows_calibration windows_calibrations[METRIC_COUNT] = {"]
    for name, kinds in table.items():
        lines.append(f"    [METRIC_{name.upper()}] = {{{', '.join('{%.4f, %.4f, %.4f}' % kinds[kind] for kind in ('few', 'many'))}}},")
    return "\n".join([*lines, "};", ""])


def runs_of(lab, frame):
    """With few windows, and with many where the frame has room for all of these."""
    try:
        reference, first = lab.reference(frame), lab.prediction(frame, OPTIONS)
        if "windows" not in first:
            return []
        room = MOST * frame.width * frame.height / first["windows"]["pixels"]
        chosen = [times for times in FEW if times <= room] + (list(MANY) if max(MANY) <= room else [])
        found = [first if times == 1 else
                 lab.prediction(frame, [*OPTIONS, "--waves", str(round(times * first["windows"]["waves"]))]) for times in chosen]
    except NotKept:
        return []
    except RunFailed as failed:
        print(failed, file=sys.stderr)
        return []
    return [(frames.scene_name(frame.scene), reference, one) for one in found if "windows" in one]


def gather(lab, wanted, jobs):
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return [case for cases in pool.map(lambda frame: runs_of(lab, frame), wanted) for case in cases]


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "build/release/diorama"))
    parser.add_argument("--cache", default=str(ROOT / "build/lab"))
    parser.add_argument("--set", default="windows")
    parser.add_argument("--only-kept", action="store_true", help="leave out frames without a reference")
    parser.add_argument("--jobs", type=int, default=1, help="runs side by side")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    given = parser.parse_args(arguments)
    lab = Laboratory(given.program, given.cache, only_kept=given.only_kept)
    cases = gather(lab, frames.frames_of_set(given.set, {}), given.jobs)
    if not cases:
        sys.exit("no frame of the set has a reference and room for windows")
    table = {}
    print(f"{'metric':24}{'windows':>8}{'shift':>9}{'base':>9}{'times':>9}{'half width':>12}{'error':>9}{'outside':>9}{'runs':>6}")
    for name in cases[0][1]["metrics"]:
        if calibrate.metric_rows()[name][1] != "CALIBRATED":
            continue
        least, kinds = 0.0, classes(cases)
        for kind in ("many", "few"):
            data = points(name, kinds[kind])
            shift, base, times, mean, width = fit(data, least)
            table.setdefault(name, {})[kind] = (shift, base, times)
            print(f"{name:24}{kind:>8}{shift:9.4f}{base:9.4f}{times:9.4f}{width:12.4f}{mean:9.4f}{outside(data, least):9.3f}{len(data):6}")
            least = times * base
    for gpu in sorted({case[2]["gpu"] for case in cases}):
        others = points("cycles", [case for case in cases if case[2]["gpu"] != gpu])
        own = points("cycles", [case for case in cases if case[2]["gpu"] == gpu])
        if others:
            shift = calibrate.fit(others)[1]
            print(f"cycles on {gpu}, fitted to the other GPUs: error {sum(abs(y - shift) for _, _, y, _ in own) / len(own):.4f}")
    if given.write:
        PAGE.write_text(source(table, len(cases), len({scene for scene, *_ in cases})))


if __name__ == "__main__":
    main()
