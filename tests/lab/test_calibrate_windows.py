"""The constants of estimates from windows: from invented runs whose errors are known."""

import math
import unittest

import calibrate_windows


def case(scene, error, w, gpu="g", waves=8.0):
    """Windows whose completed cycles are so far off, as a logarithm."""
    return (scene, {"metrics": {"cycles": {"value": 100.0}}},
            {"gpu": gpu, "windows": {"windows_error": w, "waves": waves, "completed": {"cycles": 100.0 * math.exp(error)}}})


class Fit(unittest.TestCase):
    def test_the_mean_error_is_taken_back(self):
        cases = [case(scene, 0.03, 0.01) for scene in "abcd"]
        shift, _, times, error, width = calibrate_windows.fit(calibrate_windows.points("cycles", cases))
        self.assertAlmostEqual(shift, -0.03)
        self.assertAlmostEqual(error, 0)
        self.assertLess(times * width, 1e-3)

    def test_intervals_are_as_wide_as_windows_differ(self):
        cases = [case(scene, sign * 2 * w, w) for scene in "abcdef" for sign, w in ((1, 0.01), (-1, 0.01), (1, 0.05), (-1, 0.05))]
        data = calibrate_windows.points("cycles", cases)
        shift, base, times, *_ = calibrate_windows.fit(data)
        self.assertAlmostEqual(shift, 0)
        self.assertLessEqual(0.1, times * math.hypot(base, 0.05))
        self.assertLess(times * math.hypot(base, 0.01), times * math.hypot(base, 0.05))
        self.assertEqual(calibrate_windows.outside(data), 0)

    def test_few_windows_are_not_surer_than_many(self):
        cases = [case(scene, sign * 2 * w, w) for scene in "abcdef" for sign, w in ((1, 0.01), (-1, 0.01), (1, 0.05), (-1, 0.05))]
        data = calibrate_windows.points("cycles", cases)
        _, base, times, _, narrow = calibrate_windows.fit(data)
        _, wider, more, _, width = calibrate_windows.fit(data, 1.5 * base * times)
        self.assertGreaterEqual(wider * more, 1.5 * base * times)
        self.assertGreater(width, narrow)
        _, widest, most, *_ = calibrate_windows.fit(data, 10)
        self.assertGreaterEqual(widest * most, wider * more)

    def test_what_is_no_number_of_the_scale_is_left_out(self):
        bad = case("a", 0.0, 0.01)
        bad[2]["windows"]["completed"]["cycles"] = 0
        self.assertEqual(calibrate_windows.points("cycles", [bad]), [])

    def test_the_source_names_each_metric(self):
        text = calibrate_windows.source({"cycles": {"few": (-0.01, 0.02, 1.5), "many": (0.0, 0.01, 3)}}, 3, 2)
        self.assertIn("[METRIC_CYCLES] = {{-0.0100, 0.0200, 1.5000}, {0.0000, 0.0100, 3.0000}},", text)
        self.assertIn("3 runs of 2 scenes", text)


class Classes(unittest.TestCase):
    def test_few_and_many_windows_are_fitted_apart(self):
        found = calibrate_windows.classes([case("a", 0, 0, waves=waves) for waves in (8.0, 16.02, 24.0, 31.98, 64.0)])
        self.assertEqual({kind: [one["windows"]["waves"] for _, _, one in some] for kind, some in found.items()},
                         {"few": [8.0, 16.02], "many": [31.98, 64.0]})


class Kept:
    """A laboratory whose frames have room for `most` waves."""

    def __init__(self, most):
        self.most, self.asked = most, []

    def reference(self, frame):
        return case("a", 0, 0)[1]

    def prediction(self, frame, options):
        self.asked.append(options)
        waves = float(options[options.index("--waves") + 1]) if "--waves" in options else 8.0
        return {"gpu": "g", "exact": True} if waves > self.most else {"gpu": "g", "windows": {"waves": waves, "pixels": 100 * waves}}


class Frame:
    scene, height = "weekend", 1

    def __init__(self, width=3000):
        self.width = width


class Runs(unittest.TestCase):
    def test_as_many_windows_as_there_is_room_for(self):
        lab = Kept(16)
        self.assertEqual([one["windows"]["waves"] for _, _, one in calibrate_windows.runs_of(lab, Frame())], [8.0, 16.0])
        many = [one["windows"]["waves"] for _, _, one in calibrate_windows.runs_of(Kept(1000), Frame(15000))]
        self.assertEqual(many, [8.0, 16.0, 32.0, 64.0])
        self.assertEqual(len(calibrate_windows.runs_of(Kept(8), Frame())), 1)
        self.assertEqual(calibrate_windows.runs_of(Kept(4), Frame()), [])

    def test_the_whole_frame_is_not_run_for_it(self):
        lab = Kept(16)
        self.assertEqual(len(calibrate_windows.runs_of(lab, Frame(2000))), 1)
        self.assertEqual(len(lab.asked), 1)


if __name__ == "__main__":
    unittest.main()
