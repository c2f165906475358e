package htmlreport

import (
	"slices"
	"strings"
	"testing"
)

func TestLocksAndSections(t *testing.T) {
	r := violated(t, "locks.c", `#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t busy = PTHREAD_MUTEX_INITIALIZER;
int x, y, failed;
void *other(void *p) {
	pthread_mutex_lock(&m);
	failed = pthread_mutex_trylock(&busy) != 0;
	x = 1;
	pthread_mutex_unlock(&m);
	return 0;
}
int main(void) {
	pthread_t t;
	pthread_mutex_lock(&busy);
	pthread_create(&t, 0, other, 0);
	pthread_join(t, 0);
	pthread_mutex_lock(&m);
	__VERIFIER_atomic_begin();
	y = 1;
	y = 2;
	__VERIFIER_atomic_end();
	assert(x == 0);
}
`)
	d := data(r)
	t.Log("\n" + d.print())
	mine, theirs := d.row(0, "pthread_mutex_lock(&m)"), d.row(1, "pthread_mutex_lock(&m)")
	unlock := d.row(1, "pthread_mutex_unlock(&m)")
	if !d.hasArrow(unlock, mine, arrowLock) {
		t.Error("no arrow from unlock to lock")
	}
	want := []spanData{
		{Thread: 0, From: d.row(0, "lock(&busy)"), To: len(d.Rows) - 1, Kind: "lock", Object: "busy",
			Open: true},
		{Thread: 1, From: theirs, To: unlock, Kind: "lock", Object: "m"},
		{Thread: 0, From: mine, To: len(d.Rows) - 1, Kind: "lock", Object: "m", Depth: 1, Open: true},
	}
	var locks []spanData
	sections := 0
	for _, s := range d.Spans {
		if s.Kind == "section" {
			sections++
			if !strings.Contains(d.Strings[d.Rows[s.From].Text], "atomic_begin") ||
				!strings.Contains(d.Strings[d.Rows[s.To].Text], "atomic_end") {
				t.Errorf("the section is from row %d to %d", s.From, s.To)
			}
			continue
		}
		locks = append(locks, s)
	}
	if sections != 1 || !slices.Equal(locks, want) {
		t.Errorf("%d sections, locks %+v, want %+v", sections, locks, want)
	}
	m := d.variable(t, "m")
	if m.Kind != "lock" || d.at(m, -1) != "free" || d.at(m, theirs) != "held by T1" ||
		d.at(m, unlock) != "free" || d.at(m, mine) != "held by T0" {
		t.Errorf("lock %+v", m)
	}
	for _, v := range d.Variables {
		if strings.Contains(v.Name, ".__") {
			t.Errorf("the inside of a library type is a variable: %s", v.Name)
		}
	}
}
