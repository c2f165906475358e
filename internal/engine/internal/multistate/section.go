package multistate

import (
	"slices"

	"whittle.dev/internal/cfa"
)

// An atomic section commutes with what others do if each of its accesses does, so it is treated like one
// access: it comes at once if no other thread will touch what it writes, or write what it reads. What it does
// is known before it begins only roughly, by location. If it turns out that the section cannot be taken to
// its end for some values, its thread waits at its beginning for these, as it would have otherwise.

// findSections collects what each section does.
func (f *future) findSections() {
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

func (f *future) section(proc *cfa.Proc, begin *cfa.Edge) *section {
	out := &section{changed: map[cfa.RegID]bool{}, rest: make(set, f.size())}
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
			if a := &f.acts[e.ID]; a.any || len(a.objects) > 0 {
				out.edges = append(out.edges, e)
			}
			if r := cfa.Def(e.Op); r != cfa.NoReg {
				out.changed[r] = true
			}
			out.rest[2*f.words] |= f.acts[e.ID].flags
			for _, q := range f.entered(e) {
				join(out.rest, f.at[q][f.prog.Procs[q].Entry])
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

// conflicts reports whether a thread may still do what does not commute with the rest of a section.
func (f *future) conflicts(sets sets, t *thread, rest set) bool {
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

// begun is a section that was begun ahead of its turn.
type begun struct {
	before *run // at its beginning
	stack  *[]*run
	done   bool // before was put on the stack
}

// beginsAtOnce reports whether a section follows in the same step what was done before, and prepares for
// that it is not taken to its end.
func (x *Stepper) beginsAtOnce(r *run, e *cfa.Edge, stack *[]*run) bool {
	if !x.sectionCommutes(r, e) {
		return false
	}
	r.begun = nil
	before := r.fork(x)
	r.begun = &begun{before: before, stack: stack}
	return true
}

// sectionCommutes reports whether what a section of the running thread does commutes with all that others can
// do.
func (x *Stepper) sectionCommutes(r *run, e *cfa.Edge) bool {
	if x.future == nil || x.cfg.NoSections {
		return false
	}
	section := x.future.sections[e.ID]
	if section.rest[2*x.future.words]&spawns != 0 {
		return false
	}
	th := r.st.threads[r.i]
	own := make([]span, 0, len(section.edges))
	for _, e := range section.edges {
		own = append(own, x.spanOf(e, th, x.fixed(address(e), section.changed)))
	}
	return x.unrivalled(r, func(sets sets, t *thread) bool {
		return !x.future.conflicts(sets, t, section.rest) &&
			!slices.ContainsFunc(own, func(s span) bool { return x.reaches(sets, t, s) })
	})
}

// blocks notes that the section that the run is in is not taken to its end for all values.
func (r *run) blocks() {
	if b := r.begun; b != nil && !b.done {
		b.done = true
		b.before.waits, b.before.asleep = true, true // else it would be woken at once
		*b.stack = append(*b.stack, b.before)
	}
}
