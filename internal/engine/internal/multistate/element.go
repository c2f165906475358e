package multistate

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/step"
	"whittle.dev/term"
)

// Elements of arrays and fields.
//
// Two threads that use different elements of an array do not conflict, although they access the same object.
// Where the address of an access that a thread may still make is computed from registers that no edge on the
// way to it changes, it can be evaluated now. Then the bytes are compared, not the objects. This is done for
// threads in their first procedure; all others, and the threads that they may start, are taken to touch all
// of each object.

// access is what one operation touches: bytes, if exact, of one of some objects.
type access struct {
	addr, size uint64
	exact      bool
	objects    []int32
	any, write bool
}

// accesses lists those that can be made from a location on, and what is not known as well.
type accesses struct {
	edges  []*cfa.Edge
	stable []bool // by edges: the address depends on registers that do not change before
	rest   set    // of called procedures and started threads
}

// location is a location of a procedure.
type location struct {
	proc cfa.ProcID
	loc  cfa.LocID
}

// maxAccesses bounds the edges that are kept by accessesFrom.
const maxAccesses = 1 << 20

// accessesFrom returns what can be done from a location on; nil if that is too much to keep.
func (d *independence) accessesFrom(at location) *accesses {
	if m, ok := d.accesses[at]; ok {
		return m
	}
	f := d.effects
	proc := f.prog.Procs[at.proc]
	if d.kept += len(proc.Edges); d.kept > maxAccesses {
		return nil
	}
	m := &accesses{rest: make(set, f.size())}
	changed := map[cfa.RegID]bool{}
	seen := make([]bool, len(proc.Locs))
	work := []cfa.LocID{at.loc}
	seen[at.loc] = true
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, k := range proc.Locs[l].Out {
			e := proc.Edges[k]
			if a := &f.edges[e.ID]; a.any || len(a.objects) > 0 {
				m.edges = append(m.edges, e)
			}
			for _, q := range f.entered(e) {
				join(m.rest, f.at[q][f.prog.Procs[q].Entry])
			}
			if r := cfa.Def(e.Op); r != cfa.NoReg {
				changed[r] = true
			}
			if !seen[e.To] {
				seen[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	for _, e := range m.edges {
		own, _ := step.AccessOf(d.p.Program, e.Op)
		m.stable = append(m.stable, d.fixed(own.Addr, changed))
	}
	d.accesses[at] = m
	return m
}

// fixed reports whether a term reads local registers only, none of which is changed.
func (d *independence) fixed(t term.Term, changed map[cfa.RegID]bool) bool {
	if t == term.None {
		return false // no single address
	}
	return !slices.ContainsFunc(d.symbols.Of(t), func(sym term.Term) bool {
		r := d.p.regOf[sym]
		return changed[r] || d.p.Regs[r].Scope == cfa.Thread
	})
}

// accessOf is the access of an edge of a thread; exact says that its address can be evaluated now.
func (d *independence) accessOf(e *cfa.Edge, t *thread, exact bool) access {
	a := &d.effects.edges[e.ID]
	s := access{objects: a.objects, any: a.any, write: a.write}
	if !exact {
		return s
	}
	own, ok := step.BytesOf(d.p.Program, e.Op)
	if !ok {
		return s // the whole object
	}
	s.size = own.Size
	s.addr, s.exact = d.p.terms.ConstUint64(d.registers.eval(own.Addr, t))
	return s
}

// meets reports whether two accesses conflict.
func (s access) meets(o access) bool {
	switch {
	case !s.write && !o.write:
		return false
	case s.exact && o.exact:
		return s.addr < o.addr+o.size && o.addr < s.addr+s.size
	case s.any || o.any:
		return true
	}
	return slices.ContainsFunc(s.objects, func(k int32) bool { return slices.Contains(o.objects, k) })
}

// reaches reports whether an access that a thread may still make conflicts with s.
func (d *independence) reaches(sets sets, t *thread, s access) bool {
	if !d.effects.within(sets, t, s) {
		return false
	}
	if !s.exact || len(t.frames) > 1 || d.cfg.NoElements {
		return true
	}
	m := d.accessesFrom(location{t.top().proc.ID, t.top().loc})
	if m == nil || d.effects.in(m.rest, s) {
		return true
	}
	for i, e := range m.edges {
		if s.meets(d.accessOf(e, t, m.stable[i])) {
			return true
		}
	}
	return false
}

// in reports whether a set has an object of an access, of a kind that conflicts.
func (f *effects) in(set set, s access) bool {
	if s.any {
		for w := range f.words {
			if set[f.words+w] != 0 || s.write && set[w] != 0 {
				return true
			}
		}
		return false
	}
	for _, o := range s.objects {
		w, bit := int(o)/64, uint64(1)<<(o%64)
		if set[f.words+w]&bit != 0 || s.write && set[w]&bit != 0 {
			return true
		}
	}
	return false
}

// within reports whether the effects of a thread have an object of an access, of a kind that conflicts.
func (f *effects) within(sets sets, t *thread, s access) bool {
	for i := range t.frames {
		if f.in(sets[t.frames[i].proc.ID][t.frames[i].loc], s) {
			return true
		}
	}
	return false
}
