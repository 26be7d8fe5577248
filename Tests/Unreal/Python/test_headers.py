# Copyright (c) 2026 The SPHSolids authors
"""Every header of the engine's modules knows each class it names: it defines or declares it, or includes who does.

The engine's build tool merges sources, and so does ./test: what one file forgets to declare, another may have declared before it. A user who builds
without merging would be the first to see it.

    python3 Tests/Unreal/Python/test_headers.py
"""

import glob
import os
import re
import unittest

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
OURS = [os.path.join(ROOT, "Source", module, room) for module in ("SPHSolidsRuntime", "SPHSolidsEditor") for room in ("Public", "Private")]
HOST = glob.glob(os.path.join(ROOT, "Tests", "Unreal", "Host", "*", "Public"))

CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)
# A declaration or a definition: class SPHSOLIDSRUNTIME_API UThing : public UOther, class UThing;, enum class ESPHThing : uint8
KNOWN = re.compile(r"\b(?:class|struct|enum(?:\s+class)?)\s+(?:\w+_API\s+)?(\w+)")
# Classes of objects, the only ones that headers may name without including: UThing, AThing.
NAMED = re.compile(r"\b[UA][A-Z][a-z]\w\w+|\b[UA]SPH\w+")


def without_comments(text):
    return CODE.sub(" ", text)


class Header:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.includes = INCLUDE.findall(text)
        code = without_comments(text)
        self.known = set(KNOWN.findall(code))
        self.named = set(NAMED.findall(code))


def headers_below(folders):
    """By the name they are included with."""
    return {os.path.relpath(path, folder): Header(path) for folder in folders for path in glob.glob(os.path.join(folder, "**", "*.h"), recursive=True)}


def known_to(header, headers, seen):
    known = set(header.known)
    for name in header.includes:
        if name in headers and name not in seen:
            seen.add(name)
            known |= known_to(headers[name], headers, seen)
    return known


def unknown_in(headers, checked):
    """Lines 'header: class' of what a header names and does not know."""
    return [f"{name}: {word}" for name in sorted(checked) for word in sorted(checked[name].named - known_to(checked[name], headers, {name}))]


class Headers(unittest.TestCase):
    def test_every_header_knows_the_classes_it_names(self):
        ours = headers_below(OURS)
        self.assertGreater(len(ours), 60)
        self.assertEqual(unknown_in({**headers_below(HOST), **ours}, ours), [])

    def test_a_class_that_nobody_declares_is_found(self):
        header = Header.__new__(Header)
        header.includes, header.known, header.named = ["Other.h"], {"USPHThing"}, {"USPHThing", "AActor"}
        other = Header.__new__(Header)
        other.includes, other.known, other.named = [], {"UObject"}, set()
        self.assertEqual(unknown_in({"Thing.h": header, "Other.h": other}, {"Thing.h": header}), ["Thing.h: AActor"])


if __name__ == "__main__":
    unittest.main()
