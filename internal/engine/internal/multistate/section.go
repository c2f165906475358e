package multistate

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/step"
)

// Atomic sections.
//
// An atomic section commutes with what others do if each of its accesses does, so it is treated like one
// access: it comes at once if no other thread will touch what it writes, or write what it reads. What it does
// is known before it begins only roughly, by location; see expansion.go for what is done if it turns out that
// it cannot be taken to its end.

// findSections collects what each section does.
func (f *effects) findSections() {
	f.sections = map[cfa.EdgeID]*section{}
	for _, proc := range f.prog.Procs {
		for _, e := range proc.Edges {
			if _, ok := e.Op.(cfa.AtomicBegin); ok {
				f.sections[e.ID] = f.section(proc, e)
			}
		}
	}
}

// section is what is done between an edge that begins a section and its end.
type section struct {
	edges   []*cfa.Edge // the accesses
	changed map[cfa.RegID]bool
	rest    set // of called procedures and started threads
}

// section collects what the section does that an edge begins.
func (f *effects) section(proc *cfa.Proc, begin *cfa.Edge) *section {
	out := &section{changed: map[cfa.RegID]bool{}, rest: make(set, f.size())}
	type nested struct {
		loc   cfa.LocID
		depth int
	}
	seen := map[nested]bool{}
	work := []nested{{begin.To, 1}}
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[at] || at.depth == 0 {
			continue
		}
		seen[at] = true
		for _, k := range proc.Locs[at.loc].Out {
			e := proc.Edges[k]
			if a := &f.edges[e.ID]; a.any || len(a.objects) > 0 {
				out.edges = append(out.edges, e)
			}
			if r := cfa.Def(e.Op); r != cfa.NoReg {
				out.changed[r] = true
			}
			out.rest[2*f.words] |= f.edges[e.ID].flags
			for _, q := range f.entered(e) {
				join(out.rest, f.at[q][f.prog.Procs[q].Entry])
			}
			next := nested{e.To, at.depth}
			switch e.Op.(type) {
			case cfa.AtomicBegin:
				next.depth++
			case cfa.AtomicEnd:
				next.depth--
			}
			work = append(work, next)
		}
	}
	return out
}

// conflicts reports whether a thread may still do what does not commute with the rest of a section.
func (f *effects) conflicts(sets sets, t *thread, rest set) bool {
	for i := range t.frames {
		at := sets[t.frames[i].proc.ID][t.frames[i].loc]
		for w := range f.words {
			if rest[w]&at[f.words+w] != 0 || rest[f.words+w]&(at[w]|at[f.words+w]) != 0 {
				return true
			}
		}
	}
	return false
}

// section reports whether what a section of thread i does commutes with all that others can do.
func (d *independence) section(st *State, i int, e *cfa.Edge) bool {
	if d.effects == nil || d.cfg.NoSections {
		return false
	}
	section := d.effects.sections[e.ID]
	if section.rest[2*d.effects.words]&spawns != 0 {
		return false
	}
	th := st.threads[i]
	own := make([]access, 0, len(section.edges))
	for _, e := range section.edges {
		a, _ := step.AccessOf(d.p.Program, e.Op)
		own = append(own, d.accessOf(e, th, d.fixed(a.Addr, section.changed)))
	}
	return d.unrivalled(st, i, func(sets sets, t *thread) bool {
		return !d.effects.conflicts(sets, t, section.rest) &&
			!slices.ContainsFunc(own, func(s access) bool { return d.reaches(sets, t, s) })
	})
}
