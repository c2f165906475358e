package dpr

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/dpr/dsa"
	"whittle.dev/internal/engine/dpr/oracle"
	"whittle.dev/term"
)

// value is a value of an execution.
type value struct {
	lo, hi uint64
	// sym is the value as a term over inputs; term.None: it depends on none.
	sym term.Term
	// deps are the choices by which it is what it is: all executions that make them, and that come here,
	// have this value, or this term.
	deps set
}

// term is the value as a term.
func (r *run) term(v value, sort term.Sort) term.Term {
	if v.sym != term.None {
		return v.sym
	}
	return dsa.Literal(r.s.terms, sort, v.lo, v.hi)
}

// Constant implements dsa.Domain.
func (r *run) Constant(_ term.Sort, lo, hi uint64) value { return value{lo: lo, hi: hi} }

// Fixed implements dsa.Domain.
func (r *run) Fixed(guard value) bool { return guard.deps == 0 }

// Term implements dsa.Domain.
func (r *run) Term(t term.Term, regs []cfa.RegID, args []value, lo, hi uint64) value {
	v := value{lo: lo, hi: hi}
	symbolic := false
	for i := range args {
		v.deps = r.union(v.deps, args[i].deps)
		symbolic = symbolic || args[i].sym != term.None
	}
	if symbolic {
		v.sym = r.substitute(t, regs, args)
	}
	return v
}

func (r *run) substitute(t term.Term, regs []cfa.RegID, args []value) term.Term {
	p := r.s.info.Prog
	m := make(map[term.Term]term.Term, len(regs))
	for i, reg := range regs {
		m[p.Regs[reg].Sym] = r.term(args[i], p.Regs[reg].Sort)
	}
	out := r.s.terms.Substitute(t, m)
	if r.s.terms.IsConst(out) {
		return term.None
	}
	return out
}

// Input implements dsa.Domain: a choice between two values, or a symbol.
func (r *run) Input(name oracle.Name, e *cfa.Edge, sort term.Sort, lo, hi uint64) value {
	if values, ok := r.s.chosen(e); ok {
		return value{lo: lo, deps: r.choose(name, lo == values[1], term.None, 0)}
	}
	return value{lo: lo, hi: hi, sym: r.s.symbol(name, sort)}
}

// Bytes implements dsa.Domain.
func (r *run) Bytes(parts []dsa.Part[value], lo, hi uint64) value {
	v := value{lo: lo, hi: hi}
	symbolic := false
	for _, p := range parts {
		v.deps = r.union(v.deps, p.Value.deps)
		symbolic = symbolic || p.Value.sym != term.None
	}
	if !symbolic {
		return v
	}
	st, at := r.s.terms, 0
	for _, p := range parts {
		n := 8 * p.Number
		var t term.Term
		if p.Value.sym != term.None {
			t = st.Extract(8*p.First+n-1, 8*p.First, p.Value.sym)
		} else {
			t = r.term(bitsOf(lo, hi, at, n), term.BitVec(n))
		}
		if v.sym == term.None {
			v.sym = t
		} else {
			v.sym = st.Concat(t, v.sym)
		}
		at += n
	}
	return v
}

// bitsOf is the value of n bits of a value, from bit at on.
func bitsOf(lo, hi uint64, at, n int) value {
	var v value
	switch {
	case at >= 64:
		v.lo = hi >> (at - 64)
	case at > 0:
		v.lo, v.hi = lo>>at|hi<<(64-at), hi>>at
	default:
		v.lo, v.hi = lo, hi
	}
	switch {
	case n < 64:
		v.lo, v.hi = v.lo&(1<<n-1), 0
	case n < 128:
		v.hi &= 1<<(n-64) - 1
	}
	return v
}

// Merge implements dsa.Domain.
func (r *run) Merge(guard, v value, _ term.Sort) value {
	v.deps = r.union(v.deps, guard.deps)
	return v
}

// At implements dsa.Domain.
func (r *run) At(place, v value) value {
	v.deps = r.union(v.deps, place.deps)
	return v
}
