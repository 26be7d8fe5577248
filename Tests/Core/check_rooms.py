"""Rooms of the core include only the rooms that Docs/architecture.md says they know.

    python3 Tests/Core/check_rooms.py
"""

import glob
import os
import re
import unittest

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
CORE = os.path.join(ROOT, "Source", "SPHSolidsCore")
INCLUDE = re.compile(r'^\s*#\s*include\s+(?:<SPHSolids/|")([A-Z]\w*)/', re.M)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def rooms_of_the_page():
    """Room to the rooms it may know, by the table '| room | holds | knows |'."""
    rows = re.findall(r"^\| (\w+) \|[^|]*\| ([^|]*) \|$", read(os.path.join(ROOT, "Docs", "architecture.md")).split("## A step of the world")[0], re.M)
    names = {room for room, _ in rows if room != "room"}
    return {room: names & set(re.findall(r"[A-Z]\w+", knows)) | {"Base"} for room, knows in rows if room != "room"}


def rooms_included_by(room):
    files = [path for side in ("Private", "Public/SPHSolids") for path in glob.glob(os.path.join(CORE, side, room, "**", "*.*"), recursive=True)]
    sources = [path for path in files if path.endswith((".h", ".cpp"))]
    return {name for path in sources for name in INCLUDE.findall(read(path))} - {room}


class Rooms(unittest.TestCase):
    def test_every_room_stands_on_the_page(self):
        folders = {os.path.basename(path) for path in glob.glob(os.path.join(CORE, "Private", "*"))} - {"Unreal"}
        self.assertEqual(folders, set(rooms_of_the_page()))

    def test_rooms_include_only_what_they_may_know(self):
        for room, known in rooms_of_the_page().items():
            self.assertEqual(rooms_included_by(room) - known, set(), f"{room} includes rooms it does not know")

    def test_no_room_knows_one_that_knows_it(self):
        known = rooms_of_the_page()
        data = {("Body", "Sampling"), ("Body", "Geometry")}  # plain data only
        for room in known:
            for other in known[room] - {room}:
                if (room, other) not in data:
                    self.assertNotIn(room, known[other], f"{room} and {other} know each other")


if __name__ == "__main__":
    unittest.main()
