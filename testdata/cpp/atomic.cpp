// An atomic counter.
// right: true unreach-call
// broken: false(unreach-call)
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> n;

void add()
{
#ifdef BROKEN
	n = n + 1;
#else
	n++;
#endif
}

int main()
{
	std::thread a(add), b(add);
	a.join();
	b.join();
	assert(n == 2);
}
