package c

import (
	"context"
	"os"
	"sort"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/internal/testing/testflag"
)

// TestLowerBenchmarks lowers every C program of the benchmarks, and bounds
// how many of them have steps that are not supported.
func TestLowerBenchmarks(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	all := benchRows(t)
	rows := testflag.Some(all, 60)
	why := map[string]int{}
	type count struct{ all, clean int }
	sets := map[string]*count{}
	slowest, slow := time.Duration(0), ""
	for _, r := range rows {
		set := "concurrency"
		if strings.Contains(r.path, "/sequential/") {
			set = "sequential"
		}
		if sets[set] == nil {
			sets[set] = &count{}
		}
		sets[set].all++
		start := time.Now()
		p, diags, err := Load(context.Background(), Config{Files: []string{r.path}, DataModel: r.model})
		d := time.Since(start)
		if d > slowest {
			slowest, slow = d, r.path
		}
		if err != nil {
			t.Errorf("%s: %v", r.path, err)
			continue
		}
		if os.Getenv("WHITTLE_WARN") != "" {
			for _, m := range diags.All() {
				if m.Severity == source.Warning {
					t.Logf("%s: %s", r.path, diags.Format(m))
				}
			}
		}
		if err := cfa.Check(p); err != nil {
			t.Errorf("%s: %v", r.path, err)
		}
		whats := map[string]bool{}
		for _, proc := range p.Procs {
			for _, e := range proc.Edges {
				if u, ok := e.Op.(cfa.Unsupported); ok {
					whats[u.What] = true
				}
			}
		}
		if len(whats) == 0 {
			sets[set].clean++
		}
		var list []string
		for w := range whats {
			why[w]++
			list = append(list, w)
		}
		sort.Strings(list)
		if len(list) > 0 && os.Getenv("WHITTLE_WARN") != "" {
			t.Logf("%s: %s", r.path, strings.Join(list, "; "))
		}
	}
	for set, c := range sets {
		t.Logf("%s: %d of %d programs have no unsupported step", set, c.clean, c.all)
		if least := map[string]int{"concurrency": 97, "sequential": 95}[set]; len(rows) == len(all) &&
			100*c.clean < least*c.all {
			t.Errorf("%s: fewer than %d %%", set, least)
		}
	}
	for w, n := range why {
		t.Logf("%4d %s", n, w)
	}
	t.Logf("the slowest %s took %s", slow, slowest)
}
