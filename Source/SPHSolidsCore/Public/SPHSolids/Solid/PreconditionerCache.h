#pragma once

#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Solid/Preconditioner.h>
#include <SPHSolids/Solid/SolidBody.h>

#include <future>
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

/// Preconditioners in use, so that the instances of a body share one. Holds none alive by itself, but for those in the making. Safe for
/// several threads.
class PreconditionerCache
{
public:
	/// Null if it could not be built.
	using Promised = std::shared_future<std::shared_ptr<const Preconditioner>>;

	SPHSOLIDSCORE_API std::shared_ptr<const Preconditioner> Find(std::string_view name, std::uint64_t hash);
	SPHSOLIDSCORE_API void Add(std::string_view name, std::uint64_t hash, const std::shared_ptr<const Preconditioner>& preconditioner);
	/// Builds one in the background, on a thread of its own: one for all who ask for the same. The cache waits for it when it is destroyed.
	SPHSOLIDSCORE_API Promised Promise(std::string_view name, std::uint64_t hash, PreconditionerInput input);

private:
	std::mutex mutex;
	std::unordered_map<std::string, std::weak_ptr<const Preconditioner>> entries;
	std::unordered_map<std::string, Promised> promised; // last, so that what is in the making ends before the rest of the cache does
};

}
