#pragma once

#include <SPHSolids/Base/AlignedArray.h>
#include <SPHSolids/Kernel/GradientCorrection.h>
#include <SPHSolids/Solid/ElasticRest.h>

#include <cstdint>
#include <span>
#include <vector>

namespace SPHSolids
{

/// The sums over rest neighbours that every elastic force is made of, one pair at a time and without any trick: what the reference
/// solvers run on. T is double where the result is the truth to measure against, float where speed is compared too.
///
/// k_ij, K_i  as in ElasticRest; K_i is inverted anew in double, so that F_i is the least-squares fit to rounding of T
/// X_ij       X_i - X_j
/// normal     unit normal of a sheet particle (rank 2), axis of a string particle (rank 1), else zero; to rounding of T
template <class T>
class PairSums
{
public:
	explicit PairSums(const ElasticRest& rest)
		: firstPair(rest.particleCount + 1)
		, shapes(rest.particleCount)
	{
		for (std::size_t i = 0; i < rest.particleCount; ++i)
		{
			Mat3d moment;
			rest.ForEachPair(i,
				[&](std::size_t j, float pairWeight, const Vec3& pairOffset)
				{
					const double weight = static_cast<double>(pairWeight);
					const Vec3d offset = pairOffset.Cast<double>();
					moment += Mat3d::Outer(offset, offset) * weight;
					pairs.push_back({offset.Cast<T>(), static_cast<T>(weight), static_cast<std::uint32_t>(j)});
				});
			firstPair[i + 1] = static_cast<std::uint32_t>(pairs.size());
			const GradientCorrection inverted = InvertMoment(moment);
			shapes[i].correction = inverted.inverse.template Cast<T>();
			shapes[i].rank = inverted.rank;
			if (inverted.rank == 1 || inverted.rank == 2)
				shapes[i].normal = inverted.axes.Column(inverted.rank == 2 ? 2 : 0).template Cast<T>();
		}
	}

	std::size_t ParticleCount() const { return shapes.size(); }
	const Matrix3<T>& Correction(std::size_t i) const { return shapes[i].correction; }
	int Rank(std::size_t i) const { return shapes[i].rank; }
	const Vector3<T>& Normal(std::size_t i) const { return shapes[i].normal; }
	std::size_t Bytes() const
	{
		return pairs.size() * sizeof(Pair) + firstPair.size() * sizeof(std::uint32_t) + shapes.size() * sizeof(Shape);
	}

	/// F_i = (sum_j k_ij x_ij X_ij^T) K_i; linear in x, so also the change of F_i that a change of x causes.
	Matrix3<T> Gradient(std::span<const Vector3<T>> x, std::size_t i) const
	{
		Matrix3<T> sum;
		for (const Pair& pair : PairsOf(i))
			sum += Matrix3<T>::Outer(x[i] - x[pair.other], pair.offset * pair.weight);
		return sum * shapes[i].correction;
	}
	/// sum_j k_ij (M_i + M_j) X_ij: the derivative of sum_i N_i : F_i by x_i, where M_i = N_i K_i.
	Vector3<T> MatrixForce(std::span<const Matrix3<T>> M, std::size_t i) const
	{
		Vector3<T> others, own;
		for (const Pair& pair : PairsOf(i))
		{
			const Vector3<T> weighted = pair.offset * pair.weight;
			own += weighted;
			others += M[pair.other] * weighted;
		}
		return others + M[i] * own;
	}
	/// sum_j k_ij (epsilon_i + epsilon_j) x_ij
	Vector3<T> Pull(std::span<const Vector3<T>> x, std::span<const float> penalty, std::size_t i) const
	{
		Vector3<T> sum;
		for (const Pair& pair : PairsOf(i))
			sum += (x[i] - x[pair.other]) * (pair.weight * (static_cast<T>(penalty[i]) + static_cast<T>(penalty[pair.other])));
		return sum;
	}
	/// sum_j k_ij |F X_ij - x_ij|^2
	T Misfit(std::span<const Vector3<T>> x, const Matrix3<T>& F, std::size_t i) const
	{
		T sum = 0;
		for (const Pair& pair : PairsOf(i))
			sum += pair.weight * SquaredNorm(F * pair.offset - (x[i] - x[pair.other]));
		return sum;
	}
	/// Calls visit(j, X_ij, k_ij) for each neighbour j of i.
	template <class Visit>
	void ForEachNeighbour(std::size_t i, Visit&& visit) const
	{
		for (const Pair& pair : PairsOf(i))
			visit(static_cast<std::size_t>(pair.other), pair.offset, pair.weight);
	}

private:
	struct Pair
	{
		Vector3<T> offset; // X_ij
		T weight;          // k_ij
		std::uint32_t other;
	};

	struct Shape
	{
		Matrix3<T> correction; // K_i
		Vector3<T> normal;
		int rank = 0;
	};

	std::span<const Pair> PairsOf(std::size_t i) const { return {pairs.data() + firstPair[i], pairs.data() + firstPair[i + 1]}; }

	std::vector<std::uint32_t> firstPair;
	AlignedArray<Pair> pairs;
	std::vector<Shape> shapes;
};

/// F of a sheet completed by the unit normal of the deformed sheet: a proper F without strain across the sheet.
template <class T>
Matrix3<T> CompletedSheet(const Matrix3<T>& F, const Vector3<T>& normal)
{
	return F + Matrix3<T>::Outer(NormalizedOr(Cofactor(F) * normal, Vector3<T>{}), normal);
}

/// Particles of one chunk in the loops of the reference solvers.
inline constexpr std::size_t ReferenceChunk = 128;

}
