package cpa_test

import (
	"strings"
	"testing"

	"whittle.dev/internal/bench/papers/cpa"
	"whittle.dev/internal/bench/tasks"
)

// records has one record for each line of the table.
func records() []tasks.Record {
	rec := func(name, verdict string, score tasks.Score, cpu float64, memory uint64) tasks.Record {
		return tasks.Record{Item: tasks.Item{Name: name}, Config: "value", Verdict: verdict, Score: score,
			CPU: cpu, Memory: memory}
	}
	bound := rec("bound", "unknown", tasks.Unknown, 1, 1e6)
	bound.Stats = map[string]float64{"loop bound": 10}
	full := rec("full", "unknown", tasks.Unknown, 1, 1e6)
	full.Why = "out of memory: the store"
	late := rec("late", "unknown", tasks.Unknown, 1, 1e6)
	late.Why = "timeout"
	return []tasks.Record{
		rec("holds", "true", tasks.Right, 2, 1e6),
		rec("violated", "false(unreach-call)", tasks.Right, 1, 1e6),
		rec("missed", "true", tasks.Wrong, 1, 1e6), rec("alarm", "false(unreach-call)", tasks.Wrong, 1, 1e6),
		rec("crash", "unknown", tasks.Failed, 1, 1e6), rec("large", "unknown", tasks.Unknown, 1, 95e7),
		rec("slow", "unknown", tasks.Unknown, 10, 1e6), bound, full, late}
}

func table(t *testing.T) *cpa.Table {
	t.Helper()
	configs, err := cpa.Configs([]string{"value"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return cpa.NewTable(configs, records(), cpa.Limits{CPU: 10, Memory: 1e9})
}

func TestCounts(t *testing.T) {
	got := table(t).Columns[0].Counts
	want := cpa.Counts{CorrectTrue: 1, CorrectFalse: 1, IncorrectTrue: 1, IncorrectFalse: 1, Errors: 1,
		Memory: 2, Timeouts: 2, LoopBound: 1, CPU: 20, Tasks: 10}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestFormats: each format has our figures beside those of the thesis; wrong answers are named.
func TestFormats(t *testing.T) {
	tab := table(t)
	var text, csv, json, html strings.Builder
	for _, err := range []error{tab.Text(&text), tab.CSV(&csv), tab.JSON(&json), tab.HTML(&html)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ name, text, want string }{
		{"text", text.String(), "correct 'false'      1     (784)"},
		{"text", text.String(), "WRONG missed: value says true"},
		{"text", text.String(), "correct within 1 s      1"},
		{"text", text.String(), "correct within 10 s      2"},
		{"csv", csv.String(), "incorrect 'false',1,57\n"},
		{"csv", csv.String(), "total CPU time (s),20,84100\n"},
		{"json", json.String(), `"loop_bound_reached": 1`},
		{"html", html.String(), "2 wrong answers"},
		{"html", html.String(), `<td class="num">784`},
		{"html", html.String(), "value: 2 with"},
	} {
		if !strings.Contains(c.text, c.want) {
			t.Errorf("%s: no %q in\n%s", c.name, c.want, c.text)
		}
	}
}

func TestConfigs(t *testing.T) {
	if _, err := cpa.Configs([]string{"nothing"}, nil); err == nil ||
		!strings.Contains(err.Error(), `unknown analysis "nothing" (known: `) {
		t.Errorf("got %v", err)
	}
	all, err := cpa.Configs(nil, []string{"--set", "cpa.block=steps"})
	if err != nil || len(all) < 3 || all[0].Args[len(all[0].Args)-1] != "cpa.block=steps" {
		t.Errorf("%v, %v", all, err)
	}
}
