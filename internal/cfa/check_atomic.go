package cfa

// maxDepth bounds the nesting of atomic sections within one procedure.
const maxDepth = 60

// sections checks that atomic sections are balanced and that each Await stands
// where it may. A procedure may await for its caller, which then has to call it
// where it could await itself; so the procedures that do are found first.
func (c *checker) sections(procs []*Proc) {
	s := &sectionCheck{checker: c, quiet: make([]bool, len(c.p.Procs)), awaits: make([]bool, len(c.p.Procs))}
	some, await := uses(procs)
	if !some {
		return
	}
	s.findQuiet(procs)
	for changed := await; changed; {
		changed = false
		for _, proc := range procs {
			if !s.awaits[proc.ID] {
				s.walk(proc, false)
				changed = changed || s.awaits[proc.ID]
			}
		}
	}
	roots := make([]bool, len(c.p.Procs))
	if c.procInRange(c.p.Entry) {
		roots[c.p.Entry] = true
	}
	for _, proc := range procs {
		s.walk(proc, true)
		for _, e := range proc.Edges {
			if op, ok := e.Op.(Spawn); ok && c.procInRange(op.Proc) {
				roots[op.Proc] = true
			}
		}
	}
	for _, proc := range procs {
		if c.proc = proc; roots[proc.ID] && s.awaits[proc.ID] {
			c.fault("a thread that runs it would await outside of an atomic section")
		}
	}
	c.proc = nil
}

// uses reports whether there are atomic sections or Awaits, and whether there are Awaits.
func uses(procs []*Proc) (some, await bool) {
	for _, proc := range procs {
		for _, e := range proc.Edges {
			switch e.Op.(type) {
			case AtomicBegin, AtomicEnd:
				some = true
			case Await:
				return true, true
			}
		}
	}
	return some, false
}

type sectionCheck struct {
	*checker
	quiet  []bool // by procedure: does nothing that an Await may not follow
	awaits []bool // by procedure: awaits outside of its own sections
}

// findQuiet starts from all procedures and drops those that do more than load,
// assign, assume and await, or call one that does.
func (s *sectionCheck) findQuiet(procs []*Proc) {
	for _, proc := range procs {
		s.quiet[proc.ID] = true
	}
	for changed := true; changed; {
		changed = false
		for _, proc := range procs {
			for _, e := range proc.Edges {
				if s.quiet[proc.ID] && !s.isQuiet(e.Op) {
					s.quiet[proc.ID], changed = false, true
				}
			}
		}
	}
}

func (s *sectionCheck) isQuiet(op Op) bool {
	switch op := op.(type) {
	case Await, Return, Violation, Unsupported, UB:
		return true
	case Call:
		return s.procInRange(op.Proc) && s.quiet[op.Proc]
	}
	return IsQuiet(op)
}

// sectionState says which atomic sections are open at a location.
type sectionState struct {
	known bool
	depth int
	// dirty has bit d set when, at nesting depth d, something was done since the section's begin (at depth 0:
	// since the procedure's) that must not come before an Await.
	dirty uint64
}

// walk propagates the open sections through a procedure.
func (s *sectionCheck) walk(proc *Proc, report bool) {
	if report {
		s.proc = proc
		defer func() { s.proc, s.edge = nil, nil }()
	}
	at := make([]sectionState, len(proc.Locs))
	at[proc.Entry].known = true
	work := []LocID{proc.Entry}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, i := range proc.Locs[l].Out {
			e := proc.Edges[i]
			next, problem := s.step(proc, at[l], e.Op)
			if problem != "" {
				if report {
					s.edge = e
					s.fault("%s", problem)
				}
				continue
			}
			if Ends(e.Op) {
				continue
			}
			old := &at[e.To]
			switch {
			case !old.known:
				*old = next
			case old.depth != next.depth:
				if report {
					s.edge = e
					s.fault("L%d is reached with %d and with %d open atomic sections", e.To,
						min(old.depth, next.depth), max(old.depth, next.depth))
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

// step returns the state after an operation, or what is wrong with it.
func (s *sectionCheck) step(proc *Proc, at sectionState, op Op) (next sectionState, problem string) {
	here := uint64(1) << at.depth
	switch op := op.(type) {
	case AtomicBegin:
		if at.depth == maxDepth {
			return at, "more atomic sections are nested than supported"
		}
		at.depth++
		at.dirty &^= 1 << at.depth
	case AtomicEnd:
		if at.depth == 0 {
			return at, "closes an atomic section that was not opened"
		}
		inner := at.dirty&here != 0
		at.dirty &^= here
		at.depth--
		if inner {
			at.dirty |= 1 << at.depth
		}
	case Return:
		if at.depth != 0 {
			return at, "an atomic section is left open"
		}
	case Await:
		if problem := s.await(proc, at); problem != "" {
			return at, problem
		}
	case Call:
		if s.procInRange(op.Proc) && s.awaits[op.Proc] {
			if problem := s.await(proc, at); problem != "" {
				return at, problem
			}
		}
		if !s.isQuiet(op) {
			at.dirty |= here
		}
	default:
		if !s.isQuiet(op) {
			at.dirty |= here
		}
	}
	return at, ""
}

func (s *sectionCheck) await(proc *Proc, at sectionState) string {
	if at.depth == 0 {
		s.awaits[proc.ID] = true
	}
	if at.dirty&(1<<at.depth) != 0 {
		if at.depth == 0 {
			return "awaits outside of an atomic section, or behind more than loads, assignments and " +
				"assumptions"
		}
		return "awaits behind more than loads, assignments and assumptions"
	}
	return ""
}
