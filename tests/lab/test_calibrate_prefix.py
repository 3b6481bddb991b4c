"""The constants of estimates from a frame's beginning: from invented runs whose errors are known in closed form."""

import math
import unittest

import calibrate_prefix


def case(scene, left, whole, apart, true=0.0, u=0.0):
    """A run that ended with so much left; numbers are logarithms of cycles."""
    ratio = {"begun_share": 1 - left / 2, "begun_left": left, "abstract": {"cycles": math.exp(whole)}, "busy_cycles": math.exp(whole - u),
             "begun": {"cycles": math.exp(1 + apart)}, "begun_abstract": {"cycles": math.e}}
    return scene, {"metrics": {"cycles": {"value": math.exp(true)}}}, {"ratio": ratio}


class Errors(unittest.TestCase):
    def test_what_was_done_counts_by_how_much_it_was(self):
        data = calibrate_prefix.points("cycles", [case("a", 0.25, 0.1, -0.2)])
        for rest, expected in ((0.0, 0.1 - 0.75 * 0.2), (1.0, 0.1 - 0.2), (0.5, 0.1 - 0.875 * 0.2)):
            error, = calibrate_prefix.errors_of(data, rest)
            self.assertAlmostEqual(error, expected)
        self.assertEqual(data[0][:2], ("a", 0.25))

    def test_what_is_no_number_of_the_scale_is_left_out(self):
        scene, reference, prediction = case("a", 0.25, 0.1, -0.2)
        prediction["ratio"]["begun"]["cycles"] = 0
        self.assertEqual(calibrate_prefix.points("cycles", [(scene, reference, prediction)]), [])


class Fit(unittest.TestCase):
    def test_the_rest_that_explains_the_errors_is_found(self):
        cases = [case(scene, left, 0.02 * left - (1 - left + 0.5 * left) * apart, apart)
                 for scene, apart in (("a", 0.3), ("b", -0.2), ("c", 0.1)) for left in (0.1, 0.3, 0.5)]
        width, rest, base, uneven, apart, times = calibrate_prefix.fit(calibrate_prefix.points("cycles", cases), False)
        self.assertEqual((rest, base, uneven, apart), (0.5, min(calibrate_prefix.BASES), 0.0, 0.0))
        self.assertAlmostEqual(times, 0.02, delta=0.002)
        self.assertLess(width, 0.01)
        self.assertLessEqual(calibrate_prefix.outside(calibrate_prefix.points("cycles", cases), False), 1 / 3)

    def test_frames_whose_last_warps_are_luck_are_told_apart(self):
        cases = [case(f"{i}", 0.1, (-1) ** i * 0.02 * math.hypot(0.1, 2 * math.sqrt(u)), 0.0, u=u) for i in range(8) for u in (0.0, 0.01, 0.1, 0.5)]
        data = calibrate_prefix.points("cycles", cases)
        self.assertAlmostEqual(data[3][2], 0.5)
        _, _, base, uneven, _, times = calibrate_prefix.fit(data, True)
        self.assertAlmostEqual(uneven, 2.0)
        self.assertAlmostEqual(times, 0.02, delta=0.001)
        self.assertEqual(calibrate_prefix.outside(data, True), 0)
        self.assertAlmostEqual(calibrate_prefix.unseen(data[2], base, uneven, 5.0), math.sqrt(base ** 2 + 0.01 + 0.4))
        self.assertEqual(calibrate_prefix.unevenness({"abstract": {"cycles": 1}, "busy_cycles": 2}), 0)

    def test_models_that_are_apart_are_told_apart(self):
        cases = [case(f"{i}", 0.1, (-1) ** i * 0.02 * math.hypot(0.1, 10 * x) - 0.9 * x, x) for i in range(8) for x in (0.0, 0.01, 0.05, 0.1)]
        data = calibrate_prefix.points("cycles", cases)
        _, rest, base, _, apart, times = calibrate_prefix.fit(data, True)
        self.assertEqual((rest, apart), (0.0, 10.0))
        self.assertAlmostEqual(times, 0.02, delta=0.001)
        self.assertAlmostEqual(calibrate_prefix.unseen(data[3], base, 0.0, 10.0), math.sqrt(base ** 2 + 0.01 + 1))

    def test_of_other_metrics_the_largest_error_counts(self):
        data = calibrate_prefix.points("cycles", [case(f"{i}", 0.1, 0.1 if i == 0 else 0.01, 0.0) for i in range(60)])
        largest, quantile = (calibrate_prefix.fit(data, of_cycles)[0] for of_cycles in (False, True))
        self.assertAlmostEqual(largest, 0.1)
        self.assertLess(quantile, 0.02)

    def test_nothing_gives_no_constants(self):
        self.assertEqual(calibrate_prefix.fit([], True), (0.0,) * 6)
        self.assertEqual(calibrate_prefix.outside([], True), 0)

    def test_the_source_names_each_metric(self):
        text = calibrate_prefix.source({"cycles": (0.25, 1.0, 2.0, 20.0, 0.02)}, 3, 2)
        self.assertIn("[METRIC_CYCLES] = {0.25, 1.00, 2.00, 20.00, 0.0200},", text)
        self.assertIn("3 runs of 2 scenes", text)


if __name__ == "__main__":
    unittest.main()
