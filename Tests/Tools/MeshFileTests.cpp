#include <Common/MeshReader.h>
#include <Common/MeshWriter.h>

#include <TemporaryFolder.h>

#include <Scenes/MeshVolume.h>
#include <Scenes/Models.h>

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <string>

namespace SPHSolids::Tools
{

namespace
{

void Write(const std::filesystem::path& file, const std::string& content)
{
	std::ofstream(file, std::ios::binary) << content;
}

template <class T>
std::string Bytes(const T& value)
{
	return {reinterpret_cast<const char*>(&value), sizeof(T)};
}

RenderMesh Model(const std::string& name, std::size_t triangles)
{
	return Scenes::BuildModel(name, triangles).TakeValue();
}

/// Every corner of every triangle with all it carries: the same for two meshes that differ in the order of their vertices only.
void ExpectSameCorners(const RenderMesh& a, const RenderMesh& b)
{
	ASSERT_EQ(a.triangles.size(), b.triangles.size());
	ASSERT_EQ(a.positions.size(), b.positions.size());
	ASSERT_EQ(a.normals.size(), b.normals.size());
	ASSERT_EQ(a.uvs.size(), b.uvs.size());
	for (std::size_t t = 0; t < a.triangles.size(); ++t)
		for (std::size_t n = 0; n < 3; ++n)
		{
			const std::uint32_t va = a.triangles[t][n], vb = b.triangles[t][n];
			ASSERT_EQ(a.positions[va], b.positions[vb]);
			if (!a.normals.empty())
			{
				ASSERT_LE(Norm(a.normals[va] - b.normals[vb]), 2e-7f);
			}
			if (!a.uvs.empty())
			{
				ASSERT_EQ(a.uvs[va], b.uvs[vb]);
			}
		}
}

/// Sections may be numbered anew, but each old one is one new one.
void ExpectSameSectionsRenamed(const RenderMesh& a, const RenderMesh& b)
{
	ASSERT_EQ(a.sections.size(), b.sections.size());
	std::map<std::uint16_t, std::uint16_t> renamed;
	for (std::size_t t = 0; t < a.sections.size(); ++t)
		ASSERT_EQ(renamed.try_emplace(a.sections[t], b.sections[t]).first->second, b.sections[t]);
}

std::string BinaryStlOf(const RenderMesh& mesh)
{
	std::string stl(80, ' ');
	stl += Bytes(static_cast<std::uint32_t>(mesh.triangles.size()));
	for (const Triangle& t : mesh.triangles)
	{
		stl += Bytes(Vec3{});
		for (const std::uint32_t v : t)
			stl += Bytes(mesh.positions[v].Cast<float>());
		stl += std::string(2, '\0');
	}
	return stl;
}

std::string AsciiStlOf(const RenderMesh& mesh)
{
	std::string stl = "solid test\n";
	for (const Triangle& t : mesh.triangles)
	{
		stl += "facet normal 0 0 1\n outer loop\n";
		for (const std::uint32_t v : t)
			for (int axis = 0; axis < 3; ++axis)
				stl += (axis == 0 ? "  vertex " : " ") + std::to_string(mesh.positions[v][axis]) + (axis == 2 ? "\n" : "");
		stl += " endloop\nendfacet\n";
	}
	return stl + "endsolid test\n";
}

/// A square in the plane z = 0 of glTF (y up), two triangles, with normals and uvs.
struct GltfSquare
{
	std::string json, binary;

	explicit GltfSquare(const std::string& nodes = R"([{"mesh":0}])", const std::string& extra = "")
	{
		for (const Vec3& p : {Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{0, 1, 0}})
			binary += Bytes(p);
		for (int v = 0; v < 4; ++v)
			binary += Bytes(Vec3{0, 0, 1});
		for (const float uv : {0.f, 1.f, 1.f, 1.f, 1.f, 0.f, 0.f, 0.f}) // v counts downwards in glTF
			binary += Bytes(uv);
		for (const std::uint16_t index : {0, 1, 2, 0, 2, 3})
			binary += Bytes(index);
		json = R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":)" + nodes
			+ R"(,"meshes":[{"primitives":[{"attributes":{"POSITION":0,"NORMAL":1,"TEXCOORD_0":2},"indices":3,"material":0}]}],)"
			  R"("materials":[{"name":"a"}],"buffers":[{"byteLength":140)"
			+ (extra.empty() ? "" : "," + extra)
			+ R"(}],"bufferViews":[{"buffer":0,"byteLength":128},{"buffer":0,"byteOffset":128,"byteLength":12}],)"
			  R"("accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},)"
			  R"({"bufferView":0,"byteOffset":48,"componentType":5126,"count":4,"type":"VEC3"},)"
			  R"({"bufferView":0,"byteOffset":96,"componentType":5126,"count":4,"type":"VEC2"},)"
			  R"({"bufferView":1,"componentType":5123,"count":6,"type":"SCALAR"}]})";
	}
	std::string Glb() const
	{
		std::string text = json;
		text.resize((text.size() + 3) / 4 * 4, ' ');
		const auto word = [](std::size_t value) { return Bytes(static_cast<std::uint32_t>(value)); };
		return "glTF" + word(2) + word(28 + text.size() + binary.size()) + word(text.size()) + "JSON" + text + word(binary.size())
			+ std::string("BIN\0", 4) + binary;
	}
};

class MeshFiles : public testing::Test
{
protected:
	RenderMesh Read(const std::string& name, const std::string& content, double scale = 1)
	{
		Write(folder / name, content);
		Result<RenderMesh> mesh = ReadMesh(folder / name, {scale});
		EXPECT_TRUE(mesh.IsOk()) << (mesh.IsOk() ? "" : mesh.Message());
		return mesh.IsOk() ? mesh.TakeValue() : RenderMesh{};
	}
	/// Expects one sentence that names the file and holds the given words.
	void ExpectRefused(const std::string& name, const std::string& content, const std::string& words)
	{
		Write(folder / name, content);
		ExpectErrorWith(ReadMesh(folder / name), name, words);
	}
	static void ExpectErrorWith(const Result<RenderMesh>& mesh, const std::string& name, const std::string& words)
	{
		ASSERT_FALSE(mesh.IsOk()) << name << " was read";
		const std::string& message = mesh.Message();
		EXPECT_NE(message.find(name), std::string::npos) << message;
		EXPECT_NE(message.find(words), std::string::npos) << message;
		EXPECT_EQ(message.back(), '.') << message;
		EXPECT_EQ(message.find('\n'), std::string::npos) << message;
	}

	TemporaryFolder folder;
};

}

TEST_F(MeshFiles, PlyGivesEveryNumberBackBitByBit)
{
	const RenderMesh duck = Model("duck", 3000);
	for (const MeshCoding coding : {MeshCoding::Ascii, MeshCoding::Binary})
	{
		ASSERT_TRUE(WriteMesh(folder / "duck.ply", duck, coding).IsOk());
		const Result<RenderMesh> read = ReadMesh(folder / "duck.ply");
		ASSERT_TRUE(read.IsOk()) << read.Message();
		ExpectSameCorners(duck, read.Value());
		EXPECT_EQ(read.Value().triangles, duck.triangles);
		EXPECT_EQ(read.Value().sections, duck.sections);
	}
}

TEST_F(MeshFiles, ObjGivesEveryNumberBackAndKeepsSeams)
{
	const RenderMesh duck = Model("duck", 3000);
	ASSERT_TRUE(WriteMesh(folder / "duck.obj", duck).IsOk());
	const Result<RenderMesh> read = ReadMesh(folder / "duck.obj");
	ASSERT_TRUE(read.IsOk()) << read.Message();
	ExpectSameCorners(duck, read.Value());
	ExpectSameSectionsRenamed(duck, read.Value());
}

TEST_F(MeshFiles, MeshesWithoutNormalsAndUvsGoThroughBothFormats)
{
	RenderMesh torus = Model("torus", 2000);
	torus.normals.clear();
	torus.uvs.clear();
	torus.tangents.clear();
	for (const char* name : {"a.ply", "a.obj"})
	{
		ASSERT_TRUE(WriteMesh(folder / name, torus).IsOk());
		const Result<RenderMesh> read = ReadMesh(folder / name);
		ASSERT_TRUE(read.IsOk()) << read.Message();
		ExpectSameCorners(torus, read.Value());
	}
}

TEST_F(MeshFiles, StlJoinsEqualCorners)
{
	const RenderMesh torus = Model("torus", 2000);
	const RenderMesh binary = Read("torus.stl", BinaryStlOf(torus)), ascii = Read("ascii.stl", AsciiStlOf(torus));
	ASSERT_EQ(binary.triangles.size(), torus.triangles.size());
	ASSERT_EQ(ascii.triangles.size(), torus.triangles.size());
	// A closed surface of the torus' kind has half as many vertices as triangles (Euler: V - E + F = 0).
	EXPECT_EQ(binary.positions.size() * 2, binary.triangles.size());
	EXPECT_NEAR(Scenes::EnclosedVolume(binary.View()), Scenes::EnclosedVolume(torus.View()), 1e-6 * Scenes::EnclosedVolume(torus.View()));
	EXPECT_NEAR(Scenes::EnclosedVolume(ascii.View()), Scenes::EnclosedVolume(torus.View()), 1e-3 * Scenes::EnclosedVolume(torus.View()));
}

TEST_F(MeshFiles, ABinaryStlThatStartsWithSolidIsReadAsBinary)
{
	std::string stl = BinaryStlOf(Model("torus", 2000));
	stl.replace(0, 5, "solid");
	EXPECT_EQ(Read("torus.stl", stl).triangles.size(), 2000u);
}

TEST_F(MeshFiles, ScaleAppliesToEveryFormat)
{
	const std::string obj = "v 0 0 0\nv 1000 0 0\nv 0 2000 0\nf 1 2 3\n";
	const RenderMesh mesh = Read("mm.obj", obj, 0.001);
	ASSERT_EQ(mesh.positions.size(), 3u);
	EXPECT_DOUBLE_EQ(mesh.positions[2].y, 2.0);
	const GltfSquare square;
	EXPECT_DOUBLE_EQ(Read("a.glb", square.Glb(), 10).positions[1].x, 10.0);
}

TEST_F(MeshFiles, CoordinatesFarFromTheOriginKeepTheirDigits)
{
	const RenderMesh mesh = Read("far.obj", "v 4000000.001 0 0\nv 4000000.002 0 0\nv 4000000.001 0.001 0\nf 1 2 3\n");
	EXPECT_NEAR(mesh.positions[1].x - mesh.positions[0].x, 0.001, 1e-9);
	const RenderMesh ply = Read("far.ply",
		"ply\nformat ascii 1.0\nelement vertex 3\nproperty double x\nproperty double y\nproperty double z\nelement face 1\n"
		"property list uchar int vertex_indices\nend_header\n4000000.001 0 0\n4000000.002 0 0\n4000000.001 0.001 0\n3 0 1 2\n");
	EXPECT_NEAR(ply.positions[1].x - ply.positions[0].x, 0.001, 1e-9);
}

TEST_F(MeshFiles, ObjUnderstandsNegativeIndicesPolygonsContinuedLinesAndMaterials)
{
	const RenderMesh mesh = Read("a.obj",
		"# comment\r\nmtllib x.mtl\r\nv 0 0 0\r\nv 2 0 0\r\nv 2 2 0\r\nv 1 0.5 0\r\nv 0 2 0\r\nusemtl red\r\nf -5 -4 -3 \\\r\n-2 -1\r\n"
		"usemtl blue\r\nf 1 2 3\r\nusemtl red\r\nf 3//  2 1\r\n");
	ASSERT_EQ(mesh.triangles.size(), 5u);
	EXPECT_EQ(mesh.sections, (std::vector<std::uint16_t>{0, 0, 0, 1, 0}));
	// A concave outline: its three triangles cover its area of 2.5 exactly, none of them reversed.
	double area = 0;
	for (std::size_t t = 0; t < 3; ++t)
	{
		const auto corner = [&](std::size_t n) { return mesh.positions[mesh.triangles[t][n]]; };
		const double part = 0.5 * Cross(corner(1) - corner(0), corner(2) - corner(0)).z;
		EXPECT_GT(part, 0);
		area += part;
	}
	EXPECT_NEAR(area, 2.5, 1e-12);
}

TEST_F(MeshFiles, ObjKeepsVerticesWithDifferentUvsApart)
{
	const RenderMesh mesh =
		Read("seam.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0.5 0.5\nf 1/1 2/2 3/3\nf 1/4 3/3 4/1\n");
	ASSERT_EQ(mesh.positions.size(), 5u);
	EXPECT_EQ(mesh.uvs[mesh.triangles[0][0]], (std::array<float, 2>{0, 0}));
	EXPECT_EQ(mesh.uvs[mesh.triangles[1][0]], (std::array<float, 2>{0.5f, 0.5f}));
}

TEST_F(MeshFiles, PlyUnderstandsBothByteOrdersOtherElementsAndCornerUvs)
{
	const std::string start = "element vertex 4\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\n"
							  "element edge 1\nproperty list short short ends\nelement face 1\nproperty list uchar int vertex_index\n"
							  "property list uchar float texcoord\nend_header\n";
	const RenderMesh ascii = Read("a.ply",
		"ply\nformat ascii 1.0\ncomment made by hand\n" + start
			+ "0 0 0 9\n1 0 0 9\n1 1 0 9\n0 1 0 9\n2 0 1\n4 0 1 2 3 8 0 0 1 0 1 1 0 1\n");
	std::string binary = "ply\nformat binary_big_endian 1.0\n" + start;
	const auto big = [](auto value)
	{
		std::string bytes = Bytes(value);
		return std::string(bytes.rbegin(), bytes.rend());
	};
	for (const auto& [x, y] : {std::pair{0.f, 0.f}, {1.f, 0.f}, {1.f, 1.f}, {0.f, 1.f}})
		binary += big(x) + big(y) + big(0.f) + std::string(1, '\x09');
	binary += big(std::int16_t(2)) + big(std::int16_t(0)) + big(std::int16_t(1)) + std::string(1, '\x04');
	for (int n = 0; n < 4; ++n)
		binary += big(n);
	binary += std::string(1, '\x08');
	for (const float uv : {0.f, 0.f, 1.f, 0.f, 1.f, 1.f, 0.f, 1.f})
		binary += big(uv);
	const RenderMesh swapped = Read("b.ply", binary);
	ASSERT_EQ(ascii.triangles.size(), 2u);
	ExpectSameCorners(ascii, swapped);
	for (std::size_t v = 0; v < 4; ++v)
		EXPECT_EQ(ascii.uvs[v][0], static_cast<float>(ascii.positions[v].x));
}

TEST_F(MeshFiles, GltfIsTurnedToZUpWithNodeTransformsApplied)
{
	// The child is moved by 10 along its parent's x, which a quarter turn about y makes -z of glTF: +y here.
	const GltfSquare square(R"([{"rotation":[0,0.70710678118654757,0,0.70710678118654757],"scale":[2,2,2],"children":[1]},)"
							R"({"mesh":0,"translation":[10,0,0]}])");
	const RenderMesh mesh = Read("a.glb", square.Glb());
	ASSERT_EQ(mesh.positions.size(), 4u);
	ASSERT_EQ(mesh.triangles.size(), 2u);
	// glTF (x, y, 0) -> 2 (x + 10, y, 0) -> turned (0, 2y, -2 (x + 10)) -> z up (0, 2 (x + 10), 2y).
	EXPECT_LT(Norm(mesh.positions[2] - Vec3d{0, 22, 2}), 1e-6);
	// The normal +z becomes +x by the turn.
	EXPECT_LT(Norm(mesh.normals[0] - Vec3{1, 0, 0}), 1e-6f);
	EXPECT_EQ(mesh.uvs[0], (std::array<float, 2>{0, 0})) << "v counts upwards";
	EXPECT_EQ(mesh.uvs[2], (std::array<float, 2>{1, 1}));
	const auto corner = [&](std::size_t n) { return mesh.positions[mesh.triangles[0][n]]; };
	EXPECT_GT(Cross(corner(1) - corner(0), corner(2) - corner(0)).x, 0) << "the face looks where its normal looks";
}

TEST_F(MeshFiles, GltfMirroredByItsNodeStaysOutsideOut)
{
	const GltfSquare square(R"([{"mesh":0,"scale":[-1,1,1]}])");
	const RenderMesh mesh = Read("a.glb", square.Glb());
	const auto corner = [&](std::size_t n) { return mesh.positions[mesh.triangles[0][n]]; };
	const Vec3d face = Cross(corner(1) - corner(0), corner(2) - corner(0));
	EXPECT_GT(Dot(face, mesh.normals[0].Cast<double>()), 0);
	EXPECT_LT(Norm(mesh.normals[0] - Vec3{0, -1, 0}), 1e-6f);
}

TEST_F(MeshFiles, GltfFindsItsBufferInAFileAndInBase64)
{
	const GltfSquare beside(R"([{"mesh":0}])", R"("uri":"the%20data.bin")");
	Write(folder / "the data.bin", beside.binary);
	const RenderMesh mesh = Read("a.gltf", beside.json);
	ASSERT_EQ(mesh.triangles.size(), 2u);
	const std::string inside =
		R"({"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],)"
		R"("buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,)"
		R"(AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}],"bufferViews":[{"buffer":0,"byteLength":36}],)"
		R"("accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}]})";
	const RenderMesh triangle = Read("b.gltf", inside);
	ASSERT_EQ(triangle.triangles.size(), 1u);
	EXPECT_EQ(triangle.positions[1], (Vec3d{1, 0, 0}));
	EXPECT_EQ(triangle.positions[2], (Vec3d{0, 0, 1}));
	EXPECT_TRUE(triangle.uvs.empty());
}

TEST_F(MeshFiles, GltfLeadsToNoFileOutsideItsFolderAndToNoOtherMachine)
{
	const std::filesystem::path inside = folder / "inside";
	std::filesystem::create_directories(inside);
	const auto complaint = [&](const std::string& uri)
	{
		GltfSquare square(R"([{"mesh":0}])", R"("uri":")" + uri + R"(")");
		Write(inside / "a.gltf", square.json);
		const Result<RenderMesh> mesh = ReadMesh(inside / "a.gltf");
		return mesh.IsOk() ? std::string("read") : mesh.Message();
	};
	const std::string secret = GltfSquare().binary;
	Write(folder / "secret.bin", secret);
	Write(inside / "own.bin", secret);
	std::filesystem::create_symlink(folder / "secret.bin", inside / "link.bin");
	std::filesystem::create_directory_symlink(folder / "", inside / "up");
	std::filesystem::create_symlink(inside / "own.bin", inside / "alias.bin");
	const std::string absolute = std::filesystem::path(folder / "secret.bin").string();
	for (const std::string& uri : {std::string("../secret.bin"), std::string("x/../../secret.bin"), std::string("%2e%2e/secret.bin"),
			 std::string("..%2fsecret.bin"), absolute, "file://" + absolute, "FILE://" + absolute, "http://localhost" + absolute,
			 "https://localhost" + absolute, std::string("own.bin%00"), std::string("link.bin"), std::string("up/secret.bin")})
	{
		const std::string said = complaint(uri);
		EXPECT_NE(said.find("names a buffer outside its own folder; put the .bin file next to it."), std::string::npos)
			<< uri << ": " << said;
	}
	for (const char* uri : {"own.bin", "./own.bin", "alias.bin", "up/inside/own.bin"})
		EXPECT_EQ(complaint(uri), "read") << uri;
	// Pictures are no part of a mesh: none is looked for.
	std::string pictures = GltfSquare(R"([{"mesh":0}])", R"("uri":"own.bin")").json;
	pictures.insert(1, R"("images":[{"uri":"../none.png"},{"uri":"http://localhost/none.png"}],"textures":[{"source":0}],)");
	Write(inside / "b.gltf", pictures);
	EXPECT_TRUE(ReadMesh(inside / "b.gltf").IsOk());
}

TEST_F(MeshFiles, GltfOfManyCopiesIsRefusedBeforeTheyAreMade)
{
	const auto copies = [](std::size_t count)
	{
		std::string nodes = R"([{"children":[)", list;
		for (std::size_t k = 1; k <= count; ++k)
		{
			nodes += (k > 1 ? "," : "") + std::to_string(k);
			list += R"(,{"mesh":0})";
		}
		return GltfSquare(nodes + "]}" + list + "]").Glb(); // of two triangles
	};
	Write(folder / "some.glb", copies(1000));
	EXPECT_EQ(ReadMesh(folder / "some.glb").Value().triangles.size(), 2000u);
	ExpectRefused("many.glb", copies(100'001), "shows its meshes more than 64 times over; export fewer copies.");
}

TEST_F(MeshFiles, GltfShowsAMeshOncePerNode)
{
	const GltfSquare square(R"([{"mesh":0,"children":[1,2]},{"mesh":0,"translation":[3,0,0]},{"translation":[0,5,0]}])");
	const RenderMesh mesh = Read("a.glb", square.Glb());
	EXPECT_EQ(mesh.triangles.size(), 4u);
	EXPECT_EQ(mesh.positions.size(), 8u);
	EXPECT_EQ(mesh.positions[4], (Vec3d{3, 0, 0}));
}

TEST_F(MeshFiles, MissingForeignAndEmptyFilesAreRefused)
{
	ExpectErrorWith(ReadMesh(folder / "none.obj"), "none.obj", "does not exist");
	ExpectErrorWith(ReadMesh(folder.Path()), "sphsolids-test", "cannot be read");
	std::filesystem::create_directory(folder / "folder.obj");
	ExpectErrorWith(ReadMesh(folder / "folder.obj"), "folder.obj", "is a folder");
	ExpectRefused("a.fbx", "whatever", "export it as .obj");
	ExpectRefused("noextension", "whatever", "export it as .obj");
	for (const char* name : {"a.obj", "a.ply", "a.stl", "a.gltf", "a.glb"})
		ExpectRefused(name, "", "is empty");
	ExpectRefused("wrong.obj", "ply\nformat ascii 1.0\nend_header\n", "holds a .ply file");
	ExpectRefused("wrong.stl", GltfSquare().Glb(), "holds a .glb file");
	Write(folder / "one.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
	ExpectErrorWith(ReadMesh(folder / "one.obj", {0}), "one.obj", "above zero");
}

TEST_F(MeshFiles, BrokenObjIsRefused)
{
	const std::string square = "v 0 0 0\nv 1 0 0\nv 1 1 0\n";
	ExpectRefused("a.obj", square, "no triangles");
	ExpectRefused("a.obj", std::string(1000, '\0'), "no triangles");
	ExpectRefused("a.obj", square + "f 1 2 4\n", "line 4");
	ExpectRefused("a.obj", square + "f 0 1 2\n", "line 4");
	ExpectRefused("a.obj", square + "f 1 2 99999999999999999999\n", "line 4");
	ExpectRefused("a.obj", square + "f 1 2\n", "three corners");
	ExpectRefused("a.obj", square + "f 1/1 2/1 3/1\n", "names no vertex");
	ExpectRefused("a.obj", "v 0 0 nan\nv 1 0 0\nv 1 1 0\nf 1 2 3\n", "not a finite number");
	ExpectRefused("a.obj", "v 0 0 1e999\nv 1 0 0\nv 1 1 0\nf 1 2 3\n", "not a finite number");
	ExpectRefused("a.obj", "v 0 zero 0\n", "line 1");
	ExpectRefused("a.obj", "v 0 0", "line 1");
}

TEST_F(MeshFiles, BrokenPlyIsRefused)
{
	const std::string vertices = "element vertex 3\nproperty float x\nproperty float y\nproperty float z\n";
	const std::string faces = "element face 1\nproperty list uchar int vertex_indices\nend_header\n", points = "0 0 0\n1 0 0\n0 1 0\n";
	const std::string ascii = "ply\nformat ascii 1.0\n", binary = "ply\nformat binary_little_endian 1.0\n";
	ASSERT_EQ(Read("good.ply", ascii + vertices + faces + points + "3 0 1 2\n").triangles.size(), 1u);
	ExpectRefused("a.ply", "plx\n", "no PLY file");
	ExpectRefused("a.ply", "ply\n", "header without an end");
	ExpectRefused("a.ply", ascii + vertices, "header without an end");
	ExpectRefused("a.ply", "ply\nformat ascii 1.0\nelement ve", "line 3");
	ExpectRefused("a.ply", "ply\nformat morse 1.0\nend_header\n", "unknown format");
	ExpectRefused("a.ply", ascii + "property float x\nend_header\n", "before any element");
	ExpectRefused("a.ply", ascii + "element vertex 1\nproperty cube x\nend_header\n", "line 4");
	ExpectRefused("a.ply", ascii + "element vertex -1\nend_header\n", "line 3");
	ExpectRefused("a.ply", ascii + "element face 1\nproperty list uchar int vertex_indices\nend_header\n3 0 1 2\n", "no vertices");
	ExpectRefused("a.ply", ascii + vertices + faces + points, "cut off");
	ExpectRefused("a.ply", ascii + vertices + faces + "0 0 0\n1 0 0\n0 one 0\n3 0 1 2\n", "row 3");
	ExpectRefused("a.ply", ascii + vertices + faces + points + "3 0 1 3\n", "does not exist");
	ExpectRefused("a.ply", ascii + vertices + faces + points + "3 0 1 -1\n", "does not exist");
	ExpectRefused("a.ply", ascii + vertices + faces + points + "3 0 1 1.5\n", "does not exist");
	ExpectRefused("a.ply", ascii + vertices + faces + points + "2 0 1\n", "no triangles");
	ExpectRefused("a.ply", ascii + vertices + "end_header\n" + points, "no triangles");
	ExpectRefused("a.ply", binary + "element vertex 40000000\nproperty float x\nproperty float y\nproperty float z\n" + faces, "cut off");
	ExpectRefused("a.ply", binary + "element vertex 18446744073709551615\n" + faces, "line 3");
	ExpectRefused("a.ply", binary + "element vertex 9000000000000000000\n" + faces, "more than");
	ExpectRefused("a.ply", binary + vertices + faces + std::string(36, '\0') + std::string(1, '\xff') + std::string(12, '\0'), "cut off");
	ExpectRefused("a.ply", ascii + vertices + faces + "0 0 0\n1 0 0\n0 nan 0\n3 0 1 2\n", "not a finite number");
	ExpectRefused(
		"a.ply", ascii + vertices + "element tristrips 1\nproperty list int int vertex_indices\nend_header\n" + points, "triangle strips");
}

TEST_F(MeshFiles, BrokenStlIsRefused)
{
	const std::string good = BinaryStlOf(Model("torus", 2000));
	ExpectRefused("a.stl", good.substr(0, good.size() - 1), "announces 2000 triangles but holds only 1999");
	ExpectRefused("a.stl", good.substr(0, 50), "too short");
	ExpectRefused("a.stl", std::string(80, 'x') + Bytes(std::uint32_t(0xffffffff)) + std::string(50, 'x'), "announces 4294967295");
	ExpectRefused("a.stl", std::string(80, 'x') + Bytes(std::uint32_t(0)), "no triangles");
	ExpectRefused("a.stl", "solid nothing\nendsolid\n", "no triangles");
	ExpectRefused("a.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0", "line 5");
	ExpectRefused("a.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n", "middle of a facet");
	ExpectRefused("a.stl", "solid a\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop\n", "less than three");
	ExpectRefused("a.stl", "solid a\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 1 0 0\nvertex 1 0 0\nendloop\n", "fourth corner");
	std::string notFinite = good;
	const float infinite = INFINITY;
	notFinite.replace(84 + 12, 4, Bytes(infinite));
	ExpectRefused("a.stl", notFinite, "not a finite number");
}

TEST_F(MeshFiles, BrokenGltfIsRefused)
{
	const GltfSquare square;
	const auto with = [&](const std::string& from, const std::string& to)
	{
		GltfSquare changed;
		const std::size_t place = changed.json.find(from);
		EXPECT_NE(place, std::string::npos) << from;
		changed.json.replace(place, from.size(), to);
		return changed.Glb();
	};
	ASSERT_EQ(Read("good.glb", square.Glb()).triangles.size(), 2u);
	ExpectRefused("a.gltf", "{", "no valid JSON");
	ExpectRefused("a.gltf", "[]", "no valid JSON");
	ExpectRefused("a.gltf", "{}", "glTF 2.0");
	ExpectRefused("a.gltf", "{\"asset\":{\"version\":\"1.0\"}}", "glTF 2.0");
	ExpectRefused("a.gltf", "{\"asset\":{\"version\":\"2.0\"}}", "no triangles");
	ExpectRefused("a.gltf", std::string(100000, '['), "deep");
	ExpectRefused("a.glb", square.Glb().substr(0, 15), "cut off");
	ExpectRefused("a.glb", square.Glb().substr(0, 60), "cut off");
	ExpectRefused("a.glb", square.Glb().substr(0, square.Glb().size() - 20), "cut off");
	ExpectRefused("a.gltf", square.json, "no data for its buffer 0");
	ExpectRefused("a.gltf", GltfSquare("[{\"mesh\":0}]", R"("uri":"none.bin")").json, "none.bin' does not exist");
	ExpectRefused("a.gltf", GltfSquare("[{\"mesh\":0}]", R"("uri":"../../etc/passwd")").json, "outside its own folder");
	ExpectRefused("a.gltf", GltfSquare("[{\"mesh\":0}]", R"("uri":"/dev/zero")").json, "outside its own folder");
	ExpectRefused("a.gltf", GltfSquare("[{\"mesh\":0}]", R"("uri":"data:;base64,***")").json, "broken base64");
	ExpectRefused("a.glb", with("\"byteLength\":140", "\"byteLength\":99999999999"), "cut off");
	ExpectRefused("a.glb", with("\"byteLength\":140", "\"byteLength\":-1"), "without a length");
	ExpectRefused("a.glb", with("\"byteLength\":128", "\"byteLength\":1280"), "beyond its buffer");
	ExpectRefused("a.glb", with("\"byteOffset\":128", "\"byteOffset\":18446744073709551615"), "beyond its buffer");
	ExpectRefused("a.glb", with("\"count\":4,", "\"count\":4000000000,"), "beyond its data");
	ExpectRefused("a.glb", with("\"count\":4,", "\"count\":0,"), "beyond its data");
	ExpectRefused("a.glb", with("\"bufferView\":1", "\"bufferView\":7"), "beyond its data");
	ExpectRefused("a.glb", with("\"count\":6", "\"count\":5"), "three corners");
	ExpectRefused("a.glb", with("5123", "5126"), "beyond its data");
	ExpectRefused("a.glb", with("\"POSITION\":0", "\"POSITION\":2"), "three floats");
	ExpectRefused("a.glb", with("\"nodes\":[0]", "\"nodes\":[9]"), "form a tree");
	ExpectRefused("a.glb", GltfSquare(R"([{"mesh":0,"children":[0]}])").Glb(), "form a tree");
	ExpectRefused(
		"a.glb", GltfSquare(R"([{"mesh":0,"children":[1,2]},{"children":[3]},{"children":[3]},{"mesh":0}])").Glb(), "form a tree");
	ExpectRefused("a.glb", with("\"scene\":0", R"("extensionsRequired":["KHR_draco_mesh_compression"],"scene":0)"), "without compression");
	GltfSquare wrongIndex;
	wrongIndex.binary.replace(128, 2, Bytes(std::uint16_t(4)));
	ExpectRefused("a.glb", wrongIndex.Glb(), "does not exist");
	GltfSquare notFinite;
	notFinite.binary.replace(0, 4, Bytes(static_cast<float>(NAN)));
	ExpectRefused("a.glb", notFinite.Glb(), "not a finite number");
}

TEST_F(MeshFiles, WritingRefusesWhatCannotBeReadAgain)
{
	RenderMesh mesh = Model("torus", 2000);
	EXPECT_NE(WriteMesh(folder / "a.stl", mesh).Message().find(".ply or .obj"), std::string::npos);
	EXPECT_NE(WriteMesh(folder / "none" / "a.ply", mesh).Message().find("folder does not exist"), std::string::npos);
	mesh.uvs.pop_back();
	EXPECT_NE(WriteMesh(folder / "a.ply", mesh).Message().find("one per vertex"), std::string::npos);
	mesh.uvs.clear();
	mesh.triangles[0][0] = 1000000;
	EXPECT_NE(WriteMesh(folder / "a.obj", mesh).Message().find("does not exist"), std::string::npos);
	EXPECT_FALSE(std::filesystem::exists(folder / "a.ply"));
	EXPECT_FALSE(std::filesystem::exists(folder / "a.obj"));
}

}
