package arith

import (
	"context"
	"fmt"
	"math/rand"
	"testing"

	"whittle.dev/internal/simplex"
	"whittle.dev/internal/simplex/rational"
	"whittle.dev/internal/testing/testflag"
	"whittle.dev/sat"
	"whittle.dev/smt/native/internal/linear"
)

func ExampleTheory() {
	vars := &linear.Vars{}
	x, y := vars.Add(true), vars.Add(true)
	s := sat.New(sat.Config{})
	th := New(vars, Config{})
	s.AddTheory(th)
	atom := func(f linear.Form) sat.Lit { // f <= 0, for forms whose normal form is no negation
		a, _ := vars.Compare(f, false)
		l := s.NewVar().Pos()
		th.Atom(l, a)
		s.Observe(th, l.Var())
		return l
	}
	sum := linear.Of(x).Add(linear.Of(y))
	low := atom(sum.Plus(rational.Of(-3)))                                                  // x + y <= 3
	far := atom(linear.Of(x).Sub(linear.Of(y)).Plus(rational.Of(-4)))                       // x - y <= 4
	odd := atom(linear.Of(x).Sub(linear.Of(y).Scale(rational.Of(3))).Plus(rational.Of(-9))) // x - 3y <= 9
	fmt.Println(s.Solve(context.Background(), low, far.Not(), odd.Not()), th.Value(x), th.Value(y))
	// Output: sat 4 -2
}

// instance is a random conjunction of clauses over atoms.
type instance struct {
	vars    linear.Vars
	atoms   []linear.Atom
	clauses [][]int // DIMACS, atom i is i+1
}

func randomInstance(r *rand.Rand) *instance {
	x := &instance{}
	n := 2 + r.Intn(3)
	ints := r.Intn(3)
	for range n {
		x.vars.Add(ints == 0 || ints == 1 && r.Intn(2) == 0)
	}
	keys := map[string]bool{}
	add := func(f linear.Form) bool {
		a, is := x.vars.Compare(f, r.Intn(2) == 0)
		if key := string(a.Key(nil)); is <= linear.IsNegated && !keys[key] {
			keys[key] = true
			x.atoms = append(x.atoms, a)
			return true
		}
		return false
	}
	for v := range n { // a box, so that all ends
		for _, bound := range []int64{-3, 3} {
			f := linear.Of(linear.Var(v)).Plus(rational.Of(-bound))
			if bound < 0 {
				f = f.Scale(rational.Of(-1))
			}
			a, is := x.vars.Compare(f, false)
			x.atoms = append(x.atoms, a)
			keys[string(a.Key(nil))] = true
			l := len(x.atoms)
			if is == linear.IsNegated {
				l = -l
			}
			x.clauses = append(x.clauses, []int{l})
		}
	}
	for count := 2 + r.Intn(5); count > 0; {
		f := linear.Number(rational.Frac(int64(r.Intn(13)-6), int64(1+r.Intn(2))))
		for v := range n {
			if r.Intn(2) == 0 {
				f = f.Add(linear.Of(linear.Var(v)).Scale(rational.Of(int64(r.Intn(7) - 3))))
			}
		}
		if add(f) {
			count--
		}
	}
	for range r.Intn(4) {
		var c []int
		for range 2 {
			c = append(c, (1+r.Intn(len(x.atoms)))*(1-2*r.Intn(2)))
		}
		x.clauses = append(x.clauses, c)
	}
	return x
}

// consistent decides whether the literals, as in clauses, have a common solution within the box.
func (x *instance) consistent(lits []int) bool {
	s := simplex.New(simplex.Config{})
	for v := range x.vars.Len() {
		s.NewVar(x.vars.IsInt(linear.Var(v)))
	}
	for v := range x.vars.Len() {
		s.Assert(simplex.Var(v), true, rational.Exactly(rational.Of(3)), 0)
		s.Assert(simplex.Var(v), false, rational.Exactly(rational.Of(-3)), 0)
	}
	for _, l := range lits {
		a := x.atoms[max(l, -l)-1]
		var terms []simplex.Term
		for _, m := range a.Terms {
			terms = append(terms, simplex.Term{Coef: m.Coef, Var: simplex.Var(m.Var)})
		}
		v, _, _ := s.Form(terms) // the factor is 1 for atoms
		at := rational.Exactly(a.Bound)
		switch {
		case l > 0 && a.Strict:
			at = rational.Below(a.Bound)
		case l < 0 && !a.Strict:
			at = rational.Above(a.Bound)
		}
		if !s.Assert(v, l > 0, at, 0) {
			return false
		}
	}
	return search(s)
}

func search(s *simplex.Solver) bool {
	ctx := context.Background()
	if s.Check(ctx) == simplex.Infeasible {
		return false
	}
	step := s.Step(ctx)
	in := func(upper bool, val rational.Rat) bool {
		m := s.Mark()
		defer s.Backtrack(m)
		return s.Assert(step.Var, upper, rational.Exactly(val), 0) && search(s)
	}
	switch step.Kind {
	case simplex.Integral:
		return true
	case simplex.Split:
		return in(true, step.Bound) || in(false, step.Bound.Add(rational.Of(1)))
	case simplex.Cut:
		return in(step.Upper, step.Bound)
	}
	return false
}

// axiomChecker checks that the clauses of the theory hold. Those over atoms that the theory made are left to
// the answers.
type axiomChecker struct {
	t    *testing.T
	seed int64
	x    *instance
	n    int
}

func (c *axiomChecker) Input([]sat.Lit)  {}
func (c *axiomChecker) Learn([]sat.Lit)  {}
func (c *axiomChecker) Delete([]sat.Lit) {}

func (c *axiomChecker) Axiom(clause []sat.Lit) {
	var lits []int
	for _, l := range clause {
		if int(l.Var()) > len(c.x.atoms) {
			return
		}
		lits = append(lits, -l.Dimacs())
	}
	c.n++
	if c.x.consistent(lits) {
		c.t.Fatalf("seed %d: the theory says %v, but the negation has a solution", c.seed, clause)
	}
}

// TestRandomModels enumerates the truth values of the atoms in all models of random instances and compares
// them with those that have a solution.
func TestRandomModels(t *testing.T) {
	ctx := context.Background()
	models, axioms, steps := 0, 0, int64(0)
	for seed := range testflag.Seeds(300) {
		r := rand.New(rand.NewSource(seed))
		x := randomInstance(r)
		free := len(x.atoms) - 2*x.vars.Len()
		checker := &axiomChecker{t, seed, x, 0}
		s := sat.New(sat.Config{Debug: func([]sat.Lit) {}, Proof: checker})
		th := New(&x.vars, Config{NoCuts: r.Intn(3) == 0, NoPropagate: r.Intn(3) == 0})
		s.AddTheory(th)
		for range x.atoms {
			s.NewVar()
		}
		lit := func(l int) sat.Lit { return sat.FromDimacs(l) }
		for i, a := range x.atoms {
			th.Atom(lit(i+1), a)
			s.Observe(th, sat.Var(i+1))
		}
		for _, c := range x.clauses {
			var lits []sat.Lit
			for _, l := range c {
				lits = append(lits, lit(l))
			}
			s.AddClause(lits...)
		}
		got := map[int]bool{}
		for s.Solve(ctx) == sat.Sat {
			m := 0
			var block []sat.Lit
			for i := range x.atoms {
				l := lit(i + 1)
				if s.Value(l) {
					l = l.Not()
					if i >= 2*x.vars.Len() {
						m |= 1 << (i - 2*x.vars.Len())
					}
				}
				block = append(block, l)
			}
			x.checkValues(t, seed, th, block)
			if got[m] {
				t.Fatalf("seed %d: model %b again", seed, m)
			}
			got[m] = true
			s.AddClause(block...)
		}
		if s.Solve(ctx) != sat.Unsat {
			t.Fatalf("seed %d: the search ended with %v", seed, s.Stopped())
		}
		for m := range 1 << free {
			want := x.model(m)
			if got[m] != want {
				t.Fatalf("seed %d: %b is a model: %v, want %v", seed, m, got[m], want)
			}
		}
		models += len(got)
		axioms += checker.n
		steps += th.Stats().Splits + th.Stats().Cuts
	}
	t.Logf("%d models, %d clauses of the theory, %d splits and cuts", models, axioms, steps)
	if models == 0 || axioms == 0 || steps == 0 {
		t.Error("too little happened")
	}
}

// model reports whether the truth values of the free atoms satisfy the clauses and have a solution.
func (x *instance) model(m int) bool {
	var lits []int
	value := map[int]bool{}
	for _, c := range x.clauses[:2*x.vars.Len()] {
		value[c[0]], value[-c[0]] = true, false
	}
	for i := 2 * x.vars.Len(); i < len(x.atoms); i++ {
		l := i + 1
		if m>>(i-2*x.vars.Len())&1 == 0 {
			l = -l
		}
		lits = append(lits, l)
		value[l], value[-l] = true, false
	}
	for _, c := range x.clauses {
		ok := false
		for _, l := range c {
			ok = ok || value[l]
		}
		if !ok {
			return false
		}
	}
	return x.consistent(lits)
}

// checkValues compares the values of the unknowns with the literals; block is their negation.
func (x *instance) checkValues(t *testing.T, seed int64, th *Theory, block []sat.Lit) {
	t.Helper()
	for v := range x.vars.Len() {
		if val := th.Value(linear.Var(v)); x.vars.IsInt(linear.Var(v)) && !val.IsInt() {
			t.Fatalf("seed %d: the integer %d has value %v", seed, v, val)
		}
	}
	for _, l := range block {
		a := x.atoms[l.Var()-1]
		sum := linear.Form{Terms: a.Terms}.Value(th.Value)
		c := sum.Cmp(a.Bound)
		if holds := c < 0 || c == 0 && !a.Strict; holds != (l.Dimacs() < 0) {
			t.Fatalf("seed %d: atom %v with value %v", seed, a, sum)
		}
	}
}
