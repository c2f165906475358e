// Streams are no longer synchronised with those of C: what was so before is told.
// right: true unreach-call
// broken: false(unreach-call)
#include <cassert>
#include <iostream>

int main()
{
	bool first = std::ios_base::sync_with_stdio(false);
	bool second = std::ios_base::sync_with_stdio(true);
	assert(first);
#ifdef BROKEN
	assert(second);
#else
	assert(!second);
#endif
}
