// Two threads share an object by a shared_ptr.
// right: unknown unreach-call
// broken: false(no-data-race)
#include <cassert>
#include <memory>
#include <thread>

int main()
{
	auto p = std::make_shared<int>(7);
#ifdef BROKEN
	std::thread t([&p] { assert(*p == 7); });
#else
	std::thread t([p] { assert(*p == 7); });
#endif
	p.reset();
	t.join();
}
