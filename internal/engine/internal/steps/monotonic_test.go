package steps

import (
	"context"
	"testing"

	"whittle.dev/internal/ts"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

// TestThirdProcess asks for a state that needs a step of a process between two others, which depends on
// neither: no order of the three steps has all later steps depend on those of larger processes before them.
func TestThirdProcess(t *testing.T) {
	for _, projection := range []bool{false, true} {
		st := term.NewStore()
		s := &ts.System{Terms: st}
		one := st.BV(1, 1)
		shared := func(name string) int {
			s.Vars = append(s.Vars, ts.Var{Name: name, Sym: st.Symbol(name, term.BitVec(1)),
				Owner: ts.Shared, Init: st.BV(1, 0)})
			return len(s.Vars) - 1
		}
		x, y, z := shared("x"), shared("y"), shared("z")
		for p, u := range []ts.Update{{Var: z, Value: s.Vars[y].Sym}, {Var: x, Value: one},
			{Var: y, Value: one}} {
			name := string(rune('a' + p))
			s.Processes = append(s.Processes, ts.Process{Name: name, PC: len(s.Vars),
				Locs: make([]ts.Location, 2)})
			s.Vars = append(s.Vars, ts.Var{Name: name + ".pc", Sym: st.Symbol(name+".pc", term.BitVec(1)),
				Counter: true, Owner: p, Init: st.BV(1, 0)})
			s.Instructions = append(s.Instructions, ts.Instruction{Process: p, From: 0, To: 1,
				Guard: st.True(), Updates: []ts.Update{u}})
		}
		s.Goals = []ts.Goal{{Process: 0, At: 1, Guard: st.And(st.Eq(s.Vars[z].Sym, one),
			st.Eq(s.Vars[x].Sym, one))}}
		s.Summarise()
		e := New(s, native.New(st, native.Config{}), everything())
		if err := e.Deepen(context.Background(), 3); err != nil {
			t.Fatal(err)
		}
		if r := e.Ask(context.Background(), Question{Kind: ts.Violation,
			Projection: projection}); r.Status != smt.Sat {
			t.Errorf("projection %v: %v, want sat", projection, r.Status)
		}
	}
}
