package schedule

import (
	"errors"
	"slices"
)

// errCyclic is a defect: the order theory excludes cycles.
var errCyclic = errors.New("the order of a model has a cycle")

// plan is the past of something new: what has to be done, in which order, to come to it.
type plan struct {
	target   *node
	points   []*point
	expected map[*node]*node
}

// plan makes a plan of the model of the solver. Among what is new in the execution of the model it chooses
// something before which there is nothing new.
func (x *explorer) plan(targets []*node) (*plan, error) {
	g := x.order()
	var news []*node
	for _, n := range targets {
		if x.ask.solver.Value(n.lit) {
			news = append(news, n)
		}
	}
	// A point is new if it is a step that is looked for.
	at := map[*point]*node{}
	for _, n := range news {
		if p, itself := n.before(); itself {
			at[p] = n
		}
	}
	target := news[0]
	for {
		points, other, err := g.past(target, at)
		if err != nil {
			return nil, err
		}
		if other == nil {
			return &plan{target, points, g.expected}, nil
		}
		target = other
	}
}

// pastOrder is the order of the points of a model.
type pastOrder struct {
	before   map[*point][]*point
	expected map[*node]*node
}

// order lists what comes before each point of the execution of the model: of the writes of a place, the next
// one only, and of a read the first write after the one that it reads from; the others follow.
func (x *explorer) order() *pastOrder {
	g := &pastOrder{map[*point][]*point{}, map[*node]*node{}}
	add := func(p, q *point) {
		if p != q {
			g.before[q] = append(g.before[q], p)
		}
	}
	present := map[*location][]*write{}
	var chosen []*node
	for _, n := range x.ask.nodes {
		if !x.ask.solver.Value(n.lit) {
			continue
		}
		g.expected[n.parent] = n
		if n.parent.next == reads && n.parent.loc.known {
			chosen = append(chosen, n)
		}
		for _, s := range n.steps {
			for _, w := range s.writes {
				if w.loc.known {
					present[w.loc] = append(present[w.loc], w)
				}
			}
		}
	}
	for _, list := range present {
		slices.SortFunc(list, func(v, w *write) int {
			switch {
			case v == w:
				return 0
			case x.ask.precedes(v, w):
				return -1
			}
			return 1
		})
		for i, w := range list[1:] {
			add(list[i].at, w.at)
		}
	}
	for _, n := range chosen {
		i := slices.IndexFunc(n.sources, func(s source) bool { return x.ask.solver.Value(s.lit) })
		if i < 0 {
			continue
		}
		from := n.sources[i].write
		if from != nil {
			add(from.at, n.parent.at)
		}
		if list := present[n.parent.loc]; from == nil && len(list) > 0 {
			add(n.parent.at, list[0].at)
		} else if at := slices.Index(list, from); at >= 0 && at+1 < len(list) {
			add(n.parent.at, list[at+1].at)
		}
	}
	return g
}

// past lists, in their order, the points that come before a target. other is a target among them, if there is
// one.
func (g *pastOrder) past(target *node, at map[*point]*node) (list []*point, other *node, err error) {
	const underWay, done = 1, 2
	seen := map[*point]int{}
	var visit func(p *point) error
	visit = func(p *point) error {
		switch seen[p] {
		case underWay:
			return errCyclic
		case done:
			return nil
		}
		seen[p] = underWay
		if n := at[p]; n != nil && n != target {
			other = n
		}
		if err := g.predecessors(p, visit); err != nil {
			return err
		}
		seen[p] = done
		list = append(list, p)
		return nil
	}
	p, itself := target.before()
	switch {
	case p == nil:
		return nil, nil, nil
	case !itself:
		err = visit(p)
	default:
		seen[p] = underWay
		err = g.predecessors(p, visit)
	}
	return list, other, err
}

func (g *pastOrder) predecessors(p *point, visit func(*point) error) error {
	if p.prev != nil {
		if err := visit(p.prev); err != nil {
			return err
		}
	}
	for _, q := range g.before[p] {
		if err := visit(q); err != nil {
			return err
		}
	}
	return nil
}
