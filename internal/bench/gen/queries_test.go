package gen

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"whittle.dev/smt"
	"whittle.dev/smt/lib"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

func TestQueries(t *testing.T) {
	for _, width := range []int{8, 32} {
		var texts [2]bytes.Buffer
		for i := range texts {
			st := term.NewStore()
			queries := NewQueries(st, width, 1).Take(300)
			if err := WriteQueries(&texts[i], st, queries); err != nil {
				t.Fatal(err)
			}
			if i > 0 {
				continue
			}
			for _, q := range queries {
				if st.IsConst(st.And(q[:]...)) {
					t.Error("the constructors decide a query")
				}
			}
		}
		if texts[0].String() != texts[1].String() {
			t.Error("two streams of one seed differ")
		}
		in := lib.NewInterpreter(lib.Config{Solver: func(st *term.Store) (smt.Solver,
			error) {
			return native.New(st, native.Config{}), nil
		}})
		var out strings.Builder
		if _, err := in.Run(context.Background(), &texts[0], &out); err != nil {
			t.Fatal(err)
		}
		in.Close()
		sat, unsat := strings.Count(out.String(), "sat\n")-strings.Count(out.String(), "unsat\n"),
			strings.Count(out.String(), "unsat\n")
		if sat+unsat != 300 || sat < 100 || unsat < 100 {
			t.Errorf("width %d: %d satisfiable and %d unsatisfiable of 300", width, sat, unsat)
		}
	}
}
