/*
 * Files, sockets and messages of POSIX: what comes from outside is any input.
 * What the system keeps, and what goes out, cannot be seen by a program.
 */
#include <bits/whittle.h>
#include <err.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <syslog.h>
#include <unistd.h>

extern void __whittle_any_errno(void);
extern void __whittle_reads_bytes(const void *p, size_t n);

uint16_t htons(uint16_t n) { return __builtin_bswap16(n); }
uint16_t ntohs(uint16_t n) { return __builtin_bswap16(n); }
uint32_t htonl(uint32_t n) { return __builtin_bswap32(n); }
uint32_t ntohl(uint32_t n) { return __builtin_bswap32(n); }

ssize_t pread(int fd, void *buffer, size_t n, off_t at) { return read(fd, buffer, n); }
ssize_t pwrite(int fd, const void *buffer, size_t n, off_t at) { return write(fd, buffer, n); }

ssize_t recv(int fd, void *buffer, size_t n, int flags)
{
	if (flags & MSG_TRUNC)
		__whittle_unsupported("recv with MSG_TRUNC");
	return read(fd, buffer, n);
}

ssize_t recvfrom(int fd, void *buffer, size_t n, int flags, struct sockaddr *from, socklen_t *length)
{
	if (from)
		__whittle_unsupported("recvfrom with an address");
	return recv(fd, buffer, n, flags);
}

ssize_t send(int fd, const void *buffer, size_t n, int flags) { return write(fd, buffer, n); }

ssize_t sendto(int fd, const void *buffer, size_t n, int flags, const struct sockaddr *to, socklen_t length)
{
	if (to)
		__whittle_reads_bytes(to, length);
	return write(fd, buffer, n);
}

int __whittle_poll_any(struct pollfd *p, nfds_t n, int timeout)
{
	int ready = 0;
	if (__whittle_nondet_int()) {
		errno = __whittle_nondet_int() ? EINTR : ENOMEM;
		return -1;
	}
	for (nfds_t i = 0; i < n; i++) {
		int events = __whittle_nondet_int() & (p[i].events | POLLERR | POLLHUP | POLLNVAL);
		p[i].revents = p[i].fd < 0 ? 0 : events;
		ready += p[i].revents != 0;
	}
	__whittle_assume(ready > 0 || timeout >= 0);
	return ready;
}

int poll(struct pollfd *p, nfds_t n, int timeout) { return __whittle_poll_any(p, n, timeout); }

void openlog(const char *name, int options, int facility) {}
void closelog(void) {}

/* Files have no state here: whether a descriptor is one is not known. */

int close(int fd)
{
	int r = __whittle_inexact_int("close");
	__whittle_assume(r == 0 || r == -1);
	if (r)
		__whittle_any_errno();
	return r;
}

off_t lseek(int fd, off_t offset, int from)
{
	off_t r = (off_t)__whittle_inexact_ulong("lseek");
	__whittle_assume(r >= -1);
	if (r == -1)
		__whittle_any_errno();
	return r;
}

/* A pipe has two descriptors that were not in use. More is known in pipes.c. */
int pipe(int fd[2])
{
	if (__whittle_nondet_int()) {
		__whittle_any_errno();
		return -1;
	}
	fd[0] = __whittle_inexact_int("pipe");
	fd[1] = __whittle_inexact_int("pipe");
	__whittle_assume(fd[0] >= 0 && fd[1] >= 0 && fd[0] != fd[1]);
	return 0;
}

#define UNSUPPORTED(name, result, ...)                                    \
	result name(__VA_ARGS__)                                          \
	{                                                                 \
		__whittle_unsupported(#name);                             \
		return 0;                                                 \
	}

UNSUPPORTED(readv, ssize_t, int fd, const struct iovec *v, int n)
UNSUPPORTED(preadv, ssize_t, int fd, const struct iovec *v, int n, off_t at)

#undef UNSUPPORTED
#define UNSUPPORTED(name, ...)                                            \
	void name(__VA_ARGS__)                                            \
	{                                                                 \
		__whittle_unsupported(#name);                             \
	}

UNSUPPORTED(verr, int status, const char *format, va_list a)
UNSUPPORTED(verrx, int status, const char *format, va_list a)
UNSUPPORTED(vwarn, const char *format, va_list a)
UNSUPPORTED(vwarnx, const char *format, va_list a)
UNSUPPORTED(vsyslog, int priority, const char *format, va_list a)
UNSUPPORTED(error_at_line, int status, int number, const char *file, unsigned int line, const char *format, ...)
