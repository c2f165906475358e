package interp

import (
	"whittle.dev/internal/cfa"
)

// thread is one thread of the program.
type thread struct {
	index  int
	id     uint64
	entry  *procCode
	regs   []uint64 // scope Thread
	stack  []uint64
	frames []frame
	done   bool
	exit   uint64
	atomic int // open atomic sections
	counts counts
	// blocked is the epoch of the machine in which the thread was found to
	// be disabled; it need not be tried again before another one.
	blocked uint64
	// spawned is the edge that started the thread; nil of the initial one.
}

// frame is one activation of a procedure.
type frame struct {
	proc *procCode
	base int32 // in thread.stack
	loc  cfa.LocID
	// dst is where in the caller's frame the result goes; call is the Call
	// edge. Both are unset in the first frame.
	dst  slots
	call *cfa.Edge
	nth  int32 // occurrence of the call, when occurrences are counted
}

// maxFrames bounds the depth of calls: a recursion deeper than this has run
// out of stack.
const maxFrames = 1 << 18

func (t *thread) top() *frame { return &t.frames[len(t.frames)-1] }

// slots returns the words of a frame.
func (t *thread) slots(f *frame) []uint64 { return t.stack[f.base : f.base+f.proc.words] }

// push enters a procedure with its registers at zero.
func (t *thread) push(pc *procCode, dst slots, call *cfa.Edge) []uint64 {
	base := int32(0)
	if n := len(t.frames); n > 0 {
		base = t.frames[n-1].base + t.frames[n-1].proc.words
	}
	need := int(base + pc.words)
	if need > len(t.stack) {
		t.stack = append(t.stack, make([]uint64, max(need-len(t.stack), len(t.stack), 64))...)
	}
	fr := t.stack[base:need]
	clear(fr[:pc.locals])
	t.frames = append(t.frames, frame{proc: pc, base: base, loc: pc.proc.Entry, dst: dst, call: call})
	return fr
}

// set assigns a register.
func (t *thread) set(fr []uint64, s slots, lo, hi uint64) {
	if s.first < 0 {
		return
	}
	words := fr
	if s.thread {
		words = t.regs
	}
	words[s.first] = lo
	if s.words > 1 {
		words[s.first+1] = hi
	}
}

// fit truncates or zero-extends a value to the width of a register.
func (s slots) fit(lo, hi uint64) (uint64, uint64) {
	switch {
	case s.width == 0:
		return lo & 1, 0
	case s.width <= 64:
		return lo & mask(uint8(s.width)), 0
	case s.width < 128:
		return lo, hi & mask(uint8(s.width-64))
	}
	return lo, hi
}

// counts tells how often a thread has executed each origin.
type counts struct{ pages [][]uint32 }

const countPage = 64

func (c *counts) get(id cfa.EdgeID) int {
	if id < 0 {
		return 0 // a local step that a pass has added
	}
	if p := int(id) / countPage; p < len(c.pages) && c.pages[p] != nil {
		return int(c.pages[p][id%countPage])
	}
	return 0
}

func (c *counts) add(id cfa.EdgeID, d int32) {
	p := int(id) / countPage
	if p >= len(c.pages) {
		c.pages = append(c.pages, make([][]uint32, p+1-len(c.pages))...)
	}
	if c.pages[p] == nil {
		c.pages[p] = make([]uint32, countPage)
	}
	c.pages[p][id%countPage] += uint32(d)
}
