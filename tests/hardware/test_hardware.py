"""scripts/hardware without a GPU: on a driver whose GPU is the cycle model (fake_cuda.c), and on output that was kept.

    HARDWARE_BUILD=build/release python3 -m unittest discover -s tests/hardware

h100/ has the H100's own numbers, launches of tests/reference/h100.csv among them, in the form in which the program and
`ncu --csv --print-units base` print them: a line for each metric, as Nsight Compute's manual describes it ("Metric
Name", "Metric Unit", "Metric Value"), between lines that begin with ==PROF==."""
import contextlib
import csv
import importlib.util
import io
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
import unittest.mock
from importlib.machinery import SourceFileLoader
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = Path(os.environ["HARDWARE_BUILD"]).resolve()
# Logic costs as much as additions, which are measured beside it.
GPU = "h100:sms=4,memory_partitions=8,exec.alu_interval=2,exec.alu_latency=2"
# A driver's line, then a metric of each launch that the program makes.
NCU = f"""#!/usr/bin/env python3
import subprocess, sys
words = sys.argv[1:]
log = open(words[words.index("--log-file") + 1], "w")
metrics = words[words.index("--metrics") + 1].split(",")
assert "--csv" in words and words[words.index("--print-units") + 1] == "base"
program = words[words.index("--log-file") + 2:]
out = subprocess.run(program, check=True, capture_output=True, text=True).stdout
print(out, end="")
print("==PROF== Connected to process 1", file=log)
print('"ID","Process ID","Kernel Name","Section Name","Metric Name","Metric Unit","Metric Value"', file=log)
names = ["micro"] + [line.split(",")[1] for line in out.splitlines() if line.startswith("launch")]
for i, name in enumerate(names):
    for metric in metrics:
        value = 1.7e9 if "per_second" in metric else 1000 + i
        print(f'"{{i}}","1","{{name}}","Command line profiler metrics","{{metric}}","","{{value:,.2f}}"', file=log)
"""
FORBIDDEN = """#!/bin/sh
while [ "$1" != --log-file ]; do shift; done
echo '==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance Counters' >"$2"
exit 1
"""


class Hardware(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def ncu(self, text):
        (self.folder / "bin").mkdir(exist_ok=True)
        file = self.folder / "bin/ncu"
        file.write_text(text)
        file.chmod(0o755)

    def run_script(self, *words, driver=True, **environment):
        library = {"LD_LIBRARY_PATH": str(BUILD / "tests/fake_cuda")} if driver else {}
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        return subprocess.run([ROOT / "scripts/hardware", "--build", BUILD, "-o", self.folder / "out", *words],
                              env={**os.environ, **library, "PATH": path, "DIORAMA_FAKE_GPU": GPU, **environment},
                              capture_output=True, text=True)

    def rows(self):
        with open(self.folder / "out/rows.csv", newline="") as file:
            return list(csv.DictReader(file))

    def parameters(self, gpu):
        done = subprocess.run([BUILD / "diorama", "gpus", "--sources", gpu, "--json"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return {p["key"]: p["value"] for p in json.loads(done.stdout)["parameters"]}

    def assembler_keeps(self, texts):
        """Where NVIDIA's assembler is installed: it takes every kernel, and leaves each operation of a row that is
        compiled with more and fewer copies. It pads a kernel to a multiple of 8 instructions of 16 bytes."""
        ptxas = shutil.which("ptxas") or shutil.which("ptxas", path="/usr/local/cuda/bin")
        if not ptxas:
            return
        sizes = {}
        for text in texts.iterdir():
            object_file = text.with_suffix(".cubin")
            done = subprocess.run([ptxas, "-arch", "sm_90", text, "-o", object_file], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            row = re.match(r"// (.+): (\d+) x (\d+)", text.read_text())
            if row:
                headers = subprocess.run(["readelf", "-SW", object_file], check=True, capture_output=True, text=True).stdout
                instructions = int(re.search(r"\.text\.micro +PROGBITS +\w+ +\w+ +(\w+)", headers)[1], 16) // 16
                sizes.setdefault(row[1], {})[int(row[2]) * int(row[3])] = instructions
        pairs = {name: sorted(both.items()) for name, both in sizes.items() if len(both) == 2}
        self.assertGreater(len(pairs), 15)
        for name, ((fewer, short), (more, long)) in pairs.items():
            self.assertGreater(long - short, more - fewer - 8, name)

    def test_a_gpu_that_is_the_model_gives_its_own_configuration(self):
        self.ncu(NCU)
        texts = self.folder / "texts"
        texts.mkdir()
        done = self.run_script("--base", "rtx4090", "saxpy:4096", "reduce:5000", "nbody:256", DIORAMA_FAKE_TEXTS=str(texts))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assembler_keeps(texts)
        found, is_ = self.parameters(str(self.folder / "out/fake_gpu.cfg")), self.parameters(GPU)
        for key, apart in {"sms": 0, "core_MHz": 1, "sm.barrier_cycles": 0, "sm.barrier_warp_cycles": 0,
                           "sm.predicate_cycles": 0, "exec.fp_add_latency": 0, "exec.int_mad_latency": 0,
                           "exec.int_mad_interval": 0, "exec.int_add_interval": 0, "exec.dp_mad_latency": 0,
                           "exec.dp_mad_interval": 0, "exec.sfu_latency": 0, "exec.sfu_interval": 0,
                           "ldst.l1_latency": 0, "ldst.shared_latency": 0, "ldst.lanes": 0, "l2.rop_cycles": 2}.items():
            self.assertAlmostEqual(float(found[key]), float(is_[key]), delta=apart, msg=key)
        size_B = [int(p["l1d.sets"]) * int(p["l1d.ways"]) for p in (found, is_)]
        self.assertEqual(*size_B)
        # By the counters of NCU: launches 1; 2 and 3; 4. The empty one is launch 0.
        self.assertEqual([row["cycles"] for row in self.rows()], ["1001", "2005", "1004"])
        self.assertEqual(self.rows()[0]["gpu"], "fake_gpu:core_MHz=1700,icnt_MHz=1700,l2_MHz=1700,dram_MHz=1700")
        self.assertEqual(found["launch_cycles"], "0")
        done = subprocess.run([BUILD / "diorama", "correlate", self.folder / "out/rows.csv", "--rows", "saxpy*", "-q"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_kept_output_gives_the_rows_of_the_h100_and_values_near_its_file(self):
        shutil.copytree(HERE / "h100", self.folder / "out")
        done = self.run_script("--kept")
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(ROOT / "tests/reference/h100.csv", newline="") as file:
            reference = {row["run"]: row for row in csv.DictReader(file)}
        for row in self.rows():
            theirs = reference[row["run"]]
            theirs["gpu"] = theirs["gpu"].replace("h100", "nvidia_h100_80gb_hbm3")
            self.assertEqual(row, theirs)
        found = self.parameters(str(self.folder / "out/nvidia_h100_80gb_hbm3.cfg"))
        for key, value in self.parameters("h100").items():
            if key.endswith("_MHz"):
                self.assertAlmostEqual(float(found[key]), float(value), delta=0.02 * float(value), msg=key)
            elif key.startswith("l1d.tlb") or key == "dram.latency_cycles":  # fitted by hand in that file
                self.assertAlmostEqual(float(found[key]), float(value), delta=0.3 * float(value), msg=key)
            elif value.isdigit():
                self.assertAlmostEqual(int(found[key]), int(value), delta=1, msg=key)
            else:
                self.assertEqual(found[key], value, key)

    def test_a_latency_is_no_shorter_than_its_interval(self):
        shutil.copytree(HERE / "h100", self.folder / "out")
        micro, device = self.folder / "out/micro.csv", self.folder / "out/device.csv"
        device.write_text(device.read_text().replace("sms,132", "sms,4").replace("bus_bits,5120", "bus_bits,256"))
        micro.write_text(re.sub(r'("throughput iadd and xor",)[\d.]+', r"\g<1>63.9", micro.read_text()))
        done = self.run_script("--kept")
        self.assertEqual(done.returncode, 0, done.stderr)
        found = self.parameters(str(self.folder / "out/nvidia_h100_80gb_hbm3.cfg"))
        self.assertEqual([found[f"exec.int_{key}"] for key in ("add_interval", "add_latency", "max_latency")], ["2", "2", "2"])

    def test_counters_that_do_not_fit_are_refused(self):
        shutil.copytree(HERE / "h100", self.folder / "out")
        counters = self.folder / "out/ncu.csv"
        text = counters.read_text()
        for bad, said in ((text.replace('"reduce"', '"triad"', 1), "launch 2 is of triad; expected reduce"),
                          (text.replace('"9,964"', '"n/a"', 1), "sm__cycles_elapsed.max of saxpy is 'n/a'"),
                          (text.replace("Metric Value", "Value", 1), "expected the columns")):
            counters.write_text(bad)
            done = self.run_script("--kept")
            self.assertEqual(done.returncode, 1)
            self.assertIn(said, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)

    def test_failures_are_one_line(self):
        for environment, said in (({"driver": False}, "no NVIDIA driver"),
                                  ({"DIORAMA_FAKE_FAILS": "cuInit 100"}, "finds no GPU"),
                                  ({"DIORAMA_FAKE_FAILS": "cuInit 999"}, "cuInit: CUDA error 999"),
                                  ({"DIORAMA_FAKE_OLD": "1"}, "expected 7.0 (Volta) or newer"),
                                  ({"DIORAMA_FAKE_FAILS": "cuMemAlloc_v2 2"}, "out of memory"),
                                  ({"DIORAMA_FAKE_FAILS": "cuLaunchKernel 719"}, "launch: CUDA error 719"),
                                  ({"DIORAMA_FAKE_FAILS": "cuModuleLoadDataEx 218"},
                                   "refuses the PTX: error   : Unknown symbol 'x'")):
            done = self.run_script("saxpy:64", **environment)
            self.assertEqual(done.returncode, 1, environment)
            errors = [line for line in done.stderr.splitlines() if line != "hardware: micro-benchmarks"]
            self.assertEqual(len(errors), 1, done.stderr)
            self.assertIn(said, errors[0])

    def test_forbidden_counters_leave_times(self):
        self.ncu(FORBIDDEN)
        spec = importlib.util.spec_from_loader("hardware", SourceFileLoader("hardware", str(ROOT / "scripts/hardware")))
        script = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(script)
        said = io.StringIO()
        with unittest.mock.patch.dict(os.environ, {"LD_LIBRARY_PATH": str(BUILD / "tests/fake_cuda"),
                                                   "DIORAMA_FAKE_GPU": GPU, "PATH": f"{self.folder}/bin:/bin"}), \
                contextlib.redirect_stderr(said):
            script.profile(BUILD / "hardware", ["saxpy:64"], self.folder)
        self.assertIn("ERR_NVGPUCTRPERM", said.getvalue())
        self.assertFalse((self.folder / "ncu.csv").exists())
        runs = script.group_launches(script.lines_of(self.folder / "launches.csv", "launch"), [], "")
        gpu = unittest.mock.Mock(number=lambda key: 1980.0)
        gpu.name = "fake_gpu"
        row = script.row_of("saxpy", "64", runs["saxpy", "64"], gpu)
        self.assertEqual(list(row), ["run", "scene", "size", "gpu", "cycles"])
        self.assertGreater(row["cycles"], 3241)  # the launch alone


if __name__ == "__main__":
    unittest.main()
