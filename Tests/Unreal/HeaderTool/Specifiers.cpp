#include "Specifiers.h"

#include "RuleSupport.h"
#include "Writer.h"

#include <map>

namespace HeaderTool
{
namespace
{

using Table = std::map<std::string, const char*>;

const char* Look(const Table& table, const std::string& key)
{
	const auto found = table.find(key);
	return found == table.end() ? nullptr : found->second;
}

}

// Names and meanings: dev.epicgames.com/documentation/unreal-engine/unreal-engine-uproperties, .../ufunctions-in-unreal-engine,
// .../class-specifiers, .../struct-specifiers. Only those that a plugin of ours could want.

const char* PropertyFlags(const std::string& specifier)
{
	static const Table table{{"EditAnywhere", "CPF_Edit"}, {"EditDefaultsOnly", "CPF_Edit | CPF_DisableEditOnInstance"},
		{"EditInstanceOnly", "CPF_Edit | CPF_DisableEditOnTemplate"}, {"VisibleAnywhere", "CPF_Edit | CPF_EditConst"},
		{"VisibleDefaultsOnly", "CPF_Edit | CPF_EditConst | CPF_DisableEditOnInstance"},
		{"VisibleInstanceOnly", "CPF_Edit | CPF_EditConst | CPF_DisableEditOnTemplate"}, {"BlueprintReadWrite", "CPF_BlueprintVisible"},
		{"BlueprintReadOnly", "CPF_BlueprintVisible | CPF_BlueprintReadOnly"}, {"BlueprintGetter", "CPF_BlueprintVisible"},
		{"BlueprintSetter", "CPF_BlueprintVisible"}, {"BlueprintAssignable", "CPF_BlueprintAssignable"},
		{"BlueprintCallable", "CPF_BlueprintCallable"}, {"BlueprintAuthorityOnly", "CPF_BlueprintAuthorityOnly"},
		{"Transient", "CPF_Transient"}, {"DuplicateTransient", "CPF_DuplicateTransient"},
		{"NonPIEDuplicateTransient", "CPF_NonPIEDuplicateTransient"}, {"TextExportTransient", "CPF_TextExportTransient"},
		{"Config", "CPF_Config"}, {"GlobalConfig", "CPF_Config | CPF_GlobalConfig"},
		{"Instanced", "CPF_InstancedReference | CPF_ExportObject"}, {"Export", "CPF_ExportObject"}, {"Replicated", "CPF_Net"},
		{"ReplicatedUsing", "CPF_Net | CPF_RepNotify"}, {"NotReplicated", "CPF_RepSkip"}, {"SaveGame", "CPF_SaveGame"},
		{"Interp", "CPF_Edit | CPF_BlueprintVisible | CPF_Interp"}, {"AdvancedDisplay", "CPF_AdvancedDisplay"},
		{"SimpleDisplay", "CPF_SimpleDisplay"}, {"AssetRegistrySearchable", "CPF_AssetRegistrySearchable"},
		{"SkipSerialization", "CPF_SkipSerialization"}, {"NoClear", "CPF_NoClear"}, {"EditFixedSize", "CPF_EditFixedSize"},
		{"Category", "0"}, {"meta", "0"}, {"Getter", "0"}, {"Setter", "0"}, {"FieldNotify", "0"}};
	return Look(table, specifier);
}

const char* FunctionFlags(const std::string& specifier)
{
	static const Table table{{"BlueprintCallable", "FUNC_BlueprintCallable"},
		{"BlueprintPure", "FUNC_BlueprintCallable | FUNC_BlueprintPure"},
		{"BlueprintImplementableEvent", "FUNC_Event | FUNC_BlueprintEvent"}, {"BlueprintNativeEvent", "FUNC_Event | FUNC_BlueprintEvent"},
		{"BlueprintGetter", "FUNC_BlueprintCallable | FUNC_BlueprintPure"}, {"BlueprintSetter", "FUNC_BlueprintCallable"},
		{"BlueprintInternalUseOnly", "0"}, {"BlueprintAuthorityOnly", "FUNC_BlueprintAuthorityOnly"},
		{"BlueprintCosmetic", "FUNC_BlueprintCosmetic"}, {"CallInEditor", "0"}, {"Exec", "FUNC_Exec"},
		{"Server", "FUNC_Net | FUNC_NetServer"}, {"Client", "FUNC_Net | FUNC_NetClient"}, {"NetMulticast", "FUNC_Net | FUNC_NetMulticast"},
		{"Reliable", "FUNC_NetReliable"}, {"Unreliable", "0"}, {"WithValidation", "FUNC_NetValidate"}, {"Category", "0"}, {"meta", "0"},
		{"CustomThunk", "0"}, {"SealedEvent", "FUNC_Final"}};
	return Look(table, specifier);
}

const char* ClassFlags(const std::string& specifier)
{
	static const Table table{{"Abstract", "CLASS_Abstract"}, {"Config", "CLASS_Config"}, {"config", "CLASS_Config"},
		{"DefaultConfig", "CLASS_DefaultConfig"}, {"defaultconfig", "CLASS_DefaultConfig"}, {"GlobalUserConfig", "CLASS_GlobalUserConfig"},
		{"Transient", "CLASS_Transient"}, {"NotPlaceable", "CLASS_NotPlaceable"}, {"Placeable", "0"},
		{"EditInlineNew", "CLASS_EditInlineNew"}, {"NotEditInlineNew", "0"}, {"DefaultToInstanced", "CLASS_DefaultToInstanced"},
		{"MinimalAPI", "CLASS_MinimalAPI"}, {"Const", "CLASS_Const"}, {"CollapseCategories", "CLASS_CollapseCategories"},
		{"HideDropdown", "CLASS_HideDropDown"}, {"Deprecated", "CLASS_Deprecated"}, {"Blueprintable", "0"}, {"NotBlueprintable", "0"},
		{"BlueprintType", "0"}, {"NotBlueprintType", "0"}, {"ClassGroup", "0"}, {"HideCategories", "0"}, {"hidecategories", "0"},
		{"ShowCategories", "0"}, {"AutoExpandCategories", "0"}, {"AutoCollapseCategories", "0"}, {"PrioritizeCategories", "0"},
		{"HideFunctions", "0"}, {"ConversionRoot", "0"}, {"Within", "0"}, {"DisplayName", "0"}, {"Category", "0"}, {"meta", "0"},
		{"EarlyAccessPreview", "0"}, {"Experimental", "0"}, {"PerObjectConfig", "CLASS_PerObjectConfig"}};
	return Look(table, specifier);
}

const char* StructFlags(const std::string& specifier)
{
	static const Table table{
		{"BlueprintType", "0"}, {"Atomic", "0"}, {"NoExport", "0"}, {"meta", "0"}, {"DisplayName", "0"}, {"Category", "0"}};
	return Look(table, specifier);
}

const char* EnumFlags(const std::string& specifier)
{
	static const Table table{{"BlueprintType", "0"}, {"Flags", "0"}, {"meta", "0"}, {"DisplayName", "0"}, {"Category", "0"}};
	return Look(table, specifier);
}

void CheckSpecifiers(const ParsedFile& file, Diagnostics& diagnostics)
{
	const Reporter report(file, diagnostics);
	const auto look = [&](const Specifiers& specifiers, const char* (*flags)(const std::string&), const std::string& where)
	{
		for (const Specifier& specifier : specifiers.list)
			if (!flags(specifier.key))
				report("R00", specifier.line,
					"unknown specifier " + specifier.key + " on " + where + "; check its spelling, or move it into meta = (...).");
	};
	for (const ReflectedType& type : file.types)
	{
		if (type.kind == ReflectedKind::Class || type.kind == ReflectedKind::Interface)
			look(type.specifiers, ClassFlags, type.name);
		else if (type.kind == ReflectedKind::Struct)
			look(type.specifiers, StructFlags, type.name);
		else if (type.kind == ReflectedKind::Enum)
			look(type.specifiers, EnumFlags, type.name);
		for (const Property& property : type.properties)
			look(property.specifiers, PropertyFlags, type.name + "::" + property.name);
		for (const Function& function : type.functions)
			if (function.reflected)
				look(function.specifiers, FunctionFlags, type.name + "::" + function.name);
	}
}

}
