package schedule

import (
	"whittle.dev/internal/cfa"
)

// newRoot makes a thread.
func (x *explorer) newRoot(id uint64) *root {
	t := &root{id: id}
	t.begin, t.end = x.located(place{start, id, 0}), x.located(place{finish, id, 0})
	t.first = &node{root: t, next: reads, loc: t.begin, lit: x.ask.yes, explored: true}
	t.first.at = &point{root: t, index: -1}
	x.ask.point(t.first.at)
	x.newNode(t.first, value{1}).explored = true
	if id != 1 {
		x.asked(t.first)
	}
	return t
}

// thread is the thread that another one starts as its n-th.
func (x *explorer) thread(parent *root, nth int, proc cfa.ProcID, args string, id uint64) *root {
	k := rootKey{parent, nth, int(proc), args}
	t := x.roots[k]
	if t == nil {
		t = x.newRoot(id)
		x.roots[k] = t
	}
	return t
}

// threadID is the id of the n-th thread that a thread starts.
func (x *explorer) threadID(parent *root, nth int) uint64 {
	k := [2]int{int(parent.id), nth}
	if _, ok := x.ids[k]; !ok {
		x.ids[k] = uint64(len(x.ids) + 2)
	}
	return x.ids[k]
}

// address is that of the n-th object that a thread makes.
func (x *explorer) address(t *root, nth int) uint64 {
	k := [2]uint64{t.id, uint64(nth)}
	if _, ok := x.regions[k]; !ok {
		x.regions[k] = x.heap + uint64(len(x.regions))
	}
	return x.prog.RegionStart(x.regions[k])
}

// place finds what is known of a place; nil: an access of another size has been there.
func (x *explorer) place(p place) *location {
	l := x.locations[p]
	if l != nil {
		return l
	}
	if p.kind == memory {
		for i := range p.size {
			if x.bytesOf[p.addr+uint64(i)] != nil {
				return nil
			}
		}
	}
	l = x.located(p)
	x.locations[p] = l
	switch p.kind {
	case memory:
		for i := range p.size {
			x.bytesOf[p.addr+uint64(i)] = l
		}
		l.initial = x.initial(p)
	case life:
		l.initial = value{1}
	}
	return l
}

// located makes a place. Threads with the same id that start with other arguments are never in one execution
// and have starts and ends of their own.
func (x *explorer) located(p place) *location {
	l := &location{place: p}
	x.list = append(x.list, l)
	return l
}

// initial is what memory holds at first.
func (x *explorer) initial(p place) (v value) {
	if p.addr >= x.prog.HeapBase {
		return v
	}
	for _, o := range x.prog.Objects {
		if p.addr < o.Addr || p.addr >= o.Addr+o.Size {
			continue
		}
		for _, in := range o.Init {
			c := x.prog.Terms.ConstBig(in.Value)
			for i := range x.prog.Terms.Sort(in.Value).Width() {
				at := int(o.Addr+in.Offset-p.addr)*8 + i
				if at >= 0 && at < 8*p.size {
					v[at/64] |= uint64(c.Bit(i)) << (at % 64)
				}
			}
		}
	}
	return v
}
