#!/usr/bin/env python3
"""What careless and hostile users do to a study on a cluster, without Slurm: a fake sbatch keeps the scripts,
and they are run as Slurm would run them.

    careless.py PROGRAM
"""
import csv
import glob
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else ""
STUDY = """title = "Shards";
settings = { scene = "lonely"; gpu = "tiny"; width = 16; height = 16; samples = 1;
             percent = "20:80:20"; extrapolate = "linear"; };
"""
POINTS = 4
MOVING = """camera = { eye = (0, 1, 6); look_at = (0, 0, 0); path = ( { frame = 10; eye = (6, 1, 0); } ); };
materials = ( { name = "m"; color = (0.5, 0.4, 0.3); } );
spheres = ( { center = (0, 0, 0); radius = 1; material = "m"; } );
"""
HOSTILE = ["my study", "it's", 'say "x"', "$(touch pwned)", "`touch pwned`", "-dash", "--help", "a;touch pwned", "ünïcödé ∞",
           "x" * 240, "#hash", "percent%a%j", "star*", "a&b|c>d", "$HOME", "~", "a\nb", "tab\there"]
SBATCH = """#!/bin/sh
n=$(ls scripts | wc -l)
cat >scripts/$n.sh
echo $((100 + n))
"""


class Careless(unittest.TestCase):
    def setUp(self):
        self.top = Path(tempfile.mkdtemp(prefix="diorama-careless-"))
        self.addCleanup(shutil.rmtree, self.top, ignore_errors=True)
        self.folder = self.top / "work"
        self.folder.mkdir()
        (self.folder / "scripts").mkdir()
        (self.top / "bin").mkdir()
        self.sbatch(SBATCH)
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith(("SLURM_", "SBATCH_"))}
        self.environment.update(PATH=f"{self.top}/bin:/usr/bin:/bin", OMP_NUM_THREADS="1")

    def sbatch(self, text):
        path = self.top / "bin/sbatch"
        path.write_text(text)
        path.chmod(0o755)

    def diorama(self, *words, status=0, before=(), **environment):
        done = subprocess.run([*before, PROGRAM, *words], cwd=self.folder, capture_output=True, text=True,
                              env=dict(self.environment, **environment))
        self.assertEqual(done.returncode, status, f"{words}:\n{done.stdout}{done.stderr}")
        return done

    def refused(self, said, *words, status=1, **how):
        err = self.diorama(*words, status=status, **how).stderr
        self.assertEqual(err.count("\n"), 1, err)
        self.assertTrue(err.startswith("diorama: "), err)
        self.assertIn(said, err)

    def study(self, name="s.study"):
        (self.folder / name).write_text(STUDY)
        return f"--study={name}"

    def rows(self, *words):
        rows = list(csv.reader(io.StringIO(self.diorama("sweep", *words, "-q").stdout)))
        n = rows[0].index("simulate_cpu_s")
        return [row[:n] for row in rows]

    def run_scripts(self):
        """As Slurm does: every index of the array, then what depends on it."""
        for path in sorted((self.folder / "scripts").glob("*.sh"), key=lambda p: int(p.stem)):
            text = path.read_text()
            for shell in ("sh", "bash"):
                self.assertEqual(subprocess.run([shell, "-n", path], capture_output=True).returncode, 0, text)
            array = re.search(r"^#SBATCH --array=(\d+)-(\d+)$", text, re.M)
            for index in range(int(array[1]), int(array[2]) + 1) if array else [None]:
                done = subprocess.run(["sh", path], cwd="/", capture_output=True, text=True, env=dict(
                    self.environment, **({"SLURM_ARRAY_TASK_ID": str(index)} if array else {})))
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr + text)
            path.unlink()

    # ---- names ----

    def check_head(self, script):
        """What sbatch reads is one word an option."""
        for line in script.splitlines():
            if line.startswith("#SBATCH"):
                self.assertRegex(line, r'^#SBATCH --[a-z-]+(=([A-Za-z0-9._@:,-]+|"([^"\\]|\\")*"))?$', script)
        self.assertLess(len(re.search(r"--job-name=(.*)", script)[1]), 120)

    def test_names_of_studies(self):
        whole = self.rows(self.study())
        for name in HOSTILE:
            with self.subTest(name=name):
                study = self.study(f"{name}.study")
                script = self.diorama("sweep", study, "-o", "r.db", "--submit", "slurm", "--tasks", "2", "--dry-run").stdout
                self.check_head(script)
                self.diorama("sweep", study, "-o", "r.db", "-q", "--submit", "slurm", "--tasks", "2")
                self.run_scripts()
                self.assertEqual(self.rows(study, "-o", "r.db"), whole)
                self.assertFalse(list(self.top.rglob("pwned")) + list(Path("/").glob("pwned")))
                for left in self.folder.glob("r.db*"):
                    shutil.rmtree(left) if left.is_dir() else left.unlink()

    def test_names_of_files_and_folders(self):
        whole = self.rows(self.study())
        for name in [n for n in HOSTILE if n.isprintable()]:
            with self.subTest(name=name):
                self.folder = self.top / "w" / name
                self.folder.mkdir(parents=True)
                (self.folder / "scripts").mkdir()
                study = self.study()
                results = f"--output={name[:150]}.db"  # what belongs to it has longer names
                self.check_head(self.diorama("sweep", study, results, "--submit", "slurm", "--tasks", "2", "--dry-run").stdout)
                self.diorama("sweep", study, results, "-q", "--submit", "slurm", "--tasks", "2")
                self.run_scripts()
                self.assertEqual(self.rows(study, results), whole)
                self.assertFalse(list(self.top.rglob("pwned")))

    def test_what_a_line_of_sbatch_cannot_say(self):
        study = self.study()
        for name in ("a\nb.db", "a\\b.db", "a\tb.db"):
            self.refused("name another file", "sweep", study, f"--output={name}", "--submit", "slurm", status=2)
        self.refused("one line of options", "sweep", study, "-o", "r.db", "--submit", "slurm",
                     "--sbatch=--exclusive\ntouch pwned", status=2)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["s.study", "scripts"])

    def test_operands_that_look_like_options(self):
        (self.folder / "-x.scene").write_text(MOVING)
        words = "-g tiny -W 16 -H 16 -s 1 -p 20,40 -x linear -q -o r.db --submit slurm --tasks 2".split()
        self.diorama("sweep", "lonely", *words, "--", "-x.scene")
        self.run_scripts()
        self.assertRegex(self.diorama("sweep", "--status", "r.db").stdout, r"\n\S+ +4 +4 +0 +0 ")

    # ---- other studies than sweeps ----

    def test_every_study_can_be_submitted(self):
        (self.folder / "runs.csv").write_text(
            "run,scene,gpu,shader,width,height,samples,max_depth,cycles\n"
            "a,lonely,tiny,path,16,4,1,3,9000\nb,rigging,tiny,ao,16,4,1,3,9000\n")
        (self.folder / "moving.scene").write_text(MOVING)
        small = "-W 16 -H 16 -s 1 -q".split()
        for words in (["compare", "lonely", "rigging", "-g", "tiny", "-g", "tiny:sms=2", *small],
                      ["predict", "moving.scene", "--frames", "0:2", "-g", "tiny", *small],
                      ["correlate", "runs.csv", "-q", "--seed", "2"]):
            with self.subTest(command=words[0]):
                whole = self.diorama(*words).stdout
                results = f"{words[0]}.db"
                for left in (self.folder / "scripts").iterdir():
                    left.unlink()
                self.diorama(*words, "-o", results, "--submit", "slurm", "--tasks", "2")
                self.run_scripts()
                self.assertTrue((self.folder / f"{results}.html").exists())
                self.assertEqual(self.diorama(*words, "-o", results).stdout, whole)
                self.assertIn("finished", self.diorama("sweep", "--status", results).stdout)
        self.refused("--resolve", "compare", "lonely", "-g", "tiny", "-g", "tiny:sms=2", "--resolve", "5", "-o", "c.db",
                     "--submit", "slurm", status=2)

    # ---- numbers ----

    def test_shards_and_tasks_that_cannot_be(self):
        study = self.study()
        for shard in ("3/2", "0/5", "1/0", "-1/5", "1/99999999999", "1", "", "one/two", "1/2/3", " 1/2", "1/ 2", "+1/2", "1/2\n",
                      "0x1/2", "1e0/2", "18446744073709551617/18446744073709551618"):
            with self.subTest(shard=shard):
                self.refused("--shard", "sweep", study, "-o", "r.db", f"--shard={shard}", status=2)
        for tasks in ("0", "-1", "100001", "99999999999999999999", "two", "1.5", ""):
            with self.subTest(tasks=tasks):
                self.refused("--tasks", "sweep", study, "-o", "r.db", "--submit", "slurm", f"--tasks={tasks}", status=2)
        self.refused("--submit", "sweep", study, "-o", "r.db", "--submit", "pbs", status=2)
        self.refused("name one", "sweep", study, "--submit", "slurm", status=2)
        self.assertFalse(list(self.folder.glob("r.db*")))

    # ---- sbatch ----

    def test_sbatch_that_refuses(self):
        submit = ["sweep", self.study(), "-o", "r.db", "-q", "--submit", "slurm", "--tasks", "2"]
        self.refused("sbatch cannot be run", *submit, PATH="/nowhere")
        for text, said in (("echo 'sbatch: error: invalid account' >&2; echo more >&2; exit 1", "invalid account"),
                           ("exit 1", "says no reason"),
                           ("exit 0", "gave no job id"),
                           ("printf '%0100d' 1", "gave no job id"),
                           ("cat >/dev/null; kill -9 $$", "sbatch was ended by signal 9")):
            with self.subTest(text=text):
                self.sbatch(f"#!/bin/sh\n{text}\n")
                self.refused(said, *submit)
        self.sbatch(SBATCH)  # and nothing is in the way of the next try
        self.diorama(*submit)
        self.run_scripts()
        self.assertEqual(len(self.rows(self.study(), "-o", "r.db")), POINTS + 1)

    def test_what_sbatch_is_given_by_the_user(self):
        submit = ["sweep", self.study(), "-o", "r.db", "-q", "--submit", "slurm", "--tasks", "2", "--dry-run"]
        script = self.diorama(*submit, "--sbatch=--comment='a b' $(touch pwned)").stdout
        self.assertEqual(script.count("\n#SBATCH --comment='a b' $(touch pwned)\n"), 2)
        self.assertEqual(subprocess.run(["bash", "-n"], input=script, text=True).returncode, 0)

    # ---- folders and disks ----

    def inside(self, mounts):
        """What runs a program with these mounts, which nobody else sees."""
        if os.geteuid() != 0 or not shutil.which("unshare"):
            self.skipTest("mounts need root and unshare")
        before = ["unshare", "--mount", "sh", "-ec", mounts + '\nexec "$@"', "sh"]
        if subprocess.run([*before, "true"], cwd=self.folder, capture_output=True).returncode:
            self.skipTest("no mounts here")
        return before

    def test_a_folder_that_cannot_be_written(self):
        study = self.study()
        (self.folder / "shared").mkdir()
        read_only = self.inside("mount --bind shared shared; mount -o remount,ro,bind shared")
        results = ["sweep", study, "-o", "shared/r.db", "-q"]
        self.refused("shared/r.db.shards", *results, "--shard", "1/2", before=read_only)
        self.refused("shared/r.db", *results, "--submit", "slurm", "--tasks", "2", before=read_only)
        self.assertFalse(list((self.folder / "scripts").iterdir()), "a job was submitted")
        self.diorama(*results, "--shard", "1/2")
        self.refused("shared/r.db.shards", *results, "--shard", "2/2", before=read_only)
        self.refused("shared/r.db", "merge", "shared/r.db.shards", "-o", "shared/r.db", before=read_only)
        self.diorama(*results, "--shard", "2/2")
        self.diorama("merge", "shared/r.db.shards", "-o", "shared/r.db")
        self.assertEqual(self.rows(study, "-o", "shared/r.db"), self.rows(study))
        self.assertEqual(self.rows(study, "-o", "shared/r.db"), self.rows(study, "--cache", "shared/none/deep"))

    def test_a_folder_of_somebody_else(self):
        if os.geteuid() != 0 or not shutil.which("setpriv"):
            self.skipTest("needs root to be somebody else")
        study = self.study()
        self.top.chmod(0o755)
        nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        if subprocess.run([*nobody, PROGRAM, "--version"], capture_output=True).returncode:
            self.skipTest("nobody cannot run the program where it lies")
        self.diorama("sweep", study, "-o", "r.db", "-q", "--shard", "1/2")
        self.refused("r.db.shards", "sweep", study, "-o", "r.db", "-q", "--shard", "2/2", before=nobody)
        self.refused("new.db", "sweep", study, "-o", "new.db", "-q", "--shard", "2/2", before=nobody)
        self.refused("r.db", "merge", "r.db.shards", "-o", "r.db", before=nobody)
        self.assertEqual(self.diorama("sweep", "--status", "r.db", before=nobody).returncode, 0)

    def test_a_file_where_the_folder_should_be(self):
        study = self.study()
        (self.folder / "r.db.shards").write_text("")
        self.refused("r.db.shards", "sweep", study, "-o", "r.db", "-q", "--shard", "1/2")
        self.refused("r.db.shards", "sweep", study, "-o", "r.db", "-q", "--submit", "slurm", "--tasks", "2")

    def test_a_disk_that_is_full(self):
        """One task's disk; the others' is not. What it had finished is merged, what it lacks is run again."""
        words = "sweep lonely rigging -g tiny -W 16 -H 16 -s 1 -p 5:95:5 -x linear -q -o r.db".split()
        whole = self.rows(*words[1:-2])
        self.diorama(*words, "--shard", "1/2")
        full = self.inside("mount -t tmpfs -o size=180k none r.db.shards")
        save = 'x=0; "$@" || x=$?; cp r.db.shards/*of* saved; exit $x'
        (self.folder / "saved").mkdir()
        err = self.diorama(*words, "--shard", "2/2", before=[*full, "sh", "-c", save, "sh"], status=1).stderr
        self.assertEqual(err.count("\n"), 1, err)
        self.assertIn("r.db.shards/00002-of-00002.1.db", err)
        saved = self.folder / "saved/00002-of-00002.1.db"
        self.assertTrue(saved.exists())
        shutil.copy(saved, self.folder / "r.db.shards")
        self.diorama(*words, "--shard", "2/2")
        self.diorama("merge", "r.db.shards", "-o", "r.db")
        self.assertEqual(self.rows(*words[1:]), whole)

    def test_dev_full(self):
        """What cannot be printed is told; what was found is kept."""
        study = self.study()
        with open("/dev/full", "w") as full:
            done = subprocess.run([PROGRAM, "sweep", study, "-o", "r.db", "-q", "--shard", "1/1"], cwd=self.folder, stdout=full,
                                  stderr=subprocess.PIPE, text=True, env=self.environment)
        self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1), done.stderr)
        self.assertEqual(self.diorama("sweep", study, "-o", "r.db", "-q", "--shard", "1/1").stdout.split(";")[0].split(": ")[1],
                         f"{POINTS} runs, {POINTS} done, 0 failed, 0 missing\n")

    # ---- clocks ----

    def test_clocks_that_differ(self):
        """Tasks on machines that are hours and years off, which also wait for each other's profiles."""
        found = glob.glob("/usr/lib/*/faketime/libfaketime.so.1")
        if not found:
            self.skipTest("libfaketime is not installed")
        words = "sweep weekend -g tiny -W 64 -H 64 -s 2 -p 5:40:5 -x linear -q -o r.db --cache r.db.shards/common".split()
        whole = self.rows(*words[1:-4])
        tasks = []
        for shard, off in enumerate(("-5h", "+0", "+3y", "-20y", "+5h"), 1):
            tasks.append(subprocess.Popen([PROGRAM, *words, "--shard", f"{shard}/5"], cwd=self.folder,
                                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                          env=dict(self.environment, LD_PRELOAD=found[0], FAKETIME=off,
                                                   FAKETIME_DONT_FAKE_MONOTONIC="1")))
            time.sleep(0.05)
        for task in tasks:
            out, err = task.communicate(timeout=300)
            self.assertEqual((task.returncode, err), (0, ""), out)
        self.diorama("merge", "r.db.shards", "-o", "r.db", LD_PRELOAD=found[0], FAKETIME="-1y")
        self.assertEqual(self.rows(*words[1:]), whole)
        self.assertEqual(len(list((self.folder / "r.db.shards/common").rglob("*"))), 1, "the profile was made once")


if __name__ == "__main__":
    unittest.main()
