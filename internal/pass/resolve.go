package pass

import (
	"context"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// maxTargets bounds the branches that a call through an address becomes; calls
// with more targets stay as they are.
const maxTargets = 32

// resolve replaces each call and thread start through an address by a branch for each function that the
// points-to analysis finds, undefined behaviour for an address that is none of a function, and something that
// is not supported for that of another one. Arguments and results that do not agree with the function's
// definition are treated as by a run: surplus arguments are dropped, missing ones are zero, others are cut or
// extended with zeros.
func resolve(ctx context.Context, w *work) error {
	p := w.prog
	if !w.callsAddresses() {
		return nil
	}
	pts, err := w.pointsTo(ctx)
	if err != nil {
		return err
	}
	address := make(map[cfa.ProcID]uint64)
	for _, o := range p.Objects {
		if o.Kind == cfa.Func {
			address[o.Proc] = o.Addr
		}
	}
	for _, proc := range p.Procs {
		drop := make(map[*cfa.Edge]bool)
		for _, e := range proc.Edges[:len(proc.Edges):len(proc.Edges)] {
			target := target(e.Op)
			if target == term.None {
				continue
			}
			callees := pts.Callees(e)
			if len(callees) > maxTargets {
				continue
			}
			r := &resolver{p: p, proc: proc, edge: e, target: target, drop: drop}
			for _, c := range callees {
				r.branch(c, address[c])
			}
			var others []uint64
			for _, o := range p.Objects {
				if o.Kind == cfa.Func && !slices.Contains(callees, o.Proc) {
					others = append(others, o.Addr)
				}
			}
			r.finish(others)
		}
		if len(drop) > 0 {
			proc.Rebuild(func(e *cfa.Edge) bool { return !drop[e] })
			trim(proc)
		}
	}
	return nil
}

// resolver replaces one edge.
type resolver struct {
	p      *cfa.Program
	proc   *cfa.Proc
	edge   *cfa.Edge
	target term.Term
	none   []term.Term // that the target is none of the functions so far
	drop   map[*cfa.Edge]bool
}

func (r *resolver) loc() cfa.LocID { return r.proc.NewLoc(r.edge.Pos) }

func (r *resolver) add(from, to cfa.LocID, op cfa.Op) *cfa.Edge {
	return addEdge(r.p, r.proc, from, to, op, r.edge)
}

func (r *resolver) branch(c cfa.ProcID, addr uint64) {
	t := r.p.Terms
	is := t.Eq(r.target, r.p.Ptr(addr))
	r.none = append(r.none, t.Not(is))
	at := r.loc()
	r.guard(at, is)
	switch op := r.edge.Op.(type) {
	case cfa.Spawn:
		op.Proc, op.Target, op.Args = c, term.None, r.arguments(c, op.Args)
		r.add(at, r.edge.To, op)
	case cfa.Call:
		op.Proc, op.Target, op.Args = c, term.None, r.arguments(c, op.Args)
		dst, result := op.Dst, r.p.Procs[c].Result
		switch {
		case dst == cfa.NoReg || result == r.p.Regs[dst].Sort:
			r.add(at, r.edge.To, op)
		case result == 0:
			// The caller asks for a result that the function does not have.
			op.Dst = cfa.NoReg
			next := r.loc()
			r.add(at, next, op)
			r.add(next, r.edge.To, cfa.Havoc{Dst: dst, What: "the result of a function that has none"})
		default:
			op.Dst = r.p.NewReg(cfa.Reg{Name: r.p.Procs[c].Name + "::result", Sort: result, Proc: r.proc.ID,
				Pos: r.edge.Pos})
			next := r.loc()
			r.add(at, next, op)
			addLocal(r.p, r.proc, next, r.edge.To, cfa.Assign{Dst: dst,
				Value: fit(t, r.p.Sym(op.Dst), r.p.Regs[dst].Sort)}, r.edge)
		}
	}
}

// guard adds an edge to a branch; one that cannot be taken is dropped again.
func (r *resolver) guard(to cfa.LocID, cond term.Term) {
	e := addLocal(r.p, r.proc, r.edge.From, to, cfa.Assume{Cond: cond}, r.edge)
	r.drop[e] = r.p.Terms.IsFalse(cond)
}

// finish adds the branches for all other addresses and drops the edge. The points-to analysis does not follow
// what a program tells by branches, such as an address that is copied bit by bit through conditions; if that
// leads to another function the verdict is unknown.
func (r *resolver) finish(others []uint64) {
	t := r.p.Terms
	var other []term.Term
	for _, addr := range others {
		other = append(other, t.Eq(r.target, r.p.Ptr(addr)))
	}
	stop := r.loc()
	r.guard(stop, t.And(r.none...))
	if missed := t.Or(other...); !t.IsFalse(missed) {
		function, none := r.loc(), r.loc()
		addLocal(r.p, r.proc, stop, function, cfa.Assume{Cond: missed}, r.edge)
		r.add(function, r.loc(), cfa.Unsupported{What: "a call through an address that was computed in a " +
			"way that is not followed"})
		addLocal(r.p, r.proc, stop, none, cfa.Assume{Cond: t.Not(missed)}, r.edge)
		stop = none
	}
	r.add(stop, r.loc(), cfa.UB{What: "call through a pointer that is no function",
		Property: property.ValidDeref})
	r.drop[r.edge] = true
}

func (r *resolver) arguments(c cfa.ProcID, args []term.Term) []term.Term {
	params := r.p.Procs[c].Params
	out := make([]term.Term, len(params))
	for i, param := range params {
		sort := r.p.Regs[param].Sort
		if i < len(args) {
			out[i] = fit(r.p.Terms, args[i], sort)
		} else {
			out[i] = zero(r.p.Terms, sort)
		}
	}
	return out
}

func zero(t *term.Store, sort term.Sort) term.Term {
	if sort.IsBool() {
		return t.False()
	}
	return t.BV(sort.Width(), 0)
}

// fit cuts a value, or extends it with zeros, to a sort.
func fit(t *term.Store, v term.Term, sort term.Sort) term.Term {
	from := t.Sort(v)
	switch {
	case from == sort:
		return v
	case sort.IsBool():
		return t.Eq(t.Extract(0, 0, v), t.BV(1, 1))
	case from.IsBool():
		return t.Ite(v, t.BV(sort.Width(), 1), t.BV(sort.Width(), 0))
	case from.Width() > sort.Width():
		return t.Extract(sort.Width()-1, 0, v)
	}
	return t.ZeroExt(sort.Width()-from.Width(), v)
}
