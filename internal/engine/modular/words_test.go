package modular_test

import (
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/modular"
	"whittle.dev/internal/property"
	"whittle.dev/internal/testing/compiled"
)

// TestWords: laws are said as people say them, with what is counted by its lines.
func TestWords(t *testing.T) {
	const text = `#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
unsigned permits = 3;
void *thread(void *arg)
{
	__VERIFIER_atomic_begin();
	if (permits == 0) { __VERIFIER_atomic_end(); return 0; }
	permits--;
	__VERIFIER_atomic_end();
	if (permits > 2) reach_error();
	__VERIFIER_atomic_begin();
	permits++;
	__VERIFIER_atomic_end();
	return 0;
}
int main(void) { pthread_t t; while (1) pthread_create(&t, 0, thread, 0); }
`
	p := compiled.Program(t, compiled.File("a.c", text))
	res, err := modular.New(modular.Config{}).Check(t.Context(),
		engine.Task{Program: p, Property: property.UnreachCall, Explain: true})
	if err != nil || res.Verdict.Kind != property.True {
		t.Fatalf("got %s (%s), %v", res.Verdict, res.Why, err)
	}
	const law = "permits + threads at line 10 = 3"
	said := func(e engine.Evidence) bool { return e.Pos.Line == 10 && strings.Contains(e.Text, law) }
	if !slices.ContainsFunc(res.Evidence, said) {
		t.Errorf("got %v", res.Evidence)
	}
	var written strings.Builder
	if err := res.Proof.Write(&written, "a.c"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{law, "threads at line 10 <= 3"} {
		if !strings.Contains(written.String(), want) {
			t.Errorf("%s is not in %s", want, written.String())
		}
	}
}
