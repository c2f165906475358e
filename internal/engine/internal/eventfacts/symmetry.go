package eventfacts

import (
	"slices"

	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// Symmetry between threads. Twins are threads that one thread creates one after the other and that do the
// same: what one of them does in an execution another one can do instead. So of the executions that differ in
// nothing but which of the twins does what, one is enough: the one in which the twins reach their first nodes
// in the order in which they were created. With the exact projection those that take part are moreover the
// first of them, as a thread that never runs is a prefix of an execution too.
//
// # Why nothing is lost
//
// Let X be an execution of the graph, a total order of all its nodes. Nodes that do not take place can stand
// at the end. Exchange the nodes of the twins such that the positions of their first nodes (the ones after
// the start) ascend with the order of creation, and the values of their symbols with them. The graph of the
// one is that of the other with other names, which is checked term by term, and no name of a twin occurs
// elsewhere; so each read has a right value still, and each goal that was reached is reached, perhaps in
// another twin. It remains that a twin must not run before it was created. The k-th twin gets the k-th of the
// first nodes. That node, and the first nodes before it, were of k different twins; so one of them was of the
// k-th or a later one, and came after its creation, hence after that of the k-th. All else that the k-th twin
// now does is after its first node. If a later twin is created so is an earlier one, by their guards; hence
// if some take part the first as many were created.
//
// Joins tell twins apart. A class is split into those that are joined and the others. Those that are joined
// are so by their parent, each once, with nothing between the joins but private accesses, and all that the
// parent does after the first join takes place only if all of them do: so all of the joins can be at the
// place of the last one, or, if that is never reached, be dropped. The exit values must not be used. Joins on
// which nothing depends do not count.
//
// What a thread does with its own id or its own objects shows as a different
// constant, and then it has no twins.

// Twins are threads that do the same, in the order in which they are created.
type Twins []*events.Thread

// Symmetry finds the twins of a graph.
func Symmetry(g *events.Graph, symbols Symbols, cells *Cells, meter *Meter) ([]Twins, error) {
	f := &twinFinder{g: g, symbols: symbols, cells: cells, meter: meter}
	if !f.candidates() {
		return nil, nil
	}
	f.collect()
	return f.classes()
}

// twinFinder looks for twins in a graph.
type twinFinder struct {
	g       *events.Graph
	symbols Symbols
	cells   *Cells
	meter   *Meter

	bodies  []body // by thread
	at      map[events.NodeID][]*events.Event
	group   map[int][]*events.Event // by group of cells
	owner   map[term.Term]int       // of symbols: the thread they occur in, or severalOwners
	reached map[term.Term]bool      // terms that goals and events depend on
}

// body is what a thread consists of.
type body struct {
	events []*events.Event
	goals  []*events.Goal
	plain  bool // no joins, spawns, or objects of its own
}

const severalOwners = -1

// candidates reports whether there can be twins at all.
func (f *twinFinder) candidates() bool {
	type kind struct {
		parent, length int
		proc           any
	}
	seen := map[kind]bool{}
	for _, th := range f.g.Threads {
		if th.Idle || th.Parent < 0 {
			continue
		}
		k := kind{th.Parent, len(th.Chain), th.Entry}
		if seen[k] {
			return true
		}
		seen[k] = true
	}
	return false
}

// collect sorts what is in the graph by threads, nodes and groups.
func (f *twinFinder) collect() {
	g := f.g
	f.bodies = make([]body, len(g.Threads))
	for i := range f.bodies {
		f.bodies[i].plain = true
	}
	f.at, f.group = map[events.NodeID][]*events.Event{}, map[int][]*events.Event{}
	for _, ev := range g.Events {
		b := &f.bodies[ev.Thread]
		b.events = append(b.events, ev)
		f.at[ev.Node] = append(f.at[ev.Node], ev)
		gr := f.cells.access[ev.ID].group
		f.group[gr] = append(f.group[gr], ev)
	}
	for _, goal := range g.Goals {
		b := &f.bodies[goal.Thread]
		b.goals = append(b.goals, goal)
	}
	for _, j := range g.Joins {
		f.bodies[j.Thread].plain = false
	}
	for _, o := range g.Objects {
		f.bodies[o.Thread].plain = false
	}
	for _, th := range g.Threads {
		if th.Parent >= 0 {
			f.bodies[th.Parent].plain = false
		}
	}
	f.owners()
	f.dependencies()
}

// classes finds the twins.
func (f *twinFinder) classes() ([]Twins, error) {
	var open []Twins
	for _, th := range f.g.Threads {
		if th.Idle || th.Parent < 0 || !f.bodies[th.ID].plain || th.Section != nil || len(th.Chain) < 3 {
			continue
		}
		if err := f.meter.Tick(1 + len(f.bodies[th.ID].events)); err != nil {
			return nil, err
		}
		joined := false
		for i, c := range open {
			if last := c[len(c)-1]; f.next(last, th) && f.alike(last, th) {
				open[i], joined = append(c, th), true
				break
			}
		}
		if !joined {
			open = append(open, Twins{th})
		}
	}
	var out []Twins
	for _, c := range open {
		if len(c) < 2 {
			continue
		}
		for _, part := range f.split(c) {
			if len(part) > 1 {
				out = append(out, part)
			}
		}
	}
	return out, nil
}

// next reports whether b is created after a by the same thread, and only if a is.
func (f *twinFinder) next(a, b *events.Thread) bool {
	g := f.g
	return a.Parent == b.Parent && g.Nodes[a.Spawn].Index < g.Nodes[b.Spawn].Index &&
		g.Guards.Implies(b.Guard, a.Guard)
}

// joinsOnly reports whether nodes are joins, or accesses that conflict with none of another thread.
func (f *twinFinder) joinsOnly(nodes []events.NodeID) bool {
	for _, id := range nodes {
		switch f.g.Nodes[id].Kind {
		case events.JoinNode:
		case events.AccessNode:
			if slices.ContainsFunc(f.at[id], f.conflicts) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// conflicts reports whether another thread may access the same place, one of both writing.
func (f *twinFinder) conflicts(ev *events.Event) bool {
	for _, other := range f.group[f.cells.access[ev.ID].group] {
		if other.Thread == ev.Thread || !ev.Write && !other.Write {
			continue
		}
		for _, c := range f.cells.Of(ev) {
			if slices.ContainsFunc(f.cells.Of(other), func(d *Cell) bool { return f.cells.Meet(c, d) }) {
				return true
			}
		}
	}
	return false
}

// together reports whether all of some joins, with the given guards after them, take
// place if the last one does, and nothing that the parent does after the first one unless that does;
// but for what stands between the joins, where there are no goals.
func (f *twinFinder) together(parent *events.Thread, first, last int, done []events.Guard,
	all events.Guard) bool {
	g := f.g
	under := func(x events.Guard) bool { return g.Guards.Implies(all, x) }
	if slices.ContainsFunc(done, func(x events.Guard) bool { return !under(x) }) {
		return false
	}
	after := func(x events.Guard) bool { return g.Guards.Implies(x, all) }
	index := func(id events.NodeID) int { return g.Nodes[id].Index }
	body := f.bodies[parent.ID]
	for _, goal := range body.goals {
		if index(goal.Node) >= first && !after(goal.Guard) {
			return false
		}
	}
	for _, ev := range body.events {
		if index(ev.Node) > last && !after(ev.Guard) {
			return false
		}
	}
	for _, th := range g.Threads {
		if th.Parent == parent.ID && index(th.Spawn) > last && !after(th.Guard) {
			return false
		}
	}
	for _, j := range g.Joins {
		if j.Thread == parent.ID && index(j.Node) > last && !after(j.Guard) {
			return false
		}
	}
	for _, x := range parent.Finishes {
		if !after(x.Guard) {
			return false
		}
	}
	return true
}

// split parts the twins that are joined from the others; nil if joins tell them apart.
func (f *twinFinder) split(c Twins) []Twins {
	g := f.g
	parent := g.Threads[c[0].Parent]
	joined := map[uint64]bool{}
	first, last := len(parent.Chain), -1
	var done []events.Guard // after the joins
	all := events.Guard(-1) // after the last one
	for _, j := range g.Joins {
		value := j.Value != term.None && f.reached[j.Value]
		if !f.reached[j.Done] && !value {
			continue
		}
		tid, ok := g.Terms.ConstUint64(j.ID)
		if ok && !slices.ContainsFunc(c, func(th *events.Thread) bool { return th.Tid == tid }) {
			continue
		}
		n := g.Nodes[j.Node]
		if !ok || value || joined[tid] || n.Thread != parent.ID || n.Kind != events.JoinNode {
			return nil
		}
		after, ok := g.Guards.And(j.Guard, j.Done)
		if !ok {
			return nil
		}
		joined[tid] = true
		done = append(done, after)
		first = min(first, n.Index)
		if n.Index > last {
			last, all = n.Index, after
		}
	}
	if last < 0 {
		return []Twins{c}
	}
	if !f.joinsOnly(parent.Chain[first:last+1]) || !f.together(parent, first, last, done, all) {
		return nil
	}
	var in, out Twins
	for _, th := range c {
		if joined[th.Tid] {
			in = append(in, th)
		} else {
			out = append(out, th)
		}
	}
	return []Twins{in, out}
}
