package standstill

import (
	"context"
	"fmt"
	"slices"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/pass"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/internal/trace"
	"whittle.dev/term"
)

// Made is a program that fails where the threads of another one stand still.
type Made struct {
	Program *cfa.Program
	origins cfa.EdgeID // those of the other program are below
	// observer is the thread of the other program that is not in this one.
	observer int
}

// maker changes a copy of a program.
type maker struct {
	q    *cfa.Program
	regs *cfa.RegIndex
	// Addresses of counters: of the threads that run, of those that stand still, and of those that have
	// shown that they do; and of flags of those that have ended, by the number of the thread.
	running, still, shown, ended term.Term
}

// flags is how many threads have a flag; others share one with some of these.
const flags = 64

// Program makes the program; nil: threads are started through pointers.
func Program(ctx context.Context, p *cfa.Program) (*Made, error) {
	pl, err := pass.Named("resolve", "tail", "inline", "unreachable", "const", "unreachable", "dead")
	if err != nil {
		return nil, err
	}
	from, err := pl.Run(ctx, p, pass.Options{KeepAccesses: true})
	if err != nil {
		return nil, fmt.Errorf("standstill: %w", err)
	}
	out := &Made{origins: cfa.EdgeID(p.NumOrigins()), observer: p.Observer.Thread}
	q := from.Clone()
	q.NumEdges = max(q.NumEdges, p.NumOrigins())
	x := &maker{q: q, regs: cfa.NewRegIndex(from)}
	if q.Self == cfa.NoReg {
		q.AddSelf()
	}
	number := func(name string, size, first uint64) term.Term {
		o := &cfa.Object{Name: name, Kind: cfa.Global, Size: size, Made: true}
		if first != 0 {
			o.Init = []cfa.Init{{Value: q.Terms.BV(64, first)}}
		}
		return q.AddObject(o)
	}
	x.running, x.still = number("threads that run", 8, 1), number("threads that stand still", 8, 0)
	x.shown, x.ended = number("threads that have shown it", 8, 0), number("threads that ended", 8*flags, 0)
	observer := observing(p, from)
	wrapped := map[cfa.ProcID]cfa.ProcID{}
	for _, c := range slices.Clone(q.Procs) {
		if c.ID == observer {
			continue
		}
		old := from.Procs[c.ID]
		alive, err := live.Registers(ctx, x.regs, from, old, analysis.WTO(old))
		if err != nil {
			return nil, err
		}
		edges := slices.Clone(c.Edges)
		x.places(c, alive)
		if !x.threads(c, edges, observer, wrapped) {
			return nil, nil
		}
		c.Rebuild(nil)
		x.close(c)
	}
	q.Observer, q.Origins = nil, q.NumEdges
	q.Terms.Freeze()
	if err := cfa.Check(q); err != nil {
		return nil, fmt.Errorf("standstill: %w", err)
	}
	out.Program = q
	return out, nil
}

// close gives steps to places that copies led to and that nothing leads away from: none that can be made.
func (x *maker) close(c *cfa.Proc) {
	ends := map[cfa.LocID]bool{}
	for _, e := range c.Edges {
		ends[e.To] = ends[e.To] || cfa.Ends(e.Op)
	}
	for l := range c.Locs {
		if at := cfa.LocID(l); len(c.Locs[l].Out) == 0 && len(c.Locs[l].In) > 0 && !ends[at] {
			x.q.NewEdge(c, at, at, cfa.Assume{Cond: x.q.Terms.False()}, c.Locs[l].Pos)
		}
	}
	c.Rebuild(nil)
}

// observing is the procedure that the observer of a program runs in another one that was made of it.
func observing(p, made *cfa.Program) cfa.ProcID {
	starts := map[cfa.EdgeID]bool{}
	for _, c := range p.Procs {
		for _, e := range c.Edges {
			if op, ok := e.Op.(cfa.Spawn); ok && op.Proc == p.Observer.Proc {
				starts[e.Origin] = true
			}
		}
	}
	for _, c := range made.Procs {
		for _, e := range c.Edges {
			if op, ok := e.Op.(cfa.Spawn); ok && starts[e.Origin] {
				return op.Proc
			}
		}
	}
	return cfa.NoProc
}

// threads counts those that edges of a procedure start and end. It is false if one is started through a
// pointer.
func (x *maker) threads(c *cfa.Proc, edges []*cfa.Edge, observer cfa.ProcID,
	wrapped map[cfa.ProcID]cfa.ProcID) bool {
	for _, e := range edges {
		switch op := e.Op.(type) {
		case cfa.Violation:
			e.Op = cfa.Exit{Kind: cfa.ExitProcess, Value: term.None}
		case cfa.Exit:
			if op.Kind == cfa.ExitThread {
				x.before(c, e, x.end)
			}
		case cfa.Spawn:
			switch {
			case op.Proc == cfa.NoProc:
				return false
			case op.Proc == observer:
				e.Op = cfa.Assume{Cond: x.q.Terms.True()}
				continue
			}
			if _, ok := wrapped[op.Proc]; !ok {
				wrapped[op.Proc] = x.wrap(x.q.Procs[op.Proc])
			}
			op.Proc = wrapped[op.Proc]
			e.Op = op
			x.before(c, e, func(w *writer) {
				w.section(func() { w.add(x.running, 1) })
			})
		}
	}
	return true
}

// wrap makes a procedure that calls one with which a thread begins, and counts the end of the thread.
func (x *maker) wrap(c *cfa.Proc) cfa.ProcID {
	q := x.q
	w := q.NewProc("thread "+c.Name, c.Pos)
	w.Result = c.Result
	call := cfa.Call{Dst: cfa.NoReg, Proc: c.ID, Target: term.None}
	for _, r := range c.Params {
		own := q.Regs[r]
		own.Proc = w.ID
		p := q.NewReg(own)
		w.Params = append(w.Params, p)
		call.Args = append(call.Args, q.Sym(p))
	}
	value := term.None
	if c.Result != 0 {
		call.Dst = q.NewReg(cfa.Reg{Name: "result", Sort: c.Result, Proc: w.ID})
		value = q.Sym(call.Dst)
	}
	out := &writer{x: x, c: w, at: w.Entry, pos: c.Pos}
	out.emit(call)
	x.end(out)
	out.emit(cfa.Return{Value: value})
	return w.ID
}

// end counts the end of a thread.
func (x *maker) end(w *writer) {
	w.section(func() {
		w.add(x.running, -1)
		w.emit(cfa.Store{Addr: x.flag(x.q.Sym(x.q.Self)), Value: x.q.Terms.BV(64, 1), Order: cfa.SeqCst})
	})
}

// flag is the address of the flag of a thread.
func (x *maker) flag(id term.Term) term.Term {
	st := x.q.Terms
	return x.q.PtrAdd(x.ended, st.BVMul(x.q.Ptr(8), st.BVAnd(id, x.q.Ptr(flags-1))))
}

// before puts something in front of an edge.
func (x *maker) before(c *cfa.Proc, e *cfa.Edge, what func(*writer)) {
	w := &writer{x: x, c: c, at: e.From, pos: e.Pos}
	_, guard := e.Op.(cfa.Assume)
	if guard {
		return
	}
	first := w.at
	w.at = c.NewLoc(e.Pos)
	begin := w.at
	what(w)
	e.From = w.at
	x.q.NewEdge(c, first, begin, cfa.Assume{Cond: x.q.Terms.True()}, e.Pos)
}

// Begin is the part of an execution of the made program that is one of the other program, up to where its
// threads stand still.
func (m *Made) Begin(tr *trace.Trace) *trace.Trace {
	thread := func(k trace.Key) trace.Key {
		if k.Thread >= m.observer {
			k.Thread++
		}
		return k
	}
	out := &trace.Trace{Version: tr.Version, Property: property.NoStarvation, Violation: trace.NoViolation}
	for _, k := range tr.Schedule {
		if k.Origin < m.origins {
			out.Schedule = append(out.Schedule, thread(k))
		}
	}
	for _, in := range tr.Inputs {
		if in.Origin < m.origins && in.Kind != trace.ThreadID { // the observer has a number, too
			in.Key = thread(in.Key)
			out.Inputs = append(out.Inputs, in)
		}
	}
	return out
}

// writer writes edges one after the other.
type writer struct {
	x   *maker
	c   *cfa.Proc
	at  cfa.LocID
	pos source.Pos
}

func (w *writer) emit(op cfa.Op) {
	to := w.c.NewLoc(w.pos)
	w.x.q.NewEdge(w.c, w.at, to, op, w.pos)
	w.at = to
}

// section is an atomic section.
func (w *writer) section(inside func()) {
	w.emit(cfa.AtomicBegin{})
	inside()
	w.emit(cfa.AtomicEnd{})
}

// load reads a number.
func (w *writer) load(addr term.Term) term.Term {
	r := w.x.q.NewReg(cfa.Reg{Name: "number", Sort: term.BitVec(64), Proc: w.c.ID})
	w.emit(cfa.Load{Dst: r, Addr: addr, Order: cfa.SeqCst})
	return w.x.q.Sym(r)
}

// add changes a number, within an atomic section, and returns what it is then.
func (w *writer) add(addr term.Term, n int64) term.Term {
	st := w.x.q.Terms
	sum := st.BVAdd(w.load(addr), st.BV(64, uint64(n)))
	w.emit(cfa.Store{Addr: addr, Value: sum, Order: cfa.SeqCst})
	return sum
}
