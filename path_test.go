package whittle_test

import (
	"context"
	"fmt"

	"whittle.dev"
)

// A transition system is a task like a program. Its violation is a path.
func Example_system() {
	counter := whittle.Source{Name: "counter.btor2", Text: `1 sort bitvec 2
2 zero 1
3 state 1 n
4 init 1 3 2
5 inc 1 3
6 next 1 3 5
7 sort bitvec 1
8 redand 7 3
9 bad 8 full
`}
	out, err := whittle.Check(context.Background(), whittle.Task{Sources: []whittle.Source{counter},
		Goal: "full"}, whittle.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(out.Verdict, out.Broken)
	for _, s := range out.Path.States {
		fmt.Println(s.Values["n"], s.Step)
	}
	// Output:
	// false bad
	// #b00 step
	// #b01 step
	// #b10 step
	// #b11
}
