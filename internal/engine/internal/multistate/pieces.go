package multistate

import (
	"slices"

	"whittle.dev/internal/engine/internal/symbols"
)

// A step of a thread depends on that thread, on memory, and on little of the other threads: which there are,
// which of them have ended, and with which result. The pieces of a state are these, written apart, so that a
// step that was made once can be put together again in all states that have the same pieces (S. Blom, J. van
// de Pol, M. Weber, "LTSmin: distributed and symbolic reachability", CAV 2010, section 2, has that for
// languages in which each transition says what it depends on).

// Piece is a thread, or all objects.
type Piece struct {
	// Image is for Assembled: pieces with the same image are the same piece.
	Image []byte
	// Public is what others can see of a thread.
	Public []byte
	// Same says that it is that of another state, see Pieces; nothing else is known then.
	Same bool

	code    []byte
	x       *Stepper // to which what follows belongs
	thread  *thread
	objects []*object
	used    int
}

// Pieces returns the threads of a state, which is cleaned up, and the objects. Those that are also in another
// state like, which may be nil, are not written again. ok is false if the state has no pieces: it has
// symbols, or a thread of which others can see more, or that never runs.
func (x *Stepper) Pieces(st, like *State) (threads []Piece, memory Piece, ok bool) {
	if st.open || st.started != len(st.threads) || len(st.parts) > 0 || x.p.deadlocks || x.cfg.Crowds ||
		x.canonical.effects != nil {
		return nil, memory, false
	}
	for _, n := range st.used {
		if n != 0 {
			return nil, memory, false
		}
	}
	st.Clean()
	w, im := writer{x: x}, encoder{s: x.s}
	code := func(from int) []byte { return w.b[from:len(w.b):len(w.b)] }
	threads = make([]Piece, len(st.threads))
	for i, t := range st.threads {
		if len(t.deferred) > 0 {
			return nil, memory, false
		}
		p := &threads[i]
		if like != nil && i < len(like.threads) && like.threads[i] == t {
			p.Same = true
			continue
		}
		from, at := len(w.b), len(im.buf)
		w.thread(t)
		im.numbered(t)
		p.code, p.Image = code(from), im.buf[at:len(im.buf):len(im.buf)]
		from = len(w.b)
		w.uint(t.id)
		if t.alive() {
			w.b = append(w.b, byte(settled))
		} else {
			w.b = append(w.b, byte(t.status))
		}
		w.term(t.exit)
		p.Public = code(from)
		p.x, p.thread = x, t
	}
	if memory.Same = like != nil && slices.Equal(st.objects, like.objects); !memory.Same {
		from, at := len(w.b), len(im.buf)
		w.rest(st)
		for _, o := range st.objects {
			im.object(o)
		}
		memory.code, memory.Image = code(from), im.buf[at:]
		memory.x, memory.objects, memory.used = x, slices.Clone(st.objects), len(st.used)
	}
	st.renew() // what the pieces have does not change any more
	return threads, memory, len(w.terms) == 0 && len(im.slots) == 0
}

// Assemble puts a state together from its pieces.
func (x *Stepper) Assemble(threads []*Piece, mem *Piece) (*State, error) {
	own := mem.x == x
	for _, p := range threads {
		own = own && p.x == x
	}
	if !own {
		return x.read(threads, mem)
	}
	st := &State{control: control{started: len(threads)}, memory: memory{p: x.p},
		used: make(symbols.Numbers, mem.used)}
	for _, p := range threads {
		st.threads = append(st.threads, p.thread)
	}
	st.objects = slices.Clone(mem.objects)
	st.renew()
	return st, nil
}

// read puts a state together from pieces that other steppers made.
func (x *Stepper) read(threads []*Piece, mem *Piece) (*State, error) {
	w := writer{x: x}
	w.head(false, len(threads), len(threads))
	for _, p := range threads {
		w.b = append(w.b, p.code...)
	}
	w.b = append(w.b, mem.code...)
	st, err := x.Decode(x.withTerms(&w))
	if err != nil {
		return nil, err
	}
	for i, p := range threads {
		p.x, p.thread = x, st.threads[i]
	}
	mem.x, mem.objects = x, slices.Clone(st.objects)
	st.renew()
	return st, nil
}

// Assembled is the image of a state, from those of its pieces.
func (x *Stepper) Assembled(threads [][]byte, memory []byte) Image {
	e := &x.canonical.encoder
	e.buf = append(e.buf[:0], 0)
	for _, t := range threads {
		e.buf = append(e.buf, t...)
	}
	e.buf = append(append(e.buf, 0xff), memory...)
	return Image{Key: e.key()}
}

// Surveyed reports whether a step since the last call has looked at all threads: one that makes an object
// while there are dead ones does, since it may take the place of one that nothing leads to.
func (x *Stepper) Surveyed() bool {
	yes := x.surveyed
	x.surveyed = false
	return yes
}

// survey notes such a step.
func (x *Stepper) survey(st *State) {
	for _, o := range st.made() {
		x.surveyed = x.surveyed || !o.live
	}
}
