#include <SPHSolids/Solid/LbfgsSolver.h>

#include <SPHSolids/Base/Simd.h>

#include <algorithm>
#include <cmath>

// What an iteration does with its vectors: the memory of pairs, the direction, sums. The descent itself is in LbfgsSolver.cpp.

namespace SPHSolids
{
namespace
{

constexpr std::size_t VectorChunk = 1024; // particles of one chunk in sums
/// A pair enters the memory if its curvature is positive beyond rounding.
constexpr double CurvatureFloor = 1e-8;

/// A single iteration a step with the full preconditioner feeds oscillations until they tear the body; with half of it it is stable (the
/// stretching cube at 30 ms: volume between 0.15 and 1.3 of the rest volume against a smooth curve).
constexpr double LoneStepScale = 0.5;

const float* FlatFloats(std::span<const Vec3> v, std::size_t first)
{
	return &v[first].x;
}

float StoredValue(float value)
{
	return value;
}
float StoredValue(Half value)
{
	return ToFloat(value);
}

template <class A, class B>
double FlatDot(const A* a, const B* b, std::size_t count)
{
	Float8 sum(0.0f);
	std::size_t k = 0;
	for (; k + SimdWidth <= count; k += SimdWidth)
		sum = MulAdd(LoadStored(a + k), LoadStored(b + k), sum);
	double total = static_cast<double>(Sum(sum));
	for (; k < count; ++k)
		total += static_cast<double>(StoredValue(a[k]) * StoredValue(b[k]));
	return total;
}

void AddScaled(float* target, const Half* source, float factor, std::size_t count)
{
	const Float8 wide(factor);
	std::size_t k = 0;
	for (; k + SimdWidth <= count; k += SimdWidth)
		MulAdd(wide, LoadStored(source + k), Float8::Load(target + k)).Store(target + k);
	for (; k < count; ++k)
		target[k] += factor * ToFloat(source[k]);
}

/// The largest of their magnitudes; what is not a number does not count.
float LargestOf(const float* values, std::size_t count)
{
	Float8 most(0.0f);
	std::size_t k = 0;
	for (; k + SimdWidth <= count; k += SimdWidth)
		most = Max(Abs(Float8::Load(values + k)), most);
	float lanes[SimdWidth];
	most.Store(lanes);
	float largest = *std::max_element(lanes, lanes + SimdWidth);
	for (; k < count; ++k)
		largest = std::max(largest, std::fabs(values[k]));
	return largest;
}

/// Rounds values to half precision in units of a power of two near the largest. @return The unit.
/// @param values In: as they are. Out: as they were stored.
float StoreRounded(float* values, std::size_t count, Half* target)
{
	const float largest = LargestOf(values, count);
	constexpr float least = 1e-30f; // what is smaller is nothing, and its unit would have no inverse
	const float unit = largest > least ? std::ldexp(1.0f, std::ilogb(largest)) : 1.0f, inverse = largest > least ? 1 / unit : 0.0f;
	std::size_t k = 0;
	for (; k + SimdWidth <= count; k += SimdWidth)
	{
		StoreStored(Float8::Load(values + k) * Float8(inverse), target + k);
		(LoadStored(target + k) * Float8(unit)).Store(values + k);
	}
	for (; k < count; ++k)
	{
		target[k] = ToHalf(values[k] * inverse);
		values[k] = ToFloat(target[k]) * unit;
	}
	return unit;
}

}

LbfgsSolver::LbfgsSolver(std::size_t count, int maxWindow)
{
	history.reserve(256);
	Resize(count, maxWindow);
}

void LbfgsSolver::Resize(std::size_t count, int maxWindow)
{
	capacity = std::clamp(maxWindow, 0, MaxPairs);
	particleCount = count;
	const std::size_t chunks = (count + VectorChunk - 1) / VectorChunk;
	for (auto* vectors : {&steps, &changes})
	{
		vectors->resize(static_cast<std::size_t>(capacity));
		for (HistoryVector& v : *vectors)
		{
			v.entries.resize(3 * count);
			v.unit.resize(chunks);
		}
	}
	for (AlignedArray<Vec3>* v : {&spare, &gradient, &trialGradient, &step})
		v->resize(count);
	partial.resize(chunks * SumColumns);
}

std::size_t LbfgsSolver::Bytes() const
{
	return (steps.size() + changes.size()) * 3 * particleCount * sizeof(Half) + 4 * particleCount * sizeof(Vec3);
}

double LbfgsSolver::SumChunks(std::size_t column) const
{
	double sum = 0;
	for (std::size_t chunk = 0; chunk * VectorChunk < particleCount; ++chunk)
		sum += partial[chunk * SumColumns + column];
	return sum;
}

LbfgsSolver::Products LbfgsSolver::ComputeProducts(bool newPair, TaskRunner& tasks)
{
	// Columns of the chunk sums: s_p . g, then s_p . t, then s . s and t . t of the newest pair, whose step is taken into its slot and whose
	// change of gradient is formed here.
	constexpr std::size_t changeColumn = MaxPairs + 1, stepSquaredColumn = 2 * changeColumn, changeSquaredColumn = 2 * changeColumn + 1;
	const std::size_t older = static_cast<std::size_t>(pairCount), count = older + (newPair ? 1 : 0);
	ParallelFor(tasks, particleCount, VectorChunk,
		[&](std::size_t begin, std::size_t end)
		{
			const std::size_t chunk = begin / VectorChunk, floats = 3 * (end - begin);
			const float* g = FlatFloats(gradient, begin);
			double* sums = &partial[chunk * SumColumns];
			alignas(32) float s[3 * VectorChunk], t[3 * VectorChunk];
			if (newPair)
			{
				const float* before = FlatFloats(trialGradient, begin); // the previous gradient, after the swap
				for (std::size_t k = 0; k < floats; ++k)
					t[k] = g[k] - before[k];
				std::copy_n(FlatFloats(step, begin), floats, s);
				HistoryVector &newStep = steps[slots[older]], &newChange = changes[slots[older]];
				newStep.unit[chunk] = StoreRounded(s, floats, &newStep.entries[3 * begin]);
				newChange.unit[chunk] = StoreRounded(t, floats, &newChange.entries[3 * begin]);
				sums[changeSquaredColumn] = FlatDot(t, t, floats);
				sums[stepSquaredColumn] = FlatDot(s, s, floats);
			}
			for (std::size_t p = 0; p < count; ++p)
			{
				const HistoryVector& pair = steps[slots[p]];
				const Half* entries = &pair.entries[3 * begin];
				const double unit = static_cast<double>(pair.unit[chunk]);
				sums[p] = unit * FlatDot(entries, g, floats);
				if (newPair)
					sums[changeColumn + p] = unit * FlatDot(entries, t, floats);
			}
		});
	Products products;
	for (std::size_t p = 0; p < count; ++p)
	{
		products.stepTimesGradient[p] = SumChunks(p);
		products.stepTimesChange[p] = newPair ? SumChunks(changeColumn + p) : 0;
	}
	products.stepSquared = newPair ? SumChunks(stepSquaredColumn) : 0;
	products.changeSquared = newPair ? SumChunks(changeSquaredColumn) : 0;
	return products;
}

double LbfgsSolver::ComputeDirection(
	const Preconditioner& preconditioner, const Products& products, bool isOnlyIteration, TaskRunner& tasks)
{
	const std::size_t count = static_cast<std::size_t>(pairCount);
	// Between two trials their memory is free. Without pairs q is the gradient itself.
	const std::span<Vec3> q = count > 0 ? trialGradient : gradient, r = trial;
	double sigma[MaxPairs + 1] = {};
	for (std::size_t i = count; i-- > 0;)
	{
		double sq = products.stepTimesGradient[i];
		for (std::size_t j = i + 1; j < count; ++j)
			sq -= sigma[j] * cross[slots[i]][slots[j]];
		sigma[i] = sq / cross[slots[i]][slots[i]];
	}
	if (count > 0)
		ParallelFor(tasks, particleCount, VectorChunk,
			[&](std::size_t begin, std::size_t end)
			{
				const std::size_t floats = 3 * (end - begin);
				float* target = &q[begin].x;
				const float* g = FlatFloats(gradient, begin);
				std::copy(g, g + floats, target);
				for (std::size_t i = 0; i < count; ++i)
				{
					const HistoryVector& change = changes[slots[i]];
					AddScaled(target, &change.entries[3 * begin], static_cast<float>(-sigma[i]) * change.unit[begin / VectorChunk], floats);
				}
			});

	preconditioner.Apply(q, tasks, preconditionerScratch, r);
	// The first step is long and smooth, which the preconditioner knows well; if it is the only one, nothing corrects it.
	const double scale = count > 0 ? preconditionerScale : (isOnlyIteration ? LoneStepScale : 1);

	if (count > 0)
		ParallelFor(tasks, particleCount, VectorChunk,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t i = 0; i < count; ++i)
				{
					const HistoryVector& change = changes[slots[i]];
					partial[begin / VectorChunk * SumColumns + i] = static_cast<double>(change.unit[begin / VectorChunk])
						* FlatDot(&change.entries[3 * begin], FlatFloats(r, begin), 3 * (end - begin));
				}
			});
	double weight[MaxPairs + 1] = {};
	for (std::size_t i = 0; i < count; ++i)
	{
		double tr = scale * SumChunks(i);
		for (std::size_t j = 0; j < i; ++j)
			tr += weight[j] * cross[slots[j]][slots[i]];
		weight[i] = sigma[i] - tr / cross[slots[i]][slots[i]];
	}

	ParallelFor(tasks, particleCount, VectorChunk,
		[&](std::size_t begin, std::size_t end)
		{
			const std::size_t floats = 3 * (end - begin);
			float* d = &step[begin].x;
			const float factor = static_cast<float>(scale);
			const float* source = FlatFloats(r, begin);
			for (std::size_t k = 0; k < floats; ++k)
				d[k] = -factor * source[k];
			for (std::size_t i = 0; i < count; ++i)
			{
				const HistoryVector& older = steps[slots[i]];
				AddScaled(d, &older.entries[3 * begin], static_cast<float>(-weight[i]) * older.unit[begin / VectorChunk], floats);
			}
			partial[begin / VectorChunk * SumColumns] = FlatDot(d, FlatFloats(gradient, begin), floats);
			for (std::size_t i = begin; i < end; ++i)
				trial[i] = x[i] + step[i];
		});
	return SumChunks(0);
}

void LbfgsSolver::ShortenTrial(double factor, TaskRunner& tasks)
{
	const float scale = static_cast<float>(factor);
	ParallelFor(tasks, particleCount, VectorChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
			{
				step[i] *= scale;
				trial[i] = x[i] + step[i];
			}
		});
}

double LbfgsSolver::InertiaBetween(std::span<const Vec3> other, std::span<const float> inertia, TaskRunner& tasks, double& slope)
{
	ParallelFor(tasks, particleCount, VectorChunk,
		[&](std::size_t begin, std::size_t end)
		{
			double energy = 0, rise = 0;
			for (std::size_t i = begin; i < end; ++i)
			{
				const Vec3 way = other[i] - x[i];
				energy += 0.5 * static_cast<double>(inertia[i] * SquaredNorm(way));
				rise += static_cast<double>(Dot(gradient[i], way));
			}
			partial[begin / VectorChunk * SumColumns] = energy;
			partial[begin / VectorChunk * SumColumns + 1] = rise;
		});
	slope = SumChunks(1);
	return SumChunks(0);
}

double LbfgsSolver::TrialSlope(TaskRunner& tasks)
{
	ParallelFor(tasks, particleCount, VectorChunk,
		[&](std::size_t begin, std::size_t end)
		{
			partial[begin / VectorChunk * SumColumns] =
				FlatDot(FlatFloats(step, begin), FlatFloats(trialGradient, begin), 3 * (end - begin));
		});
	return SumChunks(0);
}

void LbfgsSolver::MakeRoom(int window)
{
	if (pairCount < window)
		return;
	std::rotate(slots.begin(), slots.begin() + 1, slots.begin() + pairCount); // the oldest pair gives its slot to the newest
	pairCount = window - 1;
}

void LbfgsSolver::RememberPair(const Products& products)
{
	const double curvature = products.stepTimesChange[pairCount];
	if (!(curvature > CurvatureFloor * std::sqrt(products.stepSquared * products.changeSquared)))
		return;
	const std::size_t newest = slots[static_cast<std::size_t>(pairCount)];
	for (std::size_t p = 0; p <= static_cast<std::size_t>(pairCount); ++p)
		cross[slots[p]][newest] = products.stepTimesChange[p];
	++pairCount;
}

void LbfgsSolver::TakeTrial()
{
	std::swap(x, trial);
	gradient.swap(trialGradient);
}

void LbfgsSolver::ForgetPairs()
{
	pairCount = 0;
	for (std::size_t k = 0; k < slots.size(); ++k)
		slots[k] = k;
}

}
