#pragma once

#include "SolidBench.h"

#include <span>
#include <string_view>

namespace SPHSolids::Tools
{

/// Collects the rows of a bench run and prints each as it comes.
class BenchPrinter
{
public:
	void Title(const std::string& title);
	/// @param goal The figure to reach, ms, or 0.
	void Row(const SolidBenchResult& result, double goalMs = 0);
	void Note(const std::string& name, const nlohmann::json& value, const std::string& sentence);
	const nlohmann::json& Json() const { return json; }

private:
	nlohmann::json json;
};

/// Sets of measurements that belong together.
struct BenchSuite
{
	std::string_view name;
	std::string_view description;
	void (*run)(const SolidBenchOptions& options, BenchPrinter& printer);
};
std::span<const BenchSuite> BenchSuites();
const BenchSuite* FindBenchSuite(std::string_view name);

/// One scene at full size. @param choice A solver, a preconditioner (then with lbfgs), or nothing for what the scene says.
Status BenchScene(const std::string& name, const std::string& choice, const SolidBenchOptions& options, BenchPrinter& printer);

}
