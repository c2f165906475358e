package schedule

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp"
	effects "whittle.dev/internal/step"
	"whittle.dev/internal/trace"
)

// Executed implements interp.Observer.
func (r *run) Executed(e *cfa.Edge, x *interp.Executed) (more bool) {
	if r.err == nil {
		r.executed(e, x)
	}
	return true
}

func (r *run) executed(e *cfa.Edge, x *interp.Executed) {
	p := r.current
	if a, ok := effects.BytesOf(r.x.prog, e.Op); ok {
		r.lives(e, x.Addr)
		r.access(e, x, int(a.Size), a.Writes())
		return
	}
	switch op := e.Op.(type) {
	case cfa.Alloc:
		p.allocd++
		if !op.Kind.IsHeap() {
			r.x.stacks[r.x.prog.RegionOf(x.Addr)] = p.root
		}
	case cfa.Free:
		if l := r.lives(e, x.Addr); l != nil {
			r.write(l, value{0})
		}
	case cfa.Spawn:
		p.spawned++
		p.started = append(p.started, started{p.spawned, r.machine.Entry(x.Child), fmt.Sprint(x.Args), x.Lo})
	case cfa.Join:
		r.reads(r.threads[x.Child].root.end, value{x.Lo})
	case cfa.Return, cfa.Exit:
		p.lo = x.Lo
	}
}

// start notes the next thread of the machine.
func (r *run) start(t *root) {
	r.index[t] = len(r.threads)
	r.threads = append(r.threads, &position{root: t, node: t.first.children[0], last: t.first.at,
		latest: map[*location]*write{}})
}

// lives notes that an access relies on the life of an object of the heap, which others may end.
func (r *run) lives(e *cfa.Edge, addr uint64) *location {
	if !r.x.info.Checked[e.ID] || addr < r.x.prog.HeapBase {
		return nil
	}
	region := r.x.prog.RegionOf(addr)
	if t, ok := r.x.stacks[region]; ok {
		if t != r.current.root {
			r.x.open("an access to an object on the stack of another thread may come after its end")
		}
		return nil
	}
	l := r.x.place(place{life, region, 0})
	r.reads(l, value{1})
	return l
}

// access notes a read or a write of memory, cell by cell.
func (r *run) access(e *cfa.Edge, x *interp.Executed, size int, store bool) {
	unit := r.x.units[e.ID]
	switch {
	case r.x.bytes:
		unit = 1
	case unit == 0 || unit > size:
		unit = size
	}
	for i := 0; i < size; i += unit {
		l := r.x.place(place{memory, x.Addr + uint64(i), unit})
		if l == nil {
			r.err = errMixed
			return
		}
		v := value{x.Lo, x.Hi}
		if unit < size {
			v = value{v[i/8] >> (8 * (i % 8))}
			if unit < 8 {
				v[0] &= 1<<(8*unit) - 1
			}
		}
		if store {
			r.write(l, v)
		} else {
			r.reads(l, v)
		}
	}
}

// Havoc implements interp.Decider.
func (r *run) Havoc(k trace.Key, width int) (lo, hi uint64) {
	p := r.current
	n := p.cur
	if n.next == unknown {
		n.next, n.inside = takes, p.at != nil
		r.x.taken(n, r.machine.Next(r.index[p.root]), k, width)
	}
	if n.next != takes {
		r.diverge("a thread takes no input where it did before")
		return 0, 0
	}
	v := n.children[0].value
	if want := r.expected[n]; want != nil {
		v = want.value
	}
	r.follow(v)
	r.log.inputs = append(r.log.inputs, v)
	return v[0], v[1]
}

// InitByte implements interp.Decider.
func (r *run) InitByte(trace.Key, uint64) byte {
	r.x.sampled("the content of memory that was never set")
	return 0
}

// Choose implements interp.Decider.
func (r *run) Choose([]trace.Key) int {
	r.x.sampled("branches with sides that overlap")
	return 0
}

// Address implements interp.Decider: each object of a thread always has the same one.
func (r *run) Address(trace.Key, uint64) uint64 {
	a := r.x.address(r.current.root, r.current.allocd)
	r.log.addrs = append(r.log.addrs, a)
	return a
}

// ThreadID implements interp.Decider.
func (r *run) ThreadID(trace.Key, uint64) uint64 {
	id := r.x.threadID(r.current.root, r.current.spawned+1)
	r.log.ids = append(r.log.ids, id)
	return id
}
