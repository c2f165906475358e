package invariant

import (
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// threads are the classes of threads, and what is known of their beginnings and ends.
type threads struct {
	prog   *cfa.Program
	out    *outcome
	space  *space
	mem    *memory
	states *states
	terms  *evaluator
	calls  *calls

	roots    map[rootKey]*root
	rootList []*root // the one of the initial thread first
	perProc  map[cfa.ProcID]int
	lastRoot map[cfa.ProcID]*root

	exits       value // what threads end with
	finished    bool  // some thread ends
	exitsGrown  int
	exitReaders []reader
	// What a pass of narrowing finds of the two.
	freshExits    value
	freshFinished bool
}

// root is a class of threads that are started at one place: their calls and locals are analysed together.
type root struct {
	in     *instance
	parent *root
	args   []value
	// News of the present pass of narrowing.
	freshArgs []value
	started   bool
}

// exit is the end of a thread with a value.
func (x *threads) exit(s *state, v value) {
	if x.out.checking {
		return
	}
	v = x.space.resized(v, x.prog.PtrWidth)
	x.mem.publish(s, v)
	v = x.space.foreign(v)
	if x.mem.narrowing() {
		x.freshFinished, x.freshExits = true, x.freshExits.join(v)
		return
	}
	if !x.finished || !x.exits.contains(v) {
		x.finished, x.exits = true, x.mem.grow(x.exits, v, x.exitsGrown)
		x.exitsGrown++
		wakeAll(x.exitReaders)
	}
}

// startMain enters the initial thread. It is false if that cannot be.
func (x *threads) startMain() bool {
	main := &root{}
	if main.in = x.calls.newInstance(x.prog.Entry, nil, analysis.NoLoc, main); main.in == nil {
		return false
	}
	x.rootList = append(x.rootList, main)
	x.calls.enter(main.in, x.entryOf(main, nil))
	return true
}

// startNarrowing begins to gather anew how threads start and end.
func (x *threads) startNarrowing() {
	x.freshExits, x.freshFinished = value{}, false
	for _, r := range x.rootList {
		r.freshArgs, r.started = nil, false
	}
}

// endNarrowing takes what was gathered for how threads start and end, and reports whether that is less than
// before.
func (x *threads) endNarrowing() bool {
	less := !x.freshExits.contains(x.exits)
	x.exits, x.finished = x.freshExits, x.freshFinished
	for _, r := range x.rootList[1:] {
		if !r.started {
			r.in.drop()
			less = true
			continue
		}
		for i, v := range r.args {
			less = less || i >= len(r.freshArgs) || !r.freshArgs[i].contains(v)
		}
		r.args = r.freshArgs
		r.in.entry = x.entryOf(r, r.args)
	}
	return less
}

// leave is an operation that ends a thread or the process.
func (x *threads) leave(op cfa.Exit, s *state) {
	if op.Kind != cfa.ExitThread {
		return
	}
	v := numberOf(absint.Single(x.prog.PtrWidth, 0))
	if op.Value != term.None {
		v = x.terms.eval(s, op.Value)
	}
	x.exit(s, v)
}

// join waits for the end of some thread.
func (x *threads) join(in *instance, e *cfa.Edge, op cfa.Join, s *state) *state {
	x.mem.readers(&x.exitReaders, in, e.From)
	if op.Dst == cfa.NoReg {
		if !x.finished {
			return nil
		}
		return s
	}
	if x.exits.empty() {
		return nil // nobody has finished
	}
	x.states.assign(s, op.Dst, x.space.resized(x.exits, x.states.width(op.Dst)))
	return s
}

// maxRoots is how many places that start one procedure are kept apart.
const maxRoots = 40

// spawn starts a thread: from now on other threads see the static objects and what the arguments lead to.
func (x *threads) spawn(in *instance, e *cfa.Edge, op cfa.Spawn, s *state) *state {
	args := make([]value, len(op.Args))
	for i, a := range op.Args {
		args[i] = x.terms.eval(s, a)
		if args[i].empty() {
			return nil
		}
	}
	if s.alone {
		for o := range x.space.statics {
			if m := x.mem.own(s, int32(o)); m != nil {
				s.setOwn(int32(o), nil)
				x.mem.expose(s, int32(o), m, x.space.objs[o].static.Size)
			}
		}
	}
	s.alone, s.crowd = false, true
	for i := range args {
		x.mem.publish(s, args[i])
		args[i] = x.space.foreign(args[i])
	}
	s.forget(func(d regDef) bool { return d.term == term.None })
	procs := x.calls.targets(s, e, op.Proc, op.Target)
	if len(procs) == 0 {
		return nil
	}
	if !x.out.checking {
		for _, p := range procs {
			x.start(in, e, p, args)
		}
	}
	x.states.assign(s, op.Dst,
		x.space.resized(numberOf(absint.Plain(absint.Span(x.prog.PtrWidth, 1, absint.Mask(x.prog.PtrWidth)))),
			x.states.width(op.Dst)))
	return s
}

// start adds a thread to the class of those that are started at a place.
func (x *threads) start(in *instance, e *cfa.Edge, p cfa.ProcID, args []value) {
	key := rootKey{in, e.ID, p}
	r := x.roots[key]
	if r == nil {
		for a := in.root; a != nil && r == nil; a = a.parent {
			if a.in.proc.ID == p && a.parent != nil {
				r = a // threads that start threads of their own kind
			}
		}
		if r == nil && x.perProc[p] >= maxRoots {
			r = x.lastRoot[p]
		}
		if r == nil {
			r = &root{parent: in.root}
			if r.in = x.calls.newInstance(p, nil, analysis.NoLoc, r); r.in == nil {
				return
			}
			x.perProc[p]++
			x.lastRoot[p] = r
			x.rootList = append(x.rootList, r)
		}
		x.roots[key] = r
	}
	if x.mem.narrowing() {
		r.freshArgs, _ = x.joinArgs(r.freshArgs, args, 0)
		r.started = true
		return
	}
	var changed bool
	if r.args, changed = x.joinArgs(r.args, args, r.in.visits[r.in.proc.Entry]); changed ||
		r.in.entry == nil {
		x.calls.enter(r.in, x.entryOf(r, r.args))
	}
}

func (x *threads) joinArgs(old, args []value, times int) ([]value, bool) {
	changed := false
	out := slices.Clone(old)
	for i, v := range args {
		switch {
		case i == len(out):
			out, changed = append(out, v), true
		case !out[i].contains(v):
			out[i], changed = x.mem.grow(out[i], v, times), true
		}
	}
	return out, changed
}

// entryOf is the state in which a thread starts.
func (x *threads) entryOf(r *root, args []value) *state {
	s := &state{crowd: true}
	if r.parent == nil {
		s = &state{alone: true}
	}
	for i, reg := range x.prog.Regs {
		if reg.Scope != cfa.Thread {
			continue
		}
		w := absint.Width(reg.Sort)
		switch {
		case w == 0 || w > 64:
		case cfa.RegID(i) == x.prog.Self:
			s.put(cfa.RegID(i), numberOf(absint.Plain(absint.Span(w, 1, absint.Mask(w)))))
		default:
			s.put(cfa.RegID(i), numberOf(absint.Single(w, 0)))
		}
	}
	x.states.pass(s, r.in.proc, args)
	return s
}

type rootKey struct {
	in   *instance
	edge cfa.EdgeID
	proc cfa.ProcID
}
