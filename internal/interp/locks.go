package interp

import (
	"encoding/binary"
	"maps"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/internal/source"
)

// Lock ownership during an execution.
//
// A lock is a word of memory that the library's operations write, in sections that are labelled (cfa.Sync). A
// thread holds it from the section of an operation that takes locks and writes the word, until a section of
// one that gives them back writes it. So a trylock that fails, which writes nothing, takes nothing, and a
// recursive mutex that is taken again is still taken once. Any other write of the word, and the end of its
// object, leaves it without a holder. The definition of deadlocks among some of the threads rests on this
// (docs/semantics.md).

// lockTable knows the holders of locks in one execution. Its methods may be called on nil, which knows none.
type lockTable struct {
	held    map[uint64][]holder // by the address of the lock, in the order in which they took it
	open    []operation         // the operations of the sections that are open
	pending []lockWrite         // of the section that is open, which may be undone
}

// holder is a thread that holds a lock, and where it has taken it.
type holder struct {
	thread int
	name   string // the function that the thread runs
	since  source.Pos
	kind   cfa.SyncKind // of the operation that has taken it
}

// operation is the label of a section in an execution.
type operation struct {
	kind cfa.SyncKind
	lock uint64
	name string // of the thread
	at   source.Pos
}

// lockWrite is a write that may take locks or give them back.
type lockWrite struct {
	op         operation
	thread     int
	addr, size uint64
}

func newLockTable() *lockTable { return &lockTable{held: map[uint64][]holder{}} }

// clone copies a table outside of sections.
func (l *lockTable) clone() *lockTable {
	if l == nil {
		return nil
	}
	c := newLockTable()
	for addr, list := range l.held {
		c.held[addr] = slices.Clone(list)
	}
	return c
}

// appendTo appends the table in a canonical form, without where locks were taken.
func (l *lockTable) appendTo(b []byte) []byte {
	if l == nil {
		return b
	}
	for _, addr := range slices.Sorted(maps.Keys(l.held)) {
		b = binary.AppendUvarint(b, addr)
		var threads []int
		for _, h := range l.held[addr] {
			threads = append(threads, h.thread)
		}
		slices.Sort(threads)
		for _, t := range threads {
			b = binary.AppendUvarint(b, uint64(t)+1)
		}
		b = append(b, 0)
	}
	return append(b, 0)
}

// takesLock reports whether an operation takes a lock, or the place of one, for itself.
func takesLock(k cfa.SyncKind) bool { return k.Takes() != "" || k == cfa.SyncOnce }

// begin notes that a thread enters a section.
func (l *lockTable) begin(m *Machine, t *thread, e *cfa.Edge) {
	if l == nil {
		return
	}
	op := operation{name: t.name(m.code.CFA.Names), at: userPos(t, e)}
	if e.Sync != nil {
		op.kind = e.Sync.Kind
		op.lock, _ = m.syncAddress(t, e)
	}
	l.open = append(l.open, op)
}

// end notes that the innermost section ends.
func (l *lockTable) end() {
	if l != nil {
		l.open = l.open[:len(l.open)-1]
	}
}

// commit makes the writes of the outermost section count, which ends.
func (l *lockTable) commit() {
	if l == nil {
		return
	}
	for _, w := range l.pending {
		l.apply(w)
	}
	l.undo()
}

// undo forgets a section.
func (l *lockTable) undo() {
	if l != nil {
		l.open, l.pending = l.open[:0], l.pending[:0]
	}
}

// write notes that a thread writes so many bytes, or ends the object there.
func (l *lockTable) write(t *thread, addr, size uint64) {
	if l == nil {
		return
	}
	if n := len(l.open); n > 0 {
		l.pending = append(l.pending, lockWrite{l.open[n-1], t.index, addr, size})
		return
	}
	l.apply(lockWrite{thread: t.index, addr: addr, size: size})
}

func (l *lockTable) apply(w lockWrite) {
	switch {
	case w.op.lock != 0 && w.addr == w.op.lock && takesLock(w.op.kind):
		l.held[w.addr] = append(l.held[w.addr], holder{w.thread, w.op.name, w.op.at, w.op.kind})
		return
	case w.op.kind == cfa.SyncUnlockShared && w.addr == w.op.lock:
		list := l.held[w.addr]
		mine := func(h holder) bool { return h.thread == w.thread }
		if i := slices.IndexFunc(list, mine); i >= 0 && len(list) > 1 {
			l.held[w.addr] = slices.Delete(list, i, i+1)
			return
		}
	}
	for addr := range l.held {
		if w.addr <= addr && addr < w.addr+w.size {
			delete(l.held, addr)
		}
	}
}

// syncAddress is the object of the operation that begins at an edge; ok is false if it has none.
func (m *Machine) syncAddress(t *thread, e *cfa.Edge) (addr uint64, ok bool) {
	if e.Sync == nil || e.Sync.Object == 0 {
		return 0, false
	}
	v, err := m.code.Terms.Eval(e.Sync.Object, m.code.Assignment(t.slots(t.top()), t.regs))
	if err != nil || v.Sort().Width() == 0 || v.Sort().Width() > 64 {
		return 0, false
	}
	return v.Uint64(), true
}

// blockers are the threads without which a thread cannot go on that stands where it is disabled: those that
// hold the lock that it is about to take, with the places since which they do, or the one that it joins. Any
// one of them is enough to keep it waiting. There are none where it waits for something else.
func (m *Machine) blockers(t *thread) []holder {
	f := t.top()
	loc := f.proc.Locs[f.loc]
	if loc.Kind != bytecode.OneEdge {
		return nil
	}
	e := &f.proc.Edges[loc.First]
	switch {
	case e.Kind == bytecode.Join:
		id, _ := m.code.Value(&e.A, f.proc, t.slots(f), t.regs)
		if u := m.byID(id); u != nil {
			return []holder{{thread: u.index, name: u.name(m.code.CFA.Names)}}
		}
	case e.CFA.Sync != nil && takesLock(e.CFA.Sync.Kind) && m.locks != nil:
		if addr, ok := m.syncAddress(t, e.CFA); ok {
			return m.locks.held[addr]
		}
	}
	return nil
}

// isJoin reports whether a thread stands at a Join.
func (t *thread) isJoin() bool {
	f := t.top()
	loc := f.proc.Locs[f.loc]
	return loc.Kind == bytecode.OneEdge && f.proc.Edges[loc.First].Kind == bytecode.Join
}

// doomed returns threads that wait for each other in a circle, beginning anywhere, to which thread i leads,
// or the one that waits for a lock whose holder has ended; nil if there are none. waiting says of a thread,
// by its index, whether it stands where it is disabled.
func (m *Machine) doomed(i int, waiting func(int) bool) []int {
	var path []int
	on := map[int]int{} // by thread: its place in path, or -1 if it leads nowhere
	var visit func(i int) []int
	visit = func(i int) []int {
		on[i] = len(path)
		path = append(path, i)
		t := m.threads[i]
		for _, h := range m.blockers(t) {
			place, seen := on[h.thread]
			switch {
			case m.threads[h.thread].done:
				if !t.isJoin() {
					return []int{i}
				}
			case seen && place >= 0:
				return path[place:]
			case !seen && waiting(h.thread):
				if s := visit(h.thread); s != nil {
					return s
				}
			}
		}
		on[i] = -1
		path = path[:len(path)-1]
		return nil
	}
	if !waiting(i) {
		return nil
	}
	return visit(i)
}

// disabled reports whether a thread can only run to where it is disabled, and runs it there. The machine
// stays as it is if the thread can go on.
func (m *Machine) disabled(i int) bool {
	if m.threads[i].done || m.outcome.Kind != Running {
		return false
	}
	c := m.Clone(m.decide)
	if c.runUp(i) != Blocked {
		return false
	}
	return m.runUp(i) == Blocked
}

// maxLocal bounds the local edges of a thread before the one at which it is disabled: it may be in a loop.
const maxLocal = 50_000

// runUp executes local edges of a thread until something else happens, or it seems to be in a loop.
func (m *Machine) runUp(i int) Event {
	for range maxLocal {
		if ev := m.step(m.threads[i]); ev > Inside {
			return ev
		}
	}
	return Local
}

// Doomed lists threads that wait for each other for ever, to which thread i leads, while others may go on;
// nil if there are none. Threads that only wait for these are not among them. The machine must follow locks
// (Config.Locks). Threads are run up to where they are disabled.
func (m *Machine) Doomed(i int) []int {
	if m.locks == nil {
		return nil
	}
	return m.doomed(i, m.disabled)
}
