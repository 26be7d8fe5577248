# Copyright (c) 2026 The SPHSolids authors
"""Stands in for the editor's Python module. Only what Epic's pages list is here, with the parameter names they give, so a call of anything else
fails. Pages: dev.epicgames.com/documentation/en-us/unreal-engine/python-api/class/NAME (5.7 unless said). What was done is kept in `journal`."""

import os

journal = []
assets = {}  # path: object
cancel_after = None  # steps of a slow task until the user cancels
import_fails = set()


def reset():
    global cancel_after
    journal.clear()
    assets.clear()
    import_fails.clear()
    cancel_after = None
    assets["/Engine/BasicShapes/Cube"] = StaticMesh("Cube")


def uclass():  # module page: unreal.uclass
    return lambda cls: cls


def ufunction(override=False, **_):  # module page: unreal.ufunction
    return lambda function: function


def log(arg):  # module page: unreal.log(arg)
    journal.append(("log", arg))


def log_error(arg):  # module page: unreal.log_error(arg)
    journal.append(("error", arg))


class Object:
    """Object: get_editor_property(name), set_editor_property(name, value, notify_mode). Unknown properties raise, as in the editor."""

    properties = ()

    def __init__(self, name="None"):
        self._name = name
        self._values = {}

    def set_editor_property(self, name, value):
        if name not in self.properties:
            raise Exception(f"{type(self).__name__}: Failed to find property '{name}'")
        self._values[name] = value

    def get_editor_property(self, name):
        if name not in self.properties:
            raise Exception(f"{type(self).__name__}: Failed to find property '{name}'")
        return self._values.get(name)


class Vector:  # Vector(x, y, z)
    def __init__(self, x=0.0, y=0.0, z=0.0):
        self.x, self.y, self.z = float(x), float(y), float(z)


class Rotator:  # Rotator(roll, pitch, yaw)
    def __init__(self, roll=0.0, pitch=0.0, yaw=0.0):
        self.roll, self.pitch, self.yaw = float(roll), float(pitch), float(yaw)


class StaticMesh(Object):
    pass


class AssetImportTask(Object):  # AssetImportTask
    properties = ("async_", "automated", "destination_name", "destination_path", "factory", "filename", "options", "replace_existing", "save")


class AssetTools:  # AssetTools: import_asset_tasks(import_tasks)
    def import_asset_tasks(self, import_tasks):
        for task in import_tasks:
            filename = task.get_editor_property("filename")
            if not os.path.isfile(filename):
                raise AssertionError(f"{filename} is imported but does not exist")
            name = os.path.splitext(os.path.basename(filename))[0]
            journal.append(("import", name))
            if name not in import_fails:
                assets[task.get_editor_property("destination_path") + "/" + name] = StaticMesh(name)


class AssetToolsHelpers:  # AssetToolsHelpers: classmethod get_asset_tools()
    @classmethod
    def get_asset_tools(cls):
        return AssetTools()


class EditorAssetSubsystem:  # EditorAssetSubsystem
    def does_asset_exist(self, asset_path):
        return asset_path in assets

    def load_asset(self, asset_path):
        return assets.get(asset_path)


class LevelEditorSubsystem:  # LevelEditorSubsystem
    def new_level(self, asset_path, is_partitioned_world=False):
        journal.append(("level", asset_path))
        return True

    def save_current_level(self):
        journal.append(("save", None))
        return True


class Actor(Object):  # Actor
    def set_actor_label(self, new_actor_label, mark_dirty=True):
        journal.append(("label", new_actor_label))
        self.label = new_actor_label

    def set_actor_scale3d(self, new_scale3d):
        assert isinstance(new_scale3d, Vector)


class DirectionalLight(Actor):
    pass


class SkyLight(Actor):
    pass


class StaticMeshActor(Actor):
    pass


class EditorActorSubsystem:  # EditorActorSubsystem
    def spawn_actor_from_class(self, actor_class, location, rotation=Rotator(), transient=False):
        assert isinstance(location, Vector) and isinstance(rotation, Rotator) and issubclass(actor_class, Actor)
        actor = actor_class()
        journal.append(("spawn", actor))
        return actor

    def spawn_actor_from_object(self, object_to_use, location, rotation=Rotator(), transient=False):
        assert isinstance(object_to_use, StaticMesh) and isinstance(location, Vector) and isinstance(rotation, Rotator)
        actor = StaticMeshActor()
        journal.append(("spawn", actor))
        return actor


def get_editor_subsystem(subsystem):  # module page: unreal.get_editor_subsystem(subsystem)
    return subsystem()


class ScopedSlowTask:  # ScopedSlowTask(work, desc, enabled)
    def __init__(self, work, desc="", enabled=True):
        self.work, self.done = work, 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return False

    def make_dialog(self, can_cancel=False, allow_in_pie=False):
        self.can_cancel = can_cancel

    def enter_progress_frame(self, work=1.0, desc=""):
        self.done += work
        assert self.done <= self.work, "more work was done than announced"

    def should_cancel(self):
        return cancel_after is not None and self.done >= cancel_after


class ToolMenus:  # ToolMenus: classmethod get(), refresh_all_widgets()
    @classmethod
    def get(cls):
        return cls()

    def refresh_all_widgets(self):
        journal.append(("refresh", None))


class ToolMenuEntryScript(Object):  # ToolMenuEntryScript
    def init_entry(self, owner_name, menu, section, name, label="", tool_tip=""):
        self.entry = (menu, section, name, label)

    def register_menu_entry(self):
        journal.append(("menu", self.entry))

    def execute(self, context):
        raise NotImplementedError


# What our own modules give to Python. test_samples.py compares these names with the C++ headers.


class SPHBakeSize:
    COUNT, RADIUS = range(2)


class SPHSolidBakeOptions(Object):
    properties = ("size", "particle_count", "folder")


class SPHSolidBodyAsset(Object):
    pass


class SPHSolidMaterial(Object):
    properties = (
        "takes_heat",
        "start_temperature",
        "conductivity",
        "heat_capacity",
        "softens_at",
        "melts",
        "melts_at",
        "latent_heat_kj",
    )


class SPHHeatSourceComponent(Object):
    properties = ("temperature", "reach", "heat_transfer")


class SPHSolidComponent(Object):
    def set_body(self, new_body):
        assert isinstance(new_body, SPHSolidBodyAsset)
        self.body = new_body

    def set_solid_material(self, new_material):
        assert isinstance(new_material, SPHSolidMaterial)


class SPHSolidActor(Actor):
    properties = ("solid",)

    def __init__(self, name="None"):
        super().__init__(name)
        self._values["solid"] = SPHSolidComponent()


class SPHHeatSourceActor(Actor):
    properties = ("heat",)

    def __init__(self, name="None"):
        super().__init__(name)
        self._values["heat"] = SPHHeatSourceComponent()


class SPHFluidVolume(Actor):
    properties = ("box_extent",)


class SPHSolidsEditorLibrary:
    @classmethod
    def bake_static_meshes(cls, meshes, options):
        assert all(isinstance(mesh, StaticMesh) for mesh in meshes) and isinstance(options, SPHSolidBakeOptions)
        journal.append(("bake", meshes[0]._name, options.get_editor_property("particle_count")))
        return [SPHSolidBodyAsset(mesh._name) for mesh in meshes]

    @classmethod
    def find_or_make_material(cls, preset, folder):
        return SPHSolidMaterial(preset)

    @classmethod
    def add_pin(cls, actor, place, box_extent):
        assert isinstance(actor, SPHSolidActor) and isinstance(place, Vector) and isinstance(box_extent, Vector)
        journal.append(("pin", actor.label))
