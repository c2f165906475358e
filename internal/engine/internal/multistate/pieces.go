package multistate

// A step of a thread depends on that thread, on memory, and on little of the other threads: which there are,
// which of them have ended, and with which result. The pieces of a state are these, written apart, so that a
// step that was made once can be put together again in all states that have the same pieces (S. Blom, J. van
// de Pol, M. Weber, "LTSmin: distributed and symbolic reachability", CAV 2010, section 2, has that for
// languages in which each transition says what it depends on).

// Piece is a thread, or all objects.
type Piece struct {
	// Code is for Assemble, Image for Assembled: pieces with the same image are the same piece.
	Code, Image []byte
	// Public is what others can see of a thread.
	Public []byte
}

// Pieces returns the threads of a state, which is cleaned up, and the objects. ok is false if the state has
// no pieces: it has symbols, or a thread of which others can see more, or that never runs.
func (x *Stepper) Pieces(st *State) (threads []Piece, memory Piece, ok bool) {
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
	for _, t := range st.threads {
		if len(t.deferred) > 0 {
			return nil, memory, false
		}
		var p Piece
		from, at := len(w.b), len(im.buf)
		w.thread(t)
		im.numbered(t)
		p.Code, p.Image = code(from), im.buf[at:len(im.buf):len(im.buf)]
		from = len(w.b)
		w.uint(t.id)
		if t.alive() {
			w.b = append(w.b, byte(settled))
		} else {
			w.b = append(w.b, byte(t.status))
		}
		w.term(t.exit)
		p.Public = code(from)
		threads = append(threads, p)
	}
	from, at := len(w.b), len(im.buf)
	w.rest(st)
	for _, o := range st.objects {
		im.object(o)
	}
	memory.Code, memory.Image = code(from), im.buf[at:]
	return threads, memory, len(w.terms) == 0 && len(im.slots) == 0
}

// Assemble puts a state together from the codes of its pieces.
func (x *Stepper) Assemble(threads [][]byte, memory []byte) (*State, error) {
	w := writer{x: x}
	w.head(false, len(threads), len(threads))
	for _, t := range threads {
		w.b = append(w.b, t...)
	}
	w.b = append(w.b, memory...)
	return x.Decode(x.withTerms(&w))
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
