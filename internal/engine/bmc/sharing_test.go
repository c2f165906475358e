package bmc_test

import (
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
)

// growing is two threads that add to each other's variable; the sums are less than 35.
const growing = `
int i = 1, j = 1;
void *a(void *p) { i += j; i += j; i += j; return 0; }
void *b(void *p) { j += i; j += i; j += i; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); pthread_create(&u, 0, b, 0);
	int x = i, y = j; if (x >= LIMIT || y >= LIMIT) reach_error(); }`

// TestShared looks whether questions are cut when they are shared, and answered as they are alone.
func TestShared(t *testing.T) {
	for limit, want := range map[string]property.Kind{"22": property.True, "21": property.False} {
		lowered, err := loadC("#define LIMIT "+limit+"\n"+threadPrelude+growing, c.LP64)
		if err != nil {
			t.Fatal(err)
		}
		p := simplify(t, lowered)
		res, err := bmc.New(bmc.Config{Jobs: 3, EagerJobs: true, NoIntervals: true, NoValues: true,
			NoPremise: true}).Check(
			t.Context(), engine.Task{Program: p, Property: property.UnreachCall, MaxUnwind: 4})
		if err != nil || res.Verdict.Kind != want {
			t.Errorf("limit %s: %s (%s), %v", limit, res.Verdict, res.Why, err)
			continue
		}
		if want == property.False {
			if _, err := interp.Replay(t.Context(), p, res.Trace); err != nil {
				t.Error(err)
			}
			continue
		}
		if cuts(res) == 0 {
			t.Errorf("limit %s: nothing was cut", limit)
		}
	}
}

// TestSharedInputs looks whether a question whose only choices are inputs is cut.
func TestSharedInputs(t *testing.T) {
	for product, want := range map[string]property.Kind{
		"12283093": property.False, "12283111": property.True,
	} {
		src := threadPrelude + `
extern unsigned __VERIFIER_nondet_uint(void);
unsigned v, w;
void *a(void *p) { v = __VERIFIER_nondet_uint() & 4095; return 0; }
int main(void) { pthread_create(&t, 0, a, 0); w = __VERIFIER_nondet_uint() & 4095; pthread_join(t, 0);
	if (v * w == ` + product + `) reach_error(); }`
		lowered, err := loadC(src, c.LP64)
		if err != nil {
			t.Fatal(err)
		}
		p := simplify(t, lowered)
		res, err := bmc.New(bmc.Config{Jobs: 3, EagerJobs: true, NoIntervals: true, NoValues: true}).Check(
			t.Context(), engine.Task{Program: p, Property: property.UnreachCall, MaxUnwind: 4})
		if err != nil || res.Verdict.Kind != want {
			t.Errorf("%s: %s (%s), %v", product, res.Verdict, res.Why, err)
		}
		if want == property.True && cuts(res) == 0 {
			t.Errorf("%s: nothing was cut", product)
		}
	}
}

// cuts is how often the questions of a run were cut.
func cuts(res engine.Result) float64 {
	for _, s := range res.Stats {
		if s.Name == "cuts into cubes" {
			return s.Value
		}
	}
	return 0
}
