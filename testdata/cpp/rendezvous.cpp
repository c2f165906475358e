// Two halves of a sum, which meet at a barrier.
// flags: -std=c++20
// right: true unreach-call
// broken: false(unreach-call)
#include <barrier>
#include <cassert>
#include <latch>
#include <semaphore>
#include <thread>

int half[2];
std::barrier<> met{2};
std::latch done{2};
std::counting_semaphore<2> desks{1};

void run(int i)
{
	desks.acquire();
	half[i] = 10 + i;
	desks.release();
#ifndef BROKEN
	met.arrive_and_wait();
#endif
	assert(half[0] + half[1] == 21);
	done.count_down();
}

int main()
{
	std::jthread a(run, 0), b(run, 1);
	done.wait();
}
