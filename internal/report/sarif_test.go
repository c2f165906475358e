package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/trace"
)

// golden compares texts with the sections of a file in testdata.
func golden(t *testing.T, file string, got []txtar.File) {
	t.Helper()
	for i := range got {
		if got[i].Data == nil {
			got[i].Data = []byte{} // as it is read
		}
	}
	file = filepath.Join("testdata", file)
	if testflag.Update() {
		if err := os.WriteFile(file, txtar.Format(&txtar.Archive{Files: got}), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(a.Files, got); diff != "" {
		t.Error(diff)
	}
}

// answers are summaries of every kind, by name.
func answers() []struct {
	name string
	s    Summary
	err  error
} {
	b := newBuilder()
	b.step(0, 8, trace.KindInput, func(s *trace.Step) {
		s.Inputs = []trace.InputNote{{Kind: trace.Havoc, What: "__VERIFIER_nondet_int()",
			Value: trace.Value{Bits: 7, Width: 32}}}
		s.Value = num(7)
	})
	b.lost()
	b.t.Property = "unreach-call"
	lost := engine.Violated(property.UnreachCall, &b.t)
	lost.Why = "found with loop bound 1 and 2 threads"

	r := newBuilder()
	first, second := trace.Key{Thread: 1, Origin: 4}, trace.Key{Thread: 0, Origin: 9}
	r.step(1, 3, trace.KindLoad, access("counter", 0, 0))
	r.step(0, 11, trace.KindStore, access("counter", 1, 0))
	r.t.Steps[0].Key, r.t.Steps[1].Key = first, second
	r.t.Property, r.t.Schedule, r.t.Violation = "no-data-race", []trace.Key{first}, second

	diags := &source.Diagnostics{Files: b.files}
	diags.Add(source.Error, source.Pos{Line: 4, Col: 9}, "100%% wrong: x, y\nand z")
	diags.Add(source.Warning, source.Pos{Line: 5, Col: 1}, "odd")
	diags.Add(source.Note, source.Pos{}, "a note without a place")

	input := []string{"dir/lost_update.c"}
	at := source.Pos{Line: 3, Col: 7}
	notes := []engine.Note{engine.WeakOrders{Places: []source.Pos{at, {Line: 5, Col: 2}}},
		engine.Deadlocks{Ended: 2, Tried: 10,
			Example: []trace.Wait{{Thread: 1, ThreadName: "inc", Kind: "lock", Object: "m", Pos: at}}}}
	return []struct {
		name string
		s    Summary
		err  error
	}{
		{"violated", Summary{Property: property.UnreachCall, Engine: "bmc", DataModel: "LP64", Inputs: input,
			Files: b.files, Result: lost}, nil},
		{"race", Summary{Property: property.NoDataRace, Engine: "bmc", Inputs: input, Files: r.files,
			Result: engine.Violated(property.NoDataRace, &r.t)}, nil},
		{"violated without a trace", Summary{Property: property.ValidMemsafety, Files: b.files,
			Result: engine.Violated(property.ValidFree, nil)}, nil},
		{"holds", Summary{Property: property.UnreachCall, Engine: "ceds", Inputs: input, Files: b.files,
			Expected: property.Holds(), Result: engine.Result{Verdict: property.Holds(),
				Why:     "12 states, all visited",
				Assumed: []engine.Assumption{{Pos: at, What: "invalid access"}},
				Notes:   notes, Certificate: &engine.Certificate{Checked: true, States: 12}}}, nil},
		{"unknown", Summary{Property: property.NoOverflow, Inputs: input, Files: b.files,
			Result: engine.Result{Why: "not supported: long double", Pos: at,
				Facts: []string{"no violation up to loop bound 2"}}}, nil},
		{"internal error", Summary{Property: property.UnreachCall, Files: b.files, BugReport: "bug.json",
			Result: engine.Unknown("the trace does not replay")}, nil},
		{"no program", Summary{Property: property.UnreachCall, Inputs: input, Diagnostics: diags},
			errors.New("told by a diagnostic")},
		{"no file", Summary{Property: property.UnreachCall,
			Inputs: []string{"a b,c%.c", "/abs/d.c", "<whittle>/e.h"}},
			errors.New("open it: there is no such file")},
	}
}

func TestSARIF(t *testing.T) {
	var got []txtar.File
	for i, a := range answers() {
		var b bytes.Buffer
		if err := SARIF(&b, a.s, SARIFOptions{Version: "1.2.3", Warnings: []string{"a warning about the run"},
			Err: a.err}); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			got = append(got, txtar.File{Name: a.name + ".sarif", Data: b.Bytes()})
			continue
		}
		// The description of whittle is the same in each.
		_, rest, ok := strings.Cut(b.String(), "\n      \"automationDetails\"")
		if !ok {
			_, rest, _ = strings.Cut(b.String(), "\n      \"invocations\"")
		}
		got = append(got, txtar.File{Name: a.name, Data: []byte(rest)})
	}
	golden(t, "sarif.txtar", got)
}

// TestRules has a rule for each property, with its texts.
func TestRules(t *testing.T) {
	for i, p := range property.All() {
		if ruleIndex(p) != i {
			t.Errorf("%s is rule %d, want %d", p, ruleIndex(p), i)
		}
	}
	for _, r := range sarifRules() {
		if r.Short.Text == "" || r.Full.Text == "" || len(r.Help.Text) <= len(r.Full.Text) ||
			strings.Contains(r.Name, "-") {
			t.Errorf("rule %+v", r)
		}
	}
}

// TestImportances: what the printed trace leaves out or folds is unimportant, a thread that goes on
// essential.
func TestImportances(t *testing.T) {
	b := newBuilder()
	b.lost()
	ls := allLines(&b.t, b.files, false)
	var got []string
	for i, w := range importances(ls) {
		got = append(got, ls[i].where[len("dir/lost_update.c:"):]+" "+w)
	}
	want := []string{
		"9:5 important", "3:5 essential", "10:5 essential", "11:5 important", "4:5 essential",
		"12:5 essential",
		"13:5 unimportant", "14:5 unimportant", "13:5 unimportant", "14:5 unimportant", "13:5 unimportant",
		"14:5 unimportant", "13:5 important",
		"15:5 essential",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestFileURI(t *testing.T) {
	root := t.TempDir()
	here := filepath.Join(root, "sub")
	if err := os.Mkdir(here, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(here)
	file := "file://" + filepath.ToSlash(root)
	for _, c := range []struct {
		root, name, want string
		relative, ok     bool
	}{
		{"", "a.c", "a.c", true, true}, {"", "./d/../a.c", "a.c", true, true},
		{root, "a.c", "sub/a.c", true, true},
		{"", "../a.c", file + "/a.c", false, true}, {root, "../a.c", "a.c", true, true},
		{"", filepath.Join(here, "a.c"), "a.c", true, true},
		{"", "a b%#?.c", "a%20b%25%23%3F.c", true, true}, {"", "c:d.c", "./c:d.c", true, true},
		{"", "ä.c", "%C3%A4.c", true, true},
		{"", "<whittle-models>/cond.c", "", false, false}, {"", "", "", false, false},
		{"", "..a.c", "..a.c", true, true},
	} {
		uri, relative, ok := fileURI(c.root, c.name)
		if uri != c.want || relative != c.relative || ok != c.ok {
			t.Errorf("fileURI(%q, %q) = %q, %v, %v", c.root, c.name, uri, relative, ok)
		}
	}
}

// TestColumns: columns count characters, not bytes.
func TestColumns(t *testing.T) {
	f := &source.Files{}
	f.SetText(f.Add("a.c"), []byte("/* ä∀ */ x = 1;\n"))
	for byteColumn, want := range map[int32]int{0: 0, 1: 1, 13: 10, 99: 99} {
		if got := runeColumn(f, source.Pos{Line: 1, Col: byteColumn}); got != want {
			t.Errorf("column %d is %d, want %d", byteColumn, got, want)
		}
	}
}

// TestSARIFSame: the same answer is the same log.
func TestSARIFSame(t *testing.T) {
	var one, two bytes.Buffer
	if err := errors.Join(SARIF(&one, answers()[0].s, SARIFOptions{}),
		SARIF(&two, answers()[0].s, SARIFOptions{})); err != nil {
		t.Fatal(err)
	}
	if one.String() != two.String() || !json.Valid(one.Bytes()) {
		t.Error("two logs of one answer differ")
	}
}

// TestDeadlockFlow: a step that belongs to no thread has a flow of its own, and places inside of whittle are
// not named.
func TestDeadlockFlow(t *testing.T) {
	b := newBuilder()
	b.step(0, 10, trace.KindLoad, access("counter", 0, 0))
	b.step(0, 12, trace.KindDeadlock, nil)
	b.t.Steps[1].Thread = trace.NoThread
	b.files.SetText(b.files.Add("<whittle-models>/cond.c"), []byte("x"))
	b.step(1, 1, trace.KindStore, access("counter", 1, 0))
	b.t.Steps[2].User.File, b.t.Steps[2].Pos.File = 1, 1
	s := Summary{Property: property.NoDeadlock, Files: b.files,
		Result: engine.Violated(property.NoDeadlock, &b.t)}
	r := sarifWriter{s: s}.violation()
	flows := r.CodeFlows[0].ThreadFlows
	if len(flows) != 3 || flows[0].ID != "threads" || flows[1].ID != "T0" || flows[2].ID != "T1" ||
		r.Message.Text != "deadlock" || len(r.Locations) != 1 {
		t.Fatalf("%+v", r)
	}
	if at := flows[2].Locations[0].Location; at.Physical != nil || at.Message == nil {
		t.Errorf("%+v", at)
	}
}
