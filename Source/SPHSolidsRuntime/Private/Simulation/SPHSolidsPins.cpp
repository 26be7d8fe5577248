// Copyright (c) 2026 The SPHSolids authors

#include "Simulation/SPHSolidsPins.h"

#include "Convert/SPHSolidsUnits.h"
#include "SPHPinComponent.h"
#include "SPHSolidComponent.h"
#include "Simulation/SPHSolidInstance.h"

namespace
{

SPHSolids::Pose FrameToCore(const FTransform& Frame)
{
	return {SPHSolidsUnits::VectorToCore(Frame.GetLocation()), SPHSolidsUnits::RotationToCore(Frame.GetRotation())};
}

/// Axis times angle of a rotation, rad.
SPHSolids::Vec3d RotationVector(const SPHSolids::Mat3d& Rotation)
{
	const double Cosine = FMath::Clamp((SPHSolids::Trace(Rotation) - 1.0) * 0.5, -1.0, 1.0);
	const SPHSolids::Vec3d Twice{Rotation(2, 1) - Rotation(1, 2), Rotation(0, 2) - Rotation(2, 0), Rotation(1, 0) - Rotation(0, 1)};
	const double Sine = SPHSolids::Norm(Twice) * 0.5;
	const double Angle = FMath::Atan2(Sine, Cosine);
	if (Sine > 1e-9)
		return Twice * (Angle / (2 * Sine));
	if (Cosine > 0)
		return Twice * 0.5;
	// Half a turn: the axis is the column of R + 1 that is longest.
	SPHSolids::Vec3d Axis;
	for (int Column = 0; Column < 3; ++Column)
	{
		const SPHSolids::Vec3d Candidate = (Rotation + SPHSolids::Mat3d::Identity()).Column(Column);
		if (SPHSolids::SquaredNorm(Candidate) > SPHSolids::SquaredNorm(Axis))
			Axis = Candidate;
	}
	return SPHSolids::NormalizedOr(Axis, {0, 0, 1}) * Angle;
}

}

void FSPHSolidsPins::Add(USPHPinComponent& Pin)
{
	Waiting.AddUnique(&Pin);
}

void FSPHSolidsPins::Remove(USPHPinComponent& Pin)
{
	Waiting.Remove(&Pin);
	TArray<SPHSolids::BodyId> Changed;
	for (int32 Index = Groups.Num() - 1; Index >= 0; --Index)
		if (Groups[Index].Pin == &Pin)
		{
			Changed.Add(Groups[Index].Body);
			Groups.RemoveAt(Index);
		}
	for (const SPHSolids::BodyId Body : Changed)
		HoldAnew(Body);
}

int32 FSPHSolidsPins::Hold(FSPHSolidInstance& Instance, std::vector<std::uint32_t>&& Particles)
{
	FGroup Group;
	Group.Body = Instance.Id;
	Group.StartTime = Core.Time();
	const auto Held = Core.PinParticles(Instance.Id, Particles, Group.Motion);
	if (!Held.IsOk() || Held.Value() == 0)
		return 0;
	Group.Particles = std::move(Particles);
	Groups.Add(MoveTemp(Group));
	return static_cast<int32>(Held.Value());
}

void FSPHSolidsPins::Release(const FSPHSolidInstance& Instance)
{
	Core.Unpin(Instance.Id);
	for (int32 Index = Groups.Num() - 1; Index >= 0; --Index)
		if (Groups[Index].Body == Instance.Id)
		{
			// A body that starts anew is taken hold of anew.
			if (USPHPinComponent* Pin = Groups[Index].Pin.Get(); Pin && !Core.Find(Instance.Id))
				Waiting.AddUnique(Pin);
			Groups.RemoveAt(Index);
		}
}

void FSPHSolidsPins::Shift(const SPHSolids::Vec3d& Offset)
{
	for (FGroup& Group : Groups)
	{
		Group.Start.position += Offset;
		Group.Motion.Shift(Offset);
	}
}

void FSPHSolidsPins::TakeHold(USPHPinComponent& Pin)
{
	USPHSolidComponent* Solid = Pin.FindSolid();
	FSPHSolidInstance* Instance = Solid ? Solid->GetInstance() : nullptr;
	const SPHSolids::SolidBody* Body = Instance ? Core.Find(Instance->Id) : nullptr;
	if (!Body)
		return;
	std::vector<std::uint32_t> Particles;
	for (std::uint32_t Index = 0; Index < Body->ParticleCount(); ++Index)
		if (!Body->IsMelted(Index) && Pin.Contains(SPHSolidsUnits::VectorToEngine(Body->origin + Body->position[Index].Cast<double>())))
			Particles.push_back(Index);
	Waiting.Remove(&Pin);
	const int32 Num = Hold(*Instance, std::move(Particles));
	Pin.NotifyHeld(Num);
	if (Num == 0)
		return;
	FGroup& Group = Groups.Last();
	Group.Pin = &Pin;
	Group.Start = FrameToCore(Pin.GetFollowedFrame());
}

bool FSPHSolidsPins::RetargetGroup(FGroup& Group, double Seconds)
{
	const USPHPinComponent* Pin = Group.Pin.Get();
	if (!Pin || !Core.Find(Group.Body))
		return false;
	const FTransform Frame = Pin->GetFollowedFrame();
	if (Frame.ContainsNaN())
		return false;
	// Where the motion so far has brought the frame: a frame's time rarely ends with a step.
	const SPHSolids::PinMotion::Pose Moved = Group.Motion.PoseAt(Now - Group.StartTime);
	const SPHSolids::Pose Reached{Group.Start.position + Moved.translation, Moved.rotation * Group.Start.rotation};
	const SPHSolids::Pose Target = FrameToCore(Frame);
	const SPHSolids::Vec3d Translation = Target.position - Reached.position;
	const SPHSolids::Vec3d Rotation = RotationVector(Target.rotation * SPHSolids::Transpose(Reached.rotation));
	const bool bStands = SPHSolids::Norm(Translation) < 1e-7 && SPHSolids::Norm(Rotation) < 1e-7;
	const SPHSolids::PinMotion::Pose Later = Group.Motion.PoseAt(Now - Group.StartTime + 1);
	const bool bWouldStand =
		SPHSolids::Norm(Later.translation - Moved.translation) < 1e-7 && SPHSolids::FrobeniusNorm(Later.rotation - Moved.rotation) < 1e-7;
	if (bStands && bWouldStand)
		return false;
	const SPHSolids::PinMotion::Keyframe Keys[] = {{0, {}, {}}, {FMath::Max(Seconds, 1e-6), Translation, Rotation}};
	auto Motion = SPHSolids::PinMotion::Keyframes(Reached.position, Keys);
	if (!Motion.IsOk())
		return false;
	Group.Start = Reached;
	Group.Motion = Motion.TakeValue();
	Group.StartTime = Now;
	return true;
}

void FSPHSolidsPins::HoldAnew(SPHSolids::BodyId Body)
{
	// The core knows no way to change the motion of a pin, so all pins of the body let go and take hold again at once. The same particles
	// stay held, so the solver keeps its factor.
	Core.Unpin(Body);
	for (const FGroup& Group : Groups)
		if (Group.Body == Body)
			(void)Core.PinParticles(Body, Group.Particles, Group.StartTime == Core.Time() ? Group.Motion : SPHSolids::PinMotion::Hold());
}

void FSPHSolidsPins::Update(double Seconds)
{
	for (const TWeakObjectPtr<USPHPinComponent>& Pin : TArray<TWeakObjectPtr<USPHPinComponent>>(Waiting))
	{
		if (Pin.IsValid())
			TakeHold(*Pin);
		else
			Waiting.Remove(Pin);
	}
	Now = Core.Time();
	TArray<SPHSolids::BodyId, TInlineAllocator<8>> Changed;
	for (FGroup& Group : Groups)
		if (RetargetGroup(Group, Seconds))
			Changed.AddUnique(Group.Body);
	for (const SPHSolids::BodyId Body : Changed)
		HoldAnew(Body);
}
