// A price that another thread finds out, and an order that waits for it.
// right: true unreach-call
// broken: false(unreach-call)
#include <cassert>
#include <future>

int main()
{
	std::promise<int> told;
	std::future<int> price = told.get_future();
	std::thread asked([&] { told.set_value(7); });
	int due = 0;
#ifdef BROKEN
	if (price.wait_for(std::chrono::seconds(1)) == std::future_status::ready)
#endif
		due = 3 * price.get();
	asked.join();
	assert(due == 21);
}
