#!/usr/bin/env python3
"""A study on a Slurm cluster of three nodes, with everything that happens to one: a node's daemon and a
task are killed, a node is drained, a task is cancelled; what is left is submitted again, and the merged
table is that of one machine but for costs.

    slurm.py PROGRAM
"""
import csv
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import cluster

STUDY = """title = "Shards";
reference = true;
settings = { scene = ["lonely", "rigging"]; gpu = "tiny"; width = 128; height = 128; samples = 2;
             percent = "10:90:10"; extrapolate = "linear"; };
"""
POINTS = 18
SHARDS = 6


class Run:
    def __init__(self, program, nodes=3, cores=1):
        self.program = program
        self.cluster = cluster.Cluster(nodes, cores)
        self.folder = self.cluster.folder / "work"
        self.folder.mkdir()
        (self.folder / "shards.study").write_text(STUDY)

    def diorama(self, *words, status=0, **environment):
        done = subprocess.run([self.program, *words], cwd=self.folder, capture_output=True, text=True,
                              env=dict(self.cluster.environment, OMP_NUM_THREADS="1", **environment))
        assert status is None or done.returncode == status, f"{words}: {done.returncode}\n{done.stdout}{done.stderr}"
        return done

    def submit(self, *words):
        return self.diorama("sweep", "--study", "shards.study", "-o", "r.db", "-q", "--submit", "slurm", *words).stdout

    def tasks(self, state="RUNNING"):
        return [t for t in self.cluster.queue() if t[2] == state and t[1] != "N/A"]

    def wait_for_all(self, seconds=300):
        self.cluster.wait_for(lambda: not self.cluster.queue(), seconds, "end of the jobs")

    def table(self, *words):
        """The rows without what is measured."""
        rows = list(csv.reader(io.StringIO(self.diorama("sweep", "--study", "shards.study", "-q", *words).stdout)))
        n = rows[0].index("speedup")
        return [row[:n] for row in rows]

    def processes(self, shard):
        """Of a task: the program, not its children."""
        found = []
        for pid in self.cluster.steps():
            try:
                words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
                parent = int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
                above = Path(f"/proc/{parent}/cmdline").read_bytes().split(b"\0")
            except (OSError, ValueError):
                continue
            if b"--shard" in words and f"{shard}/{SHARDS}".encode() in words and above[:1] != words[:1]:
                found.append(pid)
        return found

    def attempts(self):
        return len(list(self.folder.glob("r.db.shards/*-of-*.db")))


def check_bad_input(run):
    """An sbatch that refuses, and none at all."""
    said = run.diorama("sweep", "--study", "shards.study", "-o", "no.db", "-q", "--submit", "slurm", "--tasks", "2",
                       "--sbatch=--partition=nowhere", status=1).stderr
    assert "Slurm refuses the job" in said and "partition" in said and said.count("\n") == 1, said
    said = run.diorama("sweep", "--study", "shards.study", "-o", "no.db", "-q", "--submit", "slurm", "--tasks", "2",
                       status=1, PATH="/nowhere").stderr
    assert "sbatch cannot be run" in said and said.count("\n") == 1, said
    dry = run.diorama("sweep", "--study", "shards.study", "-o", "dry.db", "--submit", "slurm", "--tasks", "3",
                      "--dry-run").stdout
    assert "#SBATCH --array=1-3" in dry and not list(run.folder.glob("dry*")), dry


def check_names(run, whole):
    """What Slurm reads in quotes, and would replace: the logs lie where they are to, and the study runs."""
    results = "it's 100%a of \"all\" $(false).db"
    run.diorama("sweep", "--study", "shards.study", "-o", results, "-q", "--submit", "slurm", "--tasks", "2")
    run.wait_for_all()
    logs = sorted(p.name for p in run.folder.glob("it's*.shards/log-*"))
    assert logs == ["log-1.txt", "log-2.txt", "log-merge.txt"], logs
    assert run.table("-o", results) == whole, "the table differs"


def disturb(run):
    """Everything at once, while tasks run."""
    c = run.cluster
    c.wait_for(lambda: len(run.tasks()) == 3 and run.attempts() >= 3, 60, "three tasks that run")
    time.sleep(1)
    job, index, _, node, _, array = run.tasks()[0]
    killed = run.processes(int(index))
    assert killed, "no process of the task"
    os.kill(killed[0], signal.SIGKILL)
    print(f"task {index} on {node}: SIGKILL")
    told = run.tasks()[1]
    # scancel tries again and again to signal a task that is being queued again: it is left to itself.
    c.start("scancel", ["scancel", "--batch", "--signal=USR1", told[0]])
    print(f"task {told[1]}: told that its time ends")
    other = [n for n in c.nodes if n not in (node, told[3])] + [told[3]]
    c.kill_node(other[0])
    print(f"slurmd of {other[0]}: SIGKILL")
    c.run("scontrol", "update", f"nodename={other[1]}", "state=drain", "reason=test")
    print(f"{other[1]}: drained")
    pending = run.tasks("PENDING")
    if pending:
        c.run("scancel", f"{pending[-1][5]}_{pending[-1][1]}")
        print(f"task {pending[-1][1]}: cancelled")
    time.sleep(3)
    print(run.diorama("sweep", "--status", "r.db").stdout, end="")
    c.run("scontrol", "update", f"nodename={other[1]}", "state=resume")
    c.start_node(other[0])
    return int(told[1])


def skew_clocks(run):
    """As if other machines, whose clocks are hours off, had written the files."""
    for n, path in enumerate(run.folder.glob("r.db.shards/*")):
        hours = 36000 if n % 2 else -36000
        os.utime(path, (time.time() + hours, time.time() + hours))


def main():
    reason = cluster.missing()
    if reason:
        print(reason, file=sys.stderr)
        sys.exit(77)
    run = Run(os.path.abspath(sys.argv[1]))
    try:
        check_bad_input(run)
        whole = run.table()
        assert len(whole) == POINTS + 1 and all(row[whole[0].index("state")] == "done" for row in whole[1:])
        check_names(run, whole)
        print(run.submit("--tasks", str(SHARDS)), end="")
        told = disturb(run)
        run.wait_for_all()
        log = (run.folder / f"r.db.shards/log-{told}.txt").read_text()
        assert "the same command goes on" in log and "missing; r.db.shards" in log, log
        status = run.diorama("sweep", "--status", "r.db").stdout
        print(status, end="")
        assert f"{SHARDS} shards of shards" in status and "slurm, job" in status, status
        skew_clocks(run)
        print(run.submit(), end="")
        run.wait_for_all()
        status = json.loads(run.diorama("sweep", "--status", "r.db", "--json").stdout)
        assert status[0]["done"] == POINTS and status[0]["missing"] == 0, status
        assert status[1]["shards_finished"] == SHARDS, status
        assert run.table("-o", "r.db") == whole, "the merged table differs"
        assert (run.folder / "r.db.html").exists(), "no page"
        said = run.submit()
        assert "shards," not in said, said
        print("merged table: the same")
    except BaseException:
        print(run.cluster.logs(), file=sys.stderr)
        for log in sorted(run.folder.glob("r.db.shards/log-*")):
            print("---", log.name, "\n" + log.read_text()[-1000:], file=sys.stderr)
        raise
    finally:
        run.cluster.stop()


if __name__ == "__main__":
    main()
