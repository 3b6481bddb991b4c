"""arrows.py finds what it is there to find, in trees of a few files."""
import contextlib
import io
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import arrows


class Arrows(unittest.TestCase):
    def check(self, files):
        """The exit status and the complaints for a tree of {name: included names}."""
        said = io.StringIO()
        with tempfile.TemporaryDirectory() as root:
            for name, included in files.items():
                path = Path(root, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("".join(f'#include "{other}"\n' for other in included))
            with mock.patch("sys.argv", ["arrows.py", root]), contextlib.redirect_stderr(said), \
                    contextlib.redirect_stdout(io.StringIO()):
                return arrows.main(), said.getvalue()

    def test_what_the_table_allows_passes(self):
        self.assertEqual(self.check({"common/a.h": [], "scenes/b.c": ["common/a.h", "scenes/b.h"], "scenes/b.h": []}),
                         (0, ""))

    def test_an_arrow_against_the_table_is_named_with_its_line(self):
        status, said = self.check({"common/a.c": ["common/a.h", "scenes/b.h"], "common/a.h": [], "scenes/b.h": []})
        self.assertEqual((status, said), (1, "common/a.c:2: must not include scenes/b.h\n"))

    def test_files_that_include_each_other_are_a_circle(self):
        status, said = self.check({"common/a.h": ["common/b.h"], "common/b.h": ["common/c.h"],
                                   "common/c.h": ["common/a.h"]})
        self.assertEqual((status, said), (1, "a circle: common/a.h, common/b.h, common/c.h\n"))

    def test_a_folder_that_the_table_does_not_know_is_refused(self):
        status, said = self.check({"common/inner/a.h": []})
        self.assertEqual(status, 1)
        self.assertIn("common/inner", said)

    def test_circles_are_found_apart(self):
        graph = {"a": {"b"}, "b": {"a", "c"}, "c": {"d"}, "d": {"c"}, "e": {"a"}}
        self.assertEqual(sorted(arrows.circles(graph)), [["a", "b"], ["c", "d"]])

    def test_the_table_itself_has_no_circle(self):
        graph = {folder: {o for o in may if o in arrows.MAY and o != folder} for folder, may in arrows.MAY.items()}
        self.assertEqual(arrows.circles(graph), [])


if __name__ == "__main__":
    unittest.main()
