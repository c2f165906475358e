// A thread is started in the constructor of a base, before the object is there whose function it calls.
// right: true no-data-race
// broken: false(no-data-race)
#include <thread>

struct Task {
	std::thread thread;
	virtual int size() { return 1; }
	void start() { thread = std::thread([this] { size(); }); }
	Task()
	{
#ifdef BROKEN
		start();
#endif
	}
	virtual ~Task() = default;
};

struct Large : Task {
	int n;
	int size() override { return n; }
	Large() : n(5) {}
};

int main()
{
	Large task;
#ifndef BROKEN
	task.start();
#endif
	task.thread.join();
}
