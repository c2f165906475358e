package sat_test

import (
	"context"
	"fmt"
	"os"

	"whittle.dev/sat"
)

func Example() {
	s := sat.New(sat.Config{})
	a, b := s.NewVar(), s.NewVar()
	s.AddClause(a.Pos(), b.Pos())
	s.AddClause(a.Neg(), b.Pos())
	fmt.Println(s.Solve(context.Background(), b.Neg()), s.Failed())
	fmt.Println(s.Solve(context.Background()), s.Value(b.Pos()))
	// Output:
	// unsat [-2]
	// sat true
}

func ExampleProofWriter() {
	w := sat.NewProofWriter(os.Stdout, true)
	s := sat.New(sat.Config{Proof: w})
	a, b := s.NewVar(), s.NewVar()
	for _, c := range [][]sat.Lit{
		{a.Pos(), b.Pos()}, {a.Neg(), b.Pos()}, {a.Pos(), b.Neg()}, {a.Neg(), b.Neg()},
	} {
		s.AddClause(c...)
	}
	s.Solve(context.Background())
	w.Flush()
	// Output:
	// i 1 2 0
	// i -1 2 0
	// i 1 -2 0
	// i -1 -2 0
	// 2 0
	// 0
}
