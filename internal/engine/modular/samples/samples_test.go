package samples_test

import (
	"reflect"
	"testing"

	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/internal/engine/modular/samples"
	"whittle.dev/internal/testing/compiled"
	"whittle.dev/term"
)

const permits = `#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int tokens = 2;
void *thread(void *arg)
{
	pthread_mutex_lock(&m);
	if (tokens == 0) {
		pthread_mutex_unlock(&m);
		return 0;
	}
	tokens--;
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
	tokens++;
	pthread_mutex_unlock(&m);
	return 0;
}
int main(void)
{
	pthread_t t;
	while (__VERIFIER_nondet_int())
		pthread_create(&t, 0, thread, 0);
	return 0;
}
`

func run(t *testing.T) (*model.System, *samples.Set) {
	sys, err := model.Extract(t.Context(), compiled.Program(t, compiled.File("a.c", permits)),
		model.Options{Shared: true})
	if err != nil {
		t.Fatal(err)
	}
	set, err := samples.Run(t.Context(), sys, samples.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return sys, set
}

// TestLaws: of the tokens, those that are left and the threads that hold one are two.
func TestLaws(t *testing.T) {
	sys, set := run(t)
	var tokens term.Term
	for _, v := range sys.Globals {
		if v.Name == "tokens" {
			tokens = v.Sym
		}
	}
	found := false
	laws := set.Laws()
	for _, l := range laws {
		if len(l.Cells) == 1 && l.Cells[0].Sym == tokens && l.Constant*l.Cells[0].N == -2 {
			found = true
		}
	}
	if !found {
		t.Errorf("there is no law of tokens among %v", laws)
	}
	_, again := run(t)
	if other := again.Laws(); len(other) != len(laws) {
		t.Errorf("other laws another time: %v", other)
	}
}

// TestLimits: no more is executed than is allowed.
func TestLimits(t *testing.T) {
	sys, _ := run(t)
	few, err := samples.Run(t.Context(), sys, samples.Limits{Threads: 1, Steps: 40})
	if err != nil {
		t.Fatal(err)
	}
	same, err := samples.Run(t.Context(), sys, samples.Limits{Threads: 1, Steps: 40})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(few.Laws(), same.Laws()) {
		t.Error("the same limits give other laws")
	}
}
