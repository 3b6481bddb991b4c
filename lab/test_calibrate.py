"""The constants of errors.c: from invented runs whose errors are known in closed form."""

import contextlib
import io
import math
import pathlib
import re
import tempfile
import types
import unittest

import calibrate
from runs import NotKept, RunFailed

NAMES = ["cycles", "l1d_miss_rate"]


def logistic(x):
    return 1 / (1 + math.exp(-x))


def both(g):
    return {"cycles": math.exp(g), "l1d_miss_rate": logistic(g)}


def case(scene, error, units_error=0.0, gpu="mobile_soc", at=0.0, pixels=100):
    """A frame on which both metrics are `error` above what the model counted, on their scales."""
    reference = {"metrics": {name: {"value": value} for name, value in both(at + error).items()}}
    prediction = {"gpu": gpu, "pixels": 1000, "evidence": {"completed": both(at), "pixels": pixels, "fills": 8, "units_error": units_error}}
    return types.SimpleNamespace(scene=scene, gpu=gpu), reference, prediction, None


class Scale(unittest.TestCase):
    def test_shares_are_logits_and_others_logarithms(self):
        self.assertAlmostEqual(calibrate.on_scale(False, math.e), 1)
        self.assertAlmostEqual(calibrate.on_scale(True, 0.5), 0)
        for share, x in [(False, 0), (False, -1), (False, None), (True, 0), (True, 1), (True, None)]:
            self.assertIsNone(calibrate.on_scale(share, x))

    def test_metrics_are_those_of_the_table(self):
        self.assertTrue(calibrate.is_share("l1d_miss_rate"))
        self.assertFalse(calibrate.is_share("cycles"))
        self.assertIn("row_locality", calibrate.calibrated(None))
        self.assertNotIn("ipc", calibrate.calibrated(None))


class Spread(unittest.TestCase):
    def test_t_is_that_of_tables(self):
        self.assertAlmostEqual(calibrate.quantile(math.inf), 1.960, 3)
        self.assertAlmostEqual(calibrate.quantile(7), 2.365, delta=0.01)

    def test_without_units_it_is_the_conformal_quantile(self):
        errors = [(i / 100, 0.0, 1) for i in range(1, 40)]  # the ceil(0.95 * 40)-th of 39 is the 38th
        self.assertAlmostEqual(calibrate.spread_of(errors), 0.38 / calibrate.NORMAL, 6)

    def test_what_the_units_explain_is_no_spread(self):
        errors = [(0.1, 0.1 ** 2, 7)] * 40
        self.assertAlmostEqual(calibrate.spread_of(errors), 0, 6)
        self.assertGreater(calibrate.spread_of([(0.5, 0.1 ** 2, 7)] * 40), 0.1)


class Rows(unittest.TestCase):
    def test_a_model_is_shifted_by_its_mean_error(self):
        data = calibrate.points("cycles", [case(str(i), 0.3 + (-1) ** i * 0.1) for i in range(10)])
        shift, spread, error = calibrate.fit(data, True)
        self.assertAlmostEqual(shift, 0.3)
        self.assertAlmostEqual(error, 0.1 * 10 / 9)
        self.assertAlmostEqual(spread, error / calibrate.NORMAL, 6)

    def test_a_sample_is_not(self):
        shift, spread, _ = calibrate.fit(calibrate.points("l1d_miss_rate", [case(str(i), 0.3) for i in range(40)]), False)
        self.assertEqual(shift, 0)
        self.assertAlmostEqual(spread, 0.3 / calibrate.NORMAL, 6)

    def test_a_scene_says_nothing_of_its_own_error(self):
        data = calibrate.points("cycles", [case("a", 0.0), case("a", 0.0), case("b", 1.0)])
        self.assertEqual([error for error, *_ in calibrate.left_out(data, lambda point: point[0])], [-1.0, -1.0, 1.0])

    def test_what_is_no_number_of_the_scale_is_left_out(self):
        bad = case("a", 0.0)
        bad[2]["evidence"]["completed"]["cycles"] = 0
        self.assertEqual(calibrate.points("cycles", [bad]), [])

    def test_groups_tell_their_own_spread(self):
        groups = [{"metrics": both(x)} for x in (0.0, 0.2)]
        variance, degrees = calibrate.units_of("cycles", {"groups": groups})
        self.assertAlmostEqual(variance, 0.02 / 2)
        self.assertEqual(degrees, 1)
        self.assertEqual(calibrate.units_of("cycles", case("a", 0, 0.05)[2]), (0.05 ** 2, 6))

    def test_a_ratio_errs_by_the_difference(self):
        cases = [case("a", 0.1, gpu="mobile_soc"), case("a", 0.3, gpu="rtx2060"), case("b", 0.3, gpu="rtx2060")]
        (_, error, variance, _), = calibrate.pair_points("cycles", cases)
        self.assertAlmostEqual(error, 0.2)
        self.assertEqual(variance, 0)

    def test_the_luck_of_the_truth_is_no_error_of_a_ratio(self):
        base = case("a", 0.0)
        runs = [{"metrics": both(x)} for x in (-0.1, 0.1)]
        cases = [(*base[:3], {"repeats": {"runs": runs}}), case("a", 0.3, gpu="rtx2060")]
        (_, error, variance, _), = calibrate.pair_points("cycles", cases)
        self.assertAlmostEqual(error, 0.3)
        self.assertAlmostEqual(variance, 0.01 * (1 + calibrate.RUNS))

    def test_the_source_has_every_row(self):
        text = calibrate.source({"APPROXIMATE": {"cycles": (0.1, 0.2)}}, {"WINDOWS": {"cycles": (0, 0.3)}}, {"cycles": (0, 0.4)})
        self.assertEqual(re.findall(r"0\.\d{4}", text), ["0.1000", "0.2000", "0.3000", "0.4000"])


class Command(unittest.TestCase):
    def run_with(self, prediction, *options):
        class Kept:
            def __init__(self, program, cache, only_kept=False):
                self.only_kept = only_kept

            def reference(self, frame):
                if self.only_kept and frame.shader != "path":
                    raise NotKept(frame.name())
                return {"metrics": {name: {"value": 0.5} for name in calibrate.metric_rows()}}

            def repeated(self, frame, runs):
                return None

            def prediction(self, frame, options):
                return prediction(frame)

        original, page = calibrate.Laboratory, calibrate.PAGE
        with tempfile.TemporaryDirectory(dir=calibrate.ROOT) as folder, contextlib.redirect_stdout(io.StringIO()) as out, \
                contextlib.redirect_stderr(io.StringIO()) as err:
            try:
                calibrate.Laboratory, calibrate.PAGE = Kept, pathlib.Path(folder) / "errors.c"
                calibrate.main(["--write", *options])
                return out.getvalue(), err.getvalue(), calibrate.PAGE.read_text()
            finally:
                calibrate.Laboratory, calibrate.PAGE = original, page

    def test_the_page_has_as_many_constants_as_are_told(self):
        values = dict.fromkeys(calibrate.metric_rows(), 0.5)
        out, _, page = self.run_with(lambda frame: {"gpu": frame.gpu, "pixels": 100, "evidence": {"completed": values, "pixels": 100, "fills": 8, "units_error": 0}},
                                     "--only-kept")
        told = int(re.search(r"(\d+) constants", out)[1])
        self.assertLessEqual(told, 60)
        self.assertEqual(len(re.findall(r"\d\.\d{4}", page)), told)

    def test_a_frame_that_fails_is_told_and_left_out(self):
        def fail(frame):
            raise RunFailed(f"{frame.name()}: no")
        out, err, _ = self.run_with(fail)
        self.assertIn(": no", err)
        self.assertIn("0 constants", out)


if __name__ == "__main__":
    unittest.main()
