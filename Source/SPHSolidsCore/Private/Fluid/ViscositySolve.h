#pragma once

#include "FluidSystem.h"
#include "PressureSolve.h"

namespace SPHSolids
{

/// Friction of one particle at one wall.
struct WallShear
{
	std::uint32_t particle;
	Vec3 normal;
	/// Share of the wall's area that the particle stands for, over its volume and its distance: |grad lambda| / s, 1/m^2. Times the viscosity
	/// and the speed along the wall it is the force on a cubic metre of fluid.
	Real rate;
	Vec3 velocity; // of the wall
};

/// Implicit viscosity after Weiler 2018: as stable for honey as for water.
///
///   rho_i v_i - h 10 sum_j mu_ij (v_ij . x_ij) / (|x_ij|^2 + 0.01 H^2) V_j gradW_ij + h mu_b sum_walls rate (v_i - v_wall)_t = rho_i v*_i
///
/// H is the support. mu_ij is the harmonic mean of both viscosities between fluids, the boundary viscosity between fluid and solid. Forces of a
/// pair lie along the line between the two: linear and angular momentum are kept. Particles of solids are unknowns like those of fluids, with
/// their own density and volume: pushed by what the fluid had done to them before, they would overshoot wherever h mu exceeds rho d^2 (some
/// 3 Pa s at 5 mm and 5 ms). Rows times V_i are symmetric, so all sums weigh particles by their volume. Conjugate gradients without a matrix,
/// preconditioned by the 3 x 3 blocks of the diagonal.
///
/// Reads    lists, position   Writes   velocity of fluids and solids
/// Threads  parallel over runs; each particle writes its own slot, sums are taken over fixed runs in order
class ViscositySolve
{
public:
	struct Settings
	{
		Real step = 0;                            // s
		std::span<const float> viscosity;         // Pa s, by fluid index
		std::span<const float> boundaryViscosity; // Pa s, by fluid index
		std::span<const WallShear> walls;         // in the order of particles
		std::span<const float> thickening;        // factor on the viscosity of each particle; empty: 1
		double maxError = 1e-3;                   // of velocities, as a share of their root mean square
		int maxIterations = 100;

		Real ViscosityOf(const FluidParticles& particles, std::size_t i) const
		{
			const Real ofFluid = viscosity[particles.fluid[i]];
			return thickening.empty() ? ofFluid : ofFluid * thickening[i];
		}
	};
	PressureReport Run(const Settings& settings, FluidSystem& system, TaskRunner& tasks);

	std::size_t Bytes() const
	{
		return (residual.capacity() + direction.capacity() + image.capacity()) * sizeof(PaddedVec3) + blocks.capacity() * sizeof(Block);
	}

private:
	/// Inverse of a symmetric 3 x 3 matrix: xx, xy, xz, yy, yz, zz.
	struct Block
	{
		float m[6];
		Vec3 Times(const Vec3& v) const
		{
			return {m[0] * v.x + m[1] * v.y + m[2] * v.z, m[1] * v.x + m[3] * v.y + m[4] * v.z, m[2] * v.x + m[4] * v.y + m[5] * v.z};
		}
	};
	/// Blocks, residual and first direction.
	template <bool IsFluid>
	void PrepareRun(const Settings& settings, FluidSystem& system, std::size_t run);
	/// Adds what walls do to particles: to a block, or to the image of a velocity.
	template <class Visit>
	static void VisitWalls(const Settings& settings, const FluidSystem& system, const FluidSystem::Range& range, Visit&& visit);
	/// image = A direction. @return Their product, summed over the run.
	template <bool IsFluid>
	double ApplyRun(const Settings& settings, FluidSystem& system, std::size_t run);
	/// What few iterations leave over of the momentum of all is given to all alike: the best uniform velocity to add.
	void BalanceMomentum(const Settings& settings, FluidSystem& system);
	/// New velocities and residuals. @return Sum over the run of residual and preconditioned residual.
	double StepRun(Real alpha, FluidSystem& system, std::size_t run);

	RunSums sums;
	AlignedArray<PaddedVec3> residual, direction, image;
	AlignedArray<Block> blocks;
};

}
