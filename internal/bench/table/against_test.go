package table

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"whittle.dev/internal/bench/tasks"
	"whittle.dev/internal/property"
)

func rec(config, name string, score tasks.Score, verdict string, cpu float64) tasks.Record {
	return tasks.Record{Item: tasks.Item{Name: name, Set: "s", Property: property.UnreachCall},
		Config:   config,
		Expected: "true", Verdict: verdict, Score: score, CPU: cpu}
}

func TestCompareRuns(t *testing.T) {
	old := []tasks.Record{
		rec("a", "same", tasks.Right, "true", 2), rec("a", "noise", tasks.Right, "true", 0.1),
		rec("a", "slower", tasks.Right, "true", 2), rec("a", "faster", tasks.Right, "true", 9),
		rec("a", "little", tasks.Right, "true", 0.5), rec("a", "lost", tasks.Right, "true", 1),
		rec("a", "gained", tasks.Unknown, "unknown", 60), rec("a", "broken", tasks.Unknown, "unknown", 1),
		rec("a", "mended", tasks.Wrong, "false(unreach-call)", 1),
		rec("a", "failed", tasks.Unknown, "unknown", 1),
		rec("a", "unknown", tasks.Unknown, "unknown", 3), rec("a", "gone", tasks.Right, "true", 1),
		rec("b", "same", tasks.Right, "true", 1),
	}
	now := []tasks.Record{
		rec("a", "same", tasks.Right, "true", 3.9), rec("a", "noise", tasks.Right, "true", 0.9),
		rec("a", "slower", tasks.Right, "true", 4.5), rec("a", "faster", tasks.Right, "true", 4),
		rec("a", "little", tasks.Right, "true", 1.7), rec("a", "lost", tasks.Unknown, "unknown", 60),
		rec("a", "gained", tasks.Right, "true", 3), rec("a", "broken", tasks.Wrong, "false(unreach-call)", 1),
		rec("a", "mended", tasks.Unknown, "unknown", 1), rec("a", "failed", tasks.Failed, "unknown", 1),
		rec("a", "unknown", tasks.Unknown, "unknown", 60), rec("a", "new", tasks.Right, "true", 1),
		rec("b", "same", tasks.Right, "true", 1),
	}
	now[5].Why = "timeout"
	a, err := CompareRuns("old.jsonl", old, now, Comparability{Factor: 2, Floor: 1})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]Change{}
	for _, d := range a.Diffs {
		got[d.Name] = d.Change
	}
	want := map[string]Change{"slower": Slower, "faster": Faster, "lost": Lost, "gained": Gained,
		"broken": Broken, "mended": Mended, "failed": Changed}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if a.Compare != 12 || a.Missing != 1 || a.New != 1 || a.Regressions() != 3 {
		t.Errorf("%d compared, %d missing, %d new, %d regressions", a.Compare, a.Missing, a.New,
			a.Regressions())
	}
	var b bytes.Buffer
	if err := a.Text(&b); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"against old.jsonl: 12 results compared, 1 broken, 1 lost, 1 changed, 1 slower, 1 mended, 1 " +
			"gained, 1 faster; 1 of the earlier results have no counterpart; 1 are new\n",
		"\nlost: a: lost, unreach-call: true, now unknown (timeout)\n",
		"\nslower: a: slower, unreach-call: true, CPU 2.00 s, now 4.50 s\n",
	} {
		if !strings.Contains(b.String(), line) {
			t.Errorf("no line %q in\n%s", line, b.String())
		}
	}
	// A lower floor sees what was noise.
	a, _ = CompareRuns("old.jsonl", old, now, Comparability{Factor: 2, Floor: 0.01})
	for _, d := range a.Diffs {
		got[d.Name] = d.Change
	}
	if got["noise"] != Slower || got["little"] != Slower {
		t.Errorf("with a low floor: %v", got)
	}
	for _, how := range []Comparability{{1, 1}, {2, -1}, {}} {
		if _, err := CompareRuns("old.jsonl", old, now, how); err == nil {
			t.Errorf("%+v is no error", how)
		}
	}
}

// TestCompareNames: the name of an only configuration does not matter, names of several do.
func TestCompareNames(t *testing.T) {
	how := Comparability{Factor: 2, Floor: 1}
	a, err := CompareRuns("x", []tasks.Record{rec("before", "t", tasks.Right, "true", 1)},
		[]tasks.Record{rec("", "t", tasks.Unknown, "unknown", 1)}, how)
	if err != nil || a.Compare != 1 || len(a.Diffs) != 1 {
		t.Errorf("%+v, %v", a, err)
	}
	a, err = CompareRuns("x", []tasks.Record{rec("before", "t", tasks.Right, "true", 1)},
		[]tasks.Record{rec("a", "t", tasks.Unknown, "unknown", 1), rec("b", "t", tasks.Right, "true", 1)},
		how)
	if err != nil || a.Compare != 0 || a.New != 2 || a.Missing != 1 {
		t.Errorf("%+v, %v", a, err)
	}
	if a, err := CompareRuns("x", nil, nil, how); err != nil || len(a.Diffs) != 0 {
		t.Errorf("nothing: %+v, %v", a, err)
	}
}

func TestSideBySide(t *testing.T) {
	one := []tasks.Record{rec("", "t", tasks.Right, "true", 1), rec("", "u", tasks.Right, "true", 1)}
	two := []tasks.Record{rec("", "u", tasks.Unknown, "unknown", 1), rec("x", "t", tasks.Right, "true", 1)}
	got, err := SideBySide([]string{"runs/old.jsonl", "new.jsonl"}, false, [][]tasks.Record{one, two}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range got {
		names = append(names, r.Name+" "+r.Config)
	}
	if diff := cmp.Diff([]string{"t old", "t x", "u old", "u new"}, names); diff != "" {
		t.Error(diff)
	}
	if _, err := SideBySide([]string{"a/r.jsonl", "b/r.jsonl"}, false, [][]tasks.Record{one, one},
		nil); err == nil || !strings.Contains(err.Error(), "names of their own") {
		t.Errorf("two of one name: %v", err)
	}
	if got, err = SideBySide([]string{"r"}, false, [][]tasks.Record{one}, nil); err != nil ||
		got[0].Config != "" {
		t.Errorf("one run: %+v, %v", got, err)
	}
	setups := []tasks.Setup{{Build: "b", Configs: []tasks.NamedArgs{{Args: []string{"--x"}}}}}
	if got, err = SideBySide([]string{"v1"}, true, [][]tasks.Record{one}, setups); err != nil ||
		got[0].Config != "v1" || setups[0].Configs[0].Name != "v1" {
		t.Errorf("one run with a name: %+v, %v", got, err)
	}
}

func TestPoints(t *testing.T) {
	var recs []tasks.Record
	add := func(set, expected, verdict string, n int) {
		for range n {
			r := rec("c", "t", "", verdict, 1)
			r.Name, r.Set, r.Expected = set+string(rune('a'+len(recs))), set, expected
			want, _ := property.ParseVerdict(expected)
			got, _ := property.ParseVerdict(verdict)
			r.Score = tasks.Judge(want, got)
			recs = append(recs, r)
		}
	}
	const no = "false(unreach-call)"
	add("small", "true", "true", 1)
	add("small", no, "unknown", 1)
	add("large", no, no, 5)
	add("large", "true", "true", 2)
	add("large", "true", no, 1)
	add("large", no, "true", 1)
	add("large", no, "false(no-overflow)", 1)
	add("large", "unknown", "true", 4)
	tab := New(recs)
	x := tab.Totals[0]
	if x.Points != 2+5+4-16-32-16 || x.MaxPoints != 3+5+4+2+1+1 || x.WrongTrue != 1 || x.WrongFalse != 2 ||
		x.Wrong != 3 {
		t.Errorf("%+v", x)
	}
	// Two categories: 2 points of 2 tasks, -55 of 10 (what has no expected verdict does not count).
	if want := (2.0/2 + -55.0/10) / 2 * 12; math.Abs(x.Normalised-want) > 1e-9 {
		t.Errorf("normalised %g, want %g", x.Normalised, want)
	}
	var b bytes.Buffer
	if err := tab.Text(&b); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"score -53 of 16",
		"c: score with categories of equal weight: -27.0 of 16\n", "WRONG: c: large",
		"the answer is true, expected is false(unreach-call)\n"} {
		if !strings.Contains(b.String(), line) {
			t.Errorf("no %q in\n%s", line, b.String())
		}
	}
	if f := New(tasks.ByFolder([]tasks.Record{{Item: tasks.Item{Name: "x/y/z.c",
		Set: "s"}}})); f.Records[0].Set != "x/y" {
		t.Errorf("by folder: %+v", f.Records[0])
	}
}
