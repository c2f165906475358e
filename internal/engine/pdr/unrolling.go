package pdr

import (
	"context"

	"whittle.dev/internal/ts/flow"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// An unrolling is all paths of a graph up to a length as one formula, step by step: a literal for each
// location at each depth, one for each edge that is taken there, and symbols for the values of variables. A
// location that is at a depth is there by some edge, whose guard held before and which assigned the values.
// So following the edges back from a goal gives a path, whatever else is true in a model.
type unrolling struct {
	*asker
	at    [][]term.Term             // by depth and location
	take  [][]term.Term             // by depth and edge, edges to goals too
	now   []map[term.Term]term.Term // by depth: what variables and inputs stand for
	goes  []term.Term               // by depth: an edge to a goal is taken
	not   []term.Term               // by depth: none can be
	start term.Term                 // the states at depth 0 are initial
}

func newUnrolling(ctx context.Context, g *flow.Graph, solver smt.Solver) (*unrolling, error) {
	st := g.Sys.Terms
	u := &unrolling{asker: &asker{ctx: ctx, g: g, st: st, solver: solver},
		start: st.Fresh("start", term.Bool)}
	u.depth()
	for l := range g.Locs {
		init := st.Substitute(g.Locs[l].Init, u.now[0])
		if err := u.assert(st.Implies(u.start, st.Implies(u.at[0][l], init))); err != nil {
			return nil, err
		}
	}
	return u, u.goals(0)
}

// depth makes the symbols of one more depth.
func (u *unrolling) depth() {
	now := map[term.Term]term.Term{}
	for _, v := range u.g.Sys.Vars {
		now[v.Sym] = u.st.Fresh(v.Name, u.st.Sort(v.Sym))
	}
	for i := range u.g.Edges {
		for _, in := range u.g.Edges[i].Inputs {
			if now[in] == term.None {
				now[in] = u.st.Fresh("in", u.st.Sort(in))
			}
		}
	}
	var at []term.Term
	for range u.g.Locs {
		at = append(at, u.st.Fresh("at", term.Bool))
	}
	u.at, u.now = append(u.at, at), append(u.now, now)
	u.take = append(u.take, make([]term.Term, len(u.g.Edges)))
}

// goals says when a goal is reached from the states at a depth.
func (u *unrolling) goals(d int) error {
	goes, not := u.st.Fresh("goes", term.Bool), u.st.Fresh("not", term.Bool)
	sub := term.NewSubstituter(u.st, u.now[d])
	var some []term.Term
	for l := range u.g.Locs {
		for _, i := range u.g.Locs[l].Exits {
			u.take[d][i] = u.st.Fresh("take", term.Bool)
			some = append(some, u.take[d][i])
			can := u.st.And(u.at[d][l], sub.Apply(u.g.Edges[i].Guard))
			if err := u.assert(u.st.And(u.st.Implies(u.take[d][i], can),
				u.st.Implies(not, u.st.Not(can)))); err != nil {
				return err
			}
		}
	}
	u.goes, u.not = append(u.goes, goes), append(u.not, not)
	return u.assert(u.st.Implies(goes, u.st.Or(some...)))
}

// extend adds a depth.
func (u *unrolling) extend() error {
	d := len(u.at) - 1
	u.depth()
	sub := term.NewSubstituter(u.st, u.now[d])
	by := make([][]term.Term, len(u.g.Locs))
	for i := range u.g.Edges {
		e := &u.g.Edges[i]
		if e.To == flow.Goal {
			continue
		}
		take := u.st.Fresh("take", term.Bool)
		u.take[d][i] = take
		by[e.To] = append(by[e.To], take)
		then := []term.Term{u.at[d][e.From], sub.Apply(e.Guard)}
		for v, live := range u.g.Locs[e.To].Live {
			if live {
				then = append(then, u.st.Eq(u.now[d+1][u.g.Sys.Vars[v].Sym], sub.Apply(e.Next[v])))
			}
		}
		if err := u.assert(u.st.Implies(take, u.st.And(then...))); err != nil {
			return err
		}
	}
	for l, edges := range by {
		if err := u.assert(u.st.Implies(u.at[d+1][l], u.st.Or(edges...))); err != nil {
			return err
		}
	}
	return u.goals(d + 1)
}

// path reads a path to a goal at the last depth from the model.
func (u *unrolling) path() (*transition.Path, error) {
	d := len(u.at) - 1
	var steps []flow.Step
	edge := u.taken(d, func(e *flow.Edge) bool { return e.To == flow.Goal })
	for ; d >= 0 && edge >= 0; d-- {
		e := &u.g.Edges[edge]
		step := flow.Step{Edge: edge, Inputs: term.Map{}}
		for _, in := range e.Inputs {
			step.Inputs[in] = u.value(u.now[d][in])
		}
		steps = append([]flow.Step{step}, steps...)
		if d > 0 {
			edge = u.taken(d-1, func(f *flow.Edge) bool { return f.To == e.From })
		}
	}
	first := make(transition.State, len(u.g.Sys.Vars))
	for v := range u.g.Sys.Vars {
		first[v] = u.value(u.now[0][u.g.Sys.Vars[v].Sym])
	}
	initial := term.Map{}
	for _, in := range u.g.Sys.InitInputs {
		initial[in] = u.value(in)
	}
	p, err := u.g.Path(first, initial, steps)
	if err == nil {
		err = u.g.Sys.Replay(p)
	}
	return p, err
}

// taken is an edge of a kind that the model takes at a depth, or -1.
func (u *unrolling) taken(d int, ok func(*flow.Edge) bool) int {
	for i, take := range u.take[d] {
		if take != term.None && ok(&u.g.Edges[i]) && u.value(take).Bool() {
			return i
		}
	}
	return -1
}

func (u *unrolling) value(t term.Term) term.Value {
	if v, ok := u.solver.Value(t); ok {
		return v
	}
	return u.st.ZeroValue(u.st.Sort(t))
}
