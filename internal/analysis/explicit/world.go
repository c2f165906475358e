package explicit

import (
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/cfa"
)

// A world is what memory does to a thread. Each access that is not valid is an error.
type world interface {
	load(s *state, e *cfa.Edge, at Word, plain bool) (v uint64, known bool, err error)
	store(s *state, e *cfa.Edge, at Word, v absint.Interval, how storing) error
	alloc(s *state, e *cfa.Edge, op cfa.Alloc, size uint64) (addr uint64, err error)
	free(s *state, e *cfa.Edge, op cfa.Free, addr uint64) error
	spawn(s *state, e *cfa.Edge, op cfa.Spawn) error
	text(s *state, e *cfa.Edge, addr uint64) (string, error)
}

// storing says what a store is.
type storing struct {
	plain bool
	keeps bool // it takes the lock that the place is, or is by its holder
}

// valid is the object of an access.
func (m *memory) valid(e *cfa.Edge, at Word, write bool) (*object, error) {
	o := m.find(at.Addr)
	if o == nil || o.dead || o.function || write && o.fixed || !o.holds(at.Addr, at.Size) {
		return nil, unfollowed(e, "an access that is not shown to be valid")
	}
	return o, nil
}

// building is the world of the initial thread before it creates others.
type building struct{ *memory }

func (b building) load(_ *state, e *cfa.Edge, at Word, _ bool) (v uint64, known bool, err error) {
	o, err := b.valid(e, at, false)
	if err != nil {
		return 0, false, err
	}
	v, known = b.read(o, at)
	return v, known, nil
}

func (b building) store(_ *state, e *cfa.Edge, at Word, v absint.Interval, _ storing) error {
	o, err := b.valid(e, at, true)
	if err == nil {
		b.write(o, at, v)
	}
	return err
}

func (b building) alloc(_ *state, e *cfa.Edge, op cfa.Alloc, size uint64) (addr uint64, err error) {
	o := b.create(op, size, nobody)
	if o == nil || op.Reuse {
		return 0, unfollowed(e, "an object that is too large, or in the place of another one")
	}
	return o.base, nil
}

func (b building) free(s *state, e *cfa.Edge, op cfa.Free, addr uint64) error {
	o := b.find(addr)
	if o == nil || !o.dynamic || o.kind != op.Kind || o.base != addr || o.dead {
		return unfollowed(e, "what is freed is no object that lives")
	}
	b.own(o).dead = true
	s.overwrite(Word{o.base, o.size})
	return nil
}

func (building) spawn(_ *state, e *cfa.Edge, _ cfa.Spawn) error {
	return unfollowed(e, "a creation of a thread in the middle of another one")
}

func (b building) text(_ *state, e *cfa.Edge, addr uint64) (string, error) {
	if o := b.find(addr); o != nil && !o.dead {
		if text, ok := b.constantString(o, addr, nil); ok {
			return text, nil
		}
	}
	return "", unfollowed(e, "an output of a string that is not known")
}

// running is the world of a thread beside others.
type running struct {
	*Run
	thread int
}

// reach is the object of an access by the thread: one that was there before the threads, or its own.
func (w running) reach(s *state, e *cfa.Edge, at Word, write bool) (*object, error) {
	o, err := w.mem.valid(e, at, write)
	if err != nil || o.owner == nobody {
		return o, err
	}
	if _, alive := slices.BinarySearch(s.alive, o.base); o.owner != w.thread || !alive {
		return nil, unfollowed(e, "an access to an object that another thread has made, or is gone")
	}
	return o, nil
}

func (w running) load(s *state, e *cfa.Edge, at Word, plain bool) (v uint64, known bool, err error) {
	o, err := w.reach(s, e, at, false)
	if err != nil || o.owner != nobody {
		return 0, false, err
	}
	v, known = w.mem.read(o, at)
	if o.fixed {
		return v, known, nil
	}
	w.note(Access{Edge: e, Thread: w.thread, At: at, Plain: plain}, s.held)
	return v, known && !w.mayChange(o, at), nil
}

func (w running) store(s *state, e *cfa.Edge, at Word, _ absint.Interval, how storing) error {
	o, err := w.reach(s, e, at, true)
	if err != nil || o.owner != nobody {
		return err
	}
	w.changes(o, at)
	w.note(Access{Edge: e, Thread: w.thread, At: at, Write: true, Plain: how.plain}, s.held)
	w.written[at] = w.written[at] || !how.keeps
	return nil
}

// alloc makes an object of the thread, of which nothing is known but where it lies: each edge makes one at a
// time. The next one is in the same place here, so that the address of one that is gone must not be known.
func (w running) alloc(s *state, e *cfa.Edge, op cfa.Alloc, size uint64) (addr uint64, err error) {
	k := makes{w.thread, e.ID}
	o := w.made[k]
	if o == nil {
		op.Zero = false
		if o = w.mem.create(op, size, w.thread); o != nil {
			w.made[k] = o
		}
	}
	if o == nil || op.Reuse || o.size != size {
		return 0, unfollowed(e, "objects of several sizes, or in the place of others")
	}
	i, alive := slices.BinarySearch(s.alive, o.base)
	if alive {
		return 0, unfollowed(e, "a thread that makes several objects in one place")
	}
	s.alive = slices.Insert(slices.Clone(s.alive), i, o.base)
	return o.base, nil
}

func (w running) free(s *state, e *cfa.Edge, op cfa.Free, addr uint64) error {
	o := w.mem.find(addr)
	i, alive := slices.BinarySearch(s.alive, addr)
	if o == nil || o.owner != w.thread || o.kind != op.Kind || o.base != addr || !alive {
		return unfollowed(e, "a thread that frees what is not its own")
	}
	s.alive = slices.Delete(slices.Clone(s.alive), i, i+1)
	s.overwrite(Word{o.base, o.size})
	w.forget(s, o)
	return nil
}

// forget is for registers that may hold an address of an object that is gone, or one that was computed from
// it: all but small numbers and addresses in other objects.
func (w running) forget(s *state, gone *object) {
	p := w.f.prog
	for r, v := range s.regs.All() {
		lo, hi := v.Unsigned()
		o := w.mem.find(lo)
		known := p.RegionOf(lo) == p.RegionOf(hi) && (p.RegionOf(lo) == 0 || o != nil && o != gone)
		if v.Width == p.PtrWidth && !known {
			w.f.set(s, r, absint.Full(v.Width))
		}
	}
}

func (w running) text(s *state, e *cfa.Edge, addr uint64) (string, error) {
	if o := w.mem.find(addr); o != nil && o.owner == nobody && !o.dead {
		if text, ok := w.mem.constantString(o, addr, w.varies[o]); ok {
			if !o.fixed {
				at := Word{addr, uint64(len(text) + 1)}
				w.note(Access{Edge: e, Thread: w.thread, At: at, Plain: true}, s.held)
			}
			return text, nil
		}
	}
	return "", unfollowed(e, "an output of a string that is not known, or may change")
}
