#!/usr/bin/env python3
"""Why predictions err, term by term.

Between the reference (one GPU, the whole frame) and a prediction (K small GPUs, a part of the pixels)
lie several changes. This program makes them one at a time, by runs of `diorama` on configurations that
differ from the GPU in one thing each, and writes what every change does to the cycles and to the seven
metrics as Markdown tables: docs/estimators.md says what the terms mean.

    tests/lab/terms.py --frames mobile_soc:128:lonely,weekend rtx2060:256:cornell
    tests/lab/terms.py --page docs/measured/validation.md     # between the markers of that page

The changes form a chain, so that their sum is the error. A second table removes one cause on both sides
at a time; what the causes do not explain is in its last row. Every run is kept under a hash of the program
and of what it reads."""

import argparse
import hashlib
import math
import pathlib
import re
import subprocess
import sys

from content import METRICS, ROOT, digest
from frames import Frame
from runs import Laboratory, RunFailed

BEGIN, END = "<!-- terms: begin -->", "<!-- terms: end -->"
FRAMES = ["mobile_soc:128:lonely,weekend,cornell,atrium,blob,tree",
          "rtx2060:256:lonely,weekend,cornell,blob"]
NAMES = dict(zip(METRICS, ["IPC", "cycles", "L1D misses", "L2 misses", "RT efficiency", "DRAM efficiency",
                           "bandwidth"]))
ROOMY_SETS = 8192  # of a slice that hardly ever evicts a line, which is checked


# Configurations --------------------------------------------------------------------------------------

def entries(text):
    """(group, key, value, where the value stands) of each line `key = value;` of a configuration."""
    group, at = "", 0
    for line in text.splitlines(keepends=True):
        opened = re.match(r"(\w+) = \{", line)
        entry = re.match(r"\s*(\w+) = ([^;]*(?:\"[^\"]*\")?[^;]*);", line)
        if opened:
            group = opened[1]
        elif line.startswith("}"):
            group = ""
        elif entry:
            value = re.match(r"\s*\w+ = (\"[^\"]*\"|[^;]*);", line)
            yield group, entry[1], value[1], (at + value.start(1), at + value.end(1))
        at += len(line)


def read(text, group, key):
    for where, name, value, _ in entries(text):
        if (where, name) == (group, key):
            return value.strip('"') if value.startswith('"') else float(value)
    raise KeyError(f"{group}.{key}")


def change(text, changes):
    """The configuration with other values: {(group, key): value}."""
    places = {(group, key): span for group, key, _, span in entries(text)}
    for place in changes:
        if place not in places:
            raise KeyError(".".join(place))
    for place in sorted(changes, key=lambda p: places[p], reverse=True):
        first, last = places[place]
        value = changes[place]
        text = text[:first] + (f'"{value}"' if isinstance(value, str) else f"{value:g}") + text[last:]
    return text


def stretched_map(map_text, factor):
    """An address map by which a row of one of a few channels holds the same addresses as a row of one
    of `factor` times as many: the bits that chose among the others become the lowest of the row's."""
    prefix, bits = map_text.split(";")
    block = int(prefix.split("@")[1])
    bits = bits.replace(".", "")
    more = round(math.log2(factor))
    return f"{prefix};{bits[:len(bits) - block]}{'R' * more}{bits[len(bits) - block:]}"


def variants(text, factor):
    """The GPU's configurations between the reference and its 1/factor: name to text."""
    partitions, ways = read(text, "", "memory_partitions"), read(text, "l2", "ways")
    whole_l2 = {("l2", "ways"): ways * factor}
    roomy = change(text, {("l2", "sets"): max(ROOMY_SETS, read(text, "l2", "sets"))})
    return {
        "gpu": text,
        "private": change(text, {("", "memory_partitions"): partitions * factor}),
        "channels": change(text, {**whole_l2, ("", "address_map"):
                                  stretched_map(read(text, "", "address_map"), factor)}),
        "map": change(text, whole_l2),
        "roomy": roomy,
        "warm": change(roomy, {("", "dram_MHz"): 20000, **{("dram", key): value for key, value in {
            "latency_cycles": 1, "ccd": 1, "ccdl": 1, "rrd": 1, "rcd": 2, "ras": 1, "rp": 1, "rc": 1,
            "cl": 1, "wl": 1, "cdlr": 0, "wr": 0, "rtpl": 0, "command_bus": "dual",
            "transfers_per_cycle": min(64, read(text, "dram", "burst"))}.items()}}),
    }


def mean(values):
    values = list(values)
    return sum(values) / len(values)


# What one run says -------------------------------------------------------------------------------------

class Stage:
    """One run: per group, with the GPU that it ran on, whose SMs hold `slots` warps each. Cycles are
    L + W + E: launch latency, the resident warps' time shared by all slots, and the rest, in which
    slots stood empty."""

    def __init__(self, document, launch, slots):
        self.document, self.launch = document, launch
        self.groups = [g for g in document["groups"] if g["pixels"]]
        self.slots = slots * document["downscale"]["sms"]

    def __getitem__(self, name):
        section, counter = name.split(".")
        return sum(g["counters"][section][counter] for g in self.groups)

    def metric(self, name):
        return self.document["metrics"][name]["value"]

    def mean_rate(self, name):
        """The paper's way: plain mean of the groups'."""
        return mean(g["metrics"][name] for g in self.groups)

    def cycles(self, of=mean):
        return of([g["counters"]["gpu"]["cycles"] for g in self.groups])

    def scaled(self, value):
        """Mean over groups of value(group) by the linear extrapolation."""
        return mean(value(g) * g["pixels"] / g["pixels_traced"] for g in self.groups)

    def work(self, group):
        return group["counters"]["sm"]["resident_warp_cycles"] / self.slots

    def empty(self, group):
        return group["counters"]["gpu"]["cycles"] - self.launch - self.work(group)

    def rt_share(self):
        """Of the warps' time, the part in the RT unit."""
        return self["rt.warp_latency"] / self["sm.resident_warp_cycles"]


def skipped(group):
    """Warps of pixels that the group does not trace: they start and end at once."""
    return group["counters"]["gpu"]["ctas"] - group["pixels_traced"] / 32


def instructions_per_skipped(reference, whole):
    warps = sum(skipped(g) for g in whole.groups)
    return (whole["sm.warp_instructions"] - reference["sm.warp_instructions"]) / warps if warps else 0


def work_of_sample(whole, sample, per_skipped):
    """The warps' time that the sample's work foretells, scaled up, in terms of that of all pixels:
    (without skipped warps, with them). Time in the RT unit goes with its requests, all other time with
    the instructions."""
    def scaled(stage, count):
        return sum(count(g) * g["pixels"] / g["pixels_traced"] for g in stage.groups)

    def instructions(g):
        return g["counters"]["sm"]["warp_instructions"]

    def own(g):
        return instructions(g) - per_skipped * skipped(g)

    def requests(g):
        return g["counters"]["rt"]["requests"]

    share = whole.rt_share()
    rt = scaled(sample, requests) / scaled(whole, requests) if scaled(whole, requests) else 1
    # Skipped warps take as much time of the whole as they issue of its instructions.
    every = scaled(whole, instructions)
    chosen = (scaled(sample, own) - scaled(whole, own)) / every
    all_of_it = scaled(sample, instructions) / every - 1
    return (share * (rt - 1) + (1 - share) * chosen, share * (rt - 1) + (1 - share) * all_of_it)


# The terms ---------------------------------------------------------------------------------------------

def chain(stages, launch, percent):
    """[(term, signed part of the reference's cycles)], which add up to the prediction's error."""
    ref, own, whole, sample = (stages[name] for name in ("reference", "private", "whole", "sample"))
    wide, bits = stages["channels"], stages["map"]
    base = ref.cycles()
    only = ref.groups[0]
    own_work = own.scaled(own.work)
    per_skipped = instructions_per_skipped(ref, whole)
    all_work, all_empty = whole.scaled(whole.work), whole.scaled(whole.empty)
    chosen, with_skipped = work_of_sample(whole, sample, per_skipped)
    terms = [
        ("K groups, memory each for itself", own_work - ref.work(only)),
        ("channels, slices and ports ÷ K", wide.cycles() - own.cycles()),
        ("address map", bits.cycles() - wide.cycles()),
        ("capacity of the L2 ÷ K", whole.cycles() - bits.cycles()),
        ("**split of the memory**", None),
        ("K queues: tail of the longest group",
         own.cycles(max) - own.launch - own_work - ref.empty(only)),
        ("averaging: mean, not longest", own.cycles() - own.cycles(max)),
        ("**split of the SMs**", None),
        ("launch latency ÷ p", sample.scaled(lambda _: launch) - launch),
        ("ramp-up and tail ÷ p", sample.scaled(sample.empty) - all_empty),
        ("sampling: work of the chosen pixels", all_work * chosen),
        ("skipped warps ÷ p", all_work * (with_skipped - chosen)),
        ("warps' time per work", sample.scaled(sample.work) - all_work * (1 + with_skipped)),
        (f"**sampling {percent} %**", None),
    ]
    return summed([(name, None if part is None else part / base) for name, part in terms])


def summed(terms):
    """Fills the None, each with the sum of the terms since the last, and appends the error."""
    out, since, total = [], 0, 0
    for name, part in terms:
        if part is None:
            out.append((name, since))
            since = 0
        else:
            out.append((name, part))
            since, total = since + part, total + part
    return out + [("**error of the prediction**", total)]


def error(prediction, reference, launch=0):
    """Of the cycles; without their launch latency where that is given."""
    ours = prediction.metric("cycles") - prediction.scaled(lambda _: launch)
    return ours / (reference.metric("cycles") - launch) - 1


def ablation(stages, launch):
    """[(cause taken away on both sides, the error that goes with it)], then what is left."""
    base = error(stages["sample"], stages["reference"])
    roomy = error(stages["roomy sample"], stages["roomy reference"])
    warm = error(stages["warm sample"], stages["warm reference"])
    bare = error(stages["warm sample"], stages["warm reference"], launch)
    return [("error of the prediction", base), ("capacity of the L2", base - roomy),
            ("first misses and DRAM", roomy - warm), ("launch latency", warm - bare),
            ("left: tail, sampling, the rest", bare)]


def remedies(stages, launch):
    """[(what is not divided by p, the error then)], from the same runs."""
    sample, base = stages["sample"], stages["reference"].cycles()

    def once(fixed):
        """The prediction in which a part of every group's cycles is counted as it is."""
        return sample.scaled(lambda g: g["counters"]["gpu"]["cycles"] - fixed(g)) + mean(
            map(fixed, sample.groups))

    return [("nothing: linear", once(lambda _: 0) / base - 1),
            ("launch latency", once(lambda _: launch) / base - 1),
            ("launch latency, ramp-up and tail", once(lambda g: launch + sample.empty(g)) / base - 1)]


def facts(stages):
    """[(what, number)] that the terms are made of; shares and ratios."""
    ref, whole, sample = stages["reference"], stages["whole"], stages["sample"]
    first = stages["roomy reference"]["l2.fetches"]

    def per_frame(stage):
        return sum(g["counters"]["l2"]["fetches"] * g["pixels"] / g["pixels_traced"]
                   for g in stage.groups) / first
    def latency(stage):
        return stage.metric("mean_fetch_latency")

    return [("slots empty, reference", ref.empty(ref.groups[0]) / ref.cycles()),
            ("slots empty, K groups", mean(map(whole.empty, whole.groups)) / whole.cycles()),
            ("slots empty, sample", mean(map(sample.empty, sample.groups)) / sample.cycles()),
            ("launch latency, reference", ref.launch / ref.cycles()),
            ("longest group over mean", whole.cycles(max) / whole.cycles() - 1),
            ("L2 fetches, K groups over frame", whole["l2.fetches"] / ref["l2.fetches"] - 1),
            ("first misses, K groups over frame", per_frame(stages["roomy whole"]) - 1),
            ("first misses, sample / p over frame", per_frame(stages["roomy sample"]) - 1),
            ("first misses of all L2 fetches, reference", first / ref["l2.fetches"]),
            ("latency behind the L1D, K groups over frame", latency(whole) / latency(ref) - 1),
            ("the same without DRAM's delays, sample over frame",
             latency(stages["warm sample"]) / latency(stages["warm reference"]) - 1)]


STEPS = [("K groups, memory each for itself", "reference", "private"),
         ("channels, slices and ports ÷ K", "private", "channels"),
         ("address map", "channels", "map"), ("capacity of the L2 ÷ K", "map", "whole"),
         ("sampling", "whole", "sample")]


def metric_steps(stages):
    """{step: {metric: signed part of the reference's value}}; the last two are the sums."""
    def part(name, value):
        base = stages["reference"].metric(name)
        return value / base if base else 0

    out = {step: {name: part(name, stages[after].metric(name) - stages[before].metric(name))
                  for name in NAMES} for step, before, after in STEPS}
    sample = stages["sample"]
    out["**error, rates of summed counters**"] = {
        name: part(name, sample.metric(name)) - 1 for name in NAMES}
    out["averaging of rates instead"] = {
        name: 0 if name in ("ipc", "cycles")
        else part(name, sample.mean_rate(name) - sample.metric(name)) for name in NAMES}
    return out


# Tables ------------------------------------------------------------------------------------------------

def signed(value):
    return f"{100 * value:+.1f}"


def table(head, rows):
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def plain(value):
    return f"{100 * value:.1f}"


def side_by_side(cases, columns, shown=signed):
    """Rows of lists with the same names, one list a case."""
    return table(["", *cases], [[rows[0][0], *[shown(value) for _, value in rows]]
                                for rows in zip(*columns)])


def metric_table(per_case):
    rows = []
    for step in per_case[0]:
        cells = [[case[step][name] for case in per_case] for name in NAMES]
        rows.append([step, *[f"{signed(mean(cell))} ({100 * mean(map(abs, cell)):.1f})"
                             for cell in cells]])
    return table(["", *NAMES.values()], rows)


# Runs --------------------------------------------------------------------------------------------------

class Bench:
    """The stages of one GPU. Configurations lie beside the kept runs, named by their content."""

    def __init__(self, laboratory, name, percent, seed):
        self.lab, self.percent, self.seed = laboratory, percent, seed
        self.name = name
        dump = subprocess.run([laboratory.program, "gpus", "--dump", name], capture_output=True,
                              text=True, check=False)
        if dump.returncode != 0:
            sys.exit(dump.stderr.strip())
        self.text = dump.stdout
        self.factor = math.gcd(int(read(self.text, "", "sms")),
                               int(read(self.text, "", "memory_partitions")))
        if self.factor == 1:
            sys.exit(f"{name}: no factor but 1 divides its SMs and memory partitions; there is "
                     f"nothing to measure")
        self.launch = int(read(self.text, "", "launch_cycles"))
        # The registers of the shaders that come with the program bind nowhere.
        self.slots = min(read(self.text, "sm", "threads") / 32, read(self.text, "sm", "ctas"))
        self.files = {kind: self.keep(text) for kind, text in variants(self.text, self.factor).items()}

    def keep(self, text):
        folder = self.lab.cache / "terms"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{hashlib.sha256(text.encode()).hexdigest()[:32]}.cfg"
        path.write_text(text)
        return str(path)

    def run(self, scene, size, kind, percent=None):
        """`simulate`, or `predict` where there is a percentage."""
        frame = Frame(scene, self.files[kind], "path", size, size, 2, self.seed)
        options = ["--stats"] if percent is None else [
            "--stats", "--percent", f"{percent:g}", "--factor", str(self.factor), "--extrapolate",
            "linear", "--combine", "counters"]
        command = "simulate" if percent is None else "predict"
        contents = self.lab.contents
        name = digest(contents.program(self.lab.program), *self.lab.inputs(frame), command, size,
                      self.seed, *options)
        document = self.lab.keep(self.lab.cache / "terms" / f"{name}.json",
                                 [command, *frame.arguments(), *options])
        stage = Stage(document, self.launch, self.slots)
        if kind in ("roomy", "warm") and 100 * stage["l2.evictions"] > stage["l2.fetches"]:
            sys.exit(f"{scene} at {size}: lines were evicted from L2 slices of {ROOMY_SETS} sets; "
                     f"take a smaller frame")
        return stage

    def stages(self, scene, size):
        whole = {"whole": "gpu", **{kind: kind for kind in ("private", "channels", "map")},
                 "roomy whole": "roomy"}
        out = {name: self.run(scene, size, kind, 100) for name, kind in whole.items()}
        for before, kind in (("", "gpu"), ("roomy ", "roomy"), ("warm ", "warm")):
            out[f"{before}reference"] = self.run(scene, size, kind)
            out[f"{before}sample"] = self.run(scene, size, kind, self.percent)
        return out


def write_gpu(bench, scenes, size):
    """The tables of one GPU."""
    stages = []
    for scene in scenes:
        print(f"{bench.name}, {scene}", file=sys.stderr, flush=True)
        stages.append(bench.stages(scene, size))
    return "\n".join([
        f"### {bench.name}: K = {bench.factor}, {size} x {size} pixels, {bench.percent:g} % traced\n",
        "Each change, in percent of the reference's cycles:\n",
        side_by_side(scenes, [chain(s, bench.launch, f"{bench.percent:g}") for s in stages]),
        "A cause taken away on both sides, in percent of the reference's cycles:\n",
        side_by_side(scenes, [ablation(s, bench.launch) for s in stages]),
        "The prediction's error where a part is counted once instead of divided by p, in percent:\n",
        side_by_side(scenes, [remedies(s, bench.launch) for s in stages]),
        "What they are made of, in percent:\n",
        side_by_side(scenes, [facts(s) for s in stages], plain),
        "The seven metrics: mean of the signed changes over the scenes, in percent of the reference's "
        "value, and in brackets the mean of their sizes:\n",
        metric_table([metric_steps(s) for s in stages])])


def between_markers(page, text):
    if page.count(BEGIN) != 1 or page.count(END) != 1 or page.index(BEGIN) > page.index(END):
        sys.exit(f"the page needs one line {BEGIN} and behind it one line {END}")
    return page[:page.index(BEGIN) + len(BEGIN)] + "\n" + text + page[page.index(END):]


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(ROOT / "build/release/diorama"))
    parser.add_argument("--cache", default=str(ROOT / "build/lab"), help="folder that keeps runs")
    parser.add_argument("--frames", nargs="+", default=FRAMES, metavar="GPU:SIDE:SCENE,...",
                        help="a table each: GPU, side of the picture in pixels, scenes")
    parser.add_argument("--percent", type=float, default=40, help="of the pixels that are traced")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--page", help="Markdown file that gets the tables between its markers")
    given = parser.parse_args(arguments)
    frames = []
    for text in given.frames:
        found = re.fullmatch(r"([^:]+):([1-9][0-9]*):([^:]+)", text)
        if not found:
            parser.error(f"--frames {text}: expected GPU:SIDE:SCENE,... such as "
                         f"mobile_soc:128:lonely,weekend")
        frames.append((found[1], int(found[2]), found[3].split(",")))
    given.frames = frames
    if not 0 < given.percent < 100:
        parser.error(f"--percent {given.percent:g}: expected more than 0 and less than 100")
    return given


def main(arguments=None):
    given = parse(arguments)
    laboratory = Laboratory(given.program, given.cache)
    try:
        text = "\n".join(write_gpu(Bench(laboratory, name, given.percent, given.seed), scenes, size)
                         for name, size, scenes in given.frames)
    except (RunFailed, FileNotFoundError) as failure:
        sys.exit(str(failure))
    if given.page:
        path = pathlib.Path(given.page)
        path.write_text(between_markers(path.read_text(), text))
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main()
