package ts

import (
	"errors"
	"maps"
	"slices"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// state is what a path has done so far: registers and memory as terms over the
// state in which the path began.
type state struct {
	process int
	regs    map[cfa.RegID]term.Term
	mem     map[int]term.Term
	cond    term.Term
	path    []*cfa.Edge
	inputs  []Input
	atomic  int
	visible bool
	joins   []term.Term        // ids of threads that were waited for
	seen    map[cfa.LocID]bool // passed outside of sections
}

func (s *state) clone() *state {
	c := *s
	c.regs, c.mem, c.seen = maps.Clone(s.regs), maps.Clone(s.mem), maps.Clone(s.seen)
	c.path, c.inputs = slices.Clip(s.path), slices.Clip(s.inputs)
	return &c
}

// reg is the value of a register.
func (b *builder) reg(s *state, r cfa.RegID) term.Term {
	if t, ok := s.regs[r]; ok {
		return t
	}
	v := b.threads[s.process].register(b, s.process, r)
	return b.sys.Vars[v].Sym
}

// register is the variable of a register of a process.
func (t *thread) register(b *builder, process int, r cfa.RegID) int {
	if v, ok := t.regs[r]; ok {
		return v
	}
	reg := b.prog.Regs[r]
	name := b.unique(b.processName(process) + "." + regName(reg))
	init := t.initial[r]
	if init == term.None {
		init = b.zero(reg.Sort)
	}
	b.sys.Vars = append(b.sys.Vars, Var{Name: name, Sym: b.st.Symbol(name, reg.Sort), Kind: Register,
		Owner: process, Init: init})
	t.regs[r] = len(b.sys.Vars) - 1
	return len(b.sys.Vars) - 1
}

func (b *builder) zero(sort term.Sort) term.Term {
	if sort.IsBool() {
		return b.st.False()
	}
	return b.st.BV(sort.Width(), 0)
}

// value is the content of a variable of memory.
func (b *builder) value(s *state, v int) term.Term {
	if t, ok := s.mem[v]; ok {
		return t
	}
	if b.rest < 0 {
		return b.sys.Vars[v].Init
	}
	return b.sys.Vars[v].Sym
}

// apply returns a term over registers in the state s.
func (b *builder) apply(s *state, t term.Term) term.Term {
	if t == term.None {
		return t
	}
	regs := b.regs.Of(t)
	if len(regs) == 0 {
		return t
	}
	m := make(map[term.Term]term.Term, len(regs))
	for _, r := range regs {
		m[b.prog.Sym(r)] = b.reg(s, r)
	}
	return b.st.Substitute(t, m)
}

// end says how a path ends at an edge.
type end uint8

const (
	goesOn end = iota
	pathEnds
	threadEnds
)

// exec executes an edge on s.
func (b *builder) exec(s *state, e *cfa.Edge) (end, error) {
	s.path = append(s.path, e)
	switch op := e.Op.(type) {
	case cfa.Assign:
		s.regs[op.Dst] = b.apply(s, op.Value)
	case cfa.Assume:
		s.cond = b.st.And(s.cond, b.apply(s, op.Cond))
	case cfa.Await:
		s.cond = b.st.And(s.cond, b.apply(s, op.Cond))
	case cfa.Havoc:
		b.input(s, op.Dst)
	case cfa.Load:
		addr := b.apply(s, op.Addr)
		t, err := b.resolve(s.process, e, addr)
		if err != nil {
			return pathEnds, err
		}
		if b.invalid(s, e, t); t.v < 0 {
			return pathEnds, nil
		}
		b.touch(s, t.v, false)
		value := b.value(s, t.v)
		if t.index != term.None {
			value = b.st.Select(value, t.index)
		}
		s.regs[op.Dst] = value
	case cfa.Store:
		t, err := b.resolve(s.process, e, b.apply(s, op.Addr))
		if err != nil {
			return pathEnds, err
		}
		if b.invalid(s, e, t); t.v < 0 {
			return pathEnds, nil
		}
		b.touch(s, t.v, true)
		value := b.apply(s, op.Value)
		if t.index != term.None {
			value = b.st.StoreArr(b.value(s, t.v), t.index, value)
		}
		s.mem[t.v] = value
	case cfa.AtomicBegin:
		s.atomic++
		// A section of the program itself is a step, whatever is in it.
		s.visible = s.visible || e.Sync == nil && b.rest >= 0
	case cfa.AtomicEnd:
		s.atomic--
	case cfa.Join:
		b.join(s, e, op)
	case cfa.Alloc:
		in := b.allocated(s.process, e)
		if in == nil {
			return pathEnds, unsupported(e.Pos, "an allocation whose size or number is not constant")
		}
		s.regs[op.Dst] = b.prog.Ptr(in.addr)
	case cfa.Free:
		if op.Kind == cfa.Heap {
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
		b.goal(s, Violation, e.Pos, op.Message)
		return pathEnds, nil
	case cfa.Unsupported:
		b.goal(s, Unsupported, e.Pos, op.What)
		return pathEnds, nil
	case cfa.UB:
		b.sys.Assumed = append(b.sys.Assumed, Place{e.Pos, op.What})
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

func (b *builder) input(s *state, r cfa.RegID) {
	sym := b.st.Fresh("input", b.prog.Regs[r].Sort)
	s.inputs = append(s.inputs, Input{Sym: sym, edge: len(s.path) - 1})
	s.regs[r] = sym
}

// invalid goes on where the access is valid.
func (b *builder) invalid(s *state, e *cfa.Edge, t target) {
	b.onlyIf(s, t.valid, e.Pos, "an access outside of its object")
}

// onlyIf goes on where a condition holds; elsewhere the behaviour is undefined.
func (b *builder) onlyIf(s *state, cond term.Term, pos source.Pos, what string) {
	if bad := b.st.Not(cond); !b.st.IsFalse(bad) {
		all := s.cond
		s.cond = b.st.And(all, bad)
		b.goal(s, Invalid, pos, what)
		s.cond = b.st.And(all, cond)
	}
}

// varUse is an access of a variable by a process.
type varUse struct {
	v, process int
	write      bool
}

// touch notes an access, which is a step if others can tell.
func (b *builder) touch(s *state, v int, write bool) {
	b.uses[varUse{v, s.process, write}] = true
	s.visible = s.visible || b.shared == nil || b.shared[v]
}

// goal adds a goal that is reached from the beginning of s.
func (b *builder) goal(s *state, kind GoalKind, pos source.Pos, what string) {
	if b.rest < 0 || b.st.IsFalse(s.cond) {
		return
	}
	b.sys.Goals = append(b.sys.Goals, Goal{Kind: kind, Process: s.process, At: b.rest, Guard: s.cond,
		Inputs: s.inputs,
		Pos:    pos, What: what, path: slices.Clone(s.path)})
}

// leave turns what is not supported into a goal.
func (b *builder) leave(s *state, err error) error {
	var u *UnsupportedError
	if !errors.As(err, &u) {
		return err
	}
	b.goal(s, Unsupported, u.Pos, u.What)
	return nil
}
