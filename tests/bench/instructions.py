#!/usr/bin/env python3
"""The host's instructions for three small frames, counted by callgrind, against the counts kept beside this: exact where
times of a shared machine are not. Another compiler, or none of the widest vectors, counts otherwise, so
the test is skipped (77) there, as without valgrind.

    instructions.py PROGRAM            the optimised program (preset release): fails where a count moved by more than
                                       2 %; where it fell, the kept counts want to be made again
    instructions.py PROGRAM --update   keeps what is counted now

What is counted: the run of the cycle model, that of the approximate model, and of the latter the steps of warps (functional
execution alone). Prints all three divided by warp instructions as well."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

KEPT = pathlib.Path(__file__).with_name("instructions.json")
MOST = 0.02
STEP = "context_step"
FRAMES = {"weekend": ("mobile_soc", 64, 16), "atrium": ("rtx2060", 32, 32), "park": ("rtx2060", 16, 16)}
MODELS = {"cycle": "gpu_simulate", "approximate": "approximate_gpu_simulate"}


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def machine(program):
    """What the counts depend on besides the sources."""
    built = subprocess.run(["readelf", "-p", ".comment", program], capture_output=True, text=True).stdout
    compilers = sorted(set(re.findall(r"\]\s+(.*)", built)))
    wide = " avx2 " in pathlib.Path("/proc/cpuinfo").read_text().replace("\n", " ")
    return {"compiler": "; ".join(compilers), "avx2": wide}


def collected(lines):
    """Of a profile: all instructions, and of the calls of STEP the instructions and how many there were."""
    names, total, inside, calls, callee, counted = {}, 0, 0, 0, None, 0
    for line in lines:
        if line.startswith("cfn="):
            number, name = re.match(r"cfn=(\(\d+\))(?: (.*))?", line).groups()
            callee = names.setdefault(number, name)
        elif line.startswith("fn="):
            number, name = re.match(r"fn=(\(\d+\))(?: (.*))?", line).groups()
            names.setdefault(number, name)
        elif line.startswith("calls="):
            counted = int(line[len("calls="):].split()[0])
        elif counted and line[:1] in "0123456789+-*":
            if callee == STEP:
                inside += int(line.split()[1])
                calls += counted
            counted = 0
        elif line.startswith("totals:"):
            total = int(line.split()[1])
    return total, inside, calls


def run(program, scene, model):
    """Counts of one frame under one model."""
    gpu, width, height = FRAMES[scene]
    with tempfile.TemporaryDirectory() as folder:
        profile = pathlib.Path(folder) / "profile"
        subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", "--dump-instr=no",
                        f"--toggle-collect={MODELS[model]}", program, "simulate", scene, "--model", model,
                        "-g", gpu, "-W", str(width), "-H", str(height), "-t", "1", "-q"],
                       check=True, capture_output=True)
        return collected(profile.read_text().splitlines())


def count(program):
    counts = {}
    for scene in FRAMES:
        cycle, _, _ = run(program, scene, "cycle")
        approximate, functional, steps = run(program, scene, "approximate")
        if not (cycle and functional and steps):
            sys.exit(f"instructions: nothing collected in {', '.join(MODELS.values())} or {STEP}: other names now?")
        counts[scene] = {"cycle": cycle, "approximate": approximate, "functional": functional, "warp_instructions": steps}
    return counts


def table(counts, kept):
    """Prints the counts; those that moved by more than MOST, as (text, whether it rose)."""
    moved = []
    print(f"{'frame':<10}{'what':<12}{'millions':>10}{'per warp instruction':>22}{'against kept':>14}")
    for scene, figures in counts.items():
        for what in ("cycle", "approximate", "functional"):
            now, steps = figures[what], figures["warp_instructions"]
            before = kept.get(scene, {}).get(what)
            ratio = now / before if before else 1.0
            print(f"{scene:<10}{what:<12}{now / 1e6:>10.1f}{now / steps:>22.0f}{ratio:>14.4f}")
            if abs(ratio - 1) > MOST:
                moved.append((f"{scene}, {what}: {ratio:.4f} times the kept count", ratio > 1))
    return moved


def main():
    program, update = sys.argv[1], sys.argv[2:] == ["--update"]
    if not shutil.which("valgrind"):
        print("valgrind is missing (scripts/bootstrap --all)")
        sys.exit(int(os.environ.get("TEST_NO_TOOL", 77)))
    here = machine(program)
    kept = json.loads(KEPT.read_text())
    if not update and here != kept["machine"]:
        skip(f"the kept counts are of {kept['machine']}, this is {here}")
    counts = count(program)
    moved = table(counts, kept["frames"])
    if update:
        KEPT.write_text(json.dumps({"machine": here, "frames": counts}, indent=2) + "\n")
        return 0
    for text, rose in moved:
        print(f"{text}: {'a change made this slower' if rose else 'keep it: instructions.py PROGRAM --update'}")
    return 1 if moved else 0


if __name__ == "__main__":
    sys.exit(main())
