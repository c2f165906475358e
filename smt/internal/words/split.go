package words

import "math/bits"

// split decides by case distinctions and propagation in each case. It answers
// Unknown after the number of cases.
//
// What hides most is the amount of a shift: whether all is shifted out comes
// first. Then come the bits of inputs, high and low ones in turn: comparisons are
// propagated from above, sums and bitwise operators from below.
func (p *Program) split(cases int) Status {
	p.splits = cases
	p.saved, p.classes = p.saved[:0], p.classes[:0]
	return p.splitOn(0)
}

// relateDepth is the number of nested distinctions up to which relations are looked at.
const relateDepth = 6

func (p *Program) splitOn(depth int) Status {
	if p.search.sample() {
		return Sat
	}
	i, one, two := p.distinction(depth)
	if i < 0 {
		return Unsat // all inputs are known, and this is no model
	}
	from := len(p.saved)
	p.saved = append(p.saved, p.prop.doms...)
	classes, links := len(p.classes), len(p.prop.links)
	p.classes = append(p.classes, p.rel.class...)
	for _, c := range [2]*domain{&one, &two} {
		if p.splits--; p.splits < 0 {
			return Unknown
		}
		if p.prop.narrow(i, c) && p.prop.propagate() && (depth >= relateDepth || p.rel.relate()) {
			if s := p.splitOn(depth + 1); s != Unsat {
				return s
			}
		}
		copy(p.prop.doms, p.saved[from:])
		copy(p.rel.class, p.classes[classes:])
		p.prop.links = p.prop.links[:links]
		for j := range p.prop.revised {
			p.prop.revised[j] = p.prop.clock // the domains were propagated
		}
	}
	p.saved, p.classes = p.saved[:from], p.classes[:classes]
	return Unsat
}

// sample tries one assignment within the domains.
func (w *walker) sample() bool {
	r := w.rand()
	for _, i := range w.inputs {
		w.vals[i] = w.doms[i].pick(r)
		r = ^r
	}
	w.eval()
	return w.satisfied()
}

// distinction returns a node and two domains for it that cover its own; -1 if all inputs are known.
func (p *Program) distinction(depth int) (i int32, one, two domain) {
	for i := range p.code.nodes {
		n := &p.code.nodes[i]
		if n.op < OpShl || n.op > OpAShr {
			continue
		}
		w := uint64(n.w)
		if d := &p.prop.doms[n.b]; d.lo < w && w <= d.hi {
			one, two = full(n.w), full(n.w)
			one.lo, two.hi = w, w-1
			return n.b, one, two
		}
	}
	i = -1
	bit := uint64(0)
	for _, j := range p.code.inputs {
		open := p.prop.doms[j].one ^ p.prop.doms[j].may
		if open == 0 {
			continue
		}
		high, low := uint64(1)<<(bits.Len64(open)-1), open&-open
		switch {
		case depth%2 == 0 && high > bit:
			i, bit = j, high
		case depth%2 == 1 && (i < 0 || low < bit):
			i, bit = j, low
		}
	}
	if i < 0 {
		return -1, one, two
	}
	w := p.code.nodes[i].w
	one, two = full(w), full(w)
	one.one, two.may = bit, ones(w)&^bit
	return i, one, two
}
