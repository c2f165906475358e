package validate_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/validate"
	"whittle.dev/internal/witness"
)

// trickyWitnesses are violations in which it matters where things stand. Each waypoint is "thread type
// constraint", in format 2.2, and then the text after its place; a want that ends with "..." is a prefix.
var trickyWitnesses = []struct {
	name, src string
	task      run.Task
	want      []string
}{
	{name: "columns are characters", src: `
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	/* ä☃ */ int y = 1, x = __VERIFIER_nondet_int(/*ü*/); if (x == 3)	/* é */	reach_error();
	return y;
}`, want: []string{`function_return \result == 3 | ); if (x == 3)...`, "target | reach_error();"}},
	{name: "the next statement", src: `
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);
int main(void) {
	int x;
	x = __VERIFIER_nondet_int();
	int y = __VERIFIER_nondet_short();
	while (x != 5) return 0;
	if (y != -7) return 0;
	reach_error();
}`, want: []string{"assumption x == 5 | int y = ...", "assumption y == -7 | while (x != 5) return 0;", "target | reach_error();"}},
	{name: "values that fit no assumption", src: `
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void reach_error(void);
unsigned long g;
int main(void) {
	char c = __VERIFIER_nondet_int();
	if (c == 1) {}
	g = __VERIFIER_nondet_ulong();
	if (c == 1 && g == 1UL << 63)
		reach_error();
	return 0;
}`, want: []string{`function_return \result == ...`, `function_return \result == 9223372036854775808ULL | );`, "target | reach_error();"}},
	{name: "one place, several times", src: `
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int sum = 0;
	for (int i = 0; i < 3; i++) {
		int v = __VERIFIER_nondet_int();
		if (v != i + 4) return 0;
		sum += v;
	}
	if (sum == 15) reach_error();
	return 0;
}`, want: []string{"assumption v == 4 | if (v != i + 4) return 0;", "assumption v == 5 | if (v != i + 4) return 0;", "assumption v == 6 | if (v != i + 4) return 0;", "target | reach_error();"}},
	{name: "jumped to", src: `
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int n = 0, v = 0;
	goto in;
again:
	v = __VERIFIER_nondet_int();
in:
	n++;
	if (n < 3) goto again;
	if (v == 8) reach_error();
	return 0;
}`, want: []string{`function_return \result == ...`, `function_return \result == 8 | );`, "target | reach_error();"}},
	{name: "macros", src: `
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define INPUT(v) int v = __VERIFIER_nondet_int()
#define FAIL_IF(c) do { if (c) reach_error(); } while (0)
int main(void) {
	INPUT(x);
	FAIL_IF(x == 4);
	return 0;
}`, want: []string{"assumption x == 4 | FAIL_IF(x == 4);", "target | FAIL_IF(x == 4);"}},
	{name: "a condition", src: `
extern int __VERIFIER_nondet_int(void);
int main(void) {
	int x = __VERIFIER_nondet_int();
	for (int i = 0; x +
		1 > i; i++)
		return 1;
	return 0;
}`, task: run.Task{Property: "no-overflow"}, want: []string{"assumption x == 2147483647 | for (int i = 0; x +", "target | x +"}},
	{name: "a call in what overflows", src: `
extern int __VERIFIER_nondet_int(void);
int main(void) {
	return __VERIFIER_nondet_int() + 2147483647 == 0;
}`, task: run.Task{Property: "no-overflow"}, want: []string{`function_return \result == ...`, "target | return __VERIFIER_nondet_int() + 2147483647 == 0;"}},
	{name: "line markers", src: `
# 100 "elsewhere.h"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
# 7 "there.c"
int main(void) {
	if (__VERIFIER_nondet_int() == 2)
		reach_error();
	return 0;
}`, want: []string{`function_return \result == 2 | ) == 2)`, "target | reach_error();"}},
	{name: "threads in functions", src: `
#include <pthread.h>
extern void reach_error(void);
int x;
static void *put(void *arg) { x = 1; return arg; }
static void *get(void *arg) { if (x == 1) reach_error(); return arg; }
static void start(void *(*f)(void *)) {
	pthread_t t;
	pthread_create(&t, 0,
		f, 0);
}
int main(void) {
	start(put);
	start(get);
	return 0;
}`, want: []string{"0 function_enter | );", "0 function_enter | );", "1 assumption 1 | x = 1; return arg; }", "2 assumption x == 1 | if (x == 1) reach_error(); return arg; }", "2 target | reach_error(); return arg; }"}},
	{name: "a thread of a thread, and others", src: `
#include <pthread.h>
extern void reach_error(void);
int x;
static void *idle(void *arg) { return arg; }
static void *grandchild(void *arg) { reach_error(); return arg; }
static void *child(void *arg) {
	pthread_t t;
	pthread_create(&t, 0, grandchild, 0);
	return arg;
}
int main(void) {
	pthread_t t;
	for (int i = 0; i < 3; i++)
		pthread_create(&t, 0, i == 1 ? child : idle, 0);
	return 0;
}`, want: []string{"0 function_enter | );", "0 function_enter | );", "2 assumption 1 | pthread_create(&t, 0, grandchild, 0);", "2 function_enter | );", "3 target | reach_error(); return arg; }"}},
	{name: "library functions that choose", src: `
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
	int r = rand();
	if (r % 100 == 42 && abs(r) == r)
		reach_error();
	return 0;
}`, want: []string{"assumption r == ...", "target | reach_error();"}},
	{name: "not initialised", src: `
extern void reach_error(void);
int main(void) {
	int zero, seven;
	if (seven == 7 && zero == 0) reach_error();
	return 0;
}`, want: []string{"assumption seven == 7 | if (seven == 7 && zero == 0) reach_error();", "target | reach_error();"}},
	{name: "a race in a call that chooses", src: `
#include <pthread.h>
#include <stdio.h>
int x;
static void *add(void *arg) { x++; return arg; }
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, add, 0);
	scanf("%d", &x);
	return 0;
}`, task: run.Task{Property: "no-data-race"}, want: []string{"0 function_enter | );", `0 assumption 1 | scanf("%d", &x);`, `0 target | scanf("%d", &x);`, "1 target | x++; return arg; }"}},
	{name: "a race beside a mutex that may be taken again", src: `
#include <pthread.h>
pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int x;
static void *add(void *arg) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); x++; return arg; }
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, add, 0);
	pthread_mutex_lock(&m);
	x = 1;
	return 0;
}`, task: run.Task{Property: "no-data-race"}, want: []string{"0 function_enter | );", "1 assumption 1 | pthread_mutex_lock(&m); pthread_mutex_unlock(&m); x++; return arg; }", "1 assumption 1 | pthread_mutex_unlock(&m); x++; return arg; }", "0 assumption 1 | pthread_mutex_lock(&m);", "0 assumption 1 | x = 1;", "0 target | x = 1;", "1 target | x++; return arg; }"}},
	{name: "a race behind other steps", src: `
#include <pthread.h>
int x, y;
static void *set(void *arg) { x = 1; y = 2; x = 0; return arg; }
static void *get(void *arg) { int l; if (x == 0) y++; return arg; }
int main(void) {
	pthread_t t, u;
	pthread_create(&t, 0, set, 0);
	pthread_create(&u, 0, get, 0);
	return 0;
}`, task: run.Task{Property: "no-data-race"}, want: []string{"0 function_enter | );", "0 function_enter | );", "1 assumption 1 | x = 1; y = 2; x = 0; return arg; }", "1 target | x = 1; y = 2; x = 0; return arg; }", "2 target | x == 0) y++; return arg; }"}},
	{name: "an array that is made early", src: `
#include <pthread.h>
int g, *shared = &g;
_Atomic int h;
static void *set(void *arg) {
	h = 1;
	int a[2] = {0, 1};
	shared = a;
	return arg;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, set, 0);
	while (h == 0) ;
	shared = 0;
	return 0;
}`, task: run.Task{Property: "no-data-race"}, want: []string{"0 function_enter | );", "1 assumption 1 | h = 1;", "1 assumption 1 | int a[2] = {0, 1};", "0 assumption h == 1 | while (h == 0) ;", "0 assumption 1 | shared = 0;", "0 target | shared = 0;", "1 target | shared = a;"}},
	{name: "a statement in an expression", src: `
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
	int x = ({ int t = __VERIFIER_nondet_int(); t; });
	if (x == 6) reach_error();
	return 0;
}`, want: []string{`function_return \result == 6 | ); t; });`, "target | reach_error();"}},
}

func TestTrickyWitnesses(t *testing.T) {
	for _, tt := range trickyWitnesses {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			task := tt.task
			task.Files = []string{filepath.Join(dir, "a.c")}
			if err := os.WriteFile(task.Files[0], []byte(tt.src), 0o644); err != nil {
				t.Fatal(err)
			}
			o, err := run.Check(t.Context(), task, run.Options{Timeout: hang})
			if err != nil || o.Verdict.Kind != property.False {
				t.Fatalf("%s (%s), %v", o.Verdict, o.Result.Why, err)
			}
			text, err := witnessText(t, o, "")
			if err != nil {
				t.Fatal(err)
			}
			w, err := witness.Read("w.yml", text)
			if err != nil {
				t.Fatal(err)
			}
			got := waypointLines(tt.src, &w.Entries[0])
			if !matchLines(got, tt.want) {
				t.Errorf("waypoints\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
			file := filepath.Join(dir, "w.yml")
			if err := os.WriteFile(file, text, 0o644); err != nil {
				t.Fatal(err)
			}
			a, err := validate.Witness(t.Context(), file, task,
				validate.Options{Options: run.Options{Timeout: hang}})
			if err != nil || a.Status != validate.Confirmed {
				var why bytes.Buffer
				_ = a.WriteText(&why, run.ReportOptions{})
				t.Errorf("the witness is %s, %v\n%s", a.Status, err, why.String())
			}
		})
	}
}

// waypointLines are the waypoints as trickyWitnesses has them.
func waypointLines(src string, e *witness.Entry) []string {
	lines := strings.Split(src, "\n")
	var out []string
	for _, s := range e.Segments {
		for _, p := range s.Waypoints {
			var parts []string
			if p.HasThread {
				parts = append(parts, fmt.Sprint(p.Thread))
			}
			parts = append(parts, string(p.Type))
			if p.Constraint != nil {
				parts = append(parts, p.Constraint.Value)
			}
			text := string([]rune(lines[p.Location.Line-1])[p.Location.Column-1:])
			out = append(out, strings.Join(append(parts, "|", text), " "))
		}
	}
	return out
}

func matchLines(got, want []string) bool {
	if len(got) != len(want) {
		return false
	}
	for i, w := range want {
		prefix, open := strings.CutSuffix(w, "...")
		if got[i] != w && !(open && strings.HasPrefix(got[i], prefix)) {
			return false
		}
	}
	return true
}
