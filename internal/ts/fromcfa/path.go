package fromcfa

import (
	"errors"
	"maps"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/internal/step"
	"whittle.dev/internal/step/large"
	"whittle.dev/internal/ts"
	"whittle.dev/term"
)

// inPrefix is the location in which the initial thread's path to the initial state begins.
const inPrefix = -1

// path is what a thread has done since it rested, with memory as terms over the state in which it began.
type path struct {
	large.Path
	th     *thread
	from   int // the location in which it began, or inPrefix
	mem    map[int]term.Term
	inputs []input
	joins  []term.Term // ids of threads that were waited for
}

func (th *thread) newPath(from int) *path {
	p := &path{th: th, from: from, mem: map[int]term.Term{}}
	p.Path = large.New(th.tr.prog, th.tr.st, th.tr.regs, func(r cfa.RegID) term.Term {
		return th.tr.sys.Vars[th.register(r)].Sym
	})
	return p
}

func (p *path) clone() *path {
	c := *p
	c.Path, c.mem, c.inputs = p.Path.Clone(), maps.Clone(p.mem), slices.Clip(p.inputs)
	return &c
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

// Set implements large.Host.
func (p *path) Set(r cfa.RegID, value, _ term.Term) { p.Regs[r] = value }

// Load implements large.Memory.
func (p *path) Load(e *cfa.Edge, op cfa.Load) (step.End, error) {
	t, err := p.access(e, op.Addr, false)
	if err != nil || t.v < 0 {
		return step.PathEnds, err
	}
	value := p.value(t.v)
	if t.index != term.None {
		value = p.Terms.Select(value, t.index)
	}
	p.Regs[op.Dst] = value
	return step.GoesOn, nil
}

// Store implements large.Memory.
func (p *path) Store(e *cfa.Edge, op cfa.Store) (step.End, error) {
	t, err := p.access(e, op.Addr, true)
	if err != nil || t.v < 0 {
		return step.PathEnds, err
	}
	value := p.Apply(op.Value)
	if t.index != term.None {
		value = p.Terms.StoreArr(p.value(t.v), t.index, value)
	}
	p.mem[t.v] = value
	return step.GoesOn, nil
}

// Alloc implements large.Memory.
func (p *path) Alloc(e *cfa.Edge, op cfa.Alloc) (step.End, error) {
	o := p.th.tr.objects.allocated(allocKey{p.th.process, e.ID})
	if o == nil {
		return step.PathEnds, unsupported(e.Pos, "an allocation whose size or number is not constant")
	}
	p.Regs[op.Dst] = p.Program.Ptr(o.addr)
	return step.GoesOn, nil
}

// Free implements large.Memory.
func (*path) Free(e *cfa.Edge, op cfa.Free) (step.End, error) {
	if op.Kind.IsHeap() {
		return step.PathEnds, unsupported(e.Pos, "freeing memory")
	}
	return step.GoesOn, nil
}

// Spawn implements large.Threads.
func (*path) Spawn(e *cfa.Edge, _ cfa.Spawn) (step.End, error) {
	return step.PathEnds, unsupported(e.Pos, "a thread that is created after others have begun to act")
}

// Section implements large.Threads. A section of the program itself is a step, whatever is in it.
func (p *path) Section(e *cfa.Edge) { p.Visible = p.Visible || e.Sync == nil && p.from != inPrefix }

// Other implements large.Host.
func (p *path) Other(e *cfa.Edge) (step.End, error) {
	switch op := e.Op.(type) {
	case cfa.Print:
		return step.GoesOn, nil
	case cfa.Call:
		return step.PathEnds, unsupported(e.Pos, "recursion")
	case cfa.Violation:
		p.goal(ts.Violation, e.Pos, op.Message)
	case cfa.Unsupported:
		p.goal(ts.Unsupported, e.Pos, op.What)
	case cfa.UB:
		if cfa.Violates(op, p.th.tr.opt.Property) {
			p.goal(ts.Invalid, e.Pos, op.What)
			break
		}
		p.th.tr.out.Assumed = append(p.th.tr.out.Assumed, ts.Place{Pos: e.Pos, What: op.What})
	}
	return step.PathEnds, nil
}

// access finds the variable that an edge accesses, and goes on where the access is valid. It is a step if
// others can tell.
func (p *path) access(e *cfa.Edge, addr term.Term, write bool) (target, error) {
	t, err := p.th.tr.cells.resolve(p.th.process, e, p.Apply(addr))
	if err != nil {
		return t, err
	}
	if p.onlyIf(t.valid, e.Pos, "an access outside of its object"); t.v >= 0 {
		p.Visible = p.th.tr.sharing.note(varUse{t.v, p.th.process, write}) || p.Visible
	}
	return t, nil
}

// Input implements large.Host.
func (p *path) Input(r cfa.RegID) {
	sym := p.th.tr.st.Fresh("input", p.th.tr.prog.Regs[r].Sort)
	p.inputs = append(p.inputs, input{sym, len(p.Edges) - 1})
	p.Regs[r] = sym
}

// onlyIf goes on where a condition holds; elsewhere the behaviour is undefined.
func (p *path) onlyIf(cond term.Term, pos source.Pos, what string) {
	st := p.th.tr.st
	if bad := st.Not(cond); !st.IsFalse(bad) {
		all := p.Cond
		p.Cond = st.And(all, bad)
		p.goal(ts.Invalid, pos, what)
		p.Cond = st.And(all, cond)
	}
}

// goal adds a goal that the path leads to.
func (p *path) goal(kind ts.GoalKind, pos source.Pos, what string) {
	t := p.th.tr
	if p.from == inPrefix || t.st.IsFalse(p.Cond) {
		return
	}
	t.sys.Goals = append(t.sys.Goals, ts.Goal{Kind: kind, Process: p.th.process, At: p.from, Guard: p.Cond,
		Inputs: symbols(p.inputs), Origin: len(t.out.goals), Pos: pos, What: what})
	t.out.goals = append(t.out.goals, []way{{slices.Clone(p.Edges), p.inputs}})
}

// Leave implements large.Rules: it turns what is not supported into a goal.
func (p *path) Leave(err error) error {
	var u *UnsupportedError
	if !errors.As(err, &u) {
		return err
	}
	p.goal(ts.Unsupported, u.Pos, u.What)
	return nil
}
