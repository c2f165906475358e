package certificate

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"whittle.dev/internal/engine/modular/linear"
	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// Error says what of a certificate is wrong.
type Error struct{ What string }

// Error implements error.
func (e *Error) Error() string { return "the certificate is wrong: " + e.What }

// Answer counts what was checked.
type Answer struct {
	Views, Steps, Questions int64
	// Undecided says why it is not known whether the certificate is right; empty: it is.
	Undecided string
}

// checker checks a certificate.
type checker struct {
	*Certificate
	ctx    context.Context
	st     *term.Store
	solver smt.Solver
	named  map[[2]int]map[term.Term]term.Term
	listed map[View]bool // pairs
	near   map[Control][]int
	out    Answer
}

// errUndecided ends a check that the solver cannot finish.
type errUndecided struct{ why string }

func (e *errUndecided) Error() string { return e.why }

// Check checks a certificate with a solver over the store of its system. The error is an *Error, or ctx's.
func (cert *Certificate) Check(ctx context.Context, solver smt.Solver) (Answer, error) {
	c := &checker{Certificate: cert, ctx: ctx, st: cert.Sys.Terms, solver: solver,
		named: map[[2]int]map[term.Term]term.Term{}, listed: map[View]bool{},
		near: map[Control][]int{}}
	for at, seats := range cert.Near {
		for _, s := range seats {
			c.listed[view(at.Store, at.Seat, s)] = true
		}
	}
	for v := range c.listed { // either of two is beside the other
		c.near[Control{v.Store, v.A}] = append(c.near[Control{v.Store, v.A}], v.B)
		if v.A != v.B {
			c.near[Control{v.Store, v.B}] = append(c.near[Control{v.Store, v.B}], v.A)
		}
	}
	for _, seats := range c.near {
		slices.Sort(seats)
	}
	err := c.all()
	if no, ok := err.(*errUndecided); ok {
		c.out.Undecided, err = no.why, nil
	}
	return c.out, err
}

// all asks all questions.
func (c *checker) all() error {
	if err := c.complete(); err != nil {
		return err
	}
	if err := c.counters(); err != nil {
		return err
	}
	if err := c.lives(); err != nil {
		return err
	}
	if err := c.initial(); err != nil {
		return err
	}
	for g := range c.Stores {
		for s, seat := range c.Seats {
			if _, occurs := c.Lemmas[view(g, s, -1)]; !occurs {
				continue
			}
			c.out.Views++
			tmpl := &c.Sys.Templates[seat.Template]
			for _, k := range tmpl.Locs[seat.Loc].Out {
				if err := c.edge(g, s, &tmpl.Edges[k]); err != nil {
					return err
				}
			}
		}
	}
	return c.races()
}

// complete checks that each edge is one of its location, where the questions are asked.
func (c *checker) complete() error {
	for _, t := range c.Sys.Templates {
		for k := range t.Edges {
			if !slices.Contains(t.Locs[t.Edges[k].From].Out, k) {
				return &Error{"a location lacks an edge"}
			}
		}
	}
	return nil
}

// maxWeights are the largest weights of counters by their width: so many times 2 to the 31 they can count.
var maxWeights = map[int]int64{40: 1 << 8, 64: 1 << 32, 72: 1 << 40}

// counters checks that counters count: they begin with the initial thread, each step adds what it has to, and
// nothing else is about them.
func (c *checker) counters() error {
	for i := range c.Sys.Counters {
		n := &c.Sys.Counters[i]
		first := slices.IndexFunc(c.Sys.Globals, func(v model.Var) bool { return v.Sym == n.Sym })
		width := c.st.Sort(n.Sym).Width()
		if first < 0 || c.Sys.Globals[first].Init != c.st.BV(width, uint64(n.Weight[0][0])) {
			return &Error{"a counter does not begin with the initial thread"}
		}
		for _, w := range slices.Concat(n.Weight...) {
			if n.Of == nil && (w < 0 || w > maxWeights[width]) {
				return &Error{"a counter has a wrong weight"}
			}
		}
		if n.Of != nil && !c.sums(n) {
			return &Error{"a sum is of what is no local of a thread, or of threads that begin"}
		}
		for k := range c.Sys.Templates {
			for j := range c.Sys.Templates[k].Edges {
				if !c.counts(n, k, &c.Sys.Templates[k].Edges[j]) {
					return &Error{"a step does not count"}
				}
			}
		}
	}
	return nil
}

// sums reports whether a counter is a sum of locals of threads that have left the place where they begin, and
// counts these and no others.
func (c *checker) sums(n *model.Counter) bool {
	width := c.st.Sort(n.Sym).Width()
	for i := range c.Sys.Templates {
		t := &c.Sys.Templates[i]
		if len(n.Of) != len(c.Sys.Templates) || len(n.Of[i]) != len(t.Locs) || n.Of[i][0] != term.None {
			return false
		}
		for l, x := range n.Of[i] {
			if x == term.None {
				if n.Weight[i][l] != 0 {
					return false
				}
				continue
			}
			own := slices.ContainsFunc(t.Locals, func(v model.Var) bool { return v.Sym == x })
			if sort := c.st.Sort(x); !own || !slices.Contains(t.Locs[l].Live, x) || !sort.IsBitVec() ||
				sort.Width() > width || n.Weight[i][l] != 1 {
				return false
			}
		}
	}
	return true
}

// counts reports whether an edge adds to a counter what it has to, and does not read it otherwise.
func (c *checker) counts(n *model.Counter, template int, e *model.Edge) bool {
	read := []term.Term{e.Guard}
	for sym, t := range e.Updates {
		if sym != n.Sym {
			read = append(read, t)
		}
	}
	if e.Spawn != nil {
		read = append(read, slices.Collect(maps.Values(e.Spawn.Args))...)
	}
	if slices.Contains(c.st.Symbols(read...), n.Sym) {
		return false
	}
	t, changed := e.Updates[n.Sym]
	want := n.After(c.st, template, e)
	if e.Kind != model.Step || want == term.None {
		return !changed
	}
	return t == want
}

// initial checks that the initial state is described.
func (c *checker) initial() error {
	m := map[term.Term]term.Term{}
	for _, v := range slices.Concat(c.Sys.Globals, c.Sys.Templates[0].Locals) {
		if v.Init != term.None {
			m[v.Sym] = v.Init
		}
	}
	if seat := c.Seats[c.Seat]; seat.Template != 0 || seat.Loc != 0 {
		return &Error{"the initial thread does not begin at its entry"}
	}
	return c.implied(slices.Clone(c.Sys.Assume), c.one(states{}, c.Store, c.Seat, m),
		"the initial state is not described")
}

// edge checks a step of a thread, or that an error is not reached.
func (c *checker) edge(g, s int, e *model.Edge) error {
	alone := c.scene(g, s)
	known, _ := c.scene(g, s).before()
	guard := c.apply(alone.names[0])(e.Guard)
	if e.Kind != model.Step {
		return c.implied(append(known, guard), c.st.False(), "an error is not excluded")
	}
	i := slices.IndexFunc(c.Moves[Control{g, s}], func(m Move) bool { return m.Edge == e })
	if i < 0 {
		return c.implied(append(known, guard), c.st.False(), "a step is missing")
	}
	m := c.Moves[Control{g, s}][i]
	c.out.Steps++
	if c.Seats[m.Seat].Template != c.Seats[s].Template || c.Seats[m.Seat].Loc != e.To ||
		(m.Child >= 0) != (e.Spawn != nil) ||
		m.Child >= 0 && (c.Seats[m.Child].Template != e.Spawn.Template || c.Seats[m.Child].Loc != 0) {
		return &Error{"a step leads to another location"}
	}
	after := alone.after(e)
	want := c.one(after, m.Store, m.Seat, after.of[0])
	if m.Child >= 0 {
		want = c.st.And(want, c.one(after, m.Store, m.Child, after.child))
		if c.K > 1 {
			want = c.st.And(want, c.pair(after, m.Store, m.Seat, m.Child, after.of[0], after.child))
		}
	}
	known = append(known, alone.takes(e)...)
	if err := c.implied(known, want, "a step breaks the lemma of its thread"); err != nil {
		return err
	}
	if m.Child >= 0 && !c.together(m.Store, m.Seat, m.Child) {
		return &Error{"a pair with a created thread is missing"}
	}
	for _, v := range c.near[Control{g, s}] {
		if err := c.beside(g, s, v, e, m); err != nil {
			return err
		}
	}
	return nil
}

// together reports whether two seats are a pair, or need not be: there is only one thread of the template.
func (c *checker) together(g, a, b int) bool {
	x := c.Seats[a].Template
	return c.listed[view(g, a, b)] || x == c.Seats[b].Template && c.Sys.Templates[x].Single
}

// beside checks a step while another thread is at the seat v.
func (c *checker) beside(g, s, v int, e *model.Edge, m Move) error {
	if !c.together(m.Store, v, m.Seat) || m.Child >= 0 && !c.together(m.Store, v, m.Child) {
		return &Error{"a pair is missing"}
	}
	changes := m.Store != g || c.writes(e)
	if changes {
		for _, w := range c.near[Control{g, v}] {
			if !c.listed[view(g, s, w)] {
				continue
			}
			if !c.together(m.Store, v, w) {
				return &Error{"a pair of threads that stay where they are is missing"}
			}
			if c.K > 1 && w >= v {
				if err := c.two(g, s, v, w, e, m); err != nil {
					return err
				}
			}
		}
	}
	if !changes && c.K < 2 {
		return nil
	}
	sc := c.scene(g, v, s)
	known, occurs := sc.before()
	if !occurs {
		return nil
	}
	after := sc.after(e)
	want := c.one(after, m.Store, v, after.of[0])
	if c.K > 1 {
		want = c.st.And(want, c.pair(after, m.Store, v, m.Seat, after.of[0], after.of[1]))
		if m.Child >= 0 {
			want = c.st.And(want, c.pair(after, m.Store, v, m.Child, after.of[0], after.child))
		}
	}
	return c.implied(append(known, sc.takes(e)...), want,
		"a step breaks the lemma of another thread")
}

// two checks the lemma of two threads that stay where they are.
func (c *checker) two(g, s, v, w int, e *model.Edge, m Move) error {
	sc := c.scene(g, v, w, s)
	known, occurs := sc.before()
	if !occurs {
		return nil
	}
	after := sc.after(e)
	return c.implied(append(known, sc.takes(e)...),
		c.pair(after, m.Store, v, w, after.of[0], after.of[1]), "a step breaks the lemma of two others")
}

// writes reports whether a step assigns what is shared.
func (c *checker) writes(e *model.Edge) bool {
	return slices.ContainsFunc(c.Sys.Globals, func(v model.Var) bool {
		_, ok := e.Updates[v.Sym]
		return ok
	})
}

// equation is the variable that a term says the constant value of, if it does.
func (c *checker) equation(t term.Term) (sym, value term.Term) {
	switch {
	case c.st.Op(t) == term.OpSymbol:
		return t, c.st.True()
	case c.st.Op(t) == term.OpNot && c.st.Op(c.st.Arg(t, 0)) == term.OpSymbol:
		return c.st.Arg(t, 0), c.st.False()
	case c.st.Op(t) != term.OpEq:
		return term.None, term.None
	}
	a, b := c.st.Arg(t, 0), c.st.Arg(t, 1)
	if c.st.IsConst(a) {
		a, b = b, a
	}
	if c.st.Op(a) == term.OpSymbol && c.st.IsConst(b) {
		return a, b
	}
	return term.None, term.None
}

// implied asks whether a condition follows from what is known. What of it is known as it stands, or with the
// constants that variables are known to be, is not asked.
func (c *checker) implied(known []term.Term, want term.Term, wrong string) error {
	have, values := map[term.Term]bool{}, map[term.Term]term.Term{}
	for _, t := range known {
		have[t] = true
		if sym, v := c.equation(t); sym != term.None {
			values[sym] = v
		}
	}
	put := c.apply(values)
	for _, t := range known {
		if sym, _ := c.equation(t); sym == term.None && c.st.IsFalse(put(t)) {
			return nil
		}
	}
	equations := linear.New(c.st, known)
	open := slices.DeleteFunc(c.st.Conjuncts(want), func(t term.Term) bool {
		if have[t] || c.st.IsTrue(put(t)) {
			return true
		}
		_, ok := equations.Implies(t)
		return ok
	})
	if len(open) == 0 {
		return nil
	}
	if _, ok := equations.Contradicts(known); ok {
		return nil
	}
	question := append(known, c.st.Not(c.st.And(open...)))
	if len(c.Sys.Counters) > 0 { // sums of counters are hard to compare bit by bit
		question = append(equations.Facts(), equations.Rewrite(question)...)
	}
	c.out.Questions++
	r := c.solver.Check(c.ctx, question...)
	if r.Status == smt.Unknown && c.ctx.Err() == nil {
		if again := c.solver.Check(c.ctx, equations.Rewrite(question)...); again.Status == smt.Unsat {
			r = again
		}
	}
	switch {
	case r.Status == smt.Unsat:
		return nil
	case r.Status == smt.Sat:
		return &Error{wrong}
	case c.ctx.Err() != nil:
		return fmt.Errorf("certificate: %w", c.ctx.Err())
	default:
		return &errUndecided{r.Reason}
	}
}
