#!/usr/bin/env python3
"""The pages of `diorama report`, `predict --keep` and `simulate --lines` in headless Chromium: they load
without a word on the console, tables sort, nothing is wider than the window at 360 and 1440 pixels, in
light and in dark; texts have contrast. Chromedriver is spoken to by HTTP; where it or Chromium is missing the test is
skipped (77).

    page.py PROGRAM RESULTS_MAKER [--keep FOLDER]    --keep: leaves page and screenshots there
"""
import base64
import contextlib
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request
import zlib

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--hide-scrollbars", "--disable-dev-shm-usage"]
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
WIDTHS = (360, 1440)
FIELDS = ["instructions", "rays", "first-hit rays", "nested rays", "node visits", "triangle tests", "candidates",
          "any hits", "intersections"]
SECTIONS = 4  # three studies, and the pictures


class Browser:
    """A session of WebDriver, as far as this test needs one."""

    def __init__(self, folder):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
        for line in self.driver.stdout:
            port = re.search(r"successfully on port (\d+)", line)
            if port:
                break
        else:
            raise RuntimeError("chromedriver did not start")
        self.base = f"http://127.0.0.1:{port.group(1)}"
        options = {"args": FLAGS + [f"--user-data-dir={folder}"], "binary": shutil.which("chromium")}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options,
                  "goog:loggingPrefs": {"browser": "ALL"}}
        answer = self.send("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.base += f"/session/{answer['sessionId']}"

    def send(self, method, path, body=None):
        data = None if method == "GET" else json.dumps(body or {}).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"},
                                         method=method)
        with DIRECT.open(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def run(self, script, *arguments):
        return self.send("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def tools(self, command, **parameters):
        return self.send("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def size(self, width, height=900):
        self.tools("Emulation.setDeviceMetricsOverride", width=width, height=height,
                   deviceScaleFactor=1, mobile=width < 600)

    def scheme(self, name, media=""):
        self.tools("Emulation.setEmulatedMedia", media=media,
                   features=[{"name": "prefers-color-scheme", "value": name}])

    def picture(self, path):
        height = self.run("return document.scrollingElement.scrollHeight")
        width = self.run("return innerWidth")
        self.size(width, min(height, 12000))
        self.run("scrollTo(0, 0)")
        with open(path, "wb") as out:
            out.write(base64.b64decode(self.send("GET", "/screenshot")))
        self.size(width)

    def close(self):
        with contextlib.suppress(Exception):
            self.send("DELETE", "")
        self.driver.terminate()
        self.driver.communicate()


# What is wider than the window although it is in no region that scrolls.
TOO_WIDE = """
return [...document.querySelectorAll("body *")].filter((e) => !e.closest(".scroll, svg, .skip") &&
  e.getBoundingClientRect().right > innerWidth + 0.5).map((e) => e.outerHTML.slice(0, 80));
"""

# Least contrast (WCAG 2) between a text and what is behind it, and where.
CONTRAST = """
const channel = (c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
const light = (c) => 0.2126 * channel(c[0]) + 0.7152 * channel(c[1]) + 0.0722 * channel(c[2]);
const parse = (t) => t.match(/[\\d.]+/g).map(Number);
const behind = (e) => {
  for (; e; e = e.parentElement) {
    const c = parse(getComputedStyle(e).backgroundColor);
    if (c.length < 4 || c[3] > 0) return c;
  }
  return [255, 255, 255];
};
let least = [99, ""];
for (const e of document.querySelectorAll("h1, h2, h3, p, a, dt, dd, th, td, button, caption, figcaption, span, summary, svg text")) {
  if (!e.textContent.trim() || !e.getClientRects().length) continue;
  const style = getComputedStyle(e), svg = e.closest("svg");
  const a = light(parse(svg && style.fill !== "none" ? style.fill : style.color)), b = light(behind(e));
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (ratio < least[0]) least = [ratio, e.outerHTML.slice(0, 120)];
}
return least;
"""

COLUMN = """
const table = document.querySelectorAll("table.sort")[arguments[0]];
return [...table.tBodies[0].rows].map((r) => r.cells[arguments[1]].dataset.v ?? r.cells[arguments[1]].textContent);
"""

PRESS = """
const table = document.querySelectorAll("table.sort")[arguments[0]];
const header = table.tHead.rows[0].cells[arguments[1]];
if (arguments[2]) header.querySelector("button").focus(); else header.querySelector("button").click();
return header.getAttribute("aria-sort");
"""


class Fits:
    """What holds of every page that shows a frame."""

    def test_fits_and_is_legible(self):
        for width in WIDTHS:
            self.browser.size(width)
            self.assertLessEqual(self.browser.run("return document.scrollingElement.scrollWidth"), width)
            self.assertEqual(self.browser.run(TOO_WIDE), [])
        for scheme in ("light", "dark"):
            self.browser.scheme(scheme)
            ratio, where = self.browser.run(CONTRAST)
            self.assertGreaterEqual(ratio, 4.5, f"{scheme}: {where}")


class FramePage(Fits, unittest.TestCase):
    """frame.html of predict --keep."""

    @classmethod
    def setUpClass(cls):
        cls.browser.send("POST", "/url", {"url": "file://" + os.path.join(cls.folder, "frame", "frame.html")})
        for _ in range(100):
            if cls.browser.run("return document.documentElement.dataset.ready") == "yes":
                return
            time.sleep(0.05)
        raise RuntimeError("the numbers of the pixels were not unpacked")

    def setUp(self):
        self.browser.size(1440)
        self.browser.scheme("light")

    def reading(self):
        return self.browser.run("return [...document.querySelectorAll('#reading dd')].map((d) => d.textContent)")

    def key(self, key, shift=False):
        for kind in ("keyDown", "keyUp"):
            self.browser.tools("Input.dispatchKeyEvent", type=kind, key=key, code=key, modifiers=8 if shift else 0)

    def test_loads_without_a_word(self):
        self.assertEqual(self.browser.send("POST", "/se/log", {"type": "browser"}), [])
        self.assertTrue(self.browser.run("return [...document.images].every((i) => i.complete && "
                                         "i.naturalWidth > 0 && i.alt)"))

    def test_a_row_and_the_keys_point_at_pixels(self):
        row = self.browser.run("""const r = document.querySelector("tr[data-x]"); r.click();
            return [...r.cells].map((c) => c.textContent);""")
        place, warp, *numbers = self.reading()
        self.assertEqual([place, *numbers, warp], row)
        x, y = map(int, place.split(", "))
        self.browser.run("document.getElementById('frame').focus()")
        self.key("ArrowLeft" if x else "ArrowRight")
        self.key("ArrowDown", True)
        self.assertEqual(self.reading()[0], f"{x - 1 if x else 1}, {min(y + 16, 31)}")

    def test_layers_lie_over_the_picture(self):
        shown = "return [...document.querySelectorAll('#frame img')].filter((i) => !i.hidden).map((i) => i.id)"
        self.assertEqual(self.browser.run(shown), ["picture"])
        names = self.browser.run("return [...document.querySelectorAll('#layers input')].map((i) => i.value)")
        self.assertEqual(names, ["picture", "heatmap", "quantised", "chosen"])
        self.browser.run("document.querySelectorAll('#layers input')[3].click()")
        self.assertEqual(self.browser.run(shown), ["picture", "chosen"])
        self.browser.run("document.querySelectorAll('#layers input')[0].click()")


class PipelineFrame(Fits, unittest.TestCase):
    """frame.html of a user's pipeline, of which windows were predicted."""

    @classmethod
    def setUpClass(cls):
        path = os.path.join(cls.folder, "pipeline", "frame.html")
        cls.browser.send("POST", "/url", {"url": "file://" + path})
        with open(path, encoding="utf-8") as page:
            packed = re.search(r'id="numbers">([^<]*)<', page.read()).group(1)
        words = zlib.decompress(base64.b64decode(packed))
        pixels = len(words) // (4 * len(FIELDS))
        cls.sums = {f: sum(struct.unpack_from(f"<{pixels}I", words, 4 * pixels * i))
                    for i, f in enumerate(FIELDS)}

    def test_groups_have_the_calls_of_the_pixels(self):
        rows = self.browser.run("""
            const table = [...document.querySelectorAll("table")].find((t) => t.caption.textContent === "Hit groups");
            return [...table.tBodies[0].rows].map((r) => [...r.cells].map((c) => c.dataset.v ?? c.textContent));""")
        self.assertEqual([r[1] for r in rows], ["triangle.rchit", "sphere.rchit"])
        self.assertEqual(rows[1][7], "sphere.rint")
        self.assertEqual(int(rows[1][8]), self.sums["intersections"])
        self.assertTrue(all(1 <= float(r[3]) <= 32 for r in rows))

    def test_rays_of_hit_shaders_are_nested(self):
        self.assertEqual(self.browser.run("return [...document.querySelectorAll('#reading dt')].map((d) => "
                                          "d.textContent).slice(2)"), FIELDS)
        self.assertGreater(self.sums["nested rays"], 0)
        self.assertLess(self.sums["nested rays"], self.sums["rays"])

    def test_windows_are_a_layer(self):
        self.assertEqual(self.browser.run("return [...document.querySelectorAll('#layers input')].map((i) => i.value)"),
                         ["picture", "heatmap", "chosen"])


class LinesPage(Fits, unittest.TestCase):
    """The page of simulate --lines."""

    @classmethod
    def setUpClass(cls):
        cls.browser.send("POST", "/url", {"url": "file://" + os.path.join(cls.folder, "lines.html")})

    def test_loads_without_a_word(self):
        self.assertEqual(self.browser.send("POST", "/se/log", {"type": "browser"}), [])

    def test_the_dearest_line_leads_to_its_place(self):
        text, shown, line, source = self.browser.run("""
            const row = [...document.querySelectorAll("table")].find((t) =>
              t.caption.textContent.includes("the dearest")).tBodies[0].rows[0];
            row.querySelector("a").click();
            const place = document.querySelector("tr:target");
            return [row.cells[0].textContent, row.cells[2].textContent, place.cells[0].textContent,
                    place.cells[2].textContent.trim()];""")
        self.assertEqual(text.split(":")[1], line)
        self.assertEqual(shown, source)


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser.send("POST", "/url", {"url": "file://" + os.path.join(cls.folder, "out.html")})

    def setUp(self):
        self.browser.size(1440)
        self.browser.scheme("light")

    def open_all(self):
        self.browser.run("for (const d of document.querySelectorAll('details')) d.open = true")

    def test_loads_without_a_word(self):
        log = self.browser.send("POST", "/se/log", {"type": "browser"})
        self.assertEqual(log, [])
        self.assertEqual(self.browser.run("return document.title"), "Diorama: results of studies")
        self.assertEqual(self.browser.run("return document.querySelectorAll('section').length"), SECTIONS)
        self.assertEqual(self.browser.run("return performance.getEntriesByType('resource')"
                                          ".filter((r) => !r.name.startsWith('data:')).length"), 0)

    def test_pictures_are_shown(self):
        self.assertTrue(self.browser.run("return [...document.images].every((i) => i.complete && "
                                         "i.naturalWidth > 0 && i.alt)"))

    def test_click_sorts(self):
        self.open_all()  # what is folded takes no focus
        table, column = self.browser.run("""
            const tables = [...document.querySelectorAll("table.sort")];
            const t = tables.findIndex((x) => x.caption.textContent.startsWith("Errors against"));
            return [t, [...tables[t].tHead.rows[0].cells].findIndex((h) => h.textContent === "Cycles")];""")
        before = self.browser.run(COLUMN, table, column)
        numbers = [float(v) for v in before]
        self.assertNotEqual(numbers, sorted(numbers))
        self.assertEqual(self.browser.run(PRESS, table, column, False), "ascending")
        self.assertEqual([float(v) for v in self.browser.run(COLUMN, table, column)], sorted(numbers))
        self.assertEqual(self.browser.run(PRESS, table, column, False), "descending")
        self.assertEqual([float(v) for v in self.browser.run(COLUMN, table, column)],
                         sorted(numbers, reverse=True))
        # By texts with numbers in them, and with the keyboard. Only one column is the sorted one.
        self.browser.run(PRESS, table, 1, True)
        self.browser.tools("Input.dispatchKeyEvent", type="keyDown", key="Enter", code="Enter",
                           windowsVirtualKeyCode=13, text="\r")
        self.browser.tools("Input.dispatchKeyEvent", type="keyUp", key="Enter", code="Enter",
                           windowsVirtualKeyCode=13)
        percents = [float(v) for v in self.browser.run(COLUMN, table, 1)]
        self.assertEqual(percents, sorted(percents))
        self.assertEqual(self.browser.run("return document.querySelectorAll('th[aria-sort]').length"), 1)

    def test_nothing_is_wider_than_the_window(self):
        self.open_all()
        for width in WIDTHS:
            self.browser.size(width)
            self.assertEqual(self.browser.run("return innerWidth"), width)
            self.assertLessEqual(self.browser.run("return document.scrollingElement.scrollWidth"), width)
            self.assertEqual(self.browser.run(TOO_WIDE), [])

    def test_one_size_of_each_plot_is_shown(self):
        shown = ("return [...document.querySelectorAll('svg.plot')].filter((s) => s.getClientRects().length)"
                 ".map((s) => s.classList[1])")
        for width, kind in zip(WIDTHS, ("plot-n", "plot-w")):
            self.browser.size(width)
            self.assertEqual(set(self.browser.run(shown)), {kind})

    def test_contrast(self):
        self.open_all()
        papers = set()
        for scheme in ("light", "dark"):
            self.browser.scheme(scheme)
            papers.add(self.browser.run("return getComputedStyle(document.body).backgroundColor"))
            ratio, where = self.browser.run(CONTRAST)
            self.assertGreaterEqual(ratio, 4.5, f"{scheme}: {where}")
        self.assertEqual(len(papers), 2)

    def test_is_named_for_those_who_listen(self):
        self.assertEqual(self.browser.run("return document.documentElement.lang"), "en")
        self.assertEqual(self.browser.run(
            "return [...document.querySelectorAll('table')].filter((t) => !t.caption || "
            "[...t.querySelectorAll('th')].some((h) => !h.scope)).length"), 0)
        self.assertEqual(self.browser.run(
            "return [...document.querySelectorAll('svg')].filter((s) => s.getAttribute('role') !== 'img' || "
            "!document.getElementById(s.getAttribute('aria-labelledby')) || "
            "!document.getElementById(s.getAttribute('aria-describedby'))).length"), 0)
        ids = self.browser.run("return [...document.querySelectorAll('[id]')].map((e) => e.id)")
        self.assertEqual(len(ids), len(set(ids)))
        levels = self.browser.run("return [...document.querySelectorAll('h1,h2,h3')].map((h) => +h.tagName[1])")
        self.assertEqual(levels[0], 1)
        self.assertTrue(all(b <= a + 1 for a, b in zip(levels, levels[1:])))

    def test_print_is_light_and_opens_what_is_folded(self):
        self.browser.run("for (const d of document.querySelectorAll('details')) d.open = false;"
                         "dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(self.browser.run("return document.querySelectorAll('details:not([open])').length"), 0)
        self.browser.scheme("dark", "print")
        self.assertEqual(self.browser.run("return getComputedStyle(document.body).backgroundColor"),
                         "rgb(255, 255, 255)")

    def test_screenshots(self):
        self.setUpClass()  # as it is loaded, with nothing opened
        for scheme in ("light", "dark"):
            self.browser.scheme(scheme)
            for width in WIDTHS:
                self.browser.size(width)
                path = os.path.join(self.folder, f"{scheme}-{width}.png")
                self.browser.picture(path)
                self.assertGreater(os.path.getsize(path), 10000)


def main():
    program, maker = map(os.path.abspath, sys.argv[1:3])
    if not shutil.which("chromium") or not shutil.which("chromedriver"):
        print("chromium or chromedriver is missing (scripts/bootstrap --all)", file=sys.stderr)
        return int(os.environ.get("TEST_NO_TOOL", 77))
    with tempfile.TemporaryDirectory() as scratch:
        Page.folder = sys.argv[4] if len(sys.argv) > 4 else scratch
        results = os.path.join(scratch, "results.db")
        subprocess.run([maker, results], check=True, cwd=scratch)
        subprocess.run([program, "report", results, "-o", os.path.join(Page.folder, "out.html")], check=True)
        subprocess.run([program, "predict", "cornell", "-W", "64", "-H", "32", "-g", "mobile_soc", "-q", "--sample",
                        "groups", "--keep", os.path.join(Page.folder, "frame")], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([program, "predict", "cornell", "-W", "256", "-H", "128", "-s", "1", "-g", "tiny", "-q",
                        "--sample", "windows", "--fills", "1", "--shaders", "docs/examples/pipelines/reflections",
                        "--keep", os.path.join(Page.folder, "pipeline")], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([program, "simulate", "cornell", "-W", "64", "-H", "32", "-s", "1", "-g", "tiny", "-q",
                        "--shaders", "docs/examples/pipelines/path", "--lines",
                        os.path.join(Page.folder, "lines.html")], check=True, stdout=subprocess.DEVNULL)
        browser = Browser(os.path.join(scratch, "profile"))
        for kind in (Page, FramePage, PipelineFrame, LinesPage):
            kind.browser, kind.folder = browser, Page.folder
        try:
            result = unittest.main(argv=sys.argv[:1], exit=False).result
        finally:
            browser.close()
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
