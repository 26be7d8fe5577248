#include <SPHSolids/World/BodyPacket.h>
#include <SPHSolids/World/World.h>

#include <Scenes/SolidScenes.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace SPHSolids;
using namespace SPHSolids::Scenes;

namespace
{

SolidBody Block()
{
	SolidBodyDef def = LatticeBody(8, 6, 5, 0.02, MaterialOf(MaterialModel::StableNeoHookean, 3e4, 0.4, 1000, 1));
	def.position = {1e4, -2e3, 5};
	return SolidBody::Create(def).TakeValue();
}

/// Largest distance of a particle from where it is, m.
double LargestError(const SolidBody& body, const BodyPacketState& state)
{
	double largest = 0;
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
		largest =
			std::max(largest, Norm(body.origin + body.position[i].Cast<double>() - (state.origin + state.position[i].Cast<double>())));
	return largest;
}

}

/// Largest difference of a particle's velocity, m/s.
static double LargestVelocityError(const SolidBody& body, const BodyPacketState& state)
{
	double largest = 0;
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
		largest = std::max(largest, static_cast<double>(Norm(body.velocity[i] - state.velocity[i])));
	return largest;
}

TEST(BodyPacket, AnAffineMotionNeedsNoBitsForItsParticles)
{
	SolidBody body = Block();
	const Mat3 F = {{{1.2f, 0.3f, 0}, {-0.2f, 0.9f, 0.1f}, {0, 0.4f, 1.1f}}};
	const Mat3 rate = {{{0, -2, 0.5f}, {2, 0, 0}, {0, 1, 0.3f}}};
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
	{
		body.velocity[i] = Vec3{1, 2, -3} + rate * body.Rest().state.position[i];
		body.position[i] = F * body.Rest().state.position[i];
	}
	const std::vector<std::byte> packet = PackBody(body, {0, 0});
	EXPECT_EQ(packet.size(), 136u);
	const auto state = UnpackBody(body.Rest(), packet);
	ASSERT_TRUE(state.IsOk()) << state.Message();
	EXPECT_LT(LargestError(body, state.Value()), 1e-6);
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
		EXPECT_LT(Norm(state.Value().velocity[i] - body.velocity[i]), 1e-5f);
}

TEST(BodyPacket, ErrorsHalveWithEveryBitAndStayBelowHalfAStep)
{
	SolidBody body = Block();
	double bent = 0, whirled = 0;
	for (std::size_t i = 0; i < body.ParticleCount(); ++i)
	{
		const Vec3 X = body.Rest().state.position[i];
		body.position[i].z += 3 * X.x * X.x + 0.2f * X.y * X.x;
		body.velocity[i] = {10 * X.z * X.z, 0, X.x};
		bent = std::max(bent, static_cast<double>(3 * X.x * X.x));
		whirled = std::max(whirled, static_cast<double>(10 * X.z * X.z));
	}
	double lastPlaces = 1e30, lastVelocities = 1e30;
	for (const int bits : {4, 8, 12, 16})
	{
		const std::vector<std::byte> packet = PackBody(body, {bits, bits});
		EXPECT_EQ(packet.size(), 136 + (body.ParticleCount() * 6 * static_cast<std::size_t>(bits) + 7) / 8);
		const auto state = UnpackBody(body.Rest(), packet);
		ASSERT_TRUE(state.IsOk());
		// The range is at most twice the bend, a step its 2^bits-th part; half a step on each of three axes, and rounding of floats.
		const double places = LargestError(body, state.Value()), velocities = LargestVelocityError(body, state.Value());
		EXPECT_LT(places, 0.87 * 2 * bent / ((1 << bits) - 1) + 1e-7) << bits;
		EXPECT_LT(velocities, 0.87 * 2 * whirled / ((1 << bits) - 1) + 1e-6) << bits;
		// Four bits more are a sixteenth of the error, until floats end it.
		EXPECT_LT(places, lastPlaces / 8 + 1e-7) << bits;
		EXPECT_LT(velocities, lastVelocities / 8 + 1e-6) << bits;
		lastPlaces = places;
		lastVelocities = velocities;
	}
}

TEST(BodyPacket, ASheetAndAPointArePackedToo)
{
	SolidBodyDef def = LatticeBody(6, 6, 1, 0.02, MaterialOf(MaterialModel::StableNeoHookean, 3e4, 0.4, 1000, 1));
	SolidBody sheet = SolidBody::Create(def).TakeValue();
	const auto flat = UnpackBody(sheet.Rest(), PackBody(sheet, {0, 0}));
	ASSERT_TRUE(flat.IsOk());
	EXPECT_LT(LargestError(sheet, flat.Value()), 1e-6);
	std::fill(sheet.position.begin(), sheet.position.end(), Vec3{});
	EXPECT_LT(LargestError(sheet, UnpackBody(sheet.Rest(), PackBody(sheet)).Value()), 1e-6);
}

TEST(BodyPacket, TheReceiverGoesOnFromIt)
{
	WorldDef def;
	auto sender = World::Create(def).TakeValue(), receiver = World::Create(def).TakeValue();
	const auto tasks = MakeSerialTaskRunner();
	const SolidBodyDef body = LatticeBody(6, 5, 5, 0.02, MaterialOf(MaterialModel::StableNeoHookean, 3e4, 0.4, 1000, 1));
	BodyId ids[2];
	for (World* world : {sender.get(), receiver.get()})
	{
		world->AddBoundary({}).Value();
		ids[world == receiver.get()] = world->AddBody(body).Value();
	}
	sender->ApplyImpulse(ids[0], {0, 0, 0.1}, 0.1, {0.5, 0, 0});
	for (int k = 0; k < 30; ++k)
		sender->Step(1.0 / 60, *tasks);
	const SolidBody& sent = *sender->Find(ids[0]);
	const auto state = UnpackBody(sent.Rest(), PackBody(sent, {12, 10}));
	ASSERT_TRUE(receiver->SetState(ids[1], state.Value().origin, state.Value().position, state.Value().velocity).IsOk());
	for (int k = 0; k < 6; ++k)
	{
		sender->Step(1.0 / 60, *tasks);
		receiver->Step(1.0 / 60, *tasks);
	}
	const SolidBody& received = *receiver->Find(ids[1]);
	EXPECT_LT(Norm(sent.CentreOfMass() - received.CentreOfMass()), 1e-4);
}

TEST(BodyPacket, DamagedOrForeignPacketsAreRefused)
{
	const SolidBody body = Block();
	const std::vector<std::byte> whole = PackBody(body, {10, 10});
	for (std::size_t length = 0; length < whole.size(); length += 7)
		EXPECT_FALSE(UnpackBody(body.Rest(), std::span(whole).first(length)).IsOk()) << length;
	for (std::size_t place = 0; place < whole.size(); place += 11)
	{
		std::vector<std::byte> flipped = whole;
		flipped[place] ^= std::byte{4};
		EXPECT_FALSE(UnpackBody(body.Rest(), flipped).IsOk()) << place;
	}
	const SolidBodyDef other = LatticeBody(2, 2, 2, 0.02, MaterialOf(MaterialModel::StableNeoHookean, 3e4, 0.4, 1000, 1));
	EXPECT_FALSE(UnpackBody(*other.rest, whole).IsOk());
}
