# Copyright (c) 2026 The SPHSolids authors
"""What Blueprints see of the plugin, read from its headers by the header tool: everything promised is there, explained, and has its unit.

    python3 Tests/Unreal/Python/test_blueprint.py HEADERTOOL
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

PLUGIN = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
NUMBERS = {"float", "double", "int32", "int64", "FVector", "FTransform"}
UNIT = re.compile(
    r"\b(cm|kg|kPa|ms|s|m|W|J|centimetres?|[Ss]econds?|[Mm]illiseconds?|degrees?|kilograms?|kilopascals?|pascals?|litres?|grams?|metres?|watts?"
    r"|kilojoules?|joules?)\b|%"
)
# Numbers that have none: counts, factors, shares, directions.
PLAIN = re.compile(
    r"\b([Ff]actor|[Ss]hare|[Hh]ow many|[Nn]umber|[Mm]ost|[Ll]evel|[Ii]terations|[Ff]riction|[Ss]teps|[Pp]articles|[Bb]odies|[Ss]hapes|[Vv]ertices|[Tt]riangles"
    r"|[Rr]atio|[Dd]irection)\b"
)
# Function: class that has it. What the plugin promises to Blueprints.
PROMISED = {
    "SpawnSolid": "USPHSolidsLibrary",
    "AddSolid": "USPHSolidsLibrary",
    "DestroySolid": "USPHSolidsLibrary",
    "LineTraceSolids": "USPHSolidsLibrary",
    "PushAtLocation": "USPHSolidComponent",
    "SetBodyVelocity": "USPHSolidComponent",
    "ApplyRadialPush": "USPHSolidsWorldSubsystem",
    "SetSolidMaterial": "USPHSolidComponent",
    "SetStiffnessScale": "USPHSolidComponent",
    "PinSphere": "USPHSolidComponent",
    "Unpin": "USPHSolidComponent",
    "Melt": "USPHSolidComponent",
    "FindClosestParticle": "USPHSolidComponent",
    "GetBodyVolumeLitres": "USPHSolidComponent",
    "GetBodyPressure": "USPHSolidComponent",
    "GetContacts": "USPHSolidComponent",
    "SaveBodyState": "USPHSolidComponent",
    "LoadBodyState": "USPHSolidComponent",
}
EVENTS = ("OnImpact", "OnSleep", "OnWake", "OnIssue")
# Functions of primitive components that are Blueprint nodes of the engine's; soft bodies answer to them.
INHERITED = ("AddImpulse", "AddImpulseAtLocation", "AddForce", "AddForceAtLocation", "AddRadialImpulse", "AddRadialForce")


def bare(kind):
    return kind.replace("const ", "").strip(" &")


class Blueprint(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.types = []
        for module in ("SPHSolidsRuntime", "SPHSolidsEditor"):
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "types.json")
                source = os.path.join(PLUGIN, "Source", module)
                subprocess.run([HEADERTOOL, "module", module, "--source", source, "--lenient", "--json", path], check=True, stdout=subprocess.DEVNULL)
                with open(path, encoding="utf-8") as file:
                    cls.types += json.load(file)["types"]

    def members(self, kind):
        for one in self.types:
            for member in one[kind]:
                yield one["name"], member

    def test_everything_that_was_promised_is_there_for_blueprints(self):
        functions = {(owner, one["name"]): one for owner, one in self.members("functions")}
        for name, owner in PROMISED.items():
            self.assertIn((owner, name), functions)
            self.assertTrue({"BlueprintCallable", "BlueprintPure"} & set(functions[owner, name]["specifiers"]), name)
        properties = {(owner, one["name"]): one for owner, one in self.members("properties")}
        for name in EVENTS:
            self.assertIn("BlueprintAssignable", properties["USPHSolidComponent", name]["specifiers"])
        with open(os.path.join(PLUGIN, "Source", "SPHSolidsRuntime", "Public", "SPHSolidComponent.h"), encoding="utf-8") as file:
            header = file.read()
        for name in INHERITED:
            self.assertRegex(header, rf"virtual void {name}\([^;]*\) override;")

    def test_everything_that_users_see_is_explained(self):
        seen = {"EditAnywhere", "VisibleAnywhere", "BlueprintReadOnly", "BlueprintReadWrite", "BlueprintAssignable", "BlueprintCallable", "BlueprintPure"}
        for kind in ("properties", "functions"):
            for owner, one in self.members(kind):
                if seen & set(one["specifiers"]):
                    self.assertGreater(len(one["meta"].get("ToolTip", "")), 10, f"{owner}.{one['name']}")

    def test_every_number_has_its_unit_or_is_plainly_none(self):
        for owner, one in self.members("properties"):
            tip = one["meta"].get("ToolTip", "")
            if bare(one["type"]) in NUMBERS and tip and "Units" not in one["meta"]:
                self.assertTrue(UNIT.search(tip) or PLAIN.search(tip), f"{owner}.{one['name']}: {tip}")
        for owner, one in self.members("functions"):
            tip = one["meta"].get("ToolTip", "")
            if tip and NUMBERS & ({bare(parameter["type"]) for parameter in one["parameters"]} | {bare(one["returns"])}):
                self.assertTrue(UNIT.search(tip) or PLAIN.search(tip), f"{owner}.{one['name']}: {tip}")


if __name__ == "__main__":
    HEADERTOOL = os.path.abspath(sys.argv.pop(1))
    unittest.main()
