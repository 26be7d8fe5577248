// Copyright (c) 2026 The SPHSolids authors

// Lines against soft bodies, deformed as they are.

#include "Simulation/SPHSolidsSimulation.h"

#include "Convert/SPHSolidsUnits.h"
#include "SPHSolidComponent.h"
#include "SPHSolidsLibrary.h"

namespace
{

/// Balls of this many radii leave no gaps between particles of a lattice: half of a cube's diagonal is sqrt(3) half spacings, and the layer below
/// closes what is left.
constexpr double BallOverRadius = 1.25;
/// Particles within this many radii of a hit say which way is out.
constexpr double NormalReach = 5.0;

struct FTraceLine
{
	SPHSolids::Vec3d Start, Direction; ///< m; of length one
	double Length = 0;

	/// Where the line enters a ball, or more than its length.
	double Enter(const SPHSolids::Vec3d& Centre, double Radius) const
	{
		const SPHSolids::Vec3d ToCentre = Centre - Start;
		const double Along = SPHSolids::Dot(ToCentre, Direction);
		const double Half = Radius * Radius - (SPHSolids::SquaredNorm(ToCentre) - Along * Along);
		if (Half < 0 || Along + FMath::Sqrt(Half) < 0)
			return MAX_dbl;
		return FMath::Max(0.0, Along - FMath::Sqrt(Half));
	}
};

/// Away from the particles around: smoother than the balls themselves.
SPHSolids::Vec3d NormalAt(const SPHSolids::SolidBody& Solid, const SPHSolids::Vec3d& Place, const SPHSolids::Vec3d& Fallback)
{
	const double Reach = NormalReach * static_cast<double>(Solid.Rest().state.particleRadius);
	SPHSolids::Vec3d Sum;
	for (std::size_t Index = 0; Index < Solid.ParticleCount(); ++Index)
	{
		const SPHSolids::Vec3d Away = Place - (Solid.origin + Solid.position[Index].Cast<double>());
		if (!Solid.IsMelted(Index) && SPHSolids::SquaredNorm(Away) < Reach * Reach)
			Sum += Away;
	}
	return SPHSolids::NormalizedOr(Sum, Fallback);
}

}

bool FSPHSolidsSimulation::Trace(const FVector& Start, const FVector& End, FSPHSolidHit& OutHit)
{
	const double Length = FVector::Dist(Start, End);
	if (Start.ContainsNaN() || End.ContainsNaN() || Length <= 0.0)
		return false;
	Access();
	const FTraceLine Line{
		SPHSolidsUnits::VectorToCore(Start), SPHSolidsUnits::DirectionToCore((End - Start) / Length), SPHSolidsUnits::LengthToCore(Length)};
	const SPHSolids::SolidBody* Hit = nullptr;
	double Nearest = Line.Length;
	for (const TUniquePtr<FSPHSolidInstance>& Instance : Instances)
	{
		const SPHSolids::SolidBody* Solid = Core->Find(Instance->Id);
		if (!Solid)
			continue;
		const double Radius = BallOverRadius * static_cast<double>(Solid->Rest().state.particleRadius);
		// Bounds are those of the last frame that moved the body; what happened since is less than a body's size.
		const FBox Around = Instance->ParticleBounds.ExpandBy(SPHSolidsUnits::LengthToEngine(Radius));
		if (Line.Enter(SPHSolidsUnits::VectorToCore(Around.GetCenter()), SPHSolidsUnits::LengthToCore(2.0 * Around.GetExtent().Size()))
			> Nearest)
			continue;
		for (std::size_t Index = 0; Index < Solid->ParticleCount(); ++Index)
			if (const double At = Line.Enter(Solid->origin + Solid->position[Index].Cast<double>(), Radius);
				At < Nearest && !Solid->IsMelted(Index))
			{
				Nearest = At;
				Hit = Solid;
				OutHit.Solid = Instance->Component.Get();
				OutHit.Particle = static_cast<int32>(Index);
			}
	}
	if (!Hit)
		return false;
	const SPHSolids::Vec3d Place = Line.Start + Line.Direction * Nearest;
	OutHit.Location = SPHSolidsUnits::VectorToEngine(Place);
	OutHit.Normal = SPHSolidsUnits::DirectionToEngine(NormalAt(*Hit, Place, -Line.Direction));
	OutHit.Distance = static_cast<float>(SPHSolidsUnits::LengthToEngine(Nearest));
	return true;
}
