package pass_test

import (
	"strings"
	"testing"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/pass"
	"whittle.dev/term"
)

func TestMerge(t *testing.T) {
	tests := []struct {
		name string
		ops  func(s *small) []cfa.Op
		want string
	}{
		{"composition", func(s *small) []cfa.Op {
			return []cfa.Op{cfa.Assign{Dst: s.a, Value: s.plus(s.d, 1)},
				cfa.Assign{Dst: s.b, Value: s.plus(s.a, 2)}, cfa.Store{Addr: s.x, Value: s.v(s.b)}}
		}, "*x := (bvadd d #x03)\n"},
		{"swap", func(s *small) []cfa.Op {
			return []cfa.Op{cfa.Assign{Dst: s.c, Value: s.v(s.a)}, cfa.Assign{Dst: s.a, Value: s.v(s.b)},
				cfa.Assign{Dst: s.b, Value: s.v(s.c)},
				cfa.Store{Addr: s.x, Value: s.v(s.a)}, cfa.Store{Addr: s.x, Value: s.v(s.b)}}
		}, "c := a\na := b\n*x := a\n*x := c\n"},
		{"a load overwrites", func(s *small) []cfa.Op {
			return []cfa.Op{cfa.Assign{Dst: s.a, Value: s.plus(s.b, 1)}, cfa.Load{Dst: s.b, Addr: s.x},
				cfa.Store{Addr: s.x, Value: s.Terms.BVAdd(s.v(s.a), s.v(s.b))}}
		}, "a := (bvadd b #x01)\nb := *x\n*x := (bvadd a b)\n"},
		{"a call reads the thread's register", func(s *small) []cfa.Op {
			return []cfa.Op{cfa.Assign{Dst: s.own, Value: s.plus(s.a, 1)},
				cfa.Call{Dst: s.b, Proc: s.f.Proc.ID, Args: []term.Term{s.v(s.own)}},
				cfa.Store{Addr: s.x, Value: s.v(s.b)}}
		}, "own := (bvadd a #x01)\nb := call f(own)\n*x := b\n"},
		{"assumptions", func(s *small) []cfa.Op {
			p := s.Terms.Eq(s.v(s.a), s.n(1))
			q := s.Terms.Eq(s.v(s.b), s.n(2))
			return []cfa.Op{cfa.Assume{Cond: p}, cfa.Assign{Dst: s.c, Value: s.v(s.b)},
				cfa.Assume{Cond: s.Terms.Eq(s.v(s.c), s.n(2))}, cfa.Assume{Cond: q}}
		}, "assume (and (= a #x01) (= b #x02))\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newSmall()
			s.f.Emit(cfa.Return{Value: s.n(0)})
			for _, op := range tt.ops(s) {
				s.main.Emit(op)
			}
			s.main.Emit(cfa.Return{})
			q := run(t, s.Program, pass.Options{}, "merge")
			got := strings.ReplaceAll(listing(q, q.Procs[q.Entry]), q.Terms.String(s.x), "x")
			if want := tt.want + "return\n"; got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
		})
	}
}

// TestMergeOrder merges x := x + 1; y := x before a branch that reads both: y has to be set before x changes.
func TestMergeOrder(t *testing.T) {
	s := newSmall()
	s.f.Emit(cfa.Return{Value: s.n(0)})
	m := s.main
	m.Emit(cfa.Assign{Dst: s.a, Value: s.plus(s.a, 1)})
	m.Emit(cfa.Assign{Dst: s.b, Value: s.v(s.a)})
	yes, no := m.Branch(s.Terms.Eq(s.v(s.a), s.v(s.b)))
	for _, l := range []cfa.LocID{yes, no} {
		m.At = l
		m.Emit(cfa.Store{Addr: s.x, Value: s.Terms.BVAdd(s.v(s.a), s.v(s.b))})
		m.Emit(cfa.Return{})
	}
	q := run(t, s.Program, pass.Options{}, "merge")
	got := listing(q, q.Procs[q.Entry])
	if want := "b := (bvadd a #x01)\na := (bvadd a #x01)\n"; !strings.HasPrefix(got, want) {
		t.Errorf("got\n%swant it to start with\n%s", got, want)
	}
}

// TestEndlessLoopStays keeps a loop without effect: a thread may stay there.
func TestEndlessLoopStays(t *testing.T) {
	s := newSmall()
	s.f.Emit(cfa.Return{Value: s.n(0)})
	head := s.main.At
	s.main.Emit(cfa.Assign{Dst: s.a, Value: s.n(1)})
	s.main.EmitTo(cfa.Assume{Cond: s.Terms.True()}, head)
	for _, name := range []string{"dead", "merge", "const", "unreachable", "inline"} {
		q := run(t, s.Program, pass.Options{}, name)
		proc := q.Procs[q.Entry]
		if o := analysis.WTO(proc); !o.IsHead(proc.Entry) {
			t.Errorf("%s: the loop is gone:\n%s", name, listing(q, proc))
		}
	}
}
