package pass_test

import (
	"strings"
	"testing"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/pass"
	"whittle.dev/term"
)

// TestDeadKeepsOccurrences keeps a dead input where another edge of the same origin is needed.
func TestDeadKeepsOccurrences(t *testing.T) {
	for _, needed := range []bool{false, true} {
		s := newSmall()
		r := s.f.Local("r", byteSort)
		s.f.Emit(cfa.Havoc{Dst: r})
		s.f.Emit(cfa.Return{Value: s.v(r)})
		for i, dst := range []cfa.RegID{s.a, s.b} {
			s.main.Emit(cfa.Call{Dst: dst, Proc: s.f.Proc.ID, Args: []term.Term{s.n(uint64(i))}})
		}
		if needed {
			s.main.Emit(cfa.Store{Addr: s.x, Value: s.v(s.b)})
		}
		s.main.Emit(cfa.Return{})
		q := run(t, s.Program, pass.Options{}, "inline", "dead")
		got := strings.Count(listing(q, q.Procs[q.Entry]), "input")
		if want := map[bool]int{false: 0, true: 2}[needed]; got != want {
			t.Errorf("needed %v: %d inputs are left, want %d", needed, got, want)
		}
	}
}

func TestDeadLoads(t *testing.T) {
	for _, tt := range []struct {
		name string
		addr func(s *small) term.Term
		opt  pass.Options
		want int
	}{
		{"inside", func(s *small) term.Term { return s.PtrAdd(s.x, s.Ptr(15)) }, pass.Options{}, 0},
		{"outside", func(s *small) term.Term { return s.PtrAdd(s.x, s.Ptr(16)) }, pass.Options{}, 1},
		{"kept on demand", func(s *small) term.Term { return s.x }, pass.Options{KeepAccesses: true}, 1},
	} {
		s := newSmall()
		s.f.Emit(cfa.Return{Value: s.n(0)})
		s.main.Emit(cfa.Load{Dst: s.a, Addr: tt.addr(s)})
		s.main.Emit(cfa.Return{})
		q := run(t, s.Program, tt.opt, "dead")
		if got := strings.Count(listing(q, q.Procs[q.Entry]), "a := "); got != tt.want {
			t.Errorf("%s: %d loads are left, want %d", tt.name, got, tt.want)
		}
	}
}
