package multistate

import "whittle.dev/internal/cfa"

// An atomic section commutes with what others do if each of its accesses does, so it is treated like one access: it comes at
// once if no other thread will touch what it writes, or write what it reads. What it does is known before it
// begins only roughly, by location. If it turns out that the section cannot be taken to its end for some
// values, its thread waits at its beginning for these, as it would have otherwise.

// findSections collects what each section does.
func (f *future) findSections() {
	f.sections = map[cfa.EdgeID]set{}
	for i, proc := range f.prog.Procs {
		for _, e := range proc.Edges {
			if _, ok := e.Op.(cfa.AtomicBegin); ok {
				f.sections[e.ID] = f.section(i, e)
			}
		}
	}
}

// section collects what is done between an edge that begins a section and its end.
func (f *future) section(i int, begin *cfa.Edge) set {
	proc, out := f.prog.Procs[i], make(set, f.size())
	type place struct {
		loc   cfa.LocID
		depth int
	}
	seen := map[place]bool{}
	work := []place{{begin.To, 1}}
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[at] || at.depth == 0 {
			continue
		}
		seen[at] = true
		for _, k := range proc.Locs[at.loc].Out {
			e := proc.Edges[k]
			f.own(e, out)
			for _, q := range f.entered(e) {
				join(out, f.at[q][f.prog.Procs[q].Entry])
			}
			next := place{e.To, at.depth}
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

// conflicts reports whether a thread may still do what does not commute with a section.
func (f *future) conflicts(sets sets, t *thread, section set) bool {
	for i := range t.frames {
		at := sets[t.frames[i].proc.ID][t.frames[i].loc]
		for w := range f.words {
			if section[w]&at[f.words+w] != 0 || section[f.words+w]&(at[w]|at[f.words+w]) != 0 {
				return true
			}
		}
	}
	return false
}

// begun is a section that was begun ahead of its turn.
type begun struct {
	before *run // at its beginning
	stack  *[]*run
	done   bool // before was put on the stack
}

// beginsAtOnce reports whether a section follows in the same step what was done before.
func (x *Stepper) beginsAtOnce(r *run, e *cfa.Edge, stack *[]*run) bool {
	if x.future == nil {
		return false
	}
	section := x.future.sections[e.ID]
	if section[2*x.future.words]&spawns != 0 {
		return false
	}
	if !x.unrivalled(r, func(sets sets, t *thread) bool { return !x.future.conflicts(sets, t, section) }) {
		return false
	}
	r.begun = nil
	before := r.fork(x)
	r.begun = &begun{before: before, stack: stack}
	return true
}

// blocks notes that the section that the run is in is not taken to its end for all values.
func (r *run) blocks() {
	if b := r.begun; b != nil && !b.done {
		b.done = true
		b.before.waits = true
		*b.stack = append(*b.stack, b.before)
	}
}
