package report

import (
	"errors"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/proof"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
)

const lostUpdate = `int counter;
void *inc(void *arg) {
    int old = counter;
    counter = old + 1;
    return 0;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, inc, 0);
    int mine = counter;
    counter = mine + 1;
    pthread_join(a, 0);
    for (int i = 0; i < 3; i++)
        ;
    if (counter != 2) reach_error();
}
`

// builder makes replayed traces by hand.
type builder struct {
	t     trace.Trace
	files *source.Files
}

func newBuilder() *builder {
	f := &source.Files{}
	f.SetText(f.Add("dir/lost_update.c"), []byte(lostUpdate))
	names := &cfa.Names{InputPrefix: "__VERIFIER_", Inside: []string{".__"},
		Made: map[string]bool{"start": true}}
	return &builder{t: trace.Trace{Names: names}, files: f}
}

func (b *builder) step(thread int, line int32, kind trace.Kind, change func(*trace.Step)) {
	pos := source.Pos{Line: line, Col: 5}
	s := trace.Step{Key: trace.Key{Thread: thread}, ThreadName: []string{"main", "inc", "third"}[thread],
		Kind: kind, Pos: pos, User: pos}
	switch kind {
	case trace.KindLoad, trace.KindStore, trace.KindSpawn, trace.KindJoin, trace.KindBegin, trace.KindEnd:
		s.Visible = true
	}
	if change != nil {
		change(&s)
	}
	b.t.Steps = append(b.t.Steps, s)
}

func num(v uint64) *trace.Value { return &trace.Value{Bits: v, Width: 32, Signed: true} }

func access(object string, v uint64, from int) func(*trace.Step) {
	return func(s *trace.Step) { s.Object, s.Value, s.ReadFrom = object, num(v), from }
}

func assign(name string, v uint64) func(*trace.Step) {
	return func(s *trace.Step) {
		s.Assigned = &trace.Assignment{Name: name, Type: "int", Value: *num(v)}
	}
}

func (b *builder) lost() {
	b.step(0, 9, trace.KindCall, nil)
	b.step(0, 9, trace.KindSpawn, func(s *trace.Step) {
		s.Model, s.Depth, s.Child, s.Message = true, 1, 1,
			"inc"
	})
	b.step(0, 9, trace.KindStore, func(s *trace.Step) {
		s.Model, s.Depth = true, 2
		s.Object, s.Value = "a",
			num(77)
	})
	b.step(1, 3, trace.KindLoad, access("counter", 0, 0))
	b.step(1, 3, trace.KindAssign, assign("inc::old", 0))
	b.step(0, 10, trace.KindLoad, access("counter", 0, 0))
	b.step(0, 10, trace.KindAssign, assign("main::mine", 0))
	b.step(0, 11, trace.KindStore, access("counter", 1, 0))
	b.step(1, 4, trace.KindStore, access("counter", 1, 0))
	b.step(0, 12, trace.KindJoin, func(s *trace.Step) { s.Model, s.Child = true, 1 })
	for i := uint64(0); i < 3; i++ {
		b.step(0, 13, trace.KindBranch, nil)
		b.step(0, 14, trace.KindAssign, nil)
		b.step(0, 13, trace.KindAssign, assign("main::i", i+1))
	}
	b.step(0, 15, trace.KindLoad, access("counter", 1, 9))
	b.step(0, 15, trace.KindBranch, nil)
	b.step(0, 15, trace.KindViolation, func(s *trace.Step) { s.Message = "reach_error() is called" })
}

func (b *builder) print(o Options) string {
	var out strings.Builder
	Trace(&out, &b.t, b.files, o)
	return out.String()
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
	taken := []engine.Premise{{Kind: engine.AllocationSucceeds, Places: []source.Pos{at}},
		{Kind: engine.SequentialConsistency, Places: []source.Pos{at, {Line: 5, Col: 2}}}}
	notes := []engine.Note{engine.Deadlocks{Ended: 2, Tried: 10,
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
			Taken: taken, Strict: []string{"--may-fail"},
			Expected: property.Holds(), Result: engine.Result{Verdict: property.Holds(),
				Why:     "12 states, all visited",
				Assumed: []engine.Assumption{{Pos: at, What: "invalid access"}},
				Notes:   notes,
				Certificate: &proof.Certificate{Checked: true,
					Evidence: &proof.MultiStates{States: 12}}}}, nil},
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
