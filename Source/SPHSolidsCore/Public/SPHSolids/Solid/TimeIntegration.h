#pragma once

#include <SPHSolids/Base/Math.h>

#include <span>

namespace SPHSolids
{

enum class Integrator
{
	ImplicitEuler,    ///< Robust, damps oscillations numerically. The default.
	Bdf2,             ///< Second order, damps little; needs a constant step.
	ImplicitMidpoint, ///< Second order, keeps energy; stiff oscillations do not die out by themselves.
};

/// What every implicit integrator asks of the minimiser: the step x* that minimises |x - y|^2_M / (2 h_eff^2) + E(x).
///   Implicit Euler     y = x_n + h v_n + h^2 a                          h_eff = h       v = (x* - x_n)/h
///   BDF2               y = (4 x_n - x_n-1)/3 + h (8 v_n - 2 v_n-1)/9 + 4/9 h^2 a   h_eff = 2h/3
///                      v = (3 x* - 4 x_n + x_n-1)/(2h)
///   implicit midpoint  y = x_n + h/2 v_n + h^2/4 a                      h_eff = h/2     x = 2 x* - x_n,  v = 4 (x* - x_n)/h - v_n
struct IntegratorStep
{
	Integrator integrator = Integrator::ImplicitEuler;
	double step = 0;          ///< h, s
	bool hasPrevious = false; ///< BDF2 falls back to implicit Euler in its first step

	double EffectiveStep() const;
	Vec3 Target(const Vec3& x, const Vec3& v, const Vec3& previousX, const Vec3& previousV, const Vec3& acceleration) const;
	/// Where the particle goes if it is accelerated as in the step before, instead of by outer forces alone as y has it.
	Vec3 Predicted(const Vec3& target, const Vec3& v, const Vec3& previousV, const Vec3& acceleration) const;
	/// Place that a held particle must take in the minimiser so that it ends at its prescribed one.
	Vec3 HeldTarget(const Vec3& x, const Vec3& prescribed) const;
	void Finish(const Vec3& minimiser, const Vec3& previousX, Vec3& x, Vec3& v) const;
};

inline double IntegratorStep::EffectiveStep() const
{
	if (integrator == Integrator::ImplicitMidpoint)
		return step / 2;
	return integrator == Integrator::Bdf2 && hasPrevious ? step * 2 / 3 : step;
}

inline Vec3 IntegratorStep::Target(
	const Vec3& x, const Vec3& v, const Vec3& previousX, const Vec3& previousV, const Vec3& acceleration) const
{
	const Real effective = static_cast<Real>(EffectiveStep()), h = static_cast<Real>(step);
	const Vec3 pull = acceleration * (effective * effective);
	if (integrator == Integrator::Bdf2 && hasPrevious)
		return x + (x - previousX) * Real(1.0 / 3) + (v * Real(8) - previousV * Real(2)) * (h / 9) + pull;
	return x + v * effective + pull;
}

inline Vec3 IntegratorStep::Predicted(const Vec3& target, const Vec3& v, const Vec3& previousV, const Vec3& acceleration) const
{
	const Real effective = static_cast<Real>(EffectiveStep());
	return target + ((v - previousV) * static_cast<Real>(1 / step) - acceleration) * (effective * effective);
}

inline Vec3 IntegratorStep::HeldTarget(const Vec3& x, const Vec3& prescribed) const
{
	return integrator == Integrator::ImplicitMidpoint ? (x + prescribed) * Real(0.5) : prescribed;
}

inline void IntegratorStep::Finish(const Vec3& minimiser, const Vec3& previousX, Vec3& x, Vec3& v) const
{
	const Real h = static_cast<Real>(step);
	const Vec3 change = minimiser - x;
	if (integrator == Integrator::ImplicitMidpoint)
	{
		v = change * (4 / h) - v;
		x = x + change * Real(2);
		return;
	}
	if (integrator == Integrator::Bdf2 && hasPrevious)
		v = (change * Real(3) - (x - previousX)) * (1 / (2 * h));
	else
		v = change * (1 / h);
	x = minimiser;
}

}
