"""Times of runs side by side: on invented ones, and on frames of a few pixels."""

import contextlib
import io
import os
import pathlib
import stat
import tempfile
import unittest

import frames
import speed
from runs import RunFailed

PROGRAM = os.environ.get("TEST_PROGRAM", str(frames.ROOT / "build/release/diorama"))


def frame(scene="bath", side=16):
    return frames.Frame(scene, "tiny", "path", side, side, 1, 1)


def timed(of, command, seconds, cores=None):
    return speed.Timed(of, command, 2 * seconds, seconds, cores or {})


def script(folder, text):
    path = pathlib.Path(folder) / "bench"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


class Table(unittest.TestCase):
    def test_is_the_geometric_mean_and_the_least_by_size(self):
        some = [timed(frame(), "simulate", 8.0), timed(frame(), "default", 1.0), timed(frame(), "linear", 2.0),
                timed(frame("park"), "simulate", 4.0), timed(frame("park"), "default", 2.0), timed(frame("park"), "linear", 4.0),
                timed(frame(side=32), "simulate", 9.0), timed(frame(side=32), "default", 3.0), timed(frame(side=32), "linear", 1.0)]
        text = speed.table(some, 2)
        self.assertIn("| default · 16x16 | 2 | 4.0 ×, 2.0 | 4.0 ×, 2.0 |", text)
        self.assertIn("| linear · 16x16 | 2 | 2.0 ×, 1.0 |", text)
        self.assertIn("| default · 32x32 | 1 | 3.0 ×, 3.0 |", text)
        self.assertNotIn("computed", text)

    def test_has_what_follows_for_more_cores(self):
        some = [timed(frame(), "simulate", 8.0, {8: 2.0, 16: 1.0}), timed(frame(), "default", 1.0, {8: 0.5, 16: 0.5}),
                timed(frame(), "linear", 2.0, {8: 1.0, 16: 1.0})]
        self.assertIn("| 8.0 ×, 8.0 | 8.0 ×, 8.0 | 4.0 ×, 4.0 | 2.0 ×, 2.0 |", speed.table(some, 2))


class Bench(unittest.TestCase):
    def test_is_read_by_its_cores(self):
        with tempfile.TemporaryDirectory() as folder:
            bench = script(folder, 'printf " 1 cores: 4.0 s, 1.00 times\\n 8 cores: 0.75 s\\n16 cores: 0.5 s\\n" >&2')
            self.assertEqual(speed.on_cores(bench, ["predict"]), {1: 4.0, 8: 0.75, 16: 0.5})

    def test_that_fails_or_says_nothing_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            for text in ("echo no such scene >&2; exit 2", 'printf " 1 cores: 4.0 s\\n" >&2'):
                with self.assertRaises(RunFailed):
                    speed.on_cores(script(folder, text), ["predict"])


class Command(unittest.TestCase):
    def test_on_frames_of_a_few_pixels(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "page.md"
            page.write_text("<!-- lab: speed -->\n<!-- lab end -->\n")
            with contextlib.redirect_stderr(io.StringIO()) as told:
                self.assertEqual(speed.main(["--program", PROGRAM, "--scenes", "bath", "--gpus", "tiny", "--sizes", "16", "--samples", "1",
                                             "--threads", "1", "--detail", "--update", str(page)]), 0)
            self.assertIn("1 of 1: bath-tiny-path-16x16-1-seed1", told.getvalue())
            text = page.read_text()
            self.assertIn("`lab/speed.py --scenes bath --gpus tiny --sizes 16 --samples 1 --threads 1 --detail`", text)
            self.assertIn("| default · 16x16 | 1 |", text)
            self.assertIn("| bath, tiny, path, 16x16: simulate |", text)

    def test_a_scene_that_is_not_there_is_one_line(self):
        with self.assertRaises(SystemExit) as ended:
            speed.main(["--program", PROGRAM, "--scenes", "bahth", "--gpus", "tiny", "--sizes", "16"])
        self.assertIn("bahth", str(ended.exception))


if __name__ == "__main__":
    unittest.main()
