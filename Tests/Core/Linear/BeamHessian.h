#pragma once

#include <SPHSolids/Bake/RestStateBuilder.h>
#include <SPHSolids/Base/Random.h>
#include <SPHSolids/Solid/ConstantHessian.h>

#include <Scenes/Lattice.h>

#include <vector>

namespace SPHSolids::Scenes
{

/// A block of particles and A0 of its step, as a quasi-Newton start needs it.
struct BlockHessian
{
	RestState rest;
	SparseSymmetric matrix;
};

struct BlockHessianSettings
{
	int countX = 0, countY = 0, countZ = 0;
	double spacing = 0.05;   ///< m
	double jitter = 0;       ///< random displacement of each particle along each axis, at most this part of the spacing
	double young = 1e6;      ///< Pa
	double poisson = 0.33;   ///< dimensionless
	double density = 800;    ///< kg/m^3
	double step = 0.002;     ///< s
	int heldLayers = 2;      ///< layers of least x that are pinned
	double dropBelow = 1e-7; ///< as DropSmallEntries takes it
};

inline BlockHessian MakeBlockHessian(const BlockHessianSettings& settings, TaskRunner& tasks)
{
	std::vector<Vec3d> points = BlockLattice(settings.countX, settings.countY, settings.countZ, settings.spacing);
	Random random(1);
	const double reach = settings.jitter * settings.spacing;
	for (Vec3d& point : points)
		point += random.NextInBox({-reach, -reach, -reach}, {reach, reach, reach});
	RestStateInput restInput;
	restInput.positions = points;
	restInput.particleRadius = settings.spacing / 2;

	BlockHessian block;
	block.rest = BuildRestState(restInput, tasks).TakeValue();
	const ElasticRest elastic = BuildElasticRest(block.rest, tasks);
	Material material;
	material.young = settings.young;
	material.poisson = settings.poisson;
	const ElasticStiffness stiffness = MakeElasticStiffness(elastic, material);
	std::vector<float> massOverStepSquared;
	std::vector<std::uint8_t> held;
	for (std::size_t i = 0; i < block.rest.ParticleCount(); ++i)
	{
		const double mass = settings.density * static_cast<double>(block.rest.volume[i]);
		massOverStepSquared.push_back(static_cast<float>(mass / (settings.step * settings.step)));
		held.push_back(static_cast<double>(block.rest.position[i].x) < settings.heldLayers * settings.spacing);
	}
	const ConstantOperator source{&elastic, &stiffness, massOverStepSquared, held};
	block.matrix = DropSmallEntries(AssembleConstantHessian(source, tasks), settings.dropBelow);
	return block;
}

/// The beam that a peer was measured on: 2.0 x 0.5 x 0.5 m, 4k x k x k particles, the first two layers held.
inline BlockHessianSettings ReferenceBeam(int k)
{
	BlockHessianSettings settings;
	settings.countX = 4 * k;
	settings.countY = settings.countZ = k;
	settings.spacing = 0.5 / k;
	return settings;
}

}
