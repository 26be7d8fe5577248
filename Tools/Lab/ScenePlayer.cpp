#include <Lab/ScenePlayer.h>

#include <Common/MeshReader.h>
#include <Lab/ObstacleShape.h>
#include <Lab/ParticleFile.h>
#include <SPHSolids/Base/Random.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace SPHSolids::Lab
{
namespace
{

Error Named(const std::string& path, const std::string& message)
{
	return Error{path + ": " + message};
}

Pose Combined(const Pose& outer, const Pose& inner)
{
	return {outer.ToWorld(inner.position), outer.rotation * inner.rotation};
}

/// Particles of a shape that are in a region where its body begins.
std::vector<std::uint32_t> ParticlesIn(const Region& region, const MadeShape& shape, const Pose& startPose)
{
	const auto& rest = shape.rest->state.position;
	std::vector<std::uint32_t> chosen;
	for (std::uint32_t i = 0; i < rest.size(); ++i)
	{
		const Vec3d local = rest[i].Cast<double>() + shape.origin;
		if (region.Contains(region.inBodyFrame ? local : startPose.ToWorld(local)))
			chosen.push_back(i);
	}
	return chosen;
}

Status Paint(const BodyDescription& description, const MadeShape& shape, SolidBodyDef& def)
{
	if (description.paint.empty())
		return {};
	def.stiffnessScale.assign(shape.rest->state.ParticleCount(), 1.0f);
	def.densityScale = def.stiffnessScale;
	for (const PaintDescription& paint : description.paint)
	{
		const std::vector<std::uint32_t> chosen = ParticlesIn(paint.region, shape, description.pose);
		if (chosen.empty())
			return Named(paint.path,
				"this paints no particle of body '" + description.name
					+ "'; its region is where particles are at the start, in the world, or with \"frame\": \"body\" in the shape's own "
					  "frame.");
		for (const std::uint32_t i : chosen)
		{
			if (paint.stiffness)
				def.stiffnessScale[i] = static_cast<float>(*paint.stiffness);
			if (paint.density)
				def.densityScale[i] = static_cast<float>(*paint.density);
		}
	}
	return {};
}

/// Particles in a block at rest density, before any are made.
double BlockParticles(const Box3d& box, double radius)
{
	const Vec3d size = box.Size();
	const double spacing = 2 * radius;
	return (size.x / spacing + 1) * (size.y / spacing + 1) * (size.z / spacing + 1);
}

}

Result<std::unique_ptr<ScenePlayer>> ScenePlayer::Create(const SceneDescription& scene, TaskRunner& tasks, Progress* progress)
{
	auto world = World::Create(scene.world);
	if (!world.IsOk())
		return world.TakeError();
	std::unique_ptr<ScenePlayer> player(new ScenePlayer());
	player->scene = scene;
	player->world = world.TakeValue();
	// Fluids come last: blocks leave out what is occupied.
	Status status = player->AddObstacles(tasks);
	if (status.IsOk())
		status = player->AddBodies(tasks, progress);
	if (status.IsOk())
		status = player->AddFluids();
	if (status.IsOk())
		status = player->AddKillVolumes(tasks);
	if (status.IsOk())
		status = player->AddHeat();
	if (status.IsOk())
		status = player->AddProbes();
	if (!status.IsOk())
		return Error{status.Message()};
	return player;
}

Status ScenePlayer::AddObstacles(TaskRunner& tasks)
{
	for (const BoundaryDescription& description : scene.boundaries)
	{
		BoundaryDef def;
		def.pose = Combined(description.pose, description.shape.local);
		def.friction = description.friction;
		def.velocity = description.velocity;
		def.motion = description.motion;
		Status status = AddObstacle(description, def, tasks);
		if (!status.IsOk())
			return status;
		obstacles.back().visible = description.visible;
		obstacles.back().finish = description.finish;
	}
	for (const RigidDescription& description : scene.rigids)
	{
		RigidDef def = description.def;
		def.pose = Combined(def.pose, description.shape.local);
		if (Status status = AddObstacle(description, def, tasks); !status.IsOk())
			return status;
	}
	return {};
}

template <class Description, class Def>
Status ScenePlayer::AddObstacle(const Description& description, Def& def, TaskRunner& tasks)
{
	PlayedObstacle obstacle;
	auto shape = MakeObstacleShape(description.shape, tasks, obstacle.mesh);
	if (!shape.IsOk())
		return Named(description.path, shape.Message());
	def.shape = shape.TakeValue();
	if constexpr (std::is_same_v<Def, RigidDef>)
	{
		auto id = world->AddRigid(def);
		if (!id.IsOk())
			return Named(description.path, id.Message());
		obstacle.rigid = id.Value();
	}
	else
	{
		auto id = world->AddBoundary(def);
		if (!id.IsOk())
			return Named(description.path, id.Message());
		obstacle.boundary = id.Value();
	}
	obstacle.name = description.name;
	obstacle.shape = description.shape;
	obstacle.colour = description.colour;
	obstacles.push_back(std::move(obstacle));
	return {};
}

Status ScenePlayer::AddBodies(TaskRunner& tasks, Progress* progress)
{
	BodyMaker maker(tasks);
	const double count = static_cast<double>(scene.bodies.size());
	for (std::size_t k = 0; k < scene.bodies.size(); ++k)
	{
		const BodyDescription& description = scene.bodies[k];
		SubProgress part(progress, static_cast<double>(k) / count, static_cast<double>(k + 1) / count);
		auto shape = maker.Make(description, &part);
		if (!shape.IsOk())
			return Error{shape.Message()};
		if (Status status = AddBody(description, shape.Value()); !status.IsOk())
			return status;
	}
	bakeSeconds = maker.Seconds();
	return {};
}

Status ScenePlayer::AddBody(const BodyDescription& description, const std::shared_ptr<const MadeShape>& shape)
{
	SolidBodyDef def;
	def.rest = shape->rest;
	def.material = description.material;
	def.damping = description.damping;
	def.integrator = description.integrator;
	def.position = description.pose.ToWorld(shape->origin);
	def.rotation = description.pose.rotation;
	def.velocity = description.velocity;
	def.angularVelocity = description.angularVelocity;
	if (Status status = Paint(description, *shape, def); !status.IsOk())
		return status;
	auto id = world->AddBody(def, description.contact);
	if (!id.IsOk())
		return Named(description.path, id.Message());
	PlayedBody played;
	played.name = description.name;
	played.id = id.Value();
	played.shape = shape;
	played.colour = description.colour;
	played.finish = description.finish;
	played.startPose = description.pose;
	// Copies share a shape, and what there is to say of it is said once.
	if (std::none_of(bodies.begin(), bodies.end(), [&](const PlayedBody& other) { return other.shape == shape; }))
		for (const auto& [code, sentence] : shape->notes)
			notes.push_back("body '" + played.name + "': " + sentence);
	if (Status status = AddPins(description, played); !status.IsOk())
		return status;
	if (shape->scrambled || description.scrambled)
	{
		const SolidBody& body = *world->Find(played.id);
		Box3d box;
		for (const Vec3& p : body.position)
			box.Include(p.Cast<double>());
		Random random(1);
		std::vector<Vec3> places(body.ParticleCount());
		for (Vec3& place : places)
			place = random.NextInBox(box.min, box.max).Cast<Real>();
		if (Status status = world->SetState(played.id, body.origin, places, std::vector<Vec3>(body.velocity.begin(), body.velocity.end()));
			!status.IsOk())
			return status;
	}
	bodies.push_back(std::move(played));
	return {};
}

std::vector<std::uint32_t> ScenePlayer::Select(const PlayedBody& played, const Region& region) const
{
	return ParticlesIn(region, *played.shape, played.startPose);
}

Status ScenePlayer::AddPins(const BodyDescription& description, const PlayedBody& played)
{
	std::vector<PinDescription> pins = description.pins;
	if (!description.hasPins)
		for (const Scenes::ScenePin& pin : played.shape->pins)
			pins.push_back({{pin.region, true}, pin.motion, "", description.path + ".shape"});
	for (const PinDescription& pin : pins)
	{
		PinMotion motion = pin.motion;
		if (!pin.attachTo.empty())
		{
			const auto isMeant = [&](const auto& candidate) { return candidate.name == pin.attachTo; };
			const auto boundary = std::find_if(scene.boundaries.begin(), scene.boundaries.end(), isMeant);
			if (boundary == scene.boundaries.end())
				return Named(pin.path + ".motion.attachTo",
					std::any_of(scene.rigids.begin(), scene.rigids.end(), isMeant)
						? "'" + pin.attachTo + "' is a rigid body, and pins can be attached to boundaries only."
						: "there is no boundary named '" + pin.attachTo + "'.");
			motion = boundary->motion.value_or(PinMotion::Hold());
		}
		const std::vector<std::uint32_t> chosen = Select(played, pin.region);
		if (chosen.empty())
			return Named(pin.path,
				"the pin holds no particle of body '" + played.name
					+ "'; its region is where particles are at the start, in the world, or with \"frame\": \"body\" in the shape's own "
					  "frame.");
		if (auto pinned = world->PinParticles(played.id, chosen, motion); !pinned.IsOk())
			return Named(pin.path, pinned.Message());
	}
	return {};
}

Status ScenePlayer::AddFluids()
{
	double wanted = 0;
	for (const FluidDescription& description : scene.fluids)
		for (const FluidBlockDescription& block : description.blocks)
			wanted += BlockParticles(block.box, description.def.particleRadius);
	if (wanted > 2.0 * world->Def().limits.maxFluidParticles)
		return Error{"The blocks of fluid hold some " + std::to_string(static_cast<std::uint64_t>(std::min(wanted, 1e18)))
			+ " particles, more than the " + std::to_string(world->Def().limits.maxFluidParticles)
			+ " allowed; use a larger particleRadius or smaller blocks."};
	for (FluidDescription& description : scene.fluids)
	{
		auto id = world->AddFluid(description.def);
		if (!id.IsOk())
			return Named(description.path, id.Message());
		fluids.push_back({description.def.name, id.Value(), description.def.colour, description.def.particleRadius});
		for (const FluidBlockDescription& block : description.blocks)
			if (auto added = world->AddFluidBlock(id.Value(), block.box, block.velocity); !added.IsOk())
				return Named(description.path, added.Message());
		for (const std::filesystem::path& file : description.particles)
		{
			auto places = ReadParticleFile(file, world->Def().limits.maxFluidParticles);
			if (!places.IsOk())
				return Named(description.path, places.Message());
			if (auto added = world->AddFluidParticles(id.Value(), places.Value()); !added.IsOk())
				return Named(description.path, added.Message());
		}
		for (EmitterDescription& emitter : description.emitters)
		{
			emitter.def.fluid = id.Value();
			if (!emitter.mesh.empty())
			{
				auto mesh = Tools::ReadMesh(emitter.mesh);
				if (!mesh.IsOk())
					return Named(description.path, mesh.Message());
				emitter.def.mesh = {std::move(mesh.Value().positions), std::move(mesh.Value().triangles)};
			}
			if (auto added = world->AddEmitter(emitter.def); !added.IsOk())
				return Named(description.path, added.Message());
		}
	}
	return {};
}

Status ScenePlayer::AddKillVolumes(TaskRunner& tasks)
{
	for (const KillVolumeDescription& description : scene.killVolumes)
	{
		std::shared_ptr<const RenderMesh> mesh;
		auto shape = MakeObstacleShape(description.shape, tasks, mesh);
		if (!shape.IsOk())
			return Named(description.path, shape.Message());
		if (auto added = world->AddKillVolume(shape.Value(), Combined(description.pose, description.shape.local)); !added.IsOk())
			return Named(description.path, added.Message());
	}
	return {};
}

Status ScenePlayer::AddHeat()
{
	Status status = world->SetAmbient(scene.ambient);
	for (const HeatSourceDef& source : scene.heatSources)
		if (auto added = world->AddHeatSource(source); !added.IsOk())
			return Named("heat.sources", added.Message());
	for (std::size_t k = 0; k < scene.fluids.size(); ++k)
		if (scene.fluids[k].heat)
			if (status = world->SetHeat(fluids[k].id, *scene.fluids[k].heat); !status.IsOk())
				return Named(scene.fluids[k].path + ".heat", status.Message());
	for (std::size_t k = 0; k < scene.boundaries.size(); ++k)
		if (scene.boundaries[k].heat)
			if (status = world->SetHeat(obstacles[k].boundary, *scene.boundaries[k].heat); !status.IsOk())
				return Named(scene.boundaries[k].path + ".heat", status.Message());
	for (std::size_t k = 0; k < scene.bodies.size(); ++k)
	{
		if (!scene.bodies[k].heat)
			continue;
		const BodyHeatDescription& heat = *scene.bodies[k].heat;
		BodyHeatDef def = heat.def;
		for (const PlayedFluid& fluid : fluids)
			if (fluid.name == heat.meltsInto)
				def.meltsInto = fluid.id;
		if (!heat.meltsInto.empty() && !def.meltsInto.IsSet())
			return Named(heat.path + ".meltsInto", "there is no fluid named '" + heat.meltsInto + "'.");
		if (status = world->SetHeat(bodies[k].id, def); !status.IsOk())
			return Named(heat.path, status.Message());
	}
	return status;
}

Status ScenePlayer::AddProbes()
{
	for (const ProbeDescription& description : scene.probes)
	{
		PlayedProbe probe;
		probe.name = description.name;
		if (description.ofFluids)
		{
			auto id = world->AddProbe({description.name, {}, std::get<Box3d>(description.region.shape)});
			if (!id.IsOk())
				return Named(description.path, id.Message());
			probe.fluidProbe = id.Value();
			probes.push_back(std::move(probe));
			continue;
		}
		bool isBodyKnown = description.body.empty();
		for (std::size_t k = 0; k < bodies.size(); ++k)
			if (description.body.empty() || bodies[k].name == description.body)
			{
				isBodyKnown = true;
				if (std::vector<std::uint32_t> chosen = Select(bodies[k], description.region); !chosen.empty())
					probe.selections.push_back({k, std::move(chosen)});
			}
		if (!isBodyKnown)
			return Named(description.path + ".body", "there is no body named '" + description.body + "'.");
		if (probe.selections.empty())
			return Named(description.path,
				"the probe '" + description.name
					+ "' selects no particle; its region is where particles are at the start, in the world, or with \"frame\": \"body\" in "
					  "the "
					  "shape's own frame.");
		probes.push_back(std::move(probe));
	}
	return {};
}

}
