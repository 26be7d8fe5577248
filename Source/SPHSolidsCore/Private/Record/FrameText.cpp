#include <SPHSolids/Record/FrameText.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace SPHSolids
{
namespace
{

void AppendDecimal(std::string& text, float value, char end)
{
	char digits[32];
	const auto [last, error] = std::to_chars(digits, digits + sizeof digits, value);
	text.append(digits, last);
	text += end;
}

void AppendDecimal(std::string& text, double value, char end)
{
	char digits[40];
	const auto [last, error] = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 9);
	text.append(digits, last);
	text += end;
}

/// One line each, so that names from scene files cannot break a header.
std::string OneCommentLine(std::string text)
{
	std::replace_if(text.begin(), text.end(), [](unsigned char c) { return c < 32; }, ' ');
	return text.substr(0, 200);
}

/// VTK's binary numbers are big-endian.
template <class T>
void AppendBigEndian(std::string& text, T value)
{
	char bytes[sizeof(T)];
	std::memcpy(bytes, &value, sizeof(T));
	if constexpr (std::endian::native == std::endian::little)
		std::reverse(bytes, bytes + sizeof(T));
	text.append(bytes, sizeof(T));
}

}

std::string MakePly(const RecordedFrame& frame, const std::vector<std::string>& names)
{
	std::string text = "ply\nformat ascii 1.0\n";
	char time[64];
	std::snprintf(time, sizeof time, "comment time %.9g s\n", frame.time);
	text += time;
	for (std::size_t k = 0; k < names.size(); ++k)
		text += "comment object " + std::to_string(k) + " " + OneCommentLine(names[k]) + "\n";
	text += "element vertex " + std::to_string(frame.position.size()) + "\n";
	for (const char* name : {"x", "y", "z"})
		text += std::string("property double ") + name + "\n";
	for (const char* name : {"vx", "vy", "vz"})
		text += std::string("property float ") + name + "\n";
	text += "property ushort object\nend_header\n";
	for (std::size_t i = 0; i < frame.position.size(); ++i)
	{
		for (int axis = 0; axis < 3; ++axis)
			AppendDecimal(text, frame.position[i][axis], ' ');
		for (int axis = 0; axis < 3; ++axis)
			AppendDecimal(text, frame.velocity[i][axis], ' ');
		text += std::to_string(frame.object[i]) + "\n";
	}
	return text;
}

std::string MakeObj(const RecordedFrame& frame, const std::vector<std::string>&)
{
	char time[64];
	std::snprintf(time, sizeof time, "# time %.9g s\n", frame.time);
	std::string text = time;
	// Corners are counted through the whole file, from 1.
	std::size_t firstPosition = 1, firstNormal = 1;
	for (const RecordedMesh& mesh : frame.meshes)
	{
		text.append("o ").append(OneCommentLine(mesh.name)).append("\n");
		for (const Vec3d& position : mesh.positions)
		{
			text += "v ";
			for (int axis = 0; axis < 3; ++axis)
				AppendDecimal(text, position[axis], axis < 2 ? ' ' : '\n');
		}
		for (const Vec3& normal : mesh.normals)
		{
			text += "vn ";
			for (int axis = 0; axis < 3; ++axis)
				AppendDecimal(text, normal[axis], axis < 2 ? ' ' : '\n');
		}
		const bool hasNormals = mesh.normals.size() == mesh.positions.size();
		for (const Triangle& triangle : mesh.triangles)
		{
			text += "f";
			for (const std::uint32_t corner : triangle)
			{
				text += ' ';
				text += std::to_string(firstPosition + corner);
				if (hasNormals)
					text.append("//").append(std::to_string(firstNormal + corner));
			}
			text += "\n";
		}
		firstPosition += mesh.positions.size();
		firstNormal += mesh.normals.size();
	}
	return text;
}

std::string MakeVtk(const RecordedFrame& frame, const std::vector<std::string>& names)
{
	const std::string count = std::to_string(frame.position.size());
	std::string title = "SPHSolids";
	for (std::size_t k = 0; k < names.size() && title.size() < 180; ++k)
		title += ", " + std::to_string(k) + " " + OneCommentLine(names[k]);
	std::string text = "# vtk DataFile Version 3.0\n" + title.substr(0, 250) + "\nBINARY\nDATASET POLYDATA\n";
	text += "FIELD FieldData 1\nTIME 1 1 double\n";
	AppendBigEndian(text, frame.time);
	text += "\nPOINTS " + count + " double\n";
	for (const Vec3d& position : frame.position)
		for (int axis = 0; axis < 3; ++axis)
			AppendBigEndian(text, position[axis]);
	// One vertex cell per point, without which ParaView shows nothing.
	text += "\nVERTICES " + count + " " + std::to_string(2 * frame.position.size()) + "\n";
	for (std::size_t i = 0; i < frame.position.size(); ++i)
	{
		AppendBigEndian(text, std::int32_t(1));
		AppendBigEndian(text, static_cast<std::int32_t>(i));
	}
	text += "\nPOINT_DATA " + count + "\nVECTORS velocity float\n";
	for (const Vec3& velocity : frame.velocity)
		for (int axis = 0; axis < 3; ++axis)
			AppendBigEndian(text, velocity[axis]);
	text += "\nSCALARS object int 1\nLOOKUP_TABLE default\n";
	for (const std::uint16_t object : frame.object)
		AppendBigEndian(text, static_cast<std::int32_t>(object));
	text += "\n";
	return text;
}

}
