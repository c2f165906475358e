package draw

import (
	"cmp"
	"slices"
)

// makeChains puts the nodes and the dummies of the edges into the layers. The chain of a back edge has a
// dummy beside both of its ends, and for the order a turn below its source and one above its target, which
// draw these dummies to the side of their nodes.
func (l *layout) makeChains() {
	shift := 0
	for i, e := range l.g.Edges {
		if l.kinds[i] == back && l.layerOf[e.To] == 0 {
			shift = 1 // the turn above the target needs a layer
		}
	}
	for v, n := range l.g.Nodes {
		l.layerOf[v] += shift
		l.nodes = append(l.nodes, vnode{layer: l.layerOf[v], left: n.W / 2, right: n.W / 2, h: n.H,
			gap: nodeGap})
	}
	for i, e := range l.g.Edges {
		if l.kinds[i] == loop {
			n := &l.nodes[e.From]
			n.right += loopWidth
			if e.LabelW > 0 {
				n.right += e.LabelW + 4
			}
			n.h = max(n.h, e.LabelH)
		}
	}
	l.useLanes()
	l.chains = make([][]int, len(l.g.Edges))
	for i, e := range l.g.Edges {
		switch l.kinds[i] {
		case forward:
			last := e.From
			for layer := l.layerOf[e.From] + 1; layer < l.layerOf[e.To]; layer++ {
				d := l.dummy(layer, e, layer == l.layerOf[e.From]+1)
				l.chains[i] = append(l.chains[i], d)
				l.link(last, d)
				last = d
			}
			l.link(last, e.To)
		case back:
			top, bottom := l.layerOf[e.To], l.layerOf[e.From]
			above, below := l.dummy(top-1, Edge{}, false), l.dummy(bottom+1, Edge{}, false)
			l.link(above, e.To)
			l.link(e.From, below)
			last := above
			for layer := top; layer <= bottom; layer++ {
				d := l.dummy(layer, e, layer == bottom-1 || top == bottom)
				l.chains[i] = append(l.chains[i], d)
				l.link(last, d)
				last = d
			}
			l.link(last, below)
			l.turns = append(l.turns, above, below)
		}
	}
	for v := range l.nodes {
		for len(l.layers) <= l.nodes[v].layer {
			l.layers = append(l.layers, nil)
		}
		l.layers[l.nodes[v].layer] = append(l.layers[l.nodes[v].layer], v)
	}
	l.pos = make([]int, len(l.nodes))
}

// dummy adds a place for an edge in a layer, with its label if that stands there.
func (l *layout) dummy(layer int, e Edge, label bool) int {
	v := vnode{layer: layer, dummy: true, gap: lineGap}
	if label && e.LabelW > 0 {
		v.right, v.h = e.LabelW+4, e.LabelH
	}
	l.nodes = append(l.nodes, v)
	return len(l.nodes) - 1
}

func (l *layout) link(upper, lower int) {
	l.nodes[upper].down = append(l.nodes[upper].down, lower)
	l.nodes[lower].up = append(l.nodes[lower].up, upper)
}

// useLanes takes the longest edges out of the layers until the dummies are few enough.
func (l *layout) useLanes() {
	type long struct{ edge, span int }
	var list []long
	total := 0
	for i, e := range l.g.Edges {
		if l.kinds[i] == loop {
			continue
		}
		span := l.layerOf[e.To] - l.layerOf[e.From]
		if span < 0 {
			span = -span
		}
		total += span
		list = append(list, long{i, span})
	}
	slices.SortStableFunc(list, func(a, b long) int { return cmp.Compare(b.span, a.span) })
	for _, e := range list {
		if total <= maxChain {
			return
		}
		total -= e.span
		if l.kinds[e.edge] == back {
			l.kinds[e.edge] = laneBack
		} else {
			l.kinds[e.edge] = lane
		}
	}
}
