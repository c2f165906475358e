// A thread has to be joined or detached before its object ends.
// right: true unreach-call
// broken: false(unreach-call)
#include <thread>

int main()
{
	std::thread t([] {});
#ifndef BROKEN
	t.join();
#endif
}
