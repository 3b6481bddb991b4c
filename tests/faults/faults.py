#!/usr/bin/env python3
"""Small runs of the program in which one system call or allocation fails, at every point; and what is left.

    faults.py PROGRAM FAULT ALLOCATION [COMMAND...]

FAULT is the program of tests/faults/fault.c, ALLOCATION the library of allocation.c, by which allocations fail in the
same way. With TEST_ALL in the environment every call of every kind fails once, in hours, and the first and the last
allocation of every stack of callers; without it one call of every other kind, and three allocations, in each command.
After each: the exit status, one line of message where that is not 0 and the undisturbed results where it is, no
temporary file, a store that opens and is whole, and the undisturbed results when the same command runs again. Faults
found are printed, one a line; the exit status is 1 if there are any."""
import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

KINDS = [("openat", "EMFILE"), ("openat", "EROFS"), ("read,pread64", "EIO"), ("write,writev", "ENOSPC"),
         ("write,pwrite64", "short"), ("pwrite64", "EIO"), ("rename,link,linkat", "EACCES"), ("fsync,fdatasync", "EIO"),
         ("mmap", "ENOMEM"), ("clone,clone3,fork", "EAGAIN"), ("socketpair,pipe2,memfd_create,fcntl", "EMFILE"),
         ("unlink,mkdir,ftruncate", "EACCES"), ("write,pwrite64,rename,linkat,unlink", "SIGKILL"),
         ("write,pwrite64,read,openat", "SIGTERM"), ("allocation", "ENOMEM")]
FRAME = "-g tiny -W 16 -H 16 -s 1 -t 2 -q"
SWEEP = f"sweep lonely rigging {FRAME} -p 50 -x linear"
# For each command: its words, files made beforehand by other commands, and files it makes.
COMMANDS = {
    "render": (f"render lonely {FRAME} -o o.png", [], ["o.png"]),
    "predict": (f"predict lonely {FRAME} --sample groups --cache kept --keep p", [], ["p/prediction.json"]),
    "sweep": (f"{SWEEP} -o r.db", [], ["r.db"]),
    "merge": ("merge r.db", [f"{SWEEP} -o r.db --shard 1/2", f"{SWEEP} -o r.db --shard 2/2", "merge r.db"], ["r.db"]),
    "compare": (f"compare lonely {FRAME} -g tiny:sms=1 -o r.db", [], ["r.db"]),
    "report": ("report r.db -o r.html", [f"{SWEEP} -o r.db"], ["r.html"]),
}
COST = ("cpu_s", "wall_s", "peak_rss", "speedup")  # columns and members that differ from run to run


def run(words, folder, prefix=(), **more):
    environment = dict(os.environ, TMPDIR=str(folder / "tmp"), OMP_NUM_THREADS="2", **more)
    environment.pop("MALLOC_PERTURB_", None)
    try:
        done = subprocess.run([*prefix, PROGRAM, *words.split()], cwd=folder, env=environment, timeout=120,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
    except subprocess.TimeoutExpired:
        return None, "", ""
    return done.returncode, done.stdout, done.stderr


def run_failing(words, folder, calls, n, how):
    """Makes the n-th fail; n = 0: none, and returns the numbers of those that can, None where no call can."""
    counted = folder / "tmp" / "count"
    if calls == "allocation":
        which = {"FAULT_ALLOCATION": str(n)} if n else {"FAULT_PLACES": str(counted)}
        result = run(words, folder, LD_PRELOAD=ALLOCATION, **which)
    else:
        result = run(words, folder, (FAULT, "-c", str(counted), "-s", calls, "-n", str(n), "-m", how))
    written = [int(line) for line in counted.read_text().split()] if counted.exists() else None
    counted.unlink(missing_ok=True)
    if n or written is None:
        return result if n else None
    return sorted(set(written)) if calls == "allocation" else range(1, written[0] + 1)


def stored(path):
    """The points in a file of results and what was found for each; raises where SQLite finds damage."""
    db = sqlite3.connect(path)
    check = db.execute("PRAGMA integrity_check").fetchone()[0]
    if check != "ok":
        raise sqlite3.DatabaseError(check)
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'point'").fetchone():  # ended before there were tables
        return []
    rows = db.execute("SELECT p.position, p.settings, r.kind, r.state, json_extract(r.document, '$.metrics') FROM point p"
                      " LEFT JOIN result r ON r.key = p.key ORDER BY p.study, p.position").fetchall()
    db.close()
    return rows


def content(folder, name):
    path = folder / name
    if not path.exists():
        return None
    if name.endswith(".db"):
        return stored(path)
    text = path.read_bytes()
    if name.endswith(".json"):
        return [line for line in text.splitlines() if not any(word.encode() in line for word in COST)]
    return text


def table(out):
    """Standard output without the columns of costs."""
    lines = [line.split(",") for line in out.splitlines()]
    if not lines or not any(word in cell for cell in lines[0] for word in COST):
        return out
    kept = [i for i, cell in enumerate(lines[0]) if not any(word in cell for word in COST)]
    return [[line[i] for i in kept if i < len(line)] for line in lines]


def prepare(folder, before):
    (folder / "tmp").mkdir(parents=True)
    for words in before:
        status, _, err = run(words, folder)
        if status != 0:
            sys.exit(f"diorama {words}: {status}: {err}")


def left_over(folder):
    made = [p for p in folder.rglob("*") if p.name.startswith(".diorama.") or p.name.endswith((".making", "-journal"))]
    return made + list((folder / "tmp").iterdir())


def faults_of(folder, words, files, calls, how, good, result):
    """What is wrong after a run that ended as `result`; then the same command again."""
    status, out, err = result
    unlinks = calls.startswith("unlink")  # a file that cannot be removed stays
    # What ends in libraries: a thread that could be started before (threads.h), an allocation of their own.
    aborted = calls.startswith(("clone", "mmap", "allocation")) and (status in (134, -6) or "libgomp: " in err)
    deadly = how.startswith("SIG")
    if status is None:
        return ["hangs"]
    wrong = []
    if status == 0:
        if (table(out), [content(folder, f) for f in files]) not in good:
            wrong.append("succeeds with other results")
    elif deadly and status in (137, 143, 130):
        pass
    elif status not in (1, 2, 3) and not aborted:
        wrong.append(f"exit status {status}")
    if calls.startswith("clone") or "std::bad_alloc" in err:  # of a library in a worker
        err = "".join(line for line in err.splitlines(True) if line.startswith("diorama: "))
    err = "".join(line for line in err.splitlines(True) if not line.startswith("diorama: warning: "))
    if not deadly and not aborted and status != 0 and (err.count("\n") != 1 or not err.startswith("diorama: ")):
        wrong.append(f"not one line: {err[:200]!r}")
    # What a signal or a library's end leaves is removed by the next run: SQLite needs its journal to repair the file.
    if not (deadly or aborted or unlinks) and left_over(folder):
        wrong.append(f"leaves {left_over(folder)[0].name}")
    for name in files:
        if name.endswith(".db") and (folder / name).exists() and (folder / name).stat().st_size:
            try:
                content(folder, name)
            except sqlite3.DatabaseError as error:
                wrong.append(f"{name}: {error}")
    status, out, err = run(words + (" --retry-failed" if words.startswith(("sweep", "compare")) else ""), folder)
    if status != 0 or (table(out), [content(folder, f) for f in files]) not in good:
        wrong.append(f"again: {status} {err[:200]!r}, other results")
    if not unlinks and left_over(folder):
        wrong.append(f"again leaves {left_over(folder)[0].name}")
    return wrong


def points(name, calls, how, numbers):
    if "TEST_ALL" in os.environ:
        return numbers
    few = 3 if calls == "allocation" else 1
    drawn = [hashlib.sha256(f"{name} {calls} {how} {i}".encode()).hexdigest() for i in range(few)]
    return sorted({numbers[int(digest, 16) % len(numbers)] for digest in drawn}) if numbers else []


def fresh(folder, master):
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(master, folder)


def main():
    tried = found = 0
    scratch = Path(tempfile.mkdtemp(prefix="diorama-faults-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None))
    for name in sys.argv[4:] or COMMANDS:
        words, before, files = COMMANDS[name]
        master, folder = scratch / "master", scratch / "run"
        shutil.rmtree(master, ignore_errors=True)
        prepare(master, before)
        fresh(folder, master)
        good = []  # of the first run, and of one that finds what the first left
        for _ in range(2):
            status, out, err = run(words, folder)
            if status != 0:
                sys.exit(f"diorama {words}: {status}: {err}")
            good.append((table(out), [content(folder, f) for f in files]))
        half = KINDS[list(COMMANDS).index(name) % 2::2]
        for calls, how in [k for k in KINDS if "TEST_ALL" in os.environ or k in half or k[0] == "allocation"]:
            fresh(folder, master)
            numbers = run_failing(words, folder, calls, 0, how)
            if numbers is None:
                print("the kernel holds no calls here: skipped")
                sys.exit(77)
            for n in points(name, calls, how, numbers):
                fresh(folder, master)
                result = run_failing(words, folder, calls, n, how)
                tried += 1
                for wrong in faults_of(folder, words, files, calls, how, good, result):
                    found += 1
                    print(f"{name}: {calls} {n} {how}: {wrong}", flush=True)
    shutil.rmtree(scratch)
    print(f"{tried} system calls and allocations failed, {found} faults")
    sys.exit(found > 0)


if __name__ == "__main__":
    PROGRAM, FAULT, ALLOCATION = (os.path.abspath(path) for path in sys.argv[1:4])
    main()
