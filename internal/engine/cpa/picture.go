package cpa

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine"
	"whittle.dev/internal/engine/cpa/composite"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/english"
	"whittle.dev/internal/picture"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Graph decides a task, as Check does, and returns the abstract reachability graph that is left at the end,
// as the figures 2.3 and 3.1 of the thesis show it. A node has the places of the threads; one in which an
// abstraction was computed is marked and has what the domains know. A successor that another node includes is
// an edge to that one. With fold, chains of nodes that nothing is known of are one edge.
func (e *Engine) Graph(ctx context.Context, t engine.Task, fold bool) (res engine.Result, p picture.Picture,
	err error) {
	w := &Engine{cfg: e.cfg, watch: func(r *run) { p = r.picture(fold) }}
	res, err = w.Check(ctx, t)
	return res, p, err
}

// album has the folded graph, for a report.
func (r *run) album() *picture.Album {
	a := &picture.Album{Kind: picture.Reachability}
	a.Add(r.picture(true))
	return a
}

// picture is the graph as it is.
func (r *run) picture(fold bool) picture.Picture {
	p := picture.Picture{Title: fmt.Sprintf("%s, %s, %s", english.Count(r.graph.Size(), "state"),
		english.Count(r.refinements, "refinement"), english.Count(r.predicates(), "predicate")),
		Predicates: r.predicates()}
	d := describer{r: r, before: map[cfa.ProcID][]source.Pos{}}
	for n := range r.graph.All() {
		if n.CoveredBy != nil {
			continue
		}
		p.Nodes = append(p.Nodes, d.node(n))
		for _, c := range n.Children {
			e := picture.Edge{From: n.ID + 1, To: c.ID + 1, Steps: []string{d.step(n, c)}}
			if c.CoveredBy != nil {
				e.To, e.Covered = c.CoveredBy.ID+1, true
			}
			if !slices.ContainsFunc(p.Edges, e.Same) {
				p.Edges = append(p.Edges, e)
			}
		}
	}
	if fold {
		p = p.Fold()
	}
	return p
}

// describer says for people what nodes are.
type describer struct {
	r *run
	// before has, by procedure and location, where the last operation before it stands in the text.
	before map[cfa.ProcID][]source.Pos
}

// node describes a node.
func (d *describer) node(n *node) picture.Node {
	out := picture.Node{ID: n.ID + 1, Initial: n == d.r.graph.First()}
	if end := n.State.Stop; end != nil {
		out.Bad = end.Kind == multistate.Violated
		out.Label = []string{fmt.Sprintf("%s at line %d", what(end), end.Pos().Line)}
		return out
	}
	out.Marked = n.State.Abstract()
	for _, at := range n.State.MS.Points() {
		out.Label = append(out.Label, fmt.Sprintf("T%d %s:%d", at.Thread, d.r.prog.Procs[at.Proc].Name,
			d.position(at).Line))
	}
	if out.Marked {
		for _, f := range d.facts(n.State) {
			out.Label = append(out.Label, f.text)
		}
	}
	return out
}

// step describes the step from a node to a successor: the thread, and the line where it was.
func (d *describer) step(n, next *node) string {
	m := next.State.Move
	for _, at := range n.State.MS.Points() {
		if int(at.Thread) == m.Thread {
			return fmt.Sprintf("T%d:%d", m.Thread, d.position(at).Line)
		}
	}
	return fmt.Sprintf("T%d", m.Thread)
}

// position is where the next operation of a thread stands. Of one inside a library model it is the call.
func (d *describer) position(at multistate.Point) source.Pos {
	p := d.r.prog.Procs[at.Proc]
	if out := p.Locs[at.Loc].Out; len(out) > 0 {
		if pos := p.Edges[out[0]].Pos; d.inText(pos) {
			return pos
		}
	}
	if d.before[at.Proc] == nil {
		d.before[at.Proc] = d.backward(p)
	}
	if pos := d.before[at.Proc][at.Loc]; pos.IsValid() {
		return pos
	}
	return p.Pos
}

// inText reports whether a position is in the text of the user.
func (d *describer) inText(pos source.Pos) bool {
	return pos.IsValid() && !strings.HasPrefix(d.r.prog.Files.Name(pos.File), "<")
}

// backward finds, by location, the last position in the text before it.
func (d *describer) backward(p *cfa.Proc) []source.Pos {
	out := make([]source.Pos, len(p.Locs))
	for changed := true; changed; {
		changed = false
		for _, e := range p.Edges {
			pos := e.Pos
			if !d.inText(pos) {
				pos = out[e.From]
			}
			if pos.IsValid() && !out[e.To].IsValid() {
				out[e.To], changed = pos, true
			}
		}
	}
	return out
}

// fact is something that a domain knows of a state, with the names of places.
type fact struct {
	term term.Term
	text string
}

// facts is what the domains know of an abstraction state.
func (d *describer) facts(s *composite.State) []fact {
	st := d.r.x.Terms()
	named := map[term.Term]term.Term{}
	for _, slot := range s.Slots {
		named[slot.Sym] = symbol(st, s.MS.PlaceName(slot.Place), st.Sort(slot.Sym))
	}
	var out []fact
	for _, f := range d.r.analysis.Facts(s) {
		t := st.Substitute(f, named)
		out = append(out, fact{t, text(st, t)})
	}
	return out
}

// symbol is a symbol of a name and sort, for people: with a mark if the name has another sort.
func symbol(st *term.Store, name string, sort term.Sort) term.Term {
	for {
		t := st.Lookup(name)
		if t == term.None || st.Sort(t) == sort {
			return st.Symbol(name, sort)
		}
		name += "'"
	}
}

// maxDisjuncts is how many ways of a fact are written; of more only their atoms are.
const maxDisjuncts = 2

// text is a fact for people: comparisons with numbers as such, what else there is in SMT-LIB.
func text(st *term.Store, t term.Term) string {
	switch op := st.Op(t); {
	case op == term.OpOr && len(st.Args(t)) > maxDisjuncts:
		var words []string
		for _, a := range atoms(st, t) {
			words = append(words, text(st, a))
		}
		return fmt.Sprintf("%s of %s", english.Count(len(st.Args(t)), "combination"),
			strings.Join(words, "; "))
	case op == term.OpEq:
		return equation(st, t, " = ")
	case op == term.OpNot && st.Op(st.Arg(t, 0)) == term.OpEq:
		return equation(st, st.Arg(t, 0), " != ")
	}
	return st.String(t)
}

// equation writes an equation of a symbol and a number.
func equation(st *term.Store, t term.Term, word string) string {
	a, b := st.Arg(t, 0), st.Arg(t, 1)
	if st.IsConst(a) {
		a, b = b, a
	}
	if st.Op(a) == term.OpSymbol && st.IsConst(b) && st.Sort(b).IsBitVec() {
		return st.Name(a) + word + st.ConstBig(b).String()
	}
	s := st.String(t)
	if word != " = " {
		s = "(not " + s + ")"
	}
	return s
}
