"""Runs of the program and the folder that keeps them: references by content, predictions by program."""

import dataclasses
import json
import os
import pathlib
import platform
import shutil
import subprocess

from content import Contents, digest


class RunFailed(Exception):
    pass


class NotKept(Exception):
    """The run was not made before, and none may be made."""


def host():
    """What measured a time: times of two hosts do not compare."""
    try:
        for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


class Laboratory:
    """`limit`: seconds a reference may take, None for any. `only_kept`: make no new reference. `again`: make each
    once more, for its time."""

    def __init__(self, program, cache, contents=None, limit=None, only_kept=False, again=False):
        self.program = str(program)
        self.cache = pathlib.Path(cache)
        self.contents = contents or Contents()
        self.limit = limit
        self.only_kept = only_kept
        self.again = again
        for kind in ("references", "predictions"):
            (self.cache / kind).mkdir(parents=True, exist_ok=True)

    def inputs(self, frame):
        c = self.contents
        return [c.model(), c.scene(frame.scene), c.gpu(frame.gpu), c.shader(frame.shader)]

    def path_of_reference(self, frame):
        return self.cache / "references" / f"{frame.name()}-{digest(*self.inputs(frame), *frame.values())[:16]}.json"

    def reference(self, frame):
        """The document of `simulate`."""
        path = self.path_of_reference(frame)
        if self.only_kept and not path.exists():
            raise NotKept(frame.name())
        if self.again:
            path.unlink(missing_ok=True)
        return self.keep(path, ["simulate", *frame.arguments()], self.limit)

    def repeated(self, frame, runs):
        """The document of `simulate --repeat RUNS`."""
        path = self.path_of_reference(frame).with_suffix(f".repeat{runs}.json")
        if self.only_kept and not path.exists():
            raise NotKept(frame.name())
        return self.keep(path, ["simulate", *frame.arguments(), "--repeat", str(runs)], self.limit)

    def comparison(self, of, options=()):
        """The document of `compare` of frames that differ in their GPU."""
        gpus = [word for frame in of for word in ("--gpu", frame.gpu)]
        scene, *rest = dataclasses.replace(of[0], gpu="").arguments()
        rest = rest[2:]
        key = digest(self.contents.program(self.program), *(part for frame in of for part in self.inputs(frame)), *gpus, *rest, *options)
        return self.keep(self.cache / "predictions" / f"compare-{key}.json", ["compare", scene, *gpus, *rest, *options])

    def prediction(self, frame, options):
        """The document of `predict` with these options, a list."""
        key = digest(self.contents.program(self.program), *self.inputs(frame), *frame.arguments()[1:], *options)
        return self.keep(self.cache / "predictions" / f"{key}.json", ["predict", *frame.arguments(), *options])

    def keep(self, path, arguments, limit=None):
        if path.exists():
            return json.loads(path.read_text())
        document = self.run([*arguments, "--json", "--quiet", "--threads", "1"], limit)
        document["host"] = host()
        write_whole(path, json.dumps(document))
        return document

    def run(self, arguments, limit=None):
        command = [self.program, *arguments]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=limit)
        except subprocess.TimeoutExpired as late:
            raise RunFailed(f"{' '.join(command)}: not done after {limit:g} s") from late
        if done.returncode != 0:
            raise RunFailed(f"{' '.join(command)}: {done.stderr.strip()}")
        return json.loads(done.stdout)

    def take(self, document, frame):
        """Keeps a reference that was made elsewhere. False where its inputs are not ours: a frame of one
        row is simulated for the program's own hashes of them."""
        path = self.path_of_reference(frame)
        if path.exists():
            return True
        probe = self.probe(frame)
        if any(document["inputs"][name] != probe["inputs"][name] for name in ("scene", "gpu", "shader")):
            return False
        write_whole(path, json.dumps({"host": host(), **document}))
        return True

    def probe(self, frame):
        key = ("probe", frame.scene, frame.gpu, frame.shader)
        return self.contents.once(key, lambda: self.run(
            ["simulate", frame.scene, "--gpu", frame.gpu, "--shader", frame.shader, "--width", "1", "--height", "1",
             "--samples", "1", "--json", "--quiet"]))


def write_whole(path, text):
    """The old file or the whole new one."""
    part = path.with_suffix(f".{os.getpid()}.part")
    part.write_text(text)
    shutil.move(part, path)
