package encoding

import (
	"fmt"
	"slices"

	"whittle.dev/internal/engine/internal/eventfacts"
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/internal/engine/internal/ordering"
	"whittle.dev/internal/trace"
	"whittle.dev/term"
)

// execution is a concrete run of the event graph that a model describes: the nodes up to the goal in an order
// that the model allows, executed on concrete memory. Reads that the encoding left out get their values here.
type execution struct {
	e       *Encoder
	value   map[term.Term]term.Value // of symbols
	guards  map[events.Guard]bool
	evs     []*term.Evaluator // by depth of nested evaluations
	depth   int
	mem     map[uint64]byte
	content map[uint64]byte // see chosen
	nodes   []events.NodeID // in order
	goal    *events.Goal
	race    *racing       // not nil: it ends in a data race
	past    ordering.Past // how far each thread runs
	// Made by describe: the keys of instances, by threads of the graph, and what these are in the trace.
	names  []map[int]trace.Key
	number map[int]int
}

// order finds how far each thread must run for some nodes, and puts what they do into an order.
func (x *execution) order(last []events.NodeID, further ...ordering.Edge) (err error) {
	x.past = x.e.model.Past(x.e, last...)
	x.nodes, err = x.e.model.Linearise(x.e, x.past, further...)
	return err
}

// Value gives the symbols their values; it implements term.Assignment.
func (x *execution) Value(sym term.Term) (term.Value, bool) {
	if v, ok := x.value[sym]; ok {
		return v, true
	}
	e := x.e
	if m, ok := e.Symbols[sym]; ok {
		switch m.Kind {
		case eventfacts.GuardSymbol:
			return term.BoolValue(x.guard(events.Guard(m.Index))), true
		case eventfacts.ReadSymbol:
			return term.Value{}, false // not executed
		case eventfacts.ValidSymbol:
			if !e.seen[sym] {
				v, err := x.eval(e.Points.Valid(e.Graph.Events[m.Index]))
				return v, err == nil
			}
		case eventfacts.StartSymbol:
			if !e.seen[sym] {
				v, err := x.eval(e.Points.Starts(e.Graph.Starts[m.Index]))
				return v, err == nil
			}
		}
	}
	v, ok := e.solver.Value(sym)
	return v, ok
}

// run executes the events of the nodes in order.
func (x *execution) run() error {
	e := x.e
	byNode := map[events.NodeID][]*events.Event{}
	for _, ev := range e.Graph.Events {
		if n := e.Graph.Nodes[ev.Node]; n.Index <= x.past[n.Thread] {
			byNode[ev.Node] = append(byNode[ev.Node], ev)
		}
	}
	for _, id := range x.nodes {
		evs := byNode[id]
		slices.SortStableFunc(evs, func(a, b *events.Event) int { return a.Pos - b.Pos })
		for _, ev := range evs {
			if !x.guard(ev.Guard) || ev.Section != nil && !x.completesInModel(ev.Section) {
				if !ev.Write {
					// Conditions may still mention it, without depending on it.
					x.value[ev.Value] = e.s.ConstValue(e.s.BV(8*ev.Size, 0))
				}
				continue
			}
			addr, err := x.eval(ev.Addr)
			if err != nil {
				return fmt.Errorf("address of an access: %w", err)
			}
			a := addr.Uint64()
			if !ev.Write {
				x.value[ev.Value] = x.load(a, ev.Size)
				if e.weak != nil {
					v, ok := e.solver.Value(ev.Value)
					if !ok {
						return fmt.Errorf("what a read sees is not in the model")
					}
					x.value[ev.Value] = v
				}
				continue
			}
			v, err := x.eval(ev.Value)
			if err != nil {
				return fmt.Errorf("value of a write: %w", err)
			}
			for i := range ev.Size {
				x.mem[a+uint64(i)] = eventfacts.Octet(v, i)
			}
		}
	}
	return nil
}

// completesInModel reports whether a section takes place in this execution. While its
// reads are being executed its end is not known yet, so the model decides.
func (x *execution) completesInModel(sec *events.Section) bool {
	if x.goal.Section == sec {
		return true
	}
	c := x.e.sectionCompletes(sec)
	if x.e.seen[c] {
		return x.e.holds(c)
	}
	return true
}

// eval evaluates a term. The values of guards in it are evaluated on the way.
func (x *execution) eval(t term.Term) (term.Value, error) {
	if x.depth == len(x.evs) {
		x.evs = append(x.evs, term.NewEvaluator(x.e.s, x))
	}
	ev := x.evs[x.depth]
	x.depth++
	defer func() { x.depth-- }()
	return ev.Eval(t)
}

// guard evaluates a guard. One that depends on a read that was not executed does not hold.
func (x *execution) guard(g events.Guard) bool {
	if v, ok := x.guards[g]; ok {
		return v
	}
	gs := x.e.Graph.Guards
	v := g == events.Always
	if dom, cond, ok := gs.Conjunct(g); ok {
		if x.guard(dom) {
			b, err := x.eval(cond)
			if err != nil {
				return false
			}
			v = b.Bool()
		}
	} else {
		for _, p := range gs.Disjuncts(g) {
			v = v || x.guard(p)
		}
		if !v && g != events.Always {
			return false
		}
	}
	x.guards[g] = v
	return v
}

// load reads concrete memory.
func (x *execution) load(addr uint64, size int) term.Value {
	e := x.e
	out := e.s.BV(8*size, 0)
	for i := size - 1; i >= 0; i-- {
		out = e.s.BVOr(e.s.BVShl(out, e.s.BV(8*size, 8)), e.s.BV(8*size, uint64(x.octet(addr+uint64(i)))))
	}
	return e.s.ConstValue(out)
}

func (x *execution) octet(a uint64) byte {
	if b, ok := x.mem[a]; ok {
		return b
	}
	region := x.e.Graph.Program.RegionOf(a)
	if x.e.Graph.IsLife(a) {
		return 0
	}
	if o := x.e.Graph.StaticObject(region); o != nil && !o.Undefined {
		v, _ := x.e.s.ConstUint64(x.e.Graph.InitialContent(o, a, 1))
		return byte(v)
	}
	return x.chosen()[a]
}

// chosen is the undefined initial content that the model chose, by address.
func (x *execution) chosen() map[uint64]byte {
	if x.content == nil {
		x.content = x.e.Initial.Chosen(func(t term.Term) (term.Value, bool) {
			if !x.e.seen[t] {
				return term.Value{}, false
			}
			return x.e.solver.Value(t)
		})
	}
	return x.content
}
