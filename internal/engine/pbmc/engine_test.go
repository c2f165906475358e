package pbmc_test

import (
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/pbmc"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
)

// TestDeepestInvalidAccess: an invalid access after the longest path is found although
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
	p := compiled.Passed(t, compiled.File("a.c", src))
	for _, off := range []string{"", "incremental", "adaptive"} {
		cfg := pbmc.Default()
		if err := pbmc.Settings().Apply(&cfg, map[string]string{off: "off"}); err != nil {
			t.Fatal(err)
		}
		res, err := pbmc.New(cfg).Check(t.Context(), engine.Task{Program: p, Property: property.UnreachCall})
		if err != nil {
			t.Fatal(err)
		}
		if res.Verdict.Kind != property.Unknown {
			t.Errorf("without %s: %s, want unknown: table[3] can be read", off, res.Verdict)
		}
	}
}
