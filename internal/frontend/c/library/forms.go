package library

import (
	"slices"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/property"
)

// Some library models exist in several forms, told apart by a suffix: the plain form is short, and right for
// programs that do not need more. Which ones are in use is decided once for a program.
const (
	formKinds     = "_kinds"     // mutexes that are recursive or check errors
	formKeys      = "_keys"      // thread-specific data with destructors
	formCleanup   = "_cleanup"   // handlers that the end of a thread has to run
	formQueue     = "_queue"     // condition variables without spurious wake-ups
	formSized     = "_sized"     // heap objects that know their size, for realloc
	formListed    = "_listed"    // a list of the heap objects and their sizes, for realloc
	formAttr      = "_attr"      // creation of threads that may not be permitted
	formState     = "_state"     // threads that may be detached, or join themselves
	formLeft      = "_left"      // barriers that know who has not yet left them
	formWriters   = "_writers"   // reader-writer locks that know which writers wait
	formOpen      = "_open"      // and may prefer readers or writers
	formOwner     = "_owner"     // reader-writer locks that know who writes
	formErrno     = "_errno"     // functions that set errno
	formClock     = "_clock"     // waiting that moves clocks on
	formThreads   = "_threads"   // what waits for other threads without being a lock of the program
	FormCancel    = "_cancel"    // threads that may be cancelled
	formPointed   = "_pointed"   // cancellation where functions that act upon it are called by their address
	FormJumps     = "_jumps"     // long jumps
	FormSignals   = "_signals"   // signals that may be caught
	formShared    = "_shared"    // and threads that may get them
	formExits     = "_exits"     // the end of a program whose last thread may call pthread_exit
	FormMemory    = "_memory"    // functions that read what they are given
	formUnset     = "_unset"     // functions in whose output it matters that it was written
	formRaces     = "_races"     // functions that read all bytes of that, and not just enough of them
	FormStreams   = "_streams"   // streams that are open or closed
	formPipes     = "_pipes"     // descriptors of which it is known which are ends of pipes
	formMayFail   = "_mayfail"   // functions that may run out of memory
	formArguments = "_arguments" // options that are chosen, not read
)

// Needs says what of a run decides on the forms.
type Needs struct {
	Property property.Property
	Entry    string // the function of the initial thread
	MayFail  bool   // malloc and pthread_create may fail
	// AnyArguments says that the arguments of main are inputs.
	AnyArguments bool
}

// waitsExactly reports whether it matters for what a thread waits, and that it waits for that alone.
func (n Needs) waitsExactly() bool {
	return n.Property.Covers(property.NoDeadlock) || n.goesOn()
}

// goesOn reports whether it matters what can go on for ever.
func (n Needs) goesOn() bool {
	return n.Property.Covers(property.Termination) || n.Property == property.LTL ||
		n.Property == property.NoStarvation
}

// Forms returns the suffixes of the forms that a program needs, in the order in which they are tried. The
// units are those of the program, without that of the models.
func Forms(program []*cc.AST, needs Needs) []string {
	var out []string
	units := unitsOf(program)
	// 3: adaptive, which is normal but faster
	normal := func(kind int64) bool { return kind == 0 || kind == 3 }
	notRecursive := func(typ int64) bool { return typ&1 == 0 }
	if !allCalls(units, "pthread_mutexattr_settype", 1, normal) ||
		!allCalls(units, "mtx_init", 1, notRecursive) ||
		refers(units, "pthread_mutexattr_setkind_np") || otherMutexKinds(units) {
		out = append(out, formKinds)
	}
	if refers(units, "pthread_key_create") || refers(units, "tss_create") {
		out = append(out, formKeys)
	}
	cancels := refers(units, "pthread_cancel")
	ends := cancels || refers(units, "pthread_exit") || refers(units, "thrd_exit")
	if ends && refersToAny(units, []string{"__whittle_cleanup_push", "_pthread_cleanup_push"}) {
		out = append(out, formCleanup)
	}
	if needs.waitsExactly() {
		out = append(out, formQueue)
	}
	if refers(units, "realloc") || refers(units, "reallocarray") {
		if needs.Property.Memory() || refersToAny(units, sizeQuestions) {
			out = append(out, formListed)
		} else {
			out = append(out, formSized)
		}
	}
	if cancels || detaches(units) || joinsItself(units, needs.Entry) {
		out = append(out, formState)
	}
	if isNull := func(v int64) bool { return v == 0 }; needs.MayFail ||
		!allCalls(units, "pthread_create", 1, isNull) {
		out = append(out, formAttr)
	}
	if refers(units, "pthread_barrier_destroy") && refers(units, "free") ||
		refers(units, "pthread_barrier_wait") && needs.goesOn() {
		out = append(out, formLeft)
	}
	if waitsBehindWriters(units, needs) {
		out = append(out, formWriters)
		if needs.goesOn() {
			out = append(out, formOpen)
		}
	}
	if slices.ContainsFunc(rwlockWaits, func(name string) bool { return usesResult(units, name) }) {
		out = append(out, formOwner)
	}
	if refers(units, "__errno_location") {
		out = append(out, formErrno)
	}
	if refers(units, "clock_gettime") {
		out = append(out, formClock)
	}
	if !needs.goesOn() && catches(units) {
		out = append(out, FormSignals)
		if refersToAny(units, threadMakers) {
			out = append(out, formShared)
		}
	}
	if refersToAny(units, []string{"setjmp", "_setjmp", "__sigsetjmp"}) {
		out = append(out, FormJumps)
	}
	if ends {
		out = append(out, formExits)
	}
	if refers(units, "flockfile") && refersToAny(units, threadMakers) {
		out = append(out, formThreads)
	}
	if refers(units, "pipe") && !refersToAny(units, streamMakers) && !refersToAny(units, descriptorUses) {
		out = append(out, formPipes)
	}
	if choosesOptions(units, needs) {
		out = append(out, formArguments)
	}
	if cancels {
		out = append(out, FormCancel)
		if pointsToCancelPoint(units) {
			out = append(out, formPointed)
		}
	}
	out = append(out, formsOfUses(units, needs.Property)...)
	if needs.MayFail {
		out = append(out, formMayFail)
	}
	return out
}

// sizeQuestions lists words of other tools that ask where an object begins and how large it is, which is not
// the answer if a size stands in front of it.
var sizeQuestions = []string{"__CPROVER_r_ok", "__CPROVER_w_ok", "__CPROVER_rw_ok", "__CPROVER_OBJECT_SIZE",
	"__CPROVER_POINTER_OFFSET", "__CPROVER_havoc_object", "__ESBMC_r_ok", "__ESBMC_w_ok", "__ESBMC_rw_ok",
	"__ESBMC_get_object_size", "__ESBMC_POINTER_OFFSET"}

// streamMakers lists the functions that open streams, and that close some.
var streamMakers = []string{"fopen", "fopen64", "fdopen", "freopen", "tmpfile", "popen", "fmemopen", "fclose",
	"pclose", "opendir", "fdopendir", "closedir"}

// descriptorUses lists functions that make descriptors, or use them, of which the form for pipes knows
// nothing.
var descriptorUses = []string{"accept", "accept4", "creat", "dprintf", "dup", "dup2", "dup3", "epoll_create",
	"epoll_create1", "epoll_ctl", "epoll_wait", "eventfd", "fcntl", "fcntl64", "fork", "inotify_init",
	"inotify_init1", "ioctl", "lseek", "lseek64", "memfd_create", "mkstemp", "open", "open64", "openat",
	"openat64", "pipe2", "poll64", "posix_openpt", "ppoll", "pread", "pread64", "pselect", "pwrite",
	"pwrite64", "readv", "recv", "recvfrom", "recvmsg", "select", "send", "sendfile", "sendmsg", "sendto",
	"shm_open", "signalfd", "socket", "socketpair", "splice", "syscall", "system", "tee", "timerfd_create",
	"vfork", "vmsplice", "writev", "openlog", "syslog", "mq_open", "getaddrinfo", "gethostbyname", "clone"}

// formsOfUses returns the forms that tell how memory is used that the program passes on.
func formsOfUses(units []*unit, p property.Property) (out []string) {
	if p.Memory() || p.Covers(property.NoDataRace) || p.Covers(property.NoUninitialisedUse) {
		out = append(out, FormMemory)
	}
	if p.Covers(property.NoUninitialisedUse) {
		out = append(out, formUnset)
	}
	if p.Covers(property.NoDataRace) {
		out = append(out, formRaces)
	}
	if p.Memory() && refersToAny(units, streamMakers) {
		out = append(out, FormStreams)
	}
	return out
}

// unit is a unit of the program.
type unit struct {
	ast *cc.AST
	// labels holds, by names in the object file, those by which __asm__ declares them; see namesOf.
	labels map[string][]string
}

func unitsOf(program []*cc.AST) []*unit {
	units := make([]*unit, len(program))
	for i, ast := range program {
		units[i] = &unit{ast: ast}
	}
	return units
}

// Uses reports whether a program, that is its units without that of the models, uses a function, be it by a
// call or by its address.
func Uses(program []*cc.AST, function string) bool { return refers(unitsOf(program), function) }

// namesOf returns the names by which a unit declares at file scope what has a name in the object file.
func (u *unit) namesOf(name string) []string {
	if u.labels == nil {
		u.labels = map[string][]string{}
		for ed := range syntax.Externals(u.ast) {
			if ed.Case != cc.ExternalDeclarationDecl || ed.Declaration.Case != cc.DeclarationDecl {
				continue
			}
			for l := ed.Declaration.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
				d := l.InitDeclarator
				if label := syntax.AsmLabel(d.Asm); label != "" && d.Declarator != nil &&
					label != d.Declarator.Name() {
					u.labels[label] = append(u.labels[label], d.Declarator.Name())
				}
			}
		}
	}
	return append([]string{name}, u.labels[name]...)
}

// uses counts the uses of a name of file scope in a unit, also under the names that __asm__ declares it by.
func (u *unit) uses(name string) int {
	n := 0
	for _, name := range u.namesOf(name) {
		for _, node := range u.ast.Scope.Nodes[name] {
			if d, ok := node.(*cc.Declarator); ok {
				n += d.ReadCount()
			}
		}
	}
	return n
}

// SignalPoint is the model that lets a signal arrive.
const SignalPoint = "__whittle_signal_point"

// catches reports whether a program may catch signals, or sends or blocks some.
func catches(units []*unit) bool {
	ignores := func(handler int64) bool { return handler == 0 || handler == 1 }
	return !allCalls(units, "signal", 1, ignores) || refersToAny(units, []string{"sigaction", "raise", "kill",
		"pthread_kill", "sigwait", "pause", "sigsuspend", "sigprocmask", "pthread_sigmask"})
}

// allCalls reports whether the program does nothing with a function but call
// it with a constant that satisfies fine as its i-th argument.
func allCalls(units []*unit, name string, i int, fine func(int64) bool) bool {
	for _, u := range units {
		uses := u.uses(name)
		if uses == 0 {
			continue
		}
		calls := 0
		syntax.WalkUnit(u.ast, func(n cc.Node) bool {
			if d := syntax.Called(n); d == nil || d.Name() != name {
				return true
			}
			if args := syntax.Arguments(n.(*cc.PostfixExpression)); i < len(args) {
				if v, ok := syntax.ParserValue(args[i]); ok && fine(v) {
					calls++
				}
			}
			return true
		})
		if calls < uses {
			return false
		}
	}
	return true
}

// refers reports whether the program, not counting the models, uses a
// function, be it by a call or by its address.
func refers(units []*unit, name string) bool {
	for _, u := range units {
		if u.uses(name) > 0 {
			return true
		}
	}
	return false
}
