package symdivine

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/property"
)

// records are four tasks, of which one has few states and one is solved with the cache only.
func records() ([]tasks.NamedArgs, []tasks.Record) {
	configs := Configs("equal", []string{"--search", "bfs"})
	var recs []tasks.Record
	add := func(name, set string, states float64, verdicts ...string) {
		for i, v := range verdicts {
			r := tasks.Record{Item: tasks.Item{Name: name, Set: set, Property: property.UnreachCall},
				Config: configs[i].Name, Expected: "true", Verdict: v, CPU: float64(4-i) * states / 100}
			r.Score = map[string]tasks.Score{"true": tasks.Right, "false(unreach-call)": tasks.Wrong,
				"unknown": tasks.Unknown}[v]
			if v != "unknown" {
				cached := float64(i % 2 * 30)
				r.Stats = map[string]float64{"states": states, "equality checks": 200,
					"equality syntactic": 120, "equality from the cache": cached,
					"equality refuted by a value": 20, "equality by the solver": 50 - cached,
					"equality undecided": 1,
					"emptiness checks":   300, "emptiness syntactic": 30, "emptiness by intervals": 10,
					"emptiness by a model": 60, "emptiness from the cache": 5 * cached,
					"emptiness by the solver": 200 - 5*cached}
			}
			recs = append(recs, r)
		}
	}
	add("b/large.c", "b", 100, "true", "true", "true", "true")
	add("b/larger.c", "b", 200, "unknown", "true", "unknown", "true")
	add("a/small.c", "a", 9, "true", "true", "true", "true")
	add("a/medium.c", "a", 10, "true", "true", "true", "true")
	return configs, recs
}

// TestCategories makes categories of folders, and keeps tasks with few states.
func TestCategories(t *testing.T) {
	configs, recs := records()
	for i := range recs {
		recs[i].Set = "one"
	}
	if tab := NewTable(configs, recs, Options{}); tab.LeftOut != 0 || len(tab.Cells) != 8 ||
		tab.Cells[0].Tasks != 4 || tab.Cells[0].Category != "one" {
		t.Errorf("by set: %+v", tab.Cells)
	}
	if tab := NewTable(configs, recs, Options{ByFolder: true}); len(tab.Cells) != 12 ||
		tab.Cells[0].Category != "a" || tab.Cells[4].Category != "b" {
		t.Errorf("by folder: %+v", tab.Cells)
	}
	var text strings.Builder
	if err := NewTable(configs, nil, Options{}).Text(&text, false); err != nil ||
		!strings.Contains(text.String(), "over the 0 tasks") {
		t.Errorf("without records: %v\n%s", err, text.String())
	}
}

// TestWrong finds wrong answers, and contradictions where nothing is expected; such tasks do not
// count as solved.
func TestWrong(t *testing.T) {
	configs, recs := records()
	recs[3].Verdict, recs[3].Score = "false(unreach-call)", tasks.Wrong
	for i := range 4 {
		r := &recs[12+i]
		r.Expected, r.Score = "unknown", tasks.Unjudged
		if i == 2 {
			r.Verdict = "false(unreach-call)"
		}
	}
	tab := NewTable(configs, recs, Options{MinStates: 10})
	want := []string{
		"b/large.c (sliced, cache): false(unreach-call), expected true",
		"a/medium.c (sliced, no cache): false(unreach-call), and true in another configuration",
	}
	if diff := cmp.Diff(want, tab.Wrong); diff != "" {
		t.Error(diff)
	}
	if last := tab.Cells[len(tab.Cells)-1]; last.Common != 1 || last.Solved != 2 {
		t.Errorf("solved in spite of a wrong answer: %+v", last)
	}
}

func TestConfigs(t *testing.T) {
	var got []string
	for _, c := range Configs("equal", []string{"--x"}) {
		got = append(got, c.Name+": "+strings.Join(c.Args, " "))
	}
	want := []string{
		"whole, no cache: --engine ceds --state-match equal --no-minimise --store whole --no-query-cache --x",
		"whole, cache: --engine ceds --state-match equal --no-minimise --store whole --x",
		"sliced, no cache: --engine ceds --state-match equal --no-minimise --store sliced --no-query-cache " +
			"--x",
		"sliced, cache: --engine ceds --state-match equal --no-minimise --store sliced --x",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
