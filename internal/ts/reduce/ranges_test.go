package reduce

import (
	"slices"
	"testing"

	"whittle.dev/internal/ts"
	"whittle.dev/term"
)

// TestNarrowCounter narrows a loop that counts: the counter gets just as many bits as its values need, and
// the end of the loop is reached after as many steps as before.
func TestNarrowCounter(t *testing.T) {
	for _, tt := range []struct {
		limit uint64
		bits  int
	}{{1, 1}, {2, 2}, {3, 2}, {4, 3}, {7, 3}, {8, 4}, {100, 7}} {
		s := oneProcess(2)
		st := s.Terms
		n := st.Symbol("n", term.BitVec(32))
		s.Vars = append(s.Vars, ts.Var{Name: "n", Sym: n, Init: st.BV(32, 0)})
		more := st.BVUlt(n, st.BV(32, tt.limit))
		s.Instructions = []ts.Instruction{
			{Guard: more, Updates: []ts.Update{{Var: 1, Value: st.BVAdd(n, st.BV(32, 1))}}},
			{Guard: st.Not(more), To: 1},
		}
		s.Goals = []ts.Goal{{At: 1, Guard: st.Eq(n, st.BV(32, tt.limit))}}
		before := reached(t, s)
		Narrow(s, Options{KeepInstructions: true})
		if after := reached(t, s); !slices.Equal(before, after) {
			t.Errorf("limit %d: the goal is reached after %v steps, before after %v", tt.limit, after, before)
		}
		for _, v := range s.Vars {
			if got := st.Sort(v.Sym).Width(); !v.Counter && got != tt.bits {
				t.Errorf("limit %d: %s has %d bits, want %d", tt.limit, v.Name, got, tt.bits)
			}
		}
	}
}
