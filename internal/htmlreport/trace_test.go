package htmlreport

import (
	"slices"
	"testing"

	"whittle.dev/internal/interp"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
)

func TestRace(t *testing.T) {
	d := data(race(t))
	n := 0
	for _, r := range d.Rows {
		if r.Flags&flagRace != 0 {
			n++
		}
	}
	if n != 2 || !slices.ContainsFunc(d.Arrows, func(a arrowData) bool { return a.Kind == arrowRace }) {
		t.Errorf("%d rows are marked as racing, arrows %+v", n, d.Arrows)
	}
}

// race is the report of a data race.
func race(t testing.TB) Report {
	prog := compile(t, "race.c", `#include <pthread.h>
int shared;
void *f(void *p) { shared = 1; return 0; }
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, f, 0);
	shared = 2;
}
`, property.NoDataRace)
	tr := execute(t, prog, interp.Exited)
	// The race is what the last two accesses are.
	tr.Steps = slices.DeleteFunc(tr.Steps, func(s trace.Step) bool {
		return s.Kind == trace.KindExit ||
			s.Kind == trace.KindReturn
	})
	var stores []trace.Key
	for _, s := range tr.Steps {
		if s.Kind == trace.KindStore && s.Object == "shared" {
			stores = append(stores, s.Key)
		}
	}
	tr.Schedule, tr.Violation = stores[:1], stores[1]
	return reportOf(prog, property.NoDataRace, tr, "race.c")
}
