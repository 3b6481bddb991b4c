#!/usr/bin/env python3
"""The figures of docs/cluster.md, measured on this machine; by hand, and with nothing else running.

    measure.py PROGRAM balance               processor time of 20 shards of 300 mixed points
    measure.py PROGRAM throughput            1,000 short points on 2 nodes of a core each, against sweep on 2 cores
    measure.py PROGRAM disturbances [N]      points lost or doubled over N random kills, drains and cancellations
    measure.py PROGRAM merge [FOLDER]        1,000 files of 1,000 results each into one, and 100 of them; takes 18 GB in
                                             FOLDER, which is removed
    measure.py PROGRAM status [FOLDER]       --status over 1,000 shards of 1,000 results
"""
import ctypes
import json
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import cluster
import slurm

MIXED = ("lonely rigging weekend cornell atrium -g tiny -g mobile_soc -g rtx2060 -W 48,96 -H 48 -s 1 "
         "-p 10:100:10 -x linear -q").split()
SHORT = "lonely rigging -g tiny -W 64 -H 64 -s 1 -p 1:100:1 --seed 1:5:1 -x linear -q".split()


def cpu_s():
    r = resource.getrusage(resource.RUSAGE_CHILDREN)
    return r.ru_utime + r.ru_stime


def balance(program):
    with tempfile.TemporaryDirectory() as folder:
        times = []
        for i in range(1, 21):
            before = cpu_s()
            subprocess.run([program, "sweep", *MIXED, "-o", "r.db", "--shard", f"{i}/20", "-t", "1"],
                           cwd=folder, check=True, capture_output=True)
            times.append(cpu_s() - before)
        mean = sum(times) / len(times)
        print(f"mean {mean:.2f} s, largest {max(times):.2f} s, least {min(times):.2f} s, "
              f"largest over mean {max(times) / mean:.3f}", flush=True)


def throughput(program):
    run = slurm.Run(program, nodes=2, cores=1)
    try:
        begin = time.monotonic()
        run.diorama("sweep", *SHORT, "-t", "2", "-o", "alone.db")
        alone = time.monotonic() - begin
        begin = time.monotonic()
        run.diorama("sweep", *SHORT, "-o", "r.db", "--submit", "slurm", "--tasks", "2")
        while True:
            status = json.loads(run.diorama("sweep", "--status", "r.db", "--json").stdout)
            if status[1]["runs_done"] == 1000:
                break
            time.sleep(0.2)
        there = time.monotonic() - begin
        print(f"sweep on 2 cores {alone:.1f} s, 2 nodes {there:.1f} s: {alone / there:.3f} of the throughput")
    finally:
        run.cluster.stop()


def results_of(run):
    """(runs that no file has done, runs that two files have done)."""
    done = {}
    for path in run.folder.glob("r.db.shards/*-of-*.db"):
        db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        for key, in db.execute("SELECT key FROM result WHERE state = 'done'"):
            done[key] = done.get(key, 0) + 1
    return done


def disturb_once(run, rng, undrain):
    c = run.cluster
    kind = rng.choice(["program", "worker", "drain", "cancel", "slurmd"])
    if kind in ("program", "worker"):
        steps = [p for p in c.steps() if b"--shard" in Path(f"/proc/{p}/cmdline").read_bytes()]
        if not steps:
            return None
        os.kill(rng.choice(steps), signal.SIGKILL)
    elif kind == "drain":
        node = rng.choice(c.nodes)
        c.run("scontrol", "update", f"nodename={node}", "state=drain", "reason=test", check=False)
        undrain.append(node)
    elif kind == "cancel":
        tasks = run.tasks() + run.tasks("PENDING")
        if not tasks:
            return None
        task = rng.choice(tasks)
        c.run("scancel", f"{task[5]}_{task[1]}", check=False)
    else:
        node = rng.choice(c.nodes)
        c.kill_node(node)
        c.start_node(node)
    return kind


def disturbances(program, n):
    rng = random.Random(1)
    run = slurm.Run(program)
    counts, submissions = {}, 0
    try:
        whole = run.table()
        while sum(counts.values()) < n:
            undrain = []
            for path in run.folder.glob("r.db*"):
                subprocess.run(["rm", "-rf", str(path)])
            run.submit("--tasks", str(slurm.SHARDS))
            while True:
                submissions += 1
                while run.cluster.queue():
                    time.sleep(rng.random())
                    kind = disturb_once(run, rng, undrain) if sum(counts.values()) < n else None
                    counts[kind] = counts.get(kind, 0) + 1 if kind else 0
                    counts.pop(None, None)
                    for node in undrain:
                        run.cluster.run("scontrol", "update", f"nodename={node}", "state=resume", check=False)
                    undrain.clear()
                if "shards," not in run.submit("--retry-failed"):
                    break
            run.wait_for_all()
            done = results_of(run)
            doubled = sum(k - 1 for k in done.values())
            lost = run.table("-o", "r.db") != whole
            print(f"{sum(counts.values())} disturbances {counts}, {submissions} submissions: table "
                  f"{'differs' if lost else 'the same'}, {len(done)} runs done, {doubled} doubled", flush=True)
    finally:
        run.cluster.stop()


# ---- many files ----

FILES, RESULTS = 1000, 1000
ONE = "lonely -g tiny -W 64 -H 64 -s 1 -p 20 -x linear -q -o one.db --shard 1/1".split()


class Hash(ctypes.Structure):
    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]


def hasher():
    """XXH3 of 128 bits, as keys are."""
    of = ctypes.CDLL("libxxhash.so.0").XXH3_128bits
    of.restype, of.argtypes = Hash, [ctypes.c_char_p, ctypes.c_size_t]

    def text(what):
        h = of(what.encode(), len(what.encode()))
        return f"{h.high:016x}{h.low:016x}"
    return text


def make_files(program, folder, files):
    """big.db.shards with the shards of a study that is as large as asked for: a real file of one result, with that result
    of so many inputs."""
    key_of = hasher()
    subprocess.run([program, "sweep", *ONE], cwd=folder, check=True, capture_output=True)
    there = folder / "big.db.shards"
    there.mkdir()
    template = folder / "one.db.shards/00001-of-00001.1.db"
    source = sqlite3.connect(template)
    result = source.execute("SELECT kind, inputs, state, reason, document, attempts FROM result").fetchone()
    study, scene, settings = source.execute("SELECT study, scene_key, settings FROM point").fetchone()
    source.execute("UPDATE shard SET shards = ?, points = ?, runs = ?", (files, files * RESULTS, RESULTS))
    source.execute("DELETE FROM result")
    source.execute("DELETE FROM point")
    source.commit()
    source.close()
    for i in range(files):
        path = there / f"{i + 1:05}-of-{files:05}.1.db"
        path.write_bytes(template.read_bytes())
        db = sqlite3.connect(path)
        db.execute("PRAGMA synchronous = OFF")
        db.execute("UPDATE shard SET shard = ?", (i + 1,))
        inputs = [result[1][:-1] + f',"run":{i * RESULTS + k}}}' for k in range(RESULTS)]
        keys = [key_of(text) for text in inputs]
        db.executemany("INSERT INTO result VALUES(?, ?, ?, ?, ?, ?, ?)",
                       [(k, result[0], text, *result[2:]) for k, text in zip(keys, inputs)])
        db.executemany("INSERT INTO point VALUES(?, ?, ?, NULL, ?, ?)",
                       [(study, i * RESULTS + at, k, scene, settings) for at, k in enumerate(keys)])
        db.commit()
        db.close()
    return sum(p.stat().st_size for p in there.iterdir())


def timed(*command, cwd):
    """(what it says, seconds, those of processor time, peak memory in MiB)"""
    begin = time.monotonic()
    process = subprocess.Popen(command, cwd=cwd, stdout=subprocess.PIPE, text=True)
    said = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    assert status == 0, (command, said)
    return said, time.monotonic() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def merge(program, where):
    for files in (FILES // 10, FILES):
        with tempfile.TemporaryDirectory(dir=where) as folder:
            size = make_files(program, Path(folder), files)
            said, wall, cpu, peak = timed(program, "merge", "big.db.shards", "-o", "merged.db", cwd=folder)
            assert f"{files * RESULTS} results; {files * RESULTS} points, {files * RESULTS} done" in said, said
            print(f"{files} files, {files * RESULTS} results, {size / 1e9:.2f} GB: {wall:.1f} s, {cpu:.1f} s of processor time, "
                  f"{peak:.0f} MiB", flush=True)


def status(program, where):
    with tempfile.TemporaryDirectory(dir=where) as folder:
        make_files(program, Path(folder), FILES)
        for look in ("first", "second"):
            said, wall, cpu, peak = timed(program, "sweep", "--status", "big.db", cwd=folder)
            assert f"{FILES} shards of " in said and f"{FILES} finished" in said, said
            print(f"{look} look at {FILES} shards: {wall:.2f} s, {cpu:.2f} s of processor time, {peak:.0f} MiB", flush=True)


def main():
    program = os.path.abspath(sys.argv[1])
    what = sys.argv[2]
    if what in ("throughput", "disturbances") and cluster.missing():
        sys.exit(cluster.missing())
    if what in ("merge", "status"):
        {"merge": merge, "status": status}[what](program, sys.argv[3] if len(sys.argv) > 3 else None)
    elif what == "disturbances":
        disturbances(program, int(sys.argv[3]) if len(sys.argv) > 3 else 100)
    else:
        {"balance": balance, "throughput": throughput}[what](program)


if __name__ == "__main__":
    main()
