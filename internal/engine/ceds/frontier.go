package ceds

import (
	"math/rand/v2"
	"slices"

	"whittle.dev/internal/engine/internal/multistate"
)

// open is a state that is to be explored.
type open struct {
	state *multistate.State
	code  []byte // instead of state: as bytes, which are smaller and keep no terms alive
	count int    // of threads
	node  ref
}

// order is the order in which a frontier gives states back.
type order uint8

const (
	depthFirst order = iota
	breadthFirst
	randomOrder
)

// unpacked is how many states of a frontier stay as they are; the others are kept as bytes.
const unpacked = 4096

// frontier holds the states that are to be explored. Those with fewer threads come first, so that programs
// that start threads without end are searched for violations of a few threads. Among those with
// as many it is a stack, a queue, or a bag.
type frontier struct {
	order   order
	random  *rand.Rand
	pack    func(*multistate.State) []byte
	byCount []deque // by number of threads
	added   []open  // since settle
	size    int
}

// deque is a stack, or a queue from head on. In a stack the states before packed are packed.
type deque struct {
	list   []open
	head   int
	packed int
}

// newFrontier returns an empty frontier. A random order is that of a seed.
func newFrontier(o order, seed uint64, pack func(*multistate.State) []byte) *frontier {
	return &frontier{order: o, random: rand.New(rand.NewPCG(seed, 1)), pack: pack}
}

// add adds a state; it can be taken after settle.
func (f *frontier) add(o open) { f.added = append(f.added, o) }

// settle makes the states that were added ready to be taken. The first of them will be the next on a stack.
func (f *frontier) settle() {
	if f.order == depthFirst {
		slices.Reverse(f.added)
	}
	for _, o := range f.added {
		for o.count >= len(f.byCount) {
			f.byCount = append(f.byCount, deque{})
		}
		d := &f.byCount[o.count]
		if f.order != depthFirst && len(d.list)-d.head >= unpacked {
			f.packOne(&o)
		}
		d.list = append(d.list, o)
		if f.order == depthFirst {
			for ; d.packed < len(d.list)-unpacked; d.packed++ {
				f.packOne(&d.list[d.packed])
			}
		}
		f.size++
	}
	clear(f.added)
	f.added = f.added[:0]
}

func (f *frontier) packOne(o *open) {
	if o.state != nil {
		o.code, o.state = f.pack(o.state), nil
	}
}

// packAll leaves no state as it is.
func (f *frontier) packAll() {
	for i := range f.byCount {
		d := &f.byCount[i]
		for j := range d.list[d.head:] {
			f.packOne(&d.list[d.head+j])
		}
	}
}

// take removes the next state; there must be one.
func (f *frontier) take() open {
	f.size--
	for i := range f.byCount {
		d := &f.byCount[i]
		last := len(d.list) - 1
		if d.head > last {
			continue
		}
		switch f.order {
		case breadthFirst:
			return d.first()
		case randomOrder:
			k := d.head + f.random.IntN(len(d.list)-d.head)
			d.list[k], d.list[last] = d.list[last], d.list[k]
		}
		o := d.list[last]
		d.list[last] = open{}
		d.list = d.list[:last]
		d.packed = min(d.packed, last)
		return o
	}
	panic("ceds: no state is left")
}

// first removes the state that was added first.
func (d *deque) first() open {
	o := d.list[d.head]
	d.list[d.head] = open{}
	if d.head++; d.head > 1024 && d.head > len(d.list)/2 {
		d.list = append(d.list[:0:0], d.list[d.head:]...)
		d.packed = max(d.packed-d.head, 0)
		d.head = 0
	}
	return o
}

// shed removes up to n of the states, those that are far from being taken and likely have
// much after them, and packs them.
func (f *frontier) shed(n int) []open {
	var out []open
	for i := range f.byCount {
		d := &f.byCount[i]
		for ; len(out) < n && d.head < len(d.list); f.size-- {
			o := d.first()
			f.packOne(&o)
			out = append(out, o)
		}
	}
	return out
}
