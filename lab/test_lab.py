"""The laboratory as a user runs it, on frames of a few pixels, and its sets."""

import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import frames
import lab

PROGRAM = os.environ.get("TEST_PROGRAM", str(frames.ROOT / "build/release/diorama"))


class Sets(unittest.TestCase):
    def test_named_sets_are_well_formed(self):
        for name in frames.SETS:
            some = frames.frames_of_set(name, {})
            self.assertEqual(len(some), len(set(some)), name)
            self.assertTrue(some or name == "shared", name)

    def test_evaluation_and_calibration_are_apart(self):
        used = {frame.scene for name in ("quick", "full", "medium", "large") for frame in frames.frames_of_set(name, {})}
        self.assertEqual(used & {frame.scene for frame in frames.frames_of_set("calibration", {})}, set())

    def test_overrides(self):
        some = frames.frames_of_set("quick", {"sizes": ["16x8"], "seeds": ["7"]})
        self.assertTrue(all((frame.width, frame.height, frame.seed) == (16, 8, 7) for frame in some))

    def test_file_of_blocks(self):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump([{"scenes": ["lonely"], "gpus": ["tiny"], "seeds": [1, 2]}], file)
            file.flush()
            self.assertEqual(len(frames.frames_of_set(file.name, {})), 2)

    def test_wrong_ones(self):
        for name, overrides, message in (("nothing", {}, "expected a JSON file or one of quick"),
                                         ("quick", {"scenes": ["@all"]}, "expected @builtin"),
                                         ("quick", {"sizes": ["4x"]}, "expected a number of pixels"),
                                         ("quick", {"seed": ["1"]}, "a block of a set has scenes")):
            with self.assertRaisesRegex(ValueError, message):
                frames.frames_of_set(name, overrides)


class Pages(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.page = pathlib.Path(self.temporary.name) / "page.md"

    def test_only_the_marked_part_changes(self):
        self.page.write_text("a\n<!-- lab: x -->\nold\n<!-- lab end -->\nb\n<!-- lab: y -->\nkept\n<!-- lab end -->\n")
        lab.update(self.page, "x", "new\n")
        self.assertEqual(self.page.read_text(),
                         "a\n<!-- lab: x -->\nnew\n<!-- lab end -->\nb\n<!-- lab: y -->\nkept\n<!-- lab end -->\n")

    def test_a_page_without_the_marker(self):
        self.page.write_text("a\n")
        with self.assertRaisesRegex(SystemExit, "no lines <!-- lab: x -->"):
            lab.update(self.page, "x", "new\n")

    def test_command_line_leaves_out_what_is_of_this_machine(self):
        self.assertEqual(lab.command_line(["--set", "quick", "--jobs", "2", "--cache=/tmp", "--estimators", "linear, 10 %"]),
                         "lab/lab.py --set quick --estimators 'linear, 10 %'")


class Whole(unittest.TestCase):
    def run_lab(self, folder, *arguments):
        command = [sys.executable, "-B", str(pathlib.Path(lab.__file__)), "--program", PROGRAM, "--cache", folder,
                   "--scenes", "lonely", "--sizes", "16", "--samples", "1", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def test_truth_of_perturbed_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            done = self.run_lab(folder, "--repeats", "2", "--gpus", "tiny", "--estimator", "everything=--percent 100 --factor 1")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("the truth of 1 of them is the mean of 2 perturbed runs", done.stdout)
            kept = self.run_lab(folder, "--repeats", "3", "--only-kept", "--gpus", "tiny", "--estimators", "linear")
            self.assertNotIn("perturbed runs", kept.stdout)
            self.assertIn("--repeats 0: expected 1 or more", self.run_lab(folder, "--repeats", "0").stderr)

    def test_tables_and_csv(self):
        with tempfile.TemporaryDirectory() as folder:
            rows = pathlib.Path(folder) / "cases.csv"
            done = self.run_lab(folder, "--detail", "--csv", str(rows), "--estimators", "linear",
                                "--estimator", "everything=--percent 100 --factor 1", "--gpus", "mobile_soc,tiny")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("| everything | 2 | 100.0 % | 0.0 % | +0.0 % | 0.0 % |", done.stdout)
            self.assertIn("| everything | 1 | 0 | none |", done.stdout)
            with open(rows) as file:
                found = list(csv.DictReader(file))
            self.assertEqual([row["estimator"] for row in found], ["linear"] * 2 + ["everything"] * 2)
            again = self.run_lab(folder, "--only-kept", "--gpus", "mobile_soc", "--estimators", "linear")
            self.assertEqual(again.returncode, 0, again.stderr)
            self.assertIn("| linear | 1 |", again.stdout)

    def test_taking_references(self):
        with tempfile.TemporaryDirectory() as folder:
            made = pathlib.Path(folder) / "made"
            made.mkdir()
            simulate = [PROGRAM, "simulate", "lonely", "--gpu", "tiny", "-W", "16", "-H", "16", "-s", "1", "--json", "-q"]
            (made / "one.json").write_text(subprocess.run(simulate, capture_output=True, text=True, check=True).stdout)
            done = self.run_lab(folder, "--take", str(made), "--only-kept", "--gpus", "tiny", "--estimators", "linear")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("1 references taken", done.stderr)

    def test_no_case(self):
        with tempfile.TemporaryDirectory() as folder:
            done = self.run_lab(folder, "--only-kept")
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("no case", done.stderr)

    def test_wrong_command_line(self):
        for arguments, message in ((["--by", "weather"], "expected gpu, shader, size, seed or scene"),
                                   (["--estimators", "best"], "expected one of default"),
                                   (["--set", "nothing"], "expected a JSON file")):
            done = self.run_lab("/nonexistent", *arguments)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(message, done.stderr)


if __name__ == "__main__":
    unittest.main()
