// A thread uses a local variable by reference: it has to be joined before that ends.
// right: true valid-memsafety
// broken: false(valid-deref)
#include <thread>

static std::thread start(int &x)
{
	return std::thread([&x] { x = 1; });
}

static std::thread begin()
{
	int local = 0;
	std::thread t = start(local);
#ifndef BROKEN
	t.join();
#endif
	return t;
}

int main()
{
	std::thread t = begin();
	if (t.joinable())
		t.join();
}
