package flow

import (
	"iter"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
)

// Loc numbers the places of a procedure that is built.
type Loc int32

// A Step becomes an edge. One without operation is a plain jump.
type Step struct {
	from, to Loc
	next     int32 // the next step from the same place, one more than its number; 0: there is none
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
	// Operands are those of the condition, see cfa.Edge.
	Operands []cfa.Operand
	// Aside says that no trace tells the step.
	Aside bool
	// Node is the part of the program that makes this step, where that is one part.
	Node cc.Node
}

// graph is a control-flow automaton under construction. It may hold plain jumps and unreachable parts; finish
// leaves both out.
type graph struct {
	blocks [][]Step // of blockSize steps each; in them, steps stay where they are
	taken  int      // steps
	places []place
	labels map[Loc]string
}

// blockSize is so small that a short procedure does not pay for what it does not use.
const blockSize = 32

// place is a place of a graph.
type place struct {
	pos         source.Pos
	first, last int32 // steps that begin here, as Step.next numbers them
	in          int32 // number of steps that lead here
}

func (g *graph) newLoc(pos source.Pos) Loc {
	g.places = append(g.places, place{pos: pos})
	return Loc(len(g.places) - 1)
}

func (g *graph) step(i int) *Step { return &g.blocks[i/blockSize][i%blockSize] }

func (g *graph) add(s Step) *Step {
	if g.taken%blockSize == 0 {
		g.blocks = append(g.blocks, make([]Step, 0, blockSize))
	}
	block := &g.blocks[len(g.blocks)-1]
	*block = append(*block, s)
	g.taken++
	from := &g.places[s.from]
	if from.last == 0 {
		from.first = int32(g.taken)
	} else {
		g.step(int(from.last) - 1).next = int32(g.taken)
	}
	from.last = int32(g.taken)
	g.places[s.to].in++
	return g.step(g.taken - 1)
}

// from lists the steps that begin at a place.
func (g *graph) from(at Loc) iter.Seq[*Step] {
	return func(yield func(*Step) bool) {
		for i := g.places[at].first; i != 0; {
			s := g.step(int(i) - 1)
			if !yield(s) {
				return
			}
			i = s.next
		}
	}
}

// only is the step that begins at a place; nil if there is none or another one as well.
func (g *graph) only(at Loc) *Step {
	p := &g.places[at]
	if p.first == 0 || p.first != p.last {
		return nil
	}
	return g.step(int(p.first) - 1)
}

// skip follows plain jumps from a place. A cycle of plain jumps, an empty endless loop, is one place: the
// first of its places.
func (g *graph) skip(at Loc) Loc {
	next := func(at Loc) (Loc, bool) {
		if s := g.only(at); s != nil {
			return s.to, s.Op == nil
		}
		return at, false
	}
	for range g.places {
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
	numbers := make([]cfa.LocID, len(g.places)) // one more than those of the locations
	order := make([]Loc, 0, len(g.places))
	number := func(at Loc) {
		if numbers[at] == 0 {
			order = append(order, at)
			numbers[at] = cfa.LocID(len(order))
		}
	}
	number(g.skip(entry))
	count := 0
	for i := 0; i < len(order); i++ {
		for s := range g.from(order[i]) {
			s.to = g.skip(s.to)
			number(s.to)
			count++
		}
	}
	p.Locs, p.Entry = make([]cfa.Loc, len(order)), 0
	for i, at := range order {
		p.Locs[i].Pos = g.places[at].pos
	}
	edges := make([]cfa.Edge, 0, count)
	for _, at := range order {
		for s := range g.from(at) {
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
			edges = append(edges, cfa.Edge{From: numbers[at] - 1, To: numbers[s.to] - 1, Op: op, Pos: s.Pos,
				Text: s.Text, Sync: s.Sync, Made: s.Made, Access: s.Access, Macro: s.Macro, Test: s.Test,
				Operands: s.Operands, Aside: s.Aside})
		}
	}
	prog.SetEdges(p, edges)
	i := 0
	for _, at := range order {
		for s := range g.from(at) {
			e := &edges[i]
			if s.Placed != nil {
				s.Placed(p, e)
			}
			if stems != nil && s.Node != nil {
				stems[e.ID] = s.Node
			}
			i++
		}
	}
	for at, name := range g.labels {
		if n := numbers[g.skip(at)]; n > 0 {
			if old := p.Locs[n-1].Label; old == "" || name < old {
				p.Locs[n-1].Label = name
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
		for s := range g.from(l) {
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
			}
			if cfa.Ends(s.Op) {
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
