package words

// split decides by case distinctions and propagation in each case. It answers
// Unknown after the number of cases.
//
// What hides most is the amount of a shift: whether all is shifted out comes
// first, then the bits of amounts. Then come the bits of inputs, low ones first,
// because sums and bitwise operators are propagated from below.
func (p *Program) split(cases int) Status {
	p.splits = cases
	p.saved = p.saved[:0]
	return p.splitOn(0)
}

func (p *Program) splitOn(depth int) Status {
	if p.sample() {
		return Sat
	}
	i, one, two := p.distinction()
	if i < 0 {
		return Unsat // all inputs are known, and this is no model
	}
	from := len(p.saved)
	p.saved = append(p.saved, p.doms...)
	for _, c := range [2]*domain{&one, &two} {
		if p.splits--; p.splits < 0 {
			return Unknown
		}
		if p.narrow(i, c) && p.propagate() {
			if s := p.splitOn(depth + 1); s != Unsat {
				return s
			}
		}
		copy(p.doms, p.saved[from:])
		for j := range p.revised {
			p.revised[j] = p.clock // the domains were propagated
		}
	}
	p.saved = p.saved[:from]
	return Unsat
}

// sample tries one assignment within the domains.
func (p *Program) sample() bool {
	r := p.rand()
	for _, i := range p.inputs {
		p.vals[i] = p.doms[i].pick(r)
		r = ^r
	}
	p.eval()
	for _, r := range p.roots {
		if p.vals[r] == 0 {
			return false
		}
	}
	return true
}

// distinction returns a node and two domains for it that cover its own; -1 if all
// inputs are known.
func (p *Program) distinction() (i int32, one, two domain) {
	for i := range p.nodes {
		n := &p.nodes[i]
		if n.op < OpShl || n.op > OpAShr {
			continue
		}
		w := uint64(n.w)
		if d := &p.doms[n.b]; d.lo < w && w <= d.hi {
			one, two = full(n.w), full(n.w)
			one.lo, two.hi = w, w-1
			return n.b, one, two
		}
	}
	i = -1
	low := uint64(1) << 63
	for _, j := range p.inputs {
		d := &p.doms[j]
		open := d.one ^ d.may
		if bit := open & -open; open != 0 && (i < 0 || bit < low) {
			i, low = j, bit
		}
	}
	if i < 0 {
		return -1, one, two
	}
	w := p.nodes[i].w
	one, two = full(w), full(w)
	one.one, two.may = low, ones(w)&^low
	return i, one, two
}
