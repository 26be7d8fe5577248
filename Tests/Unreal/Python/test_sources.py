# Copyright (c) 2026 The SPHSolids authors
"""Every header of the host says where its signatures come from, and every plugin named there is one whose licence lets us read it.

    python3 Tests/Unreal/Python/test_sources.py
"""

import glob
import os
import re
import unittest

UNREAL = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
PERMISSIVE = ("Apache-2.0", "MIT", "BSD")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def listed_plugins():
    """Of the table in README.md: repository and licence."""
    return dict(re.findall(r"^\| ([\w-]+/[\w-]+) \| ([^|]+?) \|", read(os.path.join(UNREAL, "README.md")), re.M))


class Sources(unittest.TestCase):
    def test_listed_plugins_have_permissive_licences(self):
        self.assertGreater(len(listed_plugins()), 3)
        for plugin, licence in listed_plugins().items():
            self.assertTrue(licence.startswith(PERMISSIVE), f"{plugin}: {licence}")

    def test_every_public_header_names_a_page_or_a_listed_plugin(self):
        headers = glob.glob(os.path.join(UNREAL, "Host", "*", "Public", "**", "*.h"), recursive=True)
        self.assertGreater(len(headers), 150)
        for path in headers:
            checked = [line for line in read(path).splitlines()[:6] if line.startswith("// Checked against:")]
            self.assertEqual(len(checked), 1, f"{path} does not say what it was checked against")
            named = re.findall(r"(?<![\w./-])(Algoryx|CesiumGS|TriAxis-Games|pafuhana1213|Nebukam|rdeioris|Shadertech|sideeffects)/([\w-]+)", checked[0])
            self.assertTrue("dev.epicgames.com/" in checked[0] or named, f"{path}: {checked[0]}")
            for owner, name in named:
                self.assertIn(f"{owner}/{name}", listed_plugins(), path)

    def test_every_test_that_is_named_as_proof_exists(self):
        tests = os.path.join(UNREAL, "..")
        sources = "".join(read(path) for path in glob.glob(os.path.join(tests, "**", "*Tests.cpp"), recursive=True))
        known = {f"{suite}.{name}" for suite, name in re.findall(r"^TEST(?:_F)?\((\w+), (\w+)\)", sources, re.M)}
        lists = "".join(read(path) for path in glob.glob(os.path.join(tests, "**", "CMakeLists.txt"), recursive=True))
        known |= set(re.findall(r"add_test\(NAME ([\w.]+)", lists))
        named = [name for name in re.findall(r"`([A-Za-z]\w+\.\w+)`", read(os.path.join(UNREAL, "PROMISES.md"))) if not name.endswith(".py")]
        self.assertGreater(len(named), 120)
        self.assertEqual([name for name in named if name not in known], [])


if __name__ == "__main__":
    unittest.main()
