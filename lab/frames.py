"""Frames to evaluate on: one scene, GPU, shader, size and seed each; and the named sets of them."""

import dataclasses
import itertools
import json
import pathlib

from changes import CHANGES
from content import ROOT

SHARED = ROOT.parent / "shared/scenes"

def shared(*names):
    """Our scene files over these meshes that lie beside the repository, where they do."""
    return [str(ROOT / f"tests/reference/{name}.scene") for name in names if (SHARED / name).is_dir()]


MEDIUM = {"scenes": ["blob", "lonely", "rigging", "weekend",
                     *shared("apartment", "bunny", "dragon", "flight-helmet", "pine", "ship", "teapot", "wknd")],
          "sizes": [512]}
LARGE = {"scenes": ["blob", "lonely", "weekend", *shared("dragon", "flight-helmet", "pine")], "sizes": ["1920x1080"], "samples": [1]}

# Every set is a list of blocks, and a block the product of its lists.
SETS = {
    "quick": [{"scenes": ["lonely", "weekend", "cornell"], "sizes": [128]}],
    "builtin": [{"scenes": ["@builtin"], "sizes": [256]}],
    "shared": [{"scenes": ["@shared"], "sizes": [256]}],
    "full": [
        {"scenes": ["@builtin", "@shared"], "shaders": ["path", "shadow", "ao"], "sizes": [128, 256]},
        {"scenes": ["@builtin", "@shared"], "sizes": [128], "seeds": [1, 2, 3, 4, 5]},
    ],
    "reached": [
        {"scenes": ["@builtin", "@shared"], "shaders": ["path", "shadow", "ao"], "sizes": [128]},
        {"scenes": ["@builtin", "@shared"], "sizes": [256]},
        MEDIUM,
        LARGE,
    ],
    "medium": [MEDIUM],
    "large": [LARGE],
    "calibration": [
        {"scenes": ["@calibration"], "sizes": [128], "shaders": ["path", "shadow", "ao"]},
        {"scenes": ["@calibration"], "sizes": [256], "shaders": ["shadow", "ao"]},
        {"scenes": ["@calibration"], "sizes": [256]},
        {"scenes": ["@calibration"], "sizes": [512], "samples": [1], "gpus": ["mobile_soc"]},
    ],
    "calibration-path": [{"scenes": ["@calibration"], "sizes": [128, 256]}],
    "windows": [{"scenes": ["@calibration"], "sizes": [512, 1024], "samples": [1], "gpus": ["mobile_soc"]}],
    "comparisons": [{"scenes": ["lonely", "rigging", "weekend", "blob", "cornell", "bath", "atrium", "tree", "park"], "sizes": [128],
                     "gpus": ["mobile_soc", "rtx2060", "@compared"]}],
    "pairs": [{"scenes": ["@calibration"], "sizes": [128], "gpus": ["mobile_soc", "rtx2060", "@changed"]}],
}
DEFAULTS = {"scenes": ["lonely", "weekend"], "gpus": ["mobile_soc", "rtx2060"], "shaders": ["path"], "sizes": [128],
            "samples": [2], "seeds": [1]}


CONTENTS = ("scene", "gpu", "shader")  # fields that name what content.py hashes


@dataclasses.dataclass(frozen=True, order=True)
class Frame:
    scene: str  # operand: built-in name or file
    gpu: str
    shader: str
    width: int
    height: int
    samples: int
    seed: int

    def name(self):
        """For people and for names of files."""
        size = f"{self.width}x{self.height}"
        return f"{scene_name(self.scene)}-{self.gpu_name()}-{self.shader}-{size}-{self.samples}-seed{self.seed}"

    def gpu_name(self):
        """Fit for the name of a file."""
        path, *changes = self.gpu.split(":")
        return "-".join([pathlib.Path(path).stem, *changes]).replace("=", "-").replace(",", "-")

    def arguments(self):
        """Of the program: the operand and an option for every other field."""
        options = [(f"--{field.name}", str(getattr(self, field.name))) for field in dataclasses.fields(self)[1:]]
        return [self.scene, *itertools.chain(*options)]

    def values(self):
        """What a result depends on besides the contents of scene, GPU and shader: every other argument."""
        names = [field.name for field in dataclasses.fields(self) if field.name not in CONTENTS]
        return [getattr(self, name) for name in names]


def scene_name(scene):
    return pathlib.Path(scene).stem if "/" in scene or "." in scene else scene


def size_of(text):
    """(width, height) of "128" or "1920x1080"."""
    parts = str(text).split("x")
    if len(parts) > 2 or not all(part.isdigit() and int(part) > 0 for part in parts):
        raise ValueError(f"size {text}: expected a number of pixels or WIDTHxHEIGHT")
    return int(parts[0]), int(parts[-1])


# Another's frames: the hall of atrium, whose camera is its frame 0.
BESIDE = {"flight"}


def scenes_of(word):
    """The scenes of a word: of a group (@builtin, @shared, @calibration) or the one of that name."""
    if not word.startswith("@"):
        return [word]
    if word == "@builtin":
        return sorted({path.stem for path in (ROOT / "scenes/builtin").glob("*.scene")} - BESIDE)
    if word == "@calibration":
        return sorted(str(path) for path in (ROOT / "lab/calibration").glob("*.scene"))
    if word == "@shared":  # our scene files over meshes that lie beside the repository, where they do
        return sorted(str(path) for path in (ROOT / "tests/reference").glob("*.scene")
                      if (SHARED / path.stem).is_dir())
    raise ValueError(f"{word}: expected @builtin, @shared or @calibration")


def gpus_of(word):
    """The presets' one-parameter changes of @changed (to calibrate) or @compared (to evaluate), or the GPU of that name."""
    if not word.startswith("@"):
        return [word]
    if word == "@compared":
        return [f"{base}:{change}" for base, changes in CHANGES.items() for change in changes]
    if word == "@changed":
        return sorted(str(path) for path in (ROOT / "lab/calibration/gpus").glob("*.cfg"))
    raise ValueError(f"{word}: expected @changed or @compared")


def frames_of_block(block):
    unknown = set(block) - set(DEFAULTS)
    if unknown:
        raise ValueError(f"{sorted(unknown)[0]}: a block of a set has {', '.join(DEFAULTS)}")
    full = {**DEFAULTS, **block}
    scenes = [scene for word in full["scenes"] for scene in scenes_of(word)]
    gpus = [gpu for word in full["gpus"] for gpu in gpus_of(word)]
    sizes = [size_of(size) for size in full["sizes"]]
    return [Frame(scene, gpu, shader, *size, int(samples), int(seed))
            for size, shader, scene, gpu, samples, seed in itertools.product(
                sizes, full["shaders"], scenes, gpus, full["samples"], full["seeds"])]


def frames_of_set(name, overrides):
    """All frames of a named set, or of a JSON file with such a list of blocks, in order and each once.
    `overrides`: lists that replace those of every block."""
    if name in SETS:
        blocks = SETS[name]
    elif pathlib.Path(name).is_file():
        blocks = json.loads(pathlib.Path(name).read_text())
    else:
        raise ValueError(f"set {name}: expected a JSON file or one of {', '.join(SETS)}")
    return list(dict.fromkeys(frame for block in blocks for frame in frames_of_block({**block, **overrides})))
