package simplex

import (
	"context"
	"math/rand"
	"testing"

	"whittle.dev/internal/simplex/rational"
	"whittle.dev/internal/testing/testflag"
)

// A subject is a solver under random calls, with what was asserted in clear.
type subject struct {
	t        *testing.T
	seed     int64
	s        *Solver
	vars     []Var
	forms    []subjectForm
	asserted []assertedBound // by reason
	marks    []Mark
	sizes    []int // of asserted at the marks
}

// subjectForm is a form as the caller knows it.
type subjectForm struct {
	terms  []Term
	v      Var
	factor rational.Rat
}

// assertedBound is a bound on the value of a form as the caller knows it.
type assertedBound struct {
	form  int
	upper bool
	val   rational.Value
}

func newSubject(t *testing.T, seed int64, r *rand.Rand, cfg Config, ints int) *subject {
	x := &subject{t: t, seed: seed, s: New(cfg)}
	for range 2 + r.Intn(5) {
		x.vars = append(x.vars, x.s.NewVar(r.Intn(100) < ints))
	}
	for range 3 + r.Intn(10) {
		x.addForm(r)
	}
	return x
}

// addForm makes a random form that is not constant.
func (x *subject) addForm(r *rand.Rand) {
	for {
		var terms []Term
		for range 1 + r.Intn(4) {
			c := rational.Frac(int64(r.Intn(9)-4), int64(1+r.Intn(4)*r.Intn(2)))
			terms = append(terms, Term{c, x.vars[r.Intn(len(x.vars))]})
		}
		if v, factor, ok := x.s.Form(terms); ok {
			x.forms = append(x.forms, subjectForm{terms, v, factor})
			return
		}
	}
}

// assertRandom asserts a random bound and reports what the solver says.
func (x *subject) assertRandom(r *rand.Rand) bool {
	b := assertedBound{form: r.Intn(len(x.forms)), upper: r.Intn(2) == 0,
		val: rational.Exactly(rational.Frac(int64(r.Intn(21)-10), int64(1+r.Intn(3)*r.Intn(2))))}
	if r.Intn(3) == 0 {
		b.val.D = rational.Of(1)
		if b.upper {
			b.val.D = rational.Of(-1)
		}
	}
	return x.assert(b)
}

func (x *subject) assert(b assertedBound) bool {
	f := &x.forms[b.form]
	x.asserted = append(x.asserted, b)
	return x.s.Assert(f.v, b.upper == (f.factor.Sign() > 0), b.val.Mul(f.factor.Inv()),
		Reason(len(x.asserted)-1))
}

func (x *subject) push() {
	x.marks = append(x.marks, x.s.Mark())
	x.sizes = append(x.sizes, len(x.asserted))
}

func (x *subject) pop() {
	n := len(x.marks) - 1
	x.s.Backtrack(x.marks[n])
	x.asserted = x.asserted[:x.sizes[n]]
	x.marks, x.sizes = x.marks[:n], x.sizes[:n]
}

// checkModel fails the test unless the values satisfy all that was asserted, also with a number for delta.
func (x *subject) checkModel() {
	x.t.Helper()
	delta := x.s.Delta(x.vars)
	for _, b := range x.asserted {
		var sum rational.Value
		var number rational.Rat
		for _, t := range x.forms[b.form].terms {
			sum = sum.Add(x.s.Assigned(t.Var).Mul(t.Coef))
			number = number.Add(x.s.Concrete(t.Var, delta).Mul(t.Coef))
		}
		c, n := sum.Cmp(b.val), number.Cmp(b.val.R)
		if c != 0 && c > 0 == b.upper {
			x.t.Fatalf("seed %d: %v has value %v", x.seed, b, sum)
		}
		if n == 0 && !b.val.D.IsZero() || n != 0 && n > 0 == b.upper {
			x.t.Fatalf("seed %d: %v has the concrete value %v", x.seed, b, number)
		}
	}
	for i, v := range x.vars {
		for _, w := range x.vars[:i] {
			same := x.s.Assigned(v).Equal(x.s.Assigned(w))
			if same != x.s.Concrete(v, delta).Equal(x.s.Concrete(w, delta)) {
				x.t.Fatalf("seed %d: delta %v does not keep variables %d and %d apart", x.seed, delta, v, w)
			}
		}
	}
}

// checkFarkas fails the test unless the sum of the antecedents, and of further bounds, is contradictory.
// Bounds on integer variables count as rounded.
func (x *subject) checkFarkas(list []Antecedent, further ...assertedBound) {
	x.t.Helper()
	sums := map[Var]rational.Rat{}
	var gap rational.Value // the sum of lower bounds minus upper ones, each times its factor
	add := func(v Var, upper bool, val rational.Value, factor rational.Rat) {
		if factor.Sign() <= 0 {
			x.t.Fatalf("seed %d: factor %v in %v", x.seed, factor, list)
		}
		if x.s.Integer(v) && upper {
			val = rational.Exactly(val.Floor())
		} else if x.s.Integer(v) {
			val = rational.Exactly(val.Ceil())
		}
		if upper {
			factor = factor.Neg()
		}
		gap = gap.Add(val.Mul(factor))
		for _, t := range x.s.TermsOf(v) {
			sums[t.Var] = sums[t.Var].Add(t.Coef.Mul(factor))
		}
	}
	for _, a := range list {
		b := x.asserted[a.Reason]
		f := &x.forms[b.form]
		if f.v != a.Var || b.upper == (f.factor.Sign() > 0) != a.Upper {
			x.t.Fatalf("seed %d: %v is not the bound of its reason, %v", x.seed, a, b)
		}
		add(a.Var, a.Upper, b.val.Mul(f.factor.Inv()), a.Factor)
	}
	for _, b := range further {
		add(Var(b.form), b.upper, b.val, rational.Of(1))
	}
	for v, c := range sums {
		if !c.IsZero() {
			x.t.Fatalf("seed %d: variable %d stays with %v in the sum of %v", x.seed, v, c, list)
		}
	}
	if gap.Sign() <= 0 {
		x.t.Fatalf("seed %d: the sum of %v is not contradictory: %v", x.seed, list, gap)
	}
}

// checkMinimal fails the test if a proper part of the conflict is one.
func (x *subject) checkMinimal(list []Antecedent) {
	x.t.Helper()
	for skip := range list {
		s := New(Config{})
		for v := range x.vars {
			s.NewVar(x.s.Integer(Var(v)))
		}
		ok := true
		for i, a := range list {
			if i == skip {
				continue
			}
			b := x.asserted[a.Reason]
			f := &x.forms[b.form]
			v, _, _ := s.Form(f.terms)
			ok = ok && s.Assert(v, a.Upper, b.val.Mul(f.factor.Inv()), 0)
		}
		if !ok || s.Check(context.Background()) != Feasible {
			x.t.Fatalf("seed %d: the conflict %v needs no %v", x.seed, list, list[skip])
		}
	}
}

// TestRandomCalls asserts and retracts random bounds. Every answer is checked: a model by evaluation, a
// conflict by its sum.
func TestRandomCalls(t *testing.T) {
	ctx := context.Background()
	feasible, infeasible, implied := 0, 0, 0
	for seed := range testflag.Seeds(1500) {
		r := rand.New(rand.NewSource(seed))
		cfg := Config{}
		if r.Intn(3) == 0 {
			cfg.Bland = 1
		}
		x := newSubject(t, seed, r, cfg, 30)
		for _, f := range x.forms {
			x.s.Watch(f.v, r.Intn(2) == 0)
		}
		for range 40 {
			switch k := r.Intn(10); {
			case k < 2:
				x.push()
			case k < 3 && len(x.marks) > 0:
				x.pop()
			case k == 3 && r.Intn(4) == 0:
				x.addForm(r)
			case k == 4 && r.Intn(4) == 0:
				x.s.Trim()
			}
			ok := x.assertRandom(r)
			if !ok {
				x.checkFarkas(x.s.Conflict())
				infeasible++
			} else {
				switch x.s.Check(ctx) {
				case Feasible:
					x.checkModel()
					feasible++
					implied += x.checkImplied(r)
				case Infeasible:
					ok = false
					x.checkFarkas(x.s.Conflict())
					x.checkMinimal(x.s.Conflict())
					infeasible++
				}
			}
			if err := x.s.invariants(); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if ok {
				continue
			}
			if len(x.marks) == 0 {
				break
			}
			x.pop()
		}
	}
	t.Logf("%d feasible, %d infeasible, %d implied bounds", feasible, infeasible, implied)
	if feasible == 0 || infeasible == 0 || implied == 0 {
		t.Error("a kind of answer did not occur")
	}
}

// checkImplied checks the explanations of all bounds that follow, some in a weaker form, and returns their
// number.
func (x *subject) checkImplied(r *rand.Rand) int {
	type offered struct {
		b      Implied
		d      Derivation
		needed rational.Value
	}
	var all []offered
	x.s.Propagate(func(b Implied, d Derivation) (rational.Value, bool) {
		if r.Intn(4) == 0 {
			return rational.Value{}, false
		}
		needed := b.Value
		if step := rational.Exactly(rational.Of(int64(r.Intn(3)))); b.Upper {
			needed = needed.Add(step)
		} else {
			needed = needed.Sub(step)
		}
		all = append(all, offered{b, d, needed})
		return needed, true
	})
	for _, o := range all {
		step := rational.Value{D: rational.Of(1)} // the negation of v <= needed is v >= needed + delta
		if x.s.Integer(o.b.Var) {
			step = rational.Exactly(rational.Of(1))
		}
		if !o.b.Upper {
			step = step.Neg()
		}
		negation := assertedBound{int(o.b.Var), !o.b.Upper, o.needed.Add(step)}
		x.checkFarkas(x.s.Explain(o.d, nil), negation)
	}
	return len(all)
}
