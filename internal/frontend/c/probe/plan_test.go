package probe

import (
	"strings"
	"testing"
)

// TestPlanOfThreads: threads are numbered by the probes at calls that create them, or counted if there are
// none.
func TestPlanOfThreads(t *testing.T) {
	const text = `#include <pthread.h>
static void *f(void *p) { return p; }
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, f, 0);
	pthread_create(&t, 0, f, 0);
	return 0;
}
`
	create := func(line int) Probe {
		p := probeAt(Enter, line, 0, "")
		p.Then.Do = Go
		return p
	}
	of := func(thread int) Probe {
		p := probeAt(Statement, 7, 0, "1")
		p.Thread = thread
		return p
	}
	for _, c := range []struct {
		name    string
		probes  []Probe
		counted bool
		bound   int
		err     string
	}{
		{"none", nil, true, 0, ""}, {"counted", []Probe{of(2)}, true, 0, ""},
		{"one", []Probe{create(5), of(1)}, false, 1, ""},
		{"two", []Probe{create(5), create(6), of(2)}, false, 2, ""},
		{"another order", []Probe{of(2), create(6), create(5)}, false, 2, ""},
		{"too few", []Probe{create(5), of(2)}, false, 1, "there is no thread 2"},
	} {
		plan, err := planOf(t, text, &Monitor{Probes: c.probes, Threads: true})
		if (err != nil) != (c.err != "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: %v, want %q", c.name, err, c.err)
			continue
		}
		if err == nil && (plan.Single || plan.Counted != c.counted || len(plan.Bind) != c.bound) {
			t.Errorf("%s: single %v, counted %v, bound %v", c.name, plan.Single, plan.Counted, plan.Bind)
		}
	}
	for text, single := range map[string]bool{"int pthread_create; int main(void) { return 0; }": true,
		"#include <threads.h>\nint (*p)(thrd_t *, thrd_start_t, void *) = thrd_create; int main(void) { " +
			"return 0; }": false,
	} {
		plan, err := planOf(t, text, &Monitor{})
		if err != nil || plan.Single != single {
			t.Errorf("%s: %v, want a single thread: %v", text, err, single)
		}
	}
}

// TestSharedSites: probes of one kind at one place share a site, also where only one says the column.
func TestSharedSites(t *testing.T) {
	const text = "int main(void) {\n\tint n = 0;\n\tn++; n--;\n\treturn n;\n}\n"
	plan, err := planOf(t, text, &Monitor{Probes: []Probe{probeAt(Statement, 3, 0, "n"),
		probeAt(Statement, 3, 7, "n"),
		probeAt(Statement, 3, 2, "n + 1")}})
	if err != nil {
		t.Fatal(err)
	}
	if len(plan.ProbeSites) != 2 || len(plan.ProbeSites[0].Probes) != 2 || plan.ProbeSites[1].Probes[0] != 1 {
		t.Errorf("%d sites: %+v", len(plan.ProbeSites), plan.ProbeSites)
	}
	for i, s := range plan.ProbeSites {
		if n, ok := plan.SiteAt(Statement, s.At); !ok || n != i {
			t.Errorf("the site at %v is %d, %v, want %d", s.At, n, ok, i)
		}
		if _, ok := plan.SiteAt(Loop, s.At); ok {
			t.Errorf("there is a loop at %v", s.At)
		}
	}
}
