"""From estimates and references to tables: errors, cover of intervals, cost, order of GPUs."""

import dataclasses
import itertools
import statistics

from content import METRICS
from frames import Frame, scene_name


@dataclasses.dataclass
class Case:
    """One estimator on one frame. Errors are signed fractions of the reference, half-widths fractions of it."""
    estimator: str
    frame: Frame
    errors: dict
    covered: dict
    half_widths: dict
    percent: float
    speedup: float | None
    with_profile: float | None
    reference_ms: float
    runs: int = 1         # that the reference's metrics are the mean of
    spread: float = 0.0   # standard deviation of their cycles, a fraction of the mean

    def mae(self):
        return mean(abs(error) for error in self.errors.values())

    def predicted_ms(self):
        return self.reference_ms * (1 + self.errors["cycles"])


def compare(name, frame, estimate, reference, repeated=None):
    """`repeated`: the document of perturbed runs of the reference, whose means are the truth; its own metrics are
    without one. Its cost counts as that of one run either way."""
    truth = repeated or reference
    errors, covered, half_widths = {}, {}, {}
    for metric in METRICS:
        ours, true = estimate["metrics"][metric], truth["metrics"][metric]["value"]
        if not true:
            continue
        errors[metric] = ours["value"] / true - 1
        low, high = ours.get("low"), ours.get("high")
        if low is not None and high is not None:
            covered[metric] = low <= true <= high
            half_widths[metric] = (high - low) / 2 / true
    speedup = with_profile = None
    if estimate["host"] == reference.get("host"):
        spent, simulate = reference["cost"]["simulate_cpu_s"], estimate["simulate_cpu_s"]
        speedup = spent / max(simulate, 1e-9)
        with_profile = spent / max(simulate + estimate["profile_cpu_s"], 1e-9)
    cycles = [run["metrics"]["cycles"] for run in repeated["repeats"]["runs"]] if repeated else []
    spread = statistics.stdev(cycles) / statistics.mean(cycles) if repeated else 0.0
    return Case(name, frame, errors, covered, half_widths, estimate["percent"], speedup, with_profile,
                truth["frame_time_ms"], len(cycles) or 1, spread)


def mean(values):
    values = [value for value in values if value is not None]
    return sum(values) / len(values) if values else None


def geometric(values):
    product, n = 1.0, 0
    for value in values:
        if value is not None:
            product, n = product * value, n + 1
    return product ** (1 / n) if n else None


def percent(value, signed=False):
    return "–" if value is None else f"{100 * value:{'+' if signed else ''}.1f} %"


def times(value):
    return "–" if value is None else f"{value:.1f} ×"


def markdown(header, rows):
    """A table; the first column to the left, the others to the right."""
    lines = ["| " + " | ".join(header) + " |", "| --- |" + " ---: |" * (len(header) - 1)]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]) + "\n"


def place(frame):
    return f"{scene_name(frame.scene)}, {frame.gpu_name()}, {frame.shader}"


def extent(cases):
    """On what: one line a size and shader."""
    found = {}
    for frame in dict.fromkeys(case.frame for case in cases):
        found.setdefault((f"{frame.width}×{frame.height}", frame.shader), []).append(frame)

    def count(noun, values):
        n = len(set(values))
        return f"{n} {noun}{'' if n == 1 else 's'}"

    text = "".join(f"- {size}, {shader}: {count('frame', some)} of {count('scene', (one.scene for one in some))}, "
                   f"{count('GPU', (one.gpu for one in some))} and {count('seed', (one.seed for one in some))}\n"
                   for (size, shader), some in found.items())
    repeated = {case.frame: case for case in cases if case.runs > 1}.values()
    if repeated:
        text += (f"- the truth of {len(repeated)} of them is the mean of {' or '.join(sorted({str(case.runs) for case in repeated}))} "
                 f"perturbed runs, whose cycles have a standard deviation of {percent(mean(case.spread for case in repeated))} on mean, "
                 f"{percent(max(case.spread for case in repeated))} at most; of the others one run\n")
    return text


def groups(cases, keys):
    """[(label, cases)]: by estimator in order of appearance, and by the fields of the frame that `keys` names."""
    found = {}
    for case in cases:
        parts = [f"{case.frame.width}x{case.frame.height}" if key == "size" else
                 scene_name(case.frame.scene) if key == "scene" else str(getattr(case.frame, key)) for key in keys]
        found.setdefault(" · ".join([case.estimator, *parts]), []).append(case)
    return list(found.items())


def summary(cases, keys=(), timed=True):
    """The main table."""
    rows = []
    for label, some in groups(cases, keys):
        worst = max(some, key=lambda case: abs(case.errors["cycles"]))
        covered = [hit for case in some for hit in case.covered.values()]
        rows.append([label, len(some), percent(mean(case.percent / 100 for case in some)),
                     percent(mean(abs(case.errors["cycles"]) for case in some)),
                     percent(mean(case.errors["cycles"] for case in some), True),
                     percent(mean(case.mae() for case in some)),
                     f"{percent(worst.errors['cycles'], True)} ({place(worst.frame)})", percent(mean(covered)),
                     *([times(geometric(case.speedup for case in some)),
                        times(geometric(case.with_profile for case in some))] if timed else [])])
    return markdown(["estimator", "cases", "traced", "cycles, mean \\|error\\|", "bias", "seven metrics, MAE", "worst, cycles",
                     "covered", *(["speedup", "with profile"] if timed else [])], rows)


TITLES = {"ipc": "IPC", "cycles": "cycles", "l1d_miss_rate": "L1D miss", "l2_miss_rate": "L2 miss",
          "rt_efficiency": "RT eff.", "dram_efficiency": "DRAM eff.", "bandwidth_utilization": "bandwidth"}


def per_metric(cases, keys=()):
    """Mean of the absolute errors of every metric."""
    rows = [[label, *(percent(mean(abs(case.errors[name]) for case in some if name in case.errors))
                      for name in METRICS)] for label, some in groups(cases, keys)]
    return markdown(["mean \\|error\\|", *TITLES.values()], rows)


def intervals(cases, keys=()):
    """Share of the cases whose reference lies in the interval, and the mean half-width; "" where none has one."""
    rows = []
    for label, some in groups(cases, keys):
        if any(case.covered for case in some):
            rows.append([label, *(f"{percent(mean(case.covered.get(name) for case in some))}, ± "
                                  f"{percent(mean(case.half_widths.get(name) for case in some))}" for name in METRICS)])
    return markdown(["covered, half-width", *TITLES.values()], rows) if rows else ""


def detail(cases):
    """Every case."""
    rows = [[f"{case.estimator}: {place(case.frame)}, {case.frame.width}x{case.frame.height}, seed {case.frame.seed}",
             f"{case.percent:.1f} %", *(percent(case.errors.get(name), True) for name in METRICS),
             percent(mean(case.covered.values())), times(case.speedup), times(case.with_profile)] for case in cases]
    return markdown(["case", "traced", *TITLES.values(), "covered", "speedup", "with profile"], rows)


def inversions(cases, margin=0.03):
    """{estimator: (pairs, [text])}: pairs of GPUs on the same frame whose references differ by more than `margin`,
    and those whose predicted order is the other one."""
    found = {}
    for label, some in groups(cases, ()):
        frames = {}
        for case in some:
            frames.setdefault(dataclasses.replace(case.frame, gpu=""), []).append(case)
        pairs, wrong = 0, []
        for same in frames.values():
            for a, b in itertools.combinations(same, 2):
                if abs(a.reference_ms - b.reference_ms) <= margin * min(a.reference_ms, b.reference_ms):
                    continue
                pairs += 1
                if (a.reference_ms - b.reference_ms) * (a.predicted_ms() - b.predicted_ms()) <= 0:
                    wrong.append(f"{place(a.frame)} and {b.frame.gpu_name()}: {a.reference_ms:.3g} and {b.reference_ms:.3g} ms, "
                                 f"predicted {a.predicted_ms():.3g} and {b.predicted_ms():.3g} ms")
        found[label] = pairs, wrong
    return found


def ranking(cases):
    """Table of inversions, "" where no frame has two GPUs that differ."""
    found = {label: one for label, one in inversions(cases).items() if one[0]}
    rows = [[label, pairs, len(wrong), "; ".join(wrong) or "none"] for label, (pairs, wrong) in found.items()]
    return markdown(["estimator", "pairs of GPUs", "inverted", "which"], rows) if rows else ""


def csv_rows(cases):
    """Header and one row a case."""
    fields = ["estimator", "scene", "gpu", "shader", "width", "height", "samples", "seed", "percent", "speedup",
              "speedup_with_profile", "mae"]
    for name in METRICS:
        fields += [f"{name}_error", f"{name}_covered", f"{name}_half_width"]
    yield fields
    for case in cases:
        frame = case.frame
        row = [case.estimator, scene_name(frame.scene), frame.gpu_name(), frame.shader, frame.width, frame.height,
               frame.samples, frame.seed, case.percent, case.speedup, case.with_profile, case.mae()]
        for name in METRICS:
            hit = case.covered.get(name)
            row += [case.errors.get(name), None if hit is None else int(hit), case.half_widths.get(name)]
        yield ["" if cell is None else cell for cell in row]
