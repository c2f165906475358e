// An exception that nothing catches ends the program where it is thrown, before destructors that wait.
// right: true unreach-call
// broken: false(unreach-call)
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex m;
std::condition_variable c;
bool done;

struct Waits {
	~Waits()
	{
		std::unique_lock<std::mutex> lock(m);
		while (!done)
			c.wait(lock);
	}
};

int main()
{
#ifndef BROKEN
	try {
#endif
		Waits w;
		done = false;
		throw 1;
#ifndef BROKEN
	} catch (int) {
	}
#endif
}
