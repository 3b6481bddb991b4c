"""The constants of ratios: from invented pairs whose errors are known."""

import contextlib
import io
import math
import pathlib
import random
import tempfile
import unittest

import calibrate
import calibrate_pairs
import frames
from runs import NotKept, RunFailed


def frame(scene, gpu):
    return frames.Frame(scene, gpu, "path", 128, 128, 2, 1)


def case(scene, gpu, true, predicted, busy=None):
    """busy: of a mean SM; else as long as the last."""
    def document(cycles):
        return {"metrics": {"cycles": {"value": cycles}, "l1d_miss_rate": {"value": 0.5}},
                "downscale": {"sms": 2, "factor": 4 if gpu == "mobile_soc" else 15}, "ratio": {"approximate": {"cycles": cycles}, "busy_cycles": busy or cycles}}
    return frame(scene, gpu), document(true), document(predicted), None


class Pairs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.changed = str(pathlib.Path(folder.name) / "quicker.cfg")
        pathlib.Path(self.changed).write_text('base = "rtx2060";\ncore_MHz = 1500.0;\n')

    def test_a_change_is_held_against_its_base_and_the_bases_against_each_other(self):
        cases = [case("park", gpu, 100, 100) for gpu in ("mobile_soc", "rtx2060", self.changed)]
        found = calibrate_pairs.pairs_of([*cases, case("pool", "rtx2060", 1, 1)])
        self.assertEqual([(scene, name) for scene, name, *_ in found],
                         [("park", "mobile_soc rtx2060"), ("park", "rtx2060 quicker")])

    def test_what_both_predictions_err_alike_cancels(self):
        cases = [case("park", "rtx2060", 100, 110), case("park", self.changed, 50, 56.1)]
        (_, _, d, e, *_), = calibrate_pairs.points("cycles", calibrate_pairs.pairs_of(cases))
        self.assertAlmostEqual(d, math.log(56.1 / 110))
        self.assertAlmostEqual(e, math.log(1.02))

    def test_more_sms_end_otherwise(self):
        cases = [case("park", "mobile_soc", 100, 100, 90), case("park", "rtx2060", 50, 50, 30), case("park", self.changed, 49, 49, 31)]
        found = {pair: d for _, pair, d, *_ in calibrate_pairs.points("cycles", calibrate_pairs.pairs_of(cases), 1.0)}
        self.assertAlmostEqual(found["mobile_soc rtx2060"], math.log(0.5))
        self.assertAlmostEqual(found["rtx2060 quicker"], math.log(31 / 30))

    def test_more_sms_are_compared_by_the_means_of_runs_too(self):
        base, other = case("park", "mobile_soc", 100, 110), case("park", "rtx2060", 50, 50)
        base[2]["ratio"]["runs"] = [{"cycles": 200, "busy_cycles": 50}, {"cycles": 242, "busy_cycles": 50}]
        (_, _, d, _, _, chance), = calibrate_pairs.points("cycles", calibrate_pairs.pairs_of([base, other]), 1.0)
        self.assertAlmostEqual(d, math.log(50 / (110 * 1.1)))
        variance, freedom = calibrate_pairs.prior_of([calibrate_pairs.squares(base, 0.0)])
        self.assertAlmostEqual(chance, calibrate_pairs.luck_of_runs(base, other, 0.0, (variance, freedom)))
        self.assertGreater(chance, 0.001)

    def test_the_mean_of_a_bases_runs_is_compared(self):
        cases = [case("park", "rtx2060", 100, 100), case("park", self.changed, 100, 100)]
        cases[0][2]["ratio"]["runs"] = [{"cycles": 100, "busy_cycles": 50}, {"cycles": 121, "busy_cycles": 200}]
        for steady, ratio in ((0.0, 100 / 110), (1.0, 1.0)):
            (_, _, d, *_), = calibrate_pairs.points("cycles", calibrate_pairs.pairs_of(cases), steady)
            self.assertAlmostEqual(d, math.log(ratio))

    def test_numbers_that_have_no_ratio_are_no_points(self):
        cases = [case("park", "rtx2060", 100, 110), case("park", self.changed, 50, 0)]
        self.assertEqual(calibrate_pairs.points("cycles", calibrate_pairs.pairs_of(cases)), [])

    def test_every_change_of_the_set_has_one_of_the_bases(self):
        gpus = frames.gpus_of("@changed")
        bases = [calibrate_pairs.base_of(gpu) for gpu in gpus]
        self.assertGreaterEqual(min(bases.count(base) for base in calibrate_pairs.BASES), 8)
        self.assertEqual(set(bases), set(calibrate_pairs.BASES))


def drawn(near, far, common=0.0, scenes=8, pairs=20):
    """Points with those deviations, the share `common` of the variance the same in all scenes of a pair."""
    dice = random.Random(1)
    found = []
    for pair in range(pairs):
        d, always = pair / pairs, dice.gauss(0, math.sqrt(common))
        for scene in range(scenes):
            unit = always + dice.gauss(0, math.sqrt(1 - common))
            found.append((f"scene{scene}", f"pair{pair}", d, unit * math.hypot(near, far * d), 0.0, 0.0))
    return found


def repeated(cycles):
    """The document of several runs."""
    runs = [{"metrics": {"cycles": one, "l1d_miss_rate": 0.5}} for one in cycles]
    return {"metrics": {"cycles": {"value": sum(cycles) / len(cycles)}}, "repeats": {"runs": runs}}


class Luck(unittest.TestCase):
    def setUp(self):
        self.base = (*case("park", "rtx2060", 100, 100)[:3], repeated([90, 110]))
        self.changed = case("park", "quicker", 50, 50)
        self.one = (math.log(110) - math.log(90)) ** 2 / 2

    def test_the_truth_of_a_base_is_the_mean_of_its_runs(self):
        base = (*self.base[:3], repeated([100, 120]))
        self.assertAlmostEqual(calibrate_pairs.log_ratio("cycles", 1, base, self.changed), math.log(50 / 110))
        self.assertAlmostEqual(calibrate_pairs.log_ratio("cycles", 2, base, self.changed), math.log(50 / 100))

    def test_a_single_run_of_a_change_deviates_as_its_base(self):
        self.assertAlmostEqual(calibrate_pairs.luck("cycles", self.base, self.changed), self.one * 1.5)
        self.assertAlmostEqual(calibrate_pairs.luck("cycles", self.base, self.base), self.one)

    def test_without_repeated_runs_nothing_is_luck(self):
        self.assertEqual(calibrate_pairs.luck("cycles", self.changed, self.changed), 0)

    def test_the_model_is_not_blamed_for_it(self):
        lucky = [(scene, pair, d, e + random.Random(f"{scene} {pair}").gauss(0, 0.02), 0.02 ** 2, 0.0)
                 for scene, pair, d, e, *_ in drawn(0.01, 0, scenes=40)]
        self.assertAlmostEqual(calibrate_pairs.fit(lucky)[0], 0.01, delta=0.003)
        near, *_, figures = calibrate_pairs.calibrate_pairs(["cycles"], Fit.pairs(drawn(0.01, 0)))["cycles"]
        self.assertAlmostEqual(near, 0.0196, delta=0.003)
        self.assertEqual(figures["luck"], 0)


def base_runs(dice, deviation, n=3):
    """A case whose runs of the approximate model deviate so."""
    base = case("park", "rtx2060", 100, 100)
    base[2]["ratio"]["runs"] = [{"cycles": one, "busy_cycles": one} for one in (100 * math.exp(dice.gauss(0, deviation)) for _ in range(n))]
    return base


class LuckOfRuns(unittest.TestCase):
    def test_deviations_of_runs_are_squared(self):
        base = case("park", "rtx2060", 100, 100)
        self.assertEqual((calibrate_pairs.runs_of(base), calibrate_pairs.squares(base, 0.5)), (1, (0.0, 0)))
        base[2]["ratio"]["runs"] = [{"cycles": 100, "busy_cycles": 50}, {"cycles": 121, "busy_cycles": 50}]
        square, degrees = calibrate_pairs.squares(base, 0.5)
        self.assertAlmostEqual(square, math.log(1.1) ** 2 / 2)
        self.assertEqual((calibrate_pairs.runs_of(base), degrees), (2, 1))

    def test_the_prior_is_found(self):
        dice = random.Random(1)
        same = [calibrate_pairs.squares(base_runs(dice, 0.01), 1.0) for _ in range(300)]
        variance, freedom = calibrate_pairs.prior_of(same)
        self.assertAlmostEqual(math.sqrt(variance), 0.01, delta=0.001)
        self.assertGreater(freedom, 20)
        # Variances of a scaled inverse chi-square of 3 degrees.
        drawn_by = [0.01 * math.sqrt(3 / sum(dice.gauss(0, 1) ** 2 for _ in range(3))) for _ in range(600)]
        variance, freedom = calibrate_pairs.prior_of([calibrate_pairs.squares(base_runs(dice, one), 1.0) for one in drawn_by])
        self.assertAlmostEqual(math.sqrt(variance), 0.01, delta=0.0015)
        self.assertAlmostEqual(freedom, 3, delta=1)

    def test_without_any_there_is_none(self):
        self.assertIsNone(calibrate_pairs.prior_of([]))
        self.assertIsNone(calibrate_pairs.prior_of([(0.0, 2)]))

    def test_the_frames_own_runs_are_shrunk_to_it(self):
        base, changed = case("park", "rtx2060", 100, 100), case("park", "quicker", 100, 100)
        self.assertAlmostEqual(calibrate_pairs.luck_of_runs(base, changed, 1.0, (0.01, 2)), 0.02)
        base[2]["ratio"]["runs"] = [{"cycles": 1, "busy_cycles": math.exp(x)} for x in (0, 0, 0.3)]
        self.assertAlmostEqual(calibrate_pairs.luck_of_runs(base, changed, 1.0, (0.01, 2)), (0.02 + 0.06) / 4 * 4 / 3)

    def test_what_is_luck_is_not_in_the_constant_part(self):
        dice, pairs = random.Random(1), []
        for scene in range(60):
            deviation = 0.03 if scene % 3 == 0 else 0.003
            base = base_runs(dice, deviation)
            mean = math.exp(calibrate_pairs.mean_times(base[2]["ratio"])[1])
            true = math.log(mean) + dice.gauss(0, deviation / math.sqrt(3)) - math.log(100)
            pairs.append((f"scene{scene}", "pair", case("park", "rtx2060", math.exp(true), 1)[:2] + base[2:],
                          case("park", "quicker", 1, math.exp(dice.gauss(0, deviation)) * 100)))
        table = calibrate_pairs.calibrate_pairs(["cycles"], pairs)["cycles"]
        self.assertLess(table[0], 0.008)
        self.assertGreater(table[3], 1.5)
        self.assertIn("runs", table[-1])


class Fit(unittest.TestCase):
    def test_it_tells_the_constant_part_from_the_one_that_grows(self):
        near, far = calibrate_pairs.fit(drawn(0.01, 0.05))
        self.assertAlmostEqual(near, 0.01, delta=0.002)
        self.assertAlmostEqual(far, 0.05, delta=0.01)

    def test_errors_that_do_not_grow_have_no_such_part(self):
        near, far = calibrate_pairs.fit(drawn(0.01, 0))
        self.assertAlmostEqual(near, 0.01, delta=0.002)
        self.assertLess(far, 0.02)

    def test_without_errors_or_points_all_is_0(self):
        self.assertEqual(calibrate_pairs.fit([]), (0, 0))
        self.assertEqual(calibrate_pairs.fit([("a", "b", 0.1, 0.0, 0.0, 0.0)]), (0, 0))

    def test_the_share_of_pairs_is_found(self):
        for common in (0.0, 0.5):
            data = drawn(0.01, 0.02, common, scenes=5, pairs=80)
            self.assertAlmostEqual(calibrate_pairs.shared(data, calibrate_pairs.fit(data)), common, delta=0.15)
        self.assertEqual(calibrate_pairs.shared(data[:5], (0.01, 0.02)), 1)

    def test_half_widths_hold_nineteen_of_twenty(self):
        near, far, *_, figures = calibrate_pairs.calibrate_pairs(["cycles"], self.pairs(drawn(0.01, 0.02)))["cycles"]
        self.assertAlmostEqual(near, 1.96 * 0.01, delta=0.005)
        self.assertAlmostEqual(figures["scene out"], 0.95, delta=0.02)
        self.assertGreater(far, 0)

    def test_what_only_the_last_sm_says_is_told_from_the_change(self):
        dice = random.Random(1)
        for luck, low, high in ((0.05, 0.8, 1.0), (0.0, 0.0, 0.0)):
            pairs = []
            for scene in range(60):
                true, err, last = dice.gauss(0, 0.05), dice.gauss(0, 0.01), dice.gauss(0, luck) if luck else 0.0
                busy = dice.gauss(true, 0.01) if luck else dice.gauss(0, 0.2)
                pairs.append((f"scene{scene}", "pair", case("park", "a", 1, 1), case("park", "b", math.exp(true),
                                                                                     math.exp(true + err + last), math.exp(busy))))
            steady = calibrate_pairs.likeliest_steady("cycles", pairs)
            self.assertTrue(low <= steady <= high, steady)

    def test_of_other_metrics_there_is_no_last_sm(self):
        self.assertIsNone(calibrate_pairs.likeliest_steady("l1d_miss_rate", self.pairs(drawn(0.01, 0))))

    @staticmethod
    def pairs(data):
        """Pairs of cases with these points."""
        return [(scene, pair, case(scene, "a", 1, 1), case(scene, pair, math.exp(d - e), math.exp(d)))
                for scene, pair, d, e, *_ in data]


class Source(unittest.TestCase):
    def test_the_file_has_a_row_for_each_metric(self):
        text = calibrate_pairs.source({"cycles": (0.05, 0.04, 0.123, 1.987, {"runs": (0.8, 0.0123, 4.56, 0.0234, 5.67)})}, 170, 14)
        self.assertIn("170 pairs of frames of 14 calibration scenes", text)
        self.assertIn("    [METRIC_CYCLES] = {0.0500, 0.0400, 0.12, 1.99},\n", text)
        self.assertIn("pair_runs = {0.80, {0.0123, 4.6}, {0.0234, 5.7}};\n", text)

    def test_the_repository_has_what_is_calibrated(self):
        text = calibrate_pairs.PAGE.read_text()
        for name, (_, how) in calibrate.metric_rows().items():
            self.assertEqual(f"[METRIC_{name.upper()}]" in text, how == "CALIBRATED", name)


class Gather(unittest.TestCase):
    def test_what_is_not_there_is_left_out(self):
        class Lab:
            def reference(self, one):
                if one.scene == "lost":
                    raise NotKept(one.scene)
                return {}

            def repeated(self, one, runs):
                if one.gpu != "often":
                    raise NotKept(one.gpu)
                return {"runs": runs}

            def prediction(self, one, options):
                if one.scene == "broken":
                    raise RunFailed("it fell")
                return {"options": options}

        with contextlib.redirect_stderr(io.StringIO()) as said:
            wanted = [frame(scene, "a") for scene in ("lost", "broken", "good")]
            cases = calibrate_pairs.gather(Lab(), [*wanted, frame("good", "often")], 4)
        self.assertEqual([one.scene for one, *_ in cases], ["good", "good"])
        self.assertEqual([case[3] for case in cases], [None, {"runs": 4}])
        self.assertIn("it fell", said.getvalue())


if __name__ == "__main__":
    unittest.main()
