// A task that fails: what is thrown in it comes to the one who asks for the result.
// right: true unreach-call
// broken: false(unreach-call)
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

int main()
{
	std::packaged_task<int(int, int)> divide([](int a, int b) {
		if (b == 0)
			throw std::invalid_argument("divided by 0");
		return a / b;
	});
	std::future<int> quotient = divide.get_future();
#ifdef BROKEN
	std::thread worker(std::move(divide), 6, 2);
#else
	std::thread worker(std::move(divide), 6, 0);
#endif
	bool failed = false;
	try {
		quotient.get();
	} catch (const std::logic_error &) {
		failed = true;
	}
	worker.join();
	assert(failed);
}
