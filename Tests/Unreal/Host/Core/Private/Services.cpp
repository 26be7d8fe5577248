// Copyright (c) 2026 The SPHSolids authors

// Console variables, stats, traces, custom versions, archives, modules.

#include "CoreMinimal.h"

#include "HAL/IConsoleManager.h"
#include "Host/Program.h"
#include "Misc/FileHelper.h"
#include "Modules/ModuleManager.h"
#include "ProfilingDebugging/CsvProfiler.h"
#include "Serialization/CustomVersion.h"
#include "Serialization/MemoryReader.h"
#include "Serialization/MemoryWriter.h"

#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

DEFINE_LOG_CATEGORY_STATIC(LogConsoleResponse, Log, All);

namespace Host
{
namespace
{

class FConsoleVariable final : public IConsoleVariable
{
public:
	FConsoleVariable(const FString& Value, const TCHAR* InHelp, uint32 InFlags)
		: Help(InHelp)
		, Flags(InFlags)
	{
		Store(Value);
	}
	using IConsoleVariable::Set;
	const TCHAR* GetHelp() const override { return *Help; }
	EConsoleVariableFlags GetFlags() const override { return static_cast<EConsoleVariableFlags>(Flags); }
	void Set(const TCHAR* Value, EConsoleVariableFlags SetBy) override
	{
		CheckGameThread("a console variable was set off the game thread");
		if ((Flags & ECVF_ReadOnly) && SetBy == ECVF_SetByConsole)
			return;
		Store(Value);
		OnChanged.ExecuteIfBound(this);
	}
	int32 GetInt() const override { return static_cast<int32>(Number.load()); }
	float GetFloat() const override { return static_cast<float>(Number.load()); }
	bool GetBool() const override { return Number.load() != 0.0; }
	FString GetString() const override
	{
		const std::lock_guard<std::mutex> Guard(Lock);
		return Text;
	}
	void SetOnChangedCallback(const FConsoleVariableDelegate& Delegate) override { OnChanged = Delegate; }

private:
	void Store(const FString& Value)
	{
		bool bValue = false;
		LexFromString(bValue, *Value);
		Number.store(Value.IsNumeric() ? FCString::Atod(*Value) : (bValue ? 1.0 : 0.0));
		const std::lock_guard<std::mutex> Guard(Lock);
		Text = Value;
	}
	FString Help;
	uint32 Flags;
	std::atomic<double> Number{0};
	mutable std::mutex Lock;
	FString Text;
	FConsoleVariableDelegate OnChanged;
};

class FConsoleCommand final : public IConsoleObject
{
public:
	FConsoleCommand(const TCHAR* InHelp, const FConsoleCommandWithWorldAndArgsDelegate& InCommand, uint32 InFlags)
		: Command(InCommand)
		, Help(InHelp)
		, Flags(InFlags)
	{
	}
	const TCHAR* GetHelp() const override { return *Help; }
	EConsoleVariableFlags GetFlags() const override { return static_cast<EConsoleVariableFlags>(Flags); }
	FConsoleCommandWithWorldAndArgsDelegate Command;

private:
	FString Help;
	uint32 Flags;
};

class FConsoleManager final : public IConsoleManager
{
public:
	IConsoleVariable* RegisterConsoleVariable(const TCHAR* Name, int32 Value, const TCHAR* Help, uint32 Flags) override
	{
		return AddVariable(Name, FString::FromInt(Value), Help, Flags);
	}
	IConsoleVariable* RegisterConsoleVariable(const TCHAR* Name, float Value, const TCHAR* Help, uint32 Flags) override
	{
		return AddVariable(Name, FString::SanitizeFloat(static_cast<double>(Value)), Help, Flags);
	}
	IConsoleVariable* RegisterConsoleVariable(const TCHAR* Name, bool Value, const TCHAR* Help, uint32 Flags) override
	{
		return AddVariable(Name, Value ? TEXT("1") : TEXT("0"), Help, Flags);
	}
	IConsoleVariable* RegisterConsoleVariable(const TCHAR* Name, const FString& Value, const TCHAR* Help, uint32 Flags) override
	{
		return AddVariable(Name, Value, Help, Flags);
	}
	IConsoleObject* RegisterConsoleCommand(
		const TCHAR* Name, const TCHAR* Help, const FConsoleCommandWithWorldAndArgsDelegate& Command, uint32 Flags) override
	{
		return Add(Name, new FConsoleCommand(Help, Command, Flags));
	}
	void UnregisterConsoleObject(IConsoleObject* Object, bool) override
	{
		for (auto Entry = Objects.CreateIterator(); Entry; ++Entry)
			if (Entry.Value().Get() == Object)
			{
				Entry.RemoveCurrent();
				return;
			}
	}
	IConsoleVariable* FindConsoleVariable(const TCHAR* Name) const override
	{
		IConsoleObject* Found = FindConsoleObject(Name);
		return Found ? Found->AsVariable() : nullptr;
	}
	IConsoleObject* FindConsoleObject(const TCHAR* Name) const override
	{
		const TSharedPtr<IConsoleObject>* Found = Objects.Find(Name);
		return Found ? Found->Get() : nullptr;
	}
	bool ProcessUserConsoleInput(const TCHAR* Input, UWorld* World) override
	{
		TArray<FString> Words;
		FString(Input).ParseIntoArray(Words, TEXT(" "));
		IConsoleObject* Object = Words.IsEmpty() ? nullptr : FindConsoleObject(*Words[0]);
		if (!Object)
			return false;
		Words.RemoveAt(0);
		if (IConsoleVariable* Variable = Object->AsVariable())
		{
			if (!Words.IsEmpty())
				Variable->Set(*Words[0], ECVF_SetByConsole);
			UE_LOG(LogConsoleResponse, Log, TEXT("%s = \"%s\""), Input, *Variable->GetString());
		}
		else
			static_cast<FConsoleCommand*>(Object)->Command.ExecuteIfBound(Words, World);
		return true;
	}

private:
	template <typename T>
	T* Add(const TCHAR* Name, T* Object)
	{
		HOST_CHECK(!Objects.Contains(Name), "two console objects have the same name");
		Objects.Add(FString(Name), TSharedPtr<IConsoleObject>(Object));
		return Object;
	}
	IConsoleVariable* AddVariable(const TCHAR* Name, const FString& Value, const TCHAR* Help, uint32 Flags)
	{
		HOST_CHECK(Help && *Help, "a console variable has no help text");
		return Add(Name, new FConsoleVariable(Value, Help, Flags));
	}
	TMap<FString, TSharedPtr<IConsoleObject>> Objects;
};

struct FRegistry
{
	std::mutex Lock;
	std::map<std::string, FStat*> Stats;
	// Found by view, so that counting a frame costs no memory: tests count allocations.
	std::map<std::string, uint64, std::less<>> Traces;
	std::map<std::string, std::map<std::string, double, std::less<>>, std::less<>> Csv;
	TMap<FGuid, int32> CustomVersions;

	static FRegistry& Get()
	{
		static FRegistry* Registry = new FRegistry;
		return *Registry;
	}
};

thread_local int32 TraceDepth = 0;

template <typename MapType>
auto& FoundOrMade(MapType& Map, std::string_view Key)
{
	const auto Found = Map.find(Key);
	return Found != Map.end() ? Found->second : Map[std::string(Key)];
}

struct FModuleEntry
{
	FName Name;
	IModuleInterface* (*Create)();
	TUniquePtr<IModuleInterface> Module;
};

std::vector<FModuleEntry>& ModuleEntries()
{
	static std::vector<FModuleEntry> Entries;
	return Entries;
}

TArray<FName>& LoadOrder()
{
	static TArray<FName> Order;
	return Order;
}

FModuleEntry* FindModuleEntry(FName Name)
{
	for (FModuleEntry& Entry : ModuleEntries())
		if (Entry.Name == Name)
			return &Entry;
	return nullptr;
}

}

FStat::FStat(const char* InId, const TCHAR* InName, const char* InGroup)
	: Id(InId)
	, Name(InName)
	, Group(InGroup)
{
	const std::lock_guard<std::mutex> Guard(FRegistry::Get().Lock);
	FRegistry::Get().Stats[InId] = this;
}

const FStat* FindStat(const char* Id)
{
	const std::lock_guard<std::mutex> Guard(FRegistry::Get().Lock);
	const auto Found = FRegistry::Get().Stats.find(Id);
	return Found == FRegistry::Get().Stats.end() ? nullptr : Found->second;
}

FString DescribeStatGroup(const char* Group)
{
	const std::lock_guard<std::mutex> Guard(FRegistry::Get().Lock);
	FString Text;
	for (const auto& [Id, Stat] : FRegistry::Get().Stats)
		if (std::string(Stat->Group) == Group)
			Text.Appendf(TEXT("%-40s calls %llu  ms %.3f  value %lld  %.3f\n"), Stat->Name, Stat->Calls.load(),
				static_cast<double>(Stat->Nanoseconds.load()) * 1e-6, Stat->Integer.load(), Stat->Real.load());
	return Text;
}

FScopeCycleCounter::FScopeCycleCounter(FStat& InStat)
	: Stat(InStat)
	, Start(FPlatformTime::Cycles64())
{
}

FScopeCycleCounter::~FScopeCycleCounter()
{
	Stat.Calls.fetch_add(1);
	Stat.Nanoseconds.fetch_add(FPlatformTime::Cycles64() - Start);
}

FTraceScope::FTraceScope(const char* InName)
{
	++TraceDepth;
	const std::lock_guard<std::mutex> Guard(FRegistry::Get().Lock);
	++FoundOrMade(FRegistry::Get().Traces, InName);
}

FTraceScope::~FTraceScope()
{
	--TraceDepth;
}

uint64 FTraceScope::Count(const char* Name)
{
	const std::lock_guard<std::mutex> Guard(FRegistry::Get().Lock);
	return FRegistry::Get().Traces[Name];
}

int32 FTraceScope::Depth()
{
	return TraceDepth;
}

void SetCsvStat(const char* Category, const char* Stat, double Value, ECsvCustomStatOp Operation)
{
	const std::lock_guard<std::mutex> Guard(FRegistry::Get().Lock);
	double& Stored = FoundOrMade(FoundOrMade(FRegistry::Get().Csv, Category), Stat);
	Stored = Operation == ECsvCustomStatOp::Accumulate ? Stored + Value
		: Operation == ECsvCustomStatOp::Min           ? FMath::Min(Stored, Value)
		: Operation == ECsvCustomStatOp::Max           ? FMath::Max(Stored, Value)
													   : Value;
}

double GetCsvStat(const char* Category, const char* Stat)
{
	const std::lock_guard<std::mutex> Guard(FRegistry::Get().Lock);
	return FoundOrMade(FoundOrMade(FRegistry::Get().Csv, Category), Stat);
}

int32 LatestCustomVersion(const FGuid& Key)
{
	const std::lock_guard<std::mutex> Guard(FRegistry::Get().Lock);
	const int32* Found = FRegistry::Get().CustomVersions.Find(Key);
	HOST_CHECK(Found, "UsingCustomVersion of a key that no FCustomVersionRegistration knows");
	return *Found;
}

int32 SerializeCount(FArchive& Ar, int32 Count)
{
	Ar << Count;
	if (Ar.IsLoading() && (Ar.IsError() || Count < 0 || (Ar.TotalSize() >= 0 && Count > Ar.TotalSize() - Ar.Tell())))
	{
		Ar.SetError();
		return 0;
	}
	return Count;
}

FModuleRegistrar::FModuleRegistrar(const TCHAR* Name, IModuleInterface* (*Create)())
{
	HOST_CHECK(!FindModuleEntry(Name), "IMPLEMENT_MODULE twice for one module");
	ModuleEntries().push_back({Name, Create, nullptr});
}

}

IConsoleManager& IConsoleManager::Get()
{
	static Host::FConsoleManager* Manager = new Host::FConsoleManager; // outlives the variables of static lifetime
	return *Manager;
}

FCustomVersionRegistration::FCustomVersionRegistration(FGuid InKey, int32 Version, FName)
	: Key(InKey)
{
	const std::lock_guard<std::mutex> Guard(Host::FRegistry::Get().Lock);
	HOST_CHECK(!Host::FRegistry::Get().CustomVersions.Contains(Key), "two custom versions have the same key");
	Host::FRegistry::Get().CustomVersions.Add(Key, Version);
}

FCustomVersionRegistration::~FCustomVersionRegistration()
{
	const std::lock_guard<std::mutex> Guard(Host::FRegistry::Get().Lock);
	Host::FRegistry::Get().CustomVersions.Remove(Key);
}

FArchive& FArchive::operator<<(FName&)
{
	HOST_CHECK(false, "this archive does not know how to store an FName");
	return *this;
}

FArchive& FArchive::operator<<(UObject*&)
{
	HOST_CHECK(false, "this archive does not know how to store a reference to an object");
	return *this;
}

void FArchive::UsingCustomVersion(const FGuid& Key)
{
	const int32 Latest = Host::LatestCustomVersion(Key);
	if (IsSaving())
		Versions.Add(Key, Latest);
}

int32 FArchive::CustomVer(const FGuid& Key) const
{
	const int32* Found = Versions.Find(Key);
	HOST_CHECK(Found || IsLoading(), "CustomVer without UsingCustomVersion before it");
	return Found ? *Found : INDEX_NONE;
}

void FArchive::SetCustomVersion(const FGuid& Key, int32 Version, FName)
{
	Versions.Add(Key, Version);
}

FArchive& operator<<(FArchive& Ar, FString& Value)
{
	TArray<uint16> Characters;
	for (int32 Index = 0; Index < Value.Len(); ++Index)
		Characters.Add(Value[Index]);
	Ar << Characters;
	if (Ar.IsLoading())
	{
		Value.Empty();
		for (const uint16 Character : Characters)
			Value += static_cast<TCHAR>(Character);
	}
	return Ar;
}

FArchive& operator<<(FArchive& Ar, FText& Value)
{
	FString Source = Value.ToString();
	Ar << Source;
	if (Ar.IsLoading())
		Value = FText::FromString(Source);
	return Ar;
}

FArchive& FMemoryArchive::operator<<(FName& Name)
{
	FString Text = Name.ToString();
	FArchive& Ar = *this;
	Ar << Text;
	if (IsLoading())
		Name = FName(*Text);
	return *this;
}

void FMemoryReader::Serialize(void* Data, int64 Length)
{
	if (Length == 0 || IsError())
		return;
	if (Length < 0 || Offset < 0 || Length > Bytes.Num() - Offset)
	{
		SetError();
		return;
	}
	FMemory::Memcpy(Data, Bytes.GetData() + Offset, static_cast<SIZE_T>(Length));
	Offset += Length;
}

void FMemoryWriter::Serialize(void* Data, int64 Length)
{
	if (Length == 0)
		return;
	if (Offset + Length > Bytes.Num())
		Bytes.AddUninitialized(static_cast<int32>(Offset + Length - Bytes.Num()));
	FMemory::Memcpy(Bytes.GetData() + Offset, Data, static_cast<SIZE_T>(Length));
	Offset += Length;
}

FModuleManager& FModuleManager::Get()
{
	static FModuleManager Manager;
	return Manager;
}

IModuleInterface* FModuleManager::LoadModule(FName Name)
{
	Host::FModuleEntry* Entry = Host::FindModuleEntry(Name);
	if (!Entry)
		return nullptr;
	if (!Entry->Module)
	{
		Entry->Module = TUniquePtr<IModuleInterface>(Entry->Create());
		Entry->Module->StartupModule();
		Host::LoadOrder().Add(Name);
	}
	return Entry->Module.Get();
}

IModuleInterface* FModuleManager::GetModule(FName Name) const
{
	const Host::FModuleEntry* Entry = Host::FindModuleEntry(Name);
	return Entry ? Entry->Module.Get() : nullptr;
}

bool FModuleManager::UnloadModule(FName Name)
{
	Host::FModuleEntry* Entry = Host::FindModuleEntry(Name);
	if (!Entry || !Entry->Module)
		return false;
	Entry->Module->PreUnloadCallback();
	Entry->Module->ShutdownModule();
	Entry->Module.Reset();
	Host::LoadOrder().Remove(Name);
	return true;
}

void FModuleManager::UnloadModulesAtShutdown()
{
	while (!Host::LoadOrder().IsEmpty())
		UnloadModule(FName(Host::LoadOrder().Last()));
}

bool FFileHelper::LoadFileToArray(TArray<uint8>& Result, const TCHAR* Filename, uint32)
{
	std::ifstream File(Host::ToUtf8(Filename), std::ios::binary);
	if (!File)
		return false;
	const std::vector<char> Bytes((std::istreambuf_iterator<char>(File)), std::istreambuf_iterator<char>());
	Result.Reset();
	Result.Append(reinterpret_cast<const uint8*>(Bytes.data()), static_cast<int32>(Bytes.size()));
	return !File.bad();
}

bool FFileHelper::SaveArrayToFile(const TArray<uint8>& Array, const TCHAR* Filename)
{
	std::ofstream File(Host::ToUtf8(Filename), std::ios::binary);
	File.write(reinterpret_cast<const char*>(Array.GetData()), Array.Num());
	File.close();
	return File.good();
}

bool FFileHelper::LoadFileToString(FString& Result, const TCHAR* Filename)
{
	TArray<uint8> Bytes;
	if (!LoadFileToArray(Bytes, Filename))
		return false;
	Result = FString(std::string(reinterpret_cast<const char*>(Bytes.GetData()), static_cast<SIZE_T>(Bytes.Num())).c_str());
	return true;
}

bool FFileHelper::SaveStringToFile(const FString& String, const TCHAR* Filename, EEncodingOptions)
{
	const std::string Text = Host::ToUtf8(*String);
	TArray<uint8> Bytes;
	Bytes.Append(reinterpret_cast<const uint8*>(Text.data()), static_cast<int32>(Text.size()));
	return SaveArrayToFile(Bytes, Filename);
}
