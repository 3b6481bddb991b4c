"""Comparisons held against simulated ratios: on invented pairs whose errors and luck are known."""

import contextlib
import io
import json
import math
import os
import pathlib
import random
import tempfile
import unittest

import changes
import comparisons
import frames
import ratios
from calibrate import base_of
from runs import Laboratory, NotKept

PROGRAM = os.environ.get("TEST_PROGRAM", str(frames.ROOT / "build/release/diorama"))


def pair(true, predicted, half=0.02, luck=0.0, scene="park", change="l2.ways=1"):
    return ratios.Pair(scene, "rtx2060", change, predicted, predicted * math.exp(-half), predicted * math.exp(half), true, luck, luck, 5.0)


class Changes(unittest.TestCase):
    def test_there_are_twenty_of_each_base_and_nine_scenes(self):
        some = frames.frames_of_set("comparisons", {})
        self.assertEqual(len({frame.scene for frame in some}), 9)
        self.assertEqual({base: len(set(all_of)) for base, all_of in changes.CHANGES.items()}, {"mobile_soc": 20, "rtx2060": 20})
        self.assertEqual(len(some), 9 * 42)

    def test_none_is_of_the_calibration(self):
        fitted = set()
        for gpu in frames.gpus_of("@changed"):
            text = pathlib.Path(gpu).read_text().replace("{ ", "").split("\n")[2]
            fitted.add((base_of(gpu), text.translate(str.maketrans("", "", " ;{}"))))
        for base, all_of in changes.CHANGES.items():
            for change in all_of:
                section, _, rest = change.rpartition(".") if "MHz" not in change else ("", "", change)
                self.assertNotIn((base, f"{section}={rest}" if section else rest), fitted)
        self.assertIn(("mobile_soc", "rt=box_units=3"), fitted)

    def test_no_scene_is_of_the_calibration(self):
        fitted = {frames.scene_name(frame.scene) for frame in frames.frames_of_set("calibration", {})}
        self.assertEqual(fitted & {frame.scene for frame in frames.frames_of_set("comparisons", {})}, set())

    def test_names_of_files_have_none_of_the_signs(self):
        names = [frame.name() for frame in frames.frames_of_set("comparisons", {})]
        self.assertEqual(len(set(names)), len(names))
        self.assertFalse(set("".join(names)) & set(":=,/"))


class Ratios(unittest.TestCase):
    def test_luck_is_taken_out_by_variances(self):
        dice = random.Random(1)
        some = [pair(math.exp(dice.gauss(0, 0.03)), math.exp(dice.gauss(0, 0.04)), luck=0.03) for _ in range(4000)]
        seen, chance, left = ratios.left_of(some)
        self.assertAlmostEqual(seen, ratios.NORMAL * 0.05, delta=0.002)
        self.assertAlmostEqual(chance, ratios.NORMAL * 0.03, delta=1e-9)
        self.assertAlmostEqual(left, ratios.NORMAL * 0.04, delta=0.002)

    def test_luck_alone_leaves_nothing(self):
        self.assertEqual(ratios.left_of([pair(1, 1.01, luck=0.02)])[2], 0)
        self.assertEqual(ratios.left_of([pair(1, 1)]), (0, 0, 0))

    def test_the_interval_holds_what_lies_in_it(self):
        self.assertTrue(pair(1.0, 1.019).held(False))
        self.assertFalse(pair(1.0, 1.021).held(False))
        self.assertTrue(pair(1.0, 1.027, luck=0.01).held(True))
        self.assertFalse(pair(1.0, 1.030, luck=0.01).held(True))

    def test_calls_are_right_wrong_or_open(self):
        self.assertEqual([pair(true, predicted).right() for true, predicted in ((1.03, 1.03), (0.97, 1.03), (1.03, 0.97), (0.97, 1.01))],
                         [True, False, False, None])

    def test_deviations_are_pooled(self):
        self.assertAlmostEqual(ratios.pooled_deviation([[1, 3], [10, 10], [5]]), 1)
        self.assertEqual(ratios.pooled_deviation([[1], [2]]), 0)

    def test_calls_are_counted_apart_from_2_percent_on(self):
        row = ratios.calls([("all", [pair(1.05, 1.05), pair(0.95, 1.05), pair(1.01, 1.005)])]).splitlines()[-1]
        self.assertEqual([cell.strip() for cell in row.split("|")][5:-1], ["2", "1", "1", "0", "1", "0", "0", "1"])

    def test_a_bias_of_a_change_shows(self):
        row = ratios.by_change([pair(1, math.exp(0.01)), pair(1, math.exp(0.03), scene="pool")]).splitlines()[-1]
        self.assertIn("+2.00 % ± 1.00 %", row)


def document(cycles, time_ms=1.0):
    return {"frame_time_ms": time_ms, "metrics": {"cycles": {"value": sum(cycles) / len(cycles)}}, "cost": {"simulate_cpu_s": 2.0},
            "repeats": {"runs": [{"metrics": {"cycles": one}} for one in cycles]}}


class Fake:
    """A laboratory that has these GPUs' runs."""

    def __init__(self, there):
        self.there, self.asked = there, []

    def repeated(self, frame, runs):
        self.asked.append((frame.gpu, runs))
        if frame.gpu not in self.there:
            raise NotKept(frame.gpu)
        return document([100.0] * runs)

    def reference(self, frame):
        return self.repeated(frame, 1)


class Runs(unittest.TestCase):
    def test_time_of_each_run(self):
        self.assertEqual(comparisons.times_of(document([90.0, 110.0], 10.0)), [9.0, 11.0])
        single = document([100.0], 3.0)
        del single["repeats"]
        self.assertEqual(comparisons.times_of(single), [3.0])
        self.assertEqual(comparisons.cost_of_run(document([1, 1])), 1.0)

    def test_bases_come_first_and_have_more_runs(self):
        some = frames.frames_of_set("comparisons", {"scenes": ["lonely", "bath"], "gpus": ["mobile_soc", "mobile_soc:l2.ways=1"]})
        lab = Fake({frame.gpu for frame in some})
        with contextlib.redirect_stderr(io.StringIO()):
            comparisons.make_references(lab, comparisons.bases(some))
        self.assertEqual(lab.asked, [("mobile_soc", 8), ("mobile_soc", 4), ("mobile_soc:l2.ways=1", 4), ("mobile_soc:l2.ways=1", 1)])
        self.assertIsNone(comparisons.kept_reference(Fake(set()), some[0]))

    def test_a_pair_has_the_means_and_the_costs(self):
        some = frames.frames_of_set("comparisons", {"scenes": ["blob"], "gpus": ["mobile_soc", "mobile_soc:l2.ways=1"]})
        cost = {"profile_cpu_s": 0.1, "simulate_cpu_s": 0.4}
        compared = {"ranking": [{"ratios": [{}, {"frame_time": {"value": 1.1, "low": 1.0, "high": 1.2}}]}],
                    "results": [{"cost": cost, "frame_time_ms": 2.0}, {"cost": {**cost, "profile_cpu_s": 0.0}, "frame_time_ms": 2.1}]}
        (one,) = comparisons.pairs_of(some, [document([100, 100], 2.0), document([90, 110], 2.2)], compared)
        self.assertAlmostEqual(one.true, 1.1)
        self.assertAlmostEqual(one.luck, math.sqrt(math.log(110 / 90) ** 2 / 2 / 2))
        self.assertAlmostEqual(one.once, math.log(110 / 90) / math.sqrt(2))
        self.assertAlmostEqual(one.speedup, 2.0 / 0.9)


class Command(unittest.TestCase):
    def test_on_frames_of_a_few_pixels(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "page.md"
            page.write_text("<!-- lab: comparisons -->\n<!-- lab end -->\n")
            lab = Laboratory(PROGRAM, folder)
            some = frames.frames_of_set("comparisons", {"scenes": ["bath"], "sizes": ["16"], "samples": ["1"],
                                                        "gpus": ["mobile_soc", "mobile_soc:dram_MHz=3200.0", "mobile_soc:l2.ways=14"]})
            with contextlib.redirect_stderr(io.StringIO()):
                comparisons.make_references(lab, comparisons.bases(some))
                self.assertEqual(comparisons.main(["--program", PROGRAM, "--cache", folder, "--only-kept", "--scenes", "bath", "--sizes", "16",
                                                   "--samples", "1", "--update", str(page)]), 0)
            text = page.read_text()
            self.assertIn("`lab/comparisons.py --scenes bath --sizes 16 --samples 1`", text)
            self.assertIn("| all | 2 |", text)
            self.assertIn("| `mobile_soc:l2.ways=14` |", text)
            kept = list(pathlib.Path(folder).glob("predictions/compare-*.json"))
            self.assertEqual(len(kept), 1)
            self.assertEqual(set(json.loads(kept[0].read_text())["gpus"]), {frame.gpu for frame in some})


if __name__ == "__main__":
    unittest.main()
