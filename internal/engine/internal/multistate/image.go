package multistate

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"whittle.dev/term"
)

// Image is a state as it is compared with others: two states with the same key have the same
// threads at the same places, the same objects, and the same values but in slots.
type Image struct {
	// Key is a hash of the explicit part that is as good as the part itself.
	Key [16]byte
	// Slots are the values that are not constant, in a fixed order of places.
	Slots []term.Term
	// Parts is the path condition: conjunctions over symbols that the others do not have.
	Parts []Part
}

// Part is a satisfiable conjunction.
type Part struct {
	Conjuncts []term.Term
	Symbols   []term.Term // ascending
	Model     term.Map    // satisfies it; symbols without a value are zero; nil: none is known
}

// encoder writes the explicit part of a state, and collects what is not.
type encoder struct {
	s     *term.Store
	buf   []byte
	slots []term.Term
}

func (e *encoder) uint(v uint64) { e.buf = binary.AppendUvarint(e.buf, v) }

// word writes a constant; the width of another term, which gets a slot; or that there is no value.
func (e *encoder) word(t term.Term) {
	if t == term.None {
		e.buf = append(e.buf, 2)
		return
	}
	if v, ok := e.s.ConstUint64(t); ok {
		e.buf = append(e.buf, 0)
		e.uint(v)
		return
	}
	if e.s.IsConst(t) {
		e.buf = append(append(append(e.buf, 3), e.s.String(t)...), 0)
		return
	}
	e.buf = append(e.buf, 1)
	e.uint(uint64(e.s.Sort(t).Width()))
	e.slots = append(e.slots, t)
}

func (e *encoder) words(list []term.Term) {
	for _, t := range list {
		e.word(t)
	}
}

// owner writes a thread with its debts, or how it has ended.
func (e *encoder) owner(t *thread) {
	switch t.status {
	case stuck:
		e.buf = append(e.buf, byte(t.status))
		return
	case finished:
		e.buf = append(e.buf, byte(t.status))
		e.word(t.exit)
		return
	}
	e.thread(t)
	e.uint(uint64(len(t.debts)))
	for _, u := range t.debts {
		e.uint(uint64(u))
	}
}

// thread writes a thread that has not ended.
func (e *encoder) thread(t *thread) {
	e.buf = append(e.buf, byte(t.status), byte(t.atomic))
	e.words(t.shared)
	e.uint(uint64(len(t.frames)))
	for i := range t.frames {
		f := &t.frames[i]
		e.uint(uint64(f.proc.ID))
		e.uint(uint64(f.loc))
		if f.call != nil {
			e.uint(uint64(f.call.ID))
		}
		e.words(f.regs)
	}
}

// object writes an object. What no cell covers is told apart: zero, or undefined.
func (e *encoder) object(o *object) {
	if !o.live {
		e.buf = append(e.buf, 0x80|byte(o.kind)) // its region may come again
		return
	}
	mark := 1 + 2*byte(o.kind)
	if o.zero {
		mark++
	}
	e.buf = append(e.buf, mark)
	e.uint(o.size)
	for _, c := range o.cells {
		e.uint(c.off + 1)
		e.uint(uint64(e.s.Sort(c.val).Width()))
		e.word(c.val)
	}
	e.buf = append(e.buf, 0)
}

// Image cleans a state up and returns its image: registers that are not live are forgotten, and
// so is what the path condition says of symbols that no value depends on. The state must be
// a successor that was not handed on yet.
func (x *Stepper) Image(st *State) Image {
	for i, t := range st.threads {
		if t.alive() {
			x.forget(st, i)
		}
	}
	e := &x.encoder
	e.s, e.buf, e.slots = x.s, e.buf[:0], e.slots[:0]
	flags := byte(0)
	if st.open {
		flags = 1
	}
	if x.symmetric(st) {
		x.anonymous(st)
		e.buf = append(e.buf, flags|2)
		x.permuted(e, st)
	} else {
		e.buf = append(e.buf, flags)
		for _, t := range st.threads {
			e.owner(t)
		}
	}
	e.buf = append(e.buf, 0xff)
	for _, o := range st.objects {
		e.object(o)
	}
	x.collect(st, e.slots)
	im := Image{Slots: slices.Clone(e.slots)}
	sum := sha256.Sum256(e.buf)
	copy(im.Key[:], sum[:])
	for _, p := range st.parts {
		im.Parts = append(im.Parts, Part{p.conj, p.syms, p.model})
	}
	return im
}

// forget makes the registers of a thread dead that are not live.
func (x *Stepper) forget(st *State, i int) {
	t := st.threads[i]
	f := t.top()
	dead := false
	live := f.proc.live[f.loc]
	for k, v := range f.regs {
		for len(live) > 0 && live[0] < int32(k) {
			live = live[1:]
		}
		if v != term.None && (len(live) == 0 || live[0] != int32(k)) {
			dead = true
			break
		}
	}
	if dead {
		t = x.thread(st, i)
		x.keepLive(t.top(), t.top().loc, -1)
	}
}

// collect drops the parts of the path condition that no value depends on, which are
// satisfiable, and eliminates other symbols that no value contains where an equation
// defines them. Then it notes which symbols are left.
func (x *Stepper) collect(st *State, slots []term.Term) {
	live := map[term.Term]bool{}
	for _, t := range slots {
		for _, sym := range x.Symbols(t) {
			live[sym] = true
		}
	}
	kept := st.parts[:0:0]
	for _, p := range st.parts {
		dead := map[term.Term]bool{}
		some := false
		for _, sym := range p.syms {
			if live[sym] {
				some = true
			} else {
				dead[sym] = true
			}
		}
		switch {
		case len(dead) == 0:
			kept = append(kept, p)
		case some || x.cfg.Whole:
			kept = append(kept, x.project(p, dead)...)
		}
	}
	// A part that is left may have lost its live symbols.
	st.parts = kept
	if !x.cfg.Whole {
		st.parts = slices.DeleteFunc(kept, func(p *part) bool {
			return !slices.ContainsFunc(p.syms, func(sym term.Term) bool { return live[sym] })
		})
	}
	for _, p := range st.parts {
		for _, sym := range p.syms {
			live[sym] = true
		}
	}
	if x.rec != nil {
		return
	}
	clear(st.used)
	for sym := range live {
		n := x.number(sym)
		for n/64 >= len(st.used) {
			st.used = append(st.used, 0)
		}
		st.used[n/64] |= 1 << (n % 64)
	}
	for len(st.used) > 0 && st.used[len(st.used)-1] == 0 {
		st.used = st.used[:len(st.used)-1]
	}
}

// project eliminates dead symbols that an equation defines.
func (x *Stepper) project(p *part, dead map[term.Term]bool) []*part {
	parts := []*part{p}
	for again := true; again; {
		again = false
	next:
		for i, q := range parts {
			for _, c := range q.conj {
				sym, val, ok := x.definition(c, dead)
				if !ok {
					continue
				}
				sub := term.NewSubstituter(x.s, map[term.Term]term.Term{sym: val})
				rest := x.rebuild(q.conj, sub.Apply, q.model)
				parts = append(slices.Delete(slices.Clone(parts), i, i+1), rest...)
				again = true
				break next
			}
		}
	}
	return parts
}

// number is the number of a symbol made by fresh.
func (x *Stepper) number(sym term.Term) int { return x.numbers[sym] }
