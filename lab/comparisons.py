#!/usr/bin/env python3
"""How well does `compare` tell what a change of one parameter does? Holds its ratios of frame times against simulated ones.

Frames are those of the set `comparisons`: nine built-in scenes on the two base GPUs and on the changes of changes.py.
`compare` predicts all changes of a base at once, on one thread. The truth is the mean of perturbed runs of `simulate`, more of them
where runs differ more (RUNS); what is left of its own error is told apart (ratios.py). References are made first, the
bases before their changes; all are kept, so that what was interrupted goes on.

    lab/comparisons.py --cache build/lab"""

import argparse
import math
import shlex
import sys

import frames
import lab as laboratory
import ratios
from content import ROOT
from runs import Laboratory, NotKept, RunFailed

SET = "comparisons"
RUNS = {"lonely": (4, 8), "rigging": (4, 8), "weekend": (2, 6), "bath": (1, 4), "atrium": (1, 4), "tree": (1, 4),
        "park": (1, 4)}  # of a changed GPU, of its base


def reference(lab, frame):
    """The document of its runs."""
    runs = RUNS.get(frames.scene_name(frame.scene), (2, 4))[":" not in frame.gpu]
    return lab.reference(frame) if runs == 1 else lab.repeated(frame, runs)


def kept_reference(lab, frame):
    """The same; None where it is not there."""
    try:
        return reference(lab, frame)
    except NotKept:
        return None


def times_of(document):
    """Frame time of each run, ms."""
    cycles = document["metrics"]["cycles"]["value"]
    runs = document.get("repeats", {}).get("runs") or [{"metrics": {"cycles": cycles}}]
    return [run["metrics"]["cycles"] / cycles * document["frame_time_ms"] for run in runs]


def cost_of_run(document):
    """Processor time of one."""
    return document["cost"]["simulate_cpu_s"] / len(times_of(document))


def cost_of_prediction(document):
    return sum(document["cost"][name] for name in ("profile_cpu_s", "simulate_cpu_s"))


def bases(all_frames):
    """[frames of one scene on a base, first, and on its changes]"""
    found = {}
    for frame in all_frames:
        base = frame.gpu.partition(":")[0]
        found.setdefault((frame.scene, base), []).append(frame)
    return [sorted(some, key=lambda frame: ":" in frame.gpu) for some in found.values()]


def make_references(lab, groups):
    """The bases first, without which no pair counts."""
    for frame in sorted((frame for some in groups for frame in some), key=lambda frame: ":" in frame.gpu):
        laboratory.note(f"reference: {frame.name()}")
        reference(lab, frame)


def pairs_of(some, references, document):
    """Of a base's frames, their kept runs and the document of `compare`."""
    logs = [[math.log(time) for time in times_of(one)] for one in references]
    deviation = ratios.pooled_deviation(logs)
    first, *rest = zip(some, logs, references, document["ranking"][0]["ratios"], document["results"])
    for frame, times, one, ratio, result in rest:
        true = sum(map(math.exp, times)) / len(times) / (sum(map(math.exp, first[1])) / len(first[1]))
        simulated = cost_of_run(first[2]) + cost_of_run(one)
        predicted = cost_of_prediction(first[4]) + cost_of_prediction(result)
        yield ratios.Pair(frames.scene_name(frame.scene), *frame.gpu.split(":", 1), ratio["frame_time"]["value"], ratio["frame_time"]["low"],
                          ratio["frame_time"]["high"], true, deviation * math.sqrt(1 / len(times) + 1 / len(first[1])), deviation * math.sqrt(2),
                          simulated / predicted)


def evaluate(lab, groups, options):
    """(pairs, {(scene, base): (documents of each frame)})"""
    pairs, runs = [], {}
    for some in groups:
        references = {frame: kept_reference(lab, frame) for frame in some}
        there = [frame for frame in some if references[frame]]
        if len(there) < 2 or there[0] != some[0]:
            continue
        laboratory.note(f"compare: {frames.scene_name(some[0].scene)}, {some[0].gpu}")
        documents = [references[frame] for frame in there]
        pairs += pairs_of(there, documents, lab.comparison(some if len(there) == len(some) else there, options))
        runs[frames.scene_name(some[0].scene), some[0].gpu] = documents
    return pairs, runs


def luck_table(pairs, runs):
    """What the truths are made of."""
    rows = []
    for (scene, base), documents in runs.items():
        samples = [[math.log(time) for time in times_of(one)] for one in documents]
        some = [pair for pair in pairs if (pair.scene, pair.base) == (scene, base)]
        seen, chance, left = ratios.left_of(some)
        rows.append([f"{scene}, {base}", f"{len(samples[0])}, {min(map(len, samples[1:]))}", ratios.percent2(ratios.pooled_deviation(samples)),
                     ratios.percent2(seen), ratios.percent2(chance), ratios.percent2(left),
                     ratios.percent2(sum(pair.error for pair in some) / len(some), True)])
    return ratios.markdown(["frame", "runs of the base, of a change", "deviation of one run", "mean \\|error\\|", "luck alone", "left", "bias"], rows)


def tables(pairs, runs, timed=True):
    groups = [("all", pairs), *ratios.grouped(pairs, lambda pair: pair.base)]
    return "\n".join([ratios.errors(groups, timed), ratios.calls(groups), luck_table(pairs, runs), ratios.by_change(pairs)])


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "build/release/diorama"))
    parser.add_argument("--cache", default=str(ROOT / "build/lab"), help="folder that keeps runs")
    for name in ("scenes", "sizes", "samples"):
        parser.add_argument(f"--{name}", type=laboratory.words, help="instead of those of the set")
    parser.add_argument("--gpus", type=laboratory.words, help="bases (default: both)")
    parser.add_argument("--options", type=shlex.split, default=[], help="of compare")
    parser.add_argument("--only-kept", action="store_true", help="make no reference; leave out pairs without any")
    parser.add_argument("--untimed", action="store_true", help="no speedups: kept runs were not made at the same hour")
    parser.add_argument("--references-only", action="store_true", help="compute what is missing of them and stop")
    parser.add_argument("--update", metavar="PAGE", help="put the tables between the page's markers of that name")
    parser.add_argument("--marker", default=SET, help="name in the page's markers (%(default)s)")
    return parser.parse_args(arguments)


def command_line(given):
    """What the numbers are of."""
    words = ["lab/comparisons.py"]
    for name in ("scenes", "sizes", "samples", "gpus"):
        if getattr(given, name):
            words += [f"--{name}", ",".join(getattr(given, name))]
    words += ["--untimed"] if given.untimed else []
    return shlex.join(words + (["--options", shlex.join(given.options)] if given.options else []))


def main(arguments=None):
    given = parse(arguments)
    overrides = {name: getattr(given, name) for name in ("scenes", "sizes", "samples") if getattr(given, name)}
    groups = [some for some in bases(frames.frames_of_set(SET, overrides)) if not given.gpus or some[0].gpu in given.gpus]
    try:
        if not given.only_kept:
            make_references(Laboratory(given.program, given.cache), groups)
        if given.references_only:
            return 0
        pairs, runs = evaluate(Laboratory(given.program, given.cache, only_kept=True), groups, given.options)
    except RunFailed as failed:
        sys.exit(str(failed))
    if not pairs:
        sys.exit("no pair has references")
    text = f"`{command_line(given)}`\n\n{tables(pairs, runs, not given.untimed)}"
    if given.update:
        laboratory.update(given.update, given.marker, text)
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
