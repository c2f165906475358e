package samples

import (
	"context"
	"slices"

	"whittle.dev/internal/ts/flow"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// houdini finds the largest inductive subset of candidates: those that an initial state breaks are dropped,
// and those that an edge breaks from a state in which all others hold, until there are none. Each question
// asks for one broken candidate of a chunk, and its model drops all that it breaks: a question about all at
// once is hard, one about each too many.
type houdini struct {
	ctx    context.Context
	g      *flow.Graph
	st     *term.Store
	solver smt.Solver
	sets   [][]candidate // by location
}

// candidate is a condition with the literal that assumes it.
type candidate struct{ t, lit term.Term }

// chunk is how many candidates a question is about.
const chunk = 12

func (l *lab) houdini(candidates [][]term.Term) ([][]term.Term, error) {
	h := &houdini{ctx: l.ctx, g: l.g, st: l.st, solver: l.solver}
	h.solver.Push()
	defer h.solver.Pop()
	for _, ts := range candidates {
		var set []candidate
		for _, t := range ts {
			c := candidate{t, h.st.Fresh("candidate", term.Bool)}
			if err := h.solver.Assert(h.st.Implies(c.lit, t)); err != nil {
				return nil, nil // no arithmetic, no lemmas
			}
			set = append(set, c)
		}
		h.sets = append(h.sets, set)
	}
	if ok := h.run(); !ok {
		return nil, h.ctx.Err()
	}
	out := make([][]term.Term, len(h.sets))
	for loc := range h.sets {
		h.reduce(loc)
		for _, c := range h.sets[loc] {
			out[loc] = append(out[loc], c.t)
		}
	}
	return out, h.ctx.Err()
}

// run drops candidates until the rest is inductive. It is false if the solver gave up.
func (h *houdini) run() bool {
	for loc := range h.g.Locs {
		if start := &h.g.Locs[loc].Start; !h.st.IsFalse(h.g.Locs[loc].Init) {
			if _, ok := h.drop(loc, h.step(start, -1)); !ok {
				return false
			}
		}
	}
	todo := make([]int, 0, len(h.g.Edges))
	for i := range h.g.Edges {
		if h.g.Edges[i].To != flow.Goal {
			todo = append(todo, i)
		}
	}
	for len(todo) > 0 {
		edge := todo[0]
		todo = todo[1:]
		e := &h.g.Edges[edge]
		dropped, ok := h.drop(e.To, h.step(e, e.From))
		if !ok {
			return false
		}
		if !dropped {
			continue
		}
		for _, out := range h.g.Locs[e.To].Out {
			if !slices.Contains(todo, out) {
				todo = append(todo, out)
			}
		}
	}
	return true
}

// step is how candidates are reached: by an edge from a location, or as an initial state, with from -1.
type step struct {
	from   int
	guard  term.Term
	before *term.Substituter
}

func (h *houdini) step(e *flow.Edge, from int) *step {
	m := make(map[term.Term]term.Term, len(e.Next))
	for v, t := range e.Next {
		m[h.g.Sys.Vars[v].Sym] = t
	}
	return &step{from, e.Guard, term.NewSubstituter(h.st, m)}
}

// drop drops the candidates of a location that some state breaks to which a step leads, from a state in which
// the candidates there hold.
func (h *houdini) drop(loc int, by *step) (dropped, ok bool) {
	image := func(c candidate) term.Term { return by.before.Apply(c.t) }
	for first, size := 0, chunk; first < len(h.sets[loc]); {
		if h.ctx.Err() != nil {
			return dropped, false
		}
		part := h.sets[loc][first:min(first+size, len(h.sets[loc]))]
		broken := make([]term.Term, len(part))
		for i, c := range part {
			broken[i] = h.st.Not(image(c))
		}
		assume := []term.Term{by.guard, h.st.Or(broken...)}
		if by.from >= 0 {
			for _, c := range h.sets[by.from] {
				assume = append(assume, c.t)
			}
		}
		switch r := h.ask(assume); r.Status {
		case smt.Unsat:
			first += len(part)
			if first%chunk == 0 {
				size = chunk
			}
			continue
		case smt.Unknown: // as if broken
			if h.ctx.Err() != nil {
				return dropped, false
			}
			if len(part) > 1 {
				size = 1
				continue
			}
			h.sets[loc] = slices.Delete(slices.Clone(h.sets[loc]), first, first+1)
			dropped = true
			continue
		}
		before := len(h.sets[loc])
		h.sets[loc] = slices.DeleteFunc(slices.Clone(h.sets[loc]), func(c candidate) bool {
			v, ok := h.solver.Value(image(c))
			return !ok || !v.Bool()
		})
		if len(h.sets[loc]) == before {
			return dropped, false // a model that breaks nothing would be asked for again
		}
		// Those before first stay: no such state breaks them. If the step is a loop it is looked at again.
		dropped = true
	}
	return dropped, true
}

// ask asserts the formulas for one question: equations among them then define variables.
func (h *houdini) ask(ts []term.Term) smt.Result {
	h.solver.Push()
	defer h.solver.Pop()
	for _, t := range ts {
		if err := h.solver.Assert(t); err != nil {
			return smt.Result{Reason: smt.ReasonUnsupported}
		}
	}
	return h.solver.Check(h.ctx)
}

// reduce drops candidates that the others imply: what is left is as strong.
func (h *houdini) reduce(loc int) {
	for i := len(h.sets[loc]) - 1; i >= 0; i-- {
		var others []term.Term
		for k, c := range h.sets[loc] {
			if k != i {
				others = append(others, c.lit)
			}
		}
		r := h.solver.Check(h.ctx, append(others, h.st.Not(h.sets[loc][i].t))...)
		if r.Status == smt.Unsat {
			h.sets[loc] = slices.Delete(h.sets[loc], i, i+1)
		}
	}
}
