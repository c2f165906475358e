package bmc_test

import (
	"context"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/interp/enumerate"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/testflag"
)

// newCounters writes a program of two or three threads that change counters.
func newCounters(r *rand.Rand) string {
	var b strings.Builder
	sorts := []string{"int", "unsigned char", "signed char", "unsigned"}
	start := []int{0, 0, 1, 2, 126, 254}
	fmt.Fprintf(&b, "%s x1 = %d, x2 = %d;\n", sorts[r.Intn(len(sorts))], start[r.Intn(len(start))], r.Intn(3))
	place := func() string { return []string{"x1", "x1", "x2"}[r.Intn(3)] }
	number := func() int { return r.Intn(5) - 2 }
	cond := func(v string) string {
		return fmt.Sprintf("%s %s %d", v, []string{">", "<", "==", "!=", ">=", "<="}[r.Intn(6)], r.Intn(4))
	}
	step := func() string {
		p, q, n := place(), place(), number()
		switch r.Intn(9) {
		case 0:
			return fmt.Sprintf("%s = %d;", p, r.Intn(4))
		case 1:
			return fmt.Sprintf("k = %s; %s = k + %d; %s = k + %d;", p, p, n, p, number())
		case 2:
			return fmt.Sprintf("k = %s; if (%s) %s = k + %d;", p, cond("k"), p, n)
		case 3:
			return fmt.Sprintf("if (%s) %s += %d;", cond(p), p, n)
		case 4:
			return fmt.Sprintf("%s = %s + %d;", p, q, n)
		case 5:
			return fmt.Sprintf("__VERIFIER_atomic_begin(); %s += %d; __VERIFIER_assume(%s); %s += %d; "+
				"__VERIFIER_atomic_end();", p, n, cond(q), p, number())
		case 6:
			return fmt.Sprintf("pthread_mutex_lock(&m); k = %s; if (%s) %s = k + %d; "+
				"pthread_mutex_unlock(&m);", p, cond("k"), p, n)
		case 7:
			return fmt.Sprintf("k = %s; %s = __VERIFIER_nondet_bool() ? k + %d : k + %d;", p, p, n, number())
		}
		return fmt.Sprintf("%s += %d;", p, n)
	}
	for _, name := range []string{"a", "b"} {
		fmt.Fprintf(&b, "void *%s(void *p) { int k = 0;", name)
		for range 1 + r.Intn(2) {
			fmt.Fprintf(&b, "\n  %s", step())
		}
		b.WriteString("\n  return 0; }\n")
	}
	b.WriteString("int main(void) { int k = 0; pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0);\n")
	if r.Intn(2) == 0 {
		fmt.Fprintf(&b, "  %s\n", step())
	}
	if r.Intn(2) == 0 {
		b.WriteString("  pthread_join(t, 0); pthread_join(u, 0);\n")
	}
	p := place()
	n := r.Intn(9) - 2
	fmt.Fprintf(&b, "  if (%s %s %d) reach_error(); pthread_exit(0); }\n", p,
		[]string{"==", ">", "<", ">="}[r.Intn(4)], n)
	return b.String()
}

// TestRandomCounters compares the verdicts on random programs that count with their enumeration.
func TestRandomCounters(t *testing.T) {
	ctx := context.Background()
	violated, holds := 0, 0
	for seed := range testflag.Seeds(40) {
		src := newCounters(rand.New(rand.NewSource(seed)))
		lowered, err := loadC(threadPrelude+src, c.LP64)
		if err != nil {
			t.Fatal(err)
		}
		want, err := enumerate.Run(ctx, lowered, smallEnumeration)
		if err != nil {
			t.Fatal(err)
		}
		if !want.Complete || want.Sampled {
			continue
		}
		passed := simplify(t, lowered)
		for _, cfg := range []bmc.Config{{NoIntervals: true},
			{NoIntervals: true, NoLockedReads: true, NoProjection: true}} {
			res, err := bmc.New(cfg).Check(ctx, engine.Task{Program: passed, Property: property.UnreachCall,
				MaxUnwind: 4})
			switch {
			case err != nil:
				t.Errorf("seed %d: %v\n%s", seed, err, src)
			case res.Verdict.Kind == property.False:
				violated++
				if _, err := interp.Replay(ctx, lowered, res.Trace); err != nil {
					t.Errorf("seed %d: the trace does not replay: %v\n%s", seed, err, src)
				}
			case res.Verdict.Kind == property.True:
				holds++
			default:
				t.Errorf("seed %d: %s (%s)\n%s", seed, res.Verdict, res.Why, src)
			}
			if (res.Verdict.Kind == property.False) != (len(want.Violations) > 0) {
				t.Errorf("seed %d, %+v: %s, but the enumeration finds %d violations\n%s", seed, cfg,
					res.Verdict, len(want.Violations), src)
			}
		}
	}
	t.Logf("%d violated, %d hold", violated, holds)
}
