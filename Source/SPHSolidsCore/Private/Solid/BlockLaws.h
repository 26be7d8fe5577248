#pragma once

#include "WideMatrixLanes.h"

#include <SPHSolids/Base/Simd.h>
#include <SPHSolids/Solid/Material.h>
#include <SPHSolids/Solid/MaterialLaws.h>
#include <SPHSolids/Solid/SplineLaw.h>

#include <cstdint>
#include <type_traits>

// Material laws on eight particles at once: law(F, mu, lambda, P) returns the energy densities and sets the stresses P = dpsi/dF.
// law.HessianTrace(F, mu, lambda) is the sum of their d^2 psi / dF_ab^2. law.OnSheet(normal) is the law for the particles of a sheet with
// these normals.

namespace SPHSolids
{

/// Runs a law that knows only F, mu and lambda on eight particles.
template <class Law>
struct ClosedFormLaw
{
	const ClosedFormLaw& OnSheet(const Vector3<Float8>&) const { return *this; }
	SPHS_FORCE_INLINE Float8 operator()(const Matrix3<Float8>& F, Float8 mu, Float8 lambda, Matrix3<Float8>& P) const
	{
		return Law::Evaluate(F, mu, lambda, P);
	}
	SPHS_FORCE_INLINE Float8 HessianTrace(const Matrix3<Float8>& F, Float8 mu, Float8 lambda) const
	{
		return Law::HessianTrace(F, mu, lambda);
	}
};

struct MooneyRivlinBlock
{
	Float8 ratio;

	const MooneyRivlinBlock& OnSheet(const Vector3<Float8>&) const { return *this; }
	SPHS_FORCE_INLINE Float8 operator()(const Matrix3<Float8>& F, Float8 mu, Float8 lambda, Matrix3<Float8>& P) const
	{
		return MooneyRivlinLaw::EvaluateWithRatio(F, mu, lambda, ratio, P);
	}
	SPHS_FORCE_INLINE Float8 HessianTrace(const Matrix3<Float8>& F, Float8 mu, Float8 lambda) const
	{
		return MooneyRivlinLaw::HessianTraceWithRatio(F, mu, lambda, ratio);
	}
};

struct SplineBlock
{
	const SplineCurves* curves;

	const SplineBlock& OnSheet(const Vector3<Float8>&) const { return *this; }
	Float8 operator()(const Matrix3<Float8>& F, Float8 mu, Float8 lambda, Matrix3<Float8>& P) const
	{
		const WideMatrixLanes lanes(F);
		WideMatrixLanes stress;
		float muLanes[SimdWidth], lambdaLanes[SimdWidth], energy[SimdWidth];
		mu.Store(muLanes);
		lambda.Store(lambdaLanes);
		for (int lane = 0; lane < SimdWidth; ++lane)
		{
			Mat3d laneStress;
			energy[lane] = static_cast<float>(SplineLaw::Evaluate(
				lanes.Lane(lane), static_cast<double>(muLanes[lane]), static_cast<double>(lambdaLanes[lane]), *curves, laneStress));
			stress.SetLane(lane, laneStress);
		}
		P = stress.Wide();
		return Float8::Load(energy);
	}
	/// That at rest: curves may turn anywhere, and to follow them would take another decomposition.
	Float8 HessianTrace(const Matrix3<Float8>&, Float8 mu, Float8 lambda) const { return Float8(12.0f) * mu + Float8(3.0f) * lambda; }
};

/// Adds the fibre term of Material::fibreStiffness to the law it wraps.
template <class Base>
struct FibreBlock
{
	Base base;
	Float8 stiffness;
	Vector3<Float8> direction;

	/// Fibres of a sheet lie in it: a part along the normal would stretch with nothing.
	SPHS_FORCE_INLINE FibreBlock OnSheet(const Vector3<Float8>& normal) const
	{
		return {base.OnSheet(normal), stiffness, direction - normal * Dot(normal, direction)};
	}
	SPHS_FORCE_INLINE Float8 operator()(const Matrix3<Float8>& F, Float8 mu, Float8 lambda, Matrix3<Float8>& P) const
	{
		const Float8 energy = base(F, mu, lambda, P);
		const Vector3<Float8> stretched = F * direction;
		const Float8 excess = Max(SquaredNorm(stretched) - Float8(1.0f), Float8(0.0f));
		P += Matrix3<Float8>::Outer(stretched, direction) * (Float8(0.5f) * stiffness * excess);
		return energy + Float8(0.125f) * stiffness * excess * excess;
	}
	SPHS_FORCE_INLINE Float8 HessianTrace(const Matrix3<Float8>& F, Float8 mu, Float8 lambda) const
	{
		const Float8 squared = SquaredNorm(F * direction), length = SquaredNorm(direction), one(1.0f);
		const Float8 fibre = stiffness * length * (squared + Float8(1.5f) * (squared - one));
		return base.HessianTrace(F, mu, lambda) + Select(squared > one, fibre, Float8(0.0f));
	}
};

/// A sheet knows F on its plane only. Completed by the unit normal of the deformed sheet it is a proper F without normal strain; the
/// stress that the completion causes acts along the normal, where the correction K_i lets nothing through.
SPHS_FORCE_INLINE Matrix3<Float8> CompleteSheet(const Matrix3<Float8>& F, const Vector3<Float8>& normal)
{
	const Vector3<Float8> turned = Cofactor(F) * normal;
	const Float8 length = Sqrt(SquaredNorm(turned));
	const Float8 inverse = Select(length > Float8(1e-20f), Float8(1.0f) / Max(length, Float8(1e-20f)), Float8(0.0f));
	return F + Matrix3<Float8>::Outer(turned * inverse, normal);
}

/// Strings (rank 1) and lone particles (rank 0): a spring along the axis, psi = mu (|F a| - 1)^2, and nothing.
inline void EvaluateThinLanes(const std::uint8_t* rank, std::size_t lanes, const Matrix3<Float8>& F, const Vector3<Float8>& normal,
	Float8 mu, Matrix3<Float8>& P, Float8& energy)
{
	const WideMatrixLanes gradient(F);
	WideMatrixLanes stress(P);
	float axis[3][SimdWidth], muLanes[SimdWidth], energyLanes[SimdWidth];
	for (int k = 0; k < 3; ++k)
		normal[k].Store(axis[k]);
	mu.Store(muLanes);
	energy.Store(energyLanes);
	for (int lane = 0; lane < static_cast<int>(lanes); ++lane)
	{
		if (rank[lane] > 1)
			continue;
		energyLanes[lane] = 0;
		stress.SetLane(lane, Mat3d{});
		if (rank[lane] == 0)
			continue;
		const Vec3d direction = {
			static_cast<double>(axis[0][lane]), static_cast<double>(axis[1][lane]), static_cast<double>(axis[2][lane])};
		const Vec3d stretched = gradient.Lane(lane) * direction;
		const double stretch = Norm(stretched), modulus = static_cast<double>(muLanes[lane]);
		energyLanes[lane] = static_cast<float>(modulus * (stretch - 1) * (stretch - 1));
		const Vec3d unit = NormalizedOr(stretched, direction);
		stress.SetLane(lane, Mat3d::Outer(unit, direction) * (2 * modulus * (stretch - 1)));
	}
	P = stress.Wide();
	energy = Float8::Load(energyLanes);
}

/// Kelvin-Voigt stress eta/h F (E - E_n) of the change of Green strain since the reference; returns its dissipation potential.
SPHS_FORCE_INLINE Float8 AddViscousStress(
	const Matrix3<Float8>& F, const Matrix3<Float8>& reference, Float8 viscosityOverStep, Matrix3<Float8>& P)
{
	const Matrix3<Float8> change = (Transpose(F) * F - Transpose(reference) * reference) * Float8(0.5f);
	P += (F * change) * viscosityOverStep;
	return Float8(0.5f) * viscosityOverStep * Contract(change, change);
}

/// Calls action with the law of the material as a block functor.
template <class Action>
void WithClosedFormLaw(const Material& material, Action&& action)
{
	switch (material.model)
	{
	case MaterialModel::Corotated: return action(ClosedFormLaw<CorotatedLaw>{});
	case MaterialModel::FixedCorotated: return action(ClosedFormLaw<FixedCorotatedLaw>{});
	case MaterialModel::Arap: return action(ClosedFormLaw<ArapLaw>{});
	case MaterialModel::StVenantKirchhoff: return action(ClosedFormLaw<StVenantKirchhoffLaw>{});
	case MaterialModel::NeoHookean: return action(ClosedFormLaw<NeoHookeanLaw>{});
	case MaterialModel::StableNeoHookean: return action(ClosedFormLaw<StableNeoHookeanLaw>{});
	case MaterialModel::MooneyRivlin: return action(MooneyRivlinBlock{Float8(static_cast<float>(material.mooneyRatio))});
	case MaterialModel::Spline: return action(SplineBlock{&material.curves});
	}
}

template <class Action>
void WithLaw(const Material& material, Action&& action)
{
	WithClosedFormLaw(material,
		[&](const auto& base)
		{
			if (!(material.fibreStiffness > 0))
				return action(base);
			const Vec3 direction = NormalizedOr(material.fibreDirection, Vec3d{0, 0, 1}).Cast<Real>();
			action(FibreBlock<std::decay_t<decltype(base)>>{base, Float8(static_cast<float>(material.fibreStiffness)),
				{Float8(direction.x), Float8(direction.y), Float8(direction.z)}});
		});
}

}
