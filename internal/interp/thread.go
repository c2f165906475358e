package interp

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
)

// thread is one thread of the program.
type thread struct {
	index  int
	id     uint64
	entry  *bytecode.Proc
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
}

// frame is one activation of a procedure.
type frame struct {
	proc *bytecode.Proc
	base int32 // in thread.stack
	loc  cfa.LocID
	// dst is where in the caller's frame the result goes; call is the Call
	// edge. Both are unset in the first frame.
	dst  bytecode.Slots
	call *cfa.Edge
	nth  int // occurrence of the call, when occurrences are counted
}

// maxFrames bounds the depth of calls: a recursion deeper than this has run out of stack.
const maxFrames = 1 << 18

func (t *thread) top() *frame { return &t.frames[len(t.frames)-1] }

// slots returns the words of a frame.
func (t *thread) slots(f *frame) []uint64 { return t.stack[f.base : f.base+f.proc.Words] }

// push enters a procedure with its registers at zero.
func (t *thread) push(pc *bytecode.Proc, dst bytecode.Slots, call *cfa.Edge) []uint64 {
	base := int32(0)
	if n := len(t.frames); n > 0 {
		base = t.frames[n-1].base + t.frames[n-1].proc.Words
	}
	need := int(base + pc.Words)
	if need > len(t.stack) {
		t.stack = append(t.stack, make([]uint64, max(need-len(t.stack), len(t.stack), 64))...)
	}
	fr := t.stack[base:need]
	clear(fr[:pc.Locals])
	t.frames = append(t.frames, frame{proc: pc, base: base, loc: pc.CFA.Entry, dst: dst, call: call})
	return fr
}

// set assigns a register, in the frame fr or in the thread.
func (t *thread) set(fr []uint64, s bytecode.Slots, lo, hi uint64) {
	s.Set(fr, t.regs, lo, hi)
}

// counts says how often a thread has executed each origin.
type counts struct{ pages [][]uint64 }

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

func (c *counts) add(id cfa.EdgeID, d int) {
	p := int(id) / countPage
	if p >= len(c.pages) {
		c.pages = append(c.pages, make([][]uint64, p+1-len(c.pages))...)
	}
	if c.pages[p] == nil {
		c.pages[p] = make([]uint64, countPage)
	}
	c.pages[p][id%countPage] += uint64(d)
}
