"""What a run depends on, as hashes of contents: a rebuilt program that counts the same keeps its references.

A reference is named by its frame, by the bytes of the scene's files, of the GPU's configuration and of the
shader, and by a version of the model: the metrics in the golden files of the cycle model, which move when it, the
acceleration structure or a shader does, and the generators' sources. Comments and layout count for nothing, nor do
parameters of shared memory, which no shader uses, nor where a configuration has its values from."""

import hashlib
import json
import pathlib
import re
import tarfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
METRICS = ["ipc", "cycles", "l1d_miss_rate", "l2_miss_rate", "rt_efficiency", "dram_efficiency",
           "bandwidth_utilization"]
# In a configuration without comments; of caches for what PTX does not read, and of those that are not there.
UNUSED_BY_RAYS = re.compile(r" ?\b(?:shared_\w+ = [^;]*|perfect_mem = false|buffer_B = 16|scalar_latency = \d+"
                            r"|icache = \{ size_B = 0;[^}]*\}|scalar_cache = \{[^}]*\});")
# Of a configuration without comments: what says where its values are from.
SOURCE = re.compile(r'= \(("[^"]*"|[^\s",]+), "[^)"]*"(?:, "[^"]*")+\);')
SOURCES = re.compile(r' ?\b(?:references = \{[^}]*\}|inherited = "[^"]*");')
NAMED_FILE = re.compile(r'"([^"\n]+\.[A-Za-z0-9]{2,6})"')  # any quoted text that looks like a file's name
KINDS = {".obj", ".ply", ".gltf", ".glb", ".fbx", ".stl"}  # mesh files; what lies beside one may belong to it


def digest(*parts):
    """Hash of texts or bytes, each with its length, 32 hexadecimal digits."""
    total = hashlib.sha256()
    for part in parts:
        part = part if isinstance(part, bytes) else str(part).encode()
        total.update(b"%d:" % len(part) + part)
    return total.hexdigest()[:32]


def without_comments(text):
    """C or libconfig source without comments and layout."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL)
    text = re.sub(r"(//|#(?!\s*(include|define|if|endif|else|elif|undef|pragma))).*", " ", text)
    return " ".join(text.split())


def files_of_scene(path):
    """The file and, over and over, every file that it names; of a mesh file its whole folder."""
    found, waiting = [], [pathlib.Path(path)]
    while waiting:
        one = waiting.pop()
        if one in found or not one.is_file():
            continue
        found.append(one)
        if one.suffix == ".scene":
            waiting += [one.parent / name for name in NAMED_FILE.findall(one.read_text())]
        elif one.suffix in KINDS:
            waiting += [each for each in one.parent.rglob("*") if each.suffix not in KINDS]
    return sorted(found)


class Contents:
    """Hashes of what lies in one copy of the repository; each is computed once."""

    def __init__(self, root=ROOT):
        self.root = pathlib.Path(root)
        self.known = {}

    def once(self, key, compute):
        if key not in self.known:
            self.known[key] = compute()
        return self.known[key]

    def scene_file(self, scene):
        builtin = self.root / "scenes/builtin" / f"{scene}.scene"
        return builtin if builtin.is_file() else pathlib.Path(scene)

    def scene(self, scene):
        """Of the scene's files; names of folders above the first file do not matter."""
        def compute():
            first = self.scene_file(scene)
            if not first.is_file():
                raise FileNotFoundError(f"{scene}: neither a built-in scene nor a file")
            return digest(*(part for path in files_of_scene(first) for part in (path.name, path.read_bytes())))
        return self.once(("scene", scene), compute)

    def gpu(self, gpu):
        """Of a preset, a file, or one of them with values that take the place of its own."""
        def compute():
            base, colon, changes = gpu.rpartition(":")
            if colon and not pathlib.Path(gpu).is_file():
                return digest(self.gpu(base), changes)
            preset = self.root / "configs" / f"{gpu}.cfg"
            path = preset if preset.is_file() else pathlib.Path(gpu)
            text = SOURCES.sub("", SOURCE.sub(r"= \1;", without_comments(path.read_text())))
            text = UNUSED_BY_RAYS.sub("", text)
            base = re.search(r'^base = "(.*)";', text, re.MULTILINE)
            if not base:
                return digest(text)
            beside = path.parent / base[1]
            return digest(text, self.gpu(str(beside) if beside.is_file() else base[1]))
        return self.once(("gpu", gpu), compute)

    def shader(self, shader):
        def compute():
            with tarfile.open(self.root / "sim/ptx.tar.xz") as packed:
                return digest(packed.extractfile(f"sim/shaders/{shader}.ptx").read())
        return self.once(("shader", shader), compute)

    def model(self):
        """The version of what simulates, the same for every program that counts the same."""
        def compute():
            parts = []
            for path in sorted((self.root / "tests/golden").glob("*.json")):
                golden = json.loads(path.read_text())
                if golden.get("command") == "simulate" and golden["settings"]["model"] == "cycle":
                    parts += [path.name, *(repr(golden["metrics"][name]["value"]) for name in METRICS)]
            for path in sorted((self.root / "scenes").glob("generate*.c")):
                parts += [path.name, without_comments(path.read_text())]
            return digest(*parts)
        return self.once("model", compute)

    def program(self, program):
        return self.once(("program", program), lambda: digest(pathlib.Path(program).read_bytes()))
