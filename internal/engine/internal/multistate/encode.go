package multistate

import (
	"encoding/binary"

	"whittle.dev/internal/engine/internal/emptiness"
	"whittle.dev/internal/engine/internal/portable"
	"whittle.dev/term"
)

// Encode appends a state that a stepper of the same program can read again by Decode: structure first, then
// the terms that are not constant in the order in which the structure mentions them, then the models of the
// parts.
func (x *Stepper) Encode(b []byte, st *State) []byte {
	w := writer{x: x, b: b}
	w.state(st)
	b = x.withTerms(&w)
	for _, p := range st.parts {
		if p.Model == nil {
			b = append(b, 0)
			continue
		}
		b = binary.AppendUvarint(append(b, 1), uint64(len(p.Syms)))
		for _, sym := range p.Syms {
			v, _ := emptiness.Model{Store: x.s, Values: p.Model}.Value(sym)
			b = binary.AppendUvarint(b, uint64(x.symbols.Numbers[sym]))
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

// withTerms appends the terms that a structure mentions.
func (x *Stepper) withTerms(w *writer) []byte {
	if x.portable == nil {
		x.portable = portable.NewEncoder(x.s)
	}
	number := func(sym term.Term) int { return x.symbols.Numbers[sym] }
	return x.portable.AppendNumbered(w.b, number, w.terms...)
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
	w.head(st.open, st.started, len(st.threads))
	for _, t := range st.threads {
		w.thread(t)
	}
	w.rest(st)
}

// head writes what comes before the threads.
func (w *writer) head(open bool, started, threads int) {
	w.bool(open)
	w.uint(uint64(started))
	w.uint(uint64(threads))
}

// rest writes what comes after the threads.
func (w *writer) rest(st *State) {
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
		w.list(p.Conj)
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
	w.uint(uint64(len(t.deferred)))
	for _, u := range t.deferred {
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
	if !w.x.p.deadlocks {
		return
	}
	w.uint(uint64(len(t.held)))
	for _, l := range t.held {
		w.uint(l)
	}
	w.uint(uint64(len(t.ops)))
	for _, op := range t.ops {
		w.uint(uint64(len(op.kind)))
		w.b = append(w.b, op.kind...)
		w.uint(op.lock)
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
	w.bool(o.aside)
	w.uint(uint64(len(o.cells)))
	for _, c := range o.cells {
		w.uint(c.off)
		w.term(c.val)
	}
}
