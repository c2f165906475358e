package bmc_test

import (
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/bmc"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
)

// TestDeepestInvalidAccess: an invalid access behind the longest path is found although
// nothing else was asked at that depth.
func TestDeepestInvalidAccess(t *testing.T) {
	const src = `
#include <pthread.h>
#include <stdatomic.h>
int table[3];
atomic_int a, b = 1;
void *w(void *p) { a = 1; b = 2; return p; }
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, w, 0);
	int i = a + b;
	return table[i];
}`
	lowered, err := loadC(src, c.LP64)
	if err != nil {
		t.Fatal(err)
	}
	p := simplify(t, lowered)
	for _, without := range [][]string{nil, {"incremental"}, {"adaptive"}} {
		e, err := bmc.NewSteps(bmc.StepsConfig{Without: without})
		if err != nil {
			t.Fatal(err)
		}
		res, err := e.Check(t.Context(), engine.Task{Program: p, Property: property.UnreachCall})
		if err != nil {
			t.Fatal(err)
		}
		if res.Verdict.Kind != property.Unknown {
			t.Errorf("without %v: %s, want unknown: table[3] can be read", without, res.Verdict)
		}
	}
}
