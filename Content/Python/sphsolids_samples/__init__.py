# Copyright (c) 2026 The SPHSolids authors
"""Builds the plugin's demo content with the editor's own Python API, because binary assets can only be made inside the editor.

Start reading at build.py. Each call of the editor names the page it was checked against: pages under
dev.epicgames.com/documentation/en-us/unreal-engine/python-api/class/, unless another is given. Tested by Tests/Unreal/Python.
"""
