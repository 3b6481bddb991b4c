"""Goals of the agreement with Vulkan-Sim, on invented rows."""

import contextlib
import io
import json
import pathlib
import tempfile
import unittest

import goals


def row(run, cycles=1.0, locality=1.0, rate=0.0, inside=True, failure=None):
    theirs = {metric: 10 for metric in goals.COUNTS} | {"cycles": 1000, "dram_efficiency": 0.4, "row_locality": 3.0, "l1d_miss_rate": 0.5,
                                                        "l2_miss_rate": 0.4, "rt_read_miss_rate": 0.2}
    ours = dict(theirs, cycles=1000 * cycles, row_locality=3 * locality, l2_miss_rate=0.4 + rate)
    return {"run": run, "shader": "path", "ours": ours, "theirs": theirs, "failure": failure, "inside": {metric: inside for metric in theirs}}


def verdicts(rows):
    return [good for _, _, good in goals.goals(rows)]


class Goals(unittest.TestCase):
    def test_each_goal_can_be_missed(self):
        self.assertEqual(verdicts([row("a"), row("b")]), [True] * 7)
        self.assertEqual(verdicts([row("a"), row("b", inside=False)])[0], False)
        self.assertEqual(verdicts([row("a"), row("b", cycles=1.025), row("c")])[1], True)
        self.assertEqual(verdicts([row("a", cycles=0.979), row("b")])[1], False)  # 1.05 % on mean
        self.assertEqual(verdicts([row(str(i)) for i in range(9)] + [row("b", cycles=1.031)])[1], False)  # at worst
        self.assertEqual(verdicts([row("a", locality=0.94)])[3], False)
        self.assertEqual(verdicts([row("a", rate=-0.0051)])[5], False)

    def test_the_table_names_the_worst_row(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = pathlib.Path(folder, "kept.json")
            kept.write_text(json.dumps({"rows": [row("a"), row("b", cycles=0.982)]}), encoding="utf-8")
            told, said = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(told):
                self.assertEqual(goals.main(["runs.csv", "--kept", str(kept)]), 0)
            self.assertIn("| `cycles` within 1 % on mean, 3 % at worst | 0.9 %, -1.8 % (`b`) | yes |", told.getvalue())
            kept.write_text(json.dumps({"rows": [row("a", failure="no scene")]}), encoding="utf-8")
            with contextlib.redirect_stderr(said):
                self.assertEqual(goals.main(["runs.csv", "--kept", str(kept)]), 1)
            self.assertIn("a: no scene", said.getvalue())


if __name__ == "__main__":
    unittest.main()
