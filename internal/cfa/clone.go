package cfa

// NumOrigins returns the number of edge numbers of the program as lowered: every Edge.Origin is below it.
func (p *Program) NumOrigins() int {
	if p.Origins != 0 {
		return p.Origins
	}
	return p.NumEdges
}

// Clone returns a copy of p for a pass to change: procedures, locations,
// edges and registers are copied, static objects and source files are shared.
// The copy's terms live in a fork of p.Terms, which is frozen by the call.
func (p *Program) Clone() *Program {
	p.Terms.Freeze()
	q := *p
	q.Terms = p.Terms.Fork()
	q.Origins = p.NumOrigins()
	q.Regs = append([]Reg(nil), p.Regs...)
	q.Objects = append([]*Object(nil), p.Objects...)
	q.Procs = make([]*Proc, len(p.Procs))
	for i, proc := range p.Procs {
		q.Procs[i] = proc.clone()
	}
	return &q
}

func (c *Proc) clone() *Proc {
	d := *c
	d.Params = append([]RegID(nil), c.Params...)
	d.Locs = append([]Loc(nil), c.Locs...)
	lists := make([]int32, 0, 2*len(c.Edges))
	list := func(old []int32) []int32 {
		n := len(lists)
		lists = append(lists, old...)
		return lists[n:len(lists):len(lists)]
	}
	for i := range d.Locs {
		d.Locs[i].Out, d.Locs[i].In = list(c.Locs[i].Out), list(c.Locs[i].In)
	}
	d.Edges = make([]*Edge, len(c.Edges))
	edges := make([]Edge, len(c.Edges))
	for i, e := range c.Edges {
		edges[i] = *e
		d.Edges[i] = &edges[i]
	}
	return &d
}

// Rebuild replaces the edges of a procedure by those for which keep is true
// and computes the In and Out lists anew. The order of the edges stays.
func (c *Proc) Rebuild(keep func(*Edge) bool) {
	edges := make([]*Edge, 0, len(c.Edges))
	outs, ins := make([]int32, len(c.Locs)), make([]int32, len(c.Locs))
	for _, e := range c.Edges {
		if keep == nil || keep(e) {
			edges = append(edges, e)
			outs[e.From]++
			ins[e.To]++
		}
	}
	c.Edges = edges
	room := make([]int32, 2*len(edges))
	take := func(n int32) []int32 {
		list := room[:0:n]
		room = room[n:]
		return list
	}
	for i := range c.Locs {
		c.Locs[i].Out, c.Locs[i].In = nil, nil
		if outs[i] > 0 {
			c.Locs[i].Out = take(outs[i])
		}
		if ins[i] > 0 {
			c.Locs[i].In = take(ins[i])
		}
	}
	for i, e := range edges {
		c.Locs[e.From].Out = append(c.Locs[e.From].Out, int32(i))
		c.Locs[e.To].In = append(c.Locs[e.To].In, int32(i))
	}
}
