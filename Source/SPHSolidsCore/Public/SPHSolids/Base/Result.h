#pragma once

#include <SPHSolids/Base/Assert.h>

#include <optional>
#include <string>
#include <utility>

namespace SPHSolids
{

/// One sentence for the person who can mend it: names the thing, what is wrong with it and the cure.
struct Error
{
	std::string message;
};

/// Success, or the sentence that says why not.
class [[nodiscard]] Status
{
public:
	Status() = default;
	Status(Error error)
		: failure(std::move(error.message))
	{
	}
	bool IsOk() const { return !failure.has_value(); }
	const std::string& Message() const
	{
		SPHS_ASSERT(!IsOk());
		return *failure;
	}

private:
	std::optional<std::string> failure;
};

/// A value, or the sentence that says why there is none. The core throws no exceptions.
template <class T>
class [[nodiscard]] Result
{
public:
	Result(T value)
		: content(std::move(value))
	{
	}
	Result(Error error)
		: failure(std::move(error.message))
	{
	}
	bool IsOk() const { return content.has_value(); }
	const std::string& Message() const
	{
		SPHS_ASSERT(!IsOk());
		return failure;
	}
	Error TakeError() { return Error{std::move(failure)}; }
	T& Value()
	{
		SPHS_ASSERT(IsOk());
		return *content;
	}
	const T& Value() const
	{
		SPHS_ASSERT(IsOk());
		return *content;
	}
	T TakeValue()
	{
		SPHS_ASSERT(IsOk());
		return std::move(*content);
	}

private:
	std::optional<T> content;
	std::string failure;
};

}
