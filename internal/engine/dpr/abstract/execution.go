package abstract

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/dpr/oracle"
	"whittle.dev/internal/step"
	"whittle.dev/term"
)

// execution is one abstract execution.
type execution struct {
	r       *Runner
	fixed   map[oracle.Name]bool
	index   oracle.Index
	frames  []*frame
	thread  *frame
	objects map[uint64]*object
	log     []change
	open    []openReg // scratch
	results []uint64  // scratch
	steps   int
	limit   int // of the steps
	depth   int // of sides within sides
}

// outcome is how a stretch of an execution ended.
type outcome uint8

const (
	arrived outcome = iota // it came to where it should
	dead                   // no execution goes on
	failed                 // a target may be reached, or there were too many steps
)

// lookEvery is the number of steps between two looks at the context: joins make a step long.
const lookEvery = 64

func (x *execution) top() *frame { return x.frames[len(x.frames)-1] }

// until executes up to a location of the frame of a depth, or, with NoLoc, until that frame has returned.
func (x *execution) until(depth int, meet cfa.LocID) outcome {
	for {
		f := x.top()
		x.index.Arrive(len(x.frames), f.loc)
		switch {
		case len(x.frames) < depth || len(x.frames) == depth && f.loc == meet:
			return arrived
		case !x.r.info.Relevant(f.proc.ID, f.loc):
			return dead
		case x.steps >= x.limit:
			return failed
		case x.steps&(lookEvery-1) == 0 && x.r.Over != nil && x.r.Over():
			x.limit = x.steps
			return failed
		}
		x.steps++
		how := arrived
		if at := x.r.site(f); at.branch != nil {
			how = x.branch(f, at)
		} else {
			how = x.edge(f, at.edge)
		}
		if how != arrived {
			return how
		}
	}
}

// edge executes an edge that is no condition.
func (x *execution) edge(f *frame, e *cfa.Edge) outcome {
	p := x.r.info.Prog
	if dst, _, ok := step.Computes(e.Op); ok {
		at, thread := x.r.place(dst)
		g := f
		if thread {
			g = x.thread
		}
		if x.depth > 0 {
			x.note(change{frame: g, at: at, value: g.values[at], number: g.words[at]})
		}
		g.values[at], g.words[at] = x.term(e, 0)
		f.loc = e.To
		return arrived
	}
	switch op := e.Op.(type) {
	case cfa.Havoc:
		x.input(e, op)
	case cfa.Load:
		if !x.loads(e, op, p.Regs[op.Dst].Sort.Width()/8) {
			return failed
		}
	case cfa.Store:
		if !x.stores(e, op, p.Terms.Sort(op.Value).Width()/8) {
			return failed
		}
	case cfa.Alloc:
		v, n := x.term(e, 0)
		if v != nil || n > p.MaxObject() {
			return failed
		}
		region := x.r.region(x.index.At(e.ID, 0))
		if region >= p.Regions()-1 {
			return failed
		}
		o := &object{start: p.RegionStart(region), size: n, undef: !op.Zero, alive: true,
			cells: map[int]*cell{}}
		o.id, _ = x.r.info.Points.Site(e)
		x.objects[region] = o
		x.assign(op.Dst, nil, o.start)
	case cfa.Free:
		if !x.frees(e, op) {
			return failed
		}
	case cfa.Call:
		x.call(e, op)
		return arrived
	case cfa.Return:
		return x.ret(e, op)
	case cfa.AtomicBegin, cfa.AtomicEnd, cfa.Fence, cfa.Print:
	case cfa.Exit, cfa.UB:
		return dead
	default: // a violation, or what is not supported
		return failed
	}
	f.loc = e.To
	return arrived
}

// assign sets a register of the running procedure or of the thread.
func (x *execution) assign(r cfa.RegID, v *value, n uint64) {
	if r == cfa.NoReg {
		return
	}
	at, thread := x.r.place(r)
	if thread {
		x.set(x.thread, at, v, n)
	} else {
		x.set(x.top(), at, v, n)
	}
}

// input takes an input: a choice that is made, or open.
func (x *execution) input(e *cfa.Edge, op cfa.Havoc) {
	if op.Dst == cfa.NoReg {
		return
	}
	w := width(x.r.info.Prog.Regs[op.Dst].Sort)
	values, ok := x.r.choices[e]
	if !ok {
		x.assign(op.Dst, anything(w), 0)
		return
	}
	if outcome, ok := x.fixed[x.index.At(e.ID, 0)]; ok {
		n := values[0]
		if outcome {
			n = values[1]
		}
		x.assign(op.Dst, nil, n)
		return
	}
	v, n := x.r.ranges.of(w, []uint64{values[0], values[1]})
	x.assign(op.Dst, v, n)
}

// address evaluates an address: the numbers that it may be, or nil if these are not known.
func (x *execution) address(e *cfa.Edge, t term.Term) []uint64 {
	v, n := x.term(e, 0)
	if v == nil {
		return []uint64{n}
	}
	if len(x.fixed) > 0 {
		here := x.index.At(e.ID, 0)
		for _, a := range x.r.split(here) {
			if x.fixed[x.r.tree.Below(here, e.ID, a)] {
				return []uint64{a}
			}
		}
	}
	return v.set
}

// accessible reports whether all of some addresses are shown to be valid, or need not be.
func (x *execution) accessible(e *cfa.Edge, addrs []uint64, n int, write bool) bool {
	if !x.r.info.Checked[e.ID] {
		return true
	}
	for _, a := range addrs {
		if !x.valid(a, n, write) {
			return false
		}
	}
	return addrs != nil
}

func (x *execution) loads(e *cfa.Edge, op cfa.Load, n int) bool {
	addrs := x.address(e, op.Addr)
	if !x.accessible(e, addrs, n, false) {
		return false
	}
	v, number := anything(8*n), uint64(0)
	for i, a := range addrs {
		w, m := x.load(a, n)
		if i == 0 {
			v, number = w, m
		} else {
			v, number = x.r.ranges.join(v, number, w, m, 8*n)
		}
	}
	x.assign(op.Dst, v, number)
	return true
}

func (x *execution) stores(e *cfa.Edge, op cfa.Store, n int) bool {
	addrs := x.address(e, op.Addr)
	if !x.accessible(e, addrs, n, true) {
		return false
	}
	v, number := x.term(e, 1)
	if n > 8 {
		v = anything(8 * n)
	}
	switch {
	case len(addrs) == 1:
		x.store(addrs[0], n, v, number)
	case addrs == nil:
		at := x.r.info.Points.Of(op.Addr)
		x.spoil(at.Refs, at.Unknown)
	default:
		for _, a := range addrs {
			was, m := x.load(a, n)
			w, k := x.r.ranges.join(was, m, v, number, 8*n)
			x.store(a, n, w, k)
		}
	}
	return true
}

func (x *execution) frees(e *cfa.Edge, op cfa.Free) bool {
	addrs := x.address(e, op.Addr)
	if x.r.info.Checked[e.ID] {
		if len(addrs) != 1 {
			return false
		}
		o := x.object(addrs[0])
		if addrs[0] != 0 && (o == nil || !o.alive || o.start != addrs[0] || !x.r.freed(o)) {
			return false
		}
		if o != nil {
			x.setObject(o, false, o.blur)
		}
	}
	return true
}

func (x *execution) call(e *cfa.Edge, op cfa.Call) {
	type arg struct {
		value  *value
		number uint64
	}
	args := make([]arg, len(op.Args))
	for i := range op.Args {
		args[i].value, args[i].number = x.term(e, i)
	}
	x.index.Call(e.ID, len(x.frames))
	g := x.r.frame(x.r.info.Prog.Procs[op.Proc])
	g.call = e
	x.frames = append(x.frames[:len(x.frames):len(x.frames)], g)
	for i, r := range g.proc.Params {
		x.assign(r, args[i].value, args[i].number)
	}
}

func (x *execution) ret(e *cfa.Edge, op cfa.Return) outcome {
	if len(x.frames) == 1 {
		return dead
	}
	var v *value
	var n uint64
	if op.Value != term.None {
		v, n = x.term(e, 0)
	}
	x.index.Return(len(x.frames))
	call := x.top().call
	x.frames = x.frames[:len(x.frames)-1]
	x.top().loc = call.To
	x.assign(cfa.Def(call.Op), v, n)
	return arrived
}
