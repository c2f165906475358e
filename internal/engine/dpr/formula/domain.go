package formula

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/dpr/dsa"
	"whittle.dev/internal/engine/dpr/oracle"
	"whittle.dev/term"
)

// domain implements dsa.Domain for an execution.
type domain struct{ *Execution }

// Constant implements dsa.Domain.
func (d domain) Constant(sort term.Sort, lo, hi uint64) Value {
	return Value{lo: lo, hi: hi, sort: sort}
}

// Fixed implements dsa.Domain.
func (d domain) Fixed(guard Value) bool { return guard.sym == term.None }

// Term implements dsa.Domain: substitution, as in the weakest precondition of an assignment.
func (d domain) Term(t term.Term, regs []cfa.RegID, args []Value, lo, hi uint64) Value {
	st, p := d.cfg.Terms, d.cfg.Info.Prog
	v := Value{lo: lo, hi: hi, sort: st.Sort(t)}
	m := make(map[term.Term]term.Term, len(regs))
	open := false
	for i, r := range regs {
		m[p.Regs[r].Sym] = d.term(args[i], p.Regs[r].Sort)
		open = open || args[i].sym != term.None
	}
	switch {
	case open:
		if s := st.Substitute(t, m); !st.IsConst(s) {
			v.sym = s
		}
	case d.cfg.Constants && len(regs) == 0 && !v.sort.IsBool():
		v.sym = d.fresh("constant", v.sort)
		d.Clauses = append(d.Clauses, Clause{st.Eq(v.sym, d.term(Value{lo: lo, hi: hi}, v.sort)), false})
	}
	return v
}

// Input implements dsa.Domain.
func (d domain) Input(name oracle.Name, e *cfa.Edge, sort term.Sort, lo, hi uint64) Value {
	st := d.cfg.Terms
	values, ok := d.cfg.Choices[e]
	if !ok {
		return Value{lo: lo, hi: hi, sym: d.cfg.Symbol(name, sort), sort: sort}
	}
	c := st.Symbol(fmt.Sprintf("choice@%d", name), term.Bool)
	if l, ok := d.cfg.Made(name); ok {
		holds := c
		if l.Negated() {
			holds = st.Not(c)
		}
		d.Choices = append(d.Choices, Choice{l, holds})
	}
	yes, no := Value{lo: values[1]}, Value{lo: values[0]}
	return Value{lo: lo, hi: hi, sym: st.Ite(c, d.term(yes, sort), d.term(no, sort)), sort: sort}
}

// Bytes implements dsa.Domain.
func (d domain) Bytes(parts []dsa.Part[Value], lo, hi uint64) Value {
	st := d.cfg.Terms
	all, open := term.None, false
	for _, p := range parts {
		open = open || p.Value.sym != term.None
		t := st.Extract(8*(p.First+p.Number)-1, 8*p.First, d.term(p.Value, p.Value.sort))
		if all == term.None {
			all = t
		} else {
			all = st.Concat(t, all)
		}
	}
	v := Value{lo: lo, hi: hi, sort: st.Sort(all)}
	if open && !st.IsConst(all) {
		v.sym = all
	}
	return v
}

// Branch implements dsa.Domain.
func (d domain) Branch(p *dsa.Point[Value]) Value { return d.branch(p) }

// Merge implements dsa.Domain: the phi function where the sides of a branch meet, of which only the one
// that was taken is known.
func (d domain) Merge(guard, v Value, sort term.Sort) Value {
	if guard.sym == term.None {
		return v
	}
	st := d.cfg.Terms
	v.sym = st.Ite(guard.sym, d.term(v, sort), d.fresh("other", sort))
	v.sort = sort
	return v
}

// Address implements dsa.Domain: a place is this one under a condition.
func (d domain) Address(e *cfa.Edge, v Value, addr uint64, life []Value) Value {
	st := d.cfg.Terms
	place := Value{}
	if v.sym != term.None {
		sort := st.Sort(v.sym)
		place.sym = st.Eq(v.sym, st.BV(sort.Width(), addr))
		d.made(d.cfg.Tree.Below(d.Walker.Index.At(e.ID, 0), e.ID, addr), place.sym)
	}
	if d.cfg.Info.Target(e) {
		for _, g := range append([]Value{place}, life...) {
			if g.sym != term.None {
				d.ask(d.here(), st.Not(g.sym))
			}
		}
	}
	return place
}

// At implements dsa.Domain: what is read elsewhere is not known.
func (d domain) At(place, v Value) Value { return d.Merge(place, v, v.sort) }
