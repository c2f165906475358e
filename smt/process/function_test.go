package process_test

import (
	"context"
	"testing"

	"whittle.dev/smt"
	"whittle.dev/smt/process"
	"whittle.dev/term"
)

// TestFunctions: the values of functions agree with those of their applications, also below others, after
// pops.
func TestFunctions(t *testing.T) {
	for _, name := range []string{"z3", "cvc5"} {
		t.Run(name, func(t *testing.T) {
			st := term.NewStore()
			s, err := process.New(st, process.Config{Command: name})
			if err != nil {
				t.Skip(err)
			}
			defer s.Close()
			set := st.SortSymbol("a set")
			f := st.Func("f", []term.Sort{term.Int}, term.Int)
			g := st.Func("and", []term.Sort{set, term.Bool}, set)
			x, e, p := st.Symbol("x", term.Int), st.Symbol("e", set), st.Symbol("p", term.Bool)
			ffx := st.Apply(f, st.Apply(f, x))
			ge := st.Apply(g, e, st.Le(ffx, st.Int64(3)))
			all := []term.Term{
				st.Eq(ffx, st.IntAdd(x, st.Int64(7))), st.Le(st.Int64(4), st.Apply(f, x)),
				st.Distinct(ge, e, st.Apply(g, ge, p)), st.Eq(st.Apply(g, e, p), ge),
			}
			for i, a := range all {
				if i == 2 {
					s.Push()
				}
				if err := s.Assert(a); err != nil {
					t.Fatal(err)
				}
			}
			if r := s.Check(context.Background()); r.Status != smt.Sat {
				t.Fatal(r)
			}
			s.Pop()
			for _, a := range all {
				if v, ok := s.Value(a); !ok || !v.Bool() {
					t.Errorf("%s is %v, %v in the model", st.String(a), v, ok)
				}
			}
			if v, ok := s.Value(g); !ok || v.Sort() != st.Sort(g) {
				t.Errorf("the value of a function is %v, %v", v, ok)
			}
			if r := s.Check(context.Background(), st.Eq(st.Apply(f, x), x)); r.Status != smt.Unsat {
				t.Error(r)
			}
		})
	}
}
