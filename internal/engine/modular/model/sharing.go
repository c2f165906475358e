package model

// sharing finds out which cells others could see: those that several threads access, one of them to write.
type sharing struct {
	uses map[use]bool
	// shared are such cells, by name; nil: it is not known yet, and all may be.
	shared map[string]bool
}

// use is an access of a cell by a template, when there may be other threads.
type use struct {
	cell     string
	template int
	many     bool
	write    bool
}

// note notes an access, and reports whether others could tell.
func (s *sharing) note(u use) bool {
	s.uses[u] = true
	return s.shared == nil || s.shared[u.cell]
}

// find looks at the accesses that were noted. It reports whether what is known has changed.
func (s *sharing) find() (changed bool) {
	type who struct {
		by             map[int]bool
		several, write bool
	}
	of := map[string]*who{}
	for u := range s.uses {
		w := of[u.cell]
		if w == nil {
			w = &who{by: map[int]bool{}}
			of[u.cell] = w
		}
		w.by[u.template] = true
		w.several = w.several || u.many || len(w.by) > 1
		w.write = w.write || u.write
	}
	if s.shared == nil {
		s.shared, changed = map[string]bool{}, true
	}
	for name, w := range of {
		if w.several && w.write && !s.shared[name] {
			s.shared[name], changed = true, true
		}
	}
	return changed
}
