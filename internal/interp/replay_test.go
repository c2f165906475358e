package interp

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/testing/build"
	"whittle.dev/internal/trace"
)

// example is a program with a violation that needs a schedule, an input, an
// address, a thread id and initial bytes; its edges are named for traces.
type example struct {
	*build.Builder
	spawn, store, begin, inside, load, havoc, alloc, violation *cfa.Edge
	undef                                                      int // index of the undefined object
}

func newExample(t testing.TB) *example {
	b := build.LP64(t)
	x := &example{Builder: b}
	g, m, u := b.Global("g", 8), b.Global("m", 4), b.Global("u", 2)
	u.Undefined = true
	x.undef = len(b.Objects) - 1
	g.Layout = &cfa.Layout{Type: "struct s", Size: 8, Fields: []cfa.Field{
		{Name: "a", Offset: 0, Layout: &cfa.Layout{Type: "int", Size: 4, Signed: true}},
		{Name: "b", Offset: 4, Layout: &cfa.Layout{Type: "unsigned", Size: 4}}}}

	w := b.Procedure("writer")
	w.Lock(b.Ptr(m.Addr))
	x.store = w.Store(b.Ptr(g.Addr), b.BV(32, 0xffffffff))
	w.Unlock(b.Ptr(m.Addr))
	w.Ret()

	f := b.Main()
	id, spawn := f.Spawn(w)
	x.spawn = spawn
	a := f.Reg("a", 64)
	x.alloc = f.Do(cfa.Alloc{Dst: a, Size: b.Ptr(4), Name: "malloc"})
	in, havoc := f.Havoc("in", 32)
	x.havoc = havoc
	f.Do(cfa.AtomicBegin{})
	x.begin = f.Edges[len(f.Edges)-1]
	v, load := f.Load("v", 32, b.Ptr(g.Addr))
	x.load = load
	h, _ := f.Load("h", 32, b.Sym(a))
	s, inside := f.Load("s", 16, b.Ptr(u.Addr))
	x.inside = inside
	f.Do(cfa.AtomicEnd{})
	x.violation = f.Check(b.Terms.Not(b.Terms.And(
		b.Terms.Eq(b.Sym(v), b.BV(32, 0xffffffff)),
		b.Terms.Eq(b.Sym(in), b.BV(32, 0xfffffff6)),
		b.Terms.Eq(b.Sym(h), b.BV(32, 0x0500)),
		b.Terms.Eq(b.Sym(s), b.BV(16, 0x0201)),
		b.Terms.Eq(b.Sym(a), b.Ptr(b.RegionStart(777))),
		b.Terms.Eq(b.Sym(id), b.Ptr(55)))))
	f.Ret()
	return x
}

func key(thread int, e *cfa.Edge) trace.Key { return trace.Key{Thread: thread, Origin: e.Origin} }

// trace is the trace of the violation.
func (x *example) trace() *trace.Trace {
	return &trace.Trace{Version: trace.Version, Property: "unreach-call",
		Schedule: []trace.Key{key(0, x.spawn), key(1, x.store), key(0, x.begin)},
		Inputs: []trace.Input{
			{Key: key(0, x.havoc), Kind: trace.Havoc, Value: 0xfffffff6},
			{Key: key(0, x.alloc), Kind: trace.AllocAddr, Value: x.RegionStart(777)},
			{Key: key(0, x.alloc), Kind: trace.InitByte, Offset: 1, Value: 5},
			{Key: trace.Static(x.undef), Kind: trace.InitByte, Offset: 0, Value: 1},
			{Key: trace.Static(x.undef), Kind: trace.InitByte, Offset: 1, Value: 2},
			{Key: key(0, x.spawn), Kind: trace.ThreadID, Value: 55},
		},
		Violation: key(0, x.violation)}
}

func TestReplay(t *testing.T) {
	x := newExample(t)
	full := replays(x.Builder, x.trace())
	var text []string
	for _, s := range full.Steps {
		if s.Visible {
			line := string(s.Kind) + " " + s.Object
			if s.Value != nil {
				line += "=" + s.Value.String()
			}
			text = append(text, strings.TrimSpace(line))
		}
	}
	want := []string{"spawn =55", "begin", "load m=0", "store m=1", "end", "store g.a=-1",
		"begin", "load g.a=-1", "load malloc#1=1280", "load u=513", "end", "violation"}
	if !slices.Equal(text, want) {
		t.Errorf("steps\n%q, want\n%q", text, want)
	}
	i := slices.IndexFunc(full.Steps, func(s trace.Step) bool { return s.Key == key(0, x.load) })
	s := full.Steps[i]
	if s.ReadFrom == 0 || full.Steps[s.ReadFrom-1].Key != key(1, x.store) {
		t.Errorf("load of g.a reads from step %d", s.ReadFrom-1)
	}
	if s.Section != 2 || s.ThreadName != "main" ||
		s.Where != "test.c:"+strings.TrimPrefix(s.Where, "test.c:") || s.Where == "" {
		t.Errorf("%+v", s)
	}
	i = slices.IndexFunc(full.Steps, func(s trace.Step) bool { return s.Kind == trace.KindInput })
	if s := full.Steps[i]; s.Assigned == nil || s.Assigned.Name != "main::in" ||
		s.Assigned.Value.String() != "-10" || len(s.Inputs) != 1 {
		t.Errorf("input step %+v", s)
	}
	i = slices.IndexFunc(full.Steps, func(s trace.Step) bool { return s.Kind == trace.KindBegin })
	if s := full.Steps[i]; s.Sync == nil || s.Sync.Kind != "lock" || s.Sync.Object != "m" || !s.Switch {
		t.Errorf("lock step %+v", s)
	}
}

// TestReplayOtherSchedules: schedules that mean the same.
func TestReplayOtherSchedules(t *testing.T) {
	x := newExample(t)
	for name, schedule := range map[string][]trace.Key{
		"keys inside a section": {key(0, x.spawn), key(1, x.store), key(0, x.begin), key(0, x.load),
			key(0, x.inside)},
		"first key inside":          {key(0, x.spawn), key(1, x.store), key(0, x.inside), key(0, x.load)},
		"local steps of one thread": {key(0, x.spawn), key(0, x.havoc), key(1, x.store)},
		"the rest is along the way": {key(0, x.spawn), key(1, x.store)},
	} {
		tr := x.trace()
		tr.Schedule = schedule
		if _, err := Replay(context.Background(), x.Program, tr); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestDivergence breaks a trace in every way that has a message of its own.
func TestDivergence(t *testing.T) {
	tests := []struct {
		name   string
		change func(x *example, tr *trace.Trace)
		want   string
	}{
		{"order", func(x *example, tr *trace.Trace) {
			tr.Schedule = []trace.Key{key(0, x.spawn), key(0, x.begin), key(1, x.store)}
		}, "ends: exited"},
		{"twice", func(x *example, tr *trace.Trace) { tr.Schedule = append(tr.Schedule, key(1, x.store)) },
			"made before its turn"},
		{"section twice", func(x *example, tr *trace.Trace) {
			tr.Schedule = []trace.Key{key(0, x.spawn), key(0, x.begin), key(1, x.store), key(0, x.load)}
		}, "made before its turn"},
		{"no such thread", func(x *example, tr *trace.Trace) { tr.Schedule[1].Thread = 2 },
			"thread 2 has not been started"},
		{"thread ends", func(x *example, tr *trace.Trace) { tr.Schedule[1].Occurrence = 1 },
			"finished before this step"},
		{"process ends", func(x *example, tr *trace.Trace) { tr.Schedule[2].Occurrence = 1 },
			"violation was reached before this step"},
		{"input", func(x *example, tr *trace.Trace) { tr.Inputs[0].Value = 3 }, "ends: exited"},
		{"address", func(x *example, tr *trace.Trace) { tr.Inputs[1].Value++ }, "not the start of a region"},
		{"taken address", func(x *example, tr *trace.Trace) { tr.Inputs[1].Value = x.RegionStart(1) },
			"taken or invalid"},
		{"thread id", func(x *example, tr *trace.Trace) { tr.Inputs[5].Value = 1 }, "thread id 1 is taken"},
		{"property", func(x *example, tr *trace.Trace) { tr.Property = "no-overflow" },
			"property that is violated is unreach-call"},
		{"violation", func(x *example, tr *trace.Trace) { tr.Violation = key(1, x.violation) },
			"finished without the violation"},
		{"no violation", func(x *example, tr *trace.Trace) { tr.Violation = trace.NoViolation },
			"must name the edge"},
		{"deadlock", func(x *example, tr *trace.Trace) {
			tr.Violation, tr.Property = trace.NoViolation, "no-deadlock"
		}, "the execution ends: violation"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := newExample(t)
			tr := x.trace()
			tt.change(x, tr)
			_, err := Replay(context.Background(), x.Program, tr)
			var div *DivergenceError
			if !errors.As(err, &div) {
				t.Fatalf("error %v, want a divergence", err)
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %q, want %q", err, tt.want)
			}
		})
	}
}

func TestReplayCanceled(t *testing.T) {
	b := build.LP64(t)
	f := b.Main()
	e := f.To(cfa.Fence{}, f.Cur)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	tr := &trace.Trace{Version: trace.Version, Property: "unreach-call",
		Violation: trace.Key{Origin: e.Origin, Occurrence: 1 << 30}}
	if _, err := Replay(ctx, b.Program, tr); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestReplayMemsafety(t *testing.T) {
	b := build.LP64(t)
	g := b.Global("g", 4)
	f := b.Main()
	_, e := f.Load("x", 32, b.Ptr(g.Addr+1))
	tr := &trace.Trace{Version: trace.Version, Property: "valid-deref", Violation: key(0, e)}
	full := replays(b, tr)
	if s := full.Steps[len(full.Steps)-1]; s.Kind != trace.KindViolation ||
		!strings.Contains(s.Message, "offset 1 of the 4-byte object g: 1 byte past its end") {
		t.Errorf("%+v", s)
	}
	tr.Property = "unreach-call"
	if _, err := Replay(context.Background(), b.Program, tr); err == nil {
		t.Error("undefined behaviour was taken for a call")
	}
}

func TestReplayRace(t *testing.T) {
	tests := []struct {
		name  string
		op    func(b *build.Builder, addr uint64) cfa.Op
		race  bool
		order cfa.Order
	}{
		{"write", func(b *build.Builder, a uint64) cfa.Op {
			return cfa.Store{Addr: b.Ptr(a),
				Value: b.BV(8, 1)}
		},
			true, cfa.Plain},
		{"overlap", func(b *build.Builder, a uint64) cfa.Op {
			return cfa.Store{Addr: b.Ptr(a + 3),
				Value: b.BV(8, 1)}
		}, true, cfa.Plain},
		{"apart", func(b *build.Builder, a uint64) cfa.Op {
			return cfa.Store{Addr: b.Ptr(a + 4),
				Value: b.BV(8, 1)}
		}, false, cfa.Plain},
		{"one is atomic", func(b *build.Builder, a uint64) cfa.Op {
			return cfa.Store{Addr: b.Ptr(a), Value: b.BV(8, 1), Order: cfa.SeqCst}
		}, true, cfa.Plain},
		{"both are atomic", func(b *build.Builder, a uint64) cfa.Op {
			return cfa.Store{Addr: b.Ptr(a), Value: b.BV(8, 1), Order: cfa.SeqCst}
		}, false, cfa.SeqCst},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := build.LP64(t)
			g := b.Global("g", 8)
			w := b.Procedure("w")
			store := w.Do(tt.op(b, g.Addr))
			w.Ret()
			f := b.Main()
			_, spawn := f.Spawn(w)
			r := f.Reg("r", 32)
			load := f.Do(cfa.Load{Dst: r, Addr: b.Ptr(g.Addr), Order: tt.order})
			f.Ret()
			tr := &trace.Trace{Version: trace.Version, Property: "no-data-race",
				Schedule: []trace.Key{key(0, spawn), key(1, store)}, Violation: key(0, load)}
			_, err := Replay(context.Background(), b.Program, tr)
			if (err == nil) != tt.race {
				t.Errorf("error %v", err)
			}
			tr.Schedule = tr.Schedule[:1]
			if _, err := Replay(context.Background(), b.Program, tr); err == nil {
				t.Error("one access was taken for a race")
			}
		})
	}
}

// TestRecordedRuns records random runs and replays those that end in a violation or a deadlock.
func TestRecordedRuns(t *testing.T) {
	violations := 0
	for seed := range uint64(60) {
		b := build.LP64(t)
		build.LostUpdate(b, false)
		out, tr, err := Run(context.Background(), b.Program, RunOptions{Seed: seed, Record: true})
		if err != nil {
			t.Fatal(err)
		}
		if out.Kind == Violated {
			violations++
			replays(b, tr)
		}
	}
	if violations == 0 || violations == 60 {
		t.Errorf("%d of 60 runs are violations", violations)
	}
}

// TestGivenSchedule: a list of threads decides the outcome.
func TestGivenSchedule(t *testing.T) {
	tests := []struct {
		list []int
		kind OutcomeKind
		err  bool
	}{
		// spawn, spawn, loads and stores of both threads
		{[]int{0, 0, 1, 1, 1, 2, 2, 2}, Exited, false},
		{[]int{0, 0, 1, 2, 1, 2}, Violated, false},
		{[]int{0, 0, 1, 2, 2, 1}, Violated, false},
		{[]int{1}, Running, true},
		{[]int{0, 0, 1, 1, 1, 1}, Running, true},
	}
	for _, tt := range tests {
		b := build.LP64(t)
		build.LostUpdate(b, false)
		out, _, err := Run(context.Background(), b.Program, RunOptions{Schedule: tt.list})
		if out.Kind != tt.kind || (err != nil) != tt.err {
			t.Errorf("%v: %s, %v", tt.list, out.String(), err)
		}
	}
}

// FuzzReplay replays traces that are made of bytes: each is followed or refused with a divergence.
func FuzzReplay(f *testing.F) {
	f.Add([]byte{0, 0, 0, 1, 6, 0, 0, 3, 0})
	f.Add([]byte{0, 0, 0, 0, 1, 0, 255, 1, 7, 3})
	x := newExample(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		tr := x.trace()
		tr.Schedule = nil
		at := func(i int) int {
			if i < len(data) {
				return int(data[i])
			}
			return 0
		}
		for i := 0; i+2 < len(data) && i < 60; i += 3 {
			k := trace.Key{Thread: at(i) % 3, Origin: cfa.EdgeID(at(i+1) % x.NumEdges),
				Occurrence: at(i+2) % 3}
			if at(i) > 128 {
				tr.Inputs[at(i)%len(tr.Inputs)].Value ^= uint64(at(i + 1))
				continue
			}
			tr.Schedule = append(tr.Schedule, k)
		}
		full, err := Replay(t.Context(), x.Program, tr)
		var div *DivergenceError
		switch {
		case err == nil:
			if s := full.Steps[len(full.Steps)-1]; s.Kind != trace.KindViolation || s.Key != tr.Violation {
				t.Errorf("the last step is %+v", s)
			}
		case tr.Validate() == nil && !errors.As(err, &div):
			t.Errorf("error %v", err)
		}
	})
}

// replays checks that a trace replays, without and with its steps.
func replays(b *build.Builder, tr *trace.Trace) *trace.Trace {
	b.T.Helper()
	full, err := Replay(context.Background(), b.Program, tr.Machine())
	if err != nil {
		b.T.Fatalf("%v\nof %+v", err, tr.Machine())
	}
	if len(full.Steps) == 0 {
		b.T.Error("the replay explains nothing")
	}
	return full
}
