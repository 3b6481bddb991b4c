"""Spreads of cycles: on invented counters, and of frames of a few pixels."""

import contextlib
import io
import math
import os
import pathlib
import tempfile
import unittest

import offsets

PROGRAM = os.environ.get("TEST_PROGRAM", str(offsets.ROOT / "build/release/diorama"))
COLUMNS = "run,scene,gpu,shader,width,height,samples,max_depth,cycles\n"


def counters(slower=300.0):
    return {"gpu": {"cycles": 105000}, "icnt": {"replies": 1000, "latency": 200000}, "sm": {"resident_warp_cycles": 400000},
            "dram": {"fetches": 100, "write_backs": 0, "bank_wait": 2000, "data_cycles": 800, "active_cycles": 1600, "channels": 4,
                     "cycles": 840000},
            "rt": {"warps": 48, "warp_latency": 48 * (1000 + slower)}}


class Offsets(unittest.TestCase):
    def test_estimates_are_sums_of_draws(self):
        fetches, traces = offsets.estimates(counters(), counters(0.0))
        # 500 round trips; half a core cycle to the DRAM's; w = 20, S = 8, r = 0.5, a tenth goes there
        square = 2 * 400 + 0.5 * 64 / 1.5
        self.assertAlmostEqual(fetches, math.sqrt(500 * (0.1 * square - 4) * 0.25))
        self.assertAlmostEqual(traces, math.sqrt(12) * 300 / math.sqrt(3))

    def test_one_that_is_no_slower_among_others_has_no_spread(self):
        self.assertEqual(offsets.estimates(counters(-5.0), counters(0.0))[1], 0)

    def test_the_largest_of_some_draws(self):
        self.assertAlmostEqual(offsets.largest_of(8), 1.42, delta=0.02)
        self.assertAlmostEqual(offsets.largest_of(30), 2.04, delta=0.02)

    def test_bias_is_told_from_chance(self):
        for theirs, bias in ((104.7, False), (95.3, False), (104.9, True), (130, True), (70, True)):
            spread = offsets.Spread("a", [98, 99, 100, 101, 102], 3, 4, 8, theirs)
            self.assertEqual(spread.is_bias, bias)
            self.assertEqual(spread.predicted, 5)
        self.assertEqual(offsets.student(16), offsets.student(15))

    def test_a_table_of_small_frames(self):
        with tempfile.TemporaryDirectory() as folder:
            runs = pathlib.Path(folder, "runs.csv")
            runs.write_text(COLUMNS + "a,wknd,mobile_soc_vulkansim,path,32,1,1,2,9000\nb,no_such,tiny,path,32,1,1,2,9000\n", encoding="utf-8")
            told, said = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(told), contextlib.redirect_stderr(said):
                self.assertEqual(offsets.main([str(runs), "--rows", "b", "--program", PROGRAM]), 1)
                with self.assertRaises(SystemExit):
                    offsets.main([str(runs), "--rows", "c"])
                with self.assertRaises(SystemExit):
                    offsets.main([str(runs), "--repeat", "1"])
                if (offsets.ROOT.parent / "shared" / "scenes" / "wknd").exists():
                    self.assertEqual(offsets.main([str(runs), "--rows", "a", "--repeat", "2", "--program", PROGRAM]), 0)
                    self.assertIn("| a | ", told.getvalue())
            self.assertIn("no_such", said.getvalue())
