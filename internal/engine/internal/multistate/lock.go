package multistate

import (
	"encoding/binary"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Locks.
//
// While a thread holds a lock others cannot come past the sections that wait for it. So what they will do
// after these need not be interleaved with what the thread does: with the accesses to what the lock
// protects, nor with its release. Together with the reduction that makes what is independent come at once the
// stretch from the lock to the release becomes one step (R. J. Lipton, "Reduction: a method of proving
// properties of parallel programs", CACM 18(12), 1975).
//
// What is a lock is not looked up but found: a section that begins by waiting for a condition on one place of
// memory, with a fixed address, cannot be entered in a state where the condition is false, and not later
// either until somebody writes there. Take for granted that only the running thread writes any of the
// places in question; then the other threads do what they can do without passing these sections. If none of
// that writes one of the places, it was right: the first write by another thread would have to come before
// any of the conditions became true. Otherwise those that are written are left out, and so on.

// lock is a section that begins by waiting for a condition on one place.
type lock struct {
	begin  cfa.EdgeID
	addr   uint64
	bytes  uint64
	load   term.Term // stands for the content in cond
	cond   term.Term
	object int32
}

// maxLocked bounds the sets of locks for which effects are kept, maxLockedWords the words of these.
const (
	maxLocked      = 256
	maxLockedWords = 1 << 23
)

// findLocks finds the sections that wait for a place with a fixed address.
func (f *effects) findLocks() {
	s := f.prog.Terms
	for _, proc := range f.prog.Procs {
		for _, e := range proc.Edges {
			if _, ok := e.Op.(cfa.AtomicBegin); !ok {
				continue
			}
			load, ok := only(proc, e.To).Op.(cfa.Load)
			if !ok {
				continue
			}
			await, ok := only(proc, only(proc, e.To).To).Op.(cfa.Await)
			if !ok {
				continue
			}
			content := f.prog.Regs[load.Dst]
			addr, ok := s.ConstUint64(load.Addr)
			if !ok || !slices.Equal(s.Symbols(await.Cond), []term.Term{content.Sym}) {
				continue
			}
			if obj, ok := f.pts.StaticObject(addr); ok {
				f.locks = append(f.locks, lock{
					begin: e.ID, addr: addr, bytes: uint64(content.Sort.Width() / 8),
					load: content.Sym, cond: await.Cond, object: int32(obj),
				})
			}
		}
	}
}

// behindLocks returns the effects of threads up to the sections that they cannot enter before thread i writes
// what they wait for; nil if there are no such sections.
func (d *independence) behindLocks(st *State, i int) sets {
	if d.cfg.NoSections {
		return nil
	}
	var closed []int // indices of locks, ascending
	for n := range d.effects.locks {
		if d.isClosed(st, &d.effects.locks[n]) {
			closed = append(closed, n)
		}
	}
	for len(closed) > 0 {
		sets := d.upTo(closed)
		if sets == nil {
			return nil
		}
		left := slices.DeleteFunc(slices.Clone(closed), func(n int) bool {
			for t := range st.rivals(i) {
				if d.effects.writes(sets, t, d.effects.locks[n].object) {
					return true
				}
			}
			return false
		})
		if len(left) == len(closed) {
			return sets
		}
		closed = left
	}
	return nil
}

// lockValue is a lock with the content of its place.
type lockValue struct {
	begin cfa.EdgeID
	value term.Term
}

// isClosed reports whether the condition of a lock is false.
func (d *independence) isClosed(st *State, l *lock) bool {
	v := st.known(l.addr, l.bytes)
	if v == term.None {
		return false
	}
	k := lockValue{l.begin, v}
	closed, ok := d.closed[k]
	if !ok {
		s := d.p.terms
		closed = s.IsFalse(term.NewSubstituter(s, map[term.Term]term.Term{l.load: v}).Apply(l.cond))
		d.closed[k] = closed
	}
	return closed
}

// upTo returns the effects of threads that do not pass some locks; nil if they are not worth the memory.
func (d *independence) upTo(closed []int) sets {
	var key []byte
	for _, n := range closed {
		key = binary.AppendUvarint(key, uint64(n))
	}
	if s, ok := d.locked[string(key)]; ok {
		return s
	}
	if n := len(d.locked); n >= maxLocked || (n+1)*d.effects.locs*d.effects.size() > maxLockedWords {
		return nil
	}
	blocked := map[cfa.EdgeID]bool{}
	for _, n := range closed {
		blocked[d.effects.locks[n].begin] = true
	}
	s, err := d.effects.solve(d.ctx, blocked)
	if err != nil {
		return nil // the step will see that the context has ended
	}
	d.locked[string(key)] = s
	return s
}
