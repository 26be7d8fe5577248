#include <Scenes/SolidScenes.h>

#include <SPHSolids/Bake/RestStateBuilder.h>
#include <SPHSolids/Base/Random.h>
#include <SPHSolids/Body/DeformationGradients.h>
#include <SPHSolids/Solid/ElasticObjective.h>

#include <Scenes/Lattice.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace SPHSolids::Scenes
{
namespace
{

constexpr double Everywhere = 1e9;

/// The slab low < x < high of the body's frame.
Box3d SlabX(double low, double high)
{
	return {{low, -Everywhere, -Everywhere}, {high, Everywhere, Everywhere}};
}

SolidBodyDef BodyFromPoints(const std::vector<Vec3d>& points, double spacing, const Material& material)
{
	auto tasks = MakeParallelTaskRunner(2);
	const std::vector<double> volumes(points.size(), spacing * spacing * spacing);
	SolidBodyDef def;
	def.rest = MakeSolidRest(BuildRestState({points, spacing / 2, volumes}, *tasks).TakeValue(), *tasks);
	def.material = material;
	return def;
}

constexpr SolidSceneInfo SceneTable[] = {
	{"reference_beam", "Beam of 4,000 particles sagging under its weight, as a peer was measured on"},
	{"twisting_beam", "Beam of 9k particles, ends turned against each other by two full turns [KEE23] Fig. 5"},
	{"stretching_cube", "Nearly incompressible cube of 10.6k particles pulled apart [KEE23] Fig. 3"},
	{"swinging_cloth", "Sheet of 22k particles held at two corners [KEE23] Fig. 2"},
	{"scrambled", "Block whose particles start at random places [KBF21] Fig. 3"},
	{"cantilever", "Beam held at one end, swinging under its weight [KBF21]"},
	{"twisted_stiff_beam", "Stiff beam of 16k particles twisted fast [KBF21] Fig. 4"},
	{"drop", "Ball of 32k particles hanging from a cap"},
};

}

Material MaterialOf(MaterialModel model, double young, double poisson, double density, double alpha)
{
	Material material;
	material.model = model;
	material.young = young;
	material.poisson = poisson;
	material.density = density;
	material.alpha = alpha;
	return material;
}

SolidBodyDef LatticeBody(int countX, int countY, int countZ, double spacing, const Material& material)
{
	return BodyFromPoints(BlockLattice(countX, countY, countZ, spacing), spacing, material);
}

SolidScene ReferenceBeam(int k)
{
	const double spacing = 0.5 / k;
	SolidScene scene;
	scene.name = "reference_beam";
	scene.body = LatticeBody(4 * k, k, k, spacing, MaterialOf(MaterialModel::Corotated, 1e6, 0.33, 800, 1));
	scene.pins = {{SlabX(-1, 2 * spacing), PinMotion::Hold()}};
	scene.gravity = {0, -9.81, 0};
	scene.step = 0.002;
	scene.steps = 500;
	return scene;
}

SolidScene TwistingBeam(MaterialModel model, int across, double turns)
{
	const double width = 0.3, spacing = width / across;
	const int along = across * 62 / 12;
	SolidScene scene;
	scene.name = "twisting_beam";
	scene.body = LatticeBody(along, across, across, spacing, MaterialOf(model, 5e5, 0.33, 1000, 10));
	scene.step = 0.03;
	scene.steps = 126;
	scene.solver.minimiser.iterations = 10;
	const double length = along * spacing, duration = scene.step * scene.steps, rate = turns * Pi / duration;
	const Vec3d pivot = {0, width / 2, width / 2};
	scene.pins = {{SlabX(-1, 2 * spacing), PinMotion::Rotate(pivot, {1, 0, 0}, rate, 0, duration).TakeValue()},
		{SlabX(length - 2 * spacing, 10), PinMotion::Rotate(pivot, {1, 0, 0}, -rate, 0, duration).TakeValue()}};
	return scene;
}

SolidScene StretchingCube(int across, double stretch)
{
	const double width = 1.0, spacing = width / across;
	SolidScene scene;
	scene.name = "stretching_cube";
	scene.body = LatticeBody(across, across, across, spacing, MaterialOf(MaterialModel::Corotated, 5e5, 0.45, 1000, 1));
	scene.step = 0.03;
	scene.steps = 160;
	scene.solver.minimiser.iterations = 2;
	const double duration = 60 * scene.step, speed = (stretch - 1) * (width - 2 * spacing) / 2 / duration;
	scene.pins = {{SlabX(-1, spacing), PinMotion::Linear({-speed, 0, 0}, 0, duration)},
		{SlabX(width - spacing, 10), PinMotion::Linear({speed, 0, 0}, 0, duration)}};
	return scene;
}

SolidScene SwingingCloth(double alpha, int across)
{
	const double width = 1.06, spacing = width / across;
	const int along = across * 210 / 106;
	SolidScene scene;
	scene.name = "swinging_cloth";
	scene.body = LatticeBody(along, across, 1, spacing, MaterialOf(MaterialModel::Corotated, 8e4, 0.2, 1000, alpha));
	scene.gravity = {0, 0, -9.81};
	scene.step = 0.01;
	scene.steps = 300;
	scene.solver.minimiser.iterations = 2;
	const double grip = 0.03, length = along * spacing; // squares of three particles a side in full size
	scene.pins = {{{{-1, -1, -1}, {grip, grip, 1}}, PinMotion::Hold()}, {{{length - grip, -1, -1}, {10, grip, 1}}, PinMotion::Hold()}};
	return scene;
}

SolidScene Scrambled(double alpha, int across)
{
	SolidScene scene;
	scene.name = "scrambled";
	scene.body = LatticeBody(2 * across, across, across, 0.05, MaterialOf(MaterialModel::Corotated, 2.5e6, 0.33, 1000, alpha));
	scene.body.damping.drag = 2;
	scene.step = 0.001;
	scene.steps = 400;
	scene.scrambled = true;
	return scene;
}

SolidScene Cantilever(int across, double alpha, double young)
{
	const double width = 0.25, spacing = width / across;
	SolidScene scene;
	scene.name = "cantilever";
	scene.body = LatticeBody(8 * across, across, across, spacing, MaterialOf(MaterialModel::Corotated, young, 0.33, 1000, alpha));
	scene.pins = {{SlabX(-1, 2 * spacing), PinMotion::Hold()}};
	scene.gravity = {0, -9.81, 0};
	scene.step = 0.004;
	scene.steps = 500;
	return scene;
}

SolidScene TwistedStiffBeam(int across)
{
	const double spacing = 0.05;
	const int along = 4 * across;
	SolidScene scene;
	scene.name = "twisted_stiff_beam";
	scene.body = LatticeBody(along, across, across, spacing, MaterialOf(MaterialModel::Corotated, 1e7, 0.2, 1000, 10));
	scene.step = 0.001;
	scene.steps = 1000;
	const double width = across * spacing, length = along * spacing, duration = scene.step * scene.steps, rate = Pi / 2 / duration;
	const Vec3d pivot = {0, width / 2, width / 2};
	scene.pins = {{SlabX(-1, 2 * spacing), PinMotion::Rotate(pivot, {1, 0, 0}, rate, 0, duration).TakeValue()},
		{SlabX(length - 2 * spacing, 100), PinMotion::Rotate(pivot, {1, 0, 0}, -rate, 0, duration).TakeValue()}};
	return scene;
}

SolidScene Drop(double particles)
{
	const double spacing = 0.02, radius = spacing * std::cbrt(particles * 3 / (4 * Pi));
	const int across = static_cast<int>(std::ceil(2 * radius / spacing));
	const Vec3d centre = Vec3d{0.5, 0.5, 0.5} * (across * spacing);
	std::vector<Vec3d> points = BlockLattice(across, across, across, spacing);
	std::erase_if(points, [&](const Vec3d& p) { return Norm(p - centre) > radius; });
	SolidScene scene;
	scene.name = "drop";
	scene.body = BodyFromPoints(points, spacing, MaterialOf(MaterialModel::StableNeoHookean, 2e4, 0.45, 1000, 1));
	scene.gravity = {0, 0, -9.81};
	scene.step = 0.01;
	scene.steps = 200;
	scene.pins = {{{{-Everywhere, -Everywhere, centre.z + 0.85 * radius}, {Everywhere, Everywhere, Everywhere}}, PinMotion::Hold()}};
	return scene;
}

std::span<const SolidSceneInfo> SolidScenes()
{
	return SceneTable;
}

Result<SolidScene> FindSolidScene(std::string_view name)
{
	if (name == "reference_beam")
		return ReferenceBeam();
	if (name == "twisting_beam")
		return TwistingBeam();
	if (name == "stretching_cube")
		return StretchingCube();
	if (name == "swinging_cloth")
		return SwingingCloth();
	if (name == "scrambled")
		return Scrambled();
	if (name == "cantilever")
		return Cantilever();
	if (name == "twisted_stiff_beam")
		return TwistedStiffBeam();
	if (name == "drop")
		return Drop();
	std::string known;
	for (const SolidSceneInfo& info : SceneTable)
		known += (known.empty() ? "" : ", ") + std::string(info.name);
	return Error{"There is no solid scene named '" + std::string(name) + "'; known are " + known + "."};
}

SolidPlayer::SolidPlayer(const SolidScene& sceneToPlay, int workers)
	: scene(sceneToPlay)
	, tasks(MakeParallelTaskRunner(workers))
	, body(SolidBody::Create(scene.body).TakeValue())
{
	for (const ScenePin& pin : scene.pins)
		body.Pin([&](const Vec3& X) { return pin.region.Contains(X.Cast<double>()); }, pin.motion, 0);
	if (scene.scrambled)
	{
		Box3d box;
		for (const Vec3& p : body.position)
			box.Include(p.Cast<double>());
		Random random(1);
		for (Vec3& p : body.position)
			p = random.NextInBox(box.min, box.max).Cast<Real>();
	}
	solver = MakeElasticSolver(scene.solver, body).TakeValue();
	acceleration.assign(body.ParticleCount(), scene.gravity.Cast<Real>());
}

void SolidPlayer::Run(int steps)
{
	for (int k = 0; k < steps; ++k)
	{
		time += scene.step;
		lastReport = solver->Step(body, scene.step, time, acceleration, *tasks);
	}
}

int SolidPlayer::Settle(double step, double tolerance, int maxSteps)
{
	Box3d box;
	for (const Vec3& X : body.Rest().state.position)
		box.Include(X.Cast<double>());
	const double size = Norm(box.Size());
	for (int k = 1; k <= maxSteps; ++k)
	{
		const AlignedArray<Vec3> before = body.position;
		std::fill(body.velocity.begin(), body.velocity.end(), Vec3{});
		body.hasPrevious = false;
		lastReport = solver->Step(body, step, time, acceleration, *tasks);
		double moved = 0;
		for (std::size_t i = 0; i < before.size(); ++i)
			moved = std::max(moved, static_cast<double>(Norm(body.position[i] - before[i])));
		if (moved <= tolerance * size)
			return k;
	}
	return maxSteps;
}

Vec3d MeanPosition(const SolidBody& body, const Box3d& region)
{
	Vec3d sum;
	double count = 0;
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
		if (region.Contains(body.Rest().state.position[i].Cast<double>()))
		{
			sum += body.position[i].Cast<double>();
			count += 1;
		}
	return body.origin + sum / count;
}

namespace
{

std::vector<double> Determinants(const SolidBody& body, TaskRunner& tasks)
{
	std::vector<Mat3> F(body.ParticleCount());
	ComputeDeformationGradients(body.Rest().state, body.position, tasks, F);
	std::vector<double> result(F.size());
	std::transform(F.begin(), F.end(), result.begin(), [](const Mat3& f) { return Determinant(f.Cast<double>()); });
	return result;
}

}

double VolumeRatio(const SolidBody& body, TaskRunner& tasks)
{
	const std::vector<double> J = Determinants(body, tasks);
	double deformed = 0, atRest = 0;
	for (std::size_t i = 0; i < J.size(); ++i)
	{
		const double volume = static_cast<double>(body.Rest().state.volume[i]);
		deformed += volume * J[i];
		atRest += volume;
	}
	return deformed / atRest;
}

std::size_t InvertedParticles(const SolidBody& body, TaskRunner& tasks)
{
	const std::vector<double> J = Determinants(body, tasks);
	return static_cast<std::size_t>(std::count_if(J.begin(), J.end(), [](double j) { return !(j > 0); }));
}

RigidFit FitRigidly(const SolidBody& body)
{
	const auto& rest = body.Rest().state.position;
	const double count = static_cast<double>(rest.size());
	Vec3d restCentre, centre;
	for (std::size_t i = 0; i < rest.size(); ++i)
	{
		restCentre += rest[i].Cast<double>() / count;
		centre += body.position[i].Cast<double>() / count;
	}
	Mat3d covariance;
	double size = 0;
	for (std::size_t i = 0; i < rest.size(); ++i)
	{
		covariance += Mat3d::Outer(body.position[i].Cast<double>() - centre, rest[i].Cast<double>() - restCentre);
		size = std::max(size, Norm(rest[i].Cast<double>() - restCentre));
	}
	const SignedSvd svd = DecomposeSigned(covariance);
	const Mat3d R = svd.u * Transpose(svd.v);
	RigidFit fit;
	for (std::size_t i = 0; i < rest.size(); ++i)
	{
		const double distance = Norm(body.position[i].Cast<double>() - centre - R * (rest[i].Cast<double>() - restCentre)) / size;
		fit.largest = std::max(fit.largest, distance);
		fit.rootMeanSquare += distance * distance / count;
	}
	fit.rootMeanSquare = std::sqrt(fit.rootMeanSquare);
	return fit;
}

double ShapeError(const SolidBody& body)
{
	return FitRigidly(body).largest;
}

}
