#include <Lab/FrameRecorder.h>
#include <Lab/ParticleFile.h>

#include <gtest/gtest.h>

using namespace SPHSolids;
using namespace SPHSolids::Lab;

namespace
{

constexpr std::size_t Limit = 1000;

void ExpectComplaint(const std::string& text, const std::string& part)
{
	const auto places = ParseParticles(text, Limit);
	ASSERT_FALSE(places.IsOk()) << text;
	EXPECT_NE(places.Message().find(part), std::string::npos) << places.Message();
}

}

TEST(LabParticleFile, CsvIsReadByTheNamesOfItsColumns)
{
	const auto plain = ParseParticles("x,y,z\n1,2,3\n-4e-1,+5,6.5\r\n\n", Limit);
	ASSERT_TRUE(plain.IsOk()) << plain.Message();
	ASSERT_EQ(plain.Value().size(), 2u);
	EXPECT_EQ(plain.Value()[1], (Vec3d{-0.4, 5, 6.5}));
	const auto mixed = ParseParticles("id, z , mass,x,\"y\"\n7,3,0.1,1,2\n", Limit);
	ASSERT_TRUE(mixed.IsOk()) << mixed.Message();
	EXPECT_EQ(mixed.Value()[0], (Vec3d{1, 2, 3}));
}

TEST(LabParticleFile, AsciiPlyIsReadPastOtherElementsAndProperties)
{
	const auto ply = ParseParticles("ply\nformat ascii 1.0\ncomment x\nelement other 1\nproperty int a\nelement vertex 2\nproperty float "
									"mass\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int "
									"vertex_indices\nend_header\n99\n0.1 1 2 3\n0.1 4 5 6\n3 0 1 1\n",
		Limit);
	ASSERT_TRUE(ply.IsOk()) << ply.Message();
	ASSERT_EQ(ply.Value().size(), 2u);
	EXPECT_EQ(ply.Value()[1], (Vec3d{4, 5, 6}));
}

TEST(LabParticleFile, WhatIsWrongIsSaidWithItsLine)
{
	ExpectComplaint("", "header");
	ExpectComplaint("1,2,3\n4,5,6\n", "header");
	ExpectComplaint("x,y,z\n", "no particle");
	ExpectComplaint("x,y,z\n1,2,3\n1,2\n", "line 3");
	ExpectComplaint("x,y,z\n1,two,3\n", "'two' is not a number");
	ExpectComplaint("x,y,z\n1,nan,3\n", "not finite");
	ExpectComplaint("x,y,z\n1,inf,3\n", "not finite");
	ExpectComplaint("x,y,z\n1,1e400,3\n", "not finite");
	ExpectComplaint("x,x,z\n1,2,3\n", "twice");
	std::string many = "x,y,z\n";
	for (std::size_t k = 0; k <= Limit; ++k)
		many += std::to_string(k) + ",0,0\n";
	ExpectComplaint(many, "more than the 1000");
	ExpectComplaint("ply\nformat binary_little_endian 1.0\n", "ASCII");
	ExpectComplaint("ply\nformat ascii 1.0\nelement vertex 4000000000\nproperty float x\n", "cannot hold");
	ExpectComplaint("ply\nformat ascii 1.0\nelement vertex -3\n", "cannot hold");
	ExpectComplaint("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nend_header\n1 2\n", "x, y and z");
	ExpectComplaint("ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nend_header\n1 2 3\n",
		"ends after 1 of 2");
}

TEST(LabParticleFile, ARecordedFrameIsReadBack)
{
	RecordedFrame frame;
	frame.time = 0.25;
	for (int k = 0; k < 50; ++k)
	{
		frame.position.push_back({0.1 * k, -1.0 / (k + 1), 1e-5 * k});
		frame.velocity.push_back({1, 2, static_cast<float>(k)});
		frame.object.push_back(static_cast<std::uint16_t>(k % 2));
	}
	const auto places = ParseParticles(MakePly(frame, {"first", "second\nelement vertex 7"}), Limit);
	ASSERT_TRUE(places.IsOk()) << places.Message();
	ASSERT_EQ(places.Value().size(), frame.position.size());
	for (std::size_t k = 0; k < places.Value().size(); ++k)
		EXPECT_LT(Norm(places.Value()[k] - frame.position[k]), 1e-8 * (1 + Norm(frame.position[k])));
	const auto table = ParseParticleTable(MakePly(frame, {"first", "second\nelement vertex 7"}), Limit);
	ASSERT_TRUE(table.IsOk()) << table.Message();
	EXPECT_EQ(table.Value().frame.time, 0.25);
	EXPECT_EQ(table.Value().frame.velocity, frame.velocity);
	EXPECT_EQ(table.Value().frame.object, frame.object);
	ASSERT_EQ(table.Value().names.size(), 2u);
	EXPECT_EQ(table.Value().names[0], "first");
}
