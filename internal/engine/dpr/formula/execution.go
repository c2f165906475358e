package formula

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/dpr/dsa"
	"whittle.dev/internal/engine/dpr/oracle"
	"whittle.dev/internal/engine/dpr/scope"
	"whittle.dev/internal/interp"
	"whittle.dev/sat"
	"whittle.dev/term"
)

// Config says what a formula is made of.
type Config struct {
	Info  *scope.Info
	Shape *dsa.Shape
	Tree  *oracle.Tree
	Terms *term.Store
	// Choices are the inputs that are choices between two values.
	Choices map[*cfa.Edge][2]uint64
	// Symbol is the term of any other input.
	Symbol func(oracle.Name, term.Sort) term.Term
	// Made is the literal of a choice that the execution has made; false if it has made none of that name.
	Made func(oracle.Name) (sat.Lit, bool)
	// Constants has the values of assignments that read no variable stay symbols, with a clause each: in the
	// paper's examples they are conjuncts, which a core may have or not.
	Constants bool
}

// Execution is the formula of an execution. Its Walker is to be told of each executed edge.
type Execution struct {
	Walker *dsa.Walker[Value]
	// Choices are those that were made, in order.
	Choices []Choice
	// Questions are conditions under which an execution comes to a violation, or may do so. They need
	// hold of none that makes the choices of a reason.
	Questions []term.Term
	// Clauses are the conjuncts that the choices do not have, for Config.Constants.
	Clauses []Clause

	cfg Config
	// going are conditions that hold of executions that have not ended.
	going []term.Term
	// own are the symbols that were made here.
	own map[term.Term]bool
}

// Choice is a choice that was made, and what it says: if it is made at all it has this outcome.
type Choice struct {
	Lit   sat.Lit
	Holds term.Term
}

// Value is the value of a variable of P_pi.
type Value struct {
	lo, hi uint64
	// sym is the value as a term; term.None: it is lo and hi. Of a guard it is the condition that its side is
	// taken, of a place that the address is this one; term.None: it holds.
	sym  term.Term
	sort term.Sort
}

// Violation are conditions that hold together only if an execution with these choices comes to a violation
// of P_pi.
func (x *Execution) Violation(choices []sat.Lit) []term.Term {
	conds := []term.Term{x.cfg.Terms.Or(x.Questions...)}
	for _, c := range x.Choices {
		if slices.Contains(choices, c.Lit) {
			conds = append(conds, c.Holds)
		}
	}
	for _, c := range x.Clauses {
		if !c.Condition {
			conds = append(conds, c.Term)
		}
	}
	return conds
}

// New returns the formula of an execution that begins.
func New(cfg Config) *Execution {
	x := &Execution{cfg: cfg, own: map[term.Term]bool{}}
	x.Walker = dsa.NewWalker(cfg.Shape, cfg.Tree, dsa.Domain[Value](domain{x}))
	return x
}

// Ended tells how an execution has stopped of which the walker was not told the last edge.
func (x *Execution) Ended(o interp.Outcome) {
	if o.Kind == interp.Undefined {
		x.halt(term.None)
		return
	}
	x.Walker.Stopped(o)
}

// term is a value as a term.
func (x *Execution) term(v Value, sort term.Sort) term.Term {
	if v.sym != term.None {
		return v.sym
	}
	return dsa.Literal(x.cfg.Terms, sort, v.lo, v.hi)
}

// fresh is a new symbol.
func (x *Execution) fresh(prefix string, sort term.Sort) term.Term {
	t := x.cfg.Terms.Fresh(prefix, sort)
	x.own[t] = true
	return t
}

// here is the condition that an execution comes to where this one is, in the scopes around it.
func (x *Execution) here() term.Term {
	var conds []term.Term
	for _, g := range x.Walker.Control() {
		if g.Value.sym != term.None {
			conds = append(conds, g.Value.sym)
		}
	}
	return x.cfg.Terms.And(conds...)
}

// ask adds a question about executions that have not ended.
func (x *Execution) ask(conds ...term.Term) {
	st := x.cfg.Terms
	if q := st.And(append(slices.Clone(x.going), conds...)...); q != st.False() {
		x.Questions = append(x.Questions, q)
	}
}

// made notes a choice, if this execution has made it.
func (x *Execution) made(n oracle.Name, positive term.Term) {
	l, ok := x.cfg.Made(n)
	if !ok {
		return
	}
	st := x.cfg.Terms
	if l.Negated() {
		positive = st.Not(positive)
	}
	x.Choices = append(x.Choices, Choice{l, st.Implies(x.here(), positive)})
}

// branch adds what a branch has to say: the questions of section 2.3 for the sides that were not taken.
func (x *Execution) branch(p *dsa.Point[Value]) (guard Value) {
	st := x.cfg.Terms
	taken, sides := x.sides(p)
	if st.IsConst(taken) {
		taken = term.None
	} else {
		x.outcomes(p, sides)
	}
	cond := taken
	if cond == term.None {
		cond = st.True()
	}
	here := x.here()
	if p.Branch.Violates(p.Taken) {
		x.ask(here, st.Not(cond))
	}
	ends, alone := p.Taken == nil, true
	for _, s := range p.Branch.Edges {
		switch {
		case s.Edge == p.Taken:
			ends = ends || !s.Relevant
		case s.Relevant:
			alone = false
		}
	}
	switch {
	case ends:
		x.halt(cond)
	case alone:
		x.going = append(x.going, st.Implies(here, cond))
	}
	if taken != term.None && x.cfg.Constants {
		x.Clauses = append(x.Clauses, Clause{taken, true})
	}
	return Value{sym: taken}
}

// sides are the conditions of the sides of a branch, and that of the one that was taken, or of none.
func (x *Execution) sides(p *dsa.Point[Value]) (taken term.Term, sides []term.Term) {
	st := x.cfg.Terms
	for _, c := range p.Conds {
		sides = append(sides, x.term(c, term.Bool))
	}
	if p.Branch.Binary && len(p.Branch.Edges) == 2 {
		sides = append(sides, st.Not(sides[0]))
	}
	var none []term.Term
	for i, s := range p.Branch.Edges {
		if s.Edge == p.Taken {
			return sides[i], sides
		}
		none = append(none, st.Not(sides[i]))
	}
	return st.And(none...), sides
}

// outcomes notes the choices of a branch on inputs.
func (x *Execution) outcomes(p *dsa.Point[Value], sides []term.Term) {
	if p.Branch.Binary {
		x.made(x.Walker.Index.At(p.Branch.Edges[0].Edge.ID, 0), sides[0])
		return
	}
	for i, s := range p.Branch.Edges {
		x.made(x.Walker.Index.At(s.Edge.ID, 1), sides[i])
	}
}

// halt notes that the execution ends: one that does not come here, or for which a condition (or None) does
// not hold, may go on.
func (x *Execution) halt(cond term.Term) {
	st := x.cfg.Terms
	here := x.here()
	if cond != term.None {
		here = st.And(here, cond)
	}
	x.ask(st.Not(here))
}
