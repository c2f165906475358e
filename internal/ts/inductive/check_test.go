package inductive_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"whittle.dev/internal/testing/testflag"
	"whittle.dev/internal/ts/inductive"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/smt/native"
	"whittle.dev/term"
)

func solver(st *term.Store) (smt.Solver, error) { return native.New(st, native.Config{}), nil }

// claims makes a counter from 0 in steps of 2 up to 50, and an input, and claims about it.
func claims() map[string]*inductive.Claim {
	st := term.NewStore()
	s := &transition.System{Terms: st}
	x := s.AddVar("x", term.BitVec(8))
	sym, n := s.Vars[x].Sym, func(v uint64) term.Term { return st.BV(8, v) }
	in := st.Symbol("in", term.BitVec(8))
	s.Init = st.Eq(sym, n(0))
	s.Transitions = []transition.Transition{
		{Name: "count", Guards: []term.Term{st.BVUlt(sym, n(50))},
			Updates: []transition.Update{{Var: x, Value: st.BVAdd(sym, n(2))}}},
		{Name: "jump", Relations: []term.Term{st.Eq(s.Vars[x].Next, st.BVMul(in, n(4))), st.BVUlt(in, n(20))},
			Inputs: []term.Term{in}}}
	s.Goals = []transition.Goal{{Name: "odd", Cond: st.Eq(sym, n(33))},
		{Name: "big", Cond: st.BVUgt(sym, n(101))},
		{Name: "fifty", Cond: st.Eq(st.BVAdd(sym, in), n(50)), Inputs: []term.Term{in}}}
	even := st.Eq(st.Extract(0, 0, sym), st.BV(1, 0))
	small := st.BVUle(sym, n(100))
	claim := func(inv term.Term, goals ...int) *inductive.Claim {
		return &inductive.Claim{System: s, Invariant: inv, Goals: goals}
	}
	return map[string]*inductive.Claim{
		"":                           claim(st.And(even, small), 0, 1),
		"the initial states":         claim(st.Eq(sym, n(2)), 0),
		"transition 1 (count) keeps": claim(st.Eq(sym, n(0)), 0),
		"transition 2 (jump) keeps":  claim(st.And(even, st.BVUle(sym, n(50))), 0),
		"excludes the goal big":      claim(even, 0, 1),
		"excludes the goal fifty":    claim(st.And(even, small), 0, 1, 2),
		"error: the invariant is no": claim(sym, 0),
		"error: in in the invariant": claim(st.Eq(in, sym), 0),
		"error: no goal 3":           claim(even, 3),
	}
}

func TestCheck(t *testing.T) {
	for want, c := range claims() {
		a, err := c.Check(t.Context(), solver)
		failure, isErr := strings.CutPrefix(want, "error: ")
		switch {
		case isErr && (err == nil || !strings.Contains(err.Error(), failure)):
			t.Errorf("error %v, want one about %q", err, failure)
		case !isErr && (err != nil || (a.Status == inductive.Holds) != (want == "") ||
			want != "" && a.Status != inductive.Refuted || !strings.Contains(a.Which, want)):
			t.Errorf("%q: %+v, %v", want, a, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a, err := claims()[""].Check(ctx, solver)
	if err != nil || a.Status != inductive.Undecided || a.Why == "" {
		t.Errorf("with a context that has ended: %+v, %v", a, err)
	}
	none := errors.New("there is none")
	_, err = claims()[""].Check(ctx, func(*term.Store) (smt.Solver, error) { return nil, none })
	if !errors.Is(err, none) {
		t.Errorf("without a solver: %v", err)
	}
}

// TestWrite: another solver finds in the text what Check finds.
func TestWrite(t *testing.T) {
	z3, err := exec.LookPath("z3")
	if err != nil {
		t.Skip("no z3")
	}
	for want, c := range claims() {
		var text strings.Builder
		if err := c.Write(&text, "a\nclaim"); err != nil {
			if !strings.HasPrefix(want, "error") {
				t.Errorf("%q: %v", want, err)
			}
			continue
		}
		cmd := exec.CommandContext(t.Context(), z3, "-in")
		cmd.Stdin = strings.NewReader(text.String())
		out, err := cmd.Output()
		lines := strings.Fields(string(out))
		if n := 3 + len(c.Goals); err != nil || len(lines) != n || strings.Contains(string(out), "error") {
			t.Errorf("%q: z3 says %s, %v, want %d answers", want, out, err, n)
		}
		if all := strings.Count(string(out), "unsat") == len(lines); all != (want == "") {
			t.Errorf("%q: z3 says %s", want, out)
		}
	}
}

// TestCorrupted: of invariants from which values were taken, and to which some were added, those are accepted
// that enumeration says are inductive and exclude the goals.
func TestCorrupted(t *testing.T) {
	r := rand.New(rand.NewPCG(uint64(testflag.Seed()), 1))
	refused, accepted := 0, 0
	for range testflag.Times(20) {
		c := claims()[""]
		st, sym := c.System.Terms, c.System.Vars[0].Sym
		in := func(x uint8) bool { return x%2 == 0 && x <= 100 }
		for range 1 + r.IntN(3) {
			x, old := uint8(r.IntN(110)), in
			in = func(y uint8) bool { return old(y) != (x == y) }
			c.Invariant = st.Xor(c.Invariant, st.Eq(sym, st.BV(8, uint64(x))))
		}
		a, err := c.Check(t.Context(), solver)
		if err != nil || a.Status == inductive.Undecided {
			t.Fatalf("%+v, %v", a, err)
		}
		if a.Status == inductive.Holds {
			accepted++
		} else {
			refused++
		}
		if want := inductiveByValues(in); (a.Status == inductive.Holds) != want {
			t.Errorf("%s: %+v, want holds: %t", st.String(c.Invariant), a, want)
		}
	}
	if refused == 0 || accepted == 0 {
		t.Errorf("%d accepted, %d refused", accepted, refused)
	}
	t.Logf("%d corrupted invariants refused, %d accepted", refused, accepted)
}

// inductiveByValues reports whether a set of values is an invariant of the system of claims without the goals
// "odd" and "big".
func inductiveByValues(in func(uint8) bool) bool {
	ok := in(0) && !in(33)
	for i := range 256 {
		x := uint8(i)
		ok = ok && !(in(x) && (x < 50 && !in(x+2) || x > 101))
	}
	for i := range uint8(20) {
		ok = ok && in(4*i) // some value is in, since 0 is
	}
	return ok
}
