"""A Slurm cluster of several nodes on one machine, in a folder of its own, without systemd.

munged as its own user, slurmctld, and a slurmd for each node with a port of its own; everything of
theirs lies in the folder, and stop() ends and removes it all. Needs root, as slurmd does.
"""
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

PROGRAMS = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "scancel"]
FOLDERS = "/usr/sbin:/usr/bin:/sbin:/bin"

CONF = """ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SlurmdParameters=config_overrides
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=2,bf_interval=2,batch_sched_delay=1,requeue_delay=1
StateSaveLocation={folder}/state
SlurmctldPidFile={folder}/slurmctld.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdSpoolDir={folder}/spool-%n
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmdLogFile={folder}/slurmd-%n.log
SlurmdTimeout=10
SlurmctldTimeout=30
KillWait=3
MinJobAge=600
ReturnToService=2
MaxArraySize=10001
MaxJobCount=20000
"""


def missing():
    """What the cluster would need and is not there, in words; "" where all is."""
    absent = [p for p in PROGRAMS if not shutil.which(p, path=FOLDERS)]
    if absent:
        return "Slurm is not installed (" + ", ".join(absent) + "): scripts/bootstrap --all"
    if os.geteuid() != 0:
        return "slurmd needs root"
    try:
        pwd.getpwnam("munge")
    except KeyError:
        return "there is no user munge"
    return ""


def free_ports(n):
    sockets = [socket.socket() for _ in range(n)]
    for s in sockets:
        s.bind(("127.0.0.1", 0))
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


class Cluster:
    def __init__(self, nodes=3, cores=1):
        self.folder = Path(tempfile.mkdtemp(prefix="diorama-slurm-"))
        self.folder.chmod(0o755)
        self.nodes = [f"n{i + 1}" for i in range(nodes)]
        self.processes = {}
        self.environment = dict(os.environ, SLURM_CONF=str(self.folder / "slurm.conf"),
                                PATH=FOLDERS + ":" + os.environ.get("PATH", ""))
        for name in list(self.environment):
            if name.startswith(("SLURM_", "SBATCH_")) and name != "SLURM_CONF":
                del self.environment[name]
        try:
            self.start_munge()
            self.configure(cores)
            self.start("slurmctld", ["slurmctld", "-D"])
            for node in self.nodes:
                self.start_node(node)
            self.wait_for(lambda: self.states().count("idle") == nodes, 60, "nodes that are idle")
        except BaseException:
            self.stop()
            raise

    # ---- daemons ----

    def start(self, name, arguments, **how):
        log = open(self.folder / f"{name}.out", "a")
        self.processes[name] = subprocess.Popen(arguments, stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                                                env=self.environment, start_new_session=True, **how)

    def start_munge(self):
        user = pwd.getpwnam("munge")
        folder = self.folder / "munge"
        folder.mkdir(mode=0o700)
        (folder / "key").write_bytes(os.urandom(128))
        (folder / "key").chmod(0o400)
        for path in (folder, folder / "key"):
            os.chown(path, user.pw_uid, user.pw_gid)

        def be_munge():
            os.setgroups([])
            os.setgid(user.pw_gid)
            os.setuid(user.pw_uid)

        # Its socket is to be reached by all, and what it writes is its own: --force for the folder.
        socket_folder = self.folder
        os.chmod(socket_folder, 0o1777)
        self.start("munged", ["munged", "--foreground", "--force", f"--socket={socket_folder}/munge.socket",
                              f"--key-file={folder}/key", f"--log-file={folder}/log", f"--pid-file={folder}/pid",
                              f"--seed-file={folder}/seed", "--num-threads=4"], preexec_fn=be_munge)
        self.wait_for(lambda: (socket_folder / "munge.socket").exists(), 20, "munged")

    def configure(self, cores):
        ports = free_ports(1 + len(self.nodes))
        (self.folder / "state").mkdir()
        text = CONF.format(host=socket.gethostname(), port=ports[0], folder=self.folder)
        for node, port in zip(self.nodes, ports[1:]):
            (self.folder / f"spool-{node}").mkdir()
            text += f"NodeName={node} NodeHostname={socket.gethostname()} NodeAddr=127.0.0.1 Port={port} " \
                    f"CPUs={cores} RealMemory=100000 State=UNKNOWN\n"
        text += f"PartitionName=all Nodes={','.join(self.nodes)} Default=YES MaxTime=INFINITE State=UP OverSubscribe=NO\n"
        (self.folder / "slurm.conf").write_text(text)

    def start_node(self, node):
        self.start(node, ["slurmd", "-D", "-N", node])

    def kill_node(self, node):
        process = self.processes.pop(node)
        process.kill()
        process.wait()

    # ---- asking ----

    def run(self, *arguments, check=True):
        done = subprocess.run(arguments, env=self.environment, capture_output=True, text=True)
        if check and done.returncode:
            raise RuntimeError(f"{' '.join(arguments)}: {done.stderr.strip()}")
        return done

    def states(self):
        done = self.run("sinfo", "-h", "-N", "-o", "%T", check=False)
        return [s.rstrip("*~#$") for s in done.stdout.split()]

    def queue(self):
        """(job id, array index or "", state, node, reason) of what has not ended."""
        done = self.run("squeue", "-h", "-r", "-o", "%A|%K|%T|%N|%r|%F")
        return [line.split("|") for line in done.stdout.splitlines()]

    def wait_for(self, what, seconds, name):
        end = time.monotonic() + seconds
        while not what():
            if time.monotonic() > end:
                raise TimeoutError(f"no {name} within {seconds} s; see {self.logs()}")
            time.sleep(0.2)

    def logs(self):
        return "".join(f"\n--- {p.name}\n" + p.read_text(errors="replace")[-1500:]
                       for p in sorted(self.folder.glob("*.log")) + sorted(self.folder.glob("*.out")))

    # ---- the end ----

    def steps(self):
        """The processes that are of this cluster: their environment or command line names its folder."""
        found = []
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit() or int(entry.name) == os.getpid():
                continue
            try:
                text = (entry / "environ").read_bytes() + (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if f"SLURM_CONF={self.folder}/".encode() in text:
                found.append(int(entry.name))
        return found

    def stop(self):
        for process in self.processes.values():
            process.terminate()
        for process in self.processes.values():
            try:
                process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.processes = {}
        for pid in self.steps():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        shutil.rmtree(self.folder, ignore_errors=True)


if __name__ == "__main__":
    cluster = Cluster()
    try:
        print(cluster.run("sinfo", "-N", "-l").stdout)
        script = cluster.folder / "j.sh"
        script.write_text("#!/bin/sh\necho hello $SLURM_ARRAY_TASK_ID; hostname; sleep 1\n")
        print(cluster.run("sbatch", "--parsable", "--array=1-5", f"--output={cluster.folder}/o-%a", str(script)).stdout)
        begin = time.monotonic()
        cluster.wait_for(lambda: not cluster.queue(), 60, "end")
        print(time.monotonic() - begin, (cluster.folder / "o-3").read_text())
        print(cluster.run("squeue", "-t", "all", "-r").stdout)
    finally:
        if os.environ.get("KEEP_LOGS"):
            print(cluster.logs())
        cluster.stop()
