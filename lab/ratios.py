"""From compared and simulated pairs of GPUs to tables: errors of the ratio of frame times, cover, calls, cost.

The truth of a pair is the mean of some perturbed runs of each GPU and has an error of its own. Of one run the logarithm
deviates by s, pooled over all GPUs of a scene and base; so that of the true ratio by s sqrt(1/n + 1/m) for n and m
runs, which is called luck."""

import dataclasses
import math
import statistics

from measure import geometric, markdown, mean, percent, times

NORMAL = math.sqrt(2 / math.pi)  # mean absolute value of a normal one of deviation 1
QUANTILE = 1.96                  # of 95 %
SMALL = 0.02                     # changes from here on are to be called


@dataclasses.dataclass
class Pair:
    """A base and a change of it on one scene. Ratios of frame times, change over base."""
    scene: str
    base: str
    change: str
    predicted: float
    low: float
    high: float
    true: float
    luck: float     # standard deviation of the true logarithm
    once: float     # that of one run of each
    speedup: float  # of processor time, one run of each simulated over both predicted, with the profile

    @property
    def error(self):
        return math.log(self.predicted / self.true)

    @property
    def half_width(self):
        return math.log(self.high / self.low) / 2

    def held(self, with_luck):
        """Within the interval, or within what an interval can say of a truth that has an error too."""
        luck = QUANTILE * self.luck if with_luck else 0.0
        return abs(self.error) <= math.hypot(self.half_width, luck) * (1 + 1e-12)

    def called(self):
        """+1 slower, -1 quicker, 0 not certain."""
        return (self.low > 1) - (self.high < 1)

    def right(self):
        """None where the prediction is not certain."""
        return None if self.called() == 0 else self.called() * math.log(self.true) > 0


def pooled_deviation(samples):
    """Of one value about its own sample's mean; 0 where no sample has two."""
    squares = sum((x - statistics.mean(some)) ** 2 for some in samples for x in some)
    freedom = sum(len(some) - 1 for some in samples)
    return math.sqrt(squares / freedom) if freedom else 0.0


def left_of(pairs):
    """(mean |error| as seen, what luck alone would show, what is left of it): variances add."""
    seen = mean(abs(pair.error) for pair in pairs)
    squares = mean(pair.error ** 2 for pair in pairs)
    chance = mean(pair.luck ** 2 for pair in pairs)
    left = math.sqrt(max(squares - chance, 0.0) / squares) * seen if squares else 0.0
    return seen, NORMAL * mean(pair.luck for pair in pairs), left


def name_of(pair):
    return f"{pair.scene}, {pair.base}:{pair.change}"


def errors(groups, timed=True):
    """The first table."""
    rows = []
    for label, pairs in groups:
        seen, chance, left = left_of(pairs)
        worst = max(pairs, key=lambda pair: abs(pair.error))
        rows.append([label, len(pairs), percent2(seen), percent2(chance), percent2(left), percent2(NORMAL * mean(pair.once for pair in pairs)),
                     percent2(mean(pair.error for pair in pairs), True), f"{percent2(worst.error, True)} (luck ± {percent2(QUANTILE * worst.luck)}; {name_of(worst)})",
                     *([times(geometric(pair.speedup for pair in pairs))] if timed else [])])
    return markdown(["ratios of frame times", "pairs", "mean \\|error\\|, as seen", "luck alone", "left", "simulated once", "bias", "worst",
                     *(["speedup"] if timed else [])], rows)


def calls(groups):
    """Intervals and what they let be said."""
    rows = []
    for label, pairs in groups:
        large = [pair for pair in pairs if abs(math.log(pair.true)) >= math.log1p(SMALL)]
        small = [pair for pair in pairs if pair not in large]
        rows.append([label, percent(mean(pair.held(False) for pair in pairs)), percent(mean(pair.held(True) for pair in pairs)),
                     f"± {percent2(mean(pair.half_width for pair in pairs))}", *tally(large), *tally(small)])
    return markdown(["intervals", "held", "held, with luck", "half width", "2 % and more", "right", "wrong", "open",
                     "below 2 %", "right", "wrong", "open"], rows)


def tally(pairs):
    found = [pair.right() for pair in pairs]
    return len(pairs), found.count(True), found.count(False), found.count(None)


def grouped(pairs, key):
    found = {}
    for pair in pairs:
        found.setdefault(key(pair), []).append(pair)
    return list(found.items())


def by_change(pairs):
    """What a change does on all scenes, and whether its error has always the same sign."""
    rows = []
    for label, some in grouped(pairs, lambda pair: f"{pair.base}:{pair.change}"):
        seen, chance, left = left_of(some)
        effects = [pair.true - 1 for pair in some]
        bias = [pair.error for pair in some]
        over = statistics.stdev(bias) / math.sqrt(len(bias)) if len(bias) > 1 else math.nan
        rows.append([f"`{label}`", f"{percent(min(effects), True)} … {percent(max(effects), True)}", percent2(seen), percent2(chance),
                     percent2(left), f"{percent2(mean(bias), True)} ± {percent2(over)}", percent2(max(bias, key=abs), True)])
    return markdown(["change", "true effect on the scenes", "mean \\|error\\|", "luck alone", "left", "bias, its standard error", "worst"], rows)


def percent2(value, signed=False):
    return "–" if math.isnan(value) else f"{100 * value:{'+' if signed else ''}.2f} %"
