"""The constants of the ratio estimator: from invented runs whose errors are known in closed form."""

import contextlib
import io
import math
import pathlib
import re
import tempfile
import unittest

import calibrate
from runs import NotKept, RunFailed

NAMES = ["cycles", "l1d_miss_rate"]


def logistic(x):
    return 1 / (1 + math.exp(-x))


def case(scene, x, y, whole=0.0, further=0.0):
    """A frame whose sample errs by x and whose whole by y, on the scale of each metric."""
    def both(g):
        return {"cycles": math.exp(g), "l1d_miss_rate": logistic(g)}
    reference = {"metrics": {name: {"value": value} for name, value in both(whole + y).items()}}
    prediction = {"gpu": "g", "ratio": {"approximate": both(whole), "sample": both(0.3 + x), "sample_approximate": both(0.3),
                            "windows_error": further}}
    return scene, reference, prediction


class Scale(unittest.TestCase):
    def test_shares_are_logits_and_others_logarithms(self):
        self.assertAlmostEqual(calibrate.on_scale(False, math.e), 1)
        self.assertAlmostEqual(calibrate.on_scale(True, 0.5), 0)
        self.assertAlmostEqual(calibrate.on_scale(True, logistic(1.25)), 1.25)

    def test_what_is_no_number_of_the_scale_is_none(self):
        for share, x in [(False, 0), (False, -1), (False, None), (True, 0), (True, 1), (True, 1.5), (True, None)]:
            self.assertIsNone(calibrate.on_scale(share, x))
        self.assertIsNotNone(calibrate.on_scale(False, 1))

    def test_shares_are_known_by_their_names(self):
        for name in ("l1d_miss_rate", "rt_efficiency", "occupancy", "bandwidth_utilization"):
            self.assertTrue(calibrate.is_share(name), name)
        for name in ("cycles", "ipc", "rt_warp_latency", "mean_fetch_latency"):
            self.assertFalse(calibrate.is_share(name), name)


class WithoutGpu(unittest.TestCase):
    def test_each_gpu_is_held_against_the_fit_to_the_others(self):
        cases = [case("a", 0.1, 0.3), case("b", 0.2, 0.5), case("a", 0.1, 0.0), case("b", 0.2, 0.0)]
        for (_, _, prediction), gpu in zip(cases, "gghh"):
            prediction["gpu"] = gpu
        errors = calibrate.errors_without_gpu("cycles", cases)
        # On h the slope is cut to 1: 0.1 and 0.2 with the shift 0.25; on g it is 0.
        self.assertAlmostEqual(errors["h"], (0.35 + 0.45) / 2)
        self.assertAlmostEqual(errors["g"], (0.3 + 0.5) / 2)


class Points(unittest.TestCase):
    def test_errors_of_sample_and_whole_are_told_on_the_scale(self):
        for name in NAMES:
            (scene, x, y, further), = calibrate.points(name, [case("a", 0.1, -0.2, whole=0.7, further=0.04)])
            self.assertEqual(scene, "a")
            self.assertEqual(further, 0.04 if name == "cycles" else 0)
            self.assertAlmostEqual(x, 0.1)
            self.assertAlmostEqual(y, -0.2)

    def test_a_frame_without_a_number_is_left_out(self):
        bad = case("a", 0.1, 0.1)
        bad[2]["ratio"]["sample"]["cycles"] = 0
        worse = case("b", 0.1, 0.1)
        worse[1]["metrics"]["cycles"]["value"] = None
        found = calibrate.points("cycles", [bad, worse, case("c", 0, 0)])
        self.assertEqual([point[0] for point in found], ["c"])
        self.assertEqual(len(calibrate.points("l1d_miss_rate", [bad, worse])), 2)


class Fit(unittest.TestCase):
    def line(self, slope, shift, noise=()):
        xs = [-0.2, -0.1, 0.0, 0.1, 0.3]
        return [("s%d" % i, x, shift + slope * x + (noise[i] if noise else 0), 0) for i, x in enumerate(xs)]

    def test_a_line_is_found(self):
        slope, shift = calibrate.fit(self.line(0.6, -0.05))
        self.assertAlmostEqual(slope, 0.6)
        self.assertAlmostEqual(shift, -0.05)

    def test_least_squares(self):
        slope, shift = calibrate.fit([("a", 0.0, 0.0, 0), ("b", 1.0, 1.0, 0), ("c", 2.0, 1.0, 0)])
        self.assertAlmostEqual(slope, 0.5)
        self.assertAlmostEqual(shift, 1 / 6)

    def test_the_slope_is_kept_within_0_and_1_and_the_shift_is_the_mean_error_then(self):
        for true, kept in [(1.7, 1.0), (-0.4, 0.0)]:
            data = self.line(true, 0.01)
            slope, shift = calibrate.fit(data)
            self.assertEqual(slope, kept)
            self.assertAlmostEqual(shift, sum(y - kept * x for _, x, y, _ in data) / len(data))

    def test_without_spread_only_the_shift_is_left(self):
        self.assertEqual(calibrate.fit([]), (0.0, 0.0))
        slope, shift = calibrate.fit([("a", 0.1, 0.2, 0), ("b", 0.1, 0.4, 0)])
        self.assertEqual(slope, 0)
        self.assertAlmostEqual(shift, 0.3)


class Allowance(unittest.TestCase):
    def test_it_is_the_conformal_order_statistic(self):
        errors = [float(i) for i in range(100, 0, -1)]
        self.assertEqual(calibrate.allowance(errors), 96)  # ceil(0.95 x 101)
        self.assertEqual(calibrate.allowance(errors, 0.5), 51)
        self.assertEqual(calibrate.allowance(errors[:39]), 99)  # the 38th of 62 to 100
        self.assertEqual(calibrate.allowance(errors[:19]), 100)  # ceil(0.95 x 20): the last

    def test_too_few_give_the_largest(self):
        self.assertEqual(calibrate.allowance([0.3, 0.1]), 0.3)
        self.assertEqual(calibrate.allowance([]), 0)

    def test_a_further_error_is_within_it_as_often_as_it_says(self):
        """Each of n + 1 exchangeable numbers left out in turn."""
        numbers = [((i * 7919) % 1009) / 1009 for i in range(200)]
        within = sum(x <= calibrate.allowance(numbers[:i] + numbers[i + 1:]) for i, x in enumerate(numbers))
        self.assertGreaterEqual(within, 190)
        self.assertLessEqual(within, 191)

    def test_the_scene_of_an_error_is_left_out_of_its_fit(self):
        # The others lie on y = x / 2; scene "odd" errs by 1 twice.
        data = [("a", 0.0, 0.0, 0), ("b", 0.2, 0.1, 0), ("c", 0.4, 0.2, 0), ("odd", 0.1, 1.05, 0.5), ("odd", 0.3, 1.15, 0)]
        errors = calibrate.left_out_errors(data)
        self.assertEqual(len(errors), 5)
        self.assertAlmostEqual(errors[3][0], 1)
        self.assertEqual(errors[3][1:], (0.1, 0.5, "odd"))
        self.assertAlmostEqual(errors[4][0], 1)
        self.assertGreater(abs(errors[0][0]), 0.1)

    def test_errors_of_one_scene_alone_are_whole(self):
        self.assertEqual(calibrate.left_out_errors([("a", 0.5, -0.25, 0.1)]), [(-0.25, 0.5, 0.1, "a")])


class Interval(unittest.TestCase):
    def test_it_is_wide_where_models_differ(self):
        # Errors are twice as far as the models are apart, and 0.1 where they are not.
        errors = [(0.2 * (-1) ** i * (1 + i % 5), 0.1 * (1 + i % 5), 0.0, i % 10) for i in range(100)]
        base, times = calibrate.interval(errors)
        rms = math.sqrt(sum(error ** 2 for error, *_ in errors) / len(errors))
        self.assertIn(round(base / rms, 6), calibrate.SHARES)
        self.assertAlmostEqual(base, calibrate.SHARES[0] * rms)
        within = sum(abs(error) <= times * math.hypot(base, x) * (1 + 1e-12) for error, x, *_ in errors)
        self.assertGreaterEqual(within, 96)

    def test_where_models_say_nothing_it_is_as_wide_everywhere(self):
        errors = [((-1) ** i * (i + 1) / 100, 0.0, 0.0, "one") for i in range(100)]
        base, times = calibrate.interval(errors)
        self.assertAlmostEqual(base * times, 0.96)

    def test_a_further_error_counts(self):
        base, times = calibrate.interval([((-1) ** i * 0.3, 0.0, 0.3, i % 10) for i in range(100)])
        self.assertAlmostEqual(times * math.hypot(base, 0.3), 0.3)

    def test_scenes_that_differ_make_it_wider(self):
        # Without scene "b" the quantile is 1, with it 3.
        ratios = [(1.0, "a")] * 18 + [(3.0, "b")] * 2
        self.assertAlmostEqual(calibrate.uncertainty(ratios), 1)
        alike = [((-1) ** i * 0.1, 0.0, 0.0, i % 2) for i in range(40)]
        apart = [((-1) ** i * (0.3 if i < 4 else 0.1), 0.0, 0.0, "b" if i < 4 else "a") for i in range(40)]
        self.assertAlmostEqual(math.prod(calibrate.interval(alike)), 0.1)
        self.assertAlmostEqual(math.prod(calibrate.interval(apart)), 0.3 + 0.1)

    def test_nothing_is_known_of_nothing(self):
        self.assertEqual(calibrate.interval([]), (0.0, 0.0))


class Table(unittest.TestCase):
    cases = [case("s%d" % i, 0.05 * i, 0.02 + 0.8 * 0.05 * i, whole=1 + i) for i in range(6)]

    def test_every_metric_has_its_line(self):
        table = calibrate.calibrate(NAMES, self.cases)
        self.assertEqual(list(table), NAMES)
        for fitted, n, mean, width in table.values():
            self.assertAlmostEqual(fitted.slope, 0.8)
            self.assertAlmostEqual(fitted.shift, 0.02)
            self.assertAlmostEqual(fitted.alone_shift, 0.02 + 0.8 * 0.125)
            self.assertLess(width, 1e-5)
            self.assertEqual(n, 6)
            self.assertAlmostEqual(mean, 0)

    def test_the_source_has_a_line_for_each_metric(self):
        fitted = calibrate.Fitted(0.87654, -0.01234, 0.05, 1.9, 0.01, 0.07)
        table = {"cycles": (fitted, 6, 0.01, 0.1), "mean_fetch_latency": (fitted._replace(slope=1.0), 6, 0.0, 0.1)}
        lines = calibrate.source(table, 12, 6).splitlines()
        self.assertIn("12 frames of 6 scenes", lines[0])
        self.assertIn('#include "orchestrator/predict/calibration.h"', lines)
        self.assertIn("    [METRIC_CYCLES] = {0.8765, -0.0123, 0.0500, 1.9000, 0.0100, 0.0700},", lines)
        self.assertIn("    [METRIC_MEAN_FETCH_LATENCY] = {1.0000, -0.0123, 0.0500, 1.9000, 0.0100, 0.0700},", lines)
        self.assertEqual(lines[-1], "};")

    def test_the_page_has_calibrated_metrics_and_no_others(self):
        table = calibrate.metric_rows()
        self.assertEqual(table["cycles"], ("TOTAL", "CALIBRATED"))
        self.assertEqual(table["ipc"], ("SUMMED", "DERIVED"))
        self.assertEqual(table["simt_efficiency"], ("SHARE", "COUNTED"))
        page = re.findall(r"    \[METRIC_(\w+)\] = \{", calibrate.PAGE.read_text())
        self.assertLessEqual({name.lower() for name in page},
                             {name for name, (_, interval) in table.items() if interval == "CALIBRATED"})
        self.assertEqual(len(page), len(set(page)))
        self.assertIn("CYCLES", page)


class InventedLaboratory:
    """Frame 0 has no reference, the run of frame 1 fails."""

    def __init__(self, *_, **__):
        pass

    def reference(self, frame):
        if frame.number == 0:
            raise NotKept(frame.scene)
        return Table.cases[frame.number][1]

    def prediction(self, frame, options):
        assert options == ["--extrapolate", "ratio"]
        if frame.number == 1:
            raise RunFailed("it fails")
        return Table.cases[frame.number][2]


class InventedFrame:
    def __init__(self, number):
        self.number = number
        self.scene = "folder/s%d.scene" % number


class Program(unittest.TestCase):
    def run_main(self, frames, *arguments):
        kept = calibrate.Laboratory, calibrate.frames.frames_of_set, calibrate.PAGE
        said, complained = io.StringIO(), io.StringIO()
        try:
            calibrate.Laboratory = InventedLaboratory
            calibrate.frames.frames_of_set = lambda *_: frames
            with contextlib.redirect_stdout(said), contextlib.redirect_stderr(complained):
                calibrate.main(list(arguments))
        finally:
            calibrate.Laboratory, calibrate.frames.frames_of_set, calibrate.PAGE = kept
        return said.getvalue(), complained.getvalue()

    def test_frames_without_runs_are_left_out_and_failures_said(self):
        said, complained = self.run_main([InventedFrame(i) for i in range(6)])
        rows = {line.split()[0]: line.split() for line in said.splitlines()}
        self.assertEqual(rows["cycles"][1], "0.8000")
        self.assertEqual(rows["cycles"][-1], "4")
        self.assertIn("it fails", complained)

    def test_nothing_is_written_unless_asked(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "calibration.c"
            kept, root = calibrate.PAGE, calibrate.ROOT
            try:
                calibrate.PAGE, calibrate.ROOT = page, pathlib.Path(folder)
                self.run_main([InventedFrame(i) for i in range(2, 6)])
                self.assertFalse(page.exists())
                calibrate.PAGE = page
                self.run_main([InventedFrame(i) for i in range(2, 6)], "--write")
                self.assertIn("4 frames of 4 scenes", page.read_text())
            finally:
                calibrate.PAGE, calibrate.ROOT = kept, root

    def test_a_set_without_references_is_refused(self):
        with self.assertRaises(SystemExit) as end:
            self.run_main([InventedFrame(0)])
        self.assertIn("no frame of the set has a reference", str(end.exception))


if __name__ == "__main__":
    unittest.main()
