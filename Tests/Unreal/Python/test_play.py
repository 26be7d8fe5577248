# Copyright (c) 2026 The SPHSolids authors
"""Plays the beginning of every level of Tests/Unreal/Play with the runtime module and looks at what comes out.

    python3 Tests/Unreal/Python/test_play.py PLAYER
"""

import glob
import json
import os
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

LEVELS = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Play", "Levels"))


def colours_of(path):
    """How many different bytes the picture has: a blank one has few. Checks the file's signature, too."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", path
    packed, at = b"", 8
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            packed += data[at + 8 : at + 8 + size]
        at += 12 + size
    return len(set(zlib.decompress(packed)))


class Play(unittest.TestCase):
    def play(self, level, *options):
        with tempfile.TemporaryDirectory() as folder:
            report = os.path.join(folder, "report.json")
            command = [PLAYER, level, "--seconds", "0.1", "--out", folder, "--json", report, *options]
            done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=300)
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(report, encoding="utf-8") as file:
                return json.load(file), [colours_of(path) for path in sorted(glob.glob(os.path.join(folder, "*.png")))]

    def test_every_level_plays_and_is_drawn(self):
        levels = sorted(glob.glob(os.path.join(LEVELS, "*.json")))
        names = {os.path.splitext(os.path.basename(level))[0] for level in levels}
        self.assertLessEqual({"drop", "pins", "water", "dam", "fifty"}, names)
        for level in levels:
            with self.subTest(level=os.path.basename(level)):
                report, pictures = self.play(level, "--pictures", "1")
                self.assertGreaterEqual(report["frames"], 6)
                self.assertGreater(report["particles"], 500)
                self.assertNotEqual(int(report["hash"], 16), 0)
                self.assertGreaterEqual(len(pictures), 1)
                for colours in pictures:
                    self.assertGreater(colours, 40, "the picture is blank")

    def test_a_level_that_is_not_there_is_named(self):
        done = subprocess.run([PLAYER, "nowhere.json"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("nowhere.json", done.stderr)


if __name__ == "__main__":
    PLAYER = os.path.abspath(sys.argv.pop(1))
    unittest.main()
