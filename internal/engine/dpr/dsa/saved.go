package dsa

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/dpr/oracle"
)

// Saved is a state of a walker that has met no change of memory.
type Saved[V any] struct {
	index  oracle.Index
	frames []savedFrame
	regs   []V // of all frames
	thread []V
	open   []Guard[V]
}

type savedFrame struct {
	proc *cfa.Proc
	call *cfa.Edge
	regs int
}

// Values is the number of values that it has.
func (s *Saved[V]) Values() int { return len(s.regs) + len(s.thread) + len(s.open) }

// Save notes the state. It returns false if there is more to the state than registers: changes of memory.
func (w *Walker[V]) Save(s *Saved[V]) bool {
	if w.memory.changed {
		return false
	}
	s.index.Copy(&w.Index)
	s.frames, s.regs = s.frames[:0], s.regs[:0]
	for _, f := range w.frames {
		s.frames = append(s.frames, savedFrame{f.proc, f.call, len(f.regs)})
		s.regs = append(s.regs, f.regs...)
	}
	s.thread = append(s.thread[:0], w.thread...)
	s.open = append(s.open[:0], w.open...)
	return true
}

// Resume goes back to a state of this execution or of one before.
func (w *Walker[V]) Resume(s *Saved[V]) {
	w.Index.Copy(&s.index)
	w.over = false
	from := 0
	w.frames = w.frames[:0]
	for _, f := range s.frames {
		w.push(f.proc, f.call, f.regs)
		from += copy(w.top().regs, s.regs[from:])
	}
	copy(w.thread, s.thread)
	w.open = append(w.open[:0], s.open...)
	if w.memory.entries != nil {
		w.memory = memory[V]{shape: w.shape, tree: w.memory.tree}
	}
}
