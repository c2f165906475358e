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
	// Order lists the threads that have not ended as the image has them, where it does not have them by their
	// numbers; else nil.
	Order []int
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
	// shape, if not nil, is a state whose constants are left out, but for addresses of its objects and
	// tables; what no cell of an object covers is like what is zero.
	shape  *State
	locked bool // with who holds which lock
}

func (e *encoder) uint(v uint64) { e.buf = binary.AppendUvarint(e.buf, v) }

// word writes a constant; the width of another term, which gets a slot; or that there is no value.
func (e *encoder) word(t term.Term) {
	if t == term.None {
		e.buf = append(e.buf, 2)
		return
	}
	if e.leaves(t) {
		e.buf = append(e.buf, 1)
		e.uint(uint64(e.s.Sort(t).Width()))
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

// leaves reports whether a constant is left out.
func (e *encoder) leaves(t term.Term) bool {
	return e.shape != nil && e.s.IsConst(t) && !e.shape.leads(t)
}

func (e *encoder) words(list []term.Term) {
	for _, t := range list {
		e.word(t)
	}
}

// numbered writes a thread that has a number with its deferred Joins, or how it has ended.
func (e *encoder) numbered(t *thread) {
	switch t.status {
	case stuck:
		e.buf = append(e.buf, byte(t.status))
		return
	case finished:
		e.buf = append(e.buf, byte(t.status))
		e.word(t.exit)
		if e.locked {
			e.locks(t)
		}
		return
	}
	e.thread(t)
	e.uint(uint64(len(t.deferred)))
	for _, u := range t.deferred {
		e.uint(uint64(u))
	}
}

// thread writes a thread that has not ended.
func (e *encoder) thread(t *thread) {
	e.buf = append(e.buf, t.flags(), byte(t.atomic))
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
	if e.locked {
		e.locks(t)
	}
}

// appendHead appends what an object is but for its content. What no cell covers is told apart: zero, or
// undefined. The region of a dead one may come again.
func (o *object) appendHead(b []byte) []byte {
	if !o.live {
		return append(b, 0x80|byte(o.kind))
	}
	mark := 1 + 2*byte(o.kind)
	if o.zero {
		mark++
	}
	return binary.AppendUvarint(append(b, mark), o.size)
}

// tableMark comes before an object of whose cells there is a digest: no head begins with it.
const tableMark = 0x40

// object writes an object.
func (e *encoder) object(o *object) {
	if t := e.tableOf(o); t != nil && !t.slots {
		e.buf = append(o.appendHead(append(e.buf, tableMark)), t.digest[:]...)
		return
	}
	if e.buf = o.appendHead(e.buf); o.live {
		e.cells(o)
	}
}

// cells writes the content of an object.
func (e *encoder) cells(o *object) {
	for _, c := range o.cells {
		if e.shape != nil && o.zero && !e.shape.leads(c.val) {
			continue
		}
		e.uint(c.off + 1)
		e.uint(uint64(e.s.Sort(c.val).Width()))
		e.word(c.val)
	}
	e.buf = append(e.buf, 0)
}

// canonical makes images.
type canonical struct {
	p          *program
	conditions *conditions
	effects    *effects // nil: the numbers of threads count
	encoder    encoder
	thread     encoder  // scratch of permuted
	members    []member // scratch of permuted
}

// image cleans up a state and returns its image.
func (n *canonical) image(st *State) Image {
	st.Clean()
	order := n.encode(st)
	e := &n.encoder
	n.conditions.collect(st, e.slots)
	im := Image{Key: e.key(), Slots: slices.Clone(e.slots), Order: order}
	for _, p := range st.parts {
		im.Parts = append(im.Parts, Part{p.Conj, p.Syms, p.Model})
	}
	return im
}

// key is a hash of what was written.
func (e *encoder) key() (key [16]byte) {
	sum := sha256.Sum256(e.buf)
	copy(key[:], sum[:])
	return key
}

// encode has the encoder hold a state, and returns the order of the threads.
func (n *canonical) encode(st *State) (order []int) {
	e := &n.encoder
	e.s, e.buf, e.slots = n.p.terms, e.buf[:0], e.slots[:0]
	e.locked, n.thread.locked = n.p.deadlocks, n.p.deadlocks
	flags := byte(0)
	if st.open {
		flags = 1
	}
	if n.symmetric(st) {
		n.anonymous(st)
		e.buf = append(e.buf, flags|2)
		if order = n.permuted(e, st); e.locked {
			e.remains(st)
		}
	} else {
		e.buf = append(e.buf, flags)
		for _, t := range st.threads {
			e.numbered(t)
		}
	}
	e.buf = append(e.buf, 0xff)
	for _, o := range st.objects {
		e.object(o)
	}
	return order
}

// shape is the hash of an image without constants.
func (n *canonical) shape(st *State) [16]byte {
	n.encoder.shape, n.thread.shape = st, st
	n.encode(st)
	n.encoder.shape, n.thread.shape = nil, nil
	return n.encoder.key()
}
