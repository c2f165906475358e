package live

import (
	"context"
	"slices"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Set is a set of registers: ascending, without duplicates.
type Set []cfa.RegID

// Has reports whether r is in the set.
func (s Set) Has(r cfa.RegID) bool {
	_, ok := slices.BinarySearch(s, r)
	return ok
}

// With returns the set with r added; s itself stays as it is.
func (s Set) With(r cfa.RegID) Set {
	i, ok := slices.BinarySearch(s, r)
	if ok {
		return s
	}
	out := make(Set, 0, len(s)+1)
	return append(append(append(out, s[:i]...), r), s[i:]...)
}

// Union returns the union, and whether it differs from s.
func (s Set) Union(t Set) (Set, bool) {
	if len(s) == len(t) && (len(s) == 0 || &s[0] == &t[0]) {
		return s, false
	}
	extra, i := 0, 0
	for _, r := range t {
		for i < len(s) && s[i] < r {
			i++
		}
		if i == len(s) || s[i] != r {
			extra++
		}
	}
	switch {
	case extra == 0:
		return s, false
	case len(s)+extra == len(t):
		return t, true
	}
	out := make(Set, 0, len(s)+extra)
	i = 0
	for _, r := range t {
		for i < len(s) && s[i] < r {
			out = append(out, s[i])
			i++
		}
		if i < len(s) && s[i] == r {
			i++
		}
		out = append(out, r)
	}
	return append(out, s[i:]...), true
}

// Registers returns, for each location of a procedure, the local registers whose value there may still be
// read before it is set again. Registers of scope Thread are live everywhere and never listed. Locations that
// the entry does not reach have an empty set.
//
// A value that flows into nothing but registers that are dead is live all the
// same (this is plain liveness, not faint variables), so two states that agree
// on the live registers, the thread's registers and memory behave alike.
func Registers(ctx context.Context, regs *cfa.RegIndex, p *cfa.Program, proc *cfa.Proc,
	order *analysis.Order) ([]Set, error) {
	f, err := analysis.Backward[Set](ctx, proc, order, &liveDomain{p: p, regs: regs}, nil)
	if err != nil {
		return nil, err
	}
	return f.States(), nil
}

type liveDomain struct {
	p    *cfa.Program
	regs *cfa.RegIndex
	uses []cfa.RegID // by the edge at hand, in any order
}

func (d *liveDomain) Join(a, b Set) (Set, bool) { return a.Union(b) }

func (d *liveDomain) Transfer(e *cfa.Edge, s Set) (Set, bool) {
	d.uses = d.uses[:0]
	d.regs.Uses(e.Op, d.use)
	if e.Sync != nil && e.Sync.Object != term.None {
		// Labels carry no meaning, but what they name must stay true.
		for _, r := range d.regs.Of(e.Sync.Object) {
			d.use(r)
		}
	}
	return s.before(cfa.Def(e.Op), d.uses), true
}

func (d *liveDomain) use(r cfa.RegID) {
	if d.p.Regs[r].Scope == cfa.Local {
		d.uses = append(d.uses, r)
	}
}

// before returns the set without def and with uses; s itself stays as it is.
func (s Set) before(def cfa.RegID, uses []cfa.RegID) Set {
	same := !s.Has(def) || slices.Contains(uses, def)
	for _, r := range uses {
		same = same && s.Has(r)
	}
	if same {
		return s
	}
	out := make(Set, 0, len(s)+len(uses))
	for _, r := range s {
		if r != def {
			out = append(out, r)
		}
	}
	for _, r := range uses {
		if i, ok := slices.BinarySearch(out, r); !ok {
			out = slices.Insert(out, i, r)
		}
	}
	return out
}
