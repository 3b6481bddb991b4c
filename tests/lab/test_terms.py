"""The terms of the error: on documents whose terms are known, and on the program itself."""

import contextlib
import io
import os
import pathlib
import tempfile
import unittest

import terms

LAUNCH = 100
CONFIGURATION = """title = "One; of two";
address_map = "dramid@8;00RR.RBBBCCCC.BCCSSSSS";
sms = 4; # SM
memory_partitions = 2;          # partitions; "so"

l2 = {
    sets = 64; # set
    ways = 16;
};
dram = {
    burst = 16;
    ways = 3;
};
"""


def group(pixels, traced, work, empty, instructions, ctas=64, requests=100, sms=2):
    """A group of a machine of `sms` SMs with 16 slots each whose warps' time is `work` cycles."""
    resident = work * sms * 16
    return {"pixels": pixels, "pixels_traced": traced,
            "metrics": {name: 0.5 for name in terms.NAMES},
            "counters": {
                "gpu": {"cycles": LAUNCH + work + empty, "ctas": ctas},
                "sm": {"resident_warp_cycles": resident, "warp_instructions": instructions},
                "rt": {"warp_latency": resident // 2, "requests": requests},
                "l2": {"fetches": 10, "evictions": 0}}}


def stage(groups, sms=2):
    cycles = terms.mean(g["counters"]["gpu"]["cycles"] * g["pixels"] / g["pixels_traced"]
                            for g in groups)
    metrics = {name: {"value": cycles if name == "cycles" else 0.25} for name in terms.NAMES}
    metrics["mean_fetch_latency"] = {"value": cycles / 10}
    return terms.Stage({"groups": groups, "downscale": {"sms": sms}, "metrics": metrics}, LAUNCH, 16)


def stages():
    """A frame of 2048 pixels in 64 warps; two groups; a sample of a half whose work is what it should
    be, but for 10 instructions of each skipped warp."""
    def pair(work, empty, **others):
        return stage([group(1024, 1024, work, empty, 3520, **others) for _ in range(2)])

    whole = stage([group(1024, 1024, 800, 60, 3520), group(1024, 1024, 1000, 40, 3520)])
    out = {"reference": stage([group(2048, 2048, 1000, 50, 6400, requests=200, sms=4)], sms=4),
           "private": stage([group(1024, 1024, 600, 20, 3520), group(1024, 1024, 700, 40, 3520)]),
           "channels": pair(850, 50), "map": pair(860, 50), "whole": whole,
           "sample": stage([group(1024, 512, 450, 70, 1600 + 480, requests=50) for _ in range(2)])}
    for name in ("reference", "whole", "sample"):
        out[f"roomy {name}"] = out[f"warm {name}"] = out[name]
    return out


class Configurations(unittest.TestCase):
    def test_values_are_read_by_group(self):
        self.assertEqual(terms.read(CONFIGURATION, "l2", "ways"), 16)
        self.assertEqual(terms.read(CONFIGURATION, "dram", "ways"), 3)
        self.assertEqual(terms.read(CONFIGURATION, "", "title"), "One; of two")
        with self.assertRaises(KeyError):
            terms.read(CONFIGURATION, "l1d", "ways")

    def test_only_what_is_named_changes(self):
        text = terms.change(CONFIGURATION, {("l2", "ways"): 32, ("", "title"): "x"})
        self.assertEqual(text, CONFIGURATION.replace("ways = 16", "ways = 32").replace(
            "One; of two", "x"))
        with self.assertRaises(KeyError):
            terms.change(CONFIGURATION, {("l2", "way"): 1})

    def test_a_stretched_row_leaves_room_for_the_other_channels(self):
        self.assertEqual(terms.stretched_map("dramid@8;00RR.RBBBCCCC.BCCSSSSS", 4),
                         "dramid@8;00RRRBBBCCCCRRBCCSSSSS")
        self.assertEqual(terms.stretched_map("dramid@8;RBBBCCCC.BCCSSSSS", 6),
                         "dramid@8;RBBBCCCCRRRBCCSSSSS")


class Terms(unittest.TestCase):
    def test_the_chain_adds_up_to_the_error(self):
        s = stages()
        rows = terms.chain(s, LAUNCH, "50")
        self.assertAlmostEqual(rows[-1][1], terms.error(s["sample"], s["reference"]))
        split = [part for name, part in rows if name.startswith("**split of the ")]
        self.assertEqual(len(split), 2)
        self.assertAlmostEqual(sum(split), s["whole"].cycles() / s["reference"].cycles() - 1)

    def test_each_term_is_the_one_that_was_put_in(self):
        rows = dict(terms.chain(stages(), LAUNCH, "50"))
        cycles = 1150
        expected = {
            "K groups, memory each for itself": 650 - 1000,
            "K queues: tail of the longest group": 840 - 100 - 650 - 50,
            "averaging: mean, not longest": 780 - 840,
            "channels, slices and ports ÷ K": 1000 - 780,
            "address map": 10, "capacity of the L2 ÷ K": 1050 - 1010,
            "launch latency ÷ p": LAUNCH, "ramp-up and tail ÷ p": 2 * 70 - 50,
            "sampling: work of the chosen pixels": 0,
            "skipped warps ÷ p": 900 * 0.5 * ((2 * 2080) / 3520 - 1)}
        for name, value in expected.items():
            self.assertAlmostEqual(rows[name] * cycles, value, msg=name)

    def test_an_unlucky_sample_shows_in_its_work(self):
        s = stages()
        for g in s["sample"].groups:
            g["counters"]["rt"]["requests"] *= 2
        rows = dict(terms.chain(s, LAUNCH, "50"))
        self.assertAlmostEqual(rows["sampling: work of the chosen pixels"] * 1150, 900 * 0.5)

    def test_without_differences_an_ablation_leaves_the_error(self):
        s = stages()
        rows = dict(terms.ablation(s, LAUNCH))
        self.assertEqual(rows["capacity of the L2"], 0)
        self.assertEqual(rows["first misses and DRAM"], 0)
        self.assertAlmostEqual(rows["left: tail, sampling, the rest"], 2 * 520 / 1050 - 1)
        self.assertAlmostEqual(rows["error of the prediction"], 2 * 620 / 1150 - 1)

    def test_what_is_counted_once_is_not_scaled(self):
        rows = [value for _, value in terms.remedies(stages(), LAUNCH)]
        for value, cycles in zip(rows, (2 * 620, 100 + 2 * 520, 100 + 70 + 2 * 450)):
            self.assertAlmostEqual(value, cycles / 1150 - 1)

    def test_first_misses_are_scaled_to_the_frame(self):
        facts = dict(terms.facts(stages()))
        self.assertAlmostEqual(facts["first misses, K groups over frame"], 1)
        self.assertAlmostEqual(facts["first misses, sample / p over frame"], 3)
        self.assertAlmostEqual(facts["latency behind the L1D, K groups over frame"], 1050 / 1150 - 1)

    def test_averaged_rates_differ_from_summed_counters(self):
        steps = terms.metric_steps(stages())
        self.assertAlmostEqual(steps["averaging of rates instead"]["l2_miss_rate"], 1)
        self.assertEqual(steps["averaging of rates instead"]["cycles"], 0)


class Page(unittest.TestCase):
    def test_the_text_replaces_what_is_between_the_markers(self):
        page = f"a\n{terms.BEGIN}\nold\n{terms.END}\nb\n"
        self.assertEqual(terms.between_markers(page, "new\n"),
                         f"a\n{terms.BEGIN}\nnew\n{terms.END}\nb\n")

    def test_a_page_without_markers_is_refused(self):
        for page in ("", terms.BEGIN, terms.END + terms.BEGIN, terms.BEGIN * 2 + terms.END):
            with self.assertRaises(SystemExit):
                terms.between_markers(page, "")

    def test_bad_options_are_refused(self):
        for bad in (["--frames", "tiny"], ["--frames", "tiny:0:lonely"], ["--frames", "tiny:8:"],
                    ["--percent", "100"]):
            with self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()):
                terms.parse(bad)


@unittest.skipUnless("TEST_PROGRAM" in os.environ, "TEST_PROGRAM does not name the program")
class Program(unittest.TestCase):
    def test_every_configuration_runs_and_both_tables_have_one_error(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "page.md"
            page.write_text(f"{terms.BEGIN}\n{terms.END}\n")
            with contextlib.redirect_stderr(io.StringIO()):
                terms.main(["--program", os.environ["TEST_PROGRAM"], "--cache", folder,
                            "--frames", "tiny:32:lonely", "--page", str(page)])
            lines = page.read_text().splitlines()
        errors = [line.split("|")[2].strip() for line in lines
                  if line.startswith(("| **error of the prediction", "| error of the prediction"))]
        self.assertEqual(len(errors), 2)
        self.assertEqual(errors[0], errors[1])

