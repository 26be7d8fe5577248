#include <Common/MeshFormats.h>
#include <Common/MeshReader.h>

#include <SPHSolids/Base/Random.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <iterator>
#include <span>
#include <string>

// Files broken at random, the same ones every time: a parser gives a consistent mesh or a sentence, and takes no long time. Run
// under the address sanitizer this is the test that no byte beyond a file is ever read.
namespace SPHSolids::Tools
{

namespace
{

using Parser = std::function<Result<RenderMesh>(const std::string&)>;

std::span<const std::byte> BytesOf(const std::string& text)
{
	return std::as_bytes(std::span(text));
}

std::string Mutated(std::string text, Random& random)
{
	const auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random.NextUnit() * double(limit)); };
	const std::size_t changes = 1 + below(4);
	for (std::size_t change = 0; change < changes && !text.empty(); ++change)
	{
		const std::size_t place = below(text.size());
		static const char* const words[] = {"99999999", "-1", "4294967295", "nan", "1e39", "0", "18446744073709551615", "[", "{", "\""};
		static const std::uint32_t numbers[] = {0xffffffffu, 0x7fffffffu, 0x80000000u, 0x10000000u, 0};
		switch (below(7))
		{
		case 0: text[place] = static_cast<char>(below(256)); break;
		case 1: text.resize(place + 1); break;
		case 2: text.insert(place, words[below(std::size(words))]); break;
		case 3: text.insert(place, text.substr(below(text.size()), below(40))); break;
		case 4: text.erase(place, 1 + below(20)); break;
		case 5:
			if (const std::size_t digit = text.find_first_of("0123456789", place); digit != std::string::npos)
				text.replace(digit, 1, words[below(std::size(words))]);
			break;
		default:
			if (text.size() >= 4)
				std::memcpy(text.data() + std::min(place, text.size() - 4), &numbers[below(std::size(numbers))], 4);
		}
	}
	return text;
}

void ExpectConsistent(const RenderMesh& mesh)
{
	const std::size_t count = mesh.positions.size();
	EXPECT_TRUE(mesh.normals.empty() || mesh.normals.size() == count);
	EXPECT_TRUE(mesh.tangents.empty() || mesh.tangents.size() == count);
	EXPECT_TRUE(mesh.uvs.empty() || mesh.uvs.size() == count);
	EXPECT_TRUE(mesh.sections.empty() || mesh.sections.size() == mesh.triangles.size());
	for (const Triangle& t : mesh.triangles)
		for (const std::uint32_t v : t)
			ASSERT_LT(v, count);
}

void MutateAndParse(const std::string& seed, int rounds, const Parser& parse)
{
	ASSERT_TRUE(parse(seed).IsOk()) << parse(seed).Message();
	Random random(17);
	int refused = 0;
	const auto start = std::chrono::steady_clock::now();
	for (int round = 0; round < rounds; ++round)
	{
		const Result<RenderMesh> mesh = parse(Mutated(seed, random));
		if (mesh.IsOk())
			ExpectConsistent(mesh.Value());
		else
		{
			++refused;
			EXPECT_FALSE(mesh.Message().empty());
		}
	}
	EXPECT_GT(refused, rounds / 20) << "the mutations hardly break anything";
	EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
}

template <class T>
std::string Raw(const T& value)
{
	return {reinterpret_cast<const char*>(&value), sizeof(T)};
}

const std::string SeedPly =
	"element vertex 4\nproperty float x\nproperty float y\nproperty float z\nproperty float nx\nproperty float ny\n"
	"property float nz\nelement face 2\nproperty list uchar int vertex_indices\nproperty list uchar float texcoord\n"
	"property int material_index\nend_header\n";

}

TEST(MeshMutations, ObjNeverCrashes)
{
	const std::string seed = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvn 0 0 1\nusemtl red\n"
							 "f 1/1/1 2/2/1 3/3/1\nf 1/1/1 3/3/1 4/2/1\no b\ng q\nusemtl blue\nf -1 -2 -3\nf 1//1 2//1 3//1 \\\n4//1\n";
	MutateAndParse(seed, 4000, [](const std::string& text) { return MeshFromObj(text); });
}

TEST(MeshMutations, AsciiPlyNeverCrashes)
{
	const std::string seed = "ply\nformat ascii 1.0\n" + SeedPly
		+ "0 0 0 0 0 1\n1 0 0 0 0 1\n1 1 0 0 0 1\n0 1 0 0 0 1\n3 0 1 2 6 0 0 1 0 1 1 4\n3 0 2 3 6 0 0 1 1 0 1 5\n";
	MutateAndParse(seed, 4000, [](const std::string& text) { return MeshFromPly(BytesOf(text)); });
}

TEST(MeshMutations, BinaryPlyNeverCrashes)
{
	std::string seed = "ply\nformat binary_little_endian 1.0\n" + SeedPly;
	for (int v = 0; v < 4; ++v)
		seed += Raw(Vec3{v > 1 ? 1.f : 0.f, v % 2 == 1 ? 1.f : 0.f, 0.f}) + Raw(Vec3{0, 0, 1});
	for (int f = 0; f < 2; ++f)
	{
		seed += std::string(1, '\x03') + Raw(0) + Raw(1 + f) + Raw(2 + f) + std::string(1, '\x06');
		for (int n = 0; n < 6; ++n)
			seed += Raw(0.5f);
		seed += Raw(f);
	}
	MutateAndParse(seed, 4000, [](const std::string& text) { return MeshFromPly(BytesOf(text)); });
}

TEST(MeshMutations, StlNeverCrashes)
{
	std::string ascii = "solid a\n", binary = std::string(80, 'x') + Raw(std::uint32_t(3));
	for (int f = 0; f < 3; ++f)
	{
		ascii += "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";
		binary += Raw(Vec3{0, 0, 1}) + Raw(Vec3{0, 0, 0}) + Raw(Vec3{1, 0, 0}) + Raw(Vec3{0, 1, 0}) + std::string(2, '\0');
	}
	MutateAndParse(ascii + "endsolid a\n", 4000, [](const std::string& text) { return MeshFromStl(BytesOf(text)); });
	MutateAndParse(binary, 4000, [](const std::string& text) { return MeshFromStl(BytesOf(text)); });
}

TEST(MeshMutations, GltfNeverCrashes)
{
	const std::string seed =
		R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"children":[1],"translation":[1,2,3]},)"
		R"({"mesh":0,"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}],"meshes":[{"primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":2},)"
		R"("indices":1,"mode":4},{"attributes":{"POSITION":0},"mode":5}]}],"buffers":[{"uri":"data:application/octet-stream;base64,)"
		R"(AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAABAAIAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD8=","byteLength":68}],)"
		R"("bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":6},{"buffer":0,"byteOffset":44,)"
		R"("byteLength":24}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},)"
		R"({"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"},{"bufferView":2,"componentType":5126,"count":3,"type":"VEC2"}]})";
	MutateAndParse(seed, 3000, [](const std::string& text) { return MeshFromGltf(BytesOf(text), "/nowhere", 1 << 20); });
}

}
