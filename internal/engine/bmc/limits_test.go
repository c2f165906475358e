package bmc_test

import (
	"context"
	"strings"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
)

const manyWrites = foundPrelude + `
int g;
void *w(void *x) { for (int i = 0; i < 40; i++) g = i + __VERIFIER_nondet_int(); return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, w, 0); pthread_create(&u, 0, w, 0);
  for (int i = 0; i < 40; i++) g = g + i; if (g == 7) reach_error(); }`

// TestMaxPairs checks that too many pairs of writes are no verdict and no error.
func TestMaxPairs(t *testing.T) {
	p, err := loadC(manyWrites, c.LP64)
	if err != nil {
		t.Fatal(err)
	}
	p.Terms.Freeze()
	task := engine.Task{Program: p, Property: property.UnreachCall, MaxUnwind: 64}
	res, err := bmc.New(bmc.Config{MaxPairs: 100}).Check(context.Background(), task)
	if err != nil {
		t.Fatal(err)
	}
	if res.Verdict.Kind != property.Unknown || !strings.Contains(res.Why, "too large") {
		t.Errorf("%s (%s), want unknown, too large", res.Verdict, res.Why)
	}
}

// TestDeadlineInEncoding checks that a context that ends early, while the graph is made or encoded, ends the
// engine.
func TestDeadlineInEncoding(t *testing.T) {
	p, err := loadC(strings.ReplaceAll(manyWrites, "40", "1500"), c.LP64)
	if err != nil {
		t.Fatal(err)
	}
	p.Terms.Freeze()
	res, err := bmc.New(bmc.Config{}).Check(&countdown{t.Context(), 300},
		engine.Task{Program: p, Property: property.UnreachCall})
	if err != nil {
		t.Fatal(err)
	}
	if res.Verdict.Kind != property.Unknown {
		t.Errorf("%s (%s), want unknown", res.Verdict, res.Why)
	}
}

// countdown is a context that ends after it was looked at so many times.
type countdown struct {
	context.Context
	left int
}

// Err implements context.Context.
func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestCanceledAnywhere ends the context at each place where the engine looks at it: the answer is unknown, or
// that of the property.
func TestCanceledAnywhere(t *testing.T) {
	p, err := loadC(foundPrelude+`
int g, *q = &g;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *w(void *x) { pthread_mutex_lock(&m); *q += 1; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); w(0); if (g == 3) reach_error(); }`, c.LP64)
	if err != nil {
		t.Fatal(err)
	}
	p.Terms.Freeze()
	for n := 0; ; n++ {
		res, err := bmc.New(bmc.Config{}).Check(&countdown{t.Context(), n},
			engine.Task{Program: p, Property: property.UnreachCall, MaxUnwind: 4})
		switch {
		case err != nil:
			t.Fatalf("ended at look %d: %v", n, err)
		case res.Verdict.Kind == property.False:
			t.Fatalf("ended at look %d: %s", n, res.Verdict)
		case res.Verdict.Kind == property.True && n < 10:
			t.Fatalf("it looks at the context %d times only", n)
		case res.Verdict.Kind == property.True:
			return
		case n > 100_000:
			t.Fatal("no answer")
		}
	}
}
