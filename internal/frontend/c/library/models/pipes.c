/*
 * Pipes of programs that have no other descriptors than those they were
 * started with: the forms with the suffix _pipes know which descriptors are
 * ends of pipes, and what was written and not read yet.
 *
 * A descriptor is the lowest number that is not in use. What was in use when
 * the program was started is not known, so a number that the program has not
 * had yet is any that is above those it had.
 */
#include <bits/whittle.h>
#include <errno.h>
#include <poll.h>
#include <unistd.h>

#define ENDS 4
#define ROOM 16
#define LOST (ROOM + 1) /* bytes: what the pipe holds is not known any more */

extern void __whittle_any_errno(void);
extern void __whittle_reads_bytes(const void *p, size_t n);
extern ssize_t __whittle_read_any(int fd, void *buffer, size_t n);
extern int __whittle_poll_any(struct pollfd *p, nfds_t n, int timeout);

/* An end is at an even place if it is for reading; the other end follows. */
struct __whittle_end {
	int number; /* and 1 */
	int open;
};
struct __whittle_text {
	unsigned char text[ROOM];
	unsigned int used;
};
static struct __whittle_end __whittle_ends[ENDS];
static struct __whittle_text __whittle_texts[ENDS / 2];
static int __whittle_numbers; /* the numbers that the program has had lie below */

/* The place of an end with this number; it need not be open. */
static int __whittle_end_of(int fd)
{
	for (int i = 0; i < ENDS; i++)
		if (__whittle_ends[i].number == fd + 1)
			return i;
	return -1;
}

static int __whittle_descriptor(void)
{
	int n = -1;
	for (int i = 0; i < ENDS; i++) {
		int old = __whittle_ends[i].number - 1;
		if (old >= 0 && !__whittle_ends[i].open && (n < 0 || old < n))
			n = old;
	}
	if (n < 0) {
		n = __whittle_nondet_int();
		__whittle_assume(n >= __whittle_numbers && n < 1 << 20);
		__whittle_numbers = n + 1;
	}
	return n;
}

/* The number moves to the place. */
static void __whittle_open(int place)
{
	int n = __whittle_descriptor(), from = __whittle_end_of(n);
	if (from >= 0)
		__whittle_ends[from].number = __whittle_ends[place].number;
	__whittle_ends[place].number = n + 1;
	__whittle_ends[place].open = 1;
}

int pipe_pipes(int fd[2])
{
	int place = -1;
	if (__whittle_nondet_int()) {
		__whittle_any_errno();
		return -1;
	}
	__whittle_atomic_begin();
	for (int i = 0; i < ENDS; i += 2)
		if (place < 0 && !__whittle_ends[i].open && !__whittle_ends[i + 1].open)
			place = i;
	if (place < 0)
		__whittle_unsupported("more than two pipes at a time");
	__whittle_texts[place / 2].used = 0;
	__whittle_open(place);
	__whittle_open(place + 1);
	int first = __whittle_ends[place].number - 1, second = __whittle_ends[place + 1].number - 1;
	__whittle_atomic_end();
	fd[0] = first;
	fd[1] = second;
	return 0;
}

int close_pipes(int fd)
{
	__whittle_atomic_begin();
	int i = __whittle_end_of(fd), open = i >= 0 && __whittle_ends[i].open;
	int below = i < 0 && fd >= 0 && fd < __whittle_numbers;
	if (open)
		__whittle_ends[i].open = 0;
	__whittle_atomic_end();
	if (below)
		__whittle_unsupported("close of a descriptor that the program was started with, after pipe");
	if (i < 0) {
		int r = __whittle_inexact_int("close");
		__whittle_assume(r == 0 || r == -1);
		if (r)
			__whittle_any_errno();
		return r;
	}
	if (!open)
		__whittle_error(EBADF);
	return open ? 0 : -1;
}

/* read of a pipe of which it is not known what it holds. */
static ssize_t __whittle_read_lost(unsigned char *buffer, size_t n)
{
	long got = (long)__whittle_inexact_ulong("read");
	__whittle_assume(got >= -1 && (got < 0 || (size_t)got <= n));
	for (long k = 0; k < got; k++)
		buffer[k] = (unsigned char)__whittle_inexact_int("read");
	return got;
}

ssize_t read_pipes(int fd, void *buffer, size_t n)
{
	unsigned char __whittle_moved[ROOM];
	unsigned int got = 0;
	__whittle_atomic_begin();
	int i = __whittle_end_of(fd), bad = i >= 0 && (i % 2 || !__whittle_ends[i].open);
	int lost = i >= 0 && !bad && __whittle_texts[i / 2].used == LOST;
	if (i >= 0 && !bad && !lost) {
		__whittle_await(__whittle_texts[i / 2].used > 0 || !__whittle_ends[i + 1].open || n == 0);
		unsigned int used = __whittle_texts[i / 2].used;
		got = n < used ? n : used;
		for (unsigned int k = 0; k < got; k++)
			__whittle_moved[k] = __whittle_texts[i / 2].text[k];
		for (unsigned int k = got; k < used; k++)
			__whittle_texts[i / 2].text[k - got] = __whittle_texts[i / 2].text[k];
		__whittle_texts[i / 2].used = used - got;
	}
	__whittle_atomic_end();
	if (lost)
		return __whittle_read_lost(buffer, n);
	if (i < 0)
		return __whittle_read_any(fd, buffer, n);
	if (bad) {
		__whittle_error(EBADF);
		return -1;
	}
	for (unsigned int k = 0; k < got; k++)
		((unsigned char *)buffer)[k] = __whittle_moved[k];
	return got;
}

/* Who writes into a pipe that has no reader is ended by SIGPIPE, unless that
 * is ignored. */
ssize_t write_pipes(int fd, const void *buffer, size_t n)
{
	unsigned char __whittle_moved[ROOM];
	__whittle_reads_bytes(buffer, n);
	for (size_t k = 0; k < n && k < ROOM; k++)
		__whittle_moved[k] = ((const unsigned char *)buffer)[k];
	__whittle_atomic_begin();
	int i = __whittle_end_of(fd), bad = i >= 0 && (i % 2 == 0 || !__whittle_ends[i].open);
	int lost = 0, broken = i > 0 && !bad && !__whittle_ends[i - 1].open && n > 0;
	if (i > 0 && !bad && !broken) {
		unsigned int used = __whittle_texts[i / 2].used;
		if (used <= ROOM && n <= ROOM - used) {
			for (unsigned int k = 0; k < n; k++)
				__whittle_texts[i / 2].text[used + k] = __whittle_moved[k];
			__whittle_texts[i / 2].used = used + n;
		} else {
			__whittle_texts[i / 2].used = LOST;
			lost = 1;
		}
	}
	__whittle_atomic_end();
	if (lost || i < 0) {
		ssize_t r = (ssize_t)(lost ? __whittle_inexact_ulong("write") : __whittle_nondet_ulong());
		__whittle_assume(r >= -1 && (r < 0 || (size_t)r <= n));
		return r;
	}
	if (bad || broken) {
		__whittle_error(bad ? EBADF : EPIPE);
		return -1;
	}
	return n;
}

/* What is there of the events that are asked for. */
static int __whittle_ready(int fd, int events)
{
	int i = __whittle_end_of(fd);
	if (fd < 0)
		return 0;
	if (i < 0)
		return 0;
	if (!__whittle_ends[i].open)
		return POLLNVAL;
	if (i % 2)
		return events & (POLLOUT | POLLWRNORM) | (__whittle_ends[i - 1].open ? 0 : POLLERR);
	return (__whittle_texts[i / 2].used > 0 ? events & (POLLIN | POLLRDNORM) : 0) |
	       (__whittle_ends[i + 1].open ? 0 : POLLHUP);
}

/* poll for pipes of which it is not known what they hold, or for several. */
static int __whittle_poll_lost(struct pollfd *p, nfds_t n, int timeout)
{
	int ready = 0, failed = __whittle_inexact_int("poll");
	if (failed) {
		errno = __whittle_nondet_int() ? EINTR : ENOMEM;
		return -1;
	}
	for (nfds_t i = 0; i < n; i++) {
		int events = __whittle_inexact_int("poll") & (p[i].events | POLLERR | POLLHUP | POLLNVAL);
		p[i].revents = p[i].fd < 0 ? 0 : events;
		ready += p[i].revents != 0;
	}
	__whittle_assume(ready > 0 || timeout >= 0);
	return ready;
}

int poll_pipes(struct pollfd *p, nfds_t n, int timeout)
{
	if (n != 1)
		return __whittle_poll_lost(p, n, timeout);
	int fd = p->fd, events = p->events;
	if (__whittle_nondet_int()) {
		errno = __whittle_nondet_int() ? EINTR : ENOMEM;
		return -1;
	}
	__whittle_atomic_begin();
	int i = __whittle_end_of(fd), got = __whittle_ready(fd, events);
	int known = fd < 0 || i >= 0 && __whittle_texts[i / 2].used != LOST;
	__whittle_await(got != 0 || timeout >= 0 || !known);
	__whittle_atomic_end();
	if (!known)
		return i < 0 ? __whittle_poll_any(p, n, timeout) : __whittle_poll_lost(p, n, timeout);
	p->revents = got;
	return got != 0;
}
