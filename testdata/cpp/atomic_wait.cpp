// A thread sleeps until an atomic variable changes.
// flags: -std=c++20
// right: true no-deadlock
// broken: false(no-deadlock)
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> stage{0};
int data;

int main()
{
	std::thread consumer([] {
		stage.wait(0);
		assert(data == 5);
		stage.store(2);
		stage.notify_one();
	});
	data = 5;
	stage.store(1);
#ifndef BROKEN
	stage.notify_one();
#endif
	stage.wait(1);
	assert(stage == 2);
	consumer.join();
}
