#!/usr/bin/env python3
"""Whether everything that is not a cost is the same bytes: with any number of threads, in any locale, working folder
and time zone, with memory that nobody cleared full of rubbish. With TEST_ALL in the environment each of these alone,
and as gcc and clang compile the program at every level of optimisation, some minutes for each build.

    numbers.py SOURCE PROGRAM

Differences are printed, one a line; the exit status is 1 if there are any."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FRAME = "-W 48 -H 32 -s 1 -q"
# Commands, whose standard output and files o.* are compared; the scene and the GPU of the last have fractions, which
# a locale may write with a comma.
COMMANDS = [
    f"predict weekend -g mobile_soc {FRAME} --stats --json",
    f"predict blob -g tiny {FRAME} --sample groups --percent 40 --json",
    f"predict cornell -g rtx2060 {FRAME} --sample windows --model approximate --json",
    f"models lonely saxpy -g tiny {FRAME} --json",
    "run matmul --size 64 -g h100:sms=4,memory_partitions=8 --isa ptxas -q --json",
    "run nbody --size 256 -g tiny -q --json",
    f"render weekend {FRAME} -o o.png",
    f"heatmap weekend -g tiny {FRAME} -o o.heat.png",
    "microbench -g tiny --only latency -q --json",
    f"simulate own.obj -g ./own.cfg {FRAME} --json",
]
OBJ = """v -1.25 -0.5 0.125
v 1.375 -0.75 0.25
v 0.5 1.0625 -0.375
v 0.1 0.2 1.7
f 1 2 3
f 1 2 4
f 2 3 4
f 1 3 4
"""
CFG = 'title = "own"; base = "tiny"; inherited = "as tiny"; core_MHz = (812.5, "assumed", "a fraction");\n'
COST = re.compile(r'.*"(?:\w*(?:cpu|wall)_s|\w*rss\w*|faster\w*|speedup\w*|threads)".*')
LOCALES = ["de_DE", "tr_TR"]
BUILDS = [(compiler, level) for compiler in ("gcc", "clang") for level in ("-O0", "-O1", "-O2", "-O3")]


def outputs(program, folder, threads="2", **environment):
    """Each command's output without costs, and its files."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "own.obj").write_text(OBJ)
    (folder / "own.cfg").write_text(CFG)
    found = {}
    for words in COMMANDS:
        taking = [] if words.startswith("microbench") else ["-t", threads]
        done = subprocess.run([program, *words.split(), *taking], cwd=folder, capture_output=True, text=True,
                              env={**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), **environment})
        if done.returncode:
            sys.exit(f"diorama {words}: {done.returncode}: {done.stderr}")
        kept = "\n".join(line for line in done.stdout.splitlines() if not COST.fullmatch(line)).encode()
        for file in sorted(folder.glob("o.*")):
            kept += file.read_bytes()
            file.unlink()
        found[words] = kept
    return found


def locales(folder):
    """Locales that write 0,5, and lower I otherwise, where the system can make them."""
    made = []
    folder.mkdir(parents=True)
    for name in LOCALES:
        done = shutil.which("localedef") and subprocess.run(
            ["localedef", "-i", name, "-f", "UTF-8", folder / f"{name}.UTF-8"], capture_output=True)
        if done and (folder / f"{name}.UTF-8").exists():
            made.append(f"{name}.UTF-8")
    return made


def build(source, folder, compiler, level):
    """The program of a compiler at a level; NULL where that compiler is missing."""
    if not shutil.which(compiler):
        return None
    for words in (["cmake", "-S", source, "-B", folder, "-G", "Ninja", f"-DCMAKE_C_COMPILER={compiler}",
                   "-DCMAKE_BUILD_TYPE=RelWithDebInfo", f"-DCMAKE_C_FLAGS_RELWITHDEBINFO={level}"],
                  ["cmake", "--build", folder, "--target", "diorama_program"]):
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"numbers: {compiler} {level}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return folder / "diorama"


def variants(source, program, scratch):
    """Each way to run: its name, and the outputs."""
    made = locales(scratch / "locales")
    if not made:
        print("numbers: no localedef, so no locale but C", file=sys.stderr)
    speech = {"LOCPATH": str(scratch / "locales"), "LC_ALL": (made or ["C"])[0]}
    place = {"TZ": "Asia/Kathmandu", "HOME": "/nowhere", "COLUMNS": "40", "MALLOC_PERTURB_": "90"}
    folder = scratch / "a folder" / "größer"
    if "TEST_ALL" not in os.environ:
        yield "16 threads, a locale, another folder", outputs(program, folder, "16", **speech, **place)
        return
    for threads in ("1", "3", "16"):
        yield f"{threads} threads", outputs(program, scratch / "run", threads)
    for name in made:
        yield name, outputs(program, scratch / "run", **{**speech, "LC_ALL": name})
    yield "another folder", outputs(program, folder, **place)
    for compiler, level in BUILDS:
        other = build(source, scratch / "build", compiler, level)
        if other:
            yield f"{compiler} {level}", outputs(other, scratch / "run")
        shutil.rmtree(scratch / "build", ignore_errors=True)


def difference(one, other):
    """The first lines that differ."""
    for a, b in zip(one.splitlines(), other.splitlines()):
        if a != b:
            return f"{a[:120]!r} and {b[:120]!r}"
    return "one is longer"


def main():
    source, program = (os.path.abspath(path) for path in sys.argv[1:3])
    scratch = Path(tempfile.mkdtemp(prefix="diorama-numbers-"))
    expected = outputs(program, scratch / "run")
    ways = found = 0
    for name, is_ in variants(source, program, scratch):
        ways += 1
        for words, value in is_.items():
            if value != expected[words]:
                found += 1
                print(f"{name}: diorama {words}: {difference(expected[words], value)}", flush=True)
    shutil.rmtree(scratch)
    print(f"{ways} ways, {found} differences")
    sys.exit(found > 0)


if __name__ == "__main__":
    main()
