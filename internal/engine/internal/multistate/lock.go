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
// behind these need not be interleaved with what the thread does: with the accesses to what the lock
// protects, nor with its release. Together with the reduction that makes what is independent come at once the
// stretch from the lock to the release becomes one step (R. J. Lipton, "Reduction: a method of proving
// properties of parallel programs", CACM 18(12), 1975).
//
// What is a lock is not looked up but found: a section that begins by waiting for a condition on one place of
// memory, with a fixed address, cannot be entered in a state where the condition is false, and not later
// either until somebody writes there. Take for granted that nobody but the running thread writes any of the
// places in question; then the other threads do what they can do without passing these sections. If none of
// that writes one of the places, it was right: the first write by another thread would have to come before
// any of the conditions became true. Otherwise those that are written are left out, and so on.

// guard is a section that begins by waiting for a condition on one place.
type guard struct {
	begin  cfa.EdgeID
	addr   uint64
	bytes  uint64
	load   term.Term // stands for the content in cond
	cond   term.Term
	object int32
}

// maxCuts bounds the sets of blocked sections for which futures are kept, maxCutWords the words of these.
const (
	maxCuts     = 256
	maxCutWords = 1 << 23
)

// findGuards finds the sections that wait for a place with a fixed address.
func (x *Stepper) findGuards(f *future) {
	if f == nil {
		return
	}
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
			addr, ok := x.s.ConstUint64(load.Addr)
			if !ok || !slices.Equal(x.s.Symbols(await.Cond), []term.Term{x.p.Regs[load.Dst].Sym}) {
				continue
			}
			obj, ok := f.pts.StaticObject(addr)
			if !ok {
				continue
			}
			f.guards = append(f.guards, guard{
				begin: e.ID, addr: addr, bytes: uint64(x.p.Regs[load.Dst].Sort.Width() / 8),
				load: x.p.Regs[load.Dst].Sym, cond: await.Cond, object: int32(obj),
			})
		}
	}
}

// nowhere stands for an edge that is missing.
var nowhere = &cfa.Edge{Op: cfa.Fence{}}

// only returns the edge that leaves a location if it is the only one.
func only(proc *cfa.Proc, l cfa.LocID) *cfa.Edge {
	if out := proc.Locs[l].Out; len(out) == 1 {
		return proc.Edges[out[0]]
	}
	return nowhere
}

// held returns the futures of threads up to the sections that they cannot enter before the running thread
// writes what they wait for; nil if there are no such sections.
func (x *Stepper) held(r *run) sets {
	f := x.future
	if x.cfg.NoSections {
		return nil
	}
	var shut []int // indices of guards, ascending
	for i := range f.guards {
		if g := &f.guards[i]; x.shut(r.st, g) {
			shut = append(shut, i)
		}
	}
	for len(shut) > 0 {
		sets := x.cut(shut)
		if sets == nil {
			return nil
		}
		left := slices.DeleteFunc(slices.Clone(shut), func(i int) bool {
			for j, t := range r.st.threads {
				if j != r.i && t.alive() && !r.st.waits(j, r.i) &&
					f.touches(sets, t, f.guards[i].object, false) {
					return true
				}
			}
			return false
		})
		if len(left) == len(shut) {
			return sets
		}
		shut = left
	}
	return nil
}

// shut reports whether the condition of a guard is false.
func (x *Stepper) shut(st *State, g *guard) bool {
	region := g.addr >> x.p.bits
	o := x.region(st, region)
	if o == nil || !o.live {
		return false
	}
	off := g.addr - o.addr
	i := x.at(o, off)
	v := term.None
	switch {
	case i < len(o.cells) && o.cells[i].off == off && x.cellEnd(o.cells[i]) == off+g.bytes:
		v = o.cells[i].val
	case o.zero && off+g.bytes <= o.size && (i == len(o.cells) || o.cells[i].off >= off+g.bytes):
		v = x.s.BV(int(8*g.bytes), 0)
	}
	if v == term.None || !x.s.IsConst(v) {
		return false
	}
	k := guarded{g.begin, v}
	shut, ok := x.shutMemo[k]
	if !ok {
		shut = x.s.IsFalse(term.NewSubstituter(x.s, map[term.Term]term.Term{g.load: v}).Apply(g.cond))
		x.shutMemo[k] = shut
	}
	return shut
}

// guarded is a guard with the content of its place.
type guarded struct {
	begin cfa.EdgeID
	value term.Term
}

// cut returns the futures of threads that do not pass some guards; nil if they are not worth the memory.
func (x *Stepper) cut(shut []int) sets {
	var key []byte
	for _, i := range shut {
		key = binary.AppendUvarint(key, uint64(i))
	}
	if s, ok := x.cuts[string(key)]; ok {
		return s
	}
	if n := len(x.cuts); n >= maxCuts || (n+1)*x.future.locs*x.future.size() > maxCutWords {
		return nil
	}
	blocked := map[cfa.EdgeID]bool{}
	for _, i := range shut {
		blocked[x.future.guards[i].begin] = true
	}
	s, err := x.future.solve(x.ctx, blocked)
	if err != nil {
		return nil // the step will see that the context has ended
	}
	x.cuts[string(key)] = s
	return s
}
