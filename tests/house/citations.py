#!/usr/bin/env python3
"""Comments cite pages by heading: docs/model.md, "RT unit: one cycle", "L2". Every such heading is in
the page, with that very name.

    citations.py SOURCE
"""
import re
import subprocess
import sys
from pathlib import Path

source = Path(sys.argv[1])
files = subprocess.run(["git", "-C", source, "ls-files", "*.c", "*.h", "*.md", "*.cfg"], text=True,
                       capture_output=True).stdout.split()
files = files or [str(p.relative_to(source)) for s in ("c", "h", "md", "cfg") for p in source.rglob("*." + s)]
PAGE = re.compile(r'(docs/[\w/-]+\.md)((?:, (?:and )?"[^"]+")+)')
cited = bad = 0
for name in files:
    if not (source / name).exists():
        continue  # removed and not yet committed
    text = (source / name).read_text(encoding="utf-8", errors="replace")
    text = re.sub(r"\s+(\* )?", " ", text).replace('\\"', '"')
    for page, headings in PAGE.findall(text):
        there = {h.strip() for h in re.findall(r"^#+ (.*)$", (source / page).read_text(encoding="utf-8"), re.M)} \
            if (source / page).exists() else set()
        for heading in re.findall(r'"([^"]+)"', headings):
            cited += 1
            if heading not in there:
                bad += 1
                print(f'{name} cites {page}, "{heading}", which is not there', file=sys.stderr)
print(f"{cited} citations, {bad} wrong")
sys.exit(bad > 0 or cited == 0)
