package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

// at is a place in the program of the builder.
func at(line int32) source.Pos { return source.Pos{Line: line, Col: 5} }

// freed is a use after free: main frees what inc uses.
func freed() *builder {
	b := newBuilder()
	b.step(0, 10, trace.KindStore, access("counter", 7, 0))
	b.step(1, 3, trace.KindViolation, func(s *trace.Step) {
		s.Message, s.Brief = "read of n#1, freed", "read of n#1"
	})
	b.t.Property, b.t.Sliced, b.t.Sources = "valid-deref", true, []trace.Source{{Step: 0}}
	b.t.Lives = []trace.Life{{Role: "freed", Object: "n#1", Thread: 0, Pos: at(11)},
		{Role: "allocated", Object: "n#1", Size: 4, Thread: 0, Pos: at(9)}}
	return b
}

// told are causes as people read them, with their places.
func told(list []Cause) []string {
	var out []string
	for _, c := range list {
		out = append(out, c.Place()+" "+c.String())
	}
	return out
}

func TestCauses(t *testing.T) {
	race := answers()[1].s.Result.Trace
	stuck := newBuilder()
	stuck.step(0, 9, trace.KindDeadlock, func(s *trace.Step) {
		s.Wait = &trace.Wait{Kind: trace.WaitJoin, Child: 1, ChildName: "inc"}
	})
	stuck.step(1, 4, trace.KindDeadlock, func(s *trace.Step) {
		s.Wait = &trace.Wait{Kind: cfa.SyncLock, Object: "m",
			Holders: []trace.Holder{{Thread: 0, ThreadName: "main", Since: at(10)}}}
	})
	many := freed()
	for i := range int32(6) {
		many.t.Lives = append(many.t.Lives, trace.Life{Role: "declared", Object: fmt.Sprint("o", i), Size: 1,
			Thread: trace.NoThread, Pos: at(i + 1)})
	}
	check := newBuilder()
	check.step(0, 9, trace.KindCall, nil)
	check.step(0, 10, trace.KindLoad, access("counter", 7, 0))
	check.step(0, 10, trace.KindLoad, func(s *trace.Step) { // of the compiler's own
		s.Object, s.Value = "task", &trace.Value{Name: "&vtable for Task+16", Bits: 1 << 40, Width: 64}
	})
	check.step(0, 11, trace.KindViolation, nil)
	check.t.Names = &cfa.Names{Own: []string{"vtable for "}}
	check.t.Property, check.t.Sliced, check.t.Decided = "unreach-call", true, &trace.Decided{Text: "n > 0"}
	check.t.Sources = []trace.Source{{Step: 0, Passed: &trace.Assignment{Name: "inc::arg", Type: "int",
		Value: *num(3)}}, {Step: 1}, {Step: 2}}
	fails := newBuilder()
	for i, n := range []uint64{1, 0, 1, 1} {
		fails.step(0, 9+int32(i), trace.KindInput, func(s *trace.Step) {
			s.Inputs = []trace.InputNote{{Kind: trace.Havoc, What: "malloc fails", Fails: "malloc",
				Value: trace.Value{Bits: n, Width: 32}}}
			s.Distance = 1
		})
	}
	fails.step(0, 11, trace.KindViolation, nil)
	fails.t.Property, fails.t.Sliced = "unreach-call", true
	files := newBuilder().files
	for _, c := range []struct {
		name string
		t    *trace.Trace
		want []string
		here int // the cause at which the violation is
	}{
		{"use after free", &freed().t, []string{
			"lost_update.c:3 used by T1 (inc): int old = counter;",
			"lost_update.c:11 freed by T0 (main): counter = mine + 1;",
			"lost_update.c:9 allocated n#1, 4 bytes, by T0 (main): pthread_create(&a, 0, inc, 0);",
			"lost_update.c:10 value counter = 7, by T0 (main): int mine = counter;"}, 0},
		{"race", race, []string{
			"lost_update.c:3 reads T1 (inc), holding no lock: int old = counter;",
			"lost_update.c:11 writes T0 (main), holding no lock: counter = mine + 1;"}, 1},
		{"deadlock", &stuck.t, []string{
			"lost_update.c:9 waits T0 (main) for the end of T1 (inc): pthread_create(&a, 0, inc, 0);",
			"lost_update.c:4 waits T1 (inc) for m, held by T0 (main): counter = old + 1;",
			"lost_update.c:10 taken m by T0 (main): int mine = counter;"}, 1},
		{"check", &check.t, []string{
			"lost_update.c:11 violated n > 0 is false, by T0 (main): counter = mine + 1;",
			"lost_update.c:9 value arg = 3, by T0 (main): pthread_create(&a, 0, inc, 0);",
			"lost_update.c:10 value counter = 7 from the start, read by T0 (main): int mine = counter;"}, 0},
		{"allocations fail", &fails.t, []string{
			"lost_update.c:11 violated by T0 (main): counter = mine + 1;",
			"lost_update.c:11 fails malloc returns NULL, by T0 (main): counter = mine + 1;",
			"lost_update.c:12 fails malloc returns NULL, by T0 (main): pthread_join(a, 0);"}, 0},
		{"no violation", &trace.Trace{}, nil, -1},
		{"many", &many.t, nil, 0},
	} {
		list := Causes(c.t, files)
		got := told(list)
		if c.want != nil && !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if len(list) > maxCauses {
			t.Errorf("%s: %d causes", c.name, len(list))
		}
		for i := range list {
			if list[i].Here != (i == c.here) {
				t.Errorf("%s: cause %d is here: %v", c.name, i, list[i].Here)
			}
		}
	}
}

// TestCausesEverywhere: each form of an answer has the causes ahead of the trace.
func TestCausesEverywhere(t *testing.T) {
	b := freed()
	s := Summary{Property: property.ValidMemsafety, Files: b.files, Inputs: []string{"dir/lost_update.c"},
		Result: engine.Violated(property.ValidDeref, &b.t)}
	var text, annotated, asJSON, asSARIF bytes.Buffer
	for _, err := range []error{Text(&text, s, Options{}), GitHub(&annotated, s, Options{}, ""),
		JSON(&asJSON, s), SARIF(&asSARIF, s, SARIFOptions{})} {
		if err != nil {
			t.Fatal(err)
		}
	}
	lines := strings.Split(text.String(), "\n")
	if !strings.HasPrefix(lines[2], "  freed      lost_update.c:11  by T0 (main): ") {
		t.Errorf("the text begins with %q", lines[:5])
	}
	_, message, _ := strings.Cut(annotated.String(), "::error ")
	freed := strings.Index(message, "%0A  freed      lost_update.c:11")
	first := strings.Index(message, "T0 is main")
	if freed < 0 || freed > first {
		t.Errorf("the annotation is %q", message)
	}
	var j struct{ Causes []jsonCause }
	if err := json.Unmarshal(asJSON.Bytes(), &j); err != nil {
		t.Fatal(err)
	}
	want := jsonCause{"freed", "by T0 (main)", "dir/lost_update.c:11:5", "counter = mine + 1;"}
	if len(j.Causes) != 4 || j.Causes[1] != want {
		t.Errorf("JSON has the causes %+v", j.Causes)
	}
	var log sarifLog
	if err := json.Unmarshal(asSARIF.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	related := log.Runs[0].Results[0].Related
	if len(related) != 3 || related[0].Physical.Region.StartLine != 11 || *related[0].ID != 1 ||
		related[0].Message.Text != "freed by T0 (main): counter = mine + 1;" {
		t.Errorf("SARIF has the related locations %+v", related)
	}
}
