package words

// start gives every node the set of all its values, and the roots true.
func (p *Program) start(roots []Ref) bool {
	n := len(p.nodes)
	if cap(p.doms) < n {
		size := max(2*n, 64)
		p.doms, p.changed, p.revised = make([]domain, size), make([]uint32, size), make([]uint32, size)
		p.vals = make([]uint64, size)
	}
	p.doms, p.changed, p.revised, p.vals = p.doms[:n], p.changed[:n], p.revised[:n], p.vals[:n]
	p.clock = 1
	for i := range p.nodes {
		x := &p.nodes[i]
		p.changed[i], p.revised[i] = 1, 0
		if x.op == OpConst {
			p.doms[i] = single(x.w, x.k)
			p.vals[i] = x.k
		} else {
			p.doms[i] = full(x.w)
		}
	}
	p.roots, p.links, p.class = roots, p.links[:0], p.class[:0]
	for i := range p.nodes {
		p.class = append(p.class, int32(i))
	}
	for _, r := range roots {
		if !p.narrowBits(int32(r), 1, 1) {
			return false
		}
	}
	return true
}

// maxSweeps bounds the sweeps of one propagation: an interval can shrink by one value
// at a time.
const maxSweeps = 12

// propagate revises nodes until nothing changes. It returns false if the domains
// show that the roots cannot all be true.
func (p *Program) propagate() bool {
	for range maxSweeps {
		before := p.clock
		for i := len(p.nodes) - 1; i >= 0; i-- {
			if !p.visit(int32(i)) {
				return false
			}
		}
		for i := range p.nodes {
			if !p.visit(int32(i)) {
				return false
			}
		}
		if !p.visitLinks() {
			return false
		}
		if p.clock == before {
			break
		}
	}
	return true
}

// visit revises a node if its domain or an operand's has changed since the last time.
func (p *Program) visit(i int32) bool {
	n := &p.nodes[i]
	if n.a < 0 {
		return true
	}
	last := p.changed[i]
	last = max(last, p.changed[n.a])
	if n.b >= 0 {
		last = max(last, p.changed[n.b])
		if n.c >= 0 {
			last = max(last, p.changed[n.c])
		}
	}
	if last <= p.revised[i] {
		return true
	}
	p.revised[i] = last // its own changes are looked at once more
	return p.revise(i)
}
