#pragma once

#include <SPHSolids/Body/BakedBody.h>

namespace SPHSolids::Tools
{

/// Prints what a body is, how good it is and what was found about its mesh, for a person.
void PrintBody(const BakedBody& body, std::size_t fileBytes);

/// A number of bytes as people read it: "3.3 MB".
std::string ReadableBytes(std::size_t bytes);

}
