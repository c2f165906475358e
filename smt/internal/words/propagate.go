package words

// base is what propagation found of the asserted nodes alone, for the next Solve.
type base struct {
	doms         []domain
	nodes, given int // of which it tells
	broken       bool
}

// prepare makes room for all nodes.
func (p *Program) prepare(assumed []Ref) {
	p.roots = append(append(p.roots[:0], p.given...), assumed...)
	p.links = p.links[:0]
	n := len(p.nodes)
	if cap(p.doms) < n {
		size := max(2*n, 64)
		p.doms, p.changed, p.revised = make([]domain, size), make([]uint32, size), make([]uint32, size)
		p.vals = append(make([]uint64, 0, size), p.vals...)
	}
	p.doms, p.changed, p.revised, p.vals = p.doms[:n], p.changed[:n], p.revised[:n], p.vals[:n]
}

// start makes the domains of all nodes, with given and assumed nodes true and
// all consequences drawn. It returns false on a contradiction.
func (p *Program) start(assumed []Ref) bool {
	p.prepare(assumed)
	n := len(p.nodes)
	b := &p.base
	if b.broken {
		return false
	}
	copy(p.doms, b.doms)
	for i := range b.nodes {
		p.changed[i], p.revised[i] = 1, 1
	}
	p.clock = 1
	common := n // nodes that what is given may depend on
	if len(assumed) > 0 {
		common = p.common
	}
	if !p.extend(b.nodes, common, p.given[b.given:]) {
		b.broken = true
		b.nodes, b.given = common, len(p.given)
		return false
	}
	if b.nodes < common || b.given < len(p.given) {
		b.doms = append(b.doms[:0], p.doms[:common]...)
		b.nodes, b.given = common, len(p.given)
	}
	return len(assumed) == 0 || p.extend(common, n, assumed)
}

// extend propagates with the further nodes from to to, and with the roots.
func (p *Program) extend(from, to int, roots []Ref) bool {
	for i := from; i < to; i++ {
		x := &p.nodes[i]
		p.changed[i], p.revised[i] = p.clock, 0
		if x.op == OpConst {
			p.doms[i] = single(x.w, x.k)
			p.vals[i] = x.k
		} else {
			p.doms[i] = full(x.w)
		}
	}
	p.limit = to
	for _, r := range roots {
		if !p.narrowBits(int32(r), 1, 1) {
			return false
		}
	}
	return p.propagate()
}

// maxSweeps bounds the sweeps of one propagation: an interval can shrink by one value
// at a time.
const maxSweeps = 12

// propagate revises nodes until nothing changes. It returns false if the domains
// show that the roots cannot all be true.
func (p *Program) propagate() bool {
	for range maxSweeps {
		before := p.clock
		for i := p.limit - 1; i >= 0; i-- {
			if !p.visit(int32(i)) {
				return false
			}
		}
		for i := range p.limit {
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
