package fromcfa

import (
	"errors"
	"maps"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/internal/ts"
	"whittle.dev/term"
)

// inPrefix is the location in which the initial thread's path to the initial state begins.
const inPrefix = -1

// path is what a thread has done since it rested: registers and memory as terms over the
// state in which the path began.
type path struct {
	th      *thread
	from    int // the location in which it began, or inPrefix
	regs    map[cfa.RegID]term.Term
	mem     map[int]term.Term
	cond    term.Term
	edges   []*cfa.Edge
	inputs  []input
	atomic  int
	visible bool
	joins   []term.Term        // ids of threads that were waited for
	seen    map[cfa.LocID]bool // passed outside of sections
}

func (th *thread) newPath(from int) *path {
	return &path{th: th, from: from, regs: map[cfa.RegID]term.Term{}, mem: map[int]term.Term{},
		cond: th.tr.st.True(), seen: map[cfa.LocID]bool{}}
}

func (p *path) clone() *path {
	c := *p
	c.regs, c.mem, c.seen = maps.Clone(p.regs), maps.Clone(p.mem), maps.Clone(p.seen)
	c.edges, c.inputs = slices.Clip(p.edges), slices.Clip(p.inputs)
	return &c
}

// reg is the value of a register.
func (p *path) reg(r cfa.RegID) term.Term {
	if t, ok := p.regs[r]; ok {
		return t
	}
	return p.th.tr.sys.Vars[p.th.register(r)].Sym
}

// value is the content of a variable of memory.
func (p *path) value(v int) term.Term {
	if t, ok := p.mem[v]; ok {
		return t
	}
	x := &p.th.tr.sys.Vars[v]
	if p.from == inPrefix {
		return x.Init
	}
	return x.Sym
}

// apply returns a term over registers as one over the state in which the path began.
func (p *path) apply(t term.Term) term.Term {
	if t == term.None {
		return t
	}
	regs := p.th.tr.regs.Of(t)
	if len(regs) == 0 {
		return t
	}
	m := make(map[term.Term]term.Term, len(regs))
	for _, r := range regs {
		m[p.th.tr.prog.Sym(r)] = p.reg(r)
	}
	return p.th.tr.st.Substitute(t, m)
}

// end says how a path ends at an edge.
type end uint8

const (
	goesOn end = iota
	pathEnds
	threadEnds
)

// exec executes an edge.
func (p *path) exec(e *cfa.Edge) (end, error) {
	p.edges = append(p.edges, e)
	st := p.th.tr.st
	switch op := e.Op.(type) {
	case cfa.Assign:
		p.regs[op.Dst] = p.apply(op.Value)
	case cfa.Assume:
		p.cond = st.And(p.cond, p.apply(op.Cond))
	case cfa.Await:
		p.cond = st.And(p.cond, p.apply(op.Cond))
	case cfa.Havoc:
		p.input(op.Dst)
	case cfa.Load:
		t, err := p.access(e, op.Addr, false)
		if err != nil || t.v < 0 {
			return pathEnds, err
		}
		value := p.value(t.v)
		if t.index != term.None {
			value = st.Select(value, t.index)
		}
		p.regs[op.Dst] = value
	case cfa.Store:
		t, err := p.access(e, op.Addr, true)
		if err != nil || t.v < 0 {
			return pathEnds, err
		}
		value := p.apply(op.Value)
		if t.index != term.None {
			value = st.StoreArr(p.value(t.v), t.index, value)
		}
		p.mem[t.v] = value
	case cfa.AtomicBegin:
		p.atomic++
		// A section of the program itself is a step, whatever is in it.
		p.visible = p.visible || e.Sync == nil && p.from != inPrefix
	case cfa.AtomicEnd:
		p.atomic--
	case cfa.Join:
		p.join(e, op)
	case cfa.Alloc:
		o := p.th.tr.objects.allocated(allocKey{p.th.process, e.ID})
		if o == nil {
			return pathEnds, unsupported(e.Pos, "an allocation whose size or number is not constant")
		}
		p.regs[op.Dst] = p.th.tr.prog.Ptr(o.addr)
	case cfa.Free:
		if op.Kind.IsHeap() {
			return pathEnds, unsupported(e.Pos, "freeing memory")
		}
	case cfa.Fence, cfa.Print:
	case cfa.Return:
		return threadEnds, nil
	case cfa.Exit:
		if op.Kind == cfa.ExitThread {
			return threadEnds, nil
		}
		return pathEnds, nil
	case cfa.Violation:
		p.goal(ts.Violation, e.Pos, op.Message)
		return pathEnds, nil
	case cfa.Unsupported:
		p.goal(ts.Unsupported, e.Pos, op.What)
		return pathEnds, nil
	case cfa.UB:
		if cfa.Violates(op, p.th.tr.opt.Property) {
			p.goal(ts.Invalid, e.Pos, op.What)
			return pathEnds, nil
		}
		p.th.tr.out.Assumed = append(p.th.tr.out.Assumed, ts.Place{Pos: e.Pos, What: op.What})
		return pathEnds, nil
	case cfa.Spawn:
		return pathEnds, unsupported(e.Pos, "a thread that is created after others have begun to act")
	case cfa.Call:
		return pathEnds, unsupported(e.Pos, "recursion")
	default:
		return pathEnds, unsupported(e.Pos, "the operation %s", cfa.OpName(e.Op))
	}
	return goesOn, nil
}

// access finds the variable that an edge accesses, and goes on where the access is valid. It is a step if
// others can tell.
func (p *path) access(e *cfa.Edge, addr term.Term, write bool) (target, error) {
	t, err := p.th.tr.cells.resolve(p.th.process, e, p.apply(addr))
	if err != nil {
		return t, err
	}
	if p.onlyIf(t.valid, e.Pos, "an access outside of its object"); t.v >= 0 {
		p.visible = p.th.tr.sharing.note(varUse{t.v, p.th.process, write}) || p.visible
	}
	return t, nil
}

func (p *path) input(r cfa.RegID) {
	sym := p.th.tr.st.Fresh("input", p.th.tr.prog.Regs[r].Sort)
	p.inputs = append(p.inputs, input{sym, len(p.edges) - 1})
	p.regs[r] = sym
}

// onlyIf goes on where a condition holds; elsewhere the behaviour is undefined.
func (p *path) onlyIf(cond term.Term, pos source.Pos, what string) {
	st := p.th.tr.st
	if bad := st.Not(cond); !st.IsFalse(bad) {
		all := p.cond
		p.cond = st.And(all, bad)
		p.goal(ts.Invalid, pos, what)
		p.cond = st.And(all, cond)
	}
}

// goal adds a goal that the path leads to.
func (p *path) goal(kind ts.GoalKind, pos source.Pos, what string) {
	t := p.th.tr
	if p.from == inPrefix || t.st.IsFalse(p.cond) {
		return
	}
	t.sys.Goals = append(t.sys.Goals, ts.Goal{Kind: kind, Process: p.th.process, At: p.from, Guard: p.cond,
		Inputs: symbols(p.inputs), Origin: len(t.out.goals), Pos: pos, What: what})
	t.out.goals = append(t.out.goals, []way{{slices.Clone(p.edges), p.inputs}})
}

// leave turns what is not supported into a goal.
func (p *path) leave(err error) error {
	var u *UnsupportedError
	if !errors.As(err, &u) {
		return err
	}
	p.goal(ts.Unsupported, u.Pos, u.What)
	return nil
}
