"""The calibration scenes load, differ from every built-in scene, and are as varied as they are meant to be."""

import json
import os
import pathlib
import subprocess
import unittest

PROGRAM = os.environ.get("TEST_PROGRAM", "build/release/diorama")
FOLDER = pathlib.Path(__file__).resolve().parent / "calibration"


def run(*arguments):
    done = subprocess.run([PROGRAM, *arguments, "--json"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def tiny(scene):
    return run("simulate", str(scene), "--gpu", "tiny", "--width", "16", "--height", "16", "--samples", "1", "--quiet")


class Calibration(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.runs = {path.stem: tiny(path) for path in sorted(FOLDER.glob("*.scene"))}

    def test_is_a_set(self):
        self.assertGreaterEqual(len(self.runs), 12)

    def test_holds_no_scene_of_the_evaluation(self):
        builtin = {scene["hash"]: scene["name"] for scene in run("scenes")["scenes"]}
        for name, document in self.runs.items():
            self.assertNotIn(document["inputs"]["scene"], builtin, name)
            self.assertNotIn(name, builtin.values())

    def test_is_varied(self):
        rays = [document["cost"]["rays"] / (16 * 16) for document in self.runs.values()]
        self.assertLess(min(rays), 1.3, "no scene that is nearly empty")
        self.assertGreater(max(rays), 5, "no scene with long paths")


if __name__ == "__main__":
    unittest.main()
