package modular_test

import (
	"strings"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/modular"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
)

// lending is a store of units that threads borrow some of, each as many as it wants.
const lending = `#include <pthread.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
unsigned short units = 5;
void *thread(void *arg)
{
	unsigned short k = __VERIFIER_nondet_uchar();
	unsigned short n = __atomic_load_n(&units, __ATOMIC_SEQ_CST);
	if (k == 0 || k > 4)
		return 0;
	do {
		if (n < k)
			return 0;
	} while (!__atomic_compare_exchange_n(&units, &n, n - k, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
	__atomic_fetch_add(&units, k, __ATOMIC_SEQ_CST);
	if (__atomic_load_n(&units, __ATOMIC_SEQ_CST) > 5) reach_error();
	return 0;
}
int main(void) { pthread_t t; while (1) pthread_create(&t, 0, thread, 0); }
`

// TestSums: what several threads have at a time is a sum, which is told in words; what is given back is what
// was taken, whatever the threads have in mind.
func TestSums(t *testing.T) {
	p := compiled.Program(t, compiled.File("a.c", lending))
	res, err := modular.New(modular.Config{}).Check(t.Context(),
		engine.Task{Program: p, Property: property.UnreachCall})
	if err != nil || res.Verdict.Kind != property.True {
		t.Fatalf("got %s (%s), %v", res.Verdict, res.Why, err)
	}
	var written strings.Builder
	if err := res.Proof.Write(&written, "a.c"); err != nil {
		t.Fatal(err)
	}
	if law := "units + k of threads at line"; !strings.Contains(written.String(), law) {
		t.Errorf("%s is not in %s", law, written.String())
	}
	for _, change := range [][2]string{
		{"fetch_add(&units, k,", "fetch_add(&units, k + (k == 3),"}, // gives back more
		{"if (n < k)", "if (n + 1 < k)"},                            // the units wrap around
		{"> 5) reach", "> 4) reach"},
		{"&n, n - k,", "&n, n - 1,"},
	} {
		text := strings.Replace(lending, change[0], change[1], 1)
		if text == lending {
			t.Fatal(change)
		}
		if res := check(t, text); res.Verdict.Kind != property.Unknown {
			t.Errorf("with %s: %s", change[1], res.Verdict)
		}
	}
}
