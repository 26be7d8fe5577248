# Copyright (c) 2026 The SPHSolids authors
"""Runs the sample-content scripts against the stand-in for the editor's Python module.

    python3 Tests/Unreal/Python/test_samples.py
"""

import os
import re
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
PLUGIN = os.path.normpath(os.path.join(HERE, "..", "..", ".."))
sys.dont_write_bytecode = True
sys.path[:0] = [HERE, os.path.join(PLUGIN, "Content", "Python")]

import unreal  # noqa: E402


def snake(name):
    """As the editor names things for Python: BoxExtent and bSkin become box_extent and skin."""
    name = re.sub(r"^b(?=[A-Z])", "", name)
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def header(path):
    with open(os.path.join(PLUGIN, "Source", path), encoding="utf-8") as file:
        return file.read()


def entries(kind):
    return [entry[1:] for entry in unreal.journal if entry[0] == kind]


class Samples(unittest.TestCase):
    def setUp(self):
        unreal.reset()

    def build(self):
        from sphsolids_samples import build

        return build.build_demo()

    def test_starting_the_editor_adds_one_menu_entry_and_builds_nothing(self):
        import init_unreal  # noqa: F401
        from sphsolids_samples import menu

        unreal.journal.clear()
        menu.register()
        self.assertEqual([entry[0] for entry in unreal.journal], ["menu", "refresh"])
        self.assertEqual(entries("menu")[0][0][0], "LevelEditor.MainMenu.Tools")
        menu._entry.execute(None)
        self.assertEqual(len(entries("level")), 1, "the entry builds the demo")

    def test_the_demo_has_every_part(self):
        self.assertEqual(self.build(), "/Game/SPHSolidsDemo/SPHSolidsDemo")
        self.assertEqual([name for (name,) in entries("import")], ["bunny", "duck", "star"])
        self.assertEqual([name for name, _ in entries("bake")], ["bunny", "duck", "star"])
        labels = [label for (label,) in entries("label")]
        self.assertEqual(len(labels), len(set(labels)), "labels are unique")
        for part in ("Drop_", "Pinned", "Basin_", "Water", "Funnel_", "Floor", "Sun", "Melting", "Flame"):
            self.assertTrue(any(label.startswith(part) for label in labels), part)
        self.assertEqual(entries("pin"), [("Pinned",)])
        self.assertEqual(len(entries("save")), 1)
        said = " ".join(text for (text,) in entries("log"))
        self.assertIn("unreal-niagara.md", said, "Niagara systems cannot be made by script, so the recipe is named")
        flame = [actor for (actor,) in entries("spawn") if isinstance(actor, unreal.SPHHeatSourceActor)]
        self.assertEqual(flame[0].get_editor_property("heat").get_editor_property("temperature"), 400.0)
        self.assertEqual(entries("error"), [])
        soft = [actor for (actor,) in entries("spawn") if isinstance(actor, unreal.SPHSolidActor)]
        self.assertTrue(all(hasattr(actor.get_editor_property("solid"), "body") for actor in soft), "every soft body has a body")

    def test_a_second_run_imports_nothing_again(self):
        self.build()
        unreal.journal.clear()
        self.build()
        self.assertEqual(entries("import"), [])

    def test_a_failed_import_is_named_and_the_rest_goes_on(self):
        unreal.import_fails.add("star")
        self.assertIsNotNone(self.build())
        self.assertEqual(len(entries("error")), 1)
        self.assertIn("star.obj", entries("error")[0][0])
        self.assertEqual(entries("pin"), [("Pinned",)], "another body hangs in its place")

    def test_without_any_body_there_is_no_level(self):
        unreal.import_fails.update(("bunny", "duck", "star"))
        self.assertIsNone(self.build())
        self.assertEqual(entries("level"), [])

    def test_cancel_leaves_no_level(self):
        unreal.cancel_after = 1
        self.assertIsNone(self.build())
        self.assertEqual(entries("level"), [])

    def test_our_own_names_are_those_of_the_headers(self):
        properties = {
            "SPHSolidBakeOptions": "SPHSolidsEditor/Public/SPHSolidBakeOptions.h",
            "SPHSolidActor": "SPHSolidsRuntime/Public/SPHSolidActor.h",
            "SPHFluidVolume": "SPHSolidsRuntime/Public/SPHFluidVolume.h",
            "SPHSolidMaterial": "SPHSolidsRuntime/Public/SPHSolidMaterial.h",
            "SPHHeatSourceActor": "SPHSolidsRuntime/Public/SPHHeatSourceActor.h",
            "SPHHeatSourceComponent": "SPHSolidsRuntime/Public/SPHHeatSourceComponent.h",
        }
        for name, path in properties.items():
            declared = {snake(word) for word in re.findall(r"UPROPERTY\([^;]*?\n\t[^\n]*?(\w+)(?: =[^\n]*)?;\n", header(path))}
            for used in getattr(unreal, name).properties:
                self.assertIn(used, declared, name)
        functions = {
            "SPHSolidsEditorLibrary": "SPHSolidsEditor/Public/SPHSolidsEditorLibrary.h",
            "SPHSolidComponent": "SPHSolidsRuntime/Public/SPHSolidComponent.h",
        }
        for name, path in functions.items():
            declared = {}
            for word, parameters in re.findall(r"UFUNCTION\([^\n]*\n\t(?:static )?[\w<>*& ]*?(\w+)\(([^)]*)\)", header(path)):
                declared[snake(word)] = [snake(re.split(r"[\s*&]+", p.split("=")[0].strip())[-1]) for p in parameters.split(",") if p.strip()]
            for used, function in vars(getattr(unreal, name)).items():
                function = getattr(function, "__func__", function)
                if used.startswith("_") or not callable(function):
                    continue
                self.assertIn(used, declared, name)
                arguments = list(function.__code__.co_varnames[1 : function.__code__.co_argcount])
                self.assertEqual(arguments, declared[used], f"{name}.{used}")
        solid = os.path.join(PLUGIN, "Source", "SPHSolidsCore", "Private", "Solid")
        core = "".join(header(os.path.join(solid, file)) for file in os.listdir(solid) if file.endswith(".cpp")).lower()
        from sphsolids_samples import build

        for preset in build.MATERIALS:
            self.assertIn(f'"{preset.lower()}"', core, "names of presets ignore case")

    def test_every_call_of_the_editor_names_its_page(self):
        """Each class of the editor that the scripts use is named in a comment or docstring of the same file."""
        package = os.path.join(PLUGIN, "Content", "Python", "sphsolids_samples")
        for file in ("menu.py", "build.py", "level.py"):
            with open(os.path.join(package, file), encoding="utf-8") as stream:
                text = stream.read()
            notes = " ".join(re.findall(r"#.*|\"\"\".*?\"\"\"", text, re.S))
            for name in set(re.findall(r"unreal\.([A-Z]\w+)", text)):
                if not name.startswith("SPH") and name not in ("Vector", "StaticMesh", "DirectionalLight", "SkyLight"):
                    self.assertIn(name, notes, file)


if __name__ == "__main__":
    unittest.main()
