package invariant

import (
	"slices"

	"whittle.dev/internal/absint"
	"whittle.dev/internal/analysis"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// root is a class of threads that are started at one place: their calls and
// locals are analysed together.
type root struct {
	in     *instance
	parent *root
	args   []value
	// News of the present pass of narrowing.
	freshArgs []value
	started   bool
}

// exit is the end of a thread with a value.
func (x *Invariant) exit(s *state, v value) {
	if x.checking {
		return
	}
	v = x.resized(v, x.prog.PtrWidth)
	x.publish(s, v)
	v = x.foreign(v)
	if x.fresh != nil {
		x.freshFinished, x.freshExits = true, x.freshExits.join(v)
		return
	}
	if !x.finished || !x.exits.contains(v) {
		x.finished, x.exits = true, x.grow(x.exits, v, x.exitsGrown)
		x.exitsGrown++
		wakeAll(x.exitReaders)
	}
}

// leave is an operation that ends a thread or the process.
func (x *Invariant) leave(op cfa.Exit, s *state) {
	if op.Kind != cfa.ExitThread {
		return
	}
	v := numberOf(absint.Single(x.prog.PtrWidth, 0))
	if op.Value != term.None {
		v = x.eval(s, op.Value)
	}
	x.exit(s, v)
}

// join waits for the end of some thread.
func (x *Invariant) join(in *instance, e *cfa.Edge, op cfa.Join, s *state) *state {
	x.readers(&x.exitReaders, in, e.From)
	if op.Dst == cfa.NoReg {
		if !x.finished {
			return nil
		}
		return s
	}
	if x.exits.empty() {
		return nil // nobody has finished
	}
	x.assign(s, op.Dst, x.resized(x.exits, x.width(op.Dst)))
	return s
}

// maxRoots is how many places that start one procedure are kept apart.
const maxRoots = 40

// spawn starts a thread: from now on other threads see the static objects and
// what the arguments lead to.
func (x *Invariant) spawn(in *instance, e *cfa.Edge, op cfa.Spawn, s *state) *state {
	args := make([]value, len(op.Args))
	for i, a := range op.Args {
		args[i] = x.eval(s, a)
		if args[i].empty() {
			return nil
		}
	}
	if s.alone {
		for o := range x.statics {
			if m := x.own(s, int32(o)); m != nil {
				s.setOwn(int32(o), nil)
				x.expose(s, int32(o), m, x.objs[o].static.Size)
			}
		}
	}
	s.alone, s.crowd = false, true
	for i := range args {
		x.publish(s, args[i])
		args[i] = x.foreign(args[i])
	}
	s.forget(func(d regDef) bool { return d.term == term.None })
	procs := x.targets(s, e, op.Proc, op.Target)
	if len(procs) == 0 {
		return nil
	}
	if !x.checking {
		for _, p := range procs {
			x.start(in, e, p, args)
		}
	}
	x.assign(s, op.Dst, x.resized(numberOf(absint.Plain(absint.Span(x.prog.PtrWidth, 1, absint.Mask(x.prog.PtrWidth)))), x.width(op.Dst)))
	return s
}

// start adds a thread to the class of those that are started at a place.
func (x *Invariant) start(in *instance, e *cfa.Edge, p cfa.ProcID, args []value) {
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
			if r.in = x.newInstance(p, nil, analysis.NoLoc, r); r.in == nil {
				return
			}
			x.perProc[p]++
			x.lastRoot[p] = r
			x.rootList = append(x.rootList, r)
		}
		x.roots[key] = r
	}
	if x.fresh != nil {
		r.freshArgs, _ = x.joinArgs(r.freshArgs, args, 0)
		r.started = true
		return
	}
	var changed bool
	if r.args, changed = x.joinArgs(r.args, args, r.in.visits[r.in.proc.Entry]); changed || r.in.entry == nil {
		x.enter(r.in, x.entryOf(r, r.args))
	}
}

func (x *Invariant) joinArgs(old, args []value, times int) ([]value, bool) {
	changed := false
	out := slices.Clone(old)
	for i, v := range args {
		switch {
		case i == len(out):
			out, changed = append(out, v), true
		case !out[i].contains(v):
			out[i], changed = x.grow(out[i], v, times), true
		}
	}
	return out, changed
}

// entryOf is the state in which a thread starts.
func (x *Invariant) entryOf(r *root, args []value) *state {
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
	x.pass(s, r.in.proc, args)
	return s
}
