#include <SPHSolids/Solid/PreconditionerCache.h>

#include <SPHSolids/Base/Hash.h>
#include <SPHSolids/Solid/DiagonalPreconditioner.h>
#include <SPHSolids/Solid/ElasticSolver.h>
#include <SPHSolids/Solid/FactoredPreconditioner.h>
#include <SPHSolids/Solid/TwoLevelPreconditioner.h>

#include "EigenFactor.h"

#include <chrono>
#include <cstdint>
#include <utility>

namespace SPHSolids
{
namespace
{

constexpr ElasticSolverInfo PreconditionerTable[] = {
	{"twolevel", "Inverse leaf blocks of 64 particles plus affine coarse modes: linear in memory, the default"},
	{"full", "The papers' A0 by our supernodal Cholesky factor in half precision"},
	{"onering", "A Laplacian over neighbours alone by the same factor: a third of the memory"},
	{"eigen", "The papers' A0 by Eigen's simplicial factor, as their authors solve it: for comparison"},
	{"diagonal", "Inverse diagonal: nothing to set up, many iterations"},
};

template <class Built>
Result<std::shared_ptr<const Preconditioner>> AsShared(Result<std::unique_ptr<Built>> built)
{
	if (!built.IsOk())
		return built.TakeError();
	return std::shared_ptr<const Preconditioner>(built.TakeValue());
}

/// Against a stiffness of 1e7 times as much, floats do not see the inertia, which is all that holds a free body as a whole: one of bone in
/// steps of 16 ms, or of steel in longer ones, makes no positive definite matrix. With more inertia it does; what is built then moves the
/// body too little as a whole, as any step that starts from where it goes by itself can bear.
Result<std::shared_ptr<const Preconditioner>> BuildTwoLevel(const ConstantOperator& source, TaskRunner& tasks)
{
	constexpr double MoreInertia = 100, MostInertia = 1e18;
	auto built = TwoLevelPreconditioner::Build(source, tasks);
	std::vector<float> inertia(source.massOverStepSquared.begin(), source.massOverStepSquared.end());
	for (double factor = MoreInertia; !built.IsOk() && factor <= MostInertia; factor *= MoreInertia)
	{
		for (float& value : inertia)
			value *= static_cast<float>(MoreInertia);
		built = TwoLevelPreconditioner::Build({source.rest, source.stiffness, inertia, source.held}, tasks);
	}
	return AsShared(std::move(built));
}

std::string CacheKey(std::string_view name, std::uint64_t hash)
{
	return std::string(name) + ':' + std::to_string(hash);
}

}

std::span<const ElasticSolverInfo> Preconditioners()
{
	return PreconditionerTable;
}

PreconditionerInput PreconditionerInput::Of(const SolidBody& body, double effectiveStep)
{
	PreconditionerInput input;
	input.rest = body.SharedRest();
	input.stiffness = body.Stiffness();
	input.held.resize(body.ParticleCount());
	const std::span<const float> mass = body.FullMass();
	input.massOverStepSquared.resize(body.ParticleCount());
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
	{
		input.held[i] = body.held[i] == SolidBody::HeldPinned;
		input.massOverStepSquared[i] = static_cast<float>(static_cast<double>(mass[i]) / (effectiveStep * effectiveStep));
	}
	return input;
}

std::uint64_t PreconditionerInput::Hash() const
{
	Hash64 hash;
	hash.AddValue(reinterpret_cast<std::uintptr_t>(rest.get()));
	hash.AddSpan(std::span(stiffness.blocks));
	hash.AddSpan(std::span(stiffness.penalty));
	hash.AddSpan(std::span(massOverStepSquared));
	hash.AddSpan(std::span(held));
	return hash.Value();
}

Result<std::shared_ptr<const Preconditioner>> BuildPreconditioner(
	std::string_view name, const PreconditionerInput& input, TaskRunner& tasks)
{
	const ConstantOperator source{&input.rest->elastic, &input.stiffness, input.massOverStepSquared, input.held};
	if (name == "diagonal")
		return std::shared_ptr<const Preconditioner>(std::make_shared<DiagonalPreconditioner>(source));
	if (name == "twolevel")
		return BuildTwoLevel(source, tasks);
	if (name == "full")
		return AsShared(FactoredPreconditioner::BuildFull(source, tasks));
	if (name == "onering")
		return AsShared(FactoredPreconditioner::BuildOneRing(source, tasks));
	if (name == "eigen")
		return AsShared(EigenFactor::Build(source, tasks));
	std::string known;
	for (const ElasticSolverInfo& info : PreconditionerTable)
		known += (known.empty() ? "" : ", ") + std::string(info.name);
	return Error{"There is no preconditioner named '" + std::string(name) + "'; known are " + known + "."};
}

std::shared_ptr<const Preconditioner> PreconditionerCache::Find(std::string_view name, std::uint64_t hash)
{
	const std::lock_guard lock(mutex);
	const auto place = entries.find(CacheKey(name, hash));
	return place == entries.end() ? nullptr : place->second.lock();
}

void PreconditionerCache::Add(std::string_view name, std::uint64_t hash, const std::shared_ptr<const Preconditioner>& preconditioner)
{
	const std::lock_guard lock(mutex);
	std::erase_if(entries, [](const auto& entry) { return entry.second.expired(); });
	entries[CacheKey(name, hash)] = preconditioner;
}

PreconditionerCache::Promised PreconditionerCache::Promise(std::string_view name, std::uint64_t hash, PreconditionerInput input)
{
	const std::lock_guard lock(mutex);
	std::erase_if(promised, [](const auto& entry) { return entry.second.wait_for(std::chrono::seconds(0)) == std::future_status::ready; });
	Promised& promise = promised[CacheKey(name, hash)];
	if (!promise.valid())
		promise = std::async(std::launch::async,
			[this, kind = std::string(name), hash, source = std::move(input)]
			{
				auto built = BuildPreconditioner(kind, source, *MakeSerialTaskRunner()); // the step's own workers stay free
				auto preconditioner = built.IsOk() ? built.TakeValue() : nullptr;
				if (preconditioner != nullptr)
					Add(kind, hash, preconditioner);
				return preconditioner;
			});
	return promise;
}

}
