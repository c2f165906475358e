package term_test

import (
	"fmt"

	"whittle.dev/term"
)

func Example() {
	s := term.NewStore()
	x := s.Symbol("x", term.BitVec(32))
	t := s.Eq(s.BVAdd(x, s.BV(32, 1)), s.BV(32, 3))
	fmt.Println(s.String(t))
	v, err := s.Eval(t, term.Map{x: term.BVValue(32, 2)})
	fmt.Println(v, err)
	// Output:
	// (= x #x00000002)
	// true <nil>
}

func ExampleStore_Fork() {
	base := term.NewStore()
	p := base.Symbol("p", term.Bool)
	base.Freeze()

	s := base.Fork() // for one goroutine; other forks may be used at the same time
	q := s.Symbol("q", term.Bool)
	fmt.Println(s.String(s.And(p, s.Or(q, s.Not(p)))))
	fmt.Println(base.Lookup("q") == term.None)
	// Output:
	// (and p q)
	// true
}
