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

/// Of a pair's weight in its force: 2 (dimensions + 2) h_t / h^2.
Real PairScale(const ViscositySolve::Settings& settings, const FluidSystem& system)
{
	return 10 * settings.step / (system.support * system.support);
}
/// Speed below which nobody sees whether a fluid moves, m/s: errors are not measured against less.
constexpr double LeastSpeed = 0.01;

Real HarmonicMean(Real a, Real b)
{
	return a + b > 0 ? 2 * a * b / (a + b) : Real(0);
}

/// Viscosity between a particle and another, whose window entry says -1 for solids and, seen from a solid, the boundary viscosity.
template <bool IsFluid>
Real CommonViscosity(Real own, Real wall, Real other)
{
	if constexpr (IsFluid)
		return other < 0 ? wall : HarmonicMean(own, other);
	else
		return other;
}

/// Where the particles of a window are, and what CommonViscosity wants to know of them.
template <bool IsFluid>
void FillViscousPlaces(const ViscositySolve::Settings& settings, const FluidSystem& system, FluidWindow& places)
{
	const FluidParticles& particles = *system.particles;
	places.Fill(
		[&](std::size_t j)
		{
			if constexpr (IsFluid)
				return PaddedVec3(particles.position[j].Xyz(), j < system.fluidCount ? settings.ViscosityOf(particles, j) : -1.0f);
			else // a solid's neighbours are all fluid
				return PaddedVec3(particles.position[j].Xyz(), settings.boundaryViscosity[particles.fluid[j]]);
		},
		PaddedVec3({FarAway, FarAway, FarAway}, 0));
}

/// What a particle's row is weighed by in sums: its volume, in units of that of a fluid particle.
double RowWeight(const FluidSystem& system, std::size_t i)
{
	return i < system.fluidCount ? 1.0 : static_cast<double>(system.solidVolume[i - system.fluidCount] / system.volume);
}

/// A particle of a solid that no fluid is near.
bool IsAlone(const FluidSystem& system, std::size_t i)
{
	if (i < system.fluidCount)
		return false;
	const std::size_t solid = i - system.fluidCount, place = solid % FluidSystem::ParticlesPerRun;
	const std::vector<std::uint32_t>& first = system.runs[system.FluidRunCount() + solid / FluidSystem::ParticlesPerRun].first;
	return first[place] == first[place + 1];
}

/// sum rho v^2 and sum rho over particles that fluid is near.
struct MeasuredMotion
{
	double mass = 0, motion = 0;
};
MeasuredMotion MeasureMotion(const FluidSystem& system)
{
	MeasuredMotion sum;
	for (std::size_t i = 0; i < system.Count(); ++i)
	{
		if (system.inverseDensity[i] == 0 || IsAlone(system, i))
			continue;
		const double density = RowWeight(system, i) / static_cast<double>(system.inverseDensity[i]);
		sum.mass += density;
		sum.motion += density * static_cast<double>(SquaredNorm(system.Velocity()[i].Xyz()));
	}
	return sum;
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
	blocks.resize(system.Count());
	residual.resize(system.Count());
	image.resize(system.Count());
	direction.resize(system.Count());
	sums.Reset(system.RunCount());
	const auto isFluidRun = [&](std::size_t run) { return run < system.FluidRunCount(); };

	// At the start the velocities are those asked for, so the residual is what viscosity and walls do to them.
	const MeasuredMotion measured = MeasureMotion(system);
	const double unit = std::max(measured.motion, LeastSpeed * LeastSpeed * measured.mass);
	auto prepareRun = [&](std::size_t run)
	{ isFluidRun(run) ? PrepareRun<true>(settings, system, run) : PrepareRun<false>(settings, system, run); };
	tasks.Run(system.RunCount(), prepareRun);
	double rz = sums.Total();
	const double goal = settings.maxError * settings.maxError * unit;
	for (report.converged = rz <= goal; !report.converged && report.iterations < settings.maxIterations;)
	{
		++report.iterations;
		auto applyRun = [&](std::size_t run)
		{ sums[run] = isFluidRun(run) ? ApplyRun<true>(settings, system, run) : ApplyRun<false>(settings, system, run); };
		tasks.Run(system.RunCount(), applyRun);
		const double curvature = sums.Total();
		if (!(curvature > 0))
			break;
		const Real alpha = static_cast<Real>(rz / curvature);
		auto stepRun = [&](std::size_t run) { sums[run] = StepRun(alpha, system, run); };
		tasks.Run(system.RunCount(), stepRun);
		const double next = sums.Total();
		const Real beta = static_cast<Real>(next / rz);
		rz = next;
		report.converged = rz <= goal;
		ParallelFor(tasks, system.Count(), 8 * FluidSystem::ParticlesPerRun,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t i = begin; i < end; ++i)
					direction[i].SetXyz(blocks[i].Times(residual[i].Xyz()) + direction[i].Xyz() * beta);
			});
	}
	report.residual = std::sqrt(rz / unit);
	BalanceMomentum(settings, system);
	return report;
}

void ViscositySolve::BalanceMomentum(const Settings& settings, FluidSystem& system)
{
	Vec3d missing;
	Mat3d inertia;
	const auto isFree = [&](std::size_t i) { return system.inverseDensity[i] > 0; };
	const auto takesPart = [&](std::size_t i) { return isFree(i) && !IsAlone(system, i); };
	for (std::size_t i = 0; i < system.Count(); ++i)
	{
		if (i >= system.fluidCount && !isFree(i) && !IsAlone(system, i))
			return; // what holds still takes momentum, too
		if (!takesPart(i))
			continue;
		missing += residual[i].Xyz().Cast<double>() * RowWeight(system, i);
		inertia += Mat3d::Identity() * (RowWeight(system, i) / static_cast<double>(system.inverseDensity[i]));
	}
	VisitWalls(settings, system, {0, system.fluidCount},
		[&](const WallShear& wall, Real strength)
		{
			const Vec3d n = wall.normal.Cast<double>();
			inertia += (Mat3d::Identity() - Mat3d::Outer(n, n)) * static_cast<double>(strength);
		});
	const double determinant = Determinant(inertia);
	if (!(determinant > 0))
		return;
	const Vec3 shift = (Cofactor(inertia) * missing * (1 / determinant)).Cast<Real>();
	for (std::size_t i = 0; i < system.Count(); ++i)
		if (takesPart(i))
			system.Velocity()[i].SetXyz(system.Velocity()[i].Xyz() + shift);
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

template <bool IsFluid>
void ViscositySolve::PrepareRun(const Settings& settings, FluidSystem& system, std::size_t runIndex)
{
	FluidRun& run = system.runs[runIndex];
	const FluidSystem::Range range = system.RunRange(runIndex);
	const FluidParticles& particles = *system.particles;
	FluidWindow places(run, 0), velocities(run, 1);
	FillViscousPlaces<IsFluid>(settings, system, places);
	velocities.Copy(system.Velocity());
	const Real softening = Softening(system), pairScale = PairScale(settings, system);
	Mat3 matrix[FluidSystem::ParticlesPerRun];
	for (std::size_t i = range.begin; i < range.end; ++i)
	{
		const Vec3 place = particles.position[i].Xyz(), velocity = system.Velocity()[i].Xyz();
		const Real mu = IsFluid ? settings.ViscosityOf(particles, i) : Real(0);
		const Real wallMu = IsFluid ? settings.boundaryViscosity[particles.fluid[i]] : Real(0);
		Mat3 block = Mat3::Identity() * (1 / system.inverseDensity[i]);
		Vec3 force;
		const auto pushBy = [&](std::size_t at, float weight)
		{
			const float *other = places.Values() + at, *v = velocities.Values() + at;
			const Real common = CommonViscosity<IsFluid>(mu, wallMu, other[3]);
			if (common == 0)
				return;
			const Vec3 offset = place - Vec3{other[0], other[1], other[2]};
			const Vec3 gradient = offset * (weight * pairScale * common / (SquaredNorm(offset) + softening));
			force += gradient * Dot(velocity - Vec3{v[0], v[1], v[2]}, offset);
			for (int row = 0; row < 3; ++row)
				for (int column = 0; column < 3; ++column)
					block.m[row][column] -= gradient[row] * offset[column];
		};
		run.VisitNeighbours(i - range.begin, pushBy);
		matrix[i - range.begin] = block;
		residual[i] = force;
	}
	if constexpr (IsFluid)
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
		if (system.inverseDensity[i] == 0)
		{
			blocks[i] = {};
			residual[i] = direction[i] = Vec3{};
			continue;
		}
		const Mat3& block = matrix[i - range.begin];
		const Mat3 cofactor = Cofactor(block);
		const Real scale = 1 / Determinant(block);
		blocks[i] = {{cofactor.m[0][0] * scale, cofactor.m[0][1] * scale, cofactor.m[0][2] * scale, cofactor.m[1][1] * scale,
			cofactor.m[1][2] * scale, cofactor.m[2][2] * scale}};
		const Vec3 z = blocks[i].Times(residual[i].Xyz());
		direction[i] = z;
		sum += RowWeight(system, i) * static_cast<double>(Dot(residual[i].Xyz(), z));
	}
	sums[runIndex] = sum;
}

template <bool IsFluid>
double ViscositySolve::ApplyRun(const Settings& settings, FluidSystem& system, std::size_t runIndex)
{
	FluidRun& run = system.runs[runIndex];
	const FluidSystem::Range range = system.RunRange(runIndex);
	const FluidParticles& particles = *system.particles;
	FluidWindow places(run, 0), moves(run, 1);
	FillViscousPlaces<IsFluid>(settings, system, places);
	moves.Copy(direction.data());
	const Float8 softening(Softening(system)), zero(0.0f), tiny(1e-30f);
	for (std::size_t i = range.begin; i < range.end; ++i)
	{
		if (system.inverseDensity[i] == 0)
		{
			image[i] = Vec3{};
			continue;
		}
		const float* ownMove = direction[i].Data();
		const PaddedVec3 ownPlace(particles.position[i].Xyz(), 0);
		const Float8 place = LoadHalves(ownPlace.Data(), ownPlace.Data()), move = LoadHalves(ownMove, ownMove);
		const Float8 mu(IsFluid ? settings.ViscosityOf(particles, i) : 0.0f);
		const Float8 wallMu(IsFluid ? settings.boundaryViscosity[particles.fluid[i]] : 0.0f);
		Float8 sum = zero;
		const auto pushByTwo = [&](std::size_t low, std::size_t high, Float8 weights)
		{
			const Float8 other = LoadHalves(places.Values() + low, places.Values() + high);
			const Float8 offset = place - other, squares = offset * offset;
			const Float8 products = offset * (move - LoadHalves(moves.Values() + low, moves.Values() + high));
			const Float8 squared = (SplatInHalves<0>(squares) + SplatInHalves<1>(squares)) + SplatInHalves<2>(squares);
			const Float8 product = (SplatInHalves<0>(products) + SplatInHalves<1>(products)) + SplatInHalves<2>(products);
			Float8 common = SplatInHalves<3>(other);
			if constexpr (IsFluid)
				common = Select(common < zero, wallMu, (mu + mu) * common / Max(mu + common, tiny));
			sum = MulAdd(common * product * weights / (squared + softening), offset, sum);
		};
		run.VisitCouples(i - range.begin, pushByTwo);
		float total[4];
		StoreSumOfHalves(sum, total);
		image[i] = direction[i].Xyz() / system.inverseDensity[i] - Vec3{total[0], total[1], total[2]} * PairScale(settings, system);
	}
	if constexpr (IsFluid)
		VisitWalls(settings, system, range,
			[&](const WallShear& wall, Real strength)
			{
				const Vec3 slip = AlongWall(direction[wall.particle].Xyz(), wall.normal);
				image[wall.particle].SetXyz(image[wall.particle].Xyz() + slip * strength);
			});
	double sum = 0;
	for (std::size_t i = range.begin; i < range.end; ++i)
		sum += RowWeight(system, i) * static_cast<double>(Dot(direction[i].Xyz(), image[i].Xyz()));
	return sum;
}

double ViscositySolve::StepRun(Real alpha, FluidSystem& system, std::size_t run)
{
	double sum = 0;
	const FluidSystem::Range range = system.RunRange(run);
	for (std::size_t i = range.begin; i < range.end; ++i)
	{
		system.Velocity()[i].SetXyz(system.Velocity()[i].Xyz() + direction[i].Xyz() * alpha);
		residual[i].SetXyz(residual[i].Xyz() - image[i].Xyz() * alpha);
		sum += RowWeight(system, i) * static_cast<double>(Dot(residual[i].Xyz(), blocks[i].Times(residual[i].Xyz())));
	}
	return sum;
}

}
