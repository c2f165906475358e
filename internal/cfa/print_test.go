package cfa_test

import (
	"strings"
	"testing"

	. "whittle.dev/internal/cfa"
	"whittle.dev/term"
)

func TestFprint(t *testing.T) {
	p, inc, _ := counter()
	var b strings.Builder
	if err := FprintProc(&b, p, inc.Proc); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"proc inc(|inc::by#1|) from L0\n",
		"  L0:\n    e0: atomic { -> L1\n",
		"e1: |inc::t#2| := *#x0000000140000000 -> L2",
		"e2: await (bvult |inc::t#2| #x0000000a) -> L3",
		"e5: return\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in\n%s", want, b.String())
		}
	}
}

// TestMapTerms checks that Terms and MapTerms agree on which terms an operation reads, for every operation.
func TestMapTerms(t *testing.T) {
	p, _, _ := counter()
	s := p.Terms
	a, b, c := s.BV(64, 1), s.BV(64, 2), s.BV(64, 3)
	cond := s.Symbol("cond", term.Bool)
	ops := []Op{
		Assign{Dst: 1, Value: a}, Assume{Cond: cond}, Await{Cond: cond}, Havoc{Dst: 1}, Load{Dst: 1, Addr: a},
		Store{Addr: a, Value: b}, AtomicBegin{}, AtomicEnd{},
		Spawn{Dst: 1, Proc: NoProc, Target: a, Args: []term.Term{b, c}},
		Join{Dst: 1, Thread: a}, Call{Dst: 1, Proc: NoProc, Target: a, Args: []term.Term{b}},
		Return{Value: a}, Return{},
		Alloc{Dst: 1, Size: a}, Free{Addr: a}, Fence{}, Exit{Value: a}, Violation{}, Unsupported{}, UB{},
		Print{Format: a, Args: []term.Term{b}},
	}
	for _, op := range ops {
		before := Terms(op)
		n := 0
		after := Terms(MapTerms(op, func(x term.Term) term.Term {
			if n >= len(before) || before[n] != x {
				t.Errorf("%s: MapTerms visits %v as term %d of %v", OpName(op), x, n, before)
			}
			n++
			if x == cond {
				return s.Not(x)
			}
			return s.BVNot(x)
		}))
		if n != len(before) || len(after) != len(before) {
			t.Errorf("%s: %d terms, %d visited, %d left", OpName(op), len(before), n, len(after))
		}
		for i := range after {
			if after[i] == before[i] {
				t.Errorf("%s: term %d was not replaced", OpName(op), i)
			}
		}
		if r := Def(op); r != NoReg && Def(WithDef(op, 7)) != 7 {
			t.Errorf("%s: WithDef does not set the register", OpName(op))
		}
	}
}
