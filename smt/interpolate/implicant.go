package interpolate

import "whittle.dev/term"

// implicant returns literals that hold in an assignment and imply the formulas: a conjunct of their
// disjunctive normal form. Of a disjunction that holds, one disjunct is taken, preferably one that is needed
// anyway. Operations ite within literals are replaced by the branch taken, whose condition is taken too. The
// order is that of the formulas. It fails if one of them does not hold or cannot be evaluated.
func implicant(st *term.Store, m term.Assignment, formulas []term.Term) (literals []term.Term, ok bool) {
	x := implicants{st: st, ev: term.NewEvaluator(st, m), seen: map[term.Term]bool{}}
	for _, f := range formulas {
		x.failed = x.failed || !x.truth(f)
		x.todo = append(x.todo, goal{f, true})
		// Formulas one after the other, so that the choices in later ones see the literals of earlier ones.
		for len(x.todo) > 0 && !x.failed {
			g := x.todo[len(x.todo)-1]
			x.todo = x.todo[:len(x.todo)-1]
			x.visit(g)
		}
	}
	return x.literals, !x.failed
}

// goal asks for literals that imply t or, if not holds, its negation.
type goal struct {
	t     term.Term
	holds bool
}

type implicants struct {
	st       *term.Store
	ev       *term.Evaluator
	todo     []goal
	seen     map[term.Term]bool // literals that were taken, and formulas visited, as literals
	literals []term.Term
	failed   bool
}

func (x *implicants) push(t term.Term, holds bool) { x.todo = append(x.todo, goal{t, holds}) }

func (x *implicants) visit(g goal) {
	st := x.st
	for st.Op(g.t) == term.OpNot {
		g = goal{st.Arg(g.t, 0), !g.holds}
	}
	if x.seen[x.literal(g)] {
		return
	}
	x.seen[x.literal(g)] = true
	args := st.Args(g.t)
	switch op := st.Op(g.t); {
	case op == term.OpConst:
		x.failed = x.failed || st.IsTrue(g.t) != g.holds
	case op == term.OpAnd && g.holds, op == term.OpOr && !g.holds:
		for i := len(args) - 1; i >= 0; i-- {
			x.push(args[i], g.holds)
		}
	case op == term.OpAnd, op == term.OpOr:
		if t, ok := x.choose(args, g.holds); ok {
			x.push(t, g.holds)
		} else {
			x.failed = true
		}
	case op == term.OpIte: // of sort Bool
		c := x.truth(args[0])
		if c {
			x.push(args[1], g.holds)
		} else {
			x.push(args[2], g.holds)
		}
		x.push(args[0], c)
	case op == term.OpEq && st.Sort(args[0]).IsBool() && !(atomic(st, args[0]) && atomic(st, args[1])):
		for _, a := range args {
			x.push(a, x.truth(a))
		}
	default:
		x.take(g)
	}
}

// atomic reports that a term of sort Bool is a symbol or a constant.
func atomic(st *term.Store, t term.Term) bool {
	op := st.Op(t)
	return op == term.OpSymbol || op == term.OpConst ||
		op == term.OpNot && st.Op(st.Arg(t, 0)) == term.OpSymbol
}

func (x *implicants) literal(g goal) term.Term {
	if g.holds {
		return g.t
	}
	return x.st.Not(g.t)
}

// truth is the value of a formula; what cannot be evaluated fails.
func (x *implicants) truth(t term.Term) bool {
	v, err := x.ev.Eval(t)
	x.failed = x.failed || err != nil
	return err == nil && v.Bool()
}

// choose returns an operand whose value is holds: one that was taken already, or else a literal, or else the
// first.
func (x *implicants) choose(args []term.Term, holds bool) (best term.Term, ok bool) {
	rank := 3
	for _, a := range args {
		r := 2
		switch {
		case x.seen[x.literal(goal{a, holds})]:
			r = 0
		case x.st.Op(a) != term.OpAnd && x.st.Op(a) != term.OpOr && x.st.Op(a) != term.OpIte:
			r = 1
		}
		if r < rank && x.truth(a) == holds {
			best, rank = a, r
		}
	}
	return best, rank < 3
}

// take takes a literal, without ite.
func (x *implicants) take(g goal) {
	t := g.t
	for range 64 { // branches may have ite in them
		sub := map[term.Term]term.Term{}
		x.branches(t, sub)
		if len(sub) == 0 || x.failed {
			break
		}
		t = x.st.Substitute(t, sub)
	}
	if x.failed {
		return
	}
	if t != g.t {
		x.push(t, g.holds) // simpler now, perhaps no literal any more
		return
	}
	x.literals = append(x.literals, x.literal(g))
}

// branches enters into sub, for each outermost ite in t, the branch taken, and asks for its condition.
func (x *implicants) branches(t term.Term, sub map[term.Term]term.Term) {
	visited := map[term.Term]bool{}
	stack := []term.Term{t}
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if visited[u] {
			continue
		}
		visited[u] = true
		args := x.st.Args(u)
		if x.st.Op(u) == term.OpIte {
			c := x.truth(args[0])
			if sub[u] = args[2]; c {
				sub[u] = args[1]
			}
			x.push(args[0], c)
			continue
		}
		stack = append(stack, args...)
	}
}
