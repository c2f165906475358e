package ts

import (
	"fmt"
	"testing"

	"whittle.dev/term"
)

// TestChoices lists all values of narrow inputs, each once, and tells when values of a wide one are missing.
func TestChoices(t *testing.T) {
	s := handmade([]int{1})
	for _, tt := range []struct {
		widths   []int // 0: Bool
		want     int
		complete bool
	}{{nil, 1, true}, {[]int{0}, 2, true}, {[]int{3, 0, 1}, 32, true}, {[]int{2, 4}, 8, false}} {
		var inputs []term.Term
		for i, w := range tt.widths {
			sort := term.Bool
			if w > 0 {
				sort = term.BitVec(w)
			}
			inputs = append(inputs, s.Terms.Symbol(fmt.Sprintf("in%d.%d", i, w), sort))
		}
		complete, seen := true, map[string]bool{}
		for _, m := range s.Choices(inputs, &complete) {
			key := ""
			for _, sym := range inputs {
				key += m[sym].String() + " "
			}
			seen[key] = true
		}
		if len(seen) != tt.want || complete != tt.complete {
			t.Errorf("%v: %d choices, complete: %v", tt.widths, len(seen), complete)
		}
	}
}

// TestSimultaneousUpdates exchanges two variables in one step.
func TestSimultaneousUpdates(t *testing.T) {
	s := handmade([]int{2}, "x", "y")
	s.Vars[2].Init = s.Terms.BV(4, 7)
	s.instruction(0, 0, 1, Update{1, s.Vars[2].Sym}, Update{2, s.Vars[1].Sym})
	before, err := s.Initial(nil)
	if err != nil {
		t.Fatal(err)
	}
	after, err := before.Next(&s.Instructions[0], nil)
	if err != nil || after.Values[1].Uint64() != 7 || after.Values[2].Uint64() != 0 {
		t.Fatalf("%v, %v", after, err)
	}
	if again, err := after.Next(&s.Instructions[0], nil); again != nil || err != nil {
		t.Errorf("the instruction is executed elsewhere: %v, %v", again, err)
	}
}
