// A handler for the base class of what is thrown.
// right: true unreach-call
// broken: false(unreach-call)
#include <stdexcept>

int main()
{
	try {
		throw std::out_of_range("index");
#ifdef BROKEN
	} catch (const std::runtime_error &) {
#else
	} catch (const std::logic_error &) {
#endif
	}
}
