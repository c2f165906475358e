package slab

import (
	"strings"
	"testing"

	families "whittle.dev/internal/bench/gen/slab"
	"whittle.dev/internal/bench/tasks"
)

// measured are rows and records in which one answer is wrong and one is missing.
func measured() ([]families.Row, []tasks.Record) {
	rows := families.Table2()[:3] // Deque 5, Deque 5 two segments, Deque 6
	record := func(row, config string, score tasks.Score, cpu float64, stats ...float64) tasks.Record {
		r := tasks.Record{Config: config, Score: score, CPU: cpu, Verdict: "true"}
		r.Name = row
		for i, s := range stats {
			if r.Stats == nil {
				r.Stats = map[string]float64{}
			}
			r.Stats[Stats()[i]] = s
		}
		return r
	}
	return rows, []tasks.Record{
		record("Deque 5", ours, tasks.Right, 0.5, 3, 5, 7, 11),
		record("Deque 5", z3, tasks.Right, 8),
		record("Deque 5 two segments", ours, tasks.Right, 0.25, 17, 20, 9, 100),
		record("Deque 5 two segments", z3, tasks.Unknown, 60),
		record("Deque 6", ours, tasks.Wrong, 0.1),
	}
}

func TestText(t *testing.T) {
	rows, recs := measured()
	configs := []tasks.NamedArgs{{Name: ours}, {Name: z3}}
	var text, csv, json strings.Builder
	table := NewTable(rows, configs, recs)
	for _, err := range []error{table.Text(&text), table.CSV(&csv), table.JSON(&json)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{
		"             Deque 5           6  1.34           3       5           7   0.50  8.00\n",
		"Deque 5 two segments           6  1.34          17      20           9   0.25   >60\n",
		"slab: 2 of 3 decided, median 0.50 s, longest 0.50 s\n",
		"slab is at least 62.0 times as fast as z3 (geometric mean over 2 rows that",
		"WRONG: Deque 6: slab says true\n",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	if n := strings.Count(csv.String(), "\n"); n != 6 {
		t.Errorf("%d lines of CSV, want 6:\n%s", n, csv.String())
	}
	if !strings.Contains(json.String(), `"rows"`) {
		t.Error(json.String())
	}
}

func TestAblation(t *testing.T) {
	configs := Ablation([]string{"--verbose"})
	names := map[string]tasks.NamedArgs{}
	for _, c := range configs {
		names[c.Name] = c
	}
	none := strings.Join(names["no slicing"].Args, " ")
	for name, of5 := range map[string]bool{"no inconsistent-transitions (5.1)": true,
		"no inconsistent-nodes (5.2)": true, "no unreachable-nodes (5.2)": true, "no simplify (5.3)": true,
		"no bypass (5.4)": true, "no reuse (6.2)": false, "no symmetry": false, "no cores": false} {
		set := strings.Join(names[name].Args, " ")
		i := strings.Index(set, "slab.")
		if i < 0 || !strings.HasSuffix(set, "=off --verbose") {
			t.Errorf("%s: %s", name, set)
			continue
		}
		if strings.Contains(none, strings.TrimSuffix(set[i:], " --verbose")) != of5 {
			t.Errorf("no slicing is %s, with %s %v", none, name, of5)
		}
	}
	rows, recs := measured()
	const bypass = "no bypass (5.4)"
	for i := range recs {
		if recs[i].Config == z3 {
			recs[i].Config = bypass
			recs[i].Stats = map[string]float64{iterations: 21}
		}
	}
	var text, html strings.Builder
	table := NewTable(rows, []tasks.NamedArgs{{Name: ours}, {Name: bypass}}, recs)
	for _, err := range []error{table.AblationText(&text), table.AblationHTML(&html)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"slab   2 of 3      1     20 (20)", "21 (3)", "  16.00",
		"WRONG: Deque 6: slab"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	for _, want := range []string{"<td class=\"num\" data-value=\"21\">21 (3)", "wrongnum", "1 wrong answer<",
		"Deque 5 two segments"} {
		if !strings.Contains(html.String(), want) {
			t.Errorf("no %q in the page", want)
		}
	}
}

// TestHTML: the page has the rows, the summary and the charts.
func TestHTML(t *testing.T) {
	rows, recs := measured()
	table := NewTable(rows, []tasks.NamedArgs{{Name: ours}, {Name: z3}}, recs)
	var html strings.Builder
	f := &Figure4{curves: []curve{{"Bakery <3>", []int{4, 5, 9}}}}
	if err := table.HTML(&html, f); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"slab is at least 62.0 times as fast as z3", "Bakery &lt;3&gt;",
		"CPU time, slab and z3", "Iterations, here and in the paper", "&gt;60", "class=\"first wrong\""} {
		if !strings.Contains(html.String(), want) {
			t.Errorf("no %q in the page", want)
		}
	}
	if n := strings.Count(html.String(), "<figure"); n != 3 {
		t.Errorf("%d figures, want 3", n)
	}
}
