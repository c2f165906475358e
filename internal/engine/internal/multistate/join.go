package multistate

import (
	"slices"

	"whittle.dev/internal/engine/internal/emptiness"
	"whittle.dev/internal/engine/internal/symbols"
	"whittle.dev/term"
)

// Joins of states.
//
// Two states whose threads are at the same places and whose memory has the same objects can be one: where
// their values differ, a symbol that is not used yet chooses between them, and the path condition is that of
// the one or that of the other. So the join stands for what the two stand for, and for nothing else; this is
// the disjunction of path formulas of adjustable-block encoding (D. Beyer, M. E. Keremoglu, P. Wendler,
// "Predicate Abstraction with Adjustable-Block Encoding", FMCAD 2010). The symbols of inputs need no new
// names: those of one state are not looked at where the other one is chosen.
//
// Conjuncts that both path conditions have may stay conjuncts (Factor), so that what does not depend on the
// choice stays apart from it.

// Factor says where common conjuncts are taken out of disjunctions (package factor).
type Factor uint8

const (
	// FactorNothing leaves path conditions as disjunctions.
	FactorNothing Factor = iota
	// FactorJoins has the conjuncts of both states in a join as they were. Nothing inside of them is looked
	// at.
	FactorJoins
	// FactorFormulas also simplifies what is left, at all levels, and what the solver is asked about.
	FactorFormulas
)

// Factored is the number of disjunctions from which something was taken out.
func (x *Stepper) Factored() int {
	n := x.factored
	if x.factorer != nil {
		n += x.factorer.Changed()
	}
	return n
}

// Shape names what is the same in all states that Join makes one: it is the key of the image without the
// constants, but for addresses of objects. The state must have been cleaned up by Image.
func (x *Stepper) Shape(st *State) [16]byte { return x.canonical.shape(st) }

// Join returns a state that stands for the states of a and b together. It is a with the values of both, so
// steps of b are steps of the join only up to the order of threads in images, which must be that of a. ok is
// false if the two are at different places, or something differs that control rests on. Both must have been
// cleaned up by Image.
func (x *Stepper) Join(a, b *State) (st *State, ok bool) {
	j := joiner{x: x, a: a, choice: term.None, joined: map[[2]term.Term]term.Term{}}
	st = a.fork()
	j.used = append(symbols.Numbers(nil), st.used...)
	for i, word := range b.used {
		if i == len(j.used) {
			j.used = append(j.used, 0)
		}
		j.used[i] |= word
	}
	if st.open != b.open || st.pinned != b.pinned || st.started != b.started || !j.threads(st, b) ||
		!j.objects(st, b) {
		return nil, false
	}
	j.conditions(st, b)
	return st, true
}

// joiner joins b to a state that is a to begin with.
type joiner struct {
	x      *Stepper
	a      *State
	used   symbols.Numbers
	choice term.Term // holds where b is chosen; None: no value differs so far
	joined map[[2]term.Term]term.Term
}

// value joins two values; ok is false if they have to be the same.
func (j *joiner) value(a, b term.Term) (v term.Term, ok bool) {
	s := j.x.s
	switch {
	case a == b:
		return a, true
	case a == term.None || b == term.None || s.Sort(a) != s.Sort(b) || j.a.leads(a) || j.a.leads(b):
		return term.None, false
	}
	if v, ok := j.joined[[2]term.Term{a, b}]; ok {
		return v, true
	}
	if j.choice == term.None {
		j.choice = j.x.symbols.Symbol(j.used.Take(), term.Bool)
	}
	v = s.Ite(j.choice, b, a)
	j.joined[[2]term.Term{a, b}] = v
	return v, true
}

// leads reports whether a term is a constant and the address of an object, dead or alive.
func (m *memory) leads(t term.Term) bool {
	found := false
	if m.p.terms.IsConst(t) {
		m.p.eachAddress(t, func(a uint64) { found = found || a>>m.p.bits != 0 && m.pointed(a) != nil })
	}
	return found
}

func (j *joiner) threads(st, b *State) bool {
	if len(st.threads) != len(b.threads) {
		return false
	}
	for i, u := range b.threads {
		t := st.threads[i]
		if t == u {
			continue
		}
		if t.id != u.id || t.status != u.status || t.atomic != u.atomic || len(t.shared) != len(u.shared) ||
			len(t.frames) != len(u.frames) || !slices.Equal(t.deferred, u.deferred) {
			return false
		}
		t = st.thread(i)
		exit, ok := j.value(t.exit, u.exit)
		if t.exit = exit; !ok || !j.values(t.shared, u.shared) {
			return false
		}
		for k := range t.frames {
			f, g := &t.frames[k], &u.frames[k]
			if f.proc != g.proc || f.loc != g.loc || f.call != g.call || !j.values(f.regs, g.regs) {
				return false
			}
		}
	}
	return true
}

// values joins lists of values in place.
func (j *joiner) values(to, from []term.Term) bool {
	for i := range to {
		v, ok := j.value(to[i], from[i])
		if !ok {
			return false
		}
		to[i] = v
	}
	return true
}

func (j *joiner) objects(st, b *State) bool {
	if len(st.objects) != len(b.objects) {
		return false
	}
	for i, o := range b.objects {
		p := st.objects[i]
		if p == o {
			continue
		}
		if p.live != o.live || p.addr != o.addr || p.size != o.size || p.kind != o.kind || p.zero != o.zero ||
			p.readOnly != o.readOnly || p.function != o.function {
			return false
		}
		if !p.live {
			continue
		}
		cells, ok := j.cells(p, o)
		if !ok {
			return false
		}
		st.object(i).cells = cells
	}
	return true
}

// cells joins the contents of two objects. What no cell of an object covers that begins as zero is zero.
func (j *joiner) cells(p, o *object) (out []cell, ok bool) {
	s := j.x.s
	narrow := false // a value differs that is narrower than an address
	a, b := p.cells, o.cells
	for len(a) > 0 || len(b) > 0 {
		var c, d cell // what stands at the same place in both
		switch {
		case len(b) == 0 || len(a) > 0 && cellEnd(s, a[0]) <= b[0].off:
			c, a = a[0], a[1:]
			d = cell{c.off, j.x.p.zero(s.Sort(c.val))}
			ok = p.zero
		case len(a) == 0 || cellEnd(s, b[0]) <= a[0].off:
			d, b = b[0], b[1:]
			c = cell{d.off, j.x.p.zero(s.Sort(d.val))}
			ok = p.zero
		default:
			c, d, a, b = a[0], b[0], a[1:], b[1:]
			ok = c.off == d.off
		}
		if !ok {
			return nil, false
		}
		v, ok := j.value(c.val, d.val)
		if !ok {
			return nil, false
		}
		narrow = narrow || c.val != d.val && s.Sort(v).Width() < j.x.p.PtrWidth
		out = append(out, cell{c.off, v})
	}
	ok = true
	if narrow { // bytes that may be the address of an object that was made have to stay what they are
		for _, q := range [...]*object{p, o} {
			j.x.p.eachJoined(q, func(a uint64) {
				ok = ok && (j.x.p.RegionOf(a) < j.x.p.firstFree || j.a.pointed(a) == nil)
			})
		}
	}
	return out, ok
}

// conditions joins the path conditions.
func (j *joiner) conditions(st, b *State) {
	k := &j.x.conditions
	var left, right, both []term.Term
	for _, p := range st.parts {
		left = append(left, p.Conj...)
	}
	for _, p := range b.parts {
		right = append(right, p.Conj...)
	}
	slices.Sort(left)
	slices.Sort(right)
	if j.x.cfg.Factor != FactorNothing {
		left, right, both = apart(left, right)
		if len(both) > 0 {
			j.x.factored++
		}
	}
	if j.choice != term.None {
		left, right = append(left, k.s.Not(j.choice)), append(right, j.choice)
	}
	either := k.s.Or(k.s.And(left...), k.s.And(right...))
	if j.x.factorer != nil {
		either = j.x.factorer.Apply(either)
	}
	model, ok := emptiness.Models(st.parts)
	if ok && j.choice != term.None {
		model[j.choice] = term.BoolValue(false)
	}
	if !ok {
		model = nil
	}
	st.parts = k.rebuild(append(both, either), func(t term.Term) term.Term { return t }, model)
	st.used = j.used
}

// apart takes what two ascending lists have in common out of both.
func apart(a, b []term.Term) (left, right, both []term.Term) {
	for i, k := 0, 0; i < len(a) || k < len(b); {
		switch {
		case k == len(b) || i < len(a) && a[i] < b[k]:
			left = append(left, a[i])
			i++
		case i == len(a) || b[k] < a[i]:
			right = append(right, b[k])
			k++
		default:
			both = append(both, a[i])
			i, k = i+1, k+1
		}
	}
	return left, right, both
}
