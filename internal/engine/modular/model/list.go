package model

import (
	"maps"
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis/pointsto"
	"whittle.dev/term"
)

// Of a small array that is accessed at computed indices each place is a variable: three accounts are three
// variables, whichever of them a thread takes. A step with such an access becomes one for each place that it
// may be about, so that each of them adds or sets as steps on single variables do.

const (
	// maxPlaces bounds the places of a class that are variables although they are accessed at computed
	// indices, maxChoices the steps that one becomes.
	maxPlaces  = 8
	maxChoices = 64
)

// places are the offsets in an object at which accesses of a class may begin; none if these are many.
func (m *memory) places(class int, o *object) []uint64 {
	c := &m.x.cut.Classes[class]
	var out []uint64
	for at := c.Align; at+c.Size <= o.size; at += c.Size {
		for _, e := range c.Edges {
			addr, _ := m.x.access(e.Op)
			if mayLead(m.x.pts.Of(addr), at, c.Size) {
				out = append(out, at)
				break
			}
		}
		if len(out) > maxPlaces {
			return nil
		}
	}
	return out
}

// mayLead reports whether a pointer may lead to a place.
func mayLead(refs pointsto.Value, offset, size uint64) bool {
	at := absint.Exactly(int64(offset))
	return refs.Unknown || slices.ContainsFunc(refs.Refs, func(r pointsto.Ref) bool {
		return r.Off.Overlaps(size, at, size)
	})
}

// listed are the places that an access of a class at a computed offset may be about.
func (m *memory) listed(class int, o *object, refs pointsto.Value, off term.Term, size uint64) []matched {
	var out []matched
	for _, d := range m.places(class, o) {
		if mayLead(refs, d, size) {
			is := m.x.st.Eq(off, m.x.prog.Ptr(d))
			m.choices[is] = true
			out = append(out, matched{m.cell(o, class, d, size), is})
		}
	}
	return out
}

// choose makes of each step one for each place that an access of it may be about.
func (x *extractor) choose() {
	p := &promoter{x: x}
	for i := range x.sys.Templates {
		t := &x.sys.Templates[i]
		var edges []Edge
		for _, e := range t.Edges {
			p.here = p.ranges(i, e.From)
			edges = append(edges, p.chosen(e)...)
		}
		t.Edges = edges
		t.link()
	}
}

// chosen are the steps that one becomes; one that would become too many stays as it is.
func (p *promoter) chosen(e Edge) []Edge {
	var open []term.Term
	for t := range p.x.st.Subterms(e.terms()...) {
		if p.x.memory.choices[t] {
			open = append(open, t)
		}
	}
	slices.Sort(open)
	out := []Edge{e}
	for _, c := range open {
		var next []Edge
		for _, e := range out {
			next = append(next, p.either(e, c)...)
		}
		if len(next) > maxChoices {
			return []Edge{e}
		}
		out = next
	}
	return out
}

// terms are those of a step, but for its inputs.
func (e *Edge) terms() []term.Term {
	out := append(slices.Collect(maps.Values(e.Updates)), e.Guard)
	if e.Spawn != nil {
		out = append(out, slices.Collect(maps.Values(e.Spawn.Args))...)
	}
	return out
}

// either are a step where a condition holds, and where it does not, as far as that may be; the step itself
// if it is not about the condition.
func (p *promoter) either(e Edge, c term.Term) []Edge {
	st := p.x.st
	if !slices.Contains(slices.Collect(st.Subterms(e.terms()...)), c) {
		return []Edge{e}
	}
	var out []Edge
	for _, holds := range []bool{true, false} {
		is := c
		if !holds {
			is = st.Not(c)
		}
		if p.implied(e.Guard, st.Not(is)) {
			continue
		}
		put := term.NewSubstituter(st, map[term.Term]term.Term{c: st.Bool(holds)}).Apply
		now := e
		now.Guard = st.And(is, put(e.Guard))
		now.Updates = map[term.Term]term.Term{}
		for sym, v := range e.Updates {
			if v = put(v); v != sym {
				now.Updates[sym] = v
			}
		}
		if e.Spawn != nil {
			spawn := *e.Spawn
			spawn.Args = map[term.Term]term.Term{}
			for sym, v := range e.Spawn.Args {
				spawn.Args[sym] = put(v)
			}
			now.Spawn = &spawn
		}
		out = append(out, now)
	}
	return out
}
