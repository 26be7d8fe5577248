// Copyright (c) 2026 The SPHSolids authors

#include "Adapters/SPHRigidFrame.h"

#include <SPHSolids/Solid/Polar.h>

namespace
{

/// Particles of what is solid, with their share of the mass.
template <typename FVisitor>
void ForEachSolidParticle(const SPHSolids::SolidBody& Body, const FVisitor& Visitor)
{
	const SPHSolids::RestState& Rest = Body.Rest().state;
	for (std::size_t Index = 0; Index < Body.ParticleCount(); ++Index)
		if (!Body.IsMelted(Index))
			Visitor(static_cast<double>(Rest.volume[Index]), Rest.position[Index].Cast<double>(), Body.position[Index].Cast<double>(),
				Body.velocity[Index].Cast<double>());
}

SPHSolids::Vec3d SolveThree(const SPHSolids::Mat3d& Matrix, const SPHSolids::Vec3d& Right)
{
	return SPHSolids::Transpose(SPHSolids::Cofactor(Matrix)) * Right / SPHSolids::Determinant(Matrix);
}

}

FSPHRigidFrame FSPHRigidFrame::Of(const SPHSolids::SolidBody& Body)
{
	using SPHSolids::Mat3d;
	using SPHSolids::Vec3d;
	double Mass = 0;
	Vec3d RestCentre, Centre, Velocity;
	ForEachSolidParticle(Body,
		[&](double Share, const Vec3d& Rest, const Vec3d& Place, const Vec3d& Speed)
		{
			Mass += Share;
			RestCentre += Rest * Share;
			Centre += Place * Share;
			Velocity += Speed * Share;
		});
	FSPHRigidFrame Frame;
	if (!(Mass > 0))
		return Frame;
	RestCentre = RestCentre / Mass;
	Centre = Centre / Mass;
	Velocity = Velocity / Mass;
	// R maximises R : A (Horn 1987); spin is what angular momentum needs.
	Mat3d A{}, Inertia{};
	Vec3d AngularMomentum;
	ForEachSolidParticle(Body,
		[&](double Share, const Vec3d& Rest, const Vec3d& Place, const Vec3d& Speed)
		{
			const Vec3d Arm = Place - Centre;
			A += Mat3d::Outer(Arm, Rest - RestCentre) * Share;
			Inertia += (Mat3d::Identity() * SPHSolids::SquaredNorm(Arm) - Mat3d::Outer(Arm, Arm)) * Share;
			AngularMomentum += SPHSolids::Cross(Arm, Speed - Velocity) * Share;
		});
	SPHSolids::PolarRotation(A, Frame.Rotation);
	// A row of particles has no inertia about itself; a billionth keeps the quotient finite.
	const double Little = 1e-9 * SPHSolids::Trace(Inertia) + 1e-30;
	Frame.Spin = SolveThree(Inertia + Mat3d::Identity() * Little, AngularMomentum);
	Frame.Centre = Body.origin + Centre;
	Frame.Velocity = Velocity;
	return Frame;
}

FSPHMovedParticles::FSPHMovedParticles(const SPHSolids::SolidBody& Body, const FSPHRigidFrame& From, const FSPHRigidFrame& To)
	: Origin(Body.origin + To.Centre - From.Centre)
	, Positions(Body.ParticleCount())
	, Velocities(Body.ParticleCount())
{
	const SPHSolids::Mat3d Turn = To.Rotation * SPHSolids::Transpose(From.Rotation);
	const SPHSolids::Vec3d LocalCentre = To.Centre - Origin;
	for (std::size_t Index = 0; Index < Positions.size(); ++Index)
	{
		const SPHSolids::Vec3d Arm = Body.origin + Body.position[Index].Cast<double>() - From.Centre, Turned = Turn * Arm;
		const SPHSolids::Vec3d Own = Body.velocity[Index].Cast<double>() - From.Velocity - SPHSolids::Cross(From.Spin, Arm);
		Positions[Index] = (LocalCentre + Turned).Cast<SPHSolids::Real>();
		Velocities[Index] = (To.Velocity + SPHSolids::Cross(To.Spin, Turned) + Turn * Own).Cast<SPHSolids::Real>();
	}
}
