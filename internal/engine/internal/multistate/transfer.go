package multistate

import (
	"encoding/binary"
	"fmt"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/internal/portable"
	"whittle.dev/term"
)

// Fork returns a stepper for the same program with a term store of its own, so that it can be used
// in another goroutine, or instead of x when the terms of old states are no longer needed. States go from
// one to the other by Encode and Decode. x must not be following an execution.
func (x *Stepper) Fork() *Stepper {
	p := *x.p
	p.terms = p.Terms.Fork()
	y := &Stepper{
		p: &p, s: p.terms, cfg: x.cfg, ctx: x.ctx, symbols: map[term.Term][]term.Term{}, numbers: map[term.Term]int{},
		future: x.future, ids: x.ids, facts: x.facts, cuts: map[string]sets{}, shutMemo: map[guarded]bool{}, may: map[place]*may{},
		zeros: map[cfa.ProcID][]term.Term{},
	}
	y.inputs = NewRenamer(y.s, "in!")
	y.memo = make([]term.Term, len(p.regOf))
	y.stamp = make([]uint32, len(p.regOf))
	y.emptiness = newEmptiness(x.ctx, y.s, x.cfg)
	return y
}

// Encode appends a state that a stepper of the same program can read again by Decode: structure first, then
// the terms that are not constant in the order in which the structure mentions them, then the models of the parts.
func (x *Stepper) Encode(b []byte, st *State) []byte {
	if x.portable == nil {
		x.portable = portable.NewEncoder(x.s)
	}
	w := writer{x: x, b: b}
	w.state(st)
	number := func(sym term.Term) int { return x.number(sym) }
	b = x.portable.AppendNumbered(w.b, number, w.terms...)
	for _, p := range st.parts {
		if p.model == nil {
			b = append(b, 0)
			continue
		}
		b = binary.AppendUvarint(append(b, 1), uint64(len(p.syms)))
		for _, sym := range p.syms {
			v, _ := Model{x.s, p.model}.Value(sym)
			b = binary.AppendUvarint(b, uint64(x.number(sym)))
			if sort := x.s.Sort(sym); sort.IsBool() {
				b = append(b, 0)
			} else {
				b = binary.AppendUvarint(b, uint64(sort.Width()))
			}
			b = portable.AppendValue(b, v)
		}
	}
	return b
}

// writer writes the structure of a state.
type writer struct {
	x     *Stepper
	b     []byte
	terms []term.Term
}

func (w *writer) uint(v uint64) { w.b = binary.AppendUvarint(w.b, v) }

func (w *writer) bool(v bool) {
	if v {
		w.b = append(w.b, 1)
	} else {
		w.b = append(w.b, 0)
	}
}

// Marks of values: none, a small constant of some width, or another term.
const (
	noTerm = iota
	constantTerm
	otherTerm
)

func (w *writer) term(t term.Term) {
	switch v, ok := w.x.constant(t); {
	case t == term.None:
		w.b = append(w.b, noTerm)
	case ok && !w.x.s.Sort(t).IsBool():
		w.b = append(w.b, constantTerm)
		w.uint(uint64(w.x.s.Sort(t).Width()))
		w.uint(v)
	default:
		w.b = append(w.b, otherTerm)
		w.terms = append(w.terms, t)
	}
}

func (x *Stepper) constant(t term.Term) (uint64, bool) {
	if t == term.None {
		return 0, false
	}
	return x.s.ConstUint64(t)
}

func (w *writer) list(ts []term.Term) {
	w.uint(uint64(len(ts)))
	for _, t := range ts {
		w.term(t)
	}
}

func (w *writer) state(st *State) {
	w.bool(st.open)
	w.uint(uint64(len(st.threads)))
	for _, t := range st.threads {
		w.thread(t)
	}
	// Objects that are as at the start are only counted.
	w.uint(uint64(len(st.objects)))
	for i, o := range st.objects {
		same := i < len(w.x.p.writable) && o == w.x.p.writable[i]
		w.bool(same)
		if !same {
			w.object(o)
		}
	}
	w.uint(uint64(len(st.parts)))
	for _, p := range st.parts {
		w.list(p.conj)
	}
	w.uint(uint64(len(st.used)))
	for _, u := range st.used {
		w.uint(u)
	}
}

func (w *writer) thread(t *thread) {
	w.uint(t.id)
	w.b = append(w.b, byte(t.status))
	w.uint(uint64(t.atomic))
	w.term(t.exit)
	w.bool(t.shared != nil)
	w.list(t.shared)
	w.uint(uint64(len(t.debts)))
	for _, u := range t.debts {
		w.uint(uint64(u))
	}
	w.uint(uint64(len(t.frames)))
	for i := range t.frames {
		f := &t.frames[i]
		w.uint(uint64(f.proc.ID))
		w.uint(uint64(f.loc))
		w.bool(f.call != nil)
		if f.call != nil {
			w.uint(uint64(f.call.ID))
		}
		w.list(f.regs)
	}
}

func (w *writer) object(o *object) {
	w.uint(o.addr)
	w.uint(o.size)
	w.b = append(w.b, byte(o.kind))
	w.uint(uint64(o.static + 1))
	w.uint(uint64(o.abstract + 1))
	w.uint(uint64(int64(o.function) + 1))
	w.bool(o.zero)
	w.bool(o.live)
	w.bool(o.readOnly)
	w.uint(uint64(len(o.cells)))
	for _, c := range o.cells {
		w.uint(c.off)
		w.term(c.val)
	}
}

// Decode reads a state that Encode has written. The error tells that the bytes are no state of the program.
func (x *Stepper) Decode(b []byte) (*State, error) {
	r := reader{x: x, Bytes: portable.Bytes{Rest: b}}
	x.gen++
	st := &State{gen: x.gen}
	r.state(st)
	if r.Bad {
		return nil, fmt.Errorf("multistate: a malformed state")
	}
	terms, rest, err := portable.Decode(x.s, r.Rest, x.symbol)
	if err != nil {
		return nil, err
	}
	if len(terms) != len(r.fill) {
		return nil, fmt.Errorf("multistate: %d terms in a state with %d places for them", len(terms), len(r.fill))
	}
	for i, at := range r.fill {
		*at = terms[i]
	}
	r.Rest = rest
	for _, p := range st.parts {
		slices.Sort(p.conj)
		p.conj = slices.Compact(p.conj)
		for _, c := range p.conj {
			p.syms = union(p.syms, x.Symbols(c))
		}
		r.model(p)
	}
	if r.Bad || len(r.Rest) > 0 {
		return nil, fmt.Errorf("multistate: a malformed state")
	}
	return st, nil
}

// reader reads the structure of a state; terms that come later are filled in behind it.
type reader struct {
	portable.Bytes
	x    *Stepper
	fill []*term.Term
}

// count reads the length of a list, each element of which takes a byte at least.
func (r *reader) count() int {
	v := r.Uvarint()
	if v > uint64(len(r.Rest)) {
		r.Bad = true
		return 0
	}
	return int(v)
}

// index reads a number below n.
func (r *reader) index(n int) int {
	v := r.Uvarint()
	if v >= uint64(n) {
		r.Bad = true
		return 0
	}
	return int(v)
}

func (r *reader) bool() bool { return r.Uvarint() != 0 }

func (r *reader) term(at *term.Term) {
	switch r.Uvarint() {
	case noTerm:
		*at = term.None
	case constantTerm:
		w := r.Uvarint()
		v := r.Uvarint()
		if w == 0 || w > 64 {
			r.Bad = true
			return
		}
		*at = r.x.s.BV(int(w), v)
	default:
		r.fill = append(r.fill, at)
	}
}

func (r *reader) list() []term.Term {
	out := make([]term.Term, r.count())
	for i := range out {
		r.term(&out[i])
	}
	return out
}

func (r *reader) state(st *State) {
	st.open = r.bool()
	for range r.count() {
		st.threads = append(st.threads, r.thread(st.gen))
	}
	n := r.count()
	for i := 0; i < n && !r.Bad; i++ {
		if r.bool() && i < len(r.x.p.writable) {
			st.objects = append(st.objects, r.x.p.writable[i])
			continue
		}
		st.objects = append(st.objects, r.object(st.gen))
	}
	for n := r.count(); n > 0 && !r.Bad; n-- {
		st.parts = append(st.parts, &part{conj: r.list()})
	}
	for n := r.count(); n > 0 && !r.Bad; n-- {
		st.used = append(st.used, r.Uvarint())
	}
}

func (r *reader) thread(gen uint64) *thread {
	t := &thread{gen: gen, id: r.Uvarint(), status: status(r.Uvarint()), atomic: int(r.Uvarint())}
	r.term(&t.exit)
	shared := r.bool()
	if t.shared = r.list(); !shared {
		t.shared = nil
	}
	for n := r.count(); n > 0 && !r.Bad; n-- {
		t.debts = append(t.debts, int32(r.Uvarint()))
	}
	n := r.count()
	t.frames = make([]frame, 0, n+1)
	for ; n > 0 && !r.Bad; n-- {
		proc := r.x.p.procs[r.index(len(r.x.p.procs))]
		f := frame{proc: proc, loc: cfa.LocID(r.index(len(proc.Locs)))}
		if r.bool() {
			f.call = r.x.p.edges[r.index(len(r.x.p.edges))]
		}
		f.regs = r.list()
		t.frames = append(t.frames, f)
	}
	return t
}

func (r *reader) object(gen uint64) *object {
	o := &object{gen: gen, addr: r.Uvarint(), size: r.Uvarint(), kind: cfa.AllocKind(r.Uvarint())}
	o.static, o.abstract, o.function = int32(r.Uvarint())-1, int32(r.Uvarint())-1, cfa.ProcID(int64(r.Uvarint())-1)
	o.zero, o.live, o.readOnly = r.bool(), r.bool(), r.bool()
	o.cells = make([]cell, r.count())
	for i := range o.cells {
		o.cells[i].off = r.Uvarint()
		r.term(&o.cells[i].val)
	}
	return o
}

// model reads the values of the symbols of a part.
func (r *reader) model(p *part) {
	if !r.bool() {
		return
	}
	p.model = make(term.Map, len(p.syms))
	// The symbols come in the order of the store that wrote them. One is missing here if a term became simpler when
	// it was made again; its value does not matter then.
	for n := r.count(); n > 0 && !r.Bad; n-- {
		number, sort := int(r.Uvarint()), term.Bool
		switch w := r.Uvarint(); {
		case w > 1<<20:
			r.Bad = true
			return
		case w > 0:
			sort = term.BitVec(int(w))
		}
		v, rest, err := portable.ReadValue(r.Rest, sort)
		if err != nil {
			r.Bad = true
			return
		}
		r.Rest = rest
		for _, sym := range p.syms {
			if r.x.numbers[sym] == number && r.x.s.Sort(sym) == sort {
				p.model[sym] = v
			}
		}
	}
}
