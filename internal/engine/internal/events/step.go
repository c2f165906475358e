package events

import (
	"fmt"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// step executes an edge that is no Assume. It returns the state after the edge, or nil where the path ends.
func (f *frame) step(e *cfa.Edge, st *state) (*state, error) {
	u := f.u
	switch op := e.Op.(type) {
	case cfa.Assign:
		u.regs.assign(op.Dst, u.regs.eval(op.Value, st), st)
	case cfa.Await:
		g, ok := u.g.Guards.And(st.guard, u.regs.eval(op.Cond, st))
		if !ok {
			return nil, nil
		}
		st.guard = g
	case cfa.Havoc:
		v := u.s.Fresh("in", u.g.Program.Regs[op.Dst].Sort)
		if len(op.Gone) > 0 {
			v = u.s.And(v, u.lives.gone(e, op.Gone, st))
		}
		u.b.instance(Instance{Kind: HavocInstance, Origin: e.Origin, Guard: st.guard, Sym: v})
		if len(op.Gone) == 0 {
			if v = u.sites.meet(e, v, st); v == term.None {
				return nil, nil
			}
		}
		u.regs.assign(op.Dst, v, st)
	case cfa.Load:
		return u.accesses.load(e, op, st), nil
	case cfa.Store:
		return u.accesses.store(e, op, st), nil
	case cfa.AtomicBegin:
		if st.depth++; st.depth == 1 {
			st.sec = &Section{ID: len(u.g.Sections), Thread: u.b.th.ID,
				Node: u.g.newNode(SectionNode, u.b.th), Begin: e,
				First: len(u.b.th.Instances)}
			u.g.Sections = append(u.g.Sections, st.sec)
			u.known.purge(st, false)
			f.begin(e, st)
		}
	case cfa.AtomicEnd:
		if st.depth--; st.depth == 0 {
			st.sec.Ends = append(st.sec.Ends, st.guard)
			st.sec, st.begin = nil, nil
			u.b.instance(Instance{Kind: EndInstance, Origin: e.Origin, Guard: st.guard, Index: -1})
			u.known.purge(st, false)
		}
	case cfa.Spawn:
		return u.spawn(e, op, st), nil
	case cfa.Join:
		return u.join(e, op, st), nil
	case cfa.Call:
		return f.callEdge(e, op, st)
	case cfa.Return:
		if len(u.stack) == 1 {
			u.b.instance(Instance{Kind: FinishInstance, Origin: e.Origin, Guard: st.guard})
		}
		f.returnEdge(op, st)
		return nil, nil
	case cfa.Alloc:
		return u.lives.alloc(e, op, st), nil
	case cfa.Free:
		return u.lives.free(e, op, st), nil
	case cfa.Fence:
		return u.fence(e, op, st), nil
	case cfa.Exit:
		u.b.instance(Instance{Kind: FinishInstance, Origin: e.Origin, Guard: st.guard})
		if op.Kind == cfa.ExitThread {
			v := op.Value
			if v != term.None {
				v = u.regs.eval(v, st)
			}
			u.finish(st, v)
		}
		return nil, nil
	case cfa.Violation:
		i := u.b.instance(Instance{Origin: e.Origin, Guard: st.guard, Index: -1})
		u.b.goal(ViolationGoal, st, e, i, op.Message)
		return nil, nil
	case cfa.Unsupported:
		u.b.goal(UnsupportedGoal, st, e, -1, op.What)
		return nil, nil
	case cfa.UB:
		u.b.undefined(u.s.True(), st, e, op.What)
		return nil, nil
	case cfa.Print:
		u.printing(e, op, st)
	default:
		return nil, fmt.Errorf("event graph: unknown operation %T", op)
	}
	return st, nil
}
