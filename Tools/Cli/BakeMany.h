#pragma once

#include <SPHSolids/Base/Result.h>
#include <SPHSolids/Body/BakeSettings.h>
#include <SPHSolids/Geometry/RenderMesh.h>

#include <functional>
#include <string>
#include <vector>

namespace SPHSolids::Tools
{

/// One of several equal parts of a job: the `number`-th of `count`, counted from 1.
struct Shard
{
	int number = 1;
	int count = 1;
};
/// From "2/8".
Result<Shard> ParseShard(const std::string& text);

struct BakeManyOptions
{
	std::vector<std::string> sources;
	std::string list;   ///< File with one source a line; empty lines and lines that begin with # do not count
	std::string folder; ///< Where NAME.sphbody of each source goes
	Shard shard;
	bool force = false; ///< Also what is up to date
	std::string json;
	int threads = 0;
	BakeSettings settings;
	std::function<Result<RenderMesh>(const std::string& source)> load;
	std::function<std::string(const std::string& source)> nameOf;
};

/// Bakes the sources of one shard into a folder, one after the other. A source whose body is there already, of the same mesh and
/// settings, is left alone, and so is one that another process is baking: runs may be stopped, repeated and overlapped, and nothing is baked
/// twice. A source that fails is reported and the rest go on. @return The exit code.
int BakeMany(const BakeManyOptions& options);

}
