#!/usr/bin/env python3
"""Losses of power: the writes of a run are laid on a disk that forgets, at every moment and in every order that a disk
may choose (as Pillai et al., All File Systems Are Not Created Equal, OSDI 2014, and SQLite's own crash tests do).

    power.py PROGRAM FAULT [COMMAND...]

The run's calls are recorded (tests/faults/fault.c). A crash comes in front of each of them. Before it, a file keeps
its content at its last fsync, and a folder its entries at its own; of everything since, the disk may keep all,
nothing, all but one, one alone, or half of the last write, cut at a sector, and it keeps entries and contents apart.
Then nothing that was reported as done may be missing: a stored result is reported by the first call behind that which
made it visible to other processes (the removal of its journal), everything by the end of the run. A store is
whole, a file is the old one, the new one or none, and the same command makes the undisturbed results from the rest.
With TEST_ALL in the environment every state is looked at and the command tried on it, otherwise some.

At last the record is spoilt, by leaving out the calls that wait for the disk: then something must be found."""
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import faults

CALLS = "openat,write,pwrite64,writev,ftruncate,rename,link,linkat,unlink,mkdir,fsync,fdatasync"
SYNCS = ("fsync", "fdatasync")
SECTOR = 512
ALL = "TEST_ALL" in os.environ
SOME, FEW = 4, 8  # without it: every so many-th state is looked at, the command run on so many
SWEEP = f"sweep lonely rigging {faults.FRAME} -p 50 -x linear -o r.db"
# For each command: its words, commands before it, the files of which each is the old one or the new one, and commands
# behind it.
COMMANDS = {
    "sweep": (SWEEP, [], []),
    "predict": (f"predict lonely {faults.FRAME} --sample groups --cache kept --keep p", [], ["p/*"]),
    "again": (f"render lonely {faults.FRAME} -o o.png", [f"render rigging {faults.FRAME} -o o.png"], ["o.png"]),
    "added": (SWEEP, [f"sweep lonely {faults.FRAME} -p 50 -x linear -o r.db"], []),
    "shard": (f"{SWEEP} --shard 1/2", [], [], f"{SWEEP} --shard 2/2", "merge r.db"),
    "merge": ("merge r.db", [f"{SWEEP} --shard 1/2", f"{SWEEP} --shard 2/2"], []),
}
LONG = ["added", "shard", "merge"]  # with TEST_ALL alone


class Call:
    def __init__(self, fields, data):
        self.name, self.path, self.other, offset, length = fields
        self.offset, self.length, self.data = int(offset), int(length), data


def read_record(path, folder):
    """The calls that change files of the folder, or wait for them."""
    text, at, calls = path.read_bytes(), 0, []
    while at < len(text):
        end = text.index(b"\n", at)
        fields = text[at:end].decode().split("\t")
        length = int(fields[4]) if fields[0] in ("write", "pwrite64") else 0
        calls.append(Call(fields, text[end + 1:end + 1 + length]))
        at = end + 1 + length
    for call in calls:
        if call.name in ("writev", "?"):
            sys.exit(f"power: {call.name} of {call.path} is not recorded")
    return [c for c in calls if Path(c.path).is_relative_to(folder) or (c.other and Path(c.other).is_relative_to(folder))]


FOLDER, GONE = "a folder", "no entry"  # entries of a path that are no file


class File:
    def __init__(self, content=b""):
        self.kept = content    # on the disk
        self.waiting = []      # writes and cuts that are not


class Disk:
    """The files of a folder as they are on the disk, and the changes since. Entries are by path."""

    def __init__(self, before, master):
        self.entries = {master / p.relative_to(before): File(p.read_bytes()) if p.is_file() else FOLDER
                        for p in [before, *before.rglob("*")]}
        self.now = dict(self.entries)  # as the program sees them
        self.changes = []              # of entries in their order: lists of (path, file, folder or GONE)
        self.nameless = {}
        self.master = master

    def file(self, path):
        if path in self.now:
            return self.now[path]
        return self.nameless.setdefault(path, File())

    def enter(self, path, file, sources=()):
        self.changes.append([(source, GONE) for source in sources] + [(path, file)])
        apply_change(self.now, self.changes[-1])

    def do(self, c):
        path = Path(c.path)
        if c.name == "openat":
            self.enter(path, File())
        elif c.name in ("write", "pwrite64", "ftruncate"):
            self.file(path).waiting.append(c)
        elif c.name == "unlink":
            self.enter(path, GONE)
        elif c.name == "mkdir":
            self.enter(path, FOLDER)
        elif c.name == "rename":
            self.enter(Path(c.other), self.file(path), [path])
        elif c.name in ("link", "linkat"):
            self.enter(Path(c.other), self.file(path))
        elif c.name in SYNCS and path.is_dir():
            wanted = [one for one in self.changes if any(p.parent == path for p, _ in one)]
            for one in wanted:
                apply_change(self.entries, one)
            self.changes = [one for one in self.changes if one not in wanted]
        elif c.name in SYNCS:
            file = self.file(path)
            file.kept = content_of(file, file.waiting)
            file.waiting = []

    def waiting(self):
        entries = [*self.entries.values(), *self.now.values(), *(entry for one in self.changes for _, entry in one)]
        files = {id(f): f for f in entries if isinstance(f, File)}
        return [c for f in files.values() for c in f.waiting]

    def states(self):
        """Each state that the disk may have: path and content of every file."""
        waiting, changes = self.waiting(), self.changes
        yield self.state(changes, waiting)
        yield self.state([], [])
        yield self.state(changes, [])
        yield self.state([], waiting)
        for i in range(len(changes)):
            yield self.state(changes[:i] + changes[i + 1:], waiting)
            yield self.state(changes[:i], waiting)
            yield self.state(changes[:i], [])
        for i, c in enumerate(waiting):
            yield self.state(changes, waiting[:i] + waiting[i + 1:])
            yield self.state(changes, [c])
            yield self.state([], [c])
        if waiting and waiting[-1].data:
            last, half = waiting[-1], len(waiting[-1].data) // 2 // SECTOR * SECTOR
            for begin, end in ((0, half), (half, len(last.data))):
                part = Call([last.name, last.path, "", last.offset + begin, end - begin], last.data[begin:end])
                yield self.state(changes, waiting[:-1] + [part], last, part)

    def state(self, changes, waiting, torn=None, part=None):
        entries = dict(self.entries)
        for one in changes:
            apply_change(entries, one)
        chosen = {id(c) for c in waiting}
        return {path: content_of(f, [part if c is torn else c for c in f.waiting if id(c) in chosen or c is torn])
                for path, f in entries.items() if isinstance(f, File) and all(
                    entries.get(folder) == FOLDER for folder in path.parents if folder.is_relative_to(self.master))}


def apply_change(entries, change):
    for path, entry in change:
        if entry == GONE:
            entries.pop(path, None)
        else:
            entries[path] = entry


def content_of(file, writes):
    out = bytearray(file.kept)
    for c in writes:
        if c.name == "ftruncate":
            del out[c.offset:]
        end = c.offset + len(c.data)
        if len(out) < (end if c.data else c.offset):
            out.extend(bytes((end if c.data else c.offset) - len(out)))
        out[c.offset:end] = c.data
    return bytes(out)


# ---- checks ----

def lay(state, folder, master):
    """Makes the folder with the files of a state."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "tmp").mkdir(parents=True)
    for path, content in state.items():
        to = folder / path.relative_to(master)
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(content)


def stores(folder):
    """Stores that have a name and are not empty."""
    return [p for p in sorted(folder.rglob("*.db")) if p.stat().st_size]


def results(folder):
    """The finished results of the stores, with the store's name, of shards their folder's. A store is repaired if a
    journal is beside it; raises where one is damaged."""
    found = set()
    for path in stores(folder):
        faults.stored(path)
        db = sqlite3.connect(path)
        if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'result'").fetchone():
            rows = db.execute("SELECT key, state, hex(document) FROM result")
            found.update((path.parent.name if path.parent != folder else path.name, *row) for row in rows)
        db.close()
    return found


class Trial:
    """A command and its record."""

    def __init__(self, name, scratch):
        self.words, before, patterns, *self.after = COMMANDS[name]
        self.master, self.before, self.folder = scratch / "master", scratch / "before", scratch / "run"
        shutil.rmtree(self.master, ignore_errors=True)
        faults.prepare(self.master, before)
        faults.fresh(self.before, self.master)
        self.calls = self.record(scratch / "record")
        self.new = {str(p.relative_to(self.master)): p.read_bytes() for pattern in patterns
                    for p in self.master.glob(pattern) if p.is_file()}
        self.old = {f: read(self.before, f) for f in self.new}

    def record(self, log):
        done = faults.run(self.words, self.master, (faults.FAULT, "-r", str(log), "-s", CALLS, "-m", "EIO"))
        if done[0] == 125:
            print("the kernel holds no calls here: skipped")
            sys.exit(77)
        if done[0] != 0:
            sys.exit(f"diorama {self.words}: {done}")
        return read_record(log, self.master)

    def wrong(self, state, reported, ended):
        """The loss of a state, which is laid into the folder; None: there is none."""
        lay(state, self.folder, self.master)
        try:
            lost = reported - results(self.folder)
        except sqlite3.DatabaseError as error:
            return f"a store: {error}"
        if lost:
            return f"{len(lost)} results are lost"
        for name, new in self.new.items():
            is_ = read(self.folder, name)
            if is_ != new and (ended or is_ != self.old[name]):
                return f"{name} is neither the old one nor the new one"
        return None

    def crashes(self, calls):
        """The states of a disk at every crash that differ in content or in the reported results, each with its loss."""
        disk = Disk(self.before, self.master)
        visible, reported, seen, number = set(), set(), set(), 0
        for at in range(len(calls) + 1):
            ended = at == len(calls)
            due = visible if ended else reported
            for state in disk.states():
                key = hash((ended, len(due), frozenset(state.items())))
                number += key not in seen
                if key in seen or (not ALL and number % SOME):
                    continue
                seen.add(key)
                yield at, state, self.wrong(state, due, ended)
            if ended:
                return
            disk.do(calls[at])
            reported = visible
            if calls[at].name in ("unlink", "rename", "link", "linkat") and "r.db" in calls[at].path + calls[at].other:
                lay(disk.state(disk.changes, disk.waiting()), self.folder, self.master)
                visible = results(self.folder)

    def again(self):
        """The command's output, and its files in the folder."""
        for words in [self.words, *self.after]:
            status, out, err = faults.run(words, self.folder)
        store = self.folder / "r.db"
        if self.after:  # which counts the files of shards
            out = ""
        return (status, err if status else "", faults.table(out), faults.stored(store) if store.exists() else None,
                # The journal of a shard that is not continued stays with it.
                [p.name for p in faults.left_over(self.folder) if p.parent.name != "r.db.shards"])


def read(folder, name):
    return (folder / name).read_bytes() if (folder / name).exists() else None


def trial_of(name, scratch):
    """The number of states, and the faults."""
    trial = Trial(name, scratch)
    found, whole = [], []
    for at, state, wrong in trial.crashes(trial.calls):
        if wrong:
            found.append(f"in front of call {at} of {len(trial.calls)}: {wrong}")
        else:
            whole.append((at, state))
    faults.fresh(trial.folder, trial.before)
    good = [trial.again(), trial.again()]  # from the beginning, and after the whole run
    for at, state in whole[::1 if ALL else max(1, len(whole) // FEW)]:
        lay(state, trial.folder, trial.master)
        is_ = trial.again()
        if is_ not in good:
            found.append(f"in front of call {at} of {len(trial.calls)}: the command then gives {str(is_)[:300]}")
    for of, left in (("files", lambda c: Path(c.path).is_dir()), ("folders", lambda c: not Path(c.path).is_dir())):
        spoilt = [c for c in trial.calls if c.name not in SYNCS or left(c)]
        if len(spoilt) < len(trial.calls) and not any(wrong for _, _, wrong in trial.crashes(spoilt)):
            found.append(f"without waiting for {of} nothing is lost: this test sees nothing")
    return len(whole), found


def main():
    found = tried = 0
    names = sys.argv[3:] or [n for n in COMMANDS if n not in LONG or ALL]
    scratch = Path(tempfile.mkdtemp(prefix="diorama-power-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None))
    for name in names:
        states, wrong = trial_of(name, scratch)
        tried += states
        found += len(wrong)
        for one in wrong:
            print(f"{name}: {one}", flush=True)
    shutil.rmtree(scratch)
    print(f"{tried} states of a disk, {found} faults")
    sys.exit(found > 0)


if __name__ == "__main__":
    faults.PROGRAM, faults.FAULT = (os.path.abspath(path) for path in sys.argv[1:3])
    main()
