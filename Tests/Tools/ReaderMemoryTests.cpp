#include "World/AllocationCounter.h"
#include "World/BoundedMemory.h"

#include <Common/MeshFormats.h>
#include <Lab/ParticleFile.h>
#include <Lab/SceneReader.h>

#include <gtest/gtest.h>

#include <string_view>

using namespace SPHSolids;
using namespace SPHSolids::Tests;

namespace
{

void NoChecksum(Bytes&) {}

/// A text of about so many bytes that is the same few again and again.
std::string Repeated(const std::string& start, const std::string& part, const std::string& end, std::size_t bytes = 300'000)
{
	std::string text = start;
	while (text.size() < bytes)
		text += part;
	return text + end;
}

std::string_view TextOf(const Bytes& bytes, std::size_t from = 0)
{
	return {reinterpret_cast<const char*>(bytes.data()) + from, bytes.size() - from};
}

}

TEST(ReaderMemory, OfASceneIsBoundedByItsText)
{
	ExpectBoundedMemory("scene", TimesOfText, NoChecksum,
		[](const Bytes& bytes)
		{
			const auto json = Lab::ParseSceneText(TextOf(bytes));
			return json.IsOk() && Lab::ReadScene(json.Value(), "/scenes/one").IsOk();
		});
}

TEST(ReaderMemory, OfAParticleSetIsBoundedByItsText)
{
	ExpectBoundedMemory(
		"particles", TimesOfText, NoChecksum, [](const Bytes& bytes) { return Lab::ParseParticles(TextOf(bytes), 50'000'000).IsOk(); });
}

TEST(ReaderMemory, OfAMeshIsBoundedByItsFile)
{
	ExpectBoundedMemory("mesh", TimesOfText, NoChecksum,
		[](const Bytes& bytes)
		{
			const auto content = std::span(bytes).subspan(1); // behind the letter that names its format
			if (bytes[0] == std::byte('o'))
				return Tools::MeshFromObj(TextOf(bytes, 1)).IsOk();
			return bytes[0] == std::byte('p') ? Tools::MeshFromPly(content).IsOk() : Tools::MeshFromStl(content).IsOk();
		});
}

TEST(ReaderMemory, OfAGltfIsBoundedByItsFile)
{
	ExpectBoundedMemory(
		"gltf", TimesOfText, NoChecksum, [](const Bytes& bytes) { return Tools::MeshFromGltf(bytes, "/nowhere", 2'000'000'000).IsOk(); });
}

TEST(ReaderMemory, OfTextsThatSayAsMuchAsTheyCanIsBoundedByTheirLength)
{
	if (!CountsMemory())
		GTEST_SKIP() << "memory is not counted under this sanitizer";
	const auto expectBounded = [](const std::string& what, const std::string& text, const std::function<void()>& read)
	{ EXPECT_LE(MemoryTaken(read), MemoryFor(TimesOfText, text.size())) << what; };
	for (const char* part : {"[],", "{},", "0,", "\"\",", "[[[[0]]]],", "{\"a\":0},"})
	{
		const std::string scene = Repeated("{\"bodies\":[", part, "0]}"),
						  gltf = Repeated("{\"asset\":{\"version\":\"2.0\"},\"nodes\":[", part, "0]}");
		expectBounded(std::string("scene of ") + part, scene,
			[&]
			{
				if (const auto json = Lab::ParseSceneText(scene); json.IsOk())
					(void)Lab::ReadScene(json.Value(), "/scenes/one");
			});
		expectBounded(std::string("glTF of ") + part, gltf,
			[&] { (void)Tools::MeshFromGltf(std::as_bytes(std::span(gltf)), "/nowhere", 2'000'000'000); });
	}
	for (const char* part : {"v 0 0 0\n", "f 1 1 1\n", "f 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n", "vn 0 0 1\n", "g a\n", "\n"})
	{
		const std::string obj = Repeated("v 0 0 0\nv 1 0 0\nv 0 1 0\n", part, "f 1 2 3\n");
		expectBounded(part, obj, [&] { (void)Tools::MeshFromObj(obj); });
	}
	const std::string particles = Repeated("x,y,z\n", "0,0,0\n", ""), columns = Repeated("x,y,z", ",a", "\n0,0,0\n");
	for (const std::string& text : {particles, columns})
		expectBounded("particles", text, [&] { (void)Lab::ParseParticles(text, 50'000'000); });
}
