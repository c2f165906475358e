package ts

import (
	"testing"

	"whittle.dev/term"
)

// handmade makes a system whose processes have some locations each; variable p is the program counter of
// process p, and shared variables of four bits with these names, initially zero, come after.
func handmade(locs []int, shared ...string) *System {
	s := &System{Terms: term.NewStore()}
	for p, n := range locs {
		name := string(rune('a'+p)) + ".pc"
		s.Processes = append(s.Processes, Process{Name: name[:1], PC: p, Locs: make([]Location, n)})
		s.Vars = append(s.Vars, Var{Name: name, Sym: s.Terms.Symbol(name, term.BitVec(4)), Counter: true,
			Owner: p, Init: s.Terms.BV(4, 0)})
	}
	for _, name := range shared {
		s.Vars = append(s.Vars, Var{Name: name, Sym: s.Terms.Symbol(name, term.BitVec(4)), Owner: Shared,
			Init: s.Terms.BV(4, 0)})
	}
	return s
}

// instruction adds one without a guard.
func (s *System) instruction(p, from, to int, updates ...Update) {
	s.Instructions = append(s.Instructions, Instruction{Process: p, From: from, To: to, Guard: s.Terms.True(),
		Updates: updates})
}

// TestLongest adds the longest ways of the processes, unless one of them can come back to a place. A loop
// that is not reached from the beginning does not count.
func TestLongest(t *testing.T) {
	for _, tt := range []struct {
		name  string
		edges [][2]int
		want  int
	}{
		{"nothing", nil, 1},
		{"two ways", [][2]int{{0, 1}, {1, 2}, {0, 2}, {2, 3}}, 4},
		{"a loop", [][2]int{{0, 1}, {1, 2}, {2, 1}}, -1},
		{"a loop of one", [][2]int{{0, 0}}, -1},
		{"a loop out of reach", [][2]int{{0, 1}, {2, 3}, {3, 2}}, 2},
	} {
		s := handmade([]int{4, 2})
		for _, e := range tt.edges {
			s.instruction(0, e[0], e[1])
		}
		s.instruction(1, 0, 1)
		if got := s.Longest(); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}
