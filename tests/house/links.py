#!/usr/bin/env python3
"""What pages, comments and scripts name exists: every relative link with its anchor, every path of the tree or that
the build makes (dumps.sha256). Prose of the pages stays below 120 characters a line, and docs/ outside docs/reference/
has at most 20 pages.

    links.py SOURCE"""
import pathlib
import re
import sys

FOLDERS = "common configs docs heatmap lab microbench orchestrator partition scenes scripts silicon sim tests"
SKIPPED = {".git", "build", "demo"}
MOST_PAGES = 20
LONGEST = 120
SUFFIXES = {".md", ".c", ".h", ".def", ".in", ".py", ".sh", ".cmake", ".txt", ".cfg", ""}
LINK = re.compile(r"\]\(([^)\s]+)\)")
COMMENT = re.compile(r"/\*.*?(?:\*/|$)|^ \*.*")
PATH = re.compile(r"(?<![\w./*<>${-])((?:" + FOLDERS.replace(" ", "|") + r")/[\w./+-]*[\w/])(?![\w*<{$%])")
NAME = re.compile(r"`([\w-]+\.(?:c|h|py|sh))`")
FENCE = re.compile(r"^(```|~~~)")


def files(root):
    for path in sorted(root.iterdir()):
        if path.name in SKIPPED:
            continue
        if path.is_dir():
            yield from files(path)
        elif path.is_file():
            yield path


def slug(heading):
    text = re.sub(r"[`*]|\[|\]\([^)]*\)", "", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(page):
    found, code = set(), False
    for line in page.read_text().splitlines():
        if FENCE.match(line):
            code = not code
        elif not code and line.startswith("#"):
            found.add(slug(line.lstrip("#")))
    return found


def check_page(root, page, report):
    code = False
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if FENCE.match(line):
            code = not code
        if code:
            continue
        for target in LINK.findall(line):
            if "://" in target:
                continue
            path, _, anchor = target.partition("#")
            aim = (page.parent / path).resolve() if path else page
            if not aim.exists():
                report(page, number, f"no such file: {target}")
            elif anchor and aim.suffix == ".md" and anchor not in anchors(aim):
                report(page, number, f"no such heading: {target}")
        generated = root / "docs/reference" in page.parents or root / "docs/measured" in page.parents
        if len(line) > LONGEST and not generated and not line.startswith(("|", "![", "<!--", "$$", "`")):
            report(page, number, f"{len(line)} characters, more than {LONGEST}")


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    names, faults = set(), []
    everything = list(files(root))
    names.update(path.name for path in everything)
    dumps = (root / "sim/shaders/vulkansim/dumps.sha256").read_text().splitlines()
    made = {str(each) for line in dumps for each in pathlib.Path(line.split()[1]).parents}

    def report(path, number, what):
        faults.append(f"{path.relative_to(root)}:{number}: {what}")

    for path in everything:
        if path.suffix == ".md":
            check_page(root, path, report)
        if path.suffix not in SUFFIXES or root / "tests/fuzz/corpus" in path.parents:
            continue
        try:
            lines = path.read_text().splitlines()
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(lines, 1):
            for named in PATH.findall(line):
                whole = path.suffix == ".md" or named.startswith("docs/")
                comment = path.suffix in (".c", ".h", ".def") and any(named in c for c in COMMENT.findall(line))
                ours = whole or comment and root / "tests" not in path.parents
                if ours and named not in made and not (root / named.rstrip(".")).exists():
                    report(path, number, f"no such path: {named}")
            if path.suffix == ".md" and path != root / "docs/model.md":  # which cites other projects' sources
                for named in NAME.findall(line):
                    if named not in names:
                        report(path, number, f"no file of that name: {named}")
    pages = [p for p in everything if p.suffix == ".md" and root / "docs" in p.parents
             and root / "docs/reference" not in p.parents]
    if len(pages) > MOST_PAGES:
        faults.append(f"docs/: {len(pages)} pages, more than {MOST_PAGES}")
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{len(everything)} files, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
