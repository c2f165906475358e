package library

import (
	"slices"
	"strings"
)

// A function of the library without a model can be over-approximated: it returns, with any result, and what
// it is given holds anything afterwards. Those that may do something else stand here.

// IsPassable reports whether a call of a function of the library returns and does nothing to the program
// before and after it but return a result and write what it is given.
func IsPassable(function string) bool {
	return IsFunction(function) && !slices.ContainsFunc(impassable, func(p string) bool {
		prefix, any := strings.CutSuffix(p, "*")
		return function == p || any && strings.HasPrefix(function, prefix)
	})
}

// impassable lists the others, * for whatever follows: those that go on elsewhere, twice or not at all; that
// call functions of the program; that end, make or synchronise threads; that make or change blocks of the
// heap; that write what they are given when they have returned; and those whose models are nearly complete.
var impassable = strings.Fields(`
	__* atomic_* setjmp _setjmp sigsetjmp longjmp _longjmp siglongjmp getcontext setcontext makecontext swapcontext
	fork vfork _Fork clone* unshare setns syscall exec* fexecve posix_spawn* daemon exit _exit _Exit quick_exit abort
	err errx verr verrx error error_at_line assert* ptrace process_vm_writev reboot
	raise gsignal sigreturn sigwait* sigtimedwait sigsuspend sigpause pause ppoll pselect
	kill killpg tgkill sigqueue alarm ualarm setitimer timer_*
	pthread_* sem_* mtx_* cnd_* thrd_* tss_* call_once mq_* msgrcv msgsnd msgctl semop semtimedop semctl lockf flock
	atexit on_exit at_quick_exit argp_* fopencookie xdr* svc* clnt* pmap* obstack* getaddrinfo_a
	malloc calloc realloc reallocarray free cfree alloca aligned_alloc memalign valloc pvalloc posix_memalign
	mallopt brk sbrk mmap* mremap munmap
	aio_* lio_* setbuf setbuffer setvbuf open_memstream open_wmemstream fmemopen
	mem* bcopy bzero swab str* qsort* bsearch signal sigaction sigset
`)

// Signals reports whether a function has a signal delivered, to which the program may have set a function of
// its own, or which may end it.
func Signals(function string) bool { return slices.Contains(signals, function) }

var signals = strings.Fields("kill killpg tgkill sigqueue alarm ualarm raise gsignal")

// MayWait reports whether a function may wait for what other threads do.
func MayWait(function string) bool {
	return !MayBeZero(function) || slices.Contains(waiting, function)
}

// waiting are those that wait among the functions of MayBeZero.
var waiting = strings.Fields("connect ioctl tcdrain")

// MayNotReturn reports whether a function may wait for ever, for something outside of the program that need
// not happen. Input and output are not meant.
func MayNotReturn(function string) bool { return slices.Contains(endless, function) }

var endless = strings.Fields(`
	pause sigsuspend sigpause sigwait sigwaitinfo select pselect ppoll epoll_wait epoll_pwait accept accept4
	wait wait3 wait4 waitpid waitid msgrcv mq_receive semop lockf flock
`)

// MayBeZero reports whether a function may have the result 0, which says that it did what it was asked.
func MayBeZero(function string) bool { return slices.Contains(zero, function) }

var zero = strings.Fields(`
	sigaltstack getitimer tcgetattr tcsetattr tcflush tcdrain getrlimit getrlimit64 setrlimit setrlimit64 getrusage
	setsockopt getsockopt getsockname getpeername socketpair bind connect listen shutdown
	uname gethostname stat lstat fstat fstatat stat64 lstat64 fstat64 statvfs fstatvfs getaddrinfo getnameinfo
	ioctl sysinfo epoll_ctl pipe2 fsync fdatasync ftruncate truncate access chdir fchdir rmdir mkdir unlink rename
	remove chmod fchmod chown fchown link symlink utime utimes regcomp regexec
`)
