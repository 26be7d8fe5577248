// Bakes every kind of broken mesh and prints a table in Markdown: how long it takes, and what the artist is told.
//
//   broken_table [--particles 5000] [--threads 2]

#include <Bake/BrokenMeshes.h>

#include <SPHSolids/Bake/BakeBody.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

using namespace SPHSolids;

namespace
{

std::string SentenceOf(const BakedBody& body, const std::string& code)
{
	for (const BodyFinding& finding : body.diagnosis.findings)
		if (finding.code == code)
			return finding.sentence;
	return "(not found)";
}

}

int main(int argumentCount, char** arguments)
{
	BakeSettings settings;
	settings.particleCount = 5000;
	int threads = 2;
	for (int k = 1; k + 1 < argumentCount; k += 2)
	{
		const std::string name = arguments[k];
		if (name == "--particles")
			settings.particleCount = static_cast<std::uint32_t>(std::strtoul(arguments[k + 1], nullptr, 10));
		else if (name == "--threads")
			threads = std::atoi(arguments[k + 1]);
	}
	const auto tasks = MakeParallelTaskRunner(threads);
	std::printf("| mesh | triangles | particles | seconds | what is said |\n|---|---|---|---|---|\n");
	for (const Tests::BrokenMesh& broken : Tests::BrokenMeshes())
	{
		const auto start = std::chrono::steady_clock::now();
		const Result<BakedBody> baked = BakeBody(broken.mesh, settings, *tasks, nullptr);
		const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
		const std::string particles = baked.IsOk() ? std::to_string(baked.Value().rest.ParticleCount()) : "refused";
		std::printf("| %s | %zu | %s | %.2f | %s |\n", broken.name.c_str(), broken.mesh.triangles.size(), particles.c_str(), seconds,
			baked.IsOk() ? SentenceOf(baked.Value(), broken.finding).c_str() : baked.Message().c_str());
	}
	return 0;
}
