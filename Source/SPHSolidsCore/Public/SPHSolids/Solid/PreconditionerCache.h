#pragma once

#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Solid/Preconditioner.h>
#include <SPHSolids/Solid/SolidBody.h>

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace SPHSolids
{

/// Everything a preconditioner depends on, copied, so that it can be built while the body goes on changing.
struct PreconditionerInput
{
	std::shared_ptr<const SolidRest> rest;
	ElasticStiffness stiffness;
	std::vector<float> massOverStepSquared;
	std::vector<std::uint8_t> held;

	SPHSOLIDSCORE_API static PreconditionerInput Of(const SolidBody& body, double effectiveStep);
	/// Equal for bodies that can share a preconditioner: same rest data, moduli, masses, step and pins, whatever the pose.
	SPHSOLIDSCORE_API std::uint64_t Hash() const;
};

SPHSOLIDSCORE_API Result<std::shared_ptr<const Preconditioner>> BuildPreconditioner(
	std::string_view name, const PreconditionerInput& input, TaskRunner& tasks);

/// Preconditioners in use, so that the instances of a body share one. Holds no preconditioner alive by itself. Safe for several threads.
class PreconditionerCache
{
public:
	SPHSOLIDSCORE_API std::shared_ptr<const Preconditioner> Find(std::string_view name, std::uint64_t hash);
	SPHSOLIDSCORE_API void Add(std::string_view name, std::uint64_t hash, const std::shared_ptr<const Preconditioner>& preconditioner);

private:
	std::mutex mutex;
	std::unordered_map<std::string, std::weak_ptr<const Preconditioner>> entries;
};

}
