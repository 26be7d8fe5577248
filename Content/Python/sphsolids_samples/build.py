# Copyright (c) 2026 The SPHSolids authors
"""Imports the sample meshes, bakes them and lays out the demo level. May be run again: what is there already is used."""

import os

import unreal

from sphsolids_samples import level

FOLDER = "/Game/SPHSolidsDemo"
# Name of the mesh, particles of its body.
BODIES = (("bunny", 2500), ("duck", 1500), ("star", 1500))
MATERIALS = ("Jelly", "Rubber", "Foam")
NIAGARA_RECIPE = "Docs/guides/unreal-niagara.md"
# Of the duck that melts: degrees Celsius, W/(m K), kJ/kg. Heat runs some thousand times faster than in wax, so that one can watch it.
WAX = {
    "takes_heat": True,
    "start_temperature": 20.0,
    "conductivity": 2500.0,
    "heat_capacity": 2000.0,
    "softens_at": 35.0,
    "melts": True,
    "melts_at": 60.0,
    "latent_heat_kj": 30.0,
}


def samples_folder():
    """Content/Samples of the plugin, beside this package."""
    return os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Samples"))


def import_mesh(name):
    """The static mesh of a sample, imported if it is not there. None if the import failed."""
    path = f"{FOLDER}/Meshes/{name}"
    assets = unreal.get_editor_subsystem(unreal.EditorAssetSubsystem)  # EditorAssetSubsystem: does_asset_exist, load_asset
    if not assets.does_asset_exist(path):
        task = unreal.AssetImportTask()  # AssetImportTask: the properties below
        task.set_editor_property("filename", os.path.join(samples_folder(), name + ".obj"))
        task.set_editor_property("destination_path", f"{FOLDER}/Meshes")
        task.set_editor_property("automated", True)
        task.set_editor_property("replace_existing", True)
        task.set_editor_property("save", True)
        # AssetToolsHelpers: get_asset_tools(); AssetTools: import_asset_tasks(import_tasks)
        unreal.AssetToolsHelpers.get_asset_tools().import_asset_tasks([task])
    asset = assets.load_asset(path) if assets.does_asset_exist(path) else None
    return asset if isinstance(asset, unreal.StaticMesh) else None


def bake(mesh, particles):
    """The body of a mesh, baked if need be. None if it failed; the message log says why."""
    options = unreal.SPHSolidBakeOptions()  # ours: Source/SPHSolidsEditor/Public/SPHSolidBakeOptions.h
    options.set_editor_property("size", unreal.SPHBakeSize.COUNT)
    options.set_editor_property("particle_count", particles)
    options.set_editor_property("folder", f"{FOLDER}/Bodies")
    # ours: Source/SPHSolidsEditor/Public/SPHSolidsEditorLibrary.h
    bodies = unreal.SPHSolidsEditorLibrary.bake_static_meshes([mesh], options)
    return bodies[0] if bodies else None


def build_demo():
    """Everything. Returns the path of the level, or None if it was cancelled or failed."""
    steps = len(BODIES) + len(MATERIALS) + 1
    bodies, materials = {}, {}
    # ScopedSlowTask (python-api/class/ScopedSlowTask): make_dialog(can_cancel), should_cancel(), enter_progress_frame(work, desc)
    with unreal.ScopedSlowTask(steps, "Building the SPH Solids demo") as task:
        task.make_dialog(True)
        for name, particles in BODIES:
            if task.should_cancel():
                return None
            task.enter_progress_frame(1, f"Baking {name}")
            mesh = import_mesh(name)
            if mesh is None:
                unreal.log_error(f"SPH Solids demo: {name}.obj could not be imported from {samples_folder()}.")
                continue
            body = bake(mesh, particles)
            if body is not None:
                bodies[name] = body
        for preset in MATERIALS:
            task.enter_progress_frame(1, f"Material {preset}")
            material = unreal.SPHSolidsEditorLibrary.find_or_make_material(preset, f"{FOLDER}/Materials")
            if material is not None:
                materials[preset] = material
        wax = unreal.SPHSolidsEditorLibrary.find_or_make_material("Rubber", f"{FOLDER}/Materials/Wax")
        if wax is not None:
            for name, value in WAX.items():
                wax.set_editor_property(name, value)  # ours: Source/SPHSolidsRuntime/Public/SPHSolidMaterial.h
            materials["Wax"] = wax
        if not bodies:
            unreal.log_error("SPH Solids demo: no body could be baked, so there is no level to make. The message log says why.")
            return None
        task.enter_progress_frame(1, "Laying out the level")
        path = level.build(f"{FOLDER}/SPHSolidsDemo", bodies, materials)
    unreal.log(f"SPH Solids demo: {path} is ready; press Play. To draw particles with Niagara, follow {NIAGARA_RECIPE}.")
    return path
