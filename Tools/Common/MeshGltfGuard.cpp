#include <Common/MeshGltfGuard.h>

#include <Common/Files.h>
#include <Common/MeshReader.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace SPHSolids::Tools
{

namespace
{

using GltfJson = nlohmann::json;
using Bytes = std::vector<std::byte>;

constexpr std::uint32_t GlbMagic = 0x46546c67, GlbJson = 0x4e4f534a, GlbBinary = 0x004e4942;
constexpr int MostNesting = 64;
constexpr std::size_t MostNodes = 1'000'000;
/// A file shows its meshes as often as it likes: altogether so many triangles, or so many times those it holds.
constexpr std::uint64_t FreeTriangles = 200'000, MostCopies = 64;
static_assert(std::endian::native == std::endian::little, "indices are read as they stand in memory");
const char* const ExportAgain = "; export it again";

/// Integer at a key, or the fallback where there is none; nothing where it is of another kind or out of range.
std::optional<std::uint64_t> UnsignedAt(const GltfJson& object, const char* key, std::optional<std::uint64_t> fallback = {})
{
	const auto found = object.find(key);
	if (found == object.end())
		return fallback;
	if (found->is_number_unsigned())
		return found->get<std::uint64_t>();
	return {};
}

/// Array at a key; an empty one where there is none or it is of another kind.
const GltfJson& ArrayAt(const GltfJson& object, const char* key)
{
	static const GltfJson empty = GltfJson::array();
	const auto found = object.is_object() ? object.find(key) : object.end();
	return object.is_object() && found != object.end() && found->is_array() ? *found : empty;
}

/// Deepest nesting of brackets outside strings: parsers recurse as deep.
int NestingOf(std::string_view text)
{
	int depth = 0, deepest = 0;
	bool inString = false;
	for (std::size_t n = 0; n < text.size(); ++n)
	{
		const char c = text[n];
		if (inString)
		{
			n += c == '\\';
			inString = c != '"';
		}
		else if (c == '"')
			inString = true;
		else if (c == '[' || c == '{')
			deepest = std::max(deepest, ++depth);
		else if (c == ']' || c == '}')
			--depth;
	}
	return deepest;
}

std::uint32_t WordAt(std::span<const std::byte> content, std::size_t offset)
{
	std::uint32_t word = 0;
	std::memcpy(&word, content.data() + offset, sizeof(word));
	return word;
}

std::optional<Bytes> DecodeBase64(std::string_view text)
{
	Bytes result;
	result.reserve(text.size() / 4 * 3);
	std::uint32_t bits = 0;
	int have = 0;
	while (!text.empty() && text.back() == '=')
		text.remove_suffix(1);
	for (const char c : text)
	{
		std::uint32_t value = 0;
		if (c >= 'A' && c <= 'Z')
			value = static_cast<std::uint32_t>(c - 'A');
		else if (c >= 'a' && c <= 'z')
			value = static_cast<std::uint32_t>(c - 'a') + 26;
		else if (c >= '0' && c <= '9')
			value = static_cast<std::uint32_t>(c - '0') + 52;
		else if (c == '+' || c == '-')
			value = 62;
		else if (c == '/' || c == '_')
			value = 63;
		else
			return {};
		bits = bits << 6 | value;
		have += 6;
		if (have >= 8)
		{
			have -= 8;
			result.push_back(static_cast<std::byte>(bits >> have & 0xff));
		}
	}
	return result;
}

std::string DecodePercent(std::string_view uri)
{
	const auto digit = [](char c)
	{
		if (c >= '0' && c <= '9')
			return c - '0';
		const char lower = static_cast<char>(c | 0x20);
		return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
	};
	std::string result;
	for (std::size_t n = 0; n < uri.size(); ++n)
	{
		if (uri[n] == '%' && n + 2 < uri.size() && digit(uri[n + 1]) >= 0 && digit(uri[n + 2]) >= 0)
		{
			result.push_back(static_cast<char>(digit(uri[n + 1]) * 16 + digit(uri[n + 2])));
			n += 2;
		}
		else
			result.push_back(uri[n]);
	}
	return result;
}

/// The document and, for .glb, the binary part that comes with it.
struct GltfParts
{
	GltfJson document;
	std::span<const std::byte> binary;
};

Result<GltfParts> Split(std::span<const std::byte> content)
{
	GltfParts parts;
	std::span<const std::byte> jsonBytes = content;
	if (content.size() >= 4 && WordAt(content, 0) == GlbMagic)
	{
		if (content.size() < 20 || WordAt(content, 8) > content.size() || WordAt(content, 16) != GlbJson
			|| WordAt(content, 12) > content.size() - 20)
			return Error{std::string("is cut off or has a broken header") + ExportAgain};
		if (WordAt(content, 4) != 2)
			return Error{"is of glTF version 1; export it as version 2"};
		jsonBytes = content.subspan(20, WordAt(content, 12));
		const std::size_t next = 20 + std::size_t(WordAt(content, 12));
		if (next + 8 <= content.size() && WordAt(content, next + 4) == GlbBinary)
			parts.binary = content.subspan(next + 8, std::min<std::size_t>(WordAt(content, next), content.size() - next - 8));
	}
	const std::string_view text(reinterpret_cast<const char*>(jsonBytes.data()), jsonBytes.size());
	if (NestingOf(text) > MostNesting)
		return Error{std::string("nests its JSON more than ") + std::to_string(MostNesting) + " deep" + ExportAgain};
	parts.document = GltfJson::parse(text, nullptr, false);
	if (!parts.document.is_object())
		return Error{std::string("holds no valid JSON; it is cut off or no glTF file") + ExportAgain};
	return parts;
}

class GltfGuard
{
public:
	GltfGuard(const GltfParts& given, const std::filesystem::path& bufferFolder, std::uint64_t byteLimit)
		: parts(given)
		, source(given.document)
		, folder(bufferFolder)
		, limit(byteLimit)
	{
	}

	Result<GuardedGltf> Run()
	{
		for (const auto step :
			{&GltfGuard::CheckAsset, &GltfGuard::GatherBuffers, &GltfGuard::CopyViews, &GltfGuard::CopyMeshes, &GltfGuard::PlaceInstances})
			if (Status status = (this->*step)(); !status.IsOk())
				return Error{status.Message()};
		WriteGlb();
		return std::move(result);
	}

private:
	struct View
	{
		std::uint64_t start, length, stride; // start in the binary of all buffers
	};
	struct Accessor
	{
		std::uint64_t start, stride, component, count;
		std::string type;
	};

	Status CheckAsset()
	{
		const auto asset = source.find("asset");
		const auto version = asset != source.end() && asset->is_object() ? asset->find("version") : source.end();
		if (asset == source.end() || !asset->is_object() || version == asset->end() || !version->is_string()
			|| !version->get_ref<const std::string&>().starts_with("2"))
			return Error{"is not of glTF version 2; export it as glTF 2.0"};
		for (const GltfJson& extension : ArrayAt(source, "extensionsRequired"))
			if (extension.is_string() && extension != "KHR_materials_unlit"
				&& !extension.get_ref<const std::string&>().starts_with("KHR_materials_")
				&& !extension.get_ref<const std::string&>().starts_with("KHR_texture_"))
				return Error{"needs the extension " + extension.get_ref<const std::string&>().substr(0, 60)
					+ ", which is not supported; export it without compression"};
		return {};
	}

	Result<Bytes> LoadBuffer(const GltfJson& buffer, std::size_t index)
	{
		const auto uri = buffer.find("uri");
		if (uri == buffer.end() && index == 0 && !parts.binary.empty())
			return Bytes(parts.binary.begin(), parts.binary.end());
		if (uri == buffer.end() || !uri->is_string())
			return Error{"has no data for its buffer " + std::to_string(index) + ExportAgain};
		const std::string& text = uri->get_ref<const std::string&>();
		if (text.starts_with("data:"))
		{
			const std::size_t comma = text.find(";base64,");
			std::optional<Bytes> decoded;
			if (comma != std::string::npos)
				decoded = DecodeBase64(std::string_view(text).substr(comma + 8));
			if (!decoded)
				return Error{"has broken base64 data in its buffer " + std::to_string(index) + ExportAgain};
			return std::move(*decoded);
		}
		const std::filesystem::path relative(DecodePercent(text));
		if (relative.is_absolute() || std::find(relative.begin(), relative.end(), "..") != relative.end()
			|| text.find("://") != std::string::npos || relative.native().find('\0') != std::string::npos
			|| !IsBelow(folder, folder / relative))
			return Error{"names a buffer outside its own folder; put the .bin file next to it"};
		Result<Bytes> loaded = ReadWholeFile(folder / relative, limit);
		if (!loaded.IsOk())
			return Error{"needs a buffer that could not be read: " + loaded.Message()};
		return loaded;
	}

	Status GatherBuffers()
	{
		const GltfJson& buffers = ArrayAt(source, "buffers");
		for (std::size_t n = 0; n < buffers.size(); ++n)
		{
			const std::optional<std::uint64_t> length = buffers[n].is_object() ? UnsignedAt(buffers[n], "byteLength") : std::nullopt;
			if (!length)
				return Error{"has a buffer without a length" + std::string(ExportAgain)};
			Result<Bytes> bytes = LoadBuffer(buffers[n], n);
			if (!bytes.IsOk())
				return bytes.TakeError();
			if (bytes.Value().size() < *length)
				return Error{"has less data in its buffer " + std::to_string(n) + " than it says; it is cut off, export it again"};
			while (binary.size() % 4 != 0)
				binary.push_back(std::byte{0});
			if (*length > limit - std::min<std::uint64_t>(limit, binary.size()))
				return Error{"has buffers of more than " + std::to_string(limit >> 20) + " MiB; reduce it"};
			bufferStart.push_back(binary.size());
			bufferLength.push_back(*length);
			binary.insert(binary.end(), bytes.Value().begin(), bytes.Value().begin() + static_cast<std::ptrdiff_t>(*length));
		}
		return {};
	}

	Status CopyViews()
	{
		for (const GltfJson& view : ArrayAt(source, "bufferViews"))
		{
			const bool isObject = view.is_object();
			const auto buffer = isObject ? UnsignedAt(view, "buffer") : std::nullopt,
					   length = isObject ? UnsignedAt(view, "byteLength") : std::nullopt;
			const auto offset = isObject ? UnsignedAt(view, "byteOffset", 0) : std::nullopt,
					   stride = isObject ? UnsignedAt(view, "byteStride", 0) : std::nullopt;
			if (!buffer || !length || !offset || !stride || *buffer >= bufferStart.size() || *offset > bufferLength[*buffer]
				|| *length > bufferLength[*buffer] - *offset || *stride > 255)
				return Error{"has a buffer view that reaches beyond its buffer" + std::string(ExportAgain)};
			views.push_back({bufferStart[*buffer] + *offset, *length, *stride});
			GltfJson copy = {{"buffer", 0}, {"byteOffset", bufferStart[*buffer] + *offset}, {"byteLength", *length}};
			if (*stride != 0)
				copy["byteStride"] = *stride;
			viewsOut.push_back(std::move(copy));
		}
		return {};
	}

	static std::uint64_t ComponentSize(std::uint64_t type)
	{
		switch (type)
		{
		case 5120:
		case 5121: return 1;
		case 5122:
		case 5123: return 2;
		case 5125:
		case 5126: return 4;
		default: return 0;
		}
	}

	/// Copies the accessor of that number and returns its place in the new file.
	Result<std::size_t> CopyAccessor(std::uint64_t index)
	{
		const GltfJson& accessors = ArrayAt(source, "accessors");
		const Error broken{"has an accessor that reaches beyond its data" + std::string(ExportAgain)};
		if (index >= accessors.size() || !accessors[index].is_object())
			return broken;
		const GltfJson& accessor = accessors[index];
		if (accessor.contains("sparse"))
			return Error{"uses sparse accessors for its shape; export it without shape keys"};
		const auto view = UnsignedAt(accessor, "bufferView"), offset = UnsignedAt(accessor, "byteOffset", 0);
		const auto component = UnsignedAt(accessor, "componentType"), count = UnsignedAt(accessor, "count");
		const auto type = accessor.find("type");
		if (!view || !offset || !component || !count || *view >= views.size() || type == accessor.end() || !type->is_string())
			return broken;
		static const std::pair<const char*, std::uint64_t> shapes[] = {{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}};
		std::uint64_t size = 0;
		for (const auto& [name, components] : shapes)
			if (*type == name)
				size = components * ComponentSize(*component);
		const std::uint64_t stride = views[*view].stride != 0 ? views[*view].stride : size;
		if (size == 0 || stride < size || *count == 0 || *count > limit || *offset > views[*view].length
			|| (*count - 1) * stride + size > views[*view].length - *offset)
			return broken;
		accessorsIn.push_back({views[*view].start + *offset, stride, *component, *count, type->get<std::string>()});
		GltfJson copy = {{"bufferView", *view}, {"byteOffset", *offset}, {"componentType", *component}, {"count", *count}, {"type", *type}};
		const auto normalized = accessor.find("normalized");
		if (normalized != accessor.end() && normalized->is_boolean())
			copy["normalized"] = *normalized;
		accessorsOut.push_back(std::move(copy));
		return accessorsIn.size() - 1;
	}

	/// An attribute that is kept if it is of a kind we can use.
	Status CopyAttribute(
		const GltfJson& attributes, const char* name, const char* type, bool mayBeInteger, std::uint64_t count, GltfJson& out)
	{
		const auto index = UnsignedAt(attributes, name);
		if (!index)
			return {};
		const Result<std::size_t> copied = CopyAccessor(*index);
		if (!copied.IsOk())
			return Error{copied.Message()};
		const Accessor& accessor = accessorsIn[copied.Value()];
		if (accessor.count != count)
			return Error{"has not as many of " + std::string(name) + " as of POSITION" + ExportAgain};
		if (accessor.type == type
			&& (accessor.component == 5126 || (mayBeInteger && (accessor.component == 5121 || accessor.component == 5123))))
			out[name] = copied.Value();
		return {};
	}

	bool IndicesBelow(std::uint64_t vertices, const Accessor& indices) const
	{
		for (std::uint64_t n = 0; n < indices.count; ++n)
		{
			std::uint32_t index = 0; // little-endian, as the file
			std::memcpy(&index, binary.data() + indices.start + n * indices.stride, ComponentSize(indices.component));
			if (index >= vertices)
				return false;
		}
		return true;
	}

	/// @param triangles Grows by those of the primitive.
	Status CopyPrimitive(const GltfJson& primitive, GltfJson& meshOut, std::uint64_t& triangles)
	{
		const auto mode = UnsignedAt(primitive, "mode", 4);
		const auto attributes = primitive.find("attributes");
		if (!mode || *mode < 4 || *mode > 6 || attributes == primitive.end() || !attributes->is_object())
			return {}; // points and lines
		const auto position = UnsignedAt(*attributes, "POSITION");
		if (!position)
			return {};
		const Result<std::size_t> positions = CopyAccessor(*position);
		if (!positions.IsOk())
			return Error{positions.Message()};
		const std::uint64_t vertices = accessorsIn[positions.Value()].count;
		if (accessorsIn[positions.Value()].type != "VEC3" || accessorsIn[positions.Value()].component != 5126)
			return Error{"has positions that are not three floats; export it without quantisation"};
		GltfJson out = {{"mode", *mode}, {"attributes", {{"POSITION", positions.Value()}}}};
		for (const Status& status : {CopyAttribute(*attributes, "NORMAL", "VEC3", false, vertices, out["attributes"]),
				 CopyAttribute(*attributes, "TANGENT", "VEC4", false, vertices, out["attributes"]),
				 CopyAttribute(*attributes, "TEXCOORD_0", "VEC2", true, vertices, out["attributes"])})
			if (!status.IsOk())
				return status;
		std::uint64_t corners = vertices;
		if (primitive.contains("indices"))
		{
			const auto index = UnsignedAt(primitive, "indices");
			const Result<std::size_t> indices = CopyAccessor(index.value_or(~std::uint64_t(0)));
			if (!indices.IsOk())
				return Error{indices.Message()};
			const Accessor& accessor = accessorsIn[indices.Value()];
			if (accessor.type != "SCALAR" || (accessor.component != 5121 && accessor.component != 5123 && accessor.component != 5125))
				return Error{"has indices that are no unsigned integers" + std::string(ExportAgain)};
			if (!IndicesBelow(vertices, accessor))
				return Error{"names a vertex that does not exist" + std::string(ExportAgain)};
			corners = accessor.count;
			out["indices"] = indices.Value();
		}
		if (*mode == 4 ? corners % 3 != 0 : corners < 3)
			return Error{"has triangles without three corners" + std::string(ExportAgain)};
		triangles += *mode == 4 ? corners / 3 : corners - 2;
		verticesOut += vertices;
		if (verticesOut > MaxMeshTriangles)
			return Error{"has more than " + std::to_string(MaxMeshTriangles) + " vertices; reduce it"};
		out["material"] = SectionOf(UnsignedAt(primitive, "material", ~std::uint64_t(0)).value_or(~std::uint64_t(0)));
		meshOut["primitives"].push_back(std::move(out));
		return {};
	}

	/// Materials in the order of their first use; all beyond the last possible one share it.
	std::size_t SectionOf(std::uint64_t material)
	{
		const auto found = std::find(materials.begin(), materials.end(), material);
		if (found != materials.end() || materials.size() == 4096)
			return std::min<std::size_t>(static_cast<std::size_t>(found - materials.begin()), 4095);
		materials.push_back(material);
		return materials.size() - 1;
	}

	Status CopyMeshes()
	{
		const GltfJson& meshes = ArrayAt(source, "meshes");
		for (std::size_t n = 0; n < meshes.size(); ++n)
		{
			GltfJson meshOut = {{"primitives", GltfJson::array()}};
			std::uint64_t triangles = 0;
			for (const GltfJson& primitive : ArrayAt(meshes[n], "primitives"))
				if (primitive.is_object())
					if (Status status = CopyPrimitive(primitive, meshOut, triangles); !status.IsOk())
						return status;
			meshPlace.push_back(meshOut["primitives"].empty() ? NoMesh : meshesOut.size());
			meshTriangles.push_back(triangles);
			trianglesHeld += triangles;
			if (meshPlace.back() != NoMesh)
				meshesOut.push_back(std::move(meshOut));
		}
		return {};
	}

	static bool NumbersAt(const GltfJson& node, const char* key, std::span<double> into)
	{
		const GltfJson& array = ArrayAt(node, key);
		if (array.size() != into.size())
			return false;
		for (std::size_t n = 0; n < into.size(); ++n)
		{
			if (!array[n].is_number())
				return false;
			into[n] = array[n].get<double>();
		}
		return true;
	}

	/// Place of a node in its parent's frame.
	static GuardedGltf::Instance LocalFrame(const GltfJson& node)
	{
		GuardedGltf::Instance frame = {0, Mat3d::Identity(), {}};
		std::array<double, 16> matrix; // columns
		if (NumbersAt(node, "matrix", matrix))
		{
			for (int row = 0; row < 3; ++row)
				for (int column = 0; column < 3; ++column)
					frame.axes(row, column) = matrix[static_cast<std::size_t>(4 * column + row)];
			frame.origin = {matrix[12], matrix[13], matrix[14]};
			return frame;
		}
		std::array<double, 3> translation = {0, 0, 0}, scale = {1, 1, 1};
		std::array<double, 4> q = {0, 0, 0, 1};
		NumbersAt(node, "translation", translation);
		NumbersAt(node, "scale", scale);
		NumbersAt(node, "rotation", q);
		const auto [x, y, z, w] = q;
		frame.axes = {{{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
			{2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
			{2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}}};
		frame.axes = frame.axes * Mat3d::Diagonal({scale[0], scale[1], scale[2]});
		frame.origin = {translation[0], translation[1], translation[2]};
		return frame;
	}

	/// Nodes where the walk starts: those of the scene shown first, or all that are nobody's child.
	std::vector<std::uint64_t> RootNodes(const GltfJson& nodes) const
	{
		std::vector<std::uint64_t> roots;
		const GltfJson& scenes = ArrayAt(source, "scenes");
		const auto scene = UnsignedAt(source, "scene", 0);
		if (scene && *scene < scenes.size())
		{
			for (const GltfJson& node : ArrayAt(scenes[*scene], "nodes"))
				if (node.is_number_unsigned())
					roots.push_back(node.get<std::uint64_t>());
			return roots;
		}
		std::vector<bool> isChild(nodes.size(), false);
		for (const GltfJson& node : nodes)
			for (const GltfJson& child : ArrayAt(node, "children"))
				if (child.is_number_unsigned() && child.get<std::uint64_t>() < nodes.size())
					isChild[child.get<std::uint64_t>()] = true;
		for (std::size_t n = 0; n < nodes.size(); ++n)
			if (!isChild[n])
				roots.push_back(n);
		return roots;
	}

	Status PlaceInstances()
	{
		const GltfJson& nodes = ArrayAt(source, "nodes");
		if (nodes.size() > MostNodes)
			return Error{"has more than " + std::to_string(MostNodes) + " nodes; join them"};
		std::vector<bool> visited(nodes.size(), false);
		for (const std::uint64_t root : RootNodes(nodes))
			if (Status status = PlaceBelow(root, nodes, visited); !status.IsOk())
				return status;
		return {};
	}

	/// The meshes of a node and all below it.
	Status PlaceBelow(std::uint64_t root, const GltfJson& nodes, std::vector<bool>& visited)
	{
		std::vector<std::pair<std::uint64_t, GuardedGltf::Instance>> open; // node, frame of its parent
		// A node that is met twice has two parents or is its own ancestor: the format forbids both.
		const auto meet = [&](std::uint64_t index, const GuardedGltf::Instance& parent)
		{
			if (index >= nodes.size() || visited[index] || !nodes[index].is_object())
				return false;
			visited[index] = true;
			open.emplace_back(index, parent);
			return true;
		};
		const Error noTree{"has nodes that do not form a tree" + std::string(ExportAgain)};
		if (!meet(root, {0, Mat3d::Identity(), {}}))
			return noTree;
		while (!open.empty())
		{
			const auto [index, parent] = open.back();
			open.pop_back();
			const GltfJson& node = nodes[index];
			GuardedGltf::Instance frame = LocalFrame(node);
			frame.origin = parent.axes * frame.origin + parent.origin;
			frame.axes = parent.axes * frame.axes;
			if (Status status = PlaceMesh(node, frame); !status.IsOk())
				return status;
			const GltfJson& children = ArrayAt(node, "children");
			for (std::size_t n = children.size(); n-- > 0;)
				if (!meet(children[n].is_number_unsigned() ? children[n].get<std::uint64_t>() : nodes.size(), frame))
					return noTree;
		}
		return {};
	}

	Status PlaceMesh(const GltfJson& node, GuardedGltf::Instance& frame)
	{
		const auto mesh = UnsignedAt(node, "mesh");
		if (!mesh || *mesh >= meshPlace.size() || meshPlace[*mesh] == NoMesh)
			return {};
		trianglesPlaced += meshTriangles[*mesh];
		if (trianglesPlaced > MaxMeshTriangles)
			return Error{"has more than " + std::to_string(MaxMeshTriangles) + " triangles; reduce it"};
		if (trianglesPlaced > std::max(FreeTriangles, MostCopies * trianglesHeld))
			return Error{"shows its meshes more than " + std::to_string(MostCopies) + " times over; export fewer copies"};
		frame.mesh = meshPlace[*mesh];
		result.instances.push_back(frame);
		return {};
	}

	void WriteGlb()
	{
		GltfJson nodes = GltfJson::array(), roots = GltfJson::array(), materialsOut = GltfJson::array();
		for (std::size_t n = 0; n < meshesOut.size(); ++n)
		{
			nodes.push_back({{"name", std::to_string(n)}, {"mesh", n}});
			roots.push_back(n);
		}
		for (std::size_t n = 0; n < materials.size(); ++n)
			materialsOut.push_back({{"name", std::to_string(n)}});
		const GltfJson out = {{"asset", {{"version", "2.0"}}}, {"scene", 0}, {"scenes", {{{"nodes", roots}}}}, {"nodes", nodes},
			{"meshes", meshesOut}, {"materials", materialsOut}, {"buffers", {{{"byteLength", binary.size()}}}}, {"bufferViews", viewsOut},
			{"accessors", accessorsOut}};
		std::string text = out.dump();
		text.resize((text.size() + 3) / 4 * 4, ' ');
		while (binary.size() % 4 != 0)
			binary.push_back(std::byte{0});
		const auto add = [&](std::size_t word)
		{
			const auto value = static_cast<std::uint32_t>(word);
			const auto* bytes = reinterpret_cast<const std::byte*>(&value);
			result.glb.insert(result.glb.end(), bytes, bytes + sizeof(value));
		};
		for (const std::size_t word :
			{std::size_t(GlbMagic), std::size_t(2), 28 + text.size() + binary.size(), text.size(), std::size_t(GlbJson)})
			add(word);
		const auto* characters = reinterpret_cast<const std::byte*>(text.data());
		result.glb.insert(result.glb.end(), characters, characters + text.size());
		add(binary.size());
		add(GlbBinary);
		result.glb.insert(result.glb.end(), binary.begin(), binary.end());
	}

	static constexpr std::size_t NoMesh = ~std::size_t(0);

	const GltfParts& parts;
	const GltfJson& source;
	const std::filesystem::path& folder;
	std::uint64_t limit;
	Bytes binary; // all buffers one after the other
	std::vector<std::uint64_t> bufferStart, bufferLength;
	std::vector<View> views;
	std::vector<Accessor> accessorsIn;
	GltfJson viewsOut = GltfJson::array(), accessorsOut = GltfJson::array(), meshesOut = GltfJson::array();
	std::vector<std::size_t> meshPlace; // of each mesh of the file in the new one
	std::vector<std::uint64_t> meshTriangles;
	std::vector<std::uint64_t> materials;
	std::uint64_t verticesOut = 0, trianglesHeld = 0, trianglesPlaced = 0;
	GuardedGltf result;
};

}

Result<GuardedGltf> GuardGltf(std::span<const std::byte> content, const std::filesystem::path& folder, std::uint64_t limit)
{
	Result<GltfParts> parts = Split(content);
	if (!parts.IsOk())
		return parts.TakeError();
	return GltfGuard(parts.Value(), folder, limit).Run();
}

}
