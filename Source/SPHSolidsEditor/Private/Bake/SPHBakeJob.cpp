// Copyright (c) 2026 The SPHSolids authors

#include "Bake/SPHBakeJob.h"

#include "Adapters/SPHSolidsTaskRunner.h"
#include "Bake/SPHBakeEstimate.h"
#include "Convert/SPHSolidsText.h"
#include "Convert/SPHSolidsUnits.h"
#include "Engine/StaticMesh.h"
#include "HAL/PlatformMemory.h"
#include "HAL/PlatformTime.h"
#include "MeshDescription.h"
#include "ProfilingDebugging/CpuProfilerTrace.h"

#include <SPHSolids/Bake/BakeBody.h>
#include <SPHSolids/Base/Hash.h>
#include <SPHSolids/Body/BodyArchive.h>
#include <SPHSolids/Skin/SkinBuilder.h>

namespace
{

/// Reading a mesh is this part of a job's bar.
constexpr double ReadingShare = 0.05;

/// The triangle that a mesh finding of the same name points at; none if no single one is to blame.
FString TriangleOf(const SPHSolids::MeshDiagnosis& Mesh, const std::string& Code)
{
	for (const SPHSolids::MeshFinding& Finding : Mesh.findings)
		if (Code == SPHSolids::NameOf(Finding.defect) && Finding.triangle != SPHSolids::NoTriangle)
			return FString::Printf(TEXT(", triangle %d"), static_cast<int32>(Finding.triangle));
	return FString();
}

FSPHBakeRemark RemarkOf(const SPHSolids::BodyFinding& Finding, const SPHSolids::MeshDiagnosis& Mesh)
{
	FSPHBakeRemark Remark;
	Remark.bProblem = Finding.severity == SPHSolids::FindingSeverity::Problem;
	Remark.bWarning = Finding.severity == SPHSolids::FindingSeverity::Warning;
	const FVector Place = SPHSolidsUnits::VectorToEngine(Finding.place);
	Remark.Text = SPHSolidsText::ToEngine(Finding.sentence);
	if (Finding.count > 0)
		Remark.Text +=
			FString::Printf(TEXT(" (Near X %.1f, Y %.1f, Z %.1f cm%s.)"), Place.X, Place.Y, Place.Z, *TriangleOf(Mesh, Finding.code));
	return Remark;
}

}

uint64 SPHHashOfSource(const SPHSolids::RenderMesh& Mesh, const SPHSolids::RenderMesh* SkinMesh)
{
	if (!SkinMesh)
		return SPHSolids::HashRenderMesh(Mesh);
	SPHSolids::Hash64 Both;
	Both.AddValue(SPHSolids::HashRenderMesh(Mesh));
	Both.AddValue(SPHSolids::HashRenderMesh(*SkinMesh));
	return Both.Value();
}

FSPHBakeJob::FSPHBakeJob(const FSPHBakeRequest& InRequest)
	: Request(InRequest)
	, KeepsMesh(InRequest.Mesh)
{
	Shared->Settings = Request.Settings;
	Shared->Name = SPHSolidsText::ToCore(Request.Mesh->GetName());
	if (const SPHSolids::Status Good = SPHSolids::CheckBakeSettings(Request.Settings); !Good.IsOk())
		Fail(SPHSolidsText::ToEngine(Good.Message()));
	else
		OpenReader(Request.SourceLOD);
}

FSPHBakeJob::~FSPHBakeJob()
{
	Cancel();
	if (Task.IsValid())
		Task.Wait();
}

void FSPHBakeJob::Fail(const FString& Message)
{
	Shared->Error = Message;
	Reader.Reset();
	State = EState::Done;
}

bool FSPHBakeJob::OpenReader(int32 LOD)
{
	FString Message;
	const FMeshDescription* Description = FSPHMeshSource::Find(*Request.Mesh, LOD, Message);
	if (Description && Request.MaxTriangles > 0 && Description->Triangles().Num() > Request.MaxTriangles)
	{
		Message = FString::Printf(TEXT("Level of detail %d has %d triangles, more than the %d that the options allow; choose a coarser "
									   "level or raise Max Triangles."),
			LOD, Description->Triangles().Num(), Request.MaxTriangles);
		Description = nullptr;
	}
	const double Needed = Description ? FSPHBakeEstimate::BakeBytes(Description->Triangles().Num()) : 0.0;
	if (const double Free = static_cast<double>(FPlatformMemory::GetStats().AvailablePhysical); Needed > Free)
	{
		Message = FString::Printf(
			TEXT("Level of detail %d has %d triangles; baking it needs about %.1f GB of memory, and %.1f GB are free. "
				 "Choose a coarser level or close other programs."),
			LOD, Description->Triangles().Num(), Needed / FSPHBakeEstimate::BytesPerGigabyte, Free / FSPHBakeEstimate::BytesPerGigabyte);
		Description = nullptr;
	}
	if (!Description)
	{
		Fail(Message);
		return false;
	}
	Reader = MakeUnique<FSPHMeshReader>(*Request.Mesh, *Description, LOD);
	return true;
}

bool FSPHBakeJob::Advance(double Seconds)
{
	if (State == EState::Baking && Task.IsCompleted())
	{
		State = EState::Done;
		return true;
	}
	if (State != EState::Reading)
		return false;
	if (Shared->bCancel)
	{
		Shared->bCancelled = true;
		Fail(FString(UTF8_TO_TCHAR(SPHSolids::CancelledMessage)));
		return true;
	}
	if (!Reader->Advance(Seconds))
		return false;
	if (bReadingSkin)
		Shared->SkinMesh.Emplace(Reader->Take());
	else
		Shared->Mesh = Reader->Take();
	Reader.Reset();
	if (Request.bSkin && !Request.Settings.skin && !bReadingSkin)
	{
		bReadingSkin = true;
		return !OpenReader(Request.SkinLOD);
	}
	State = EState::Ready;
	return true;
}

void FSPHBakeJob::StartBaking()
{
	check(State == EState::Ready);
	State = EState::Baking;
	Task = UE::Tasks::Launch(UE_SOURCE_LOCATION, [Shared = Shared] { Shared->Bake(); }, UE::Tasks::ETaskPriority::BackgroundNormal);
}

double FSPHBakeJob::GetFraction() const
{
	switch (State)
	{
	case EState::Reading: return Reader ? ReadingShare * static_cast<double>(Reader->Fraction()) * (bReadingSkin ? 1.0 : 0.5) : 0.0;
	case EState::Ready: return ReadingShare;
	case EState::Baking: return ReadingShare + (1 - ReadingShare) * Shared->Fraction;
	case EState::Done: break;
	}
	return 1;
}

FString FSPHBakeJob::GetStage() const
{
	return State == EState::Baking ? FString(UTF8_TO_TCHAR(Shared->Stage.load())) : FString(TEXT("Reading the mesh"));
}

bool FSPHBakeJob::FShared::Report(const char* InStage, double InFraction)
{
	Stage = InStage;
	Fraction = InFraction;
	return !bCancel;
}

void FSPHBakeJob::FShared::Bake()
{
	TRACE_CPUPROFILER_EVENT_SCOPE(SPHSolids_Bake);
	const double Start = FPlatformTime::Seconds();
	FSPHSolidsTaskRunner Runner;
	Runner.bBackground = true;
	FSPHMeshReader::FillMissingNormals(Mesh);
	if (SkinMesh.IsSet())
		FSPHMeshReader::FillMissingNormals(SkinMesh.GetValue());
	SPHSolids::BakeReport Notes;
	SPHSolids::Result<SPHSolids::BakedBody> Baked = SPHSolids::BakeBody(Mesh, Settings, Runner, this, &Notes);
	if (!Baked.IsOk())
	{
		bCancelled = bCancel;
		Error = SPHSolidsText::ToEngine(Baked.Message());
		return;
	}
	SPHSolids::BakedBody Made = Baked.TakeValue();
	Made.name = Name;
	if (SkinMesh.IsSet())
		Made.skin = SPHSolids::BindSkin(SkinMesh.GetValue(), Made.origin, Made.rest, SPHSolids::SkinSettings(), Runner).binding;
	Made.sourceHash = SPHHashOfSource(Mesh, SkinMesh.IsSet() ? &SkinMesh.GetValue() : nullptr);
	for (const SPHSolids::BodyFinding& Finding : Made.diagnosis.findings)
		Remarks.Add(RemarkOf(Finding, Notes.mesh));
	const std::vector<std::byte> Written = SPHSolids::WriteBody(Made);
	if (Written.size() > static_cast<std::size_t>(MAX_int32))
	{
		Error = TEXT("The body would be larger than 2 GB; ask for fewer particles or a coarser level of detail for the skin.");
		return;
	}
	Bytes.Append(reinterpret_cast<const uint8*>(Written.data()), static_cast<int32>(Written.size()));
	Body = MakeShared<FSPHSolidBody>(MoveTemp(Made));
	Mesh = {};
	SkinMesh.Reset();
	Seconds = FPlatformTime::Seconds() - Start;
	if (bCancel)
	{
		bCancelled = true;
		Body.Reset();
	}
}
