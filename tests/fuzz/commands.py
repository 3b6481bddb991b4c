#!/usr/bin/env python3
"""Runs the program with command lines drawn from its own help, hostile values and files of the corpus.

    commands.py PROGRAM [COUNT [SEED]]     default: 40 command lines, seed 1; the same ones for the same seed

Wrong are: an exit status that is not 0, 1 or 2; a sanitizer's report; a failure without exactly one line, or whose
line is not the program's; a control character printed; a file that is not complete, or any file after status 2; more
than LONGEST_S seconds. Each is printed with its command line, its folder stays, and the exit status is 1."""
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

CORPUS = pathlib.Path(__file__).resolve().parent / "corpus"
EXAMPLES = CORPUS.parents[2] / "docs/examples"
FOLDERS = sorted({path.parent for path in EXAMPLES.rglob("*") if path.suffix in (".rgen", ".ptx")})
LONGEST_S = 100
ENDINGS = {"scene": ".scene", "gpu": ".cfg", "gpgpusim": ".config", "obj": ".obj", "ply": ".ply", "gltf": ".gltf",
           "glb": ".glb", "png": ".png", "ppm": ".ppm", "ptx": ".ptx", "kernel": ".ptx", "rdna2": ".s",
           "study": ".study", "store": ".db", "amber": ".amber", "runs": ".csv", "coords": ".coords", "jpeg": ".jpg"}
# Files and names that the value or operand of this name may be; others may come too.
OF_VALUE = {"SCENE": "scene obj ply gltf glb lonely rigging", "KERNEL": "kernel saxpy triad", "RUNS.csv": "runs",
            "RESULTS": "store", "HEATMAP": "png ppm", "PICTURE": "png ppm", "AMBER": "amber", "IN": "gpu gpgpusim tiny",
            "OUT": "out.cfg out.config", "GPU": "gpu gpgpusim tiny rtx2060 tiny:sms=1 tiny:l1d.sets=3",
            "LISTS": "coords", "FILE": "study out new", "DIR": ". new shaders shaders", "STEM": "new",
            "PAGE": "new.html", "WxH": "32x2 8x8 1x1", "X,Y,Z": "0,0,4 1,1,1", "X,Y,W,H": "0,0,8,8 1,2,3,4",
            "A:B:STEP": "0:1 0:2:2 0", "I/N": "1/2 2/2", "E[:METRIC]": "5 50:ipc", "X[,Y[,Z]]": "2 2,1 32,1,1",
            "ARGUMENT": "f32x64:iota u32:7 f32:2.5", "N|Tms[@GPU]": "4 1ms 1ms@tiny", "BYTES": "64KiB 1MiB",
            "LIST": "cycles,ipc ipc", "PATTERN": "a *", "NAME": "k a"}
HOSTILE = ["", "-1", "0", "1", "2", "7", "nan", "inf", "1e400", "4294967296", "18446744073709551616", "0x10", " 1",
           "1,2", "a" * 5000, "\x1b[31mred", "\udcff\udcfe", "%n%s", "line\nbreak", "-", "--", "tiny:sms=0",
           "tiny:sms=1e9,", ":", "=", "auto", "all", "1:2:0", "1:1000000000:1", "no/such", "\xe9", "0.5", "50",
           "100", "3"]
SMALL = {"width": "8", "height": "8", "samples": "1", "gpu": "tiny", "threads": "2", "max-depth": "2", "factor": "2"}


def read_help(program, *words):
    return subprocess.run([program, *words], capture_output=True, text=True, check=True).stdout


def read_commands(program):
    """{command: (names of its operands, {option: (value's name or '', [choices])})}"""
    found = {}
    for name in re.findall(r"^  ([a-z]\w*) ", read_help(program, "--help"), re.M):
        if name == "help":
            continue
        text = read_help(program, name, "--help", "all")
        options = {}
        entry = r"^  (?:-\w,|   ) --([\w-]+)(?: (\S+))?((?:.*\n)(?:  {10,}.*\n)*)"
        for option, value, rest in re.findall(entry, text, re.M):
            choices = re.search(r"one of: ([\w, -]+)", rest)
            options[option] = (value, choices[1].split(", ") if choices else [])
        usage = re.search(r"Usage: diorama \S+ \[OPTION\]\.\.\. ?(.*)", text)[1]
        found[name] = ([operand.strip("[].") for operand in usage.split()], options)
    return found


class Drawing:
    """Draws command lines and puts the files that they name into a folder."""

    def __init__(self, seed, folder):
        self.draw, self.folder = random.Random(seed), folder

    def damage(self, source, path):
        data = bytearray(source.read_bytes())
        for _ in range(self.draw.choice([0, 0, 0, 1, 3]) if data else 0):
            data[self.draw.randrange(len(data))] = self.draw.randrange(256)
        path.write_bytes(data)

    def file_of(self, target):
        name = f"{target}{self.draw.randrange(3)}{ENDINGS[target]}"
        self.damage(self.draw.choice(sorted((CORPUS / target).iterdir())), self.folder / name)
        return name

    def shaders(self):
        """A folder of shaders, of which one file may be damaged."""
        source, to = self.draw.choice(FOLDERS), self.folder / "shaders"
        shutil.copytree(source, to, dirs_exist_ok=True)
        one = self.draw.choice(sorted(path for path in source.rglob("*") if path.is_file()))
        self.damage(one, to / one.relative_to(source))
        return "shaders"

    def value(self, kind, choices):
        if self.draw.random() < 0.15:
            return self.draw.choice(HOSTILE)
        known = [word for part in re.split(r"[|.]{1,3}", kind) for word in OF_VALUE.get(part, "").split()]
        word = self.draw.choice(choices or known or OF_VALUE.get(kind, "").split() or HOSTILE)
        return self.file_of(word) if word in ENDINGS else self.shaders() if word == "shaders" else word

    def command_line(self, commands):
        name = self.draw.choice(sorted(commands))
        operands, options = commands[name]
        words = [name, "--quiet"] if "quiet" in options else [name]
        for option in self.draw.sample(sorted(options), self.draw.randrange(min(6, len(options)))):
            if option in ("help", "version") and self.draw.random() < 0.9:
                continue
            kind, choices = options[option]
            words += [f"--{option}"] + ([self.value(kind, choices)] if kind else [])
        for operand in operands if self.draw.random() < 0.95 else []:
            words.append(self.value(operand, []))
        # Of options that are given twice the last counts, so that runs stay short.
        words += [f"--{option}={value}" for option, value in SMALL.items()
                  if option in options and not (option == "gpu" and self.draw.random() < 0.5)]
        if name == "microbench":
            words += ["--only", self.draw.choice(["nothing", "latency.fp_add", "launch"])]
        return [word.replace("\0", "") for word in words]


def left_over(folder):
    made = [p for p in folder.rglob("*") if p.name.startswith(".diorama.") or p.name.endswith((".making", "-journal"))]
    return made + list((folder / "tmp").iterdir())


def judge(program, words, folder):
    (folder / "tmp").mkdir()
    before = set(folder.rglob("*"))
    environment = dict(os.environ, TMPDIR=str(folder / "tmp"), HOME=str(folder), XDG_CACHE_HOME=str(folder),
                       ASAN_OPTIONS="exitcode=99", UBSAN_OPTIONS="exitcode=99", OMP_NUM_THREADS="2")
    try:
        done = subprocess.run([program, *words], cwd=folder, env=environment, stdin=subprocess.DEVNULL, check=False,
                              capture_output=True, text=True, errors="surrogateescape", timeout=LONGEST_S)
    except subprocess.TimeoutExpired:
        return ["takes too long"]
    wrong = []
    lines = [line for line in done.stderr.splitlines(True) if not line.startswith("diorama: warning: ")]
    if done.returncode not in (0, 1, 2):
        wrong.append(f"exit status {done.returncode}")
    if "Sanitizer" in done.stderr or "runtime error" in done.stderr:
        wrong.append("a sanitizer reports")
    if done.returncode != 0 and (len(lines) != 1 or not re.match("diorama: .*\n$", lines[0])):
        wrong.append("not one line")
    if re.search(r"[\0-\x08\x0b-\x1f\x7f]", done.stderr + done.stdout):
        wrong.append("prints a control character")
    wrong += [f"leaves {path.name}" for path in left_over(folder)]
    if done.returncode == 2:
        wrong += [f"leaves {path.name}" for path in set(folder.rglob("*")) - before]
    return [f"{text}: {done.stderr[-2000:]!r}" for text in wrong]


def main(program, count=40, seed=1):
    commands = read_commands(program)
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="diorama-commands-"))
    found = 0
    for number in range(count):
        folder = scratch / str(number)
        folder.mkdir()
        words = Drawing(f"{seed} {number}", folder).command_line(commands)
        for text in judge(program, words, folder):
            found += 1
            print(f"{folder}: diorama {' '.join(map(ascii, words))[:1000]}\n    {text}", flush=True)
            break
        else:
            shutil.rmtree(folder)
    if not found:
        scratch.rmdir()
    print(f"{count} command lines, {found} wrong")
    return found > 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1]), *map(int, sys.argv[2:])))
