package pass_test

import (
	"strings"
	"testing"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/pass"
	"whittle.dev/term"
)

// TestInlineRecursion bounds how often a recursive procedure is copied and keeps the call after that.
func TestInlineRecursion(t *testing.T) {
	for _, depth := range []int{1, 3} {
		s := newSmall()
		yes, no := s.f.Branch(s.Terms.Eq(s.v(s.in), s.n(0)))
		s.f.At = yes
		s.f.Emit(cfa.Return{Value: s.n(0)})
		s.f.At = no
		r := s.f.Local("r", byteSort)
		s.f.Emit(cfa.Call{Dst: r, Proc: s.f.Proc.ID, Args: []term.Term{s.plus(s.in, 255)}})
		s.f.Emit(cfa.Return{Value: s.plus(r, 1)})
		s.main.Emit(cfa.Call{Dst: s.a, Proc: s.f.Proc.ID, Args: []term.Term{s.n(9)}})
		s.main.Emit(cfa.Store{Addr: s.x, Value: s.v(s.a)})
		s.main.Emit(cfa.Return{})
		q := run(t, s.Program, pass.Options{Recursion: depth}, "inline")
		text := listing(q, q.Procs[q.Entry])
		if got := strings.Count(text, "assume (= f::in #x00)"); got != depth {
			t.Errorf("depth %d: %d copies:\n%s", depth, got, text)
		}
		if strings.Count(text, "call f(") != 1 {
			t.Errorf("depth %d: not one call is left:\n%s", depth, text)
		}
	}
}

// TestInlineThreads gives each place that starts a thread its own copy.
func TestInlineThreads(t *testing.T) {
	s := newSmall()
	s.f.Emit(cfa.Store{Addr: s.x, Value: s.v(s.in)})
	s.f.Emit(cfa.Return{Value: s.n(0)})
	for i := range 2 {
		s.main.Emit(cfa.Spawn{Dst: cfa.NoReg, Proc: s.f.Proc.ID, Args: []term.Term{s.n(uint64(i))}})
	}
	s.main.Emit(cfa.Return{})
	q := run(t, s.Program, pass.Options{}, "inline", "unreachable")
	th := analysis.NewThreads(q, cfa.NewCallGraph(q, cfa.DirectCallees), cfa.DirectCallees)
	if len(th.Roots) != 3 || th.Roots[1].Many || th.Roots[2].Many || th.Roots[1].Proc == th.Roots[2].Proc {
		t.Errorf("roots %+v, want the initial thread and two single ones", th.Roots)
	}
}
