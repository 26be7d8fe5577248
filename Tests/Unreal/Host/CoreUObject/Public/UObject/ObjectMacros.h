// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/CoreUObject/EObjectFlags, .../EClassFlags, .../EPropertyFlags, .../EFunctionFlags; dev.epicgames.com/documentation/unreal-engine/reflection-system-in-unreal-engine.
#pragma once

#include "CoreMinimal.h"
#include "UObject/ScriptDelegates.h"

class UClass;
class UEnum;
class UFunction;
class UObject;
class UPackage;
class UScriptStruct;
class FObjectInitializer;

// The header tool reads these; the compiler does not.
#define UCLASS(...)
#define USTRUCT(...)
#define UENUM(...)
#define UINTERFACE(...)
#define UPROPERTY(...)
#define UFUNCTION(...)
#define UMETA(...)
#define UPARAM(...)
#define UDELEGATE(...)

#define HOST_BODY_INNER(FileId, Line) FileId##_##Line##_GENERATED_BODY
#define HOST_BODY(FileId, Line) HOST_BODY_INNER(FileId, Line)
/// The text that the header tool wrote for this line of this file.
#define GENERATED_BODY(...) HOST_BODY(CURRENT_FILE_ID, __LINE__)

#define PURE_VIRTUAL(func, ...)                                                                                                            \
	{                                                                                                                                      \
		Host::Fatal("Pure virtual not implemented", #func, __FILE__, __LINE__);                                                            \
		__VA_ARGS__                                                                                                                        \
	}

template <typename EnumType>
UEnum* StaticEnum();

enum EObjectFlags : uint32
{
	RF_NoFlags = 0,
	RF_Public = 0x1,
	RF_Standalone = 0x2,
	RF_Transactional = 0x8,
	RF_ClassDefaultObject = 0x10,
	RF_ArchetypeObject = 0x20,
	RF_Transient = 0x40,
	RF_NeedLoad = 0x400,
	RF_NeedPostLoad = 0x1000,
	RF_BeginDestroyed = 0x8000,
	RF_FinishDestroyed = 0x10000,
	RF_DefaultSubObject = 0x40000,
	RF_WasLoaded = 0x80000,
	RF_DuplicateTransient = 0x200000
};
inline EObjectFlags operator|(EObjectFlags A, EObjectFlags B)
{
	return static_cast<EObjectFlags>(static_cast<uint32>(A) | static_cast<uint32>(B));
}

enum EClassFlags : uint32
{
	CLASS_None = 0,
	CLASS_Abstract = 0x1,
	CLASS_DefaultConfig = 0x2,
	CLASS_Config = 0x4,
	CLASS_Transient = 0x8,
	CLASS_Native = 0x80,
	CLASS_NotPlaceable = 0x200,
	CLASS_PerObjectConfig = 0x400,
	CLASS_EditInlineNew = 0x1000,
	CLASS_CollapseCategories = 0x2000,
	CLASS_Interface = 0x4000,
	CLASS_Const = 0x10000,
	CLASS_MinimalAPI = 0x80000,
	CLASS_DefaultToInstanced = 0x200000,
	CLASS_Deprecated = 0x2000000,
	CLASS_HideDropDown = 0x4000000,
	CLASS_GlobalUserConfig = 0x8000000
};

enum EPropertyFlags : uint64
{
	CPF_None = 0,
	CPF_Edit = 0x1,
	CPF_BlueprintVisible = 0x4,
	CPF_ExportObject = 0x8,
	CPF_BlueprintReadOnly = 0x10,
	CPF_Net = 0x20,
	CPF_EditFixedSize = 0x40,
	CPF_Parm = 0x80,
	CPF_OutParm = 0x100,
	CPF_ReturnParm = 0x400,
	CPF_DisableEditOnTemplate = 0x800,
	CPF_Transient = 0x2000,
	CPF_Config = 0x4000,
	CPF_DisableEditOnInstance = 0x10000,
	CPF_EditConst = 0x20000,
	CPF_GlobalConfig = 0x40000,
	CPF_InstancedReference = 0x80000,
	CPF_DuplicateTransient = 0x200000,
	CPF_SaveGame = 0x1000000,
	CPF_NoClear = 0x2000000,
	CPF_BlueprintAssignable = 0x10000000,
	CPF_RepSkip = 0x80000000,
	CPF_RepNotify = 0x100000000,
	CPF_Interp = 0x200000000,
	CPF_EditorOnly = 0x800000000,
	CPF_AssetRegistrySearchable = 0x10000000000,
	CPF_SimpleDisplay = 0x20000000000,
	CPF_AdvancedDisplay = 0x40000000000,
	CPF_BlueprintCallable = 0x100000000000,
	CPF_BlueprintAuthorityOnly = 0x200000000000,
	CPF_TextExportTransient = 0x400000000000,
	CPF_NonPIEDuplicateTransient = 0x800000000000,
	CPF_SkipSerialization = 0x80000000000000
};

enum EFunctionFlags : uint32
{
	FUNC_None = 0,
	FUNC_Final = 0x1,
	FUNC_BlueprintAuthorityOnly = 0x4,
	FUNC_BlueprintCosmetic = 0x8,
	FUNC_Net = 0x40,
	FUNC_NetReliable = 0x80,
	FUNC_Exec = 0x200,
	FUNC_Native = 0x400,
	FUNC_Event = 0x800,
	FUNC_Static = 0x2000,
	FUNC_NetMulticast = 0x4000,
	FUNC_Public = 0x20000,
	FUNC_Private = 0x40000,
	FUNC_Protected = 0x80000,
	FUNC_NetServer = 0x200000,
	FUNC_NetClient = 0x1000000,
	FUNC_BlueprintCallable = 0x4000000,
	FUNC_BlueprintEvent = 0x8000000,
	FUNC_BlueprintPure = 0x10000000,
	FUNC_Const = 0x40000000,
	FUNC_NetValidate = 0x80000000
};

namespace EDuplicateMode
{
enum Type
{
	Normal,
	World,
	PIE
};
}

enum class EInternalObjectFlags : uint32
{
	None = 0,
	Garbage = 1 << 21,
	RootSet = 1 << 30
};
ENUM_CLASS_FLAGS(EInternalObjectFlags)
