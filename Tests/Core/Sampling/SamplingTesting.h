#pragma once

#include <SPHSolids/Neighbour/NeighbourSearch.h>
#include <SPHSolids/Sampling/Sampler.h>
#include <SPHSolids/Sampling/SamplingQuality.h>

#include "Geometry/TestMeshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

/// What the sampling tests share.
namespace SPHSolids::SamplingTesting
{

inline MeshDistance DistanceTo(const TriangleMesh& mesh)
{
	auto tasks = MakeParallelTaskRunner(2);
	Result<MeshDistance> distance = MeshDistance::Build(mesh.View(), *tasks);
	EXPECT_TRUE(distance.IsOk());
	return distance.TakeValue();
}

inline SamplingSettings WithRadius(double radius, SamplingMethod method = SamplingMethod::Relaxed)
{
	SamplingSettings settings;
	settings.particleRadius = radius;
	settings.method = method;
	return settings;
}
inline SamplingSettings WithCount(std::uint32_t count, SamplingMethod method = SamplingMethod::Relaxed)
{
	SamplingSettings settings;
	settings.particleCount = count;
	settings.method = method;
	return settings;
}

inline Result<ParticleSampling> TrySample(const TriangleMesh& mesh, const SamplingSettings& settings, int workers = 2)
{
	auto tasks = MakeParallelTaskRunner(workers);
	Result<MeshDistance> distance = MeshDistance::Build(mesh.View(), *tasks);
	if (!distance.IsOk())
		return distance.TakeError();
	return SampleMesh(distance.Value(), settings, *tasks, nullptr);
}
inline ParticleSampling Sample(const TriangleMesh& mesh, const SamplingSettings& settings, int workers = 2)
{
	Result<ParticleSampling> sampling = TrySample(mesh, settings, workers);
	if (!sampling.IsOk())
	{
		ADD_FAILURE() << sampling.Message();
		return {};
	}
	return sampling.TakeValue();
}
inline SamplingQuality Measure(const TriangleMesh& mesh, const ParticleSampling& sampling)
{
	auto tasks = MakeParallelTaskRunner(2);
	const MeshDistance distance = DistanceTo(mesh);
	Result<SamplingQuality> quality = MeasureSampling(distance, sampling, *tasks, nullptr);
	if (!quality.IsOk())
	{
		ADD_FAILURE() << quality.Message();
		return {};
	}
	return quality.TakeValue();
}

/// Smallest distance between two particles, over the diameter; 2 if none are nearer than that.
inline double NearestPair(const ParticleSampling& sampling)
{
	Box3d box;
	for (const Vec3d& p : sampling.positions)
		box.Include(p);
	const double diameter = 2 * sampling.particleRadius;
	std::vector<Vec3> places;
	for (const Vec3d& p : sampling.positions)
		places.push_back(((p - box.min) / diameter).Cast<float>());
	auto tasks = MakeParallelTaskRunner(2);
	NeighbourSearch search;
	NeighbourLists lists;
	EXPECT_TRUE(search.FindAll(places, 2, *tasks, lists).IsOk());
	double nearest = 2;
	for (std::size_t i = 0; i < places.size(); ++i)
		for (const std::uint32_t j : lists.Of(i))
			nearest = std::min(nearest, static_cast<double>(Norm(places[i] - places[j])));
	return nearest;
}

inline double Cubed(double a)
{
	return a * a * a;
}

/// Square sheet in the plane z = 0, from (0, 0) to (side, side), cells x cells quads.
inline TriangleMesh SquareSheet(double side, std::uint32_t cells)
{
	TriangleMesh mesh;
	for (std::uint32_t j = 0; j <= cells; ++j)
		for (std::uint32_t i = 0; i <= cells; ++i)
			mesh.vertices.push_back({side * i / cells, side * j / cells, 0});
	for (std::uint32_t j = 0; j < cells; ++j)
		for (std::uint32_t i = 0; i < cells; ++i)
		{
			const std::uint32_t a = j * (cells + 1) + i, b = a + 1, c = a + cells + 2, d = a + cells + 1;
			mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {a, c, d}});
		}
	return mesh;
}

inline TriangleMesh Turned(TriangleMesh mesh, const Mat3d& rotation)
{
	for (Vec3d& v : mesh.vertices)
		v = rotation * v;
	return mesh;
}

}
