# Copyright (c) 2026 The SPHSolids authors
"""The entry "Build SPH Solids Demo" in the Tools menu."""

import unreal

MENU = "LevelEditor.MainMenu.Tools"


@unreal.uclass()
class BuildDemoEntry(unreal.ToolMenuEntryScript):
    """ToolMenuEntryScript?application_version=5.7"""

    @unreal.ufunction(override=True)
    def execute(self, context):
        from sphsolids_samples import build

        build.build_demo()


# Kept alive here: the menu holds no reference that Python's collector knows of.
_entry = None


def register():
    global _entry
    _entry = BuildDemoEntry()
    # ToolMenuEntryScript: init_entry(owner_name, menu, section, name, label, tool_tip), register_menu_entry()
    _entry.init_entry(
        "SPHSolids", MENU, "SPHSolids", "SPHBuildDemo", "Build SPH Solids Demo", "Imports sample meshes, bakes them and makes a level of soft bodies."
    )
    _entry.register_menu_entry()
    # ToolMenus: get(), refresh_all_widgets()
    unreal.ToolMenus.get().refresh_all_widgets()
