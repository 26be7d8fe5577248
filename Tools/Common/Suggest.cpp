#include <Common/Suggest.h>

#include <algorithm>
#include <vector>

namespace SPHSolids::Tools
{

int EditDistance(std::string_view a, std::string_view b)
{
	// Rows of the table of distances between beginnings of the words: the last two and the one being made.
	std::vector<int> beforePrevious(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
	for (std::size_t j = 0; j <= b.size(); ++j)
		previous[j] = static_cast<int>(j);
	for (std::size_t i = 1; i <= a.size(); ++i)
	{
		current[0] = static_cast<int>(i);
		for (std::size_t j = 1; j <= b.size(); ++j)
		{
			const int change = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
			current[j] = std::min({change, previous[j] + 1, current[j - 1] + 1});
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				current[j] = std::min(current[j], beforePrevious[j - 2] + 1);
		}
		std::swap(beforePrevious, previous);
		std::swap(previous, current);
	}
	return previous[b.size()];
}

std::string NearestWord(std::string_view word, std::span<const std::string> known)
{
	std::string nearest;
	int best = std::max(2, static_cast<int>(word.size()) / 3) + 1; // beyond this it is another word
	for (const std::string& candidate : known)
	{
		const bool isBeginning = word.size() >= 3 && candidate.starts_with(word);
		const int distance = isBeginning ? 1 : EditDistance(word, candidate);
		if (distance < best)
		{
			best = distance;
			nearest = candidate;
		}
	}
	return nearest;
}

}
