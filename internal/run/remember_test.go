package run_test

import (
	"context"
	"encoding/hex"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"whittle.dev/internal/property"
	"whittle.dev/internal/run"
	"whittle.dev/internal/verdicts"
)

// answers are the verdicts of an outcome by property, and how many of them are remembered.
func answers(o run.Outcome) (map[property.Property]property.Verdict, int) {
	out, n := map[property.Property]property.Verdict{}, 0
	list := o.Several
	if len(list) == 0 {
		list = []run.Outcome{o}
	}
	for _, p := range list {
		out[p.Property] = p.Verdict
		if p.Result.Remembered {
			n++
		}
	}
	return out, n
}

// TestRemembered checks examples twice, and a third time after an edit that moves all of their lines: what
// the first run has decided the others remember, with the same verdicts and the places of the text now.
func TestRemembered(t *testing.T) {
	store, err := verdicts.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	check := func(name, text string, p property.Property) (run.Outcome, string) {
		task := run.Task{Files: []string{name}, Property: string(p),
			Read: func(string) ([]byte, error) { return []byte(text), nil }}
		opt := run.Options{Timeout: time.Minute, Verdicts: store}
		o, err := run.Check(context.Background(), task, opt)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var b strings.Builder
		if err := o.WriteExecution(&b, run.ReportOptions{}); err != nil {
			t.Fatal(err)
		}
		return o, b.String()
	}
	for _, name := range []string{"updates/lost_update.c", "locks/bakery.c", "memory/strings.c",
		"liveness/lost_signal.c"} {
		file := filepath.Join("examples", name)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		moved := "// moved\n\n" + string(data)
		for _, p := range []property.Property{"", property.UnreachCall, property.NoDeadlock} {
			first, _ := check(file, string(data), p)
			want, n := answers(first)
			if n != 0 {
				t.Errorf("%s %s: %d answers of the first run are remembered", name, p, n)
			}
			second, trace := check(file, string(data), p)
			got, n := answers(second)
			if !reflect.DeepEqual(got, want) || n != len(want) {
				t.Errorf("%s %s: %d answers remembered of %v, want %v", name, p, n, got, want)
			}
			third, movedTrace := check(file, moved, p)
			got, n = answers(third)
			if !reflect.DeepEqual(got, want) || n != len(want) {
				t.Errorf("%s %s, moved: %d answers remembered of %v, want %v", name, p, n, got, want)
			}
			if first.Verdict.Kind == property.False && (trace == movedTrace || trace == "") {
				t.Errorf("%s %s: the trace has the places from before the program was moved:\n%s", name,
					p, movedTrace)
			}
		}
	}
}

// TestNotRemembered changes what an answer depends on: each time it is found out anew.
func TestNotRemembered(t *testing.T) {
	store, err := verdicts.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	const text = `#include <assert.h>
#include <stdlib.h>
int twice(int n) { return 2 * n; }
int main(void) { int *p = malloc(4); if (!p) return 1; *p = twice(2); assert(*p == 4); free(p); return 0; }
`
	asked := run.Task{Files: []string{"a.c"}, Property: string(property.UnreachCall)}
	for _, c := range []struct {
		what     string
		old, new string
		set      func(*run.Task, *run.Options)
		verdict  property.Kind
	}{
		{what: "the first run", verdict: property.True},
		{what: "a constant", old: "2 * n", new: "3 * n", verdict: property.False},
		{what: "an assertion", old: "== 4", new: "== 5", verdict: property.False},
		{what: "another property", verdict: property.True,
			set: func(t *run.Task, _ *run.Options) { t.Property = string(property.ValidMemsafety) }},
		{what: "what may fail", verdict: property.True,
			set: func(t *run.Task, _ *run.Options) { t.MayFail = run.AllFail }},
		{what: "a macro", old: "return 2 * n", new: "return K * n", verdict: property.False,
			set: func(t *run.Task, _ *run.Options) { t.Defines = []string{"K=1"} }},
		{what: "an engine", verdict: property.True,
			set: func(_ *run.Task, o *run.Options) { o.Engine = "bmc" }},
		{what: "a setting", verdict: property.True,
			set: func(_ *run.Task, o *run.Options) { o.Set = map[string]string{"bmc.projection": "none"} }},
		{what: "the data model", verdict: property.True,
			set: func(t *run.Task, _ *run.Options) { t.DataModel = "ILP32" }},
		{what: "an audit", verdict: property.True, set: func(_ *run.Task, o *run.Options) { o.Audit = true }},
	} {
		task, opt := asked, run.Options{Timeout: time.Minute, Verdicts: store}
		program := strings.Replace(text, c.old, c.new, 1)
		task.Read = func(string) ([]byte, error) { return []byte(program), nil }
		if c.set != nil {
			c.set(&task, &opt)
		}
		o, err := run.Check(context.Background(), task, opt)
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		if o.Verdict.Kind != c.verdict || o.Result.Remembered {
			t.Errorf("%s: %v, remembered %v", c.what, o.Verdict, o.Result.Remembered)
		}
	}
}

// TestRecordsChanged changes bytes of what is kept, and its checksum along with them: whatever stands there,
// no violation is reported that is none, and nothing fails.
func TestRecordsChanged(t *testing.T) {
	file := filepath.Join("examples", "updates", "lost_update.c")
	ask := func(store *verdicts.Store) run.Outcome {
		o, err := run.Check(context.Background(), run.Task{Files: []string{file},
			Property: string(property.UnreachCall)}, run.Options{Timeout: time.Minute, Verdicts: store})
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	dir := t.TempDir()
	store, err := verdicts.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := ask(store).Verdict
	names, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil || len(names) != 1 {
		t.Fatalf("%v %v", names, err)
	}
	var k verdicts.Key
	if _, err := hex.Decode(k[:], []byte(filepath.Base(names[0]))); err != nil {
		t.Fatal(err)
	}
	data, ok := store.Get(k)
	if !ok {
		t.Fatal("nothing was kept")
	}
	for i := 0; i < len(data); i += 41 {
		changed := slices.Clone(data)
		changed[i] = "0}x\",9"[i%6]
		if err := store.Put(k, changed); err != nil {
			t.Fatal(err)
		}
		if o := ask(store); o.BugReport != "" || o.Verdict.Kind == property.False && o.Verdict != want {
			t.Errorf("byte %d is %q: %v %s", i, changed[i], o.Verdict, o.Result.Why)
		}
	}
}
