package ranking

import (
	"whittle.dev/internal/proof/measures"
	"whittle.dev/internal/ts/flow"
	"whittle.dev/smt"
	"whittle.dev/term"
)

// maxPairs bounds the edges of a refined graph.
const maxPairs = 400

// refined is the graph in which a location remembers the edge by which it was reached: an edge of it is an
// edge of the graph that can follow another one. Edges that never follow each other are in no cycle together,
// and more is known where one edge leads to than where several meet. It is nil if that would be too large.
func (s *search) refined() (*flow.Graph, error) {
	n := 0
	for _, l := range s.g.Locs {
		n += len(l.In) * len(l.Out)
	}
	if n > maxPairs {
		return nil, nil
	}
	out := &flow.Graph{Sys: s.g.Sys}
	edges := measures.Inner(s.g)
	number := map[int]int{} // of the location behind an edge
	for _, e := range edges {
		l := s.g.Locs[s.g.Edges[e].To]
		number[e] = len(out.Locs)
		out.Locs = append(out.Locs, flow.Location{At: l.At, Init: s.st.False(), Live: l.Live})
	}
	add := func(from int, e int) {
		edge := s.g.Edges[e]
		edge.From, edge.To = from, number[e]
		out.Locs[from].Out = append(out.Locs[from].Out, len(out.Edges))
		out.Locs[edge.To].In = append(out.Locs[edge.To].In, len(out.Edges))
		out.Edges = append(out.Edges, edge)
	}
	for _, l := range s.g.Locs {
		if s.st.IsFalse(l.Init) {
			continue
		}
		first := flow.Location{At: l.At, Init: l.Init, Start: l.Start, Live: l.Live}
		out.Locs = append(out.Locs, first)
		for _, e := range l.Out {
			add(len(out.Locs)-1, e)
		}
	}
	for _, e := range edges {
		for _, f := range s.g.Locs[s.g.Edges[e].To].Out {
			if follows := s.follows(e, f); s.ask(follows...) != smt.Unsat {
				add(number[e], f)
			}
			if err := s.ctx.Err(); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// follows are conditions that hold together if an edge can be taken after another one.
func (s *search) follows(e, f int) []term.Term {
	first, second := &s.g.Edges[e], &s.g.Edges[f]
	m := s.assigning(first.Next)
	for _, in := range second.Inputs {
		m[in] = s.st.Fresh("in", s.st.Sort(in))
	}
	return []term.Term{s.at(first.From), first.Guard,
		term.NewSubstituter(s.st, m).Apply(s.st.And(second.Guard, s.at(first.To)))}
}
