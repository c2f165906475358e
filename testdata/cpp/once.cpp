// A connection that is opened when it is first needed.
// right: true no-data-race
// broken: false(no-data-race)
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

struct Connection {
	int port;
	explicit Connection(int p) : port(p) {}
};

class Client {
	std::unique_ptr<Connection> connection;
	std::once_flag opened;

public:
	Connection &get()
	{
#ifdef BROKEN
		if (!connection)
			connection = std::make_unique<Connection>(80);
#else
		std::call_once(opened, [this] { connection = std::make_unique<Connection>(80); });
#endif
		return *connection;
	}
};

int main()
{
	Client client;
	std::thread a([&] { assert(client.get().port == 80); });
	std::thread b([&] { assert(client.get().port == 80); });
	a.join();
	b.join();
}
