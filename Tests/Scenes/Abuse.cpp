#include <Scenes/Abuse.h>

#include <Scenes/SolidScenes.h>

#include <SPHSolids/Body/DeformationGradients.h>
#include <SPHSolids/Solid/ElasticObjective.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace SPHSolids::Scenes
{
namespace
{

constexpr double RoomHalf = 0.8, Frame = 1.0 / 60;
constexpr int Across = 4;
constexpr double Spacing = 0.03;
constexpr double BodySize = Across * Spacing;
constexpr double BoxHalf = 0.05, WaterRadius = 0.02;
/// Who has moved with less than this energy, J (11 cm/s), for so many frames lies still: at the top of a bounce it would be one.
constexpr double CalmEnergy = 0.01;
constexpr int CalmFrames = 15;
/// Steps that the abuse may take, so that very short ones do not take for ever.
constexpr double MostAbuseSteps = 300;
constexpr std::size_t Kinds = static_cast<std::size_t>(AbuseKind::Commands) + 1;

constexpr std::string_view CompanyNames[] = {"nothing", "each other", "a rigid box", "water"};
constexpr std::string_view KindNames[Kinds] = {"throw", "punch", "blast", "scramble", "mirror", "collapse", "squeeze", "pull",
	"jumpingPins", "intoWall", "intoEachOther", "stiffness", "gravity", "commands"};

constexpr MaterialModel AbusedModels[] = {MaterialModel::Corotated, MaterialModel::FixedCorotated, MaterialModel::Arap,
	MaterialModel::StVenantKirchhoff, MaterialModel::NeoHookean, MaterialModel::StableNeoHookean, MaterialModel::MooneyRivlin,
	MaterialModel::Spline};

/// Where particles are, about their mean.
std::vector<Vec3d> Centred(std::span<const Vec3> position)
{
	std::vector<Vec3d> places;
	Vec3d centre;
	for (const Vec3& p : position)
		centre += p.Cast<double>() / static_cast<double>(position.size());
	for (const Vec3& p : position)
		places.push_back(p.Cast<double>() - centre);
	return places;
}

double MeanSquare(const std::vector<Vec3d>& places)
{
	double sum = 0;
	for (const Vec3d& place : places)
		sum += SquaredNorm(place) / static_cast<double>(places.size());
	return sum;
}

class AbusedRoom
{
public:
	explicit AbusedRoom(const AbuseEpisode& newEpisode)
		: episode(newEpisode)
		, random(newEpisode.seed * 0x9E3779B97F4A7C15u + 1)
		, tasks(MakeSerialTaskRunner())
	{
		WorldDef def;
		step = episode.elasticStep > 0 ? episode.elasticStep : StepBySeed();
		def.time.elasticStep = step;
		def.time.maxStep = std::min(step, 0.005);
		def.time.minStep = std::min(step, def.time.minStep);
		def.solver.name = episode.solver;
		def.solver.refactorAtOnce = true;
		def.solver.minimiser.iterations = 2 + static_cast<int>(Between(0, 9));
		def.sleep.enabled = false;
		world = World::Create(def).TakeValue();
		BoundaryDef room;
		room.shape = Shape::Box({RoomHalf, RoomHalf, RoomHalf}).Value().Inverted();
		world->AddBoundary(room).Value();
		material = MaterialOf(episode.model, std::pow(10, Between(4, 6)), Between(0, 0.45), 1000, 1);
		for (int k = 0; k < 2; ++k)
		{
			SolidBodyDef body = LatticeBody(Across, Across, Across, Spacing, material);
			body.position = {-0.3 + 0.3 * k, -0.07, -0.75};
			body.damping.drag = 0.5;
			bodies.push_back(world->AddBody(body).Value());
		}
		did.resize(bodies.size());
		RigidDef box;
		box.shape = Shape::Box({BoxHalf, BoxHalf, BoxHalf}).Value();
		box.pose.position = {0, 0, 0.3};
		rigid = world->AddRigid(box).Value();
		if (episode.company == AbuseCompany::Water)
			Pour({{-0.5, -0.3, -0.8}, {0.5, -0.1, -0.6}});
	}

	AbuseOutcome Play(const AbuseWatch& watch)
	{
		const int frames = static_cast<int>(std::clamp(MostAbuseSteps * step / Frame, 3.0, static_cast<double>(episode.abuseFrames)));
		for (int frame = 0; frame < frames && outcome.finite; ++frame)
		{
			Abuse();
			Abuse();
			TakeFrame();
		}
		MakePeace();
		LeaveAlone(watch);
		Measure();
		return outcome;
	}

private:
	double Between(double low, double high) { return random.NextIn(low, high); }
	double StepBySeed()
	{
		const double low = episode.seed % 16 == 15 ? 1e-4 : episode.seed % 4 == 3 ? 1e-3 : 4e-3;
		const double high = episode.seed % 16 == 15 ? 1e-3 : episode.seed % 4 == 3 ? 4e-3 : 5e-2;
		return low * std::pow(high / low, Between(0, 1));
	}
	Vec3d Inside(double margin)
	{
		const Vec3d reach = Vec3d{1, 1, 1} * (RoomHalf - margin);
		return random.NextInBox(-reach, reach);
	}
	// One number after the other: compilers may take the arguments of a call, and the factors of a product, in any order.
	Vec3d RandomVector(double low, double high)
	{
		const Vec3d direction = random.NextDirection();
		return direction * Between(low, high);
	}
	Vec3d RandomPush(double leastPower, double greatestPower)
	{
		const Vec3d direction = random.NextDirection();
		return direction * std::pow(10, Between(leastPower, greatestPower));
	}
	Mat3d RandomTurn()
	{
		const Vec3d axis = random.NextDirection();
		return AxisAngleRotation(axis, Between(0, 6));
	}
	const SolidBody& Body(std::size_t index) const { return *world->Find(bodies[index]); }

	void TakeFrame()
	{
		outcome.issues |= world->Step(Frame, *tasks).issues;
		EndPlates();
		for (std::size_t k = 0; k < bodies.size(); ++k)
			for (std::size_t i = 0; i < Body(k).ParticleCount(); ++i)
				outcome.finite = outcome.finite && IsFinite(Body(k).position[i]) && IsFinite(Body(k).velocity[i]);
		const FluidView fluid = world->Fluid();
		for (std::size_t i = 0; i < fluid.position.size(); ++i)
			outcome.finite = outcome.finite && IsFinite(fluid.position[i].Xyz()) && IsFinite(fluid.velocity[i].Xyz());
	}

	/// The room's only water, at rest.
	void Pour(const Box3d& box)
	{
		if (water.IsSet())
			world->Remove(water);
		FluidDef def;
		def.particleRadius = WaterRadius;
		water = world->AddFluid(def).Value();
		world->AddFluidBlock(water, box).Value();
	}

	void Abuse()
	{
		const auto kind = static_cast<AbuseKind>(Between(0, static_cast<double>(Kinds) - 1e-9));
		const auto victim = static_cast<std::size_t>(Between(0, static_cast<double>(bodies.size()) - 1e-9));
		did[victim].push_back(kind);
		const BodyId id = bodies[victim];
		const Vec3d place = Inside(0);
		switch (kind)
		{
		case AbuseKind::Throw: world->ApplyImpulse(id, RandomPush(-1, 6)); break;
		case AbuseKind::Punch: world->ApplyImpulse(id, place, 0.3, RandomPush(0, 6)); break;
		case AbuseKind::Blast: world->ApplyRadialImpulse(place, 0.6, Between(0, 200)); break;
		case AbuseKind::Scramble: Reshape(victim, [&](const Vec3d&) { return RandomVector(0, BodySize); }); break;
		case AbuseKind::Mirror: Reshape(victim, [](const Vec3d& p) { return Vec3d{-p.x, p.y, p.z}; }); break;
		case AbuseKind::Collapse: Collapse(victim); break;
		case AbuseKind::Squeeze: Squeeze(victim); break;
		case AbuseKind::Pull: Pull(victim); break;
		case AbuseKind::JumpingPins: JumpPins(victim); break;
		case AbuseKind::IntoWall: (void)world->Teleport(id, {WallPlace(), RandomTurn()}); break;
		case AbuseKind::IntoEachOther:
			(void)world->Teleport(
				id, {Body((victim + 1) % bodies.size()).CentreOfMass() - Vec3d{1, 1, 1} * (BodySize / 2), Mat3d::Identity()});
			break;
		case AbuseKind::Stiffness:
			material.young = std::pow(10, Between(2, 8));
			(void)world->SetMaterial(id, material);
			break;
		case AbuseKind::Gravity: (void)world->SetGravity(RandomVector(0, 30)); break;
		case AbuseKind::Commands: RandomCommand(id, place); break;
		}
	}

	/// With the body's corner or middle on a wall.
	Vec3d WallPlace()
	{
		Vec3d place = Inside(0.2);
		const int axis = static_cast<int>(Between(0, 2.999));
		place[axis] = Between(0, 1) < 0.5 ? -RoomHalf : RoomHalf;
		return place;
	}
	template <class Map>
	void Reshape(std::size_t victim, Map&& map)
	{
		const std::vector<Vec3d> places = Centred(Body(victim).position);
		std::vector<Vec3> changed, velocity(places.size());
		for (const Vec3d& place : places)
			changed.push_back(map(place).template Cast<Real>());
		world->Unpin(bodies[victim]);
		(void)world->SetState(bodies[victim], Inside(0.3), changed, velocity);
	}
	void Collapse(std::size_t victim)
	{
		const int axes = static_cast<int>(Between(1, 3.999));
		Reshape(victim,
			[&](Vec3d p)
			{
				for (int axis = 0; axis < axes; ++axis)
					p[axis] = 0;
				return p;
			});
	}
	void PutInTheMiddle(std::size_t victim)
	{
		(void)world->Teleport(bodies[victim], {Vec3d{-1, -1, -1} * (BodySize / 2), Mat3d::Identity()});
	}
	/// Plates close from both sides within six frames and are gone after eight.
	void Squeeze(std::size_t victim)
	{
		RemovePlates();
		PutInTheMiddle(victim);
		for (const double side : {-1.0, 1.0})
		{
			BoundaryDef plate;
			plate.shape = Shape::Box({0.3, 0.3, 0.05}).Value();
			const double open = BodySize / 2 + 0.05, shut = 0.05 * BodySize / 2 + 0.05;
			plate.pose.position = {0, 0, side * open};
			plate.motion = PinMotion::Linear({0, 0, side * (shut - open) / (6 * Frame)}, 0, 6 * Frame);
			plates.push_back(world->AddBoundary(plate).Value());
		}
		plateFrames = 8;
	}
	void EndPlates()
	{
		if (plateFrames == 0)
			return;
		--plateFrames;
		if (plateFrames == 0)
			RemovePlates();
	}
	void RemovePlates()
	{
		for (const BoundaryId plate : plates)
			world->Remove(plate);
		plates.clear();
	}
	/// Both end layers, to five times the length within ten frames.
	void Pull(std::size_t victim)
	{
		PutInTheMiddle(victim);
		const double way = 2 * BodySize;
		const auto layer = [](double low, double high) { return Box3d{{low, -1, -1}, {high, 1, 1}}; };
		const auto pull = [&](const Box3d& region, double sign)
		{ (void)world->Pin(bodies[victim], region, PinMotion::Linear({sign * way / (10 * Frame), 0, 0}, 0, 10 * Frame)); };
		pull(layer(-1, Spacing), -1);
		pull(layer(BodySize - Spacing, 1), 1);
	}
	void JumpPins(std::size_t victim)
	{
		PutInTheMiddle(victim);
		std::vector<PinMotion::Keyframe> keys;
		for (int frame = 0; frame < 12; ++frame)
			for (const double part : {0.0, 0.98}) // stays for a frame, then jumps within a fiftieth of one
				keys.push_back({(frame + part) * Frame, {frame % 2 == 0 ? -0.5 : 0.5, 0, 0}, {}});
		(void)world->Pin(bodies[victim], {{-1, -1, -1}, {Spacing, 1, 1}}, PinMotion::Keyframes({}, keys).Value());
	}
	void RandomCommand(BodyId id, const Vec3d& place)
	{
		constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();
		switch (static_cast<int>(Between(0, 7.999)))
		{
		case 0: world->SetEnabled(id, false); break;
		case 1: world->SetEnabled(id, true); break;
		case 2: world->Sleep(id); break;
		case 3: (void)world->SetVelocity(id, RandomPush(-2, 3)); break;
		case 4: (void)world->SetContact(id, {Between(0, 2), true, Between(0, 1) < 0.5}); break;
		case 5: world->ApplyForce(id, place, 0.3, RandomPush(0, 5)); break;
		case 6: (void)world->SetRigidState(rigid, {{Inside(0.1), RandomTurn()}, RandomVector(0, 50), {1, 2, 3}}); break;
		default:
			(void)world->Teleport({id.index, id.generation + 7}, {});
			(void)world->Teleport(id, {{notANumber, 0, 0}, Mat3d::Identity()});
			(void)world->SetVelocity(id, {0, notANumber, 0});
			world->ApplyImpulse(id, Vec3d{notANumber, 0, 0});
			(void)world->SetGravity({notANumber, 0, 0});
		}
	}

	/// A stiffness that stands its own weight, ordinary gravity, no pins, nothing disabled; bodies that overlap nothing, in whatever shape
	/// they are.
	void MakePeace()
	{
		RemovePlates();
		(void)world->SetGravity({0, 0, -9.81});
		material.young = 3e5;
		for (std::size_t k = 0; k < bodies.size(); ++k)
		{
			world->Unpin(bodies[k]);
			world->SetEnabled(bodies[k], true);
			(void)world->SetContact(bodies[k], {});
			(void)world->SetMaterial(bodies[k], material);
			PutInPeace(k);
		}
		Pose boxPose;
		boxPose.position = {0, 0.6, -0.74};
		if (episode.company == AbuseCompany::Rigid)
			boxPose.position = AbovePlace(bodies[0], BoxHalf);
		(void)world->SetRigidState(rigid, {boxPose, {}, {}});
		if (episode.company == AbuseCompany::Water)
			Pour({{-0.6, -0.12, 0.1}, {0.6, 0.12, 0.3}});
	}
	void PutInPeace(std::size_t k)
	{
		constexpr double reach = 0.3; // who is torn beyond the room has its own half of it
		std::vector<Vec3> places, velocities(Body(k).ParticleCount());
		double lowest = 0;
		for (Vec3d place : Centred(Body(k).position))
		{
			for (int axis = 0; axis < 3; ++axis)
				place[axis] = std::clamp(place[axis], -reach, reach);
			lowest = std::max(lowest, -place.z);
			places.push_back(place.Cast<Real>());
		}
		const Vec3d apart{-0.4 + 0.8 * static_cast<double>(k), 0, -0.4};
		const bool isOnTop = episode.company == AbuseCompany::EachOther && k > 0;
		(void)world->SetState(bodies[k], isOnTop ? AbovePlace(bodies[0], lowest) : apart, places, velocities);
	}
	/// Where something stands that reaches so far down from its middle and is a hand above the body.
	Vec3d AbovePlace(BodyId id, double reachDown) const
	{
		const SolidBody& body = *world->Find(id);
		Vec3d place = body.CentreOfMass();
		double highest = place.z;
		for (const Vec3& p : body.position)
			highest = std::max(highest, body.origin.z + static_cast<double>(p.z));
		place.z = highest + 2 * Spacing + reachDown;
		return place;
	}

	void LeaveAlone(const AbuseWatch& watch)
	{
		std::vector<AbusedBody> seen = Look();
		const double start = EnergyOf(seen);
		const double scale = std::max(start, 0.02 * 2 * Body(0).Mass() * 9.81); // not below the energy of a fall of two centimetres
		const int peace = std::max(1, static_cast<int>(episode.peaceSeconds / Frame));
		const int longest = std::max(peace, static_cast<int>(episode.longestPeace / Frame));
		if (watch)
			watch(0, seen);
		bool waits = true;
		int calm = 0;
		for (int frame = 1; outcome.finite && (frame <= peace || (frame <= longest && waits && calm < CalmFrames)); ++frame)
		{
			TakeFrame();
			seen = Look();
			outcome.energyGain = std::max(outcome.energyGain, (EnergyOf(seen) - start) / scale);
			MeasureOutside();
			outcome.peaceSeconds = frame * Frame;
			outcome.hasWaited = frame > peace;
			const auto isStill = [](const AbusedBody& body) { return body.kinetic < CalmEnergy; };
			calm = std::all_of(seen.begin(), seen.end(), isStill) ? calm + 1 : 0;
			if (frame == peace)
				waits = std::any_of(seen.begin(), seen.end(), [](const AbusedBody& body) { return !body.IsInShape(); });
			if (watch)
				watch(outcome.peaceSeconds, seen);
		}
	}
	std::vector<AbusedBody> Look() const
	{
		std::vector<AbusedBody> seen;
		seen.reserve(bodies.size());
		for (std::size_t k = 0; k < bodies.size(); ++k)
			seen.push_back(LookAt(Body(k)));
		return seen;
	}
	AbusedBody LookAt(const SolidBody& body) const
	{
		AbusedBody seen;
		ElasticObjective objective(body.Rest().elastic, body.Stiffness());
		const std::vector<float> weightless(body.ParticleCount());
		std::vector<Vec3> gradient(body.ParticleCount());
		seen.elastic = objective.Evaluate(body.position, {weightless, body.position, {}}, *tasks, gradient).Total();
		seen.kinetic = body.KineticEnergy();
		seen.weight = body.Mass() * 9.81 * (body.CentreOfMass().z + RoomHalf);
		seen.sizeError = SizeError(body);
		seen.shapeError = FitRigidly(body).rootMeanSquare;
		std::vector<Mat3> F(body.ParticleCount());
		ComputeDeformationGradients(body.Rest().state, body.position, *tasks, F);
		seen.smallestJ = std::numeric_limits<double>::infinity();
		for (std::size_t i = 0; i < F.size(); ++i)
		{
			seen.smallestJ = std::min(seen.smallestJ, Determinant(F[i].Cast<double>()));
			seen.strongestPull = std::max(seen.strongestPull, static_cast<double>(Norm(gradient[i])));
		}
		return seen;
	}
	double EnergyOf(std::span<const AbusedBody> seen) const
	{
		double energy = BoxEnergy() + WaterEnergy();
		for (const AbusedBody& body : seen)
			energy += body.kinetic + body.elastic + body.weight;
		return energy;
	}
	double BoxEnergy() const
	{
		const RigidState& box = *world->Find(rigid);
		const double mass = world->MassOf(rigid), inertia = mass * (4 * BoxHalf * BoxHalf) / 6; // of a cube
		return 0.5 * mass * SquaredNorm(box.velocity) + 0.5 * inertia * SquaredNorm(box.angularVelocity)
			+ mass * 9.81 * (world->CentreOfMass(rigid).z + RoomHalf);
	}
	double WaterEnergy() const
	{
		const FluidView fluid = world->Fluid();
		const double mass = 1000 * std::pow(2 * WaterRadius, 3); // particles stand two radii apart
		double energy = 0;
		for (std::size_t i = 0; i < fluid.position.size(); ++i)
			energy += 0.5 * SquaredNorm(fluid.velocity[i].Xyz().Cast<double>())
				+ 9.81 * (fluid.origin.z + static_cast<double>(fluid.position[i].z) + RoomHalf);
		return mass * energy;
	}
	static double SizeError(const SolidBody& body)
	{
		const double now = MeanSquare(Centred(body.position)), then = MeanSquare(Centred(body.Rest().state.position));
		return std::fabs(std::sqrt(now / then) - 1);
	}
	void MeasureOutside()
	{
		const auto look = [&](const Vec3d& at)
		{
			for (int axis = 0; axis < 3; ++axis)
				outcome.outside = std::max(outcome.outside, std::fabs(at[axis]) - RoomHalf);
		};
		for (std::size_t k = 0; k < bodies.size(); ++k)
			for (const Vec3& p : Body(k).position)
				look(Body(k).origin + p.Cast<double>());
		const FluidView fluid = world->Fluid();
		for (std::size_t i = 0; i < fluid.position.size(); ++i)
			look(fluid.origin + fluid.position[i].Xyz().Cast<double>());
	}
	void Measure()
	{
		outcome.hash = world->StateHash();
		outcome.elasticStep = step;
		outcome.smallestJ = std::numeric_limits<double>::infinity();
		if (!outcome.finite)
			return;
		const std::vector<AbusedBody> seen = Look();
		double worst = -1;
		for (std::size_t k = 0; k < bodies.size(); ++k)
		{
			outcome.sizeError = std::max(outcome.sizeError, seen[k].sizeError);
			outcome.shapeError = std::max(outcome.shapeError, seen[k].shapeError);
			outcome.smallestJ = std::min(outcome.smallestJ, seen[k].smallestJ);
			outcome.frozen += world->StateOf(bodies[k]) == BodyState::Frozen;
			const double error = std::max(seen[k].sizeError, seen[k].shapeError);
			if (error > worst)
				outcome.worstBody = k;
			worst = std::max(worst, error);
		}
		outcome.did = did[outcome.worstBody];
	}

	AbuseEpisode episode;
	Random random;
	std::unique_ptr<TaskRunner> tasks;
	double step = 0;
	std::unique_ptr<World> world;
	Material material;
	std::vector<BodyId> bodies;
	std::vector<std::vector<AbuseKind>> did;
	RigidId rigid;
	FluidId water;
	std::vector<BoundaryId> plates;
	int plateFrames = 0;
	AbuseOutcome outcome;
};

}

std::string_view NameOf(AbuseKind kind)
{
	return KindNames[static_cast<std::size_t>(kind)];
}

std::string_view NameOf(AbuseCompany company)
{
	return CompanyNames[static_cast<std::size_t>(company)];
}

AbuseOutcome Play(const AbuseEpisode& episode, const AbuseWatch& watch)
{
	return AbusedRoom(episode).Play(watch);
}

AbuseEpisode EpisodeOf(std::uint64_t seed, const std::string& solver, AbuseCompany company)
{
	AbuseEpisode episode;
	episode.seed = seed;
	episode.company = company;
	episode.solver = solver;
	episode.model = AbusedModels[(seed + seed / std::size(AbusedModels)) % std::size(AbusedModels)]; // all with all steps
	if (solver == "splitting" || solver == "peer")
		episode.model = MaterialModel::Corotated; // what they are made for; others are refused
	return episode;
}

}
