package harness_test

import (
	"bytes"
	"context"
	"io/fs"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/harness"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/trace"
)

// load makes a program of a text.
func load(t *testing.T, text string) *c.Instrumented {
	t.Helper()
	src, _, err := c.LoadInstrumented(t.Context(), c.Config{Files: []string{"a.c"},
		Read: func(name string) ([]byte, error) {
			if name != "a.c" {
				return nil, fs.ErrNotExist
			}
			return []byte(text), nil
		}})
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// violated runs a program under schedules until one violates the property, and returns the replayed trace.
func violated(t *testing.T, src *c.Instrumented) *trace.Trace {
	t.Helper()
	for seed := range uint64(3000) {
		out, tr, err := interp.Run(t.Context(), src.Program(),
			interp.RunOptions{Seed: seed, MaxSteps: 10000, Record: true})
		if err != nil {
			t.Fatal(err)
		}
		if out.Kind == interp.Violated {
			full, err := interp.Replay(t.Context(), src.Program(), tr.Machine())
			if err != nil {
				t.Fatal(err)
			}
			return full
		}
	}
	t.Fatal("no run violates the property")
	return nil
}

func write(ctx context.Context, src *c.Instrumented, tr *trace.Trace) (text string, notes []string,
	err error) {
	var b bytes.Buffer
	notes, err = harness.Write(ctx, &b, src, tr, harness.Head{Output: "out.c", Files: []string{"a.c"},
		Version: "test"})
	return b.String(), notes, err
}

const threads = `#include <assert.h>
#include <pthread.h>
`

// TestHooks looks at what becomes of expressions.
func TestHooks(t *testing.T) {
	for _, test := range []struct{ name, program, want string }{
		{"read", "int x; void *f(void *p) { x = 1; return p; } int main(void) { pthread_t t; " +
			"pthread_create(&t, 0, f, 0); assert(!x); return 0; }", "!W_LOAD("},
		{"write", "int x; void *f(void *p) { x = 1; return p; } int main(void) { pthread_t t; " +
			"pthread_create(&t, 0, f, 0); assert(!x); return 0; }", ", x, 1);"},
		{"update", "int x; void *f(void *p) { x += 2; return p; } int main(void) { pthread_t t; " +
			"pthread_create(&t, 0, f, 0); assert(!x); return 0; }", ", x, +, 2);"},
		{"order of operands", "int x; void *f(void *p) { x = 1; return p; } int main(void) { pthread_t t; " +
			"pthread_create(&t, 0, f, 0); assert(x == x); return 0; }", "whittle_l == whittle_r"},
		{"own memory", "int x, y[2]; void *f(void *p) { x = 1; return p; } int main(void) { pthread_t t; " +
			"pthread_create(&t, 0, f, 0); y[0] = 3; assert(!x); return 0; }", "y[0] = 3;"},
		{"copy of a structure", "struct s { int a, b; } x; void *f(void *p) { x.b = 1; return p; } int " +
			"main(void) { pthread_t t; pthread_create(&t, 0, f, 0); struct s y = x; assert(!y.b); " +
			"return 0; }", "y = W_LOAD("},
		{"atomic update", "_Atomic int x; void *f(void *p) { x++; return p; } int main(void) { pthread_t " +
			"t; pthread_create(&t, 0, f, 0); assert(!x); return 0; }", "(*whittle_p)++"},
		{"input", "extern int __VERIFIER_nondet_int(void); int x; void *f(void *p) { x = " +
			"__VERIFIER_nondet_int(); return p; } int main(void) { pthread_t t; pthread_create(&t, 0, f, " +
			"0); assert(!x); return 0; }", "__VERIFIER_nondet_int()));"},
	} {
		t.Run(test.name, func(t *testing.T) {
			src := load(t, threads+test.program)
			tr := violated(t, src)
			text, notes, err := write(t.Context(), src, tr)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(text, test.want) {
				_, unit, _ := strings.Cut(text, "#line 3 \"a.c\"")
				unit, _, _ = strings.Cut(unit, "#undef")
				t.Errorf("there is no %q in\n%s", test.want, unit)
			}
			if len(notes) > 0 {
				t.Errorf("notes: %v", notes)
			}
			if again, _, _ := write(t.Context(), src, tr); again != text {
				t.Error("another text the second time")
			}
		})
	}
}
