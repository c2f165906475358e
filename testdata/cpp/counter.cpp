// A counter behind a lock that is released by its guard.
// right: true no-data-race
// broken: false(no-data-race)
#include <cassert>
#include <mutex>
#include <thread>

std::mutex m;
int count;

void add()
{
#ifndef BROKEN
	std::lock_guard<std::mutex> guard(m);
#endif
	count++;
}

int main()
{
	std::thread a(add), b(add);
	a.join();
	b.join();
	assert(count == 2);
}
