package library

import (
	"strings"
	"sync"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/syntax"
)

// What acts upon the cancellation of its thread (POSIX.1-2017, System Interfaces 2.9.5.2).
const (
	CancelPoint  = "__whittle_cancel_point"  // the model of a function that has to
	CancelChance = "__whittle_cancel_chance" // and of one that may
)

const cancelPoints = `accept accept4 aio_suspend clock_nanosleep close connect creat fdatasync fsync lockf
mq_receive mq_send mq_timedreceive mq_timedsend msgrcv msgsnd msync nanosleep open openat pause poll ppoll
pread pselect pthread_cond_clockwait pthread_cond_timedwait pthread_cond_wait pthread_join pthread_testcancel
pwrite read readv recv recvfrom recvmsg select sem_clockwait sem_timedwait sem_wait send sendmsg sendto
sigsuspend sigtimedwait sigwait sigwaitinfo sleep tcdrain usleep wait waitid waitpid write writev`

const cancelChances = `access asctime asctime_r catclose catopen chmod chown closedir closelog cnd_timedwait
cnd_wait ctime ctime_r dlclose dlopen dprintf endgrent endhostent endpwent epoll_pwait epoll_wait err error
errx fchmod fchown fclose fcntl fflush fgetc fgetpos fgets fgetwc fgetws fmtmsg fopen fprintf fputc fputs
fputwc fputws fread freopen fscanf __isoc99_fscanf fseek fseeko fsetpos fstat ftell ftello ftw fwprintf fwrite
fwscanf getaddrinfo getc getchar getcwd getdate getdelim getgrent getgrgid getgrgid_r getgrnam getgrnam_r
gethostbyaddr gethostbyname gethostname getline getlogin getlogin_r getnameinfo getpwent getpwnam getpwnam_r
getpwuid getpwuid_r gets getwc getwchar glob iconv ioctl link localtime localtime_r lseek lstat mkdir mkstemp
mktime nftw opendir openlog pathconf pclose perror popen posix_fadvise posix_fallocate printf psiginfo
psignal pthread_rwlock_rdlock pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock pthread_rwlock_wrlock
pthread_timedjoin_np putc putchar putchar_unlocked puts putwc putwchar readdir readdir_r readlink remove
rename rewind rewinddir rmdir scandir scanf __isoc99_scanf seekdir setvbuf stat strerror strerror_r strftime
symlink sync syslog system thrd_join thrd_sleep tmpfile tmpnam ttyname ttyname_r tzset ungetc ungetwc unlink
utime utimes vdprintf vfprintf vfwprintf vprintf vwprintf warn warnx wcsftime wprintf wscanf`

var cancels = sync.OnceValue(func() map[string]string {
	of := map[string]string{}
	for _, name := range strings.Fields(cancelPoints) {
		of[name] = CancelPoint
	}
	for _, name := range strings.Fields(cancelChances) {
		of[name] = CancelChance
	}
	return of
})

// Cancels says which model acts on behalf of a function upon the cancellation of the thread; empty: the
// function is no point of cancellation.
func Cancels(function string) string { return cancels()[function] }

// pointsToCancelPoint reports whether a program does anything but call a function that is a point of
// cancellation: what calls it by its address does not act.
func pointsToCancelPoint(units []*unit) bool {
	for _, u := range units {
		uses, calls := 0, 0
		for name := range cancels() {
			uses += u.uses(name)
		}
		if uses == 0 {
			continue
		}
		syntax.WalkUnit(u.ast, func(n cc.Node) bool {
			if d := syntax.Called(n); d != nil && Cancels(d.Name()) != "" {
				calls++
			}
			return true
		})
		if calls < uses {
			return true
		}
	}
	return false
}
