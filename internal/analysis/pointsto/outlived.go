package pointsto

import (
	"context"
	"slices"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/analysis/live"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Outlived says which objects an access may come to after their end, as far as pointers tell. Most automatic
// objects are known, by their address, to their function and to what it calls alone, and then no pointer to
// them is left when they end; whoever decides whether accesses are valid need not follow their lives.
//
// A pointer to an automatic object outlives it only if it was stored in memory, kept in a register of the
// thread, handed to another thread, returned by the function that made the object, or if a register of that
// function holds it at the end and is read later. (It goes to called functions, too, but these return
// before.) A heap object may outlive its pointers in any way, so all that are freed count.
//
// The analysis is as reliable as the points-to analysis: it holds for addresses that are copied and computed
// from addresses, not for those that are put together from conditions.
type Outlived struct {
	prog    *cfa.Program
	regs    *cfa.RegIndex
	pts     *Result
	objects []bool // by ObjID
	any     bool
}

// NewOutlived analyses a program with its points-to analysis. It stops with ctx's error.
func NewOutlived(ctx context.Context, p *cfa.Program, regs *cfa.RegIndex, pts *Result) (*Outlived, error) {
	x := &Outlived{prog: p, regs: regs, pts: pts, objects: make([]bool, len(pts.Objects))}
	memory, thread := x.leaks()
	for _, proc := range p.Procs {
		var alive []live.Set
		for _, e := range proc.Edges {
			op, ok := e.Op.(cfa.Free)
			if !ok {
				continue
			}
			if alive == nil && op.Kind == cfa.Stack {
				var err error
				if alive, err = live.Registers(ctx, regs, p, proc, analysis.WTO(proc)); err != nil {
					return nil, err
				}
			}
			ends := pts.Of(op.Addr)
			for i, o := range pts.Objects {
				alloc, ok := o.Alloc()
				id := ObjID(i)
				if !ok || x.objects[i] || alloc.Kind != op.Kind || !ends.MayPointTo(id) {
					continue
				}
				// Thread-local objects end with the thread, and with its registers.
				local := p.Regs[alloc.Dst].Scope == cfa.Thread
				x.objects[i] = op.Kind.IsHeap() || memory[i] ||
					!local && (thread[i] || pts.results[o.Proc].MayPointTo(id) || x.kept(alive[e.To], id))
				x.any = x.any || x.objects[i]
			}
		}
	}
	return x, nil
}

// Any reports whether there are any such objects.
func (x *Outlived) Any() bool { return x.any }

// Site reports whether an access may come to an object of an allocation edge after its end.
func (x *Outlived) Site(e *cfa.Edge) bool {
	o, ok := x.pts.Site(e)
	return ok && x.objects[o]
}

// MayDangle reports whether an address may point to an object that has ended.
func (x *Outlived) MayDangle(addr term.Term) bool {
	if !x.any {
		return false
	}
	v := x.pts.Of(addr)
	return v.Unknown || slices.ContainsFunc(v.Refs, func(r Ref) bool { return x.objects[r.Obj] })
}

// kept reports whether a register that is read later may point to an object.
func (x *Outlived) kept(alive live.Set, o ObjID) bool {
	return slices.ContainsFunc(alive, func(r cfa.RegID) bool { return x.pts.regVal[r].MayPointTo(o) })
}

// leaks tells, by object, whether pointers to it may be in memory or on their way to another thread, and
// whether they may be in a register of a thread.
func (x *Outlived) leaks() (memory, thread []bool) {
	memory, thread = x.pts.stored(), make([]bool, len(x.objects))
	read := make([]bool, len(x.prog.Regs))
	for _, proc := range x.prog.Procs {
		for _, e := range proc.Edges {
			switch op := e.Op.(type) {
			case cfa.Free, cfa.Assume, cfa.Await:
				continue // no address comes of these
			case cfa.Assign:
				if !x.prog.Regs[op.Dst].Sort.IsBitVec() {
					continue
				}
			case cfa.Spawn:
				for _, a := range op.Args {
					x.pts.Of(a).note(memory)
				}
			}
			for _, t := range cfa.Terms(e.Op) {
				for _, r := range x.regs.Of(t) {
					read[r] = true
				}
			}
		}
	}
	for i, r := range x.prog.Regs {
		if r.Scope == cfa.Thread && read[i] {
			x.pts.regVal[i].note(thread)
		}
	}
	return memory, thread
}

// stored tells, by object, whether a pointer to it may be in memory, or the result of a thread.
func (x *Result) stored() []bool {
	out := make([]bool, len(x.Objects))
	x.anyMem.note(out)
	x.exits.note(out)
	for _, c := range x.memory {
		for _, cell := range c.cells {
			cell.val.note(out)
		}
	}
	return out
}

// note marks the objects that a value may point to.
func (v Value) note(objects []bool) {
	for _, r := range v.Refs {
		objects[r.Obj] = true
	}
}

// Escaped tells, by object, whether other threads than the one that made it may come to have its address: it
// is static, or a pointer to it may be in memory, the result of a thread, or handed to a new one.
func (x *Result) Escaped() []bool {
	out := x.stored()
	for i, o := range x.Objects {
		out[i] = out[i] || o.Static != nil
	}
	for _, proc := range x.prog.Procs {
		for _, e := range proc.Edges {
			if op, ok := e.Op.(cfa.Spawn); ok {
				for _, a := range op.Args {
					x.Of(a).note(out)
				}
			}
		}
	}
	return out
}
