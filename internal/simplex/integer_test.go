package simplex

import (
	"context"
	"math/rand"
	"slices"
	"testing"

	"whittle.dev/internal/simplex/rational"
	"whittle.dev/internal/testing/testflag"
)

// box is the range of the variables in tests with an oracle.
const box = 3

// boxed is a subject whose integer variables lie in a box, with all points of it.
type boxed struct {
	*subject
	ints   []Var
	points [][]rational.Rat // values of ints
	steps  [Cut + 1]int
	found  [3]int // by Gomory's cuts, mixed integer rounding, Hermite's form
}

func newBoxed(t *testing.T, seed int64, r *rand.Rand, cfg Config, ints int) *boxed {
	x := &boxed{subject: newSubject(t, seed, r, cfg, ints)}
	for _, v := range x.vars {
		one := []Term{{rational.Of(1), v}}
		x.forms = append(x.forms, subjectForm{one, v, rational.Of(1)})
		if x.s.Integer(v) {
			x.ints = append(x.ints, v)
			x.assert(assertedBound{len(x.forms) - 1, true, rational.Exactly(rational.Of(box))})
			x.assert(assertedBound{len(x.forms) - 1, false, rational.Exactly(rational.Of(-box))})
		}
	}
	point := make([]rational.Rat, len(x.ints))
	var fill func(i int)
	fill = func(i int) {
		if i == len(point) {
			x.points = append(x.points, slices.Clone(point))
			return
		}
		for k := int64(-box); k <= box; k++ {
			point[i] = rational.Of(k)
			fill(i + 1)
		}
	}
	fill(0)
	return x
}

// satisfies reports whether a solution of these bounds has the integer values of a point. If real variables
// are left, a solver in which the others are fixed decides that.
func (x *boxed) satisfies(point []rational.Rat, bounds []assertedBound, further ...boundOn) bool {
	var s *Solver
	assert := func(terms []Term, upper bool, val rational.Value) bool {
		var rest []Term
		for _, t := range terms {
			if i := slices.Index(x.ints, t.Var); i >= 0 {
				val.R = val.R.Sub(point[i].Mul(t.Coef))
			} else {
				rest = append(rest, t)
			}
		}
		if len(rest) == 0 {
			return val.Sign() == 0 || val.Sign() > 0 == upper
		}
		if s == nil {
			s = New(Config{})
			for range x.vars {
				s.NewVar(false)
			}
		}
		v, factor, some := s.Form(rest)
		if !some {
			return val.Sign() == 0 || val.Sign() > 0 == upper
		}
		return s.Assert(v, upper == (factor.Sign() > 0), val.Mul(factor.Inv()), 0)
	}
	for _, b := range further {
		if !assert(x.s.TermsOf(b.v), b.upper, b.val) {
			return false
		}
	}
	for _, b := range slices.Backward(bounds) { // those of the box come first and hold
		if !assert(x.forms[b.form].terms, b.upper, b.val) {
			return false
		}
	}
	return s == nil || s.Check(context.Background()) == Feasible
}

// boundOn is a bound on a variable of the solver.
type boundOn struct {
	v     Var
	upper bool
	val   rational.Value
}

// some returns a point that satisfies all bounds, or nil.
func (x *boxed) some(bounds []assertedBound, further ...boundOn) []rational.Rat {
	for _, p := range x.points {
		if x.satisfies(p, bounds, further...) {
			return p
		}
	}
	return nil
}

// behind returns what was asserted for the reasons of antecedents.
func (x *boxed) behind(list []Antecedent) []assertedBound {
	var out []assertedBound
	for _, a := range list {
		out = append(out, x.asserted[a.Reason])
	}
	return out
}

// decide searches by splits and cuts, in the scope at hand, and checks all that is said on the way. Conflicts
// must not rest on decisions alone, but the test asks only for a right answer.
func (x *boxed) decide(ctx context.Context, depth int) bool {
	if depth > 200 {
		x.t.Fatalf("seed %d: the search does not end", x.seed)
	}
	if x.s.Check(ctx) == Infeasible {
		x.checkFarkas(x.s.Conflict())
		return false
	}
	step := x.s.Step(ctx)
	x.steps[step.Kind]++
	if err := x.s.invariants(); err != nil {
		x.t.Fatalf("seed %d: %v", x.seed, err)
	}
	x.checkModel()
	x.checkStep(step)
	if step.Kind == Cut || step.Kind == Split {
		n := &x.s.integers
		for i, technique := range []func() (Step, bool){n.gomory, n.mir, n.hermite} {
			if step, ok := technique(); ok {
				x.found[i]++
				x.checkStep(step)
			}
		}
	}
	upper := assertedBound{x.formOf(step.Var), true, rational.Exactly(step.Bound)}
	lower := assertedBound{x.formOf(step.Var), false, rational.Exactly(step.Bound)}
	switch step.Kind {
	case Integral:
		return true
	case Conflict:
		return false
	case Cut:
		if step.Upper {
			lower = upper
		}
		return x.inScope(lower, ctx, depth)
	case Split:
		lower.val = lower.val.Add(rational.Exactly(rational.Of(1)))
		return x.inScope(upper, ctx, depth) || x.inScope(lower, ctx, depth)
	}
	x.t.Fatalf("seed %d: stopped", x.seed)
	return false
}

// checkStep compares what a step says with all points.
func (x *boxed) checkStep(step Step) {
	at := rational.Exactly(step.Bound)
	switch step.Kind {
	case Integral:
		for _, v := range x.ints {
			if !x.s.Assigned(v).IsInt() {
				x.t.Fatalf("seed %d: variable %d has value %v", x.seed, v, x.s.Assigned(v))
			}
		}
	case Conflict:
		if p := x.some(x.behind(step.From)); p != nil {
			x.t.Fatalf("seed %d: the conflict %v has the solution %v", x.seed, step.From, p)
		}
	case Cut:
		beyond := boundOn{step.Var, false, rational.Above(step.Bound)}
		if !step.Upper {
			beyond = boundOn{step.Var, true, rational.Below(step.Bound)}
		}
		if p := x.some(x.behind(step.From), beyond); p != nil {
			x.t.Fatalf("seed %d: the cut %v excludes %v", x.seed, step, p)
		}
		if c := x.s.Assigned(step.Var).Cmp(at); c == 0 || c < 0 == step.Upper {
			x.t.Fatalf("seed %d: the cut %v excludes nothing", x.seed, step)
		}
	case Split:
		a := x.s.Assigned(step.Var)
		if !x.s.Integer(step.Var) || a.IsInt() || !a.Floor().Equal(step.Bound) {
			x.t.Fatalf("seed %d: %v splits the value %v", x.seed, step, a)
		}
	}
}

func (x *boxed) inScope(b assertedBound, ctx context.Context, depth int) bool {
	x.push()
	defer x.pop()
	if !x.assert(b) {
		x.checkFarkas(x.s.Conflict())
		return false
	}
	return x.decide(ctx, depth+1)
}

// formOf returns the index of a form that is v.
func (x *boxed) formOf(v Var) int {
	x.forms = append(x.forms, subjectForm{x.s.TermsOf(v), v, rational.Of(1)})
	return len(x.forms) - 1
}

// TestIntegers decides random conjunctions over a box by splits and cuts and compares with all its points.
func TestIntegers(t *testing.T) {
	ctx := context.Background()
	var steps [Cut + 1]int
	var found [3]int
	answers := map[bool]int{}
	for seed := range testflag.Seeds(400) {
		r := rand.New(rand.NewSource(seed))
		cfg := Config{NoCuts: r.Intn(4) == 0}
		x := newBoxed(t, seed, r, cfg, 70)
		if len(x.ints) > 4 {
			continue
		}
		for range 6 {
			x.push()
			ok := true
			for range 1 + r.Intn(3) {
				ok = ok && x.assertEquation(r)
			}
			got := ok && x.decide(ctx, 0)
			if want := x.some(x.asserted) != nil; got != want {
				t.Fatalf("seed %d: %v, want %v: %v", seed, got, want, x.asserted)
			}
			answers[got]++
			if !got || r.Intn(2) == 0 {
				x.pop()
			}
		}
		for i, n := range x.steps {
			steps[i] += n
		}
		for i, n := range x.found {
			found[i] += n
		}
	}
	t.Logf("%d satisfiable, %d not; %d conflicts, %d splits, %d cuts; techniques %v", answers[true],
		answers[false], steps[Conflict], steps[Split], steps[Cut], found)
	if answers[true] == 0 || answers[false] == 0 || steps[Conflict] == 0 || steps[Split] == 0 ||
		steps[Cut] == 0 || slices.Contains(found[:], 0) {
		t.Error("a kind of answer or step did not occur")
	}
}

// assertEquation asserts a random bound or, half of the time, both bounds of an equation.
func (x *boxed) assertEquation(r *rand.Rand) bool {
	if r.Intn(2) == 0 {
		return x.assertRandom(r)
	}
	b := assertedBound{r.Intn(len(x.forms)), true, rational.Exactly(rational.Of(int64(r.Intn(9) - 4)))}
	ok := x.assert(b)
	b.upper = false
	return x.assert(b) && ok
}
