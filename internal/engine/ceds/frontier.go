package ceds

import (
	"slices"

	"whittle.dev/internal/engine/internal/multistate"
)

// open is a state that is to be explored.
type open struct {
	state *multistate.State
	node  int32
}

// frontier holds the states that are to be explored. Those with fewer threads come first, so that programs
// that start threads without end are searched for violations of a few threads. Among those with
// as many it is a stack or a queue.
type frontier struct {
	breadth bool
	byCount []deque // by number of threads
	added   []open  // since settle
	size    int
}

// deque is a stack, or a queue from head on.
type deque struct {
	list []open
	head int
}

// add adds a state; it can be taken after settle.
func (f *frontier) add(o open) { f.added = append(f.added, o) }

// settle makes the states that were added ready to be taken. The first of them will be the next on a stack.
func (f *frontier) settle() {
	if !f.breadth {
		slices.Reverse(f.added)
	}
	for _, o := range f.added {
		n := o.state.NumThreads()
		for n >= len(f.byCount) {
			f.byCount = append(f.byCount, deque{})
		}
		f.byCount[n].list = append(f.byCount[n].list, o)
		f.size++
	}
	clear(f.added)
	f.added = f.added[:0]
}

// take removes the next state; there must be one.
func (f *frontier) take() open {
	f.size--
	for i := range f.byCount {
		d := &f.byCount[i]
		if d.head == len(d.list) {
			continue
		}
		if !f.breadth {
			n := len(d.list) - 1
			o := d.list[n]
			d.list[n] = open{}
			d.list = d.list[:n]
			return o
		}
		o := d.list[d.head]
		d.list[d.head] = open{}
		if d.head++; d.head > 1024 && d.head > len(d.list)/2 {
			d.list = append(d.list[:0:0], d.list[d.head:]...)
			d.head = 0
		}
		return o
	}
	panic("ceds: no state is left")
}
