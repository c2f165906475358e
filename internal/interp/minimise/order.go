package minimise

import (
	"fmt"
	"slices"
)

// maxStates bounds the states of the search for an order.
const maxStates = 20_000

// reorder looks for an order with the fewest changes of threads among those that keep the order of
// conflicting atoms. To run a thread on as far as it can never forbids anything to the others, since what an
// atom waits for is only that others are done. So a breadth-first search over the choices of the next thread
// finds the fewest changes.
func (m *minimiser) reorder() {
	o := newOrdering(m.atoms, m.last)
	if best := o.search(m.tr.Violation.Thread); best != nil &&
		switchesOf(best, m.tr.Violation.Thread) < m.switches() {
		m.try(best)
	}
}

// ordering is the partial order of the atoms of a trace.
type ordering struct {
	atoms   []atom
	threads [][]int   // the atoms of each thread
	waits   [][]after // by atom: what must be done before
}

// after says that a thread must have done so many of its atoms.
type after struct{ thread, count int }

func newOrdering(atoms []atom, last atom) *ordering {
	o := &ordering{atoms: atoms, waits: make([][]after, len(atoms))}
	n := last.key.Thread + 1
	for i := range atoms {
		n = max(n, atoms[i].key.Thread+1)
	}
	o.threads = make([][]int, n)
	starts := map[int]after{}
	for i := range atoms {
		a := &atoms[i]
		t := a.key.Thread
		seen := make([]int, n) // what is found in each other thread
		if w, ok := starts[t]; ok && len(o.threads[t]) == 0 {
			o.waits[i] = append(o.waits[i], w)
		}
		// From the latest on: one conflict per thread is enough.
		for j := i - 1; j >= 0; j-- {
			u := atoms[j].key.Thread
			if u == t || seen[u] > 0 || !atoms[j].conflicts(a) {
				continue
			}
			seen[u] = 1 + slices.Index(o.threads[u], j)
			o.waits[i] = append(o.waits[i], after{u, seen[u]})
		}
		o.threads[t] = append(o.threads[t], i)
		for _, c := range a.children {
			starts[c] = after{t, len(o.threads[t])}
		}
	}
	return o
}

// conflicts reports whether two atoms of different threads, a before b, must stay in order.
func (a *atom) conflicts(b *atom) bool {
	if a.ends && slices.Contains(b.joins, a.key.Thread) {
		return true
	}
	for _, x := range a.spans {
		for _, y := range b.spans {
			if (x.write || y.write) && x.addr < y.addr+y.size && y.addr < x.addr+x.size {
				return true
			}
		}
	}
	return false
}

// progress is a state of the search: how many atoms of each thread are done, after a block of one thread.
type progress struct {
	done   []int
	thread int
	parent int
}

// search returns the atoms in the order with the fewest changes of threads,
// the last block being that of thread end; nil if there are too many states.
func (o *ordering) search(end int) []atom {
	states := []progress{{done: make([]int, len(o.threads)), thread: -1, parent: -1}}
	seen := map[string]bool{}
	for i := 0; i < len(states); i++ {
		if len(states) > maxStates {
			return nil
		}
		s := states[i]
		if s.thread == end && o.complete(s.done) {
			return o.path(states, i)
		}
		for t := range o.threads {
			if t == s.thread {
				continue
			}
			done := o.run(t, s.done)
			if done == nil {
				if t != end || !o.complete(s.done) {
					continue
				}
				done = s.done // the violation itself
			}
			key := fmt.Sprint(t, done)
			if !seen[key] {
				seen[key] = true
				states = append(states, progress{done, t, i})
			}
		}
	}
	return nil
}

func (o *ordering) complete(done []int) bool {
	for t, n := range done {
		if n < len(o.threads[t]) {
			return false
		}
	}
	return true
}

// run lets a thread run as far as it can; nil if it cannot.
func (o *ordering) run(t int, done []int) []int {
	n := done[t]
next:
	for ; n < len(o.threads[t]); n++ {
		for _, w := range o.waits[o.threads[t][n]] {
			if done[w.thread] < w.count {
				break next
			}
		}
	}
	if n == done[t] {
		return nil
	}
	out := slices.Clone(done)
	out[t] = n
	return out
}

// path lists the atoms on the way to a state.
func (o *ordering) path(states []progress, i int) []atom {
	var blocks []int
	for ; i > 0; i = states[i].parent {
		blocks = append(blocks, i)
	}
	slices.Reverse(blocks)
	var out []atom
	for _, b := range blocks {
		s := states[b]
		for n := states[s.parent].done[s.thread]; n < s.done[s.thread]; n++ {
			out = append(out, o.atoms[o.threads[s.thread][n]])
		}
	}
	return out
}

// merge moves blocks of a thread to other blocks of it, also past what they
// conflict with, while that saves changes of threads.
func (m *minimiser) merge() {
	for again := true; again && m.budget > 0; {
		again = false
		now := m.switches()
		for _, c := range m.candidates() {
			if switchesOf(c, m.tr.Violation.Thread) < now && m.try(c) {
				again = true
				break
			}
		}
	}
}

// candidates are the orders in which one block was moved to the next or the one before of its thread.
func (m *minimiser) candidates() [][]atom {
	var starts []int
	for i := range m.atoms {
		if i == 0 || m.atoms[i].key.Thread != m.atoms[i-1].key.Thread {
			starts = append(starts, i)
		}
	}
	thread := func(b int) int {
		if b == len(starts) {
			return m.tr.Violation.Thread
		}
		return m.atoms[starts[b]].key.Thread
	}
	starts = append(starts, len(m.atoms))
	blocks := len(starts) - 1
	block := func(b int) []atom { return m.atoms[starts[b]:starts[b+1]] }
	var out [][]atom
	for i := range blocks {
		j := i + 1
		for j < blocks && thread(j) != thread(i) {
			j++
		}
		if j == blocks && thread(i) != m.tr.Violation.Thread || j == i+1 && j == blocks {
			continue
		}
		// The block goes to the later one, or the later one comes to it.
		head, between, tail := m.atoms[:starts[i]], m.atoms[starts[i+1]:starts[j]], m.atoms[starts[j]:]
		out = append(out, slices.Concat(head, between, block(i), tail))
		if j < blocks {
			out = append(out, slices.Concat(head, block(i), block(j), between, m.atoms[starts[j+1]:]))
		}
	}
	return out
}
