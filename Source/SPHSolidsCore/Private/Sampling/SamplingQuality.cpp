#include <SPHSolids/Sampling/SamplingQuality.h>

#include "FillField.h"
#include "SolidBoundary.h"
#include "SurfacePieces.h"

#include <SPHSolids/Kernel/Kernels.h>
#include <SPHSolids/Neighbour/NeighbourSearch.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace SPHSolids
{
namespace
{

constexpr std::size_t QualityChunk = 512;
constexpr double QualitySupport = 2; // d
// A hair beyond the support, as in the rest state: lattices put whole shells of neighbours on the rim.
constexpr double RimSlack = 1.0001;
constexpr double CoverageReach = 2; // d, the nearest centre is sought this far
constexpr double PatchSize = 0.25;  // d, surface is judged in patches of about this size
constexpr double MaxPatches = 2e7;
constexpr std::size_t PatchesPerBatch = 200'000;

/// The positions in the frame of the field, as floats.
std::vector<Vec3> InField(const FillField& field, const std::vector<Vec3d>& positions)
{
	std::vector<Vec3> places;
	places.reserve(positions.size());
	for (const Vec3d& p : positions)
		places.push_back(field.ToField(p).Cast<float>());
	return places;
}

double Distance(const Vec3& a, const Vec3& b)
{
	return static_cast<double>(Norm(a - b));
}

/// Mean and standard deviation.
template <class Values>
std::array<double, 2> MeanAndSpread(const Values& values)
{
	double sum = 0, squares = 0;
	for (const auto value : values)
		sum += static_cast<double>(value);
	const double count = std::max(1.0, static_cast<double>(values.size())), mean = sum / count;
	for (const auto value : values)
		squares += (static_cast<double>(value) - mean) * (static_cast<double>(value) - mean);
	return {mean, std::sqrt(squares / count)};
}

class QualityMeter
{
public:
	QualityMeter(const FillField& fillField, const std::vector<Vec3>& particles, const NeighbourLists& neighbourLists, TaskRunner& runner)
		: field(fillField)
		, places(particles)
		, lists(neighbourLists)
		, tasks(runner)
		, kernel(QualitySupport)
	{
	}

	void MeasureDensity(const SolidBoundary& boundary, SamplingQuality& quality)
	{
		const std::size_t count = places.size();
		const double particleVolume = field.FilledVolume() / static_cast<double>(count); // d^3
		kernelVolume.resize(count);
		quality.density.resize(count);
		std::vector<std::uint8_t> isInner(count);
		ParallelFor(tasks, count, QualityChunk,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t i = begin; i < end; ++i)
				{
					double sum = kernel.Value(0);
					for (const std::uint32_t j : lists.Of(i))
						sum += kernel.Value(Distance(places[i], places[j]));
					kernelVolume[i] = 1 / sum;
					quality.density[i] = static_cast<float>(particleVolume * sum + static_cast<double>(field.Beyond(places[i]).density));
					const double support = QualitySupport * field.Diameter();
					isInner[i] = !boundary.FindClosest(field.ToMesh(places[i].Cast<double>()), support).found;
				}
			});
		const auto [mean, spread] = MeanAndSpread(quality.density);
		quality.densityMean = mean;
		quality.densitySpread = mean > 0 ? spread / mean : 0;
		double sum = 0, innerSum = 0, innerCount = 0;
		for (std::size_t i = 0; i < count; ++i)
		{
			const double error = std::abs(static_cast<double>(quality.density[i]) - 1);
			sum += error;
			quality.densityErrorMax = std::max(quality.densityErrorMax, error);
			innerSum += isInner[i] != 0 ? error : 0;
			innerCount += isInner[i];
		}
		quality.densityErrorMean = sum / static_cast<double>(count);
		quality.innerDensityErrorMean = innerCount > 0 ? innerSum / innerCount : 0;
	}

	void CountNeighbours(SamplingQuality& quality) const
	{
		const std::size_t count = places.size();
		quality.neighbours.resize(count);
		quality.neighbourMin = std::numeric_limits<std::uint32_t>::max();
		double sum = 0, few = 0;
		for (std::size_t i = 0; i < count; ++i)
		{
			const auto number = static_cast<std::uint32_t>(lists.Of(i).size());
			quality.neighbours[i] = static_cast<std::uint16_t>(std::min<std::uint32_t>(number, std::numeric_limits<std::uint16_t>::max()));
			++quality.neighbourHistogram[std::min<std::size_t>(number, SamplingQuality::HistogramSize - 1)];
			quality.neighbourMin = std::min(quality.neighbourMin, number);
			few += number < SamplingQuality::FewNeighbours ? 1 : 0;
			sum += number;
		}
		quality.neighbourMean = sum / static_cast<double>(count);
		quality.fewNeighboursShare = few / static_cast<double>(count);
	}

	void MeasureMoments(SamplingQuality& quality) const
	{
		const std::size_t count = places.size();
		quality.moment.resize(count);
		std::vector<std::uint8_t> isFlat(count);
		const double latticeMoment = LatticeMoment();
		ParallelFor(tasks, count, QualityChunk,
			[&](std::size_t begin, std::size_t end)
			{
				for (std::size_t i = begin; i < end; ++i)
				{
					Mat3d moment;
					for (const std::uint32_t j : lists.Of(i))
						AddToMoment((places[j] - places[i]).Cast<double>(), kernelVolume[j], moment);
					const Vec3d values = DecomposeSymmetric(moment).values;
					quality.moment[i] = static_cast<float>(std::max(values.z, 0.0) / latticeMoment);
					isFlat[i] = !(values.z > SamplingQuality::FlatShare * values.x);
				}
			});
		double flat = 0;
		for (const std::uint8_t mark : isFlat)
			flat += mark;
		quality.flatShare = flat / static_cast<double>(count);
		quality.momentMean = MeanAndSpread(quality.moment)[0];
		std::vector<float> sorted = quality.moment;
		std::sort(sorted.begin(), sorted.end());
		quality.momentWorst = static_cast<double>(sorted.front());
		quality.momentQuantile = static_cast<double>(sorted[count / 100]);
	}

	void MeasureNearest(SamplingQuality& quality) const
	{
		std::vector<double> nearest(places.size(), CoverageReach);
		for (std::size_t i = 0; i < places.size(); ++i)
			for (const std::uint32_t j : lists.Of(i))
				nearest[i] = std::min(nearest[i], Distance(places[i], places[j]));
		quality.nearestMin = *std::min_element(nearest.begin(), nearest.end());
		const auto [mean, spread] = MeanAndSpread(nearest);
		quality.nearestMean = mean;
		quality.nearestSpread = spread;
	}

private:
	void AddToMoment(const Vec3d& toOther, double volume, Mat3d& moment) const
	{
		const double distance = Norm(toOther);
		if (distance > 0)
			moment += Mat3d::Outer(toOther, toOther) * (-volume * kernel.Derivative(distance) / distance);
	}
	/// The smallest singular value inside a cubic lattice of spacing d.
	double LatticeMoment() const
	{
		Mat3d moment;
		double sum = 0;
		for (int x = -2; x <= 2; ++x)
			for (int y = -2; y <= 2; ++y)
				for (int z = -2; z <= 2; ++z)
				{
					const Vec3d toOther{double(x), double(y), double(z)};
					sum += kernel.Value(Norm(toOther));
					AddToMoment(toOther, 1, moment);
				}
		return DecomposeSymmetric(moment).values.z / sum;
	}

	const FillField& field;
	const std::vector<Vec3>& places;
	const NeighbourLists& lists;
	TaskRunner& tasks;
	CubicSpline<double> kernel;
	std::vector<double> kernelVolume; // d^3
};

/// Cuts the surface into patches and finds for each how far the nearest particle is.
class CoverageMeter
{
public:
	CoverageMeter(const FillField& fillField, const std::vector<Vec3>& particles, TaskRunner& runner)
		: field(fillField)
		, places(particles)
		, tasks(runner)
	{
	}
	Status Measure(const SolidBoundary& boundary, SamplingQuality& quality)
	{
		patchSize =
			AffordablePieceSize(boundary.Area(), boundary.TriangleCount(), PatchSize * field.Diameter(), MaxPatches) / field.Diameter();
		for (std::size_t k = 0; k < boundary.TriangleCount(); ++k)
		{
			SurfacePiece triangle = boundary.TriangleAt(k).corners;
			for (Vec3d& corner : triangle)
				corner = field.ToField(corner);
			AddPatches(triangle);
			if (centres.size() >= PatchesPerBatch)
				if (Status status = Flush(); !status.IsOk())
					return status;
		}
		if (Status status = Flush(); !status.IsOk())
			return status;
		quality.coverage = coveredArea / area;
		quality.coverageWide = widelyCoveredArea / area;
		quality.surfaceGapMean = gapSum / area;
		quality.surfaceGapMax = greatestGap;
		return {};
	}

private:
	void AddPatches(const SurfacePiece& triangle)
	{
		ForEachPiece(triangle, patchSize,
			[&](const SurfacePiece& patch)
			{
				centres.push_back(PieceCentre(patch).Cast<float>());
				areas.push_back(PieceArea(patch));
			});
	}
	Status Flush()
	{
		if (Status status = search.FindAround(centres, places, static_cast<Real>(CoverageReach), tasks, lists); !status.IsOk())
			return status;
		for (std::size_t k = 0; k < centres.size(); ++k)
		{
			double nearest = CoverageReach;
			for (const std::uint32_t j : lists.Of(k))
				nearest = std::min(nearest, Distance(centres[k], places[j]));
			const double gap = std::max(0.0, 2 * nearest - 1); // r
			area += areas[k];
			gapSum += gap * areas[k];
			greatestGap = std::max(greatestGap, gap);
			coveredArea += gap <= 1 ? areas[k] : 0;
			widelyCoveredArea += gap <= 1.5 ? areas[k] : 0;
		}
		centres.clear();
		areas.clear();
		return {};
	}

	const FillField& field;
	const std::vector<Vec3>& places;
	TaskRunner& tasks;
	NeighbourSearch search;
	NeighbourLists lists;
	double patchSize = PatchSize;
	std::vector<Vec3> centres;
	std::vector<double> areas;
	double area = 0, coveredArea = 0, widelyCoveredArea = 0, gapSum = 0, greatestGap = 0;
};

}

Result<SamplingQuality> MeasureSampling(const MeshDistance& mesh, const ParticleSampling& sampling, TaskRunner& tasks, Progress* progress)
{
	if (sampling.positions.empty() || !(sampling.particleRadius > 0) || !std::isfinite(sampling.particleRadius))
		return Error{"There are no particles to measure. Sample the mesh first."};
	const double diameter = 2 * sampling.particleRadius;
	const auto kind = sampling.isSheet ? SolidBoundary::Kind::Sheet : SolidBoundary::Kind::Guess;
	Result<SolidBoundary> boundary = SolidBoundary::Build(mesh, kind, diameter, tasks);
	if (!boundary.IsOk())
		return boundary.TakeError();
	SubProgress fieldProgress(progress, 0, 0.6);
	const std::uint64_t maxBlocks = 10'000 + 2 * sampling.positions.size();
	Result<FillField> field = FillField::Build(boundary.Value(), {sampling.particleRadius, true, maxBlocks}, tasks, &fieldProgress);
	if (!field.IsOk())
		return field.TakeError();
	field.Value().IntegrateKernel(tasks);

	const std::vector<Vec3> places = InField(field.Value(), sampling.positions);
	NeighbourSearch search;
	NeighbourLists lists;
	if (Status status = search.FindAll(places, static_cast<Real>(QualitySupport * RimSlack), tasks, lists); !status.IsOk())
		return Error{status.Message()};
	if (progress != nullptr && !progress->Report("Measuring the particles", 0.7))
		return Error{CancelledMessage};

	SamplingQuality quality;
	const double filled = field.Value().FilledVolume();
	if (!(filled > 0))
		return Error{"The mesh encloses no volume to measure the particles against. Close its holes or sample it as a sheet."};
	QualityMeter meter(field.Value(), places, lists, tasks);
	meter.MeasureDensity(boundary.Value(), quality);
	meter.CountNeighbours(quality);
	meter.MeasureMoments(quality);
	meter.MeasureNearest(quality);
	quality.volumeError = (static_cast<double>(places.size()) - filled) / filled;
	CoverageMeter coverage(field.Value(), places, tasks);
	if (Status status = coverage.Measure(boundary.Value(), quality); !status.IsOk())
		return Error{status.Message()};
	return quality;
}

}
