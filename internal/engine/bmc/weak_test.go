package bmc_test

import (
	"fmt"
	"strings"
	"testing"

	"whittle.dev/internal/axioms"
	"whittle.dev/internal/interp/graphs"
	"whittle.dev/internal/property"
)

// litmusTest is a program of threads with statements S(place, value, order), R(register, place, order) and
// F(order), and an outcome. can has the first letter of each weak model that allows the outcome.
type litmusTest struct {
	name    string
	threads []string
	outcome string
	can     string
}

var litmusTests = []litmusTest{
	{"MP", []string{"S(x,1,RELAXED); S(y,1,RELAXED);", "R(a,y,RELAXED); R(b,x,RELAXED);"}, "a == 1 && b == 0",
		"pc"},
	{"MP, release and acquire", []string{"S(x,1,RELAXED); S(y,1,RELEASE);",
		"R(a,y,ACQUIRE); R(b,x,RELAXED);"}, "a == 1 && b == 0", "p"},
	{"MP, acquire alone", []string{"S(x,1,RELAXED); S(y,1,RELAXED);", "R(a,y,ACQUIRE); R(b,x,RELAXED);"},
		"a == 1 && b == 0", "pc"},
	{"MP, fences", []string{"S(x,1,RELAXED); F(RELEASE); S(y,1,RELAXED);",
		"R(a,y,RELAXED); F(ACQUIRE); R(b,x,RELAXED);"}, "a == 1 && b == 0", ""},
	{"MP, release sequence", []string{"S(x,1,RELAXED); S(y,1,RELEASE);", "U(c,y,1,RELAXED);",
		"R(a,y,ACQUIRE); R(b,x,RELAXED);"}, "a == 2 && c == 1 && b == 0", "p"},
	{"MP, relaxed head", []string{"S(x,1,RELAXED); S(y,1,RELAXED);", "U(c,y,1,RELEASE);",
		"R(a,y,ACQUIRE); R(b,x,RELAXED);"}, "a == 2 && c == 1 && b == 0", "pc"},
	{"SB", []string{"S(x,1,RELAXED); R(a,y,RELAXED);", "S(y,1,RELAXED); R(b,x,RELAXED);"}, "a == 0 && b == 0",
		"tpc"},
	{"SB, release and acquire", []string{"S(x,1,RELEASE); R(a,y,ACQUIRE);",
		"S(y,1,RELEASE); R(b,x,ACQUIRE);"}, "a == 0 && b == 0", "tpc"},
	{"SB, sequentially consistent", []string{"S(x,1,SEQ_CST); R(a,y,SEQ_CST);",
		"S(y,1,SEQ_CST); R(b,x,SEQ_CST);"}, "a == 0 && b == 0", ""},
	{"SB, one is not", []string{"S(x,1,SEQ_CST); R(a,y,SEQ_CST);", "S(y,1,SEQ_CST); R(b,x,ACQUIRE);"},
		"a == 0 && b == 0", "c"},
	{"SB, fences", []string{"S(x,1,RELAXED); F(SEQ_CST); R(a,y,RELAXED);",
		"S(y,1,RELAXED); F(SEQ_CST); R(b,x,RELAXED);"}, "a == 0 && b == 0", ""},
	{"SB, a fence and an order", []string{"S(x,1,RELAXED); F(SEQ_CST); R(a,y,RELAXED);",
		"S(y,1,SEQ_CST); R(b,x,SEQ_CST);"}, "a == 0 && b == 0", ""},
	{"LB", []string{"R(a,x,RELAXED); S(y,1,RELAXED);", "R(b,y,RELAXED); S(x,1,RELAXED);"}, "a == 1 && b == 1",
		""},
	{"IRIW", []string{"S(x,1,RELAXED);", "S(y,1,RELAXED);", "R(a,x,RELAXED); R(b,y,RELAXED);",
		"R(c,y,RELAXED); R(d,x,RELAXED);"}, "a == 1 && b == 0 && c == 1 && d == 0", "c"},
	{"IRIW, release and acquire", []string{"S(x,1,RELEASE);", "S(y,1,RELEASE);",
		"R(a,x,ACQUIRE); R(b,y,ACQUIRE);", "R(c,y,ACQUIRE); R(d,x,ACQUIRE);"},
		"a == 1 && b == 0 && c == 1 && d == 0", "c"},
	{"IRIW, sequentially consistent", []string{"S(x,1,SEQ_CST);", "S(y,1,SEQ_CST);",
		"R(a,x,SEQ_CST); R(b,y,SEQ_CST);", "R(c,y,SEQ_CST); R(d,x,SEQ_CST);"},
		"a == 1 && b == 0 && c == 1 && d == 0", ""},
	{"IRIW, fences", []string{"S(x,1,RELAXED);", "S(y,1,RELAXED);",
		"R(a,x,RELAXED); F(SEQ_CST); R(b,y,RELAXED);", "R(c,y,RELAXED); F(SEQ_CST); R(d,x,RELAXED);"},
		"a == 1 && b == 0 && c == 1 && d == 0", ""},
	{"2+2W", []string{"S(x,1,RELAXED); S(y,2,RELAXED);", "S(y,1,RELAXED); S(x,2,RELAXED);"},
		"x == 1 && y == 1", "pc"},
	{"2+2W, release", []string{"S(x,1,RELEASE); S(y,2,RELEASE);", "S(y,1,RELEASE); S(x,2,RELEASE);"},
		"x == 1 && y == 1", "pc"},
	{"2+2W, sequentially consistent", []string{"S(x,1,SEQ_CST); S(y,2,SEQ_CST);",
		"S(y,1,SEQ_CST); S(x,2,SEQ_CST);"}, "x == 1 && y == 1", ""},
	{"WRC", []string{"S(x,1,RELAXED);", "R(a,x,RELAXED); S(y,1,RELEASE);", "R(b,y,ACQUIRE); R(c,x,RELAXED);"},
		"a == 1 && b == 1 && c == 0", ""},
	{"CoRR", []string{"S(x,1,RELAXED);", "R(a,x,RELAXED); R(b,x,RELAXED);"}, "a == 1 && b == 0", ""},
	{"Z6.U", []string{"S(x,1,SEQ_CST); S(y,1,RELEASE);", "U(a,y,1,SEQ_CST); R(b,y,RELAXED);",
		"S(y,3,SEQ_CST); R(c,x,SEQ_CST);"}, "a == 1 && b == 3 && c == 0", "c"},
}

func (l *litmusTest) text() string {
	var b strings.Builder
	b.WriteString(`#include <pthread.h>
#define S(x, v, o) __atomic_store_n(&x, v, __ATOMIC_##o)
#define R(r, x, o) r = __atomic_load_n(&x, __ATOMIC_##o)
#define U(r, x, v, o) r = __atomic_fetch_add(&x, v, __ATOMIC_##o)
#define F(o) __atomic_thread_fence(__ATOMIC_##o)
void reach_error(void) {}
int x, y, a, b, c, d;
`)
	for i, t := range l.threads {
		fmt.Fprintf(&b, "void *thread%d(void *arg) { %s return 0; }\n", i, t)
	}
	fmt.Fprintf(&b, "int main(void) {\n\tpthread_t t[%d];\n", len(l.threads))
	for i := range l.threads {
		fmt.Fprintf(&b, "\tpthread_create(&t[%d], 0, thread%d, 0);\n", i, i)
	}
	for i := range l.threads {
		fmt.Fprintf(&b, "\tpthread_join(t[%d], 0);\n", i)
	}
	fmt.Fprintf(&b, "\tif (%s) reach_error();\n\treturn 0;\n}\n", l.outcome)
	return b.String()
}

// TestLitmus asks for the outcomes of well-known tests, with C11's atomics, in each memory model.
func TestLitmus(t *testing.T) {
	for _, l := range litmusTests {
		p := weakProgram(t, l.text(), property.UnreachCall)
		for _, m := range axioms.Models() {
			want := property.True
			if strings.Contains(l.can, string(m)[:1]) && m != axioms.SC {
				want = property.False
			}
			if res := weakVerdict(t, 0, p, m, property.UnreachCall, l.text()); res.Verdict.Kind != want {
				t.Errorf("%s in %s: bmc says %s (%s)", l.name, m, res.Verdict, res.Why)
			}
			all, err := graphs.Run(t.Context(), p, graphs.Options{Model: m}, nil)
			if err != nil || !all.Complete || (len(all.Violations) > 0) != (want == property.False) {
				t.Errorf("%s in %s: all execution graphs say otherwise (%v)", l.name, m, err)
			}
		}
	}
}
