package flow

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
)

// Loc numbers the places of a procedure that is built.
type Loc int32

// A Step becomes an edge. One without operation is a plain jump.
type Step struct {
	from, to Loc
	Op       cfa.Op
	// Callee, if not nil, is called for the procedure of a Call or Spawn if the step can be reached.
	Callee func() cfa.ProcID
	// Placed, if not nil, is called with the edge that the step becomes.
	Placed func(p *cfa.Proc, e *cfa.Edge)
	Pos    source.Pos
	Macro  source.Pos // Edge.Macro
	Text   string
	Sync   *cfa.Sync
	Made   *cfa.Made
	Access string
	Test   *cfa.Test
	// Node is the part of the program that makes this step, where that is one part.
	Node cc.Node
}

// graph is a control-flow automaton under construction. It may hold plain jumps and unreachable parts; finish
// leaves both out.
type graph struct {
	steps  []Step
	out    [][]int32 // steps by origin
	in     []int32   // number of steps that lead to a place
	labels map[Loc]string
	places []source.Pos
}

func (g *graph) newLoc(pos source.Pos) Loc {
	g.out = append(g.out, nil)
	g.in = append(g.in, 0)
	g.places = append(g.places, pos)
	return Loc(len(g.out) - 1)
}

func (g *graph) add(s Step) {
	g.out[s.from] = append(g.out[s.from], int32(len(g.steps)))
	g.in[s.to]++
	g.steps = append(g.steps, s)
}

// skip follows plain jumps from a place. A cycle of plain jumps, an empty endless loop, is one place: the
// first of its places.
func (g *graph) skip(at Loc) Loc {
	next := func(at Loc) (Loc, bool) {
		if len(g.out[at]) != 1 {
			return at, false
		}
		s := &g.steps[g.out[at][0]]
		return s.to, s.Op == nil
	}
	for range g.out {
		to, plain := next(at)
		if !plain {
			return at
		}
		at = to
	}
	first := at
	for p, _ := next(at); p != at; p, _ = next(p) {
		first = min(first, p)
	}
	return first
}

// finish writes the part of the graph that can be reached into a procedure, and says which node each edge
// stems from, unless stems is nil.
func (g *graph) finish(prog *cfa.Program, p *cfa.Proc, entry Loc, stems map[cfa.EdgeID]cc.Node) {
	numbers := map[Loc]cfa.LocID{}
	var order []Loc
	place := func(at Loc) cfa.LocID {
		at = g.skip(at)
		if n, ok := numbers[at]; ok {
			return n
		}
		n := p.NewLoc(g.places[at])
		numbers[at] = n
		order = append(order, at)
		return n
	}
	first := g.skip(entry)
	numbers[first] = p.Entry
	p.Locs[p.Entry].Pos = g.places[first]
	order = append(order, first)
	for i := 0; i < len(order); i++ {
		at := order[i]
		for _, si := range g.out[at] {
			s := &g.steps[si]
			op := s.Op
			if op == nil {
				op = cfa.Assume{Cond: prog.Terms.True()}
			}
			if s.Callee != nil {
				switch o := op.(type) {
				case cfa.Call:
					o.Proc = s.Callee()
					op = o
				case cfa.Spawn:
					o.Proc = s.Callee()
					op = o
				}
			}
			e := prog.NewEdge(p, numbers[at], place(s.to), op, s.Pos)
			e.Text, e.Sync, e.Made, e.Access, e.Macro = s.Text, s.Sync, s.Made, s.Access, s.Macro
			e.Test = s.Test
			if s.Placed != nil {
				s.Placed(p, e)
			}
			if stems != nil && s.Node != nil {
				stems[e.ID] = s.Node
			}
		}
	}
	for at, name := range g.labels {
		if n, ok := numbers[g.skip(at)]; ok {
			if old := p.Locs[n].Label; old == "" || name < old {
				p.Locs[n].Label = name
			}
		}
	}
}

// unbalanced looks for a place that can be reached with different numbers of open atomic sections, a section
// that is closed without having been opened, and one that is open at a return. The program model has no such
// sections.
func (g *graph) unbalanced(entry Loc) (at source.Pos, what string) {
	depth := map[Loc]int{entry: 0}
	work := []Loc{entry}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, i := range g.out[l] {
			s := &g.steps[i]
			d := depth[l]
			switch s.Op.(type) {
			case cfa.AtomicBegin:
				d++
			case cfa.AtomicEnd:
				if d--; d < 0 {
					return s.Pos, "the end of an atomic section that does not begin in the same function"
				}
			case cfa.Return:
				if d != 0 {
					return s.Pos, "a return inside of an atomic section"
				}
				continue
			case cfa.Exit, cfa.Violation, cfa.Unsupported, cfa.UB:
				continue
			}
			if old, ok := depth[s.to]; !ok {
				depth[s.to] = d
				work = append(work, s.to)
			} else if old != d {
				return s.Pos, "an atomic section that is open on one way to this place and not on another"
			}
		}
	}
	return source.Pos{}, ""
}
