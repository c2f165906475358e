package explicit_test

import (
	"slices"
	"testing"

	"whittle.dev/internal/analysis/explicit"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
)

const prelude = `#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x; pthread_t t;
#define LOCK pthread_mutex_lock(&m)
#define UNLOCK pthread_mutex_unlock(&m)
#define MAIN(before, after) int main(void) { before; pthread_create(&t, 0, f, 0); after; return 0; }
`

func raceConfig(text string) c.Config {
	cfg := compiled.File("p.c", text)
	cfg.Property = property.NoDataRace
	return cfg
}

// TestFollow: in how many ways memory is set up, whether several threads of a class may run, and whether an
// exclusive lock is held at every plain write of the threads.
func TestFollow(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		limits     explicit.Limits
		runs       int
		many       bool
		locked     bool
		unfollowed bool
	}{
		{name: "no thread", text: `int main(void) { x = 1; return 0; }`},
		{name: "lock", text: `void *f(void *a) { LOCK; x++; UNLOCK; return 0; } MAIN(, LOCK; x++; UNLOCK)`,
			runs: 1, locked: true},
		{name: "no lock", text: `void *f(void *a) { x++; return 0; } MAIN(, )`, runs: 1},
		{name: "after the section", text: `void *f(void *a) { LOCK; UNLOCK; x++; return 0; } MAIN(, )`, runs: 1},
		{name: "a lock that is made zero under its holder", runs: 1,
			text: `int l; void __VERIFIER_atomic_take(void) { if (l) pthread_exit(0); l = 1; }
				void *f(void *a) { __VERIFIER_atomic_take(); x++; l = 0; return 0; } MAIN(, l = 0)`},
		{name: "a loop of threads", text: `void *f(void *a) { LOCK; x++; UNLOCK; return 0; }
			MAIN(, while (1) pthread_create(&t, 0, f, 0))`, runs: 1, many: true, locked: true},
		{name: "two ways to set up", runs: 2, locked: true,
			text: `int n; void *f(void *a) { LOCK; x = n; UNLOCK; return 0; }
				MAIN(if (__VERIFIER_nondet_int()) n = 3; else n = 5, )`},
		{name: "too few steps", text: `void *f(void *a) { return 0; } MAIN(for (int i = 0; i < 100; i++) x++, )`,
			limits: explicit.Limits{Steps: 50, Runs: 4}, unfollowed: true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := compiled.Lowered(t, raceConfig(prelude+tc.text))
			small, err := pass.Frozen(t.Context(), p, pass.Options{KeepAccesses: true},
				"resolve", "tail", "inline", "unreachable", "const", "unreachable", "dead")
			if err != nil {
				t.Fatal(err)
			}
			if tc.limits == (explicit.Limits{}) {
				tc.limits = explicit.Limits{Steps: 40_000, Runs: 64}
			}
			res, err := explicit.Follow(t.Context(), small, tc.limits)
			if err != nil {
				t.Fatal(err)
			}
			if (res.Why != "") != tc.unfollowed || len(res.Runs) != tc.runs {
				t.Fatalf("%d runs, want %d; not followed: %q", len(res.Runs), tc.runs, res.Why)
			}
			many, locked := false, tc.runs > 0
			for _, r := range res.Runs {
				for _, th := range r.Threads {
					many = many || th.Many
				}
				for _, a := range r.Accesses {
					locked = locked && (!a.Write || !a.Plain || a.Thread == 0 ||
						slices.ContainsFunc(r.Held[a.Held], r.Exclusive))
				}
			}
			if many != tc.many || locked != tc.locked {
				t.Errorf("many %v, want %v; locked %v, want %v", many, tc.many, locked, tc.locked)
			}
		})
	}
}
