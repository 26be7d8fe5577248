#include <Scenes/SolidMeasures.h>

#include <SPHSolids/Solid/NewtonMinimiser.h>
#include <SPHSolids/Solid/PreconditionerCache.h>
#include <SPHSolids/Solid/ReferenceObjective.h>

#include <algorithm>
#include <cmath>

namespace SPHSolids::Scenes
{
namespace
{

constexpr double Unbounded = 1e9;

Box3d Between(int axis, double low, double high)
{
	Box3d box{{-Unbounded, -Unbounded, -Unbounded}, {Unbounded, Unbounded, Unbounded}};
	box.min[axis] = low;
	box.max[axis] = high;
	return box;
}

SolidScene Static(SolidScene scene)
{
	scene.solver.name = "newton";
	scene.solver.minimiser.iterations = 60;
	return scene;
}

/// Sum of the elastic forces on the particles of a region, N: what their pins must bear.
Vec3d ForceOn(const SolidBody& body, const Box3d& region, TaskRunner& tasks)
{
	ReferenceObjective objective(body.Rest().elastic, body.Stiffness());
	std::vector<Vec3d> x, gradient(body.ParticleCount());
	for (const Vec3& p : body.position)
		x.push_back(p.Cast<double>());
	const std::vector<double> noMass(x.size());
	objective.Evaluate(x, {noMass, x, {}}, tasks, gradient);
	Vec3d sum;
	for (std::size_t i = 0; i < x.size(); ++i)
		if (region.Contains(body.Rest().state.position[i].Cast<double>()))
			sum += gradient[i];
	return sum;
}

/// Slope of the best straight line of world coordinate `axis` over rest coordinate `axis`, over the particles of a region.
double MeanStretch(const SolidBody& body, const Box3d& region, int axis)
{
	double count = 0, sumX = 0, sumx = 0, sumXX = 0, sumXx = 0;
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
	{
		const Vec3d X = body.Rest().state.position[i].Cast<double>();
		if (!region.Contains(X))
			continue;
		const double place = static_cast<double>(body.position[i][axis]);
		count += 1;
		sumX += X[axis];
		sumx += place;
		sumXX += X[axis] * X[axis];
		sumXx += X[axis] * place;
	}
	return (count * sumXx - sumX * sumx) / (count * sumXX - sumX * sumX);
}

/// Stretch across at which the sides are free of stress, by bisection.
double FreeLateralStretch(const Material& material, double stretch)
{
	double low = 0.2, high = 2;
	for (int k = 0; k < 100; ++k)
	{
		const double t = 0.5 * (low + high);
		(EvaluateMaterial(material, Mat3d::Diagonal({stretch, t, t})).stress(1, 1) > 0 ? high : low) = t;
	}
	return 0.5 * (low + high);
}

}

CantileverSag MeasureCantileverSag(int across, double alpha, MaterialModel model)
{
	const double young = 1e8, width = 0.25, spacing = width / across;
	SolidScene scene = Static(Cantilever(across, alpha, young));
	scene.body.material.model = model;
	SolidPlayer player(scene);
	const Box3d tip = Between(0, 2 - spacing, 3);
	const double before = MeanPosition(player.body, tip).y;
	player.Settle(2);

	const Material& material = scene.body.material;
	const double L = 2 - 2 * spacing, x = L - spacing / 2, inertia = width * width / 12; // I/A
	const double load = material.density * 9.81, shearModulus = LameFromYoung(young, material.poisson).mu;
	CantileverSag result;
	result.measured = before - MeanPosition(player.body, tip).y;
	result.eulerBernoulli = load / (24 * young * inertia) * x * x * (6 * L * L - 4 * L * x + x * x);
	result.timoshenko = result.eulerBernoulli + load * (L * x - x * x / 2) / (5.0 / 6 * shearModulus);
	return result;
}

BarTension MeasureBarTension(const Material& material, double averageStretch, int across)
{
	const double width = 0.2, spacing = width / across, length = 5 * width;
	SolidScene scene;
	scene.body = LatticeBody(5 * across, across, across, spacing, material);
	const double pull = (averageStretch - 1) * length;
	scene.pins = {
		{Between(0, -1, 2 * spacing), PinMotion::Hold()}, {Between(0, length - 2 * spacing, 2), PinMotion::Linear({pull, 0, 0}, 0, 1)}};
	scene.step = 1;
	SolidPlayer player(Static(scene));
	for (Vec3& p : player.body.position) // start from the affine stretch
		p.x *= static_cast<float>(averageStretch);
	player.time = 1;
	player.Settle(1);

	const Box3d middle = Between(0, length / 3, length * 2 / 3);
	BarTension result;
	result.stretch = MeanStretch(player.body, middle, 0);
	result.lateral = 0.5 * (MeanStretch(player.body, middle, 1) + MeanStretch(player.body, middle, 2));
	result.stress = ForceOn(player.body, Between(0, length - 2 * spacing, 2), *player.tasks).x / (width * width);
	result.expectedLateral = FreeLateralStretch(material, result.stretch);
	result.expected =
		EvaluateMaterial(material, Mat3d::Diagonal({result.stretch, result.expectedLateral, result.expectedLateral})).stress(0, 0);
	return result;
}

SlabShear MeasureSlabShear(const Material& material, double gamma, int layers)
{
	const double height = 0.2, spacing = height / layers, width = 6 * height;
	SolidScene scene;
	scene.body = LatticeBody(6 * layers, 6 * layers, layers, spacing, material);
	// Between the centres of the held layers, so that the whole slab can be in one and the same shear.
	const double shift = gamma * (height - spacing);
	scene.pins = {{Between(2, -1, spacing), PinMotion::Hold()}, {Between(2, height - spacing, 2), PinMotion::Linear({shift, 0, 0}, 0, 1)}};
	SolidPlayer player(Static(scene));
	const float bottom = static_cast<float>(-0.5 * (height - spacing));
	for (Vec3& p : player.body.position)
		p.x += static_cast<float>(gamma) * (p.z - bottom);
	player.time = 1;
	player.Settle(1);

	SlabShear result;
	result.shear = gamma;
	result.stress = ForceOn(player.body, Between(2, height - spacing, 2), *player.tasks).x / (width * width);
	Mat3d F = Mat3d::Identity();
	F(0, 2) = gamma;
	result.expected = EvaluateMaterial(material, F).stress(0, 2);
	return result;
}

BarFrequency MeasureBarFrequency(int across, double poisson)
{
	const double width = 0.1, spacing = width / across, young = 1e6, density = 1000;
	SolidScene scene;
	scene.body = LatticeBody(10 * across, across, across, spacing, MaterialOf(MaterialModel::Corotated, young, poisson, density, 1));
	scene.body.integrator = Integrator::ImplicitMidpoint;
	scene.pins = {{Between(0, -1, 2 * spacing), PinMotion::Hold()}};
	scene.solver.minimiser.iterations = 30;
	const double L = 1 - 2 * spacing;
	BarFrequency result;
	result.expected = std::sqrt(young / density) / (4 * L);
	scene.step = 1 / (200 * result.expected);
	SolidPlayer player(scene);
	for (std::size_t i = 0; i < player.body.ParticleCount(); ++i) // the shape of the first mode
		if (player.body.held[i] == 0)
		{
			const double X = static_cast<double>(player.body.Rest().state.position[i].x) - 2 * spacing;
			player.body.velocity[i].x = static_cast<float>(0.3 * std::sin(Pi / 2 * X / L));
		}
	// Passages of the tip through its place of rest, upwards and downwards: half a period apart.
	const Box3d tip = Between(0, 1 - spacing, 2);
	const double rest = MeanPosition(player.body, tip).x;
	std::vector<double> passages;
	double before = 0;
	for (int k = 0; k < 1100 && passages.size() < 11; ++k)
	{
		player.Run(1);
		const double now = MeanPosition(player.body, tip).x - rest;
		if (k > 0 && before * now < 0)
			passages.push_back(player.time - scene.step * now / (now - before));
		before = now;
	}
	result.measured = static_cast<double>(passages.size() - 1) / (2 * (passages.back() - passages.front()));
	return result;
}

std::vector<ObjectiveCurve> MeasureObjectiveCurves(const SolidScene& scene, int frame, int iterations)
{
	SolidPlayer player(scene);
	player.Run(frame);
	SolidBody& body = player.body;
	TaskRunner& tasks = *player.tasks;
	const std::size_t count = body.ParticleCount();
	const PreconditionerInput input = PreconditionerInput::Of(body, scene.step);
	const auto preconditioner = BuildPreconditioner(scene.solver.preconditioner, input, tasks).TakeValue();

	AlignedArray<Vec3> target(count);
	for (std::size_t i = 0; i < count; ++i)
		target[i] = body.position[i] + body.velocity[i] * static_cast<float>(scene.step)
			+ player.acceleration[i] * static_cast<float>(scene.step * scene.step);
	AlignedArray<Vec3> prescribed = target;
	body.PrescribedPlaces(player.time + scene.step, prescribed);
	for (std::size_t i = 0; i < count; ++i)
		if (body.held[i] != 0)
			target[i] = prescribed[i];
	std::vector<double> wideMass;
	std::vector<Vec3d> wideTarget, x(count), gradient(count);
	for (std::size_t i = 0; i < count; ++i)
	{
		wideMass.push_back(static_cast<double>(input.massOverStepSquared[i]));
		wideTarget.push_back(target[i].Cast<double>());
	}
	ReferenceObjective reference(body.Rest().elastic, body.Stiffness());
	const ReferenceObjective::StepTerms wideTerms{wideMass, wideTarget, body.held};

	std::vector<ObjectiveCurve> curves;
	NewtonMinimiser newton(count);
	x = wideTarget;
	MinimiserSettings settings;
	settings.iterations = 200;
	newton.Minimise(reference, wideTerms, *preconditioner, settings, tasks, x);
	curves.push_back({"newton", {newton.ObjectiveHistory().begin(), newton.ObjectiveHistory().end()}});

	ElasticObjective objective(body.Rest().elastic, body.Stiffness());
	objective.SetReference(body.position, tasks);
	BodyStepObjective stepObjective(objective, {input.massOverStepSquared, target, body.held});
	for (const int window : {0, 1, 3, 5, 10})
	{
		ObjectiveCurve curve{window == 0 ? "quasi-Newton (window 0)" : "L-BFGS, window " + std::to_string(window), {}};
		LbfgsSolver minimiser(count, window);
		settings.window = window;
		for (int n = 0; n <= iterations; ++n) // the same start each time: places after n iterations
		{
			AlignedArray<Vec3> solution = target;
			settings.iterations = n;
			if (n > 0)
				minimiser.Minimise(stepObjective, *preconditioner, settings, tasks, solution);
			std::transform(solution.begin(), solution.end(), x.begin(), [](const Vec3& p) { return p.Cast<double>(); });
			curve.objective.push_back(reference.Evaluate(x, wideTerms, tasks, gradient).Total());
		}
		curves.push_back(std::move(curve));
	}
	return curves;
}

void OscillationMeter::Add(const SolidBody& body)
{
	if (!beforeLast.empty())
	{
		double turning = 0, moving = 0;
		for (std::size_t i = 0; i < last.size(); ++i)
		{
			const double m = static_cast<double>(body.mass[i]);
			turning += m * static_cast<double>(SquaredNorm(body.velocity[i] - last[i] * 2.0f + beforeLast[i]));
			moving += m * static_cast<double>(SquaredNorm(last[i]));
		}
		share = moving > 0 ? turning / (16 * moving) : 0;
	}
	beforeLast.swap(last);
	last = body.velocity;
}

}
