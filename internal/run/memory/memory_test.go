package memory

import (
	"context"
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
)

const text = `#include <assert.h>
int x;
int main(void) { x = 1; x = x + 1;
	assert(x == 2);
	return 0;
}
`

func load(t *testing.T, name, text string) (*cfa.Program, *Program) {
	t.Helper()
	read := func(string) ([]byte, error) { return []byte(text), nil }
	prog, diags, err := c.Load(context.Background(), c.Config{Files: []string{name}, Read: read,
		Property: property.UnreachCall})
	if err != nil || diags.HasErrors() {
		t.Fatalf("%v %v", err, diags)
	}
	m, err := At(prog)
	if err != nil {
		t.Fatal(err)
	}
	return prog, m
}

// at is the place of a step of main in a line.
func at(t *testing.T, p *cfa.Program, line int32) source.Pos {
	t.Helper()
	for _, e := range p.Procs[p.Entry].Edges {
		if e.Pos.Line == line {
			return e.Pos
		}
	}
	t.Fatalf("no step in line %d", line)
	return source.Pos{}
}

// TestMoved keeps a result about a program and recalls it about the same program in another folder, three
// lines further down.
func TestMoved(t *testing.T) {
	prog, there := load(t, "src/a.c", text)
	again, here := load(t, "lib/b.c", "\n\n\n"+text)
	if there.Sum != here.Sum {
		t.Fatal("the programs are not the same")
	}
	from, to := at(t, prog, 4), at(t, again, 7)
	before := engine.Result{Why: "the step at src/a.c:4 and a.c:3, not ha.c:4, in src/a.c:2:5; 12:34",
		Pos: from, Reason: engine.Undefined, What: "x", Facts: []string{"(a.c:4)", "none"}, Otherwise: true,
		Others:  []engine.Opinion{{Engine: "bmc", Why: "src/a.c:4"}},
		Helps:   []engine.Help{{Kind: engine.MoreTime, Time: time.Second}},
		Assumed: []engine.Assumption{{Pos: from, What: "overflow"}, {What: "everywhere"}}}
	after := before
	after.Why = "the step at lib/b.c:7 and b.c:6, not ha.c:4, in lib/b.c:5:5; 12:34"
	after.Pos, after.Facts, after.Others = to, []string{"(b.c:7)", "none"},
		[]engine.Opinion{{Engine: "bmc", Why: "lib/b.c:7"}}
	after.Assumed = []engine.Assumption{{Pos: to, What: "overflow"}, {What: "everywhere"}}

	kept, ok := there.Keep(before)
	if !ok {
		t.Fatal("the result is not kept")
	}
	data, err := json.Marshal(kept)
	if err != nil {
		t.Fatal(err)
	}
	var read Kept
	if err := json.Unmarshal(data, &read); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		in   *Program
		want engine.Result
	}{{there, before}, {here, after}} {
		got, ok := c.in.Recall(read)
		if !ok || !reflect.DeepEqual(got, c.want) {
			t.Errorf("recalled %v:\n%+v\nwant\n%+v", ok, got, c.want)
		}
	}
}

func TestNotKept(t *testing.T) {
	prog, m := load(t, "a.c", text)
	elsewhere := at(t, prog, 4)
	elsewhere.Col += 50
	for what, r := range map[string]engine.Result{
		"a place that is not in the program":       {Pos: elsewhere},
		"a line that is not in the program":        {Why: "see a.c:99"},
		"an assumption at such a place":            {Assumed: []engine.Assumption{{Pos: elsewhere}}},
		"a note":                                   {Notes: []engine.Note{engine.Deadlocks{}}},
		"a defect of an engine":                    {Failures: []engine.Failure{{Engine: "bmc"}}},
		"the character that stands before a place": {Why: "a" + mark},
	} {
		if _, ok := m.Keep(r); ok {
			t.Errorf("%s is kept", what)
		}
	}
	for what, k := range map[string]Kept{
		"a place after the last one":    {Pos: len(m.Places) + 1},
		"a place before the first one":  {Pos: -1},
		"a violation without a trace":   {Kind: property.False},
		"a text with half a place":      {Why: mark + "0:1"},
		"a text with a place too large": {Why: mark + "0:9999" + mark},
		"a text with no number":         {Why: mark + "x" + mark},
	} {
		if _, ok := m.Recall(k); ok {
			t.Errorf("%s is recalled", what)
		}
	}
}

func TestCovers(t *testing.T) {
	for _, c := range []struct {
		then, now time.Duration
		want      bool
	}{{0, 0, true}, {0, 5, true}, {5, 0, false}, {5, 5, true}, {5, 4, true}, {5, 6, false}} {
		if got := (Record{Timeout: c.then}).Covers(c.now, 0); got != c.want {
			t.Errorf("timeout %d covers %d: %v", c.then, c.now, got)
		}
		if got := (Record{Budget: int64(c.then)}).Covers(0, int64(c.now)); got != c.want {
			t.Errorf("budget %d covers %d: %v", c.then, c.now, got)
		}
	}
}
