#pragma once

#include <Scenes/SolidScenes.h>

#include <span>
#include <vector>

namespace SPHSolids::Scenes
{

/// A sheet of masses and springs, to compare our cloth with: what the lectures start from. The particles of a sheet scene with springs to
/// the four nearest (structure), the four diagonal ones (shear) and those two steps away (bending).
///
/// Implicit Euler by the local and global steps of Liu et al. 2013: springs choose their direction, then one constant linear system moves
/// all masses.
///
/// k = E t  per structural spring (a strip one spacing wide under tension E t spacing / spacing), shear springs half of it, bending springs
/// a hundredth; t is the thickness, one particle. There is no Poisson's ratio to choose: the springs decide it.
class MassSpringCloth
{
public:
	/// @pre The scene's body is one layer of particles on a square lattice, as SwingingCloth is.
	explicit MassSpringCloth(const SolidScene& sheet, int iterationsPerStep = 10);

	void Step();
	double Time() const { return time; }
	std::span<const Vec3d> Positions() const { return position; }
	std::span<const Vec3d> RestPositions() const { return rest; }
	std::size_t SpringCount() const { return springs.size(); }

private:
	struct Spring
	{
		std::uint32_t a = 0, b = 0;
		double length = 0, stiffness = 0; ///< m, N/m
	};
	void Connect(double reach, double spacing, double stiffness);
	/// x of (M / h^2 + L) x = b for the free masses, by conjugate gradients from where they are.
	void SolveGlobal(std::span<const Vec3d> rightSide);
	void Multiply(std::span<const Vec3d> x, std::span<Vec3d> product) const;

	double step = 0, time = 0;
	int iterations = 10;
	Vec3d gravity;
	std::vector<Vec3d> rest, position, velocity;
	std::vector<double> mass;
	std::vector<bool> isHeld;
	std::vector<Spring> springs;
};

}
