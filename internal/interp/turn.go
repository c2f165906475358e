package interp

import (
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/internal/interp/internal/closed"
	"whittle.dev/internal/trace"
	"whittle.dev/term"
)

// turn is one turn of a loop, executed on functions of its number.
type turn struct {
	m    *Machine
	t    *thread
	f    *frame
	path []pathEdge
	// before are the latest turns that took this path, and states the registers after each of them.
	before [][]pathEdge
	states [][]uint64

	eval   *closed.Evaluator
	now    map[home]closed.Value // what places have, as far as they were read or written
	start  map[home]closed.Value // the same at the begin of the turn, of what was read before it was written
	frames []*cfa.Edge           // the calls by which the path is where it is
	inputs []trace.Input         // of the turns, Times for all of them is set when these are made
	depth  int                   // of sections
	cells  []home                // of memory
	seen   bool                  // it accesses memory, or leaves a variable unset
}

// home is where a value lives: a register or a part of memory.
type home struct {
	kind  homeKind
	depth int    // of the frame of a register, from that of the head on
	at    uint64 // the word, or the address
	width int    // in bits; 1 of a Bool
}

type homeKind uint8

const (
	inFrame homeKind = iota
	inThread
	inMemory
)

// execute executes the path. It reports whether each turn takes it in the same way as long as the evaluator
// says, and no edge on it does what it cannot do.
func (u *turn) execute() bool {
	u.now, u.start = map[home]closed.Value{}, map[home]closed.Value{}
	u.eval = closed.New(u.m.code.Terms, mostTurns, u.symbol)
	for i := range u.path {
		u.eval.Changed()
		if !u.step(i) || u.eval.Turns <= worthwhile {
			return false
		}
	}
	return len(u.frames) == 0 && u.depth == 0
}

func (u *turn) step(i int) bool {
	switch e := u.path[i].edge; op := e.CFA.Op.(type) {
	case cfa.Assign:
		return u.set(op.Dst, u.value(op.Value))
	case cfa.Assume:
		c, ok := u.eval.Value(op.Cond).IsConstant()
		// Where several edges can be taken a choice is made.
		return ok && c == 1 && u.top().Locs[e.CFA.From].Kind != bytecode.Choice
	case cfa.Havoc:
		// An input that was chosen has its place among those of the execution.
		u.seen = true
		if op.Unset {
			return u.set(op.Dst, closed.Value{})
		}
		v, ok := u.input(i)
		return ok && u.set(op.Dst, v)
	case cfa.Fence:
		return true
	case cfa.AtomicBegin:
		u.depth++
		return true
	case cfa.AtomicEnd:
		u.seen = true
		u.depth--
		return u.depth >= 0
	case cfa.Await:
		c, ok := u.eval.Value(op.Cond).IsConstant()
		return ok && c == 1
	case cfa.Load:
		u.seen = true
		c, ok := u.cell(op.Addr, e.Bytes, false)
		return ok && u.set(op.Dst, u.read(c, i))
	case cfa.Store:
		u.seen = true
		c, ok := u.cell(op.Addr, e.Bytes, true)
		if !ok {
			return false
		}
		// Among the values may be what looks like an address. That is not noted: it would make the end of a
		// local object a step that others see, which replays need not tell.
		u.now[c] = u.value(op.Value)
		return true
	case cfa.Call:
		return u.call(op, e)
	case cfa.Return:
		return u.ret(op)
	}
	return false
}

// input is the value of the input of edge i of the path, which is the same each time that the edge is
// executed.
func (u *turn) input(i int) (closed.Value, bool) {
	e := u.path[i].edge
	if e.Dst.First < 0 || e.Dst.Words > 1 || e.CFA.Origin == cfa.NoEdge {
		return closed.Value{}, false
	}
	k := u.m.key(u.t, e.CFA, false)
	each := uint64(0)
	for _, x := range u.path {
		if x.edge.CFA.Origin == e.CFA.Origin {
			each++
		}
	}
	lo, _, n := same(u.m.decide, k, int(e.Dst.Width))
	lo, _ = e.Dst.Fit(lo, 0)
	u.eval.Turns = min(u.eval.Turns, n/each)
	if !slices.ContainsFunc(u.inputs, func(in trace.Input) bool { return in.Key == k }) {
		u.inputs = append(u.inputs, trace.Input{Key: k, Kind: trace.Havoc, Value: lo, Times: each})
	}
	return closed.Constant(width(e.Dst), lo), true
}

// top is the procedure in which the path is.
func (u *turn) top() *bytecode.Proc {
	if n := len(u.frames); n > 0 {
		return u.callee(u.frames[n-1].Op.(cfa.Call))
	}
	return u.f.proc
}

// callee is the procedure that a call runs, nil if it is not known.
func (u *turn) callee(op cfa.Call) *bytecode.Proc {
	if op.Proc == cfa.NoProc {
		return nil
	}
	return &u.m.code.Procs[op.Proc]
}

func (u *turn) call(op cfa.Call, e *bytecode.Edge) bool {
	p := u.callee(op)
	if p == nil {
		return false
	}
	args := make([]closed.Value, len(op.Args))
	for i, a := range op.Args {
		args[i] = u.value(a)
	}
	u.frames = append(u.frames, e.CFA)
	for at := range u.now {
		if at.kind == inFrame && at.depth == len(u.frames) {
			delete(u.now, at) // of a call before
		}
	}
	for i, s := range p.Params {
		if v := args[i]; s.Words > 1 || v.Known() && v.Width != width(s) {
			return false
		}
		u.now[u.register(s)] = args[i]
	}
	return true
}

func (u *turn) ret(op cfa.Return) bool {
	n := len(u.frames)
	if n == 0 {
		return false
	}
	dst := u.frames[n-1].Op.(cfa.Call).Dst
	var v closed.Value
	if op.Value != term.None {
		v = u.value(op.Value)
	} else if dst != cfa.NoReg {
		return false
	}
	u.frames = u.frames[:n-1]
	if dst == cfa.NoReg {
		return true
	}
	if v.Known() && v.Width != width(u.m.code.Regs[dst]) {
		return false
	}
	return u.set(dst, v)
}

// width is the number of bits of a register, 1 of a Bool.
func width(s bytecode.Slots) int { return max(1, int(s.Width)) }

// register is the place of a register.
func (u *turn) register(s bytecode.Slots) home {
	p := home{at: uint64(s.First), width: width(s), depth: len(u.frames)}
	if s.Thread {
		p.kind, p.depth = inThread, 0
	}
	return p
}

// value is the value of a term. If it is not known, then all that it is made of has to be right when the last
// turn is executed.
func (u *turn) value(t term.Term) closed.Value {
	v := u.eval.Value(t)
	if !v.Known() {
		for _, sym := range u.m.code.Terms.Symbols(t) {
			u.symbol(sym)
		}
	}
	return v
}

// set assigns a register.
func (u *turn) set(dst cfa.RegID, v closed.Value) bool {
	if dst != cfa.NoReg {
		u.now[u.register(u.m.code.Regs[dst])] = v
	}
	return true
}

func (u *turn) symbol(sym term.Term) closed.Value {
	s, ok := u.m.code.Register(sym)
	if !ok {
		return closed.Value{}
	}
	return u.read(u.register(s), -1)
}

// cell is the place of an access; it must be valid, the same in every turn, and overlap
// no other one.
func (u *turn) cell(addr term.Term, bytes int32, write bool) (c home, ok bool) {
	a, ok := u.eval.Value(addr).IsConstant()
	c = home{kind: inMemory, at: a, width: int(bytes) * 8}
	if !ok || bytes > 8 {
		return c, false
	}
	if _, _, ok = u.m.mem.Locate(a, uint64(bytes), write); !ok {
		return c, false
	}
	for _, d := range u.cells {
		if d == c {
			return c, true
		}
		if c.at < d.at+uint64(d.width/8) && d.at < c.at+uint64(c.width/8) {
			return c, false
		}
	}
	u.cells = append(u.cells, c)
	return c, true
}

// read is what a place has; edge i of the path loads it, if it is one of memory. What was not written in this
// turn is guessed from those before.
func (u *turn) read(p home, i int) closed.Value {
	if v, ok := u.now[p]; ok {
		return v
	}
	var v closed.Value
	switch {
	case p.kind == inFrame && p.depth > 0:
		v = closed.Constant(p.width, 0) // registers of a new frame
		u.now[p] = v
		return v
	case p.kind == inMemory:
		// It has been loaded in the turns before, not in this one. In each it is the first access.
		var seen []uint64
		for _, path := range u.before {
			seen = append(seen, path[i].loaded)
		}
		v = closed.Through(p.width, append(seen, u.content(p)))
	default:
		word := int(p.at)
		if p.kind == inThread {
			word += int(u.f.proc.Locals)
		}
		var seen []uint64
		for _, s := range u.states {
			seen = append(seen, s[word])
		}
		v = closed.Through(p.width, seen)
	}
	u.now[p], u.start[p] = v, v
	return v
}

// content is what a place of memory has now.
func (u *turn) content(p home) uint64 {
	n := uint64(p.width / 8)
	o, off, ok := u.m.mem.Locate(p.at, n, false)
	if !ok {
		return 0 // then it is not what the turns before loaded
	}
	lo, _ := u.m.mem.Read(o, off, n)
	return lo
}

// follows reports whether the guess is right: each turn leaves what the next one begins with.
func (u *turn) follows() bool {
	for p, v := range u.start {
		if !u.now[p].Follows(v) {
			return false
		}
	}
	return true
}

// move makes the state that of n turns later.
func (u *turn) move(n uint64) {
	for p, v := range u.start {
		x := v.At(n)
		switch p.kind {
		case inFrame:
			u.t.slots(u.f)[p.at] = x
		case inThread:
			u.t.regs[p.at] = x
		case inMemory:
			bytes := uint64(p.width / 8)
			if _, fixed := v.IsConstant(); fixed {
				continue
			}
			if o, off, ok := u.m.mem.Locate(p.at, bytes, true); ok {
				u.m.mem.Write(o, off, bytes, x, 0)
			}
		}
	}
	if u.m.rec != nil {
		for _, in := range u.inputs {
			in.Times *= n
			u.m.rec.input(in)
		}
	}
	if u.m.counting {
		for _, x := range u.path {
			if id := x.edge.CFA.Origin; id != cfa.NoEdge {
				u.t.counts.add(id, int(n))
			}
		}
	}
	if u.m.rec != nil {
		u.m.rec.jump(u.t, u.path[0].edge, n, u.seen, u.m.loops.steps)
	}
}
