// Two sums side by side, of which one is added to what both see.
// right: true unreach-call
// broken: false(no-data-race)
#include <cassert>
#include <future>

int main()
{
	int rounds = 0;
	auto low = std::async(std::launch::async, [&] { return ++rounds; });
#ifdef BROKEN
	rounds++;
#endif
	auto high = std::async(std::launch::deferred, [] { return 5; });
	assert(low.get() + high.get() == 6);
}
