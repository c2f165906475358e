package multistate

import (
	"fmt"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/internal/emptiness"
	"whittle.dev/internal/engine/internal/portable"
	"whittle.dev/term"
)

// Decode reads a state that Encode has written. The error says that the bytes are no state of the program.
func (x *Stepper) Decode(b []byte) (*State, error) {
	r := reader{x: x, Bytes: portable.Bytes{Rest: b}}
	st := &State{memory: memory{p: x.p}}
	st.renew()
	r.state(st)
	if r.Bad {
		return nil, fmt.Errorf("multistate: a malformed state")
	}
	terms, rest, err := portable.Decode(x.s, r.Rest, x.symbols.Symbol)
	if err != nil {
		return nil, err
	}
	if len(terms) != len(r.fill) {
		return nil, fmt.Errorf("multistate: %d terms in a state with %d places for them", len(terms),
			len(r.fill))
	}
	for i, at := range r.fill {
		*at = terms[i]
	}
	r.Rest = rest
	for _, p := range st.parts {
		slices.Sort(p.Conj)
		p.Conj = slices.Compact(p.Conj)
		for _, c := range p.Conj {
			p.Syms = union(p.Syms, x.symbols.Of(c))
		}
		r.model(p)
	}
	if r.Bad || len(r.Rest) > 0 {
		return nil, fmt.Errorf("multistate: a malformed state")
	}
	return st, nil
}

// reader reads the structure of a state; terms that come later are filled in after it.
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
	st.started = int(r.Uvarint())
	for range r.count() {
		st.threads = append(st.threads, r.thread(st.control.owner))
	}
	n := r.count()
	for i := 0; i < n && !r.Bad; i++ {
		if r.bool() && i < len(r.x.p.writable) {
			st.objects = append(st.objects, r.x.p.writable[i])
			continue
		}
		st.objects = append(st.objects, r.object(st.memory.owner))
	}
	for n := r.count(); n > 0 && !r.Bad; n-- {
		st.parts = append(st.parts, &emptiness.Part{Conj: r.list()})
	}
	for n := r.count(); n > 0 && !r.Bad; n-- {
		st.used = append(st.used, r.Uvarint())
	}
}

func (r *reader) thread(id *owner) *thread {
	t := &thread{owner: id, id: r.Uvarint(), status: status(r.Uvarint()), atomic: int(r.Uvarint())}
	r.term(&t.exit)
	shared := r.bool()
	if t.shared = r.list(); !shared {
		t.shared = nil
	}
	for n := r.count(); n > 0 && !r.Bad; n-- {
		t.deferred = append(t.deferred, int32(r.Uvarint()))
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
	if !r.x.p.deadlocks {
		return t
	}
	for n := r.count(); n > 0 && !r.Bad; n-- {
		t.held = append(t.held, r.Uvarint())
	}
	for n := r.count(); n > 0 && !r.Bad; n-- {
		kind := r.Rest[:0]
		if n := r.count(); !r.Bad {
			kind, r.Rest = r.Rest[:n], r.Rest[n:]
		}
		t.ops = append(t.ops, operation{cfa.SyncKind(kind), r.Uvarint()})
	}
	return t
}

func (r *reader) object(id *owner) *object {
	o := &object{owner: id, addr: r.Uvarint(), size: r.Uvarint(), kind: cfa.AllocKind(r.Uvarint())}
	o.static, o.abstract, o.function = int32(r.Uvarint())-1, int32(r.Uvarint())-1,
		cfa.ProcID(int64(r.Uvarint())-1)
	o.zero, o.live, o.readOnly, o.aside = r.bool(), r.bool(), r.bool(), r.bool()
	o.cells = make([]cell, r.count())
	for i := range o.cells {
		o.cells[i].off = r.Uvarint()
		r.term(&o.cells[i].val)
	}
	return o
}

// model reads the values of the symbols of a part.
func (r *reader) model(p *emptiness.Part) {
	if !r.bool() {
		return
	}
	p.Model = make(term.Map, len(p.Syms))
	// The symbols come in the order of the store that wrote them. One is missing here if a term became
	// simpler when it was made again; its value does not matter then.
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
		for _, sym := range p.Syms {
			if r.x.symbols.Numbers[sym] == number && r.x.s.Sort(sym) == sort {
				p.Model[sym] = v
			}
		}
	}
}
