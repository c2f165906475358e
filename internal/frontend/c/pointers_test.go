package c_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/trace"
)

// Modelled functions use what their arguments point to. TestPointersAreUsed calls each with a null pointer,
// one to freed memory and one to an object that is gone, for each parameter that is a pointer, and wants an
// invalid access. What need not be one is listed here; what is listed without need is an error, too.

const (
	mayBeNull = "may be null" // other bad pointers are used
	notUsed   = "not used"
	inMemory  = "where memory or races are checked" // texts and buffers that go out
	hardlyMet = "not met by random inputs, or not supported"
)

// pointerExceptions says it by function and index of the parameter.
var pointerExceptions = map[string]string{
	"pthread_create:1": mayBeNull, "pthread_join:1": mayBeNull, "pthread_tryjoin_np:1": mayBeNull,
	"pthread_timedjoin_np:1": mayBeNull, "pthread_timedjoin_np:2": mayBeNull, "thrd_join:1": mayBeNull,
	"pthread_mutex_init:1": mayBeNull, "pthread_cond_init:1": mayBeNull, "pthread_rwlock_init:1": mayBeNull,
	"pthread_barrier_init:1": mayBeNull, "pthread_setcancelstate:1": mayBeNull,
	"pthread_setcanceltype:1": mayBeNull,
	"thrd_create:2":           notUsed, "pthread_exit:0": notUsed,
	"pthread_setspecific:1": notUsed, "tss_set:1": notUsed, "pthread_attr_setstack:1": notUsed,
	"sem_close:0":  notUsed, // it is looked for among those that have names
	"sem_unlink:0": inMemory, "pthread_setaffinity_np:2": inMemory,

	"clock_getres:1": mayBeNull, "gettimeofday:0": mayBeNull, "gettimeofday:1": mayBeNull,
	"sigaction:1": mayBeNull, "sigaction:2": mayBeNull,
	"sigprocmask:1": mayBeNull, "sigprocmask:2": mayBeNull,
	"pthread_sigmask:1": mayBeNull, "pthread_sigmask:2": mayBeNull,
	"settimeofday:0": mayBeNull, "settimeofday:1": mayBeNull, "time:0": mayBeNull,
	"clock_nanosleep:3": notUsed, "nanosleep:1": notUsed, "thrd_sleep:1": notUsed, // no signals
	"ctime_r:1": hardlyMet,

	"free:0": mayBeNull, "realloc:0": mayBeNull, "reallocarray:0": mayBeNull, "system:0": mayBeNull,
	"strtod:1": mayBeNull, "strtof:1": mayBeNull, "strtol:1": mayBeNull, "strtoll:1": mayBeNull,
	"strtoul:1": mayBeNull, "strtoull:1": mayBeNull,

	"getopt_long:3": mayBeNull, "getopt_long:4": mayBeNull, "getopt_long_only:3": mayBeNull,
	"getopt_long_only:4": mayBeNull,
	"fflush:0":           mayBeNull, "freopen:0": mayBeNull, "perror:0": mayBeNull, "warn:0": hardlyMet,
	"warnx:0": hardlyMet, "err:1": hardlyMet, "errx:1": hardlyMet, "openlog:0": notUsed,
	"setbuf:1": hardlyMet, "setvbuf:1": hardlyMet, "scanf:0": hardlyMet, "fscanf:1": hardlyMet,
	"sscanf:1": hardlyMet, "recvfrom:4": hardlyMet, "recvfrom:5": notUsed, "sendto:4": mayBeNull,
	// A format that is no literal: the print itself is not supported there.
	"syslog:1": hardlyMet, "error:2": hardlyMet,
}

// pointerCalls are statements where the arguments by default do not lead to the access of p.
var pointerCalls = map[string]string{
	"asctime_r:1":     "struct tm t = { .tm_mday = 1, .tm_year = 100 }; asctime_r(&t, p)",
	"clock_settime:1": "clock_settime(0, p)",
	"sscanf:0":        `int n; sscanf(p, "%d", &n)`, "fscanf:0": `int n; fscanf((FILE *)p, "%d", &n)`,
	"mtx_timedlock:1": "mtx_t m; mtx_init(&m, mtx_timed); mtx_lock(&m); mtx_timedlock(&m, p)",
	"pthread_mutex_timedlock:1": "pthread_mutex_t m = { 0 }; pthread_mutex_lock(&m); " +
		"pthread_mutex_timedlock(&m, p)",
	"pthread_mutex_clocklock:2": "pthread_mutex_t m = { 0 }; pthread_mutex_lock(&m); " +
		"pthread_mutex_clocklock(&m, 0, p)",
	"posix_memalign:0": "posix_memalign(p, 16, 8)",
	"read:1":           "read(1, p, 100)", "pread:1": "pread(1, p, 100, 0)", "recv:1": "recv(1, p, 100, 0)",
	"recvfrom:1": "recvfrom(1, p, 100, 0, 0, 0)", "recvfrom:5": "recvfrom(1, room(), 100, 0, 0, p)",
	"pthread_attr_getstack:1": "pthread_attr_t a; pthread_attr_init(&a); pthread_attr_setstack(&a, room(), " +
		"65536); pthread_attr_getstack(&a, p, room())",
	"pthread_attr_getstack:2": "pthread_attr_t a; pthread_attr_init(&a); pthread_attr_setstack(&a, room(), " +
		"65536); pthread_attr_getstack(&a, room(), p)",
	"pthread_attr_setscope:0":       "pthread_attr_setscope(p, 0)",
	"pthread_attr_setstack:0":       "pthread_attr_setstack(p, room(), 65536)",
	"pthread_attr_setstacksize:0":   "pthread_attr_setstacksize(p, 65536)",
	"pthread_mutexattr_setrobust:0": "pthread_mutexattr_setrobust(p, 0)",
	"pthread_join:1":                "pthread_t t; pthread_create(&t, 0, start, 0); pthread_join(t, p)",
	"pthread_tryjoin_np:1":          "pthread_t t; pthread_create(&t, 0, start, 0); pthread_tryjoin_np(t, p)",
	"pthread_timedjoin_np:1": "pthread_t t; pthread_create(&t, 0, start, 0); " +
		"pthread_timedjoin_np(t, p, 0)",
	"thrd_join:1":   "thrd_t t; thrd_create(&t, (thrd_start_t)start, 0); thrd_join(t, p)",
	"qsort:0":       "qsort(p, 2, 8, compare)",
	"bsearch:0":     "bsearch(p, room(), 1, 8, compare)",
	"bsearch:1":     "bsearch(room(), p, 1, 8, compare)",
	"thrd_create:2": "thrd_t t; thrd_create(&t, (thrd_start_t)start, p)",
	"strsep:1":      "char *s = text(); strsep(&s, p)",
	"getopt:1":      `getopt(2, p, "a")`,
	"getopt:2":      `char *v[] = {"p", "-a", 0}; getopt(2, v, p)`,
	"getopt_long:1": `getopt_long(2, p, "a", room(), 0)`,
	"getopt_long:2": `char *v[] = {"p", "-a", 0}; getopt_long(2, v, p, room(), 0)`,
	"getopt_long:3": `char *v[] = {"p", "--a", 0}; getopt_long(2, v, "a", p, 0)`,
	"getopt_long:4": `struct option o[] = {{"a", 0, 0, 1}, {0}}; char *v[] = {"p", "--a", 0}; ` +
		`getopt_long(2, v, "a", o, p)`,
	"getopt_long_only:1": `getopt_long_only(2, p, "a", room(), 0)`,
	"getopt_long_only:2": `char *v[] = {"p", "-a", 0}; getopt_long_only(2, v, p, room(), 0)`,
	"getopt_long_only:3": `char *v[] = {"p", "--a", 0}; getopt_long_only(2, v, "a", p, 0)`,
	"getopt_long_only:4": `struct option o[] = {{"a", 0, 0, 1}, {0}}; char *v[] = {"p", "--a", 0}; ` +
		`getopt_long_only(2, v, "a", o, p)`,
}

// badPointers are ways to make p one.
var badPointers = []string{"void *p = 0;", "void *p = malloc(4096); free(p);",
	"void *p; { long room[512]; p = room; }"}

// pointerCase is a call with a bad pointer.
type pointerCase struct {
	name, body string
	null       bool
	exception  string
}

// pointerCases makes the calls of the modelled functions of a header.
func pointerCases(header string, known map[string]bool) []pointerCase {
	text, err := library.Header(header)
	if err != nil {
		return nil
	}
	var out []pointerCase
	for _, m := range c.DeclaredFunctions(string(text)) {
		if !known[m[1]] {
			continue
		}
		params := splitParameters(m[2])
		for i, param := range params {
			if !isObjectPointer(param) {
				continue
			}
			key := fmt.Sprintf("%s:%d", m[1], i)
			call, ok := pointerCalls[key]
			if !ok {
				var args []string
				for j, q := range params {
					args = append(args, argumentFor(q, j == i))
				}
				call = m[1] + "(" + strings.Join(args, ", ") + ")"
			}
			for k, bad := range badPointers {
				out = append(out, pointerCase{name: fmt.Sprintf("%s, %s", key, bad),
					body: bad + " " + call + ";", null: k == 0, exception: pointerExceptions[key]})
			}
		}
	}
	return out
}

// splitParameters splits the text of a list of parameters.
func splitParameters(text string) []string {
	var out []string
	depth, from := 0, 0
	for i, r := range text {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth == 0:
			out = append(out, text[from:i])
			from = i + 1
		}
	}
	return append(out, text[from:])
}

func isObjectPointer(param string) bool {
	return strings.ContainsAny(param, "*[") && !strings.Contains(param, "(*")
}

// argumentFor is an argument, the bad pointer or one that does no harm.
func argumentFor(param string, bad bool) string {
	switch {
	case bad && strings.Contains(param, "FILE"):
		return "(FILE *)p"
	case bad:
		return "p"
	case strings.Contains(param, "FILE"):
		return "stdin"
	case strings.Contains(param, "DIR"):
		return "directory()"
	case strings.Contains(param, "char") && strings.Count(param, "*") == 1:
		return "text()"
	case isObjectPointer(param):
		return "room()"
	case strings.Count(param, "const void") == 2:
		return "compare"
	case strings.Contains(param, "(*"):
		return "(void *)start"
	case strings.Contains(param, "..."):
		return "0"
	}
	return "1"
}

// TestPointersAreUsed looks at every lowering of every modelled function.
func TestPointersAreUsed(t *testing.T) {
	headers := c.ModelledFunctions(t)
	left := maps.Clone(pointerExceptions)
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		cases := pointerCases(name, headers[name])
		for _, pc := range cases {
			key, _, _ := strings.Cut(pc.name, ",")
			delete(left, key)
		}
		if len(cases) == 0 || !testflag.Only(name) {
			continue
		}
		lowerings := []property.Property{"valid-memsafety",
			property.Join(property.All()...).Without("no-undefined-behaviour")}
		if slices.Contains([]string{"pthread.h", "semaphore.h", "threads.h"}, name) {
			// Here the program is watched by what it waits for: all of that is in all lowerings.
			lowerings = append(lowerings, "unreach-call", "no-deadlock")
		}
		for _, p := range lowerings {
			t.Run(name+" "+string(p), func(t *testing.T) { checkPointers(t, name, p, cases) })
		}
	}
	for key := range left {
		t.Errorf("%s is listed, but is no pointer of a modelled function", key)
	}
}

// checkPointers executes all calls of a header in one program, which is lowered for a property.
func checkPointers(t *testing.T, header string, p property.Property, cases []pointerCase) {
	t.Helper()
	var text strings.Builder
	fmt.Fprintf(&text, "#define _GNU_SOURCE\n#include <%s>\n#include <stdio.h>\n#include <stdlib.h>\n"+
		"#include <dirent.h>\nextern int __VERIFIER_nondet_int(void);\n"+
		"static DIR *directory(void) { DIR *d = opendir(\"a\"); if (!d) exit(0); return d; }\n"+
		"static void *start(void *p) { return 0; }\n"+
		"static int compare(const void *a, const void *b) { return *(char *)a - *(char *)b; }\n"+
		"static void *room(void) { return calloc(1, 4096); }\n"+
		"static char *text(void) { char *p = room(); p[0] = 'a'; return p; }\n", header)
	for i, pc := range cases {
		fmt.Fprintf(&text, "static void case%d(void) { %s }\n", i, pc.body)
	}
	text.WriteString("int main(void) { int n = __VERIFIER_nondet_int();\n")
	for i := range cases {
		fmt.Fprintf(&text, "if (n == %d) case%d();\n", i, i)
	}
	text.WriteString("directory(); return 0; }\n")
	prog, diags, err := c.Load(context.Background(), c.Config{Files: []string{"t.c"}, Property: p,
		Read: func(name string) ([]byte, error) {
			if name == "t.c" {
				return []byte(text.String()), nil
			}
			return nil, os.ErrNotExist
		}})
	if err != nil {
		t.Fatalf("%v: %v", err, diags.All())
	}
	m, err := interp.New(prog, interp.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for i, pc := range cases {
		used := false
		last := ""
		for seed := uint64(0); seed < 40 && !used; seed++ {
			m.Again(interp.Config{MaxSteps: 20_000,
				Decider: &firstInput{Random: interp.NewRandom(seed), value: uint64(i)}})
			for moved := true; moved && m.Outcome().Kind == interp.Running; {
				moved = false
				for k := m.NumThreads() - 1; k >= 0 && m.Outcome().Kind == interp.Running; k-- {
					if m.Finished(k) {
						continue
					}
					ev, err := m.StepVisible(t.Context(), k)
					if err != nil {
						t.Fatal(err)
					}
					moved = moved || ev != interp.Blocked
				}
			}
			o := m.Outcome()
			last = o.String()
			used = o.Kind == interp.Undefined && (o.Property == property.ValidDeref ||
				o.Property == property.ValidFree)
		}
		if pc.exception == hardlyMet {
			continue
		}
		memory := p.Memory() || p.Covers(property.ValidDeref)
		if pc.exception == inMemory && !memory {
			continue
		}
		if want := pc.exception != notUsed && (!pc.null || pc.exception != mayBeNull); used != want {
			t.Errorf("%s: used %v, want %v (%s)", pc.name, used, want, last)
		}
	}
}

// firstInput decides at random, but for the first input.
type firstInput struct {
	*interp.Random
	value uint64
	drawn bool
}

func (d *firstInput) Havoc(k trace.Key, width int) (lo, hi uint64) {
	if d.drawn {
		return d.Random.Havoc(k, width)
	}
	d.drawn = true
	return d.value, 0
}
