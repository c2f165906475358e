package cfa

// graph checks the shape of the current procedure and reports whether it is
// sound enough for its operations to be looked at.
func (c *checker) graph() bool {
	proc, before := c.proc, len(c.faults)
	defer func() { c.edge = nil }()
	if !c.locInRange(proc.Entry) {
		c.fault("entry location %d is out of range", proc.Entry)
	}
	for i, r := range proc.Params {
		if !c.regInRange(r) || c.p.Regs[r].Scope != Local || c.p.Regs[r].Proc != proc.ID {
			c.fault("parameter %d is no local register of the procedure", i)
		}
	}
	for _, e := range proc.Edges {
		if e == nil || e.Op == nil {
			c.fault("an edge without an operation")
			continue
		}
		c.edge = e
		if !c.locInRange(e.From) || !c.locInRange(e.To) {
			c.fault("L%d -> L%d is out of range", e.From, e.To)
		}
		if e.ID < 0 || int(e.ID) >= c.p.NumEdges {
			c.fault("number outside of 0..%d", c.p.NumEdges-1)
		} else {
			if c.edges[e.ID] {
				c.fault("another edge has the same number")
			}
			c.edges[e.ID] = true
		}
		if origins := c.p.NumOrigins(); e.Origin == NoEdge && c.p.Origins != 0 {
			switch e.Op.(type) {
			case Assign, Assume:
			default:
				c.fault("has no origin")
			}
		} else if e.Origin < 0 || int(e.Origin) >= origins {
			c.fault("origin e%d outside of 0..%d", e.Origin, origins-1)
		}
		if c.p.Origins == 0 && e.Origin != e.ID {
			c.fault("origin e%d in a program as lowered", e.Origin)
		}
	}
	c.edge = nil
	if len(c.faults) != before || len(c.faults) >= maxFaults {
		return false
	}
	outs, ins := make([]uint8, len(proc.Edges)), make([]uint8, len(proc.Edges)) // 2: or more
	for l, loc := range proc.Locs {
		for _, i := range loc.Out {
			if i < 0 || int(i) >= len(proc.Edges) || proc.Edges[i].From != LocID(l) {
				c.fault("L%d lists edge %d as outgoing, wrongly", l, i)
				return false
			}
			outs[i] = min(outs[i]+1, 2)
		}
		for _, i := range loc.In {
			if i < 0 || int(i) >= len(proc.Edges) || proc.Edges[i].To != LocID(l) {
				c.fault("L%d lists edge %d as incoming, wrongly", l, i)
				return false
			}
			ins[i] = min(ins[i]+1, 2)
		}
	}
	for i, e := range proc.Edges {
		c.edge = e
		if outs[i] != 1 || ins[i] != 1 {
			c.fault("listed %d times as outgoing and %d times as incoming", outs[i], ins[i])
		}
		if Ends(e.Op) && len(proc.Locs[e.To].Out) != 0 {
			c.fault("ends a path, but L%d goes on", e.To)
		}
		if !Ends(e.Op) && len(proc.Locs[e.To].Out) == 0 {
			c.fault("L%d has no outgoing edge and does not stand behind the end of a path", e.To)
		}
		if _, guard := e.Op.(Assume); !guard && len(proc.Locs[e.From].Out) > 1 {
			c.fault("one of several edges out of L%d is no Assume", e.From)
		}
	}
	c.edge = nil
	if len(proc.Locs[proc.Entry].Out) == 0 {
		c.fault("the entry location has no outgoing edge")
	}
	return len(c.faults) == before
}

func (c *checker) locInRange(l LocID) bool { return l >= 0 && int(l) < len(c.proc.Locs) }
