# Copyright (c) 2026 The SPHSolids authors
"""Runs when the editor starts, if the Python Editor Script Plugin is on. Adds one entry to the Tools menu and does nothing else."""

import sphsolids_samples.menu

sphsolids_samples.menu.register()
