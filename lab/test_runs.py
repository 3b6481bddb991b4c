"""What is kept and when it is found again, with a program that is a script."""

import io
import json
import pathlib
import tarfile
import tempfile
import unittest

import estimators
from content import Contents, files_of_scene, without_comments
from content import METRICS
from frames import Frame
from runs import Laboratory, NotKept, RunFailed

PROGRAM = """#!/usr/bin/env python3
import json, pathlib, sys
log = pathlib.Path(__file__).with_suffix(".log")
log.write_text((log.read_text() if log.exists() else "") + " ".join(sys.argv[1:]) + "\\n")
if "bad" in sys.argv[2]:
    sys.exit("diorama: bad scene")
print(json.dumps({"metrics": {n: {"value": 0.5, "low": None, "high": None} for n in %r},
    "percent": 100.0, "inputs": {"scene": "s", "gpu": "g", "shader": "p"}, "frame_time_ms": 1.0,
    "cost": {"simulate_cpu_s": 8.0, "profile_cpu_s": 1.0}}))
""" % METRICS


def golden(model):
    return json.dumps({"command": "simulate", "settings": {"model": model},
                       "metrics": {name: {"value": 1.0} for name in METRICS}})


class Folder(unittest.TestCase):
    """A repository of nothing but what is hashed."""

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.root = pathlib.Path(self.temporary.name)
        for name, text in {"scenes/builtin/one.scene": 'meshes = ( { file = "m/a.obj"; } );',
                           "scenes/builtin/m/a.obj": "f 1 2 3", "scenes/builtin/m/a.mtl": "Kd 1 1 1",
                           "scenes/generate_box.c": "int a; // box",
                           "configs/g.cfg": 'base = "b";\nsms = 8; # many\n', "configs/b.cfg": "ways = 4;\n",
                           "tests/golden/one.json": golden("cycle"), "tests/golden/rough.json": golden("approximate"),
                           "tests/golden/other.json": '{"command": "predict"}', "program": PROGRAM}.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        (self.root / "program").chmod(0o755)
        self.pack_shader("ret;")
        self.frame = Frame("one", "g", "path", 8, 8, 1, 1)

    def laboratory(self, **options):
        return Laboratory(self.root / "program", self.root / "cache", Contents(self.root), **options)

    def path(self):
        return self.laboratory().path_of_reference(self.frame)

    def runs(self):
        log = self.root / "program.log"
        return log.read_text().splitlines() if log.exists() else []

    def pack_shader(self, text):
        (self.root / "sim").mkdir(exist_ok=True)
        with tarfile.open(self.root / "sim/ptx.tar.xz", "w:xz") as packed:
            member = tarfile.TarInfo("sim/shaders/path.ptx")
            member.size = len(text)
            packed.addfile(member, io.BytesIO(text.encode()))

    def edit(self, name, old, new):
        path = self.root / name
        text = path.read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new))


class Key(Folder):
    def test_what_counts(self):
        for name, old, new in (("scenes/builtin/one.scene", "meshes", "meshes "), ("scenes/builtin/m/a.obj", "3", "4"),
                               ("scenes/builtin/m/a.mtl", "1", "2"), ("configs/g.cfg", "8", "9"),
                               ("configs/b.cfg", "4", "5"),
                               ("scenes/generate_box.c", "int", "long"),
                               ("tests/golden/one.json", "1.0", "1.5")):
            before = self.path()
            self.edit(name, old, new)
            self.assertNotEqual(before, self.path(), name)
        before = self.path()
        self.pack_shader("bra;")
        self.assertNotEqual(before, self.path())

    def test_what_does_not(self):
        before = self.path()
        for name, old, new in (("configs/g.cfg", "many", "few"),
                               ("configs/b.cfg", "ways = 4;", "ways = 4; shared_B = 8;"), ("scenes/generate_box.c", "box", "a box"),
                               ("program", "#!", "#! "), ("tests/golden/rough.json", "1.0", "1.5"),
                               ("tests/golden/other.json", "predict", "predict\", \"a\": \"b")):
            self.edit(name, old, new)
        self.assertEqual(before, self.path())

    def test_frame_counts(self):
        other = Frame("one", "g", "path", 8, 8, 1, 2)
        self.assertNotEqual(self.path(), self.laboratory().path_of_reference(other))

    def test_files_of_a_scene_are_followed(self):
        names = [path.name for path in files_of_scene(self.root / "scenes/builtin/one.scene")]
        self.assertEqual(sorted(names), ["a.mtl", "a.obj", "one.scene"])

    def test_a_scene_that_is_not_there(self):
        with self.assertRaisesRegex(FileNotFoundError, "neither a built-in scene nor a file"):
            self.laboratory().contents.scene("nowhere")

    def test_comments(self):
        self.assertEqual(without_comments("a /* b\nc */ d // e\n#include <f>\n# g\nh"), "a d #include <f> h")


class Kept(Folder):
    def test_reference_survives_a_rebuilt_program(self):
        self.laboratory().reference(self.frame)
        self.edit("program", "#!", "#! ")
        self.laboratory().reference(self.frame)
        self.assertEqual(len(self.runs()), 1)

    def test_repeated_ones_are_kept_beside_it(self):
        self.laboratory().repeated(self.frame, 4)
        self.laboratory(only_kept=True).repeated(self.frame, 4)
        self.assertEqual(len(self.runs()), 1)
        with self.assertRaises(NotKept):
            self.laboratory(only_kept=True).repeated(self.frame, 8)

    def test_prediction_does_not(self):
        for _ in range(2):
            self.laboratory().prediction(self.frame, ["--percent", "10"])
        self.assertEqual(len(self.runs()), 1)
        self.laboratory().prediction(self.frame, ["--percent", "20"])
        self.edit("program", "#!", "#! ")
        self.laboratory().prediction(self.frame, ["--percent", "10"])
        self.assertEqual(len(self.runs()), 3)

    def test_nothing_is_made_when_only_kept_ones_count(self):
        with self.assertRaises(NotKept):
            self.laboratory(only_kept=True).reference(self.frame)
        self.assertEqual(self.runs(), [])

    def test_again(self):
        self.laboratory().reference(self.frame)
        self.laboratory(again=True).reference(self.frame)
        self.assertEqual(len(self.runs()), 2)

    def test_failure_says_what_the_program_said_and_keeps_nothing(self):
        (self.root / "scenes/builtin/bad.scene").write_text("")
        bad = Frame("bad", "g", "path", 8, 8, 1, 1)
        with self.assertRaisesRegex(RunFailed, "bad scene"):
            self.laboratory().reference(bad)
        self.assertEqual(list((self.root / "cache/references").iterdir()), [])

    def test_limit(self):
        self.edit("program", "import json,", "import time; time.sleep(20)\nimport json,")
        with self.assertRaisesRegex(RunFailed, "not done after 0.2 s"):
            self.laboratory(limit=0.2).reference(self.frame)

    def test_taken_from_elsewhere_only_with_the_same_inputs(self):
        document = {"inputs": {"scene": "s", "gpu": "g", "shader": "p"}, "mark": 1}
        other = {"inputs": {"scene": "t", "gpu": "g", "shader": "p"}}
        self.assertFalse(self.laboratory().take(other, self.frame))
        self.assertTrue(self.laboratory().take(document, self.frame))
        self.assertEqual(self.laboratory().reference(self.frame)["mark"], 1)


class Chosen(unittest.TestCase):
    def test_grid(self):
        grid = estimators.chosen([], ["a=--block 1x1"], ["5", "10"], ["1"])
        self.assertEqual(list(grid), ["a, 5 %, K = 1", "a, 10 %, K = 1"])
        self.assertEqual(grid["a, 5 %, K = 1"], ["--block", "1x1", "--percent", "5", "--factor", "1"])

    def test_wrong_names(self):
        with self.assertRaisesRegex(ValueError, "expected one of default"):
            estimators.chosen(["best"], [], None, None)
        with self.assertRaisesRegex(ValueError, "expected NAME=OPTIONS"):
            estimators.chosen([], ["--percent 10"], None, None)


if __name__ == "__main__":
    unittest.main()
