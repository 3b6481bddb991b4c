#!/usr/bin/env python3
"""The laboratory: how good predictions are, for any set of estimators.

Holds predictions against references (`diorama simulate`) over scenes x GPUs x shaders x sizes x seeds, and writes
tables: errors, bias, the worst case, how often and how narrowly the intervals cover the reference, cost, and whether
the order of GPUs is kept. Every run is kept: references under a hash of what they depend on, so that a rebuilt
program that counts the same finds them; predictions under a hash of the program.

    lab/lab.py --set quick
    lab/lab.py --set quick --estimator 'ours=--fills 4' --estimators linear --percents 5,10,20
    lab/lab.py --set full --only-kept --update docs/measured/validation.md"""

import argparse
import concurrent.futures
import csv
import json
import pathlib
import shlex
import sys

import estimators
import frames
import measure
from content import ROOT
from runs import Laboratory, NotKept, RunFailed

LISTS = ("scenes", "gpus", "shaders", "sizes", "samples", "seeds")
LOCAL = ("--program", "--cache", "--jobs", "--update", "--csv", "--output", "--limit", "--take")  # not what the numbers are of


def words(text):
    return [word for word in text.split(",") if word]


def parse(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], formatter_class=argparse.RawDescriptionHelpFormatter,
                                     epilog="sets: " + ", ".join(frames.SETS) +
                                     "\nestimators: " + "; ".join(estimators.BASELINES))
    parser.add_argument("--program", default=str(ROOT / "build/release/diorama"))
    parser.add_argument("--cache", default=str(ROOT / "build/lab"), help="folder that keeps runs")
    parser.add_argument("--set", default="quick", help="named set of frames or a JSON file of blocks (%(default)s)")
    parser.add_argument("--scenes", type=words, help="names or files; @builtin, @shared, @calibration")
    parser.add_argument("--gpus", type=words)
    parser.add_argument("--shaders", type=words, help="of path, shadow, ao")
    parser.add_argument("--sizes", type=words, help="sides of the picture, pixels, or WIDTHxHEIGHT")
    parser.add_argument("--samples", type=words)
    parser.add_argument("--seeds", type=words)
    parser.add_argument("--estimators", type=lambda text: text.split(";"), default=[], metavar="NAME;NAME",
                        help="known ones, with semicolons; default: all, unless --estimator is given")
    parser.add_argument("--estimator", action="append", metavar="NAME=OPTIONS", default=[],
                        help="one more, as options of predict; may be repeated")
    parser.add_argument("--percents", type=words, help="each estimator at each of these percentages")
    parser.add_argument("--factors", type=words, help="each estimator at each of these downscaling factors")
    parser.add_argument("--by", type=words, default=[], help="rows by gpu, shader, size, seed, scene, too")
    parser.add_argument("--detail", action="store_true", help="also a table of every case")
    parser.add_argument("--csv", help="file for a row of every case")
    parser.add_argument("--output", help="file for the tables; default: standard output")
    parser.add_argument("--update", metavar="PAGE", help="put the tables between the page's markers of that name")
    parser.add_argument("--marker", help="name in the page's markers (default: the set)")
    parser.add_argument("--references-only", action="store_true", help="compute what is missing of them and stop")
    parser.add_argument("--only-kept", action="store_true", help="leave out frames without a kept reference")
    parser.add_argument("--untimed", action="store_true", help="no speedups: kept runs were not made at the same hour (speed.py times)")
    parser.add_argument("--again", action="store_true", help="compute kept references once more: their times age with the program")
    parser.add_argument("--repeats", type=int, default=1, metavar="N",
                        help="hold predictions against the means of N perturbed references; with --only-kept, of frames that have them")
    parser.add_argument("--limit", type=float, help="leave out references that take longer than this many seconds")
    parser.add_argument("--take", metavar="FOLDER", help="first keep the references that lie there as documents of simulate")
    parser.add_argument("--jobs", type=int, default=1, help="runs side by side")
    given = parser.parse_args(arguments)
    if given.again and given.only_kept:
        parser.error("--again and --only-kept exclude each other")
    if given.repeats < 1:
        parser.error(f"--repeats {given.repeats}: expected 1 or more")
    wrong = [key for key in given.by if key not in ("gpu", "shader", "size", "seed", "scene")]
    if wrong:
        parser.error(f"--by {wrong[0]}: expected gpu, shader, size, seed or scene")
    try:
        overrides = {name: getattr(given, name) for name in LISTS if getattr(given, name)}
        given.frames = frames.frames_of_set(given.set, overrides)
        given.chosen = estimators.chosen(given.estimators, given.estimator, given.percents, given.factors)
    except (ValueError, json.JSONDecodeError) as wrong:
        parser.error(str(wrong))
    return given


def note(text):
    print(text, file=sys.stderr, flush=True)


def take_references(lab, folder, all_frames):
    """Documents made elsewhere, for these frames."""
    taken = 0
    by_settings = {}
    for frame in all_frames:
        key = (frames.scene_name(frame.scene), frame.gpu_name(), frame.shader, frame.width, frame.height, frame.samples,
               frame.seed)
        by_settings[key] = frame
    for path in sorted(pathlib.Path(folder).glob("*.json")):
        document = json.loads(path.read_text())
        key = tuple(frames.scene_name(document[name]) if name in ("scene", "gpu") else document[name]
                    for name in ("scene", "gpu", "shader", "width", "height", "samples", "seed"))
        if key in by_settings:
            same = lab.take(document, by_settings[key])
            taken += same
            if not same:
                note(f"{path}: its scene, GPU or shader is not this one")
    note(f"{taken} references taken from {folder}")


class Missing:
    """What was left out, told at the end."""

    def __init__(self):
        self.kept = 0
        self.failed = []

    def attempt(self, work):
        try:
            return work()
        except NotKept:
            self.kept += 1
        except RunFailed as failure:
            self.failed.append(str(failure))
        return None

    def lines(self):
        if self.kept:
            yield f"{self.kept} frames without a kept reference were left out"
        for text in self.failed:
            yield f"left out: {text}"


def repeated(lab, given, frame):
    """Of perturbed runs; None where none are wanted or kept."""
    if given.repeats < 2:
        return None
    try:
        return lab.repeated(frame, given.repeats)
    except NotKept:
        return None


def evaluate(lab, given, missing):
    """All cases, estimator by estimator."""
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        found = pool.map(lambda frame: missing.attempt(lambda: lab.reference(frame)), given.frames)
        references = {}
        for n, (frame, reference) in enumerate(zip(given.frames, found), 1):
            if reference:
                references[frame] = reference
            note(f"reference {n} of {len(given.frames)}: {frame.name()}")
        truths = dict(zip(references, pool.map(lambda frame: missing.attempt(lambda: repeated(lab, given, frame)), references)))
        if given.references_only:
            return []

        def case(pair):
            (name, options), (frame, reference) = pair
            estimate = missing.attempt(lambda: estimators.estimate(lab, frame, options))
            note(f"{name}: {frame.name()}")
            return estimate and measure.compare(name, frame, estimate, reference, truths[frame])

        pairs = [(one, pair) for one in given.chosen.items() for pair in references.items()]
        return [one for one in pool.map(case, pairs) if one]


def tables(cases, given):
    parts = [measure.extent(cases), measure.summary(cases, given.by, not given.untimed), measure.per_metric(cases, given.by), measure.intervals(cases, given.by),
             measure.ranking(cases), measure.detail(cases) if given.detail else ""]
    return "\n".join(part for part in parts if part)


def command_line(arguments):
    """The arguments that say what the numbers are of."""
    kept, skip = [], False
    for word in arguments:
        if skip or word.split("=")[0] in LOCAL:
            skip = not skip and "=" not in word
            continue
        kept.append(word)
    return shlex.join(["lab/lab.py", *kept])


def update(page, marker, text):
    """Replaces what stands between `<!-- lab: MARKER -->` and the next `<!-- lab end -->`."""
    path = pathlib.Path(page)
    before, start, rest = path.read_text().partition(f"<!-- lab: {marker} -->\n")
    _, end, after = rest.partition("<!-- lab end -->")
    if not start or not end:
        raise SystemExit(f"{page}: no lines <!-- lab: {marker} --> and <!-- lab end -->")
    path.write_text(before + start + text + end + after)


def main():
    given = parse()
    lab = Laboratory(given.program, given.cache, limit=given.limit, only_kept=given.only_kept, again=given.again)
    if given.take:
        take_references(lab, given.take, given.frames)
    missing = Missing()
    cases = evaluate(lab, given, missing)
    for line in missing.lines():
        note(line)
    if given.references_only:
        return 1 if missing.failed else 0
    if not cases:
        raise SystemExit("no case: no frame has both a reference and a prediction")
    text = tables(cases, given)
    if given.csv:
        with open(given.csv, "w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(measure.csv_rows(cases))
    if given.update:
        update(given.update, given.marker or given.set, f"`{command_line(sys.argv[1:])}`\n\n{text}")
    if given.output:
        pathlib.Path(given.output).write_text(text)
    elif not given.update:
        sys.stdout.write(text)
    return 1 if missing.failed else 0


if __name__ == "__main__":
    sys.exit(main())
