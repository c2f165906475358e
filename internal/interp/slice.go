package interp

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/term"
)

// A replay notes what each executed edge depends on: by data, on the edges that last set the registers and
// bytes that it reads; by control, on the branch that it hangs on, or on the call or the start of the thread.
// What the violation depends on, at any number of removes, is the dynamic slice of the execution;
// Step.Distance
// says how many removes. It serves people alone: which steps they are shown.

// maxSlice bounds the edges that are noted. Of a longer execution there is no slice.
const maxSlice = 1 << 20

// maxPassed bounds the constant arguments that are noted.
const maxPassed = 1 << 16

// slicer collects the dependences of one execution.
type slicer struct {
	index   *cfa.RegIndex
	steps   []int32 // by node: the index of its step, -1: it has none
	deps    []int32 // by data, of all nodes, one after the other
	by      []int32 // by node: its thread
	model   []bool  // by node: it is inside of a library model
	hangs   []int32 // by node: what it depends on by control, -1: nothing
	first   []int32 // by node: where its dependences begin
	threads []slicedThread
	memory  map[uint64]int32 // by the address of a byte: the node that wrote it
	joins   map[*bytecode.Proc][]cfa.LocID
	params  map[int32]passed  // by node
	decided map[int32]decided // by node
	full    bool
	scratch []int32
}

// slicedThread says which node set what in a thread.
type slicedThread struct {
	regs   map[cfa.RegID]int32
	frames []slicedFrame
}

// passed is a constant that a parameter got.
type passed struct {
	call int32 // the node of the call or the start
	reg  cfa.RegID
	bits uint64
}

type slicedFrame struct {
	regs  map[cfa.RegID]int32
	entry int32 // the call or start, -1: none
	last  int32 // the last branch, -1: none
	open  []openBranch
}

// openBranch is a branch on which what follows depends, until the location at which its ways have met.
type openBranch struct {
	node int32
	meet cfa.LocID
}

func newSlicer(p *cfa.Program) *slicer {
	return &slicer{index: cfa.NewRegIndex(p), memory: map[uint64]int32{},
		joins: map[*bytecode.Proc][]cfa.LocID{}, params: map[int32]passed{}, decided: map[int32]decided{}}
}

func (s *slicer) thread(i int) *slicedThread {
	for len(s.threads) <= i {
		s.threads = append(s.threads, slicedThread{regs: map[cfa.RegID]int32{}})
	}
	return &s.threads[i]
}

// frame is the innermost frame of a thread.
func (s *slicer) frame(t *thread, depth int) *slicedFrame {
	u := s.thread(t.index)
	for len(u.frames) <= depth {
		u.frames = append(u.frames, slicedFrame{regs: map[cfa.RegID]int32{}, entry: -1, last: -1})
	}
	return &u.frames[depth]
}

// scope is where the setters of a register are noted.
func (s *slicer) scope(m *Machine, t *thread, depth int, r cfa.RegID) map[cfa.RegID]int32 {
	if m.code.Regs[r].Thread {
		return s.thread(t.index).regs
	}
	return s.frame(t, depth).regs
}

// reads collects what set the registers that an operation of a thread reads.
func (s *slicer) reads(m *Machine, t *thread, op cfa.Op, out []int32) []int32 {
	depth := len(t.frames) - 1
	s.index.Uses(op, func(r cfa.RegID) {
		if n, ok := s.scope(m, t, depth, r)[r]; ok && !slices.Contains(out, n) {
			out = append(out, n)
		}
	})
	return out
}

// control is what the next edge of a thread hangs on, which leaves a location; -1: on nothing.
func (s *slicer) control(t *thread, at cfa.LocID) int32 {
	f := s.frame(t, len(t.frames)-1)
	for n := len(f.open); n > 0 && f.open[n-1].meet == at; n-- {
		f.open = f.open[:n-1]
	}
	if n := len(f.open); n > 0 {
		return f.open[n-1].node
	}
	return f.entry
}

// edge notes an executed edge with the step that it made, or -1; it is called before frames change.
func (s *slicer) edge(m *Machine, t *thread, e *bytecode.Edge, in info, step int) {
	if s == nil || s.full || len(t.frames) == 0 {
		return
	}
	if len(s.steps) >= maxSlice {
		s.full = true
		return
	}
	op, depth := e.CFA.Op, len(t.frames)-1
	deps := s.reads(m, t, withoutArguments(op, in.callee), s.scratch[:0])
	seen := func(addr uint64, by int32) {
		if n, ok := s.memory[addr]; ok && s.by[n] != by && !slices.Contains(deps, n) {
			deps = append(deps, n)
		}
	}
	for i := range uint64(e.Bytes) {
		switch op.(type) {
		case cfa.Load:
			seen(in.addr+i, -1)
		case cfa.Store: // what is overwritten matters if another thread wrote it: it is lost
			seen(in.addr+i, int32(t.index))
		}
	}
	hangs := s.control(t, e.CFA.From)
	model := inModel(t, e.CFA)
	if _, ok := op.(cfa.Return); ok && model {
		// What strlen returns hangs on where its loop has ended, also if it has made no turn.
		if last := s.frame(t, depth).last; last >= 0 {
			hangs = last
		}
	}
	node := s.note(t, model, step, hangs, deps)
	s.scratch = deps
	set := func(depth int, r cfa.RegID) {
		if r != cfa.NoReg {
			s.scope(m, t, depth, r)[r] = node
		}
	}
	switch op := op.(type) {
	case cfa.Load:
		set(depth, op.Dst)
	case cfa.Store:
		for i := range uint64(e.Bytes) {
			s.memory[in.addr+i] = node
		}
	case cfa.Call:
		s.enter(m, t, depth+1, in.callee, node, op.Args, t)
	case cfa.Return:
		if depth > 0 {
			if call, ok := t.top().call.Op.(cfa.Call); ok {
				set(depth-1, call.Dst)
			}
		}
	case cfa.Spawn:
		child := m.threads[in.child]
		s.enter(m, child, 0, child.entry, node, op.Args, t)
		set(depth, op.Dst)
	case cfa.Assume:
		if proc := t.top().proc; len(proc.CFA.Locs[e.CFA.From].Out) > 1 {
			s.branch(t, depth, node, s.meets(proc)[e.CFA.From])
			s.decide(m, t, node, e.CFA.Operands)
		}
	default:
		set(depth, cfa.Def(op))
	}
}

// note adds a node of a thread.
func (s *slicer) note(t *thread, model bool, step int, hangs int32, deps []int32) int32 {
	node := int32(len(s.steps))
	s.steps, s.by = append(s.steps, int32(step)), append(s.by, int32(t.index))
	s.hangs = append(s.hangs, hangs)
	s.model = append(s.model, model)
	s.first = append(s.first, int32(len(s.deps)))
	s.deps = append(s.deps, deps...)
	return node
}

// withoutArguments is a call of a procedure without its arguments, on which its parameters depend one by one.
func withoutArguments(op cfa.Op, callee *bytecode.Proc) cfa.Op {
	switch call := op.(type) {
	case cfa.Call:
		if callee != nil {
			call.Args = nil
			return call
		}
	case cfa.Spawn:
		call.Args = nil
		return call
	}
	return op
}

// branch opens a branch; one that is taken again, in the next turn of a loop, takes the place of the last.
func (s *slicer) branch(t *thread, depth int, node int32, meet cfa.LocID) {
	f := s.frame(t, depth)
	f.last = node
	if n := len(f.open); n > 0 && f.open[n-1].meet == meet {
		f.open[n-1].node = node
		return
	}
	f.open = append(f.open, openBranch{node, meet})
}

// enter begins a frame. Each of its parameters is a node that depends on what its argument is computed from.
func (s *slicer) enter(m *Machine, t *thread, depth int, p *bytecode.Proc, node int32, args []term.Term,
	from *thread) {
	if p == nil {
		return
	}
	sources := make([][]int32, len(args))
	for i, a := range args {
		sources[i] = s.reads(m, from, cfa.Return{Value: a}, nil)
	}
	u := s.thread(t.index)
	if depth < len(u.frames) {
		u.frames = u.frames[:depth]
	}
	f := s.frame(t, depth)
	f.entry, f.regs = node, map[cfa.RegID]int32{}
	for i, r := range p.CFA.Params {
		f.regs[r] = node
		if i < len(sources) {
			f.regs[r] = s.note(t, len(t.frames) > 0 && t.top().proc.CFA.Model, -1, -1, sources[i])
			if bits, ok := m.code.Terms.ConstUint64(args[i]); ok && len(s.params) < maxPassed &&
				!p.CFA.Model {
				s.params[f.regs[r]] = passed{node, r, bits}
			}
		}
	}
}

// rollback forgets the steps from one on.
func (s *slicer) rollback(step int) {
	if s == nil {
		return
	}
	for i := len(s.steps) - 1; i >= 0; i-- {
		if s.steps[i] >= int32(step) {
			s.steps[i] = -1
		} else if s.steps[i] >= 0 {
			break
		}
	}
}

// meets says for each location of a procedure where all ways from it meet again.
func (s *slicer) meets(p *bytecode.Proc) []cfa.LocID {
	if out, ok := s.joins[p]; ok {
		return out
	}
	out := postdominators(p.CFA)
	s.joins[p] = out
	return out
}
