#pragma once

#include <SPHSolids/Base/Math.h>

#include <span>

namespace SPHSolids
{

enum class Integrator
{
	ImplicitEuler,    ///< Robust, damps oscillations numerically. The default.
	Bdf2,             ///< Second order, also where the step changes; damps little.
	ImplicitMidpoint, ///< Second order, keeps energy; stiff oscillations do not die out by themselves.
};

/// What every implicit integrator asks of the minimiser: the step x* that minimises |x - y|^2_M / (2 h_eff^2) + E(x).
///   Implicit Euler     y = x_n + h v_n + h^2 a                          h_eff = h       v = (x* - x_n)/h
///   BDF2               y = x_n + b dx + h_eff (v_n + b dv) + h_eff^2 a  h_eff = c h     v = (x* - x_n - b dx)/h_eff
///                      dx = x_n - x_n-1, dv = v_n - v_n-1, b = w^2/(1 + 2 w), c = (1 + w)/(1 + 2 w), w = h_n/h_n-1; steps of one length: 1/3, 2/3
///   implicit midpoint  y = x_n + h/2 v_n + h^2/4 a                      h_eff = h/2     x = 2 x* - x_n,  v = 4 (x* - x_n)/h - v_n
struct IntegratorStep
{
	/// Steps that grow by more than this, 1 + sqrt(2), again and again make BDF2 unstable (Grigorieff 1983).
	static constexpr double MostGrowth = 2.414;

	Integrator integrator = Integrator::ImplicitEuler;
	double step = 0;         ///< h_n, s
	double previousStep = 0; ///< h_n-1, s. 0: there is none

	double EffectiveStep() const;
	Vec3 Target(const Vec3& x, const Vec3& v, const Vec3& previousX, const Vec3& previousV, const Vec3& acceleration) const;
	/// Where the particle goes if it is accelerated as in the step before, instead of by outer forces alone as y has it.
	Vec3 Predicted(const Vec3& target, const Vec3& v, const Vec3& previousV, const Vec3& acceleration) const;
	/// Place that a held particle must take in the minimiser so that it ends at its prescribed one.
	Vec3 HeldTarget(const Vec3& x, const Vec3& prescribed) const;
	void Finish(const Vec3& minimiser, const Vec3& previousX, Vec3& x, Vec3& v) const;

private:
	/// In its first step, and in one that is much longer than the last, BDF2 is implicit Euler.
	bool IsTwoStep() const { return integrator == Integrator::Bdf2 && previousStep > 0 && step <= MostGrowth * previousStep; }
	double Growth() const { return step / previousStep; }
	double Carry() const { return Growth() * Growth() / (1 + 2 * Growth()); } ///< b
};

inline double IntegratorStep::EffectiveStep() const
{
	if (integrator == Integrator::ImplicitMidpoint)
		return step / 2;
	return IsTwoStep() ? step * (1 + Growth()) / (1 + 2 * Growth()) : step;
}

inline Vec3 IntegratorStep::Target(
	const Vec3& x, const Vec3& v, const Vec3& previousX, const Vec3& previousV, const Vec3& acceleration) const
{
	const Real effective = static_cast<Real>(EffectiveStep());
	const Vec3 pull = acceleration * (effective * effective);
	if (!IsTwoStep())
		return x + v * effective + pull;
	const Real carry = static_cast<Real>(Carry());
	return x + (x - previousX) * carry + (v + (v - previousV) * carry) * effective + pull;
}

inline Vec3 IntegratorStep::Predicted(const Vec3& target, const Vec3& v, const Vec3& previousV, const Vec3& acceleration) const
{
	const Real effective = static_cast<Real>(EffectiveStep());
	return target + ((v - previousV) * static_cast<Real>(1 / previousStep) - acceleration) * (effective * effective);
}

inline Vec3 IntegratorStep::HeldTarget(const Vec3& x, const Vec3& prescribed) const
{
	return integrator == Integrator::ImplicitMidpoint ? (x + prescribed) * Real(0.5) : prescribed;
}

inline void IntegratorStep::Finish(const Vec3& minimiser, const Vec3& previousX, Vec3& x, Vec3& v) const
{
	const Vec3 change = minimiser - x;
	if (integrator == Integrator::ImplicitMidpoint)
	{
		v = change * (4 / static_cast<Real>(step)) - v;
		x = x + change * Real(2);
		return;
	}
	const Real inverse = 1 / static_cast<Real>(EffectiveStep());
	v = IsTwoStep() ? (change - (x - previousX) * static_cast<Real>(Carry())) * inverse : change * inverse;
	x = minimiser;
}

}
