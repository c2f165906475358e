package interp

import (
	"context"
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/interp/internal/bytecode"
	"whittle.dev/internal/property"
	"whittle.dev/internal/trace"
	"whittle.dev/term"
)

// A violation may rest on an input that stands for the result of a library function without being exact
// (cfa.Havoc.Inexact). Whether it does is asked of the execution itself: what is computed from such an input
// is marked, in registers and in memory. Once a thread has branched on a marked value, or used one as an
// address, all that it does afterwards is marked, too. If the step of the violation is not marked then the
// execution is one for every value of the input: steps up to the violation neither depend on it nor can be
// prevented by it, since what other threads do otherwise, they can do later.

// An Inexact is a use of a library function that is not modelled exactly.
type Inexact struct {
	Function string // its name
	Where    string // the place of the call in words
}

// Relies replays a trace and says which inexact result its violation depends on; nil: on none.
func Relies(ctx context.Context, p *cfa.Program, tr *trace.Trace) (*Inexact, error) {
	if !hasInexact(p) && tr.Property != property.ValidDeref {
		return nil, nil
	}
	r, err := NewReplayer(p)
	if err != nil {
		return nil, err
	}
	flow := &reliance{index: cfa.NewRegIndex(p), memory: map[uint64]*Inexact{},
		given: map[uint64]*Inexact{}}
	if _, err := r.run(ctx, tr, 0, func(m *Machine) { flow.m, m.flow = m, flow }); err != nil {
		return nil, fmt.Errorf("interp: what the violation rests on: %w", err)
	}
	return flow.violation(tr), nil
}

func hasInexact(p *cfa.Program) bool {
	for _, proc := range p.Procs {
		for i := range proc.Edges {
			switch op := proc.Edges[i].Op.(type) {
			case cfa.Havoc:
				if op.Inexact != "" {
					return true
				}
			case cfa.Alloc:
				if op.From != "" {
					return true
				}
			}
		}
	}
	return false
}

// reliance marks what depends on inexact results in one execution.
type reliance struct {
	m       *Machine
	index   *cfa.RegIndex
	threads []markedThread
	memory  map[uint64]*Inexact // by address of a byte
	given   map[uint64]*Inexact // objects that such a function was given, by address
}

// markedThread has the marks of one thread.
type markedThread struct {
	control *Inexact // not nil: everything that the thread does is marked
	waits   *Inexact // the mark of what the thread waited for last
	regs    map[cfa.RegID]*Inexact
	frames  []map[cfa.RegID]*Inexact
}

func (r *reliance) thread(i int) *markedThread {
	for len(r.threads) <= i {
		r.threads = append(r.threads, markedThread{regs: map[cfa.RegID]*Inexact{}})
	}
	return &r.threads[i]
}

// marks reports whether anything is marked.
func (r *reliance) marks() bool {
	if r == nil {
		return false
	}
	some := len(r.memory) > 0
	for _, t := range r.threads {
		some = some || t.control != nil || len(t.regs) > 0
		for _, f := range t.frames {
			some = some || len(f) > 0
		}
	}
	return some
}

// scope is where a thread keeps the marks of a register, in the frame at a depth.
func (r *reliance) scope(t *markedThread, depth int, reg cfa.RegID) map[cfa.RegID]*Inexact {
	if r.m.code.Regs[reg].Thread {
		return t.regs
	}
	for len(t.frames) <= depth {
		t.frames = append(t.frames, map[cfa.RegID]*Inexact{})
	}
	return t.frames[depth]
}

// violation is what the violation at the end of the execution depends on.
func (r *reliance) violation(tr *trace.Trace) *Inexact {
	switch o := r.m.missed; {
	case o == nil || o.Op == nil || !o.Live:
	case o.Op.From != "":
		return &Inexact{o.Op.From, r.m.names.position(r.m.outcome.User)}
	case o.Op.Partial && r.m.outcome.Edge != nil && !frees(r.m.outcome.Edge.Op):
		return &Inexact{"the environment, of which few arguments of main with few characters are known,",
			r.m.names.position(r.m.outcome.User)}
	}
	if x := r.keeps(); x != nil {
		return x
	}
	if o := &r.m.outcome; o.Edge != nil && !r.m.threads[o.Key.Thread].done {
		t := r.m.threads[o.Key.Thread]
		if x := r.used(t, o.Edge.Op); x != nil {
			return x
		}
	}
	for i := range r.threads {
		if x := r.threads[i].waits; x != nil && r.m.outcome.Kind == Deadlock && r.m.isStuck(r.m.threads[i]) {
			return x
		}
	}
	all := tr.Violation.Thread < 0 || tr.Property == property.NoDataRace
	for i := range r.threads {
		if x := r.threads[i].control; x != nil && (all || i == tr.Violation.Thread) {
			return x
		}
	}
	return nil
}

// frees reports whether an operation ends an object.
func frees(op cfa.Op) bool {
	_, ok := op.(cfa.Free)
	return ok
}

// used is the mark of what an operation of a thread reads.
func (r *reliance) used(t *thread, op cfa.Op) *Inexact {
	var found *Inexact
	r.index.Uses(op, func(reg cfa.RegID) {
		if x := r.scope(r.thread(t.index), len(t.frames)-1, reg)[reg]; x != nil {
			found = x
		}
	})
	return found
}

// value is the mark of one term that the running thread reads.
func (r *reliance) value(t *thread, op cfa.Op) *Inexact {
	if x := r.thread(t.index).control; x != nil {
		return x
	}
	return r.used(t, op)
}

// waits notes that a thread cannot go on because of the condition of an operation.
func (r *reliance) waits(t *thread, op cfa.Await) { r.thread(t.index).waits = r.value(t, op) }

func (r *reliance) mark(t *thread, depth int, reg cfa.RegID, x *Inexact) {
	if reg == cfa.NoReg {
		return
	}
	marks := r.scope(r.thread(t.index), depth, reg)
	if x == nil {
		delete(marks, reg)
	} else {
		marks[reg] = x
	}
}

// edge notes an executed edge; it is called before a call or return changes the frames.
func (r *reliance) edge(t *thread, e *bytecode.Edge, in info) {
	depth := len(t.frames) - 1
	op := e.CFA.Op
	x := r.value(t, op)
	switch op := op.(type) {
	case cfa.Assume:
		// What a model assumes of an inexact result is the range that it has.
		proc := t.top().proc.CFA
		if !proc.Model || len(proc.Locs[e.CFA.From].Out) > 1 {
			r.steer(t, x)
		}
	case cfa.Await, cfa.Alloc, cfa.Free:
		r.steer(t, x)
		r.mark(t, depth, cfa.Def(op), x)
	case cfa.Havoc:
		if op.Inexact != "" {
			x = &Inexact{op.Inexact, r.m.names.position(userPos(t, e.CFA))}
			r.inexact(t, e, op, x)
		}
		r.mark(t, depth, op.Dst, x)
	case cfa.Load:
		r.steer(t, r.used(t, op)) // the address
		for i := range uint64(e.Bytes) {
			if y := r.memory[in.addr+i]; x == nil {
				x = y
			}
		}
		r.mark(t, depth, op.Dst, x)
	case cfa.Store:
		r.steer(t, r.used(t, cfa.Load{Addr: op.Addr}))
		for i := range uint64(e.Bytes) {
			if x == nil {
				delete(r.memory, in.addr+i)
			} else {
				r.memory[in.addr+i] = x
			}
		}
	case cfa.Call:
		r.steer(t, r.used(t, cfa.Free{Addr: op.Target}))
		r.enter(t, depth+1, in.callee.CFA, op.Args, t)
	case cfa.Return:
		if depth > 0 {
			if call, ok := t.top().call.Op.(cfa.Call); ok {
				r.mark(t, depth-1, call.Dst, x)
			}
		}
	case cfa.Spawn:
		r.steer(t, r.used(t, cfa.Free{Addr: op.Target}))
		child := r.m.threads[in.child]
		r.enter(child, 0, child.entry.CFA, op.Args, t)
		r.steer(child, r.thread(t.index).control)
		r.mark(t, depth, op.Dst, x)
	case cfa.Join:
		r.steer(t, x)
		r.steer(t, r.thread(in.child).control)
		r.mark(t, depth, op.Dst, x)
	default:
		r.mark(t, depth, cfa.Def(op), x)
	}
}

// steer notes that what a thread does from now on depends on x.
func (r *reliance) steer(t *thread, x *Inexact) {
	if u := r.thread(t.index); u.control == nil {
		u.control = x
	}
}

// enter marks the parameters of a procedure that thread t enters; from evaluates the arguments.
func (r *reliance) enter(t *thread, depth int, p *cfa.Proc, args []term.Term, from *thread) {
	u := r.thread(t.index)
	if depth < len(u.frames) {
		u.frames = u.frames[:depth]
	}
	marks := make([]*Inexact, len(args))
	for i, a := range args {
		marks[i] = r.value(from, cfa.Return{Value: a})
	}
	for i, reg := range p.Params {
		if i < len(marks) {
			r.mark(t, depth, reg, marks[i])
		}
	}
}
