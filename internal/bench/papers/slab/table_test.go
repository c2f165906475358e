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
	if last := configs[len(configs)-1]; len(configs) != len(operations)+2 || last.Name != "no slicing" ||
		strings.Count(strings.Join(last.Args, " "), "=off") != len(operations) {
		t.Errorf("%+v", configs)
	}
	rows, recs := measured()
	bypass := configs[len(operations)].Name
	for i := range recs {
		if recs[i].Config == z3 {
			recs[i].Config = bypass
			recs[i].Stats = map[string]float64{iterations: 21}
		}
	}
	var text strings.Builder
	table := NewTable(rows, []tasks.NamedArgs{{Name: ours}, {Name: bypass}}, recs)
	if err := table.AblationText(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1 of 3 rows", "slab   2 of 3           3",
		"21       0          0  16.00"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
}
