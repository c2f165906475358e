// A class that owns memory: copies of it must not share that.
// right: true valid-memsafety
// broken: false(valid-free)
#include <cassert>

class Buffer {
	int *data;
	int size;

public:
	explicit Buffer(int n) : data(new int[n]()), size(n) {}
#ifndef BROKEN
	Buffer(const Buffer &other) : data(new int[other.size]), size(other.size)
	{
		for (int i = 0; i < size; i++)
			data[i] = other.data[i];
	}
	Buffer &operator=(const Buffer &) = delete;
#endif
	~Buffer() { delete[] data; }
	int &operator[](int i) { return data[i]; }
};

int main()
{
	Buffer a(2);
	a[0] = 1;
	Buffer b = a;
	b[0] = 2;
	assert(b[0] == 2);
}
