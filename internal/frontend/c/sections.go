package c

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
)

// unbalanced looks for a place of a function's graph that can be reached with
// different numbers of open atomic sections, a section that is closed without
// having been opened, and one that is open at a return. The program model
// has no such sections.
func (g *graph) unbalanced(entry loc) (at source.Pos, what string) {
	depth := map[loc]int{entry: 0}
	work := []loc{entry}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, i := range g.out[l] {
			s := &g.steps[i]
			d := depth[l]
			switch s.op.(type) {
			case cfa.AtomicBegin:
				d++
			case cfa.AtomicEnd:
				if d--; d < 0 {
					return s.pos, "the end of an atomic section that does not begin in the same function"
				}
			case cfa.Return:
				if d != 0 {
					return s.pos, "a return inside of an atomic section"
				}
				continue
			case cfa.Exit, cfa.Violation, cfa.Unsupported, cfa.UB:
				continue
			}
			if old, ok := depth[s.to]; !ok {
				depth[s.to] = d
				work = append(work, s.to)
			} else if old != d {
				return s.pos, "an atomic section that is open on one way to this place and not on another"
			}
		}
	}
	return source.Pos{}, ""
}

// checkSections replaces the body of a function whose atomic sections are not
// balanced.
func (f *fn) checkSections() {
	if !f.hasSections {
		return
	}
	pos, what := f.g.unbalanced(f.entry)
	if what == "" {
		return
	}
	f.g = graph{}
	f.entry = f.g.newLoc(pos)
	f.cur, f.pos, f.text = f.entry, pos, ""
	f.end(cfa.Unsupported{What: what})
}
