package cfa

// maxDepth bounds the nesting of atomic sections within one procedure.
const maxDepth = 60

// sectionState says which atomic sections are open at a location.
type sectionState struct {
	known bool
	depth int
	// dirty has bit d set when the section of depth d+1 has done something
	// that must not come before an Await.
	dirty uint64
}

// sections checks that the atomic sections of the current procedure are
// balanced and that each Await stands where it may, by a forward propagation
// of the sections that are open.
func (c *checker) sections() {
	proc := c.proc
	at := make([]sectionState, len(proc.Locs))
	at[proc.Entry].known = true
	work := []LocID{proc.Entry}
	reported := make(map[LocID]bool)
	defer func() { c.edge = nil }()
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, i := range proc.Locs[l].Out {
			e := proc.Edges[i]
			c.edge = e
			next, ok := c.step(at[l], e.Op)
			if !ok || Ends(e.Op) {
				continue
			}
			old := &at[e.To]
			switch {
			case !old.known:
				*old = next
			case old.depth != next.depth:
				if !reported[e.To] {
					reported[e.To] = true
					c.fault("L%d is reached with %d and with %d open atomic sections", e.To, old.depth, next.depth)
				}
				continue
			case old.dirty|next.dirty == old.dirty:
				continue
			default:
				old.dirty |= next.dirty
			}
			work = append(work, e.To)
		}
	}
}

// step returns the state behind an operation; ok is false where a fault was
// reported and nothing behind it is worth looking at.
func (c *checker) step(s sectionState, op Op) (next sectionState, ok bool) {
	top := uint64(1) << max(s.depth-1, 0)
	switch op.(type) {
	case AtomicBegin:
		if s.depth == maxDepth {
			c.fault("more than %d nested atomic sections", maxDepth)
			return s, false
		}
		s.depth++
	case AtomicEnd:
		if s.depth == 0 {
			c.fault("closes an atomic section that was not opened")
			return s, false
		}
		inner := s.dirty&top != 0
		s.dirty &^= top
		s.depth--
		if inner && s.depth > 0 {
			s.dirty |= 1 << (s.depth - 1)
		}
	case Return:
		if s.depth != 0 {
			c.fault("%d atomic sections are open", s.depth)
		}
	case Await:
		if s.depth == 0 {
			c.fault("stands outside of an atomic section")
		} else if s.dirty&top != 0 {
			c.fault("stands behind more than loads, assignments and assumptions")
		}
	case Assign, Assume, Load, Fence:
	default:
		if s.depth > 0 {
			s.dirty |= top
		}
	}
	return s, true
}
