#include <View/LiveScene.h>

#include <algorithm>

namespace SPHSolids::View
{
namespace
{

constexpr double HandFrequency = 10; // rad/s, of the spring between hand and body: slow enough for any step the scenes use
constexpr double HandStrength = 40;  // highest acceleration of the whole body by the hand, m/s^2
constexpr double PinReach = 2.5;     // particle radii around a place that a pin takes hold of

double MassOf(const SolidBody& body)
{
	double volume = 0;
	for (const Real share : body.Rest().state.volume)
		volume += static_cast<double>(share);
	return volume * body.GetMaterial().density;
}

/// The nearest tenth of a body's particles: enough of it to be lifted by.
std::vector<std::uint32_t> NearestTenth(const SolidBody& body, const Vec3d& place, double& radius)
{
	std::vector<std::pair<double, std::uint32_t>> byDistance;
	byDistance.reserve(body.ParticleCount());
	for (std::uint32_t i = 0; i < body.ParticleCount(); ++i)
		byDistance.emplace_back(Norm(body.origin + body.position[i].Cast<double>() - place), i);
	const std::size_t count =
		std::clamp<std::size_t>(byDistance.size() / 10, std::min<std::size_t>(8, byDistance.size()), byDistance.size());
	std::partial_sort(byDistance.begin(), byDistance.begin() + static_cast<std::ptrdiff_t>(count), byDistance.end());
	std::vector<std::uint32_t> nearest;
	nearest.reserve(count);
	for (std::size_t k = 0; k < count; ++k)
		nearest.push_back(byDistance[k].second);
	radius = byDistance[count - 1].first + static_cast<double>(body.Rest().state.particleRadius);
	return nearest;
}

}

void LiveScene::Grab(BodyId body, const Vec3d& place)
{
	Do(
		[this, body, place]
		{
			const SolidBody* grabbed = player->GetWorld().Find(body);
			if (grabbed == nullptr || grabbed->ParticleCount() == 0)
				return;
			Held hand;
			hand.body = body;
			hand.particles = NearestTenth(*grabbed, place, hand.radius);
			hand.target = place;
			held = std::move(hand);
			player->GetWorld().Wake(body);
		});
}

void LiveScene::MoveGrab(const Vec3d& place)
{
	Do(
		[this, place]
		{
			if (held)
				held->target = place;
		});
}

void LiveScene::Release()
{
	Do([this] { held.reset(); });
}

void LiveScene::Pull()
{
	const SolidBody* body = held ? player->GetWorld().Find(held->body) : nullptr;
	if (body == nullptr)
		return;
	Vec3d place, velocity;
	for (const std::uint32_t i : held->particles)
	{
		place += body->origin + body->position[i].Cast<double>();
		velocity += body->velocity[i].Cast<double>();
	}
	const double share = 1 / static_cast<double>(held->particles.size());
	place *= share;
	velocity *= share;
	Vec3d acceleration = (held->target - place) * (HandFrequency * HandFrequency) - velocity * (2 * HandFrequency);
	acceleration -= player->GetWorld().Def().gravity; // the hand carries what it holds
	if (const double strength = Norm(acceleration); strength > HandStrength)
		acceleration *= HandStrength / strength;
	player->GetWorld().ApplyForce(held->body, place, held->radius, acceleration * MassOf(*body));
}

void LiveScene::Poke(BodyId body, const Vec3d& place, const Vec3d& direction)
{
	Do(
		[this, body, place, direction]
		{
			if (const SolidBody* poked = player->GetWorld().Find(body))
			{
				double radius = 0;
				NearestTenth(*poked, place, radius);
				player->GetWorld().Wake(body);
				player->GetWorld().ApplyImpulse(body, place, radius, direction * (0.6 * MassOf(*poked)));
			}
		});
}

void LiveScene::DropBody(const Vec3d& place)
{
	Do(
		[this, place]
		{
			EndRecording(); // its objects are counted at its start
			if (player->scene.bodies.empty())
				return Complain("The scene has no soft body that another could be made of.");
			// Each in turn, so that a scene with several shapes drops all of them.
			const std::size_t source = player->bodies.size() % player->scene.bodies.size();
			const Lab::BodyDescription& like = player->scene.bodies[source];
			Lab::PlayedBody dropped = player->bodies[source];
			SolidBodyDef def;
			def.rest = dropped.shape->rest;
			def.material = like.material;
			def.damping = like.damping;
			def.integrator = like.integrator;
			def.position = place;
			def.rotation = like.pose.rotation;
			auto id = player->GetWorld().AddBody(def, like.contact);
			if (!id.IsOk())
				return Complain(id.Message());
			dropped.id = id.Value();
			dropped.name += "+" + std::to_string(player->bodies.size());
			const std::lock_guard lock(mutex);
			player->bodies.push_back(std::move(dropped));
			meter = {};
		});
}

void LiveScene::PourWater(const Vec3d& place)
{
	Do(
		[this, place]
		{
			World& world = player->GetWorld();
			if (player->fluids.empty())
			{
				EndRecording();
				FluidDef water;
				water.name = "water";
				if (!player->bodies.empty())
					water.particleRadius = static_cast<double>(player->BodyAt(0).Rest().state.particleRadius);
				auto id = world.AddFluid(water);
				if (!id.IsOk())
					return Complain(id.Message());
				player->fluids.push_back({water.name, id.Value(), water.colour, water.particleRadius});
			}
			const double half = 8 * player->fluids.front().particleRadius;
			const Box3d box = {place - Vec3d{half, half, half}, place + Vec3d{half, half, half}};
			if (auto poured = world.AddFluidBlock(player->fluids.front().id, box, {}); !poured.IsOk())
				Complain(poured.Message());
		});
}

void LiveScene::ChangeMaterials(const std::function<void(Material&)>& change)
{
	for (const Lab::PlayedBody& body : player->bodies)
		if (const SolidBody* found = player->GetWorld().Find(body.id))
		{
			Material material = found->GetMaterial();
			change(material);
			if (const Status status = player->GetWorld().SetMaterial(body.id, material); !status.IsOk())
				Complain(status.Message());
			player->GetWorld().Wake(body.id);
		}
}

void LiveScene::SetStiffness(double young)
{
	Do([this, young] { ChangeMaterials([&](Material& material) { material.young = young; }); });
}

void LiveScene::SetMaterial(const Material& chosen)
{
	Do(
		[this, chosen]
		{
			ChangeMaterials(
				[&](Material& material)
				{
					const double density = material.density;
					material = chosen;
					material.density = density;
				});
		});
}

void LiveScene::SetSolver(const ElasticSolverSettings& solver)
{
	Do(
		[this, solver]
		{
			if (const Status status = player->GetWorld().SetSolver(solver); !status.IsOk())
				Complain(status.Message());
			else
				scene.description.world.solver = solver;
		});
}

void LiveScene::TogglePin(BodyId id, const Vec3d& place)
{
	Do(
		[this, id, place]
		{
			const SolidBody* body = player->GetWorld().Find(id);
			if (body == nullptr)
				return;
			const double reach = PinReach * static_cast<double>(body->Rest().state.particleRadius);
			std::vector<std::uint32_t> free, pinned;
			for (std::uint32_t i = 0; i < body->ParticleCount(); ++i)
				if (Norm(body->origin + body->position[i].Cast<double>() - place) <= reach)
					(body->held[i] != 0 ? pinned : free).push_back(i);
			if (!pinned.empty())
				player->GetWorld().UnpinParticles(id, pinned);
			else if (auto result = player->GetWorld().PinParticles(id, free, PinMotion::Hold()); !result.IsOk())
				Complain(result.Message());
		});
}

}
