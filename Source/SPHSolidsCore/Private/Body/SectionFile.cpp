#include "Body/SectionFile.h"

#include <SPHSolids/Body/ByteStream.h>

#include <SPHSolids/Base/Hash.h>

#include <cstring>
#include <string>

namespace SPHSolids
{
namespace
{

struct SectionFileHeader
{
	FileMagic magic;
	std::uint32_t version;
	std::uint32_t sectionCount;
	std::uint64_t fileSize;
	std::uint64_t checksum; // of this header with a zero here, and the table
};
static_assert(sizeof(SectionFileHeader) == 32);

struct SectionTableEntry
{
	std::uint32_t id;
	std::uint32_t zero;
	std::uint64_t offset;
	std::uint64_t size;
	std::uint64_t checksum;
};
static_assert(sizeof(SectionTableEntry) == 32);

std::uint64_t ChecksumOf(std::span<const std::byte> bytes)
{
	Hash64 hash;
	hash.AddSpan(bytes);
	return hash.Value();
}

Error DamagedFile(const FileKind& kind, std::string_view what)
{
	return Error{"This is " + std::string(kind.name) + ", but it is damaged: " + std::string(what) + ". " + std::string(kind.cure)};
}

}

std::vector<std::byte> WriteSectionFile(const FileKind& kind, std::span<const FileSection> sections)
{
	ByteWriter table;
	std::uint64_t offset = sizeof(SectionFileHeader) + sections.size() * sizeof(SectionTableEntry);
	for (const FileSection& section : sections)
	{
		table.Write(SectionTableEntry{section.id, 0, offset, section.bytes.size(), ChecksumOf(section.bytes)});
		offset += section.bytes.size();
	}
	const std::vector<std::byte> tableBytes = table.Take();
	SectionFileHeader header{kind.magic, kind.newestVersion, static_cast<std::uint32_t>(sections.size()), offset, 0};
	header.checksum = ChecksumWithHeader(header, tableBytes);

	ByteWriter file;
	file.Write(header);
	file.WriteArray(std::span<const std::byte>(tableBytes));
	for (const FileSection& section : sections)
		file.WriteArray(std::span<const std::byte>(section.bytes));
	return file.Take();
}

Result<SectionFile> SectionFile::Open(std::span<const std::byte> bytes, const FileKind& kind)
{
	if (ByteReader(bytes).Read<FileMagic>() != kind.magic)
		return Error{"This is not " + std::string(kind.name) + ": it does not begin with the mark of one. Choose another file."};
	ByteReader reader(bytes);
	const auto header = reader.Read<SectionFileHeader>();
	if (reader.Failed())
		return DamagedFile(kind, "it has only " + std::to_string(bytes.size()) + " bytes, as if a copy had been cut short");
	if (header.fileSize != bytes.size())
		return DamagedFile(kind,
			"it should have " + std::to_string(header.fileSize) + " bytes and has " + std::to_string(bytes.size())
				+ ", as if a copy had been cut short");
	std::vector<SectionTableEntry> table;
	reader.ReadArray(header.sectionCount, table);
	if (reader.Failed() || ChecksumWithHeader(header, std::as_bytes(std::span(table))) != header.checksum)
		return DamagedFile(kind, "the checksum of its header does not agree");
	if (header.version == 0 || header.version > kind.newestVersion)
		return Error{"This is " + std::string(kind.name) + " of format version " + std::to_string(header.version)
			+ ", and this program reads up to version " + std::to_string(kind.newestVersion) + ". Update SPHSolids."};

	SectionFile file;
	file.version = header.version;
	std::uint64_t next = sizeof(SectionFileHeader) + table.size() * sizeof(SectionTableEntry);
	for (const SectionTableEntry& entry : table)
	{
		if (entry.offset != next || entry.size > bytes.size() - next)
			return DamagedFile(kind, "its sections do not fit together");
		next += entry.size;
		file.entries.push_back({entry.id, bytes.subspan(static_cast<std::size_t>(entry.offset), static_cast<std::size_t>(entry.size))});
		if (ChecksumOf(file.entries.back().bytes) != entry.checksum)
			return DamagedFile(kind, "the checksum of a section does not agree");
	}
	if (next != bytes.size())
		return DamagedFile(kind, "it has bytes that belong to no section");
	return file;
}

std::span<const std::byte> SectionFile::Find(std::uint32_t id) const
{
	for (const Entry& entry : entries)
		if (entry.id == id)
			return entry.bytes;
	return {};
}

}
