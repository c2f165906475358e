package interpolate

import (
	"context"

	"whittle.dev/smt"
	"whittle.dev/term"
)

// question is two formulas whose conflict is looked for with solvers: one has the side A asserted, the other
// the side B.
type question struct {
	p       *Interpolator
	ctx     context.Context
	opt     Options
	sides   [2][]term.Term
	solvers [2]smt.Solver
	shared  func(term.Term) bool
	symbols []term.Term // shared ones, in the order of their occurrence in the side A
	left    int         // questions to the solvers
	rich    *richness   // nil: not needed yet
}

// stopped is the error of a search that a solver or the limit ended.
type stopped struct{ smt.Result }

func (e stopped) Error() string { return "interpolate: " + e.Result.String() }

// newQuestion asserts both sides and asks whether they contradict each other. If not, there is no question,
// and the result says why.
func (p *Interpolator) newQuestion(ctx context.Context, a, b []term.Term, shared func(term.Term) bool,
	opt Options) (*question, smt.Result) {
	q := &question{p: p, ctx: ctx, opt: opt, shared: shared, sides: [2][]term.Term{a, b}, left: p.cfg.Limit}
	for side := range q.solvers {
		if p.solvers[side] == nil {
			if p.cfg.Solver == nil {
				return nil, smt.Result{Reason: smt.ReasonUnsupported + ": formulas beyond linear arithmetic"}
			}
			p.solvers[side] = p.cfg.Solver(p.st)
		}
		s := p.solvers[side]
		q.solvers[side] = s
		s.Push()
		for _, f := range q.sides[side] {
			// An error says that a term is not supported; then every check is Unknown.
			if s.Assert(f) != nil {
				break
			}
		}
	}
	r := q.solvers[sideB].Check(ctx, a...)
	if r.Status != smt.Unsat {
		q.close()
		return nil, r
	}
	// What does not take part in the conflict may go: the interpolant of fewer conjuncts is one of all.
	if failed := q.solvers[sideB].Failed(); len(failed) < len(a) {
		q.sides[sideA] = append([]term.Term(nil), failed...)
		s := q.solvers[sideA]
		s.Pop()
		s.Push()
		for _, f := range q.sides[sideA] {
			_ = s.Assert(f) // supported, as the other solver's answer shows
		}
	}
	for _, s := range p.st.Symbols(q.sides[sideA]...) {
		if shared(s) {
			q.symbols = append(q.symbols, s)
		}
	}
	return q, smt.Result{Status: smt.Unsat}
}

func (q *question) close() {
	for _, s := range q.solvers {
		if s != nil {
			s.Pop()
		}
	}
}

// unknown is the result that an error stands for.
func (q *question) unknown(err error) smt.Result {
	if s, ok := err.(stopped); ok {
		return s.Result
	}
	return smt.Result{Reason: err.Error()}
}

// check asks the solver of a side.
func (q *question) check(side int, assumptions ...term.Term) (smt.Status, error) {
	if q.left--; q.left < 0 {
		return smt.Unknown, stopped{smt.Result{Reason: smt.ReasonTimeout}}
	}
	r := q.solvers[side].Check(q.ctx, assumptions...)
	if r.Status == smt.Unknown {
		return smt.Unknown, stopped{r}
	}
	return r.Status, nil
}

// contradicts reports whether a side contradicts formulas.
func (q *question) contradicts(side int, formulas ...term.Term) (bool, error) {
	status, err := q.check(side, formulas...)
	return status == smt.Unsat, err
}

// separates reports whether t is an interpolant, up to its symbols.
func (q *question) separates(t term.Term) (bool, error) {
	if ok, err := q.contradicts(sideB, t); !ok || err != nil {
		return false, err
	}
	return q.contradicts(sideA, q.p.st.Not(t))
}

// minimise returns formulas, some of those given, that contradict a side, as the given ones do. Later ones
// are left out first.
func (q *question) minimise(side int, formulas []term.Term) ([]term.Term, error) {
	ok, err := q.contradicts(side, formulas...)
	if err != nil {
		return nil, err
	}
	if !ok { // the caller's models disagree with the solver
		return nil, stopped{smt.Result{Reason: smt.ReasonUnsupported + ": the formulas have a common model"}}
	}
	core := append([]term.Term(nil), q.solvers[side].Failed()...)
	for i := len(core) - 1; i >= 0; i-- {
		rest := append(append([]term.Term{}, core[:i]...), core[i+1:]...)
		ok, err := q.contradicts(side, rest...)
		if err != nil {
			return nil, err
		}
		if ok {
			core = append(core[:0:0], q.solvers[side].Failed()...)
			i = min(i, len(core))
		}
	}
	return core, nil
}

// separate returns a predicate as Options ask for it.
func (q *question) separate() (Separator, error) {
	if !q.opt.Whole {
		for _, try := range []func() (Separator, bool, error){q.finite, q.reused} {
			if s, ok, err := try(); ok || err != nil {
				return s, err
			}
		}
	}
	t, err := q.interpolant()
	if err != nil {
		return Separator{}, err
	}
	if !q.opt.Whole {
		for _, l := range q.literals(t) {
			ok, err := q.separates(l)
			if err != nil {
				return Separator{}, err
			}
			if ok {
				t = l
				break
			}
		}
	}
	return Separator{t, q.p.kindOf(t)}, nil
}

// literals are the literals that a formula is made of, if it is no literal itself.
func (q *question) literals(t term.Term) []term.Term {
	st := q.p.st
	var out []term.Term
	seen := map[term.Term]bool{}
	stack := []term.Term{t}
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[u] {
			continue
		}
		seen[u] = true
		inner := u
		if st.Op(u) == term.OpNot {
			inner = st.Arg(u, 0)
		}
		switch st.Op(inner) {
		case term.OpAnd, term.OpOr:
			for _, a := range st.Args(inner) {
				if inner != u {
					a = st.Not(a)
				}
				stack = append(stack, a)
			}
		default:
			if u != t && !st.IsConst(u) {
				out = append(out, u)
			}
		}
	}
	return out
}

// finite tries Bool symbols, and equations of symbols with constants. Each model dismisses some of them.
func (q *question) finite() (Separator, bool, error) {
	st := q.p.st
	wanted := map[term.Term]bool{}
	for _, t := range q.opt.Finite {
		wanted[t] = true
	}
	var symbols []term.Term
	for _, s := range q.symbols {
		if st.Sort(s).IsBool() || wanted[s] {
			symbols = append(symbols, s)
		}
	}
	if len(symbols) == 0 {
		return Separator{}, false, nil
	}
	var values [2][]term.Value // by side and symbol; the zero Value: it has several
	note := func(side int) {
		for i, s := range symbols {
			v, ok := q.solvers[side].Value(s)
			switch {
			case len(values[side]) == i:
				values[side] = append(values[side], v)
			case !ok || !v.Equal(values[side][i]):
				values[side][i] = term.Value{}
			}
		}
	}
	for side := range q.sides {
		status, err := q.check(side)
		if err != nil || status != smt.Sat { // a side is contradictory
			return Separator{}, false, err
		}
		note(side)
	}
	for i, s := range symbols {
		if values[sideA][i].Sort() != 0 && values[sideA][i].Equal(values[sideB][i]) {
			continue // both sides have a model in which it has this value
		}
		for _, side := range [2]int{sideA, sideB} {
			v := values[side][i]
			if v.Sort() == 0 {
				continue
			}
			eq := st.Eq(s, st.FromValue(v))
			known, err := q.contradicts(side, st.Not(eq))
			if err != nil {
				return Separator{}, false, err
			}
			if !known {
				note(side)
				continue
			}
			other, err := q.contradicts(1-side, eq)
			if err != nil {
				return Separator{}, false, err
			}
			if !other {
				continue
			}
			if side == sideB {
				eq = st.Not(eq)
			}
			return Separator{eq, Finite}, true, nil
		}
	}
	return Separator{}, false, nil
}

// reused tries known formulas and their negations.
func (q *question) reused() (Separator, bool, error) {
	st := q.p.st
	for _, t := range q.opt.Reuse {
		if !q.shared(t) {
			continue
		}
		for _, u := range [2]term.Term{t, st.Not(t)} {
			if ok, err := q.separates(u); ok || err != nil {
				return Separator{u, Reused}, ok, err
			}
		}
	}
	return Separator{}, false, nil
}
