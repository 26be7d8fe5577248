# Copyright (c) 2026 The SPHSolids authors
"""The demo level: things that drop, a thing that hangs from pins, a basin with water, a funnel, a duck that melts on a hot plate."""

import unreal

CUBE = "/Engine/BasicShapes/Cube"


def _actors():
    # EditorActorSubsystem: spawn_actor_from_class(actor_class, location, rotation), spawn_actor_from_object(object_to_use, location, rotation)
    return unreal.get_editor_subsystem(unreal.EditorActorSubsystem)


def _turn(pitch=0.0, yaw=0.0, roll=0.0):
    # Rotator: the constructor's order is roll, pitch, yaw, so names are given
    return unreal.Rotator(roll=roll, pitch=pitch, yaw=yaw)


def add_box(label, place, size, turn=None):
    """A fixed box of the engine's cube. @param size Sides, cm."""
    cube = unreal.get_editor_subsystem(unreal.EditorAssetSubsystem).load_asset(CUBE)
    actor = _actors().spawn_actor_from_object(cube, unreal.Vector(*place), turn or _turn())
    actor.set_actor_scale3d(unreal.Vector(*(side / 100.0 for side in size)))  # Actor: set_actor_scale3d(new_scale3d)
    actor.set_actor_label(label)  # Actor: set_actor_label(new_actor_label)
    return actor


def add_body(label, body, material, place, turn=None):
    actor = _actors().spawn_actor_from_class(unreal.SPHSolidActor, unreal.Vector(*place), turn or _turn())
    actor.set_actor_label(label)
    solid = actor.get_editor_property("solid")  # ours: Source/SPHSolidsRuntime/Public/SPHSolidActor.h
    solid.set_body(body)  # ours: Source/SPHSolidsRuntime/Public/SPHSolidComponent.h
    if material is not None:
        solid.set_solid_material(material)
    return actor


def add_light():
    _actors().spawn_actor_from_class(unreal.DirectionalLight, unreal.Vector(0, 0, 500), _turn(pitch=-50, yaw=30)).set_actor_label("Sun")
    _actors().spawn_actor_from_class(unreal.SkyLight, unreal.Vector(0, 0, 500), _turn()).set_actor_label("Sky")


def add_drop(bodies, materials):
    names = sorted(bodies)
    for index in range(5):
        name = names[index % len(names)]
        material = list(materials.values())[index % len(materials)] if materials else None
        add_body(f"Drop_{index}", bodies[name], material, (-300.0, -80.0 + 40.0 * index, 80.0 + 45.0 * index))


def add_pinned(bodies, materials):
    body = bodies.get("star") or next(iter(bodies.values()))
    actor = add_body("Pinned", body, materials.get("Rubber"), (0.0, -200.0, 150.0))
    # ours: Source/SPHSolidsEditor/Public/SPHSolidsEditorLibrary.h
    unreal.SPHSolidsEditorLibrary.add_pin(actor, unreal.Vector(0, 0, 12), unreal.Vector(30, 30, 5))


def add_basin(bodies, materials):
    for label, place, size in (
        ("Basin_Left", (300, -75, 30), (150, 10, 60)),
        ("Basin_Right", (300, 75, 30), (150, 10, 60)),
        ("Basin_Back", (225, 0, 30), (10, 150, 60)),
        ("Basin_Front", (375, 0, 30), (10, 150, 60)),
    ):
        add_box(label, place, size)
    water = _actors().spawn_actor_from_class(unreal.SPHFluidVolume, unreal.Vector(300, 0, 25), _turn())
    water.set_actor_label("Water")
    # ours: Source/SPHSolidsRuntime/Public/SPHFluidVolume.h
    water.set_editor_property("box_extent", unreal.Vector(60, 60, 20))
    body = bodies.get("duck") or next(iter(bodies.values()))
    add_body("Swimmer", body, materials.get("Foam"), (300.0, 0.0, 90.0))


def add_funnel(bodies, materials):
    for index, (place, turn) in enumerate(
        (
            ((0, 160, 100), _turn(roll=45)),
            ((0, 240, 100), _turn(roll=-45)),
            ((-40, 200, 100), _turn(pitch=-45)),
            ((40, 200, 100), _turn(pitch=45)),
        )
    ):
        add_box(f"Funnel_{index}", place, (80, 80, 4), turn)
    body = bodies.get("bunny") or next(iter(bodies.values()))
    add_body("Squeezed", body, materials.get("Jelly"), (0.0, 200.0, 190.0))


def add_melting(bodies, materials):
    """A duck of wax above a flame: it melts from below."""
    if "Wax" not in materials:
        return
    body = bodies.get("duck") or next(iter(bodies.values()))
    add_body("Melting", body, materials["Wax"], (300.0, 300.0, 3.0))
    flame = _actors().spawn_actor_from_class(unreal.SPHHeatSourceActor, unreal.Vector(300, 300, -2), _turn())
    flame.set_actor_label("Flame")
    source = flame.get_editor_property("heat")  # ours: Source/SPHSolidsRuntime/Public/SPHHeatSourceComponent.h
    source.set_editor_property("temperature", 400.0)
    source.set_editor_property("reach", 25.0)
    source.set_editor_property("heat_transfer", 20000.0)


def build(path, bodies, materials):
    """Makes and saves the level. @param bodies By name of the sample. @param materials By name of the preset. Returns its path."""
    levels = unreal.get_editor_subsystem(unreal.LevelEditorSubsystem)  # LevelEditorSubsystem: new_level(asset_path), save_current_level()
    levels.new_level(path)
    add_light()
    add_box("Floor", (0.0, 0.0, -5.0), (1200.0, 1200.0, 10.0))
    add_drop(bodies, materials)
    add_pinned(bodies, materials)
    add_basin(bodies, materials)
    add_funnel(bodies, materials)
    add_melting(bodies, materials)
    levels.save_current_level()
    return path
