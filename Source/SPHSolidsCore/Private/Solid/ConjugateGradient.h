#pragma once

#include <SPHSolids/Base/Math.h>
#include <SPHSolids/Base/TaskRunner.h>

#include <cmath>
#include <span>
#include <vector>

namespace SPHSolids
{

struct ConjugateGradientSettings
{
	/// Stop when the residual, measured as the square root of r . P^-1 r, falls below this share of that of a zero guess.
	double tolerance = 1e-4;
	int maxIterations = 1000;
};

/// Preconditioned conjugate gradients over vectors of three interleaved components. Sums run over fixed chunks in order: the same bits
/// for any number of workers.
template <class T>
class ConjugateGradient
{
public:
	using Vector = std::vector<Vector3<T>>;

	explicit ConjugateGradient(std::size_t count)
		: residual(count)
		, preconditioned(count)
		, direction(count)
		, product(count)
		, partial((count + Chunk - 1) / Chunk)
	{
	}

	/// Solves A x = b for positive definite A.
	/// @param apply        apply(p, q): q = A p
	/// @param precondition precondition(r, z): z = P^-1 r
	/// @param x            In: a guess. Out: the solution.
	/// @return Iterations taken.
	template <class Apply, class Precondition>
	int Solve(const ConjugateGradientSettings& settings, Apply&& apply, Precondition&& precondition, std::span<const Vector3<T>> b,
		TaskRunner& tasks, std::span<Vector3<T>> x)
	{
		precondition(b, std::span<Vector3<T>>(preconditioned));
		const double scale = Product(b, preconditioned, tasks);
		if (!(scale > 0))
		{
			for (Vector3<T>& value : x)
				value = {};
			return 0;
		}
		apply(std::span<const Vector3<T>>(x), std::span<Vector3<T>>(product));
		for (std::size_t i = 0; i < x.size(); ++i)
			residual[i] = b[i] - product[i];
		precondition(std::span<const Vector3<T>>(residual), std::span<Vector3<T>>(preconditioned));
		double squared = Product(residual, preconditioned, tasks);
		direction = preconditioned;

		const double goal = settings.tolerance * settings.tolerance * scale;
		int iterations = 0;
		while (squared > goal && iterations < settings.maxIterations)
		{
			apply(std::span<const Vector3<T>>(direction), std::span<Vector3<T>>(product));
			const double curvature = Product(direction, product, tasks);
			if (!(curvature > 0))
				break; // rounding, or A is not positive definite
			const T length = static_cast<T>(squared / curvature);
			for (std::size_t i = 0; i < x.size(); ++i)
			{
				x[i] += direction[i] * length;
				residual[i] -= product[i] * length;
			}
			precondition(std::span<const Vector3<T>>(residual), std::span<Vector3<T>>(preconditioned));
			const double next = Product(residual, preconditioned, tasks);
			const T ratio = static_cast<T>(next / squared);
			for (std::size_t i = 0; i < x.size(); ++i)
				direction[i] = preconditioned[i] + direction[i] * ratio;
			squared = next;
			++iterations;
		}
		return iterations;
	}

	double Product(std::span<const Vector3<T>> a, std::span<const Vector3<T>> b, TaskRunner& tasks)
	{
		ParallelFor(tasks, a.size(), Chunk,
			[&](std::size_t begin, std::size_t end)
			{
				double sum = 0;
				for (std::size_t i = begin; i < end; ++i)
					sum += static_cast<double>(Dot(a[i], b[i]));
				partial[begin / Chunk] = sum;
			});
		double total = 0;
		for (const double sum : partial)
			total += sum;
		return total;
	}
	std::size_t Bytes() const { return 4 * residual.size() * sizeof(Vector3<T>); }

private:
	static constexpr std::size_t Chunk = 2048;

	Vector residual, preconditioned, direction, product;
	std::vector<double> partial;
};

/// For ConjugateGradient: no preconditioner.
struct NoPreconditioning
{
	template <class T>
	void operator()(std::span<const Vector3<T>> r, std::span<Vector3<T>> z) const
	{
		for (std::size_t i = 0; i < r.size(); ++i)
			z[i] = r[i];
	}
};

}
