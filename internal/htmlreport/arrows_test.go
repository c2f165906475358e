package htmlreport

import (
	"slices"
	"testing"

	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
)

func TestLostUpdate(t *testing.T) {
	d := data(violated(t, "lost.c", lostUpdate))
	t.Log("\n" + d.print())
	if len(d.Threads) != 3 || d.Threads[0].Name != "main" || d.Threads[1].Name != "add" ||
		d.Threads[0].By != -1 || d.Threads[2].By != 0 {
		t.Errorf("threads %+v", d.Threads)
	}
	start := d.row(0, "pthread_create(&a")
	if !d.hasArrow(start, d.row(1, ""), arrowStart) || d.Threads[1].At != start {
		t.Error("no arrow to the first row of T1")
	}
	for _, th := range []int{1, 2} {
		if exit := d.row(th, "return arg"); exit < 0 || d.Threads[th].Exit != exit {
			t.Errorf("T%d exits in row %d, not %d", th, d.Threads[th].Exit, exit)
		}
	}
	if join := d.lastRow(0, "pthread_join(a"); !d.hasArrow(d.row(1, "return arg"), join, arrowJoin) {
		t.Error("no arrow from the end of T1 to where it is joined")
	}
	// The last store is what the assertion reads.
	last := max(d.row(1, "counter = old"), d.row(2, "counter = old"))
	end := d.row(0, "assert")
	if !d.hasArrow(last, end, arrowRead) {
		t.Error("no arrow from the store to the load")
	}
	if d.Rows[end].Flags&flagBroken == 0 || d.Rows[0].Flags&flagBroken != 0 {
		t.Error("the violation is not marked, or something else is")
	}
	for i, r := range d.Rows {
		before := slices.IndexFunc(d.Rows[:i], func(r rowData) bool { return r.Flags&flagIdle == 0 })
		if r.Flags&flagSwitch != 0 && (before < 0 || r.Flags&flagIdle != 0) {
			t.Errorf("row %d cannot be a switch", i)
		}
	}
	counter := d.variable(t, "counter")
	if got := d.at(counter, -1) + d.at(counter, end); got != "56" || counter.Kind != "shared" {
		t.Errorf("counter is %s at first and last, kind %s", got, counter.Kind)
	}
	if len(counter.Again) != 1 || counter.Again[0] != last {
		t.Errorf("the update that is lost is in row %d, counter is written again in %v", last, counter.Again)
	}
	if old := d.variable(t, "old"); old.Kind != "local" || old.Thread < 1 || d.at(old, len(d.Rows)) != "5" ||
		d.at(old, -1) != "-" {
		t.Errorf("old: %+v", old)
	}
}

func TestSignals(t *testing.T) {
	text := `#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready, woken;
void *waiter(void *p) {
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&c, &m);
	woken = 1;
	pthread_mutex_unlock(&m);
	return 0;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, waiter, 0);
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	pthread_join(t, 0);
	assert(!woken);
}
`
	for _, p := range []property.Property{property.UnreachCall, property.NoDeadlock} {
		prog := compile(t, "wait.c", text, p)
		found := false
		for seed := range uint64(300) {
			out, tr, err := interp.Run(t.Context(), prog, interp.RunOptions{Seed: seed, Record: true})
			if err != nil {
				t.Fatal(err)
			}
			d := data(reportOf(prog, p, tr, "wait.c"))
			signal, waits := d.row(0, "pthread_cond_signal"), d.row(1, "pthread_cond_wait")
			arrow := slices.ContainsFunc(d.Arrows, func(a arrowData) bool { return a.Kind == arrowSignal })
			switch {
			case waits < 0 || waits > signal:
				if arrow {
					t.Errorf("%s, seed %d (%v): an arrow to one who did not wait\n%s", p, seed, out.Kind,
						d.print())
				}
			case arrow:
				found = true
				for _, a := range d.Arrows {
					if a.Kind == arrowSignal &&
						(a.From != signal || d.Rows[a.To].Thread != 1 || a.To < signal) {
						t.Errorf("%s, seed %d: arrow %+v\n%s", p, seed, a, d.print())
					}
				}
			}
		}
		if !found {
			t.Errorf("%s: no execution has an arrow from a signal", p)
		}
	}
}

func TestSemaphore(t *testing.T) {
	d := data(violated(t, "sem.c", `#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
sem_t s;
int x;
void *f(void *p) { x = 1; sem_post(&s); return 0; }
int main(void) {
	pthread_t t;
	sem_init(&s, 0, 0);
	pthread_create(&t, 0, f, 0);
	sem_wait(&s);
	assert(!x);
}
`))
	post, wait := d.row(1, "sem_post"), d.row(0, "sem_wait")
	if !d.hasArrow(post, wait, arrowSignal) {
		t.Errorf("no arrow from sem_post to sem_wait: %+v\n%s", d.Arrows, d.print())
	}
	s := d.variable(t, "s")
	if got := d.at(s, d.row(0, "sem_init")) + d.at(s, post) + d.at(s, wait); s.Kind != "semaphore" ||
		got != "010" {
		t.Errorf("s is %s: %+v", got, s)
	}
}
