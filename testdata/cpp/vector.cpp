// A vector grows, and a reference into it goes stale.
// right: true valid-memsafety
// broken: false(valid-deref)
#include <cassert>
#include <vector>

int main()
{
	std::vector<int> v;
	v.push_back(1);
	int &first = v[0];
#ifdef BROKEN
	v.push_back(2);
#endif
	assert(first == 1);
}
