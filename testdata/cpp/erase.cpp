// Elements are removed while a loop goes over them.
// right: true valid-memsafety
// broken: false(valid-deref)
#include <cassert>
#include <list>

int main()
{
	std::list<int> numbers{1, 2, 3};
	for (auto it = numbers.begin(); it != numbers.end();) {
#ifdef BROKEN
		if (*it % 2 == 0)
			numbers.erase(it);
		++it;
#else
		if (*it % 2 == 0)
			it = numbers.erase(it);
		else
			++it;
#endif
	}
	assert(numbers.size() == 2);
}
