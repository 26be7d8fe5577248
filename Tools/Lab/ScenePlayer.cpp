#include <Lab/ScenePlayer.h>

#include <Common/MeshReader.h>
#include <Lab/ParticleFile.h>
#include <SPHSolids/Base/Random.h>

#include <algorithm>
#include <cmath>

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

/// The outline of its wall, turned about z.
RenderMesh MakeFunnelMesh(const FunnelDescription& funnel)
{
	constexpr std::uint32_t Steps = 72;
	const double neck = funnel.spout, shoulder = neck + funnel.cone, top = shoulder + funnel.rim;
	const double in[2] = {funnel.spoutRadius, funnel.topRadius}, out[2] = {in[0] + funnel.wall, in[1] + funnel.wall};
	const double outline[][2] = {
		{in[0], 0}, {out[0], 0}, {out[0], neck}, {out[1], shoulder}, {out[1], top}, {in[1], top}, {in[1], shoulder}, {in[0], neck}};
	constexpr std::uint32_t Points = std::size(outline);
	RenderMesh mesh;
	for (std::uint32_t step = 0; step < Steps; ++step)
	{
		const double angle = 2 * Pi * step / Steps;
		for (const auto& [radius, height] : outline)
			mesh.positions.push_back({radius * std::cos(angle), radius * std::sin(angle), height});
	}
	for (std::uint32_t step = 0; step < Steps; ++step)
		for (std::uint32_t point = 0; point < Points; ++point)
		{
			const std::uint32_t here = step * Points, there = (step + 1) % Steps * Points, next = (point + 1) % Points;
			mesh.triangles.push_back({here + point, there + point, there + next});
			mesh.triangles.push_back({here + point, there + next, here + next});
		}
	return mesh;
}

Result<Shape> MakeGridShape(const ObstacleShapeDescription& description, TaskRunner& tasks, std::shared_ptr<const RenderMesh>& mesh)
{
	auto read = description.kind == ObstacleShapeKind::Funnel ? Result<RenderMesh>(MakeFunnelMesh(description.funnel))
															  : Tools::ReadMesh(description.file);
	if (!read.IsOk())
		return read.TakeError();
	mesh = std::make_shared<const RenderMesh>(read.TakeValue());
	const auto distance = MeshDistance::Build(mesh->View(), tasks);
	if (!distance.IsOk())
		return Error{description.file.string() + ": " + distance.Message()};
	const Vec3d size = distance.Value().Bounds().Size();
	DistanceGridSettings settings;
	settings.cellSize = description.cellSize > 0 ? description.cellSize : std::max({size.x, size.y, size.z}) / 60;
	settings.margin = 3 * settings.cellSize;
	auto grid = BuildDistanceGrid(distance.Value(), settings, tasks, nullptr);
	if (!grid.IsOk())
		return Error{description.file.string() + ": " + grid.Message()};
	return Shape::Grid(std::make_shared<const DistanceGrid>(grid.TakeValue()));
}

Result<Shape> MakeObstacleShape(const ObstacleShapeDescription& description, TaskRunner& tasks, std::shared_ptr<const RenderMesh>& mesh)
{
	Result<Shape> shape = Shape::Plane();
	switch (description.kind)
	{
	case ObstacleShapeKind::Plane: break;
	case ObstacleShapeKind::Box: shape = Shape::Box(description.halfSize); break;
	case ObstacleShapeKind::Sphere: shape = Shape::Sphere(description.radius); break;
	case ObstacleShapeKind::Capsule: shape = Shape::Capsule(description.radius, description.halfLength); break;
	case ObstacleShapeKind::Funnel:
	case ObstacleShapeKind::Mesh: shape = MakeGridShape(description, tasks, mesh); break;
	}
	return shape.IsOk() && description.inside ? Result<Shape>(shape.Value().Inverted()) : std::move(shape);
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
		status = player->AddProbes();
	if (!status.IsOk())
		return Error{status.Message()};
	return player;
}

Status ScenePlayer::AddObstacles(TaskRunner& tasks)
{
	for (const BoundaryDescription& description : scene.boundaries)
	{
		PlayedObstacle obstacle;
		auto shape = MakeObstacleShape(description.shape, tasks, obstacle.mesh);
		if (!shape.IsOk())
			return Named(description.path, shape.Message());
		BoundaryDef def;
		def.shape = shape.TakeValue();
		def.pose = Combined(description.pose, description.shape.local);
		def.friction = description.friction;
		def.velocity = description.velocity;
		def.motion = description.motion;
		auto id = world->AddBoundary(def);
		if (!id.IsOk())
			return Named(description.path, id.Message());
		obstacle.name = description.name;
		obstacle.boundary = id.Value();
		obstacle.shape = description.shape;
		obstacle.visible = description.visible;
		obstacle.colour = description.colour;
		obstacle.finish = description.finish;
		obstacles.push_back(std::move(obstacle));
	}
	for (const RigidDescription& description : scene.rigids)
	{
		PlayedObstacle obstacle;
		auto shape = MakeObstacleShape(description.shape, tasks, obstacle.mesh);
		if (!shape.IsOk())
			return Named(description.path, shape.Message());
		RigidDef def = description.def;
		def.shape = shape.TakeValue();
		def.pose = Combined(def.pose, description.shape.local);
		auto id = world->AddRigid(def);
		if (!id.IsOk())
			return Named(description.path, id.Message());
		obstacle.name = description.name;
		obstacle.rigid = id.Value();
		obstacle.shape = description.shape;
		obstacle.colour = description.colour;
		obstacles.push_back(std::move(obstacle));
	}
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
	const SolidBody& body = *world->Find(played.id);
	const auto& rest = body.Rest().state.position;
	std::vector<std::uint32_t> chosen;
	for (std::uint32_t i = 0; i < rest.size(); ++i)
	{
		const Vec3d local = rest[i].Cast<double>() + played.shape->origin;
		if (region.Contains(region.inBodyFrame ? local : played.startPose.ToWorld(local)))
			chosen.push_back(i);
	}
	return chosen;
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
		for (EmitterDef& emitter : description.emitters)
		{
			emitter.fluid = id.Value();
			if (auto added = world->AddEmitter(emitter); !added.IsOk())
				return Named(description.path, added.Message());
		}
	}
	for (const Box3d& box : scene.killVolumes)
		if (auto added = world->AddKillVolume(box); !added.IsOk())
			return Error{added.Message()};
	return {};
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
