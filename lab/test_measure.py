"""Tables from invented estimates whose answers are known."""

import unittest

import measure
from content import METRICS
from frames import Frame


def frame(scene="a", gpu="g", **other):
    return Frame(**{"scene": scene, "gpu": gpu, "shader": "path", "width": 8, "height": 8, "samples": 1, "seed": 1, **other})


def document(cycles, ms=1.0, cpu=10.0):
    return {"metrics": {name: {"value": cycles if name == "cycles" else 0.5} for name in METRICS}, "frame_time_ms": ms,
            "cost": {"simulate_cpu_s": cpu}, "host": "here"}


def estimate(cycles, low=None, high=None, cpu=1.0, profile=1.0, host="here"):
    metrics = {name: {"value": 0.5, "low": None, "high": None} for name in METRICS}
    metrics["cycles"] = {"value": cycles, "low": low, "high": high}
    return {"metrics": metrics, "percent": 10.0, "simulate_cpu_s": cpu, "profile_cpu_s": profile, "host": host}


class Compare(unittest.TestCase):
    def test_errors_are_signed_fractions(self):
        case = measure.compare("e", frame(), estimate(90), document(100))
        self.assertAlmostEqual(case.errors["cycles"], -0.1)
        self.assertAlmostEqual(case.mae(), 0.1 / 7)

    def test_interval_covers_or_not(self):
        inside = measure.compare("e", frame(), estimate(90, 80, 100), document(100))
        outside = measure.compare("e", frame(), estimate(90, 80, 99), document(100))
        self.assertTrue(inside.covered["cycles"])
        self.assertFalse(outside.covered["cycles"])
        self.assertAlmostEqual(inside.half_widths["cycles"], 0.1)
        self.assertNotIn("ipc", inside.covered)

    def test_profile_counts_in_the_second_ratio_alone(self):
        case = measure.compare("e", frame(), estimate(90), document(100))
        self.assertAlmostEqual(case.speedup, 10)
        self.assertAlmostEqual(case.with_profile, 5)

    def test_times_of_two_machines_are_not_compared(self):
        case = measure.compare("e", frame(), estimate(90, host="there"), document(100))
        self.assertIsNone(case.speedup)
        self.assertIn("–", measure.summary([case]))

    def test_a_metric_that_is_zero_has_no_error(self):
        reference = document(100)
        reference["metrics"]["ipc"]["value"] = 0.0
        self.assertNotIn("ipc", measure.compare("e", frame(), estimate(90), reference).errors)


    def test_the_mean_of_perturbed_runs_is_the_truth_and_one_of_them_the_cost(self):
        runs = [{"metrics": {"cycles": cycles}} for cycles in (80, 100)]
        repeated = {**document(90, ms=0.9, cpu=20.0), "repeats": {"runs": runs}}
        case = measure.compare("e", frame(), estimate(90, 85, 95), document(100), repeated)
        self.assertAlmostEqual(case.errors["cycles"], 0.0)
        self.assertTrue(case.covered["cycles"])
        self.assertAlmostEqual(case.speedup, 10)
        self.assertEqual((case.runs, case.reference_ms), (2, 0.9))
        self.assertIn("the truth of 1 of them is the mean of 2 perturbed runs, whose cycles have a standard deviation of 15.7 %",
                      measure.extent([case, measure.compare("e", frame("b"), estimate(90), document(100))]))


class Tables(unittest.TestCase):
    def setUp(self):
        self.cases = [measure.compare("e", frame("a"), estimate(90, 80, 105), document(100)),
                      measure.compare("e", frame("b", "h"), estimate(120, 110, 130), document(100))]

    def test_summary(self):
        line = measure.summary(self.cases).splitlines()[2]
        self.assertEqual(line.count("×"), 2)
        self.assertNotIn("×", measure.summary(self.cases, timed=False))
        self.assertIn("| e | 2 | 10.0 % | 15.0 % | +5.0 % |", line)
        self.assertIn("+20.0 % (b, h, path)", line)
        self.assertIn("| 50.0 % | 10.0 × | 5.0 × |", line)

    def test_extent(self):
        self.assertEqual(measure.extent(self.cases), "- 8×8, path: 2 frames of 2 scenes, 2 GPUs and 1 seed\n")

    def test_rows_by_a_field(self):
        self.assertIn("| e · g | 1 |", measure.summary(self.cases, ["gpu"]))
        self.assertIn("| e · 8x8 · h | 1 |", measure.summary(self.cases, ["size", "gpu"]))

    def test_intervals(self):
        self.assertIn("50.0 %, ± 11.2 %", measure.intervals(self.cases))
        without = measure.compare("e", frame(), estimate(90), document(100))
        self.assertEqual(measure.intervals([without]), "")

    def test_csv_has_every_case_and_no_none(self):
        rows = list(measure.csv_rows(self.cases))
        self.assertEqual(len(rows), 3)
        self.assertTrue(all(len(row) == len(rows[0]) and None not in row for row in rows))
        self.assertEqual(rows[1][rows[0].index("cycles_covered")], 1)
        self.assertEqual(rows[2][rows[0].index("cycles_covered")], 0)


class Ranking(unittest.TestCase):
    def order(self, first, second, predicted):
        cases = [measure.compare("e", frame(gpu=gpu), estimate(100 * predicted[n] / ms), document(100, ms))
                 for n, (gpu, ms) in enumerate((("g", first), ("h", second)))]
        return measure.inversions(cases)["e"]

    def test_kept(self):
        self.assertEqual(self.order(1.0, 2.0, (1.4, 1.5)), (1, []))

    def test_inverted(self):
        pairs, wrong = self.order(1.0, 2.0, (1.6, 1.5))
        self.assertEqual((pairs, len(wrong)), (1, 1))
        self.assertIn("predicted 1.6 and 1.5 ms", wrong[0])

    def test_too_near_to_matter(self):
        self.assertEqual(self.order(1.0, 1.02, (1.6, 1.5)), (0, []))

    def test_other_frames_are_no_pair(self):
        cases = [measure.compare("e", frame(gpu="g", seed=1), estimate(1), document(100, 1.0)),
                 measure.compare("e", frame(gpu="h", seed=2), estimate(1), document(100, 2.0))]
        self.assertEqual(measure.ranking(cases), "")


if __name__ == "__main__":
    unittest.main()
