package predicate

import (
	"context"
	"slices"

	"whittle.dev/internal/engine/cpa/domain"
	"whittle.dev/internal/engine/internal/multistate"
	"whittle.dev/internal/engine/internal/refine"
	"whittle.dev/internal/engine/internal/samples"
	"whittle.dev/internal/ts/flow"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// What loops keep.
//
// A path that goes round a loop has the same explicit part twice. The blocks of all paths that were refined,
// put together where they meet, are a flow graph with loops: a part of the program. What random executions of
// that have in common and what is inductive in it (package samples) is worth following: affine relations and
// bounds of differences, which the sources that look at one path find for each length of it anew. As the
// graph is a part only, this may be wrong of the program, so these are predicates like others.

// folded are the blocks of the paths that were refined.
type folded struct {
	shapes map[[16]byte]int // locations by the explicit part
	blocks []block
	taken  int // how often samples were taken
	size   int // of the graph, when they were taken last
	calls  int
}

// block is a block between two locations; to is -1 after the last one of a path.
type block struct {
	from, to int
	step     *domain.Step
	after    []multistate.Slot // of its target, if there is one
}

// add notes the blocks of a path, and reports whether the path comes to a location twice.
func (f *folded) add(blocks []*domain.Step) (repeats bool) {
	if f.shapes == nil {
		f.shapes = map[[16]byte]int{{}: 0}
	}
	f.calls++
	at, seen := 0, map[int]bool{0: true}
	for i, b := range blocks {
		to := -1
		if i < len(blocks)-1 {
			loc, ok := f.shapes[b.Shape]
			if !ok {
				loc = len(f.shapes)
				f.shapes[b.Shape] = loc
			}
			to = loc
			repeats = repeats || seen[loc]
			seen[loc] = true
		}
		if !slices.ContainsFunc(f.blocks, func(c block) bool {
			return c.from == at && c.to == to && slices.Equal(c.step.Guard, b.Guard) &&
				slices.Equal(c.step.Next, b.Next)
		}) {
			f.blocks = append(f.blocks, block{at, to, b, b.Target})
		}
		at = to
	}
	return repeats
}

// sampleAfter are numbers of refinements after which samples are taken, the later times of more kinds of
// conditions. The first time is sooner if a path goes round a loop.
var sampleAfter = [...]int{4, 12, 40}

// maxLemmas bounds the predicates of one location that samples give at a time.
const maxLemmas = 12

// Sample adds predicates about what loops keep, if it is time for that. It returns the first state of the
// path that they are about, as Refine does.
func (d *Domain) Sample(ctx context.Context, blocks []*domain.Step, cfg refine.Config) (first int, ok bool,
	err error) {
	f := &d.folded
	repeats := f.add(blocks)
	if cfg.Off[refine.Samples] || f.taken == len(sampleAfter) || f.size == len(f.blocks) ||
		f.calls < sampleAfter[f.taken] && (f.taken > 0 || !repeats) {
		return 0, false, nil
	}
	opt := samples.Options{Forms: f.taken > 0, NoPhases: true}
	f.taken++
	f.size = len(f.blocks)
	lemmas, err := samples.Lemmas(ctx, d.union(), cfg.Solver(d.st), opt)
	if err != nil || ctx.Err() != nil {
		return 0, false, ctx.Err()
	}
	first = len(blocks)
	where := map[int]int{}
	for i, b := range blocks[:len(blocks)-1] {
		if loc := f.shapes[b.Shape]; where[loc] == 0 {
			where[loc] = i + 1
		}
	}
	for loc, list := range lemmas {
		for _, t := range list[:min(len(list), maxLemmas)] {
			if loc > 0 && d.Precision.Add(t) && where[loc] > 0 {
				first = min(first, where[loc])
			}
		}
	}
	return first, first < len(blocks), nil
}

// union is the graph of all blocks.
func (d *Domain) union() *flow.Graph {
	v := d.variables()
	for _, b := range d.folded.blocks {
		v.add(b.step.Source)
		v.add(b.after)
	}
	g := &flow.Graph{Sys: v.system(), Locs: make([]flow.Location, len(d.folded.shapes))}
	for i := range g.Locs {
		g.Locs[i] = flow.Location{At: d.st.True(), Init: d.st.Bool(i == 0), Live: make([]bool, len(v.places))}
		g.Locs[i].Start = flow.Edge{To: i, Guard: g.Locs[i].Init, Next: v.stay()}
	}
	for i, b := range d.folded.blocks {
		e := d.edge(b.step, b.from, v.stay())
		if b.to < 0 {
			e.To, e.Next = flow.Goal, nil
			g.Locs[b.from].Exits = append(g.Locs[b.from].Exits, i)
		} else {
			e.To = b.to
			for k, slot := range b.after {
				at := v.index[slot.Place]
				e.Next[at] = e.value(b.step.Next[k], d.st.Sort(slot.Sym))
				g.Locs[b.to].Live[at] = true
			}
			g.Locs[b.from].Out = append(g.Locs[b.from].Out, i)
			g.Locs[b.to].In = append(g.Locs[b.to].In, i)
		}
		g.Edges = append(g.Edges, e.Edge)
	}
	return g
}

// variables are places as the variables of a system.
type variables struct {
	d      *Domain
	index  map[multistate.Place]int
	places []multistate.Place
}

func (d *Domain) variables() *variables {
	return &variables{d: d, index: map[multistate.Place]int{}}
}

func (v *variables) add(slots []multistate.Slot) {
	for _, slot := range slots {
		if _, ok := v.index[slot.Place]; !ok {
			v.index[slot.Place] = len(v.places)
			v.places = append(v.places, slot.Place)
		}
	}
}

// system is a system without transitions of these variables.
func (v *variables) system() *transition.System {
	st := v.d.st
	sys := &transition.System{Terms: st, Init: st.True()}
	for _, at := range v.places {
		sym := v.d.Precision.Symbol(at)
		name := st.Name(sym)
		sys.Vars = append(sys.Vars, transition.Var{Name: name, Sym: sym,
			Next: st.Symbol(name+"'", st.Sort(sym)), Process: transition.Shared})
	}
	return sys
}

// stay leaves all variables as they are.
func (v *variables) stay() []term.Term {
	var out []term.Term
	for _, at := range v.places {
		out = append(out, v.d.Precision.Symbol(at))
	}
	return out
}
