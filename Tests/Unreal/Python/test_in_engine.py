# Copyright (c) 2026 The SPHSolids authors
"""The script for a machine that has the engine, run against a stand-in of the engine's two programs that writes down what it is asked.

    python3 Tests/Unreal/Python/test_in_engine.py
"""

import os
import shutil
import subprocess
import tempfile
import unittest

SCRIPT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "InEngine", "run"))
# What BuildPlugin makes: a packaged plugin.
UAT = """#!/bin/sh
echo "$@" > "$(dirname "$0")/uat.txt"
for word in "$@"; do case $word in -Package=*) mkdir -p "${word#-Package=}"; echo {} > "${word#-Package=}/SPHSolids.uplugin" ;; esac; done
"""
# What the headless editor makes: a report.
EDITOR = """#!/bin/sh
echo "$@" > "$(dirname "$0")/editor.txt"
for word in "$@"; do case $word in -ReportExportPath=*) mkdir -p "${word#-ReportExportPath=}"
  echo '{ "tests": [ { "state": "STATE" } ] }' > "${word#-ReportExportPath=}/index.json" ;; esac; done
"""


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, 0o755)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class InEngine(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.engine, self.out = (os.path.join(self.folder, name) for name in ("UE", "out"))
        write(os.path.join(self.folder, "plugin/SPHSolids.uplugin"), "{}")
        write(os.path.join(self.folder, "plugin/ThirdParty/setup"), '#!/bin/sh\ntouch "$(dirname "$0")/was-set-up"\n')
        write(os.path.join(self.folder, "plugin/Tests/Unreal/InEngine/run"), read(SCRIPT))

    def run_with(self, state):
        write(os.path.join(self.engine, "Engine/Build/BatchFiles/RunUAT.sh"), UAT)
        write(os.path.join(self.engine, "Engine/Binaries/Linux/UnrealEditor-Cmd"), EDITOR.replace("STATE", state))
        script = os.path.join(self.folder, "plugin/Tests/Unreal/InEngine/run")
        return subprocess.run([script, self.engine, self.out], capture_output=True, text=True)

    def test_it_packages_strictly_and_runs_our_tests_without_a_screen(self):
        done = self.run_with("Success")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(os.path.exists(os.path.join(self.folder, "plugin/ThirdParty/was-set-up")))
        packaging = read(os.path.join(self.engine, "Engine/Build/BatchFiles/uat.txt"))
        for word in ("BuildPlugin", "-Plugin=", "SPHSolids.uplugin", "-StrictIncludes", "-TargetPlatforms=Linux"):
            self.assertIn(word, packaging)
        playing = read(os.path.join(self.engine, "Engine/Binaries/Linux/editor.txt"))
        for word in ("SPHSolidsTests.uproject", "Automation RunTests SPHSolids.;quit", "-nullrhi", "-unattended", "-ReportExportPath="):
            self.assertIn(word, playing)
        self.assertTrue(os.path.exists(os.path.join(self.out, "Project/Plugins/SPHSolids/SPHSolids.uplugin")))

    def test_a_failed_test_fails_the_script(self):
        done = self.run_with("Fail")
        self.assertEqual(done.returncode, 1)
        self.assertIn("index.json", done.stderr)

    def test_a_folder_without_an_engine_is_named(self):
        done = subprocess.run([SCRIPT, self.folder], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn(self.folder, done.stderr)


if __name__ == "__main__":
    unittest.main()
