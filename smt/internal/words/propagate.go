package words

// base is what propagation found of the asserted nodes alone, for the next Solve.
type base struct {
	doms         []domain
	nodes, given int // of which it tells
	broken       bool
}

// propagator narrows the domains of the nodes.
type propagator struct {
	nodes   []node // of the program
	doms    []domain
	changed []uint32 // by node: time of the last change of its domain
	revised []uint32 // by node: time of the last revision
	clock   uint32
	limit   int        // number of nodes that are propagated
	links   [][2]int32 // pairs of equal nodes
}

// reset makes room for the domains of all nodes.
func (p *propagator) reset(nodes []node) {
	n := len(nodes)
	if cap(p.doms) < n {
		size := max(2*n, 64)
		p.doms, p.changed, p.revised = make([]domain, size), make([]uint32, size), make([]uint32, size)
	}
	p.nodes, p.links = nodes, p.links[:0]
	p.doms, p.changed, p.revised = p.doms[:n], p.changed[:n], p.revised[:n]
}

// prepare makes room for all nodes.
func (p *Program) prepare(assumed []Ref) {
	p.prop.reset(p.code.nodes)
	p.rel.nodes, p.rel.doms = p.code.nodes, p.prop.doms
	s := &p.search
	s.nodes, s.doms, s.inputs = p.code.nodes, p.prop.doms, p.code.inputs
	s.roots = append(append(s.roots[:0], p.given...), assumed...)
	if n := len(s.nodes); cap(s.vals) < n {
		s.vals = append(make([]uint64, 0, max(2*n, 64)), s.vals...)
	}
	s.vals = s.vals[:len(s.nodes)]
}

// start makes the domains of all nodes, with given and assumed nodes true and
// all consequences drawn. It returns false on a contradiction.
func (p *Program) start(assumed []Ref) bool {
	p.prepare(assumed)
	n := len(p.code.nodes)
	b := &p.base
	if b.broken {
		return false
	}
	copy(p.prop.doms, b.doms)
	for i := range b.nodes {
		p.prop.changed[i], p.prop.revised[i] = 1, 1
	}
	p.prop.clock = 1
	common := n // nodes that what is given may depend on
	if len(assumed) > 0 {
		common = p.common
	}
	if !p.prop.extend(b.nodes, common, p.given[b.given:]) {
		b.broken = true
		b.nodes, b.given = common, len(p.given)
		return false
	}
	if b.nodes < common || b.given < len(p.given) {
		b.doms = append(b.doms[:0], p.prop.doms[:common]...)
		b.nodes, b.given = common, len(p.given)
	}
	return len(assumed) == 0 || p.prop.extend(common, n, assumed)
}

// extend propagates with the further nodes from to to, and with the roots.
func (p *propagator) extend(from, to int, roots []Ref) bool {
	for i := from; i < to; i++ {
		x := &p.nodes[i]
		p.changed[i], p.revised[i] = p.clock, 0
		if x.op == OpConst {
			p.doms[i] = single(x.w, x.k)
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

// maxSweeps bounds the sweeps of one propagation: an interval can shrink by one value at a time.
const maxSweeps = 12

// propagate revises nodes until nothing changes. It returns false if the domains
// show that the roots cannot all be true.
func (p *propagator) propagate() bool {
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
func (p *propagator) visit(i int32) bool {
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
