// Copyright (c) 2026 The SPHSolids authors
// Checked against: dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/FModuleManager, dev.epicgames.com/documentation/unreal-engine/unreal-engine-modules (IMPLEMENT_MODULE once per module); CesiumGS/cesium-unreal.
#pragma once

#include "Modules/ModuleInterface.h"
#include "Templates/Function.h"
#include "UObject/NameTypes.h"

class FDefaultModuleImpl : public IModuleInterface
{
};

class FDefaultGameModuleImpl : public FDefaultModuleImpl
{
public:
	bool IsGameModule() const override { return true; }
};

/// Modules of the program. Loading one starts it; they are shut down in the opposite order.
class FModuleManager
{
public:
	static FModuleManager& Get();
	IModuleInterface* LoadModule(FName Name);
	IModuleInterface* GetModule(FName Name) const;
	bool IsModuleLoaded(FName Name) const { return GetModule(Name) != nullptr; }
	bool UnloadModule(FName Name);
	void UnloadModulesAtShutdown();
	template <typename T>
	static T& LoadModuleChecked(FName Name)
	{
		IModuleInterface* Module = Get().LoadModule(Name);
		checkf(Module, TEXT("Module %s could not be loaded"), *Name.ToString());
		return static_cast<T&>(*Module);
	}
	template <typename T>
	static T* GetModulePtr(FName Name)
	{
		return static_cast<T*>(Get().GetModule(Name));
	}
	template <typename T>
	static T& GetModuleChecked(FName Name)
	{
		T* Module = GetModulePtr<T>(Name);
		checkf(Module, TEXT("Module %s is not loaded"), *Name.ToString());
		return *Module;
	}
};

namespace Host
{

struct FModuleRegistrar
{
	FModuleRegistrar(const TCHAR* Name, IModuleInterface* (*Create)());
};

}

#define IMPLEMENT_MODULE(ModuleImplClass, ModuleName)                                                                                      \
	static const Host::FModuleRegistrar HostModule_##ModuleName(                                                                           \
		TEXT(#ModuleName), []() -> IModuleInterface* { return new ModuleImplClass(); });
#define IMPLEMENT_GAME_MODULE(ModuleImplClass, ModuleName) IMPLEMENT_MODULE(ModuleImplClass, ModuleName)
