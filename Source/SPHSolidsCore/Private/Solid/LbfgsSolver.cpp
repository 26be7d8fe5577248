#include <SPHSolids/Solid/LbfgsSolver.h>

#include <SPHSolids/Base/Assert.h>
#include <SPHSolids/Base/Simd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

namespace SPHSolids
{
namespace
{

constexpr std::size_t VectorChunk = 1024; // particles of one chunk in sums
constexpr int MaxBacktracks = 12;

/// Armijo's constant: the share of the predicted decrease that a step must reach.
constexpr double SufficientDecrease = 1e-4;
/// Energies are sums of floats: near the minimum their differences drown in rounding. A trial within this share of the objective is
/// judged by the slope at its end instead, which keeps its precision (the approximate Wolfe condition of Hager and Zhang).
constexpr double ObjectiveNoise = 3e-6;
/// ... and accepted if the slope there is not steeper upwards than this share of the slope at the start downwards.
constexpr double AcceptedEndSlope = 0.8;
/// A predicted decrease below this share of the objective is taken for none: the minimum is reached. Far below the rounding of the
/// objective itself, because steps judged by their slopes go on improving: of a beam twisted hard, whose step can gain 1e-5 of its
/// energy, 1e-7 would leave a hundredth of that.
constexpr double PrecisionFloor = 1e-10;
/// A start is taken for one that was predicted if it is higher than that by this many times what is left to gain there.
constexpr double MuchHigher = 20;
/// A step that promises no more than this many times the noise of the objective gets one trial: shortening it would be chasing rounding.
constexpr double NoiseWorthOneTrial = 16;
/// A pair enters the memory if its curvature is positive beyond rounding.
constexpr double CurvatureFloor = 1e-8;

/// A body stretched far is stiffer than the constant preconditioner believes, and its steps come out too long in every iteration. What
/// the line search finds is remembered as a scale of the preconditioner: it follows shortened steps at once, forgets them slowly, and
/// never falls below a tenth.
constexpr double ScaleRecovery = 1.1, SmallestScale = 0.1;

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

/// Rounds values to half precision in units of a power of two near the largest. @return The unit.
/// @param values In: as they are. Out: as they were stored.
float StoreRounded(float* values, std::size_t count, Half* target)
{
	float largest = 0;
	for (std::size_t k = 0; k < count; ++k)
		largest = std::max(largest, std::fabs(values[k]));
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
	for (AlignedArray<Vec3>* v : {&trial, &gradient, &trialGradient, &step})
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
	const Preconditioner& preconditioner, const Products& products, bool isOnlyIteration, std::span<const Vec3> x, TaskRunner& tasks)
{
	// Between two trials their memory is free.
	AlignedArray<Vec3>& q = trialGradient;
	AlignedArray<Vec3>& r = trial;
	const std::size_t count = static_cast<std::size_t>(pairCount);
	double sigma[MaxPairs + 1] = {};
	for (std::size_t i = count; i-- > 0;)
	{
		double sq = products.stepTimesGradient[i];
		for (std::size_t j = i + 1; j < count; ++j)
			sq -= sigma[j] * cross[slots[i]][slots[j]];
		sigma[i] = sq / cross[slots[i]][slots[i]];
	}
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

void LbfgsSolver::ShortenTrial(double factor, std::span<const Vec3> x, TaskRunner& tasks)
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

double LbfgsSolver::InertiaBetween(
	std::span<const Vec3> other, std::span<const Vec3> x, std::span<const float> inertia, TaskRunner& tasks, double& slope)
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

MinimiserReport LbfgsSolver::Minimise(StepObjective& objective, const Preconditioner& preconditioner, const MinimiserSettings& settings,
	TaskRunner& tasks, std::span<Vec3> x, std::span<const Vec3> otherStart, double otherValue)
{
	using Clock = std::chrono::steady_clock;
	const auto start = Clock::now();
	const auto elapsedMilliseconds = [&] { return std::chrono::duration<double, std::milli>(Clock::now() - start).count(); };
	SPHS_ASSERT(x.size() == particleCount);
	const int window = std::clamp(settings.window, 0, capacity);
	for (std::size_t k = 0; k < slots.size(); ++k)
		slots[k] = k;
	ForgetPairs();

	SPHS_ASSERT(otherStart.empty() || otherStart.size() == particleCount);
	const auto startThere = [&]
	{
		std::copy(otherStart.begin(), otherStart.end(), x.begin());
		otherStart = {};
	};
	const double noise = objective.Noise();
	const std::span<const float> inertia = objective.Inertia();
	const auto mayCompare = [&] { return !otherStart.empty() && !std::isfinite(otherValue) && !inertia.empty(); };
	double slopeThere = 0;
	// Two starts that differ by rounding are one.
	if (mayCompare() && InertiaBetween(otherStart, x, inertia, tasks, slopeThere) <= NoiseWorthOneTrial * noise)
		startThere();
	MinimiserReport report;
	double value = objective.Evaluate(x, tasks, gradient);
	report.evaluations = 1;
	std::optional<double> firstSlope;
	if (mayCompare() && std::isfinite(value))
	{
		// The other start must be so much higher: what extrapolation makes of earlier errors is harder to get rid of than what it saves. As far
		// as the objective is convex it rises by g . d + d . M d / (2 h^2) at least; only where that does not tell it is looked at.
		const double rise = InertiaBetween(otherStart, x, inertia, tasks, slopeThere) + slopeThere;
		firstSlope = ComputeDirection(preconditioner, {}, settings.iterations == 1, x, tasks);
		const double muchHigher = value - MuchHigher * *firstSlope / 2;
		bool isMuchHigher = value + rise > muchHigher;
		if (!isMuchHigher)
		{
			otherValue = objective.Evaluate(otherStart, tasks, trialGradient);
			++report.evaluations;
			isMuchHigher = !(otherValue <= muchHigher);
			if (!isMuchHigher)
			{
				startThere();
				value = otherValue;
				gradient.swap(trialGradient);
				firstSlope.reset();
			}
		}
		otherStart = {};
	}
	if (!otherStart.empty() && (!std::isfinite(otherValue) || !std::isfinite(value)))
	{
		otherValue = objective.Evaluate(otherStart, tasks, trialGradient);
		++report.evaluations;
		if (otherValue < value || !std::isfinite(value))
		{
			startThere();
			value = otherValue;
			gradient.swap(trialGradient);
		}
		otherStart = {};
	}
	report.objectiveStart = report.objectiveEnd = value;
	history.assign(1, value);
	if (!std::isfinite(value))
	{
		report.startNotFinite = true;
		return report;
	}

	Products products;
	/// Where this start leads no lower than the other one lies: begins again from there, once. @return Whether it did.
	const auto beginAgain = [&]
	{
		if (otherStart.empty() || value <= otherValue)
		{
			otherStart = {};
			return false;
		}
		startThere();
		value = report.objectiveStart = objective.Evaluate(x, tasks, gradient);
		++report.evaluations;
		report.iterations = 0; // what was found on the way to nowhere does not count
		report.stalled = report.converged = false;
		history.assign(1, value);
		ForgetPairs();
		products = {};
		return std::isfinite(value);
	};
	double slowestIteration = 0;
	while (report.iterations < settings.iterations)
	{
		const double iterationStart = elapsedMilliseconds();
		if (settings.budgetMilliseconds > 0 && report.iterations > 0 && iterationStart + slowestIteration > settings.budgetMilliseconds)
			break;
		const double slope = firstSlope ? *firstSlope : ComputeDirection(preconditioner, products, settings.iterations == 1, x, tasks);
		firstSlope.reset();
		if (!(slope < 0))
		{
			report.converged = slope == 0;
			if (pairCount == 0)
			{
				report.stalled = !report.converged;
				if (beginAgain())
					continue;
				break;
			}
			ForgetPairs(); // the memory no longer fits: start over from the preconditioner alone
			products = {};
			continue;
		}
		const bool withinTolerance = report.iterations > 0 && -slope <= settings.tolerance * (report.objectiveStart - value);
		if (withinTolerance || -slope <= std::max(noise, PrecisionFloor * std::fabs(value)))
		{
			report.converged = true;
			break;
		}

		const bool isNoise = -slope <= NoiseWorthOneTrial * noise;
		double length = 1, trialValue = 0;
		bool accepted = false;
		for (int backtrack = 0;; ++backtrack)
		{
			trialValue = objective.Evaluate(trial, tasks, trialGradient);
			++report.evaluations;
			accepted = trialValue <= value + SufficientDecrease * length * slope
				|| (trialValue <= value + std::max(noise, ObjectiveNoise * std::fabs(value))
					&& TrialSlope(tasks) <= AcceptedEndSlope * length * std::fabs(slope));
			if (accepted || backtrack == MaxBacktracks || isNoise)
				break;
			// Minimum of the parabola through value, slope and trial, kept within a tenth and a half of the step.
			const double curvature = trialValue - value - length * slope;
			const double shorter = std::isfinite(trialValue) && curvature > 0 ? -0.5 * length * slope / curvature : 0.1;
			const double ratio = std::clamp(shorter, 0.1, 0.5);
			length *= ratio;
			ShortenTrial(ratio, x, tasks);
			++report.backtracks;
		}
		if (!accepted && isNoise)
		{
			report.converged = true;
			break;
		}
		if (!accepted)
		{
			if (pairCount == 0)
			{
				report.stalled = true;
				if (beginAgain())
					continue;
				break;
			}
			ForgetPairs();
			products = {};
			continue;
		}

		if (pairCount > 0)
			preconditionerScale = std::clamp(preconditionerScale * (length < 1 ? length : ScaleRecovery), SmallestScale, 1.0);
		ParallelFor(tasks, particleCount, VectorChunk,
			[&](std::size_t begin, std::size_t end) { std::copy(&trial[begin], &trial[begin] + (end - begin), &x[begin]); });
		value = trialValue;
		gradient.swap(trialGradient);
		++report.iterations;
		history.push_back(value);

		if (!beginAgain() && report.iterations < settings.iterations)
		{
			if (window > 0)
				MakeRoom(window);
			products = ComputeProducts(window > 0, tasks);
			if (window > 0)
				RememberPair(products);
		}
		slowestIteration = std::max(slowestIteration, elapsedMilliseconds() - iterationStart);
	}
	report.objectiveEnd = value;
	return report;
}

}
