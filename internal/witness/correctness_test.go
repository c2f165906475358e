package witness_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/internal/testing/examples"
	"whittle.dev/internal/witness"
)

// invariantsOf loads a program and looks for its invariants.
func invariantsOf(t *testing.T, cfg c.Config) []witness.Invariant {
	t.Helper()
	p := compiled.Program(t, cfg)
	places, err := c.FindPlaces(t.Context(), cfg, p.Files)
	if err != nil {
		t.Fatal(err)
	}
	e, err := witness.Correctness(t.Context(), witness.Proof{Program: p, Places: places})
	if err != nil {
		t.Fatal(err)
	}
	return e.Invariants
}

// broken executes a program with a monitor that looks at the invariants, under
// some random schedules and inputs. It returns how an execution broke one, or "".
func broken(t *testing.T, cfg c.Config, invs []witness.Invariant, runs int) string {
	t.Helper()
	m := &c.Monitor{Fail: "unreach-call"}
	for _, v := range invs {
		kind := c.ProbeStatement
		if v.Type == witness.LoopInvariant {
			kind = c.ProbeLoop
		}
		m.Probes = append(m.Probes, c.Probe{
			Kind: kind, Place: c.ProbePlace{File: v.Location.File, Line: v.Location.Line,
				Col: v.Location.Column},
			Expr: v.Value, Text: "invariant " + v.Value, State: c.Always, Thread: c.Anyone,
			Else: c.ProbeAction{Do: c.ProbeFail},
		})
	}
	cfg.Monitor, cfg.Property = m, "unreach-call"
	p, diags, err := c.Load(t.Context(), cfg)
	if err != nil {
		var pe *c.ProbeError
		if errors.As(err, &pe) {
			t.Errorf("an invariant cannot be looked at: %v", err)
			return ""
		}
		t.Fatalf("%v\n%v", err, diags)
	}
	for seed := range runs {
		out, _, err := interp.Run(t.Context(), p, interp.RunOptions{Seed: uint64(seed), MaxSteps: 20_000})
		if err != nil {
			t.Fatal(err)
		}
		if s := out.String(); strings.Contains(s, "invariant ") {
			return fmt.Sprintf("seed %d: %s", seed, s)
		}
	}
	return ""
}

// TestInvariantsOfExamples: no execution breaks an invariant. That the check
// works shows when the invariants are replaced by their contraries.
func TestInvariantsOfExamples(t *testing.T) {
	names := examples.Names(t, "../../examples")
	found, wrong := 0, 0
	for i, name := range names {
		if testing.Short() && i%4 != 0 {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(name), ".c"), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			cfg := c.Config{Files: []string{name}, DataModel: c.LP64}
			if strings.Contains(string(text), "data model: ILP32") {
				cfg.DataModel = c.ILP32
			}
			invs := invariantsOf(t, cfg)
			if len(invs) == 0 {
				return
			}
			found++
			if s := broken(t, cfg, invs, 10); s != "" {
				t.Error(s)
			}
			contrary := append([]witness.Invariant(nil), invs...)
			for i := range contrary {
				contrary[i].Value = "!(" + contrary[i].Value + ")"
			}
			if broken(t, cfg, contrary, 10) != "" {
				wrong++
			}
		})
	}
	if found < 10 || wrong < found*2/3 {
		t.Errorf("%d examples have invariants, of %d the contraries are broken", found, wrong)
	}
}

// tricky are programs in which it matters what a name means, which type a
// variable has, and when a place is reached.
var tricky = map[string]struct {
	src  string
	want []string // invariants that are found, among others
}{
	"types": {`
#include <assert.h>
#include <limits.h>
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);
enum colour { red = 3, green, blue };
int main(void) {
	unsigned char c = 200;
	signed char s = -128;
	long long wide = LLONG_MIN;
	unsigned long long huge = ULLONG_MAX;
	int least = INT_MIN;
	unsigned top = UINT_MAX;
	bool b = __VERIFIER_nondet_int();
	enum colour e = green;
	while (__VERIFIER_nondet_int() < 3) {
		c++;
		if (s < 0) s++;
	}
	assert(c + s + wide + huge + least + top + b + e != 5);
	return 0;
}`, []string{"wide == (-9223372036854775807LL - 1)", "huge == 18446744073709551615ULL", "least == (-2147483647 - 1)", "top == 4294967295U", "s <= 0", "e == 4"}},
	"names": {`
#include <assert.h>
int x = 7;
static int count(void) {
	static int x = 1;
	for (int i = 0; i < 3; i++)
		if (x < 10) x++;
	return x;
}
int main(void) {
	int n = 0;
	for (int x = 0; x < 4; x++) {
		int n = x;
		while (n < 6) n++;
	}
	{
		extern int x;
		assert(x == 7);
	}
	assert(n == 0 && count() <= 10 && x == 7);
	return 0;
}`, []string{"0 <= x && x <= 3 && 0 <= n && n <= 6", "1 <= x && x <= 10", "0 <= x && x <= 4", "n == 0"}},
	"threads": {`
#include <assert.h>
#include <pthread.h>
int shared = 1, before = 2;
static void *set(void *arg) {
	shared = 5;
	return arg;
}
int main(void) {
	pthread_t t;
	before = 3;
	assert(before == 3 && shared == 1);
	pthread_create(&t, 0, set, 0);
	assert(shared <= 5);
	pthread_join(t, 0);
	for (int i = 0; i < shared; i++) assert(i <= 5);
	return 0;
}`, []string{"shared == 1 && before == 3", "1 <= shared && shared <= 5"}},
	"macros": {`
#include <assert.h>
#define TWICE(s) do { s; s; } while (0)
#define CHECK(e) if (!(e)) __assert_fail(#e, "m.c", 1, "main")
int main(void) {
	int k = 0;
	while (k < 10) { TWICE(k++); CHECK(k <= 11); }
	assert(k == 10);
	return 0;
}`, []string{"0 <= k && k <= 10"}},
	"jumps": {`
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
	int k = 0, r = 1;
	if (__VERIFIER_nondet_int()) goto in;
	do {
		k = 2;
in:
		switch (r) { case 1: r = 2; case 2: r++; assert(r <= 9); break; default: r = 1; }
	} while (++k < 3);
	assert(r <= 3);
	return 0;
}`, nil},
	"addresses": {`
#include <assert.h>
int a[4];
int main(void) {
	unsigned long p = (unsigned long)a, q = p / 2;
	while (q > 5) q--;
	assert(p != 3);
	return 0;
}`, nil},
}

// TestInvariantsOfTrickyPrograms does the same with programs made for it.
func TestInvariantsOfTrickyPrograms(t *testing.T) {
	for name, tt := range tricky {
		t.Run(name, func(t *testing.T) {
			cfg := c.Config{Files: []string{"m.c"}, DataModel: c.LP64,
				Read: func(name string) ([]byte, error) {
					if name == "m.c" {
						return []byte(tt.src), nil
					}
					return nil, os.ErrNotExist
				}}
			invs := invariantsOf(t, cfg)
			if s := broken(t, cfg, invs, 40); s != "" {
				t.Error(s)
			}
			var all strings.Builder
			for _, v := range invs {
				fmt.Fprintln(&all, v.Location.Line, v.Value)
			}
			for _, w := range tt.want {
				if !strings.Contains(all.String(), w) {
					t.Errorf("%q is not found among\n%s", w, all.String())
				}
			}
			if name == "addresses" && len(invs) > 0 {
				t.Errorf("what addresses are is no invariant of the program:\n%s", all.String())
			}
		})
	}
}

// TestCorrectnessStops: the analysis ends with its context.
func TestCorrectnessStops(t *testing.T) {
	p := compiled.Lowered(t, c.Config{Files: []string{"../../examples/locks/bakery.c"}})
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := witness.Correctness(ctx, witness.Proof{Program: p, Places: &c.Places{}}); !errors.Is(err,
		context.Canceled) {
		t.Errorf("error %v", err)
	}
}
