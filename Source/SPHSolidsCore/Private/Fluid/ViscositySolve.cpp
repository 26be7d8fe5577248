#include "ViscositySolve.h"

#include <algorithm>
#include <cmath>

namespace SPHSolids
{
namespace
{

/// Added to squared distances, so that pairs that coincide have a finite force, m^2.
Real Softening(const FluidSystem& system)
{
	return Real(0.01) * system.support * system.support;
}

constexpr Real PairFactor = 10; // 2 (dimensions + 2)
/// Speed below which nobody sees whether a fluid moves, m/s: errors are not measured against less.
constexpr double LeastSpeed = 0.01;

Real HarmonicMean(Real a, Real b)
{
	return a + b > 0 ? 2 * a * b / (a + b) : Real(0);
}

Vec3 AlongWall(const Vec3& v, const Vec3& normal)
{
	return v - normal * Dot(v, normal);
}

}

PressureReport ViscositySolve::Run(const Settings& settings, FluidSystem& system, TaskRunner& tasks)
{
	PressureReport report;
	report.converged = true;
	const auto isZero = [](float value) { return value == 0; };
	if (std::all_of(settings.viscosity.begin(), settings.viscosity.end(), isZero)
		&& std::all_of(settings.boundaryViscosity.begin(), settings.boundaryViscosity.end(), isZero))
		return report;
	blocks.resize(system.fluidCount);
	residual.resize(system.fluidCount);
	image.resize(system.fluidCount);
	direction.assign(system.Count(), {}); // solids keep their velocity within the solve
	sums.Reset(system.FluidRunCount());

	// At the start the velocities are those asked for, so the residual is what viscosity and walls do to them.
	double mass = 0, motion = 0;
	for (std::size_t i = 0; i < system.fluidCount; ++i)
	{
		const double density = 1 / static_cast<double>(system.inverseDensity[i]);
		mass += density;
		motion += density * static_cast<double>(SquaredNorm(system.Velocity()[i].Xyz()));
	}
	auto prepareRun = [&](std::size_t run) { PrepareRun(settings, system, run); };
	tasks.Run(system.FluidRunCount(), prepareRun);
	double rz = sums.Total();
	const double goal = settings.maxError * settings.maxError * std::max(motion, LeastSpeed * LeastSpeed * mass);
	for (report.converged = rz <= goal; !report.converged && report.iterations < settings.maxIterations;)
	{
		++report.iterations;
		auto applyRun = [&](std::size_t run) { sums[run] = ApplyRun(settings, system, run); };
		tasks.Run(system.FluidRunCount(), applyRun);
		const double curvature = sums.Total();
		if (!(curvature > 0))
			break;
		const Real alpha = static_cast<Real>(rz / curvature);
		auto stepRun = [&](std::size_t run)
		{
			double sum = 0;
			const FluidSystem::Range range = system.RunRange(run);
			for (std::size_t i = range.begin; i < range.end; ++i)
			{
				system.Velocity()[i].SetXyz(system.Velocity()[i].Xyz() + direction[i].Xyz() * alpha);
				residual[i].SetXyz(residual[i].Xyz() - image[i].Xyz() * alpha);
				sum += static_cast<double>(Dot(residual[i].Xyz(), blocks[i].Times(residual[i].Xyz())));
			}
			sums[run] = sum;
		};
		tasks.Run(system.FluidRunCount(), stepRun);
		const double next = sums.Total();
		const Real beta = static_cast<Real>(next / rz);
		rz = next;
		report.converged = rz <= goal;
		ParallelFor(tasks, system.fluidCount, 8 * FluidSystem::ParticlesPerRun,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t i = begin; i < end; ++i)
					direction[i].SetXyz(blocks[i].Times(residual[i].Xyz()) + direction[i].Xyz() * beta);
			});
	}
	report.residual = std::sqrt(rz / std::max(motion, LeastSpeed * LeastSpeed * mass));
	PushSolids(settings, system, tasks);
	return report;
}

template <class Visit>
void ViscositySolve::VisitWalls(const Settings& settings, const FluidSystem& system, const FluidSystem::Range& range, Visit&& visit)
{
	const auto begin = std::lower_bound(settings.walls.begin(), settings.walls.end(), range.begin,
		[](const WallShear& wall, std::size_t particle) { return wall.particle < particle; });
	for (auto wall = begin; wall != settings.walls.end() && wall->particle < range.end; ++wall)
		if (const Real mu = settings.boundaryViscosity[system.particles->fluid[wall->particle]]; mu > 0)
			visit(*wall, settings.step * mu * wall->rate);
}

/// Where the particles of a window are, and their viscosities; -1 marks those of solids.
void ViscositySolve::FillPlaces(const Settings& settings, const FluidSystem& system, FluidWindow& places)
{
	const FluidParticles& particles = *system.particles;
	places.Fill([&](std::size_t j)
		{ return PaddedVec3(particles.position[j].Xyz(), j < system.fluidCount ? settings.ViscosityOf(particles, j) : -1.0f); },
		PaddedVec3({FarAway, FarAway, FarAway}, 0));
}

void ViscositySolve::PrepareRun(const Settings& settings, FluidSystem& system, std::size_t runIndex)
{
	FluidRun& run = system.runs[runIndex];
	const FluidSystem::Range range = system.RunRange(runIndex);
	const FluidParticles& particles = *system.particles;
	FluidWindow places(run, 0), velocities(run, 1);
	FillPlaces(settings, system, places);
	velocities.Copy(system.Velocity());
	const Real softening = Softening(system);
	Mat3 matrix[FluidSystem::ParticlesPerRun];
	for (std::size_t i = range.begin; i < range.end; ++i)
	{
		const Vec3 place = particles.position[i].Xyz(), velocity = system.Velocity()[i].Xyz();
		const Real mu = settings.ViscosityOf(particles, i), wallMu = settings.boundaryViscosity[particles.fluid[i]];
		Mat3 block = Mat3::Identity() * (1 / system.inverseDensity[i]);
		Vec3 force;
		for (std::uint32_t c = run.first[i - range.begin]; c < run.first[i - range.begin + 1]; ++c)
		{
			float gradients[8];
			LoadStored(run.couples[c].lane).Store(gradients);
			for (int half = 0; half < 2; ++half)
			{
				const float* other = places.Values() + run.couples[c].Offset(half);
				const Real common = other[3] < 0 ? wallMu : HarmonicMean(mu, other[3]);
				if (common == 0)
					continue;
				const Vec3 offset = place - Vec3{other[0], other[1], other[2]};
				const float* v = velocities.Values() + run.couples[c].Offset(half);
				const Vec3 gradient = Vec3{gradients[4 * half], gradients[4 * half + 1], gradients[4 * half + 2]}
					* (PairFactor * settings.step * common / (system.support * (SquaredNorm(offset) + softening)));
				force += gradient * Dot(velocity - Vec3{v[0], v[1], v[2]}, offset);
				for (int row = 0; row < 3; ++row)
					for (int column = 0; column < 3; ++column)
						block.m[row][column] -= Real(0.5) * (gradient[row] * offset[column] + gradient[column] * offset[row]);
			}
		}
		matrix[i - range.begin] = block;
		residual[i] = force;
	}
	VisitWalls(settings, system, range,
		[&](const WallShear& wall, Real strength)
		{
			Mat3& block = matrix[wall.particle - range.begin];
			for (int row = 0; row < 3; ++row)
				for (int column = 0; column < 3; ++column)
					block.m[row][column] += strength * ((row == column) - wall.normal[row] * wall.normal[column]);
			const Vec3 slip = AlongWall(system.Velocity()[wall.particle].Xyz() - wall.velocity, wall.normal);
			residual[wall.particle].SetXyz(residual[wall.particle].Xyz() - slip * strength);
		});
	double sum = 0;
	for (std::size_t i = range.begin; i < range.end; ++i)
	{
		const Mat3& block = matrix[i - range.begin];
		const Mat3 cofactor = Cofactor(block);
		const Real scale = 1 / Determinant(block);
		blocks[i] = {{cofactor.m[0][0] * scale, cofactor.m[0][1] * scale, cofactor.m[0][2] * scale, cofactor.m[1][1] * scale,
			cofactor.m[1][2] * scale, cofactor.m[2][2] * scale}};
		const Vec3 z = blocks[i].Times(residual[i].Xyz());
		direction[i] = z;
		sum += static_cast<double>(Dot(residual[i].Xyz(), z));
	}
	sums[runIndex] = sum;
}

double ViscositySolve::ApplyRun(const Settings& settings, FluidSystem& system, std::size_t runIndex)
{
	FluidRun& run = system.runs[runIndex];
	const FluidSystem::Range range = system.RunRange(runIndex);
	const FluidParticles& particles = *system.particles;
	FluidWindow places(run, 0), moves(run, 1);
	FillPlaces(settings, system, places);
	moves.Copy(direction.data());
	const Float8 softening(Softening(system)), zero(0.0f), tiny(1e-30f);
	for (std::size_t i = range.begin; i < range.end; ++i)
	{
		const float* ownMove = direction[i].Data();
		const PaddedVec3 ownPlace(particles.position[i].Xyz(), 0);
		const Float8 place = LoadHalves(ownPlace.Data(), ownPlace.Data()), move = LoadHalves(ownMove, ownMove);
		const Float8 mu(settings.ViscosityOf(particles, i)), wallMu(settings.boundaryViscosity[particles.fluid[i]]);
		Float8 sum = zero;
		for (std::uint32_t c = run.first[i - range.begin]; c < run.first[i - range.begin + 1]; ++c)
		{
			const std::size_t low = run.couples[c].Offset(0), high = run.couples[c].Offset(1);
			const Float8 other = LoadHalves(places.Values() + low, places.Values() + high);
			const Float8 offset = place - other, squares = offset * offset;
			const Float8 products = offset * (move - LoadHalves(moves.Values() + low, moves.Values() + high));
			const Float8 squared = (SplatInHalves<0>(squares) + SplatInHalves<1>(squares)) + SplatInHalves<2>(squares);
			const Float8 product = (SplatInHalves<0>(products) + SplatInHalves<1>(products)) + SplatInHalves<2>(products);
			const Float8 otherMu = SplatInHalves<3>(other);
			const Float8 common = Select(otherMu < zero, wallMu, (mu + mu) * otherMu / Max(mu + otherMu, tiny));
			sum = MulAdd(common * product / (squared + softening), LoadStored(run.couples[c].lane), sum);
		}
		float total[4];
		StoreSumOfHalves(sum, total);
		image[i] = direction[i].Xyz() / system.inverseDensity[i]
			- Vec3{total[0], total[1], total[2]} * (PairFactor * settings.step / system.support);
	}
	VisitWalls(settings, system, range,
		[&](const WallShear& wall, Real strength)
		{
			const Vec3 slip = AlongWall(direction[wall.particle].Xyz(), wall.normal);
			image[wall.particle].SetXyz(image[wall.particle].Xyz() + slip * strength);
		});
	double sum = 0;
	for (std::size_t i = range.begin; i < range.end; ++i)
		sum += static_cast<double>(Dot(direction[i].Xyz(), image[i].Xyz()));
	return sum;
}

void ViscositySolve::PushSolids(const Settings& settings, FluidSystem& system, TaskRunner& tasks) const
{
	auto pushRun = [&](std::size_t solidRun)
	{
		const std::size_t runIndex = system.FluidRunCount() + solidRun;
		FluidRun& run = system.runs[runIndex];
		const FluidSystem::Range range = system.RunRange(runIndex);
		const FluidParticles& particles = *system.particles;
		FluidWindow places(run, 0), velocities(run, 1);
		// A solid's neighbours are all fluid.
		places.Fill([&](std::size_t j) { return PaddedVec3(particles.position[j].Xyz(), settings.boundaryViscosity[particles.fluid[j]]); },
			PaddedVec3({FarAway, FarAway, FarAway}, 0));
		velocities.Copy(system.Velocity());
		const Real softening = Softening(system);
		for (std::size_t i = range.begin; i < range.end; ++i)
		{
			const Vec3 place = particles.position[i].Xyz(), velocity = system.Velocity()[i].Xyz();
			Vec3 force;
			for (std::uint32_t c = run.first[i - range.begin]; c < run.first[i - range.begin + 1]; ++c)
			{
				float gradients[8];
				LoadStored(run.couples[c].lane).Store(gradients);
				for (int half = 0; half < 2; ++half)
				{
					const float* other = places.Values() + run.couples[c].Offset(half);
					const float* v = velocities.Values() + run.couples[c].Offset(half);
					const Vec3 offset = place - Vec3{other[0], other[1], other[2]};
					force += Vec3{gradients[4 * half], gradients[4 * half + 1], gradients[4 * half + 2]}
						* (other[3] * Dot(velocity - Vec3{v[0], v[1], v[2]}, offset) / (SquaredNorm(offset) + softening));
				}
			}
			system.Velocity()[i].SetXyz(velocity + force * (PairFactor * settings.step / system.support * system.inverseDensity[i]));
		}
	};
	if (system.solidCount > 0)
		tasks.Run(system.SolidRunCount(), pushRun);
}

}
