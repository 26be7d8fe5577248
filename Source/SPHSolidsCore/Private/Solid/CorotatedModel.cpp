#include "CorotatedModel.h"

#include <string>

namespace SPHSolids
{
namespace
{

std::string NameOfModel(MaterialModel model)
{
	for (const MaterialModelInfo& info : MaterialModels())
		if (info.model == model)
			return std::string(info.name);
	return "unknown";
}

Mat3 RotationOf(const PairSums<float>& pairs, std::span<const Vec3> x, std::size_t i)
{
	const Mat3 F = pairs.Gradient(x, i);
	const Vec3& normal = pairs.Normal(i);
	switch (pairs.Rank(i))
	{
	case 0: return {};
	case 1: return Mat3::Outer(NormalizedOr(F * normal, normal), normal);
	default:
	{
		// In double: rotations are few beside the pairs, and a crushed F leaves float little to turn by.
		const Mat3d wide = F.Cast<double>();
		Mat3d R;
		PolarRotation(pairs.Rank(i) == 2 ? CompletedSheet(wide, normal.Cast<double>()) : wide, R);
		return R.Cast<float>();
	}
	}
}

}

Status CorotatedModel::Accepts(const Material& material, std::string_view solverName)
{
	if (material.model != MaterialModel::Corotated || material.fibreStiffness > 0)
		return Error{"The solver '" + std::string(solverName) + "' knows only the material 'corotated' without fibres, not '"
			+ NameOfModel(material.model) + (material.fibreStiffness > 0 ? "' with fibres" : "'") + "; use 'lbfgs' for other materials."};
	return {};
}

Status CorotatedModel::Accepts(const SolidBody& body, std::string_view solverName)
{
	if (Status status = Accepts(body.GetMaterial(), solverName); !status.IsOk())
		return status;
	if (body.damping.viscosity > 0)
		return Error{"The solver '" + std::string(solverName) + "' knows no viscosity; use 'lbfgs', or drag instead."};
	return {};
}

CorotatedModel::CorotatedModel(const ElasticRest& restData)
	: rest(&restData)
	, pairs(restData)
	, moduli(restData.particleCount)
	, penalty(restData.particleCount)
	, rotations(restData.particleCount, Mat3::Identity())
{
}

std::size_t CorotatedModel::Bytes() const
{
	return pairs.Bytes() + moduli.size() * (sizeof(Moduli) + sizeof(float) + sizeof(Mat3));
}

void CorotatedModel::SetStiffness(const ElasticStiffness& stiffness)
{
	for (std::size_t i = 0; i < moduli.size(); ++i)
	{
		const ElasticStiffness::Block& block = stiffness.blocks[i / SimdWidth];
		const std::size_t lane = i % SimdWidth;
		moduli[i] = {block.mu[lane], pairs.Rank(i) >= 2 ? block.lambda[lane] : 0.0f, rest->blocks[i / SimdWidth].volume[lane]};
		penalty[i] = stiffness.penalty[i];
	}
}

void CorotatedModel::SetRotations(std::span<const Vec3> x, TaskRunner& tasks)
{
	ParallelFor(tasks, x.size(), ReferenceChunk,
		[&](std::size_t begin, std::size_t end)
		{
			for (std::size_t i = begin; i < end; ++i)
				rotations[i] = RotationOf(pairs, x, i);
		});
}

}
