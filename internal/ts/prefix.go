package ts

import (
	"fmt"
	"strings"

	"whittle.dev/internal/analysis"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// prefix executes the initial thread until another thread could tell, and
// makes the result the initial state.
func (b *builder) prefix() error {
	conflicts := b.conflicts()
	main := &thread{proc: b.prog.Procs[b.prog.Entry], regs: map[cfa.RegID]int{}, cut: map[cfa.LocID]bool{},
		initial: map[cfa.RegID]term.Term{}}
	b.threads = []*thread{main}
	b.rest = -1
	s := &state{regs: map[cfa.RegID]term.Term{}, mem: map[int]term.Term{}, cond: b.st.True(),
		seen: map[cfa.LocID]bool{}}
	for _, r := range b.allRegs() {
		s.regs[r] = b.zero(b.prog.Regs[r].Sort)
	}
	if b.prog.Self != cfa.NoReg {
		s.regs[b.prog.Self] = b.prog.Ptr(1)
	}
	loc := main.proc.Entry
	var begin *state // before the section that is open
	var beginLoc cfa.LocID
	stop := func() {
		if s.atomic > 0 {
			s, loc = begin, beginLoc
		}
	}
	b.uses = map[varUse]bool{}
	for {
		if err := b.ctx.Err(); err != nil {
			return err
		}
		if len(s.path) > maxPath {
			return unsupported(main.proc.Locs[loc].Pos, "a long prefix of the initial thread")
		}
		e := b.next(main.proc, s, loc)
		if e == nil || len(b.threads) > 1 && b.disturbs(s, e, conflicts) {
			stop()
			break
		}
		if _, ok := e.Op.(cfa.AtomicBegin); ok && s.atomic == 0 {
			begin, beginLoc = s.clone(), loc
		}
		if sp, ok := e.Op.(cfa.Spawn); ok {
			if err := b.spawn(s, e, sp); err != nil {
				return err
			}
			loc = e.To
			continue
		}
		if al, ok := e.Op.(cfa.Alloc); ok {
			b.env = s
			if _, err := b.allocate(0, e, al); err != nil {
				return err
			}
		}
		if _, ok := e.Op.(cfa.Join); ok {
			stop()
			break
		}
		if cfa.Ends(e.Op) {
			stop()
			break
		}
		c := s.clone()
		how, err := b.exec(c, e)
		if err != nil {
			return err
		}
		if how != goesOn || c.cond != b.st.True() {
			stop()
			break
		}
		s, loc = c, e.To
	}
	main.start = loc
	main.initial = s.regs
	for v, t := range s.mem {
		b.sys.Vars[v].Init = t
	}
	b.sys.prefix = s.path
	b.sys.Inputs = s.inputs
	return nil
}

// next is the edge to execute, nil if that is not sure.
func (b *builder) next(proc *cfa.Proc, s *state, loc cfa.LocID) *cfa.Edge {
	out := proc.Locs[loc].Out
	var found *cfa.Edge
	for _, k := range out {
		e := proc.Edges[k]
		if len(out) == 1 {
			return e
		}
		c := b.apply(s, e.Op.(cfa.Assume).Cond)
		switch {
		case b.st.IsTrue(c) && found == nil:
			found = e
		case !b.st.IsFalse(c):
			return nil
		}
	}
	return found
}

// conflicts finds what threads other than the initial one access: 1 reads, 2 writes.
func (b *builder) conflicts() map[slotKey]int {
	out := map[slotKey]int{}
	for i, proc := range b.prog.Procs {
		if !b.used[i] || proc.ID == b.prog.Entry {
			continue
		}
		for _, e := range proc.Edges {
			addr, _, ok := b.access(e.Op)
			if !ok {
				continue
			}
			kind := 1
			if _, ok := e.Op.(cfa.Store); ok {
				kind = 2
			}
			for _, r := range b.pts.Of(addr).Refs {
				out[slotKey{r.Obj, b.cut.ByEdge[e]}] |= kind
			}
		}
	}
	return out
}

// disturbs tells whether another thread could tell when the edge is executed.
func (b *builder) disturbs(s *state, e *cfa.Edge, conflicts map[slotKey]int) bool {
	addr, _, ok := b.access(e.Op)
	if !ok {
		return false
	}
	kind := 2 // a write disturbs the load
	if _, ok := e.Op.(cfa.Store); ok {
		kind = 3
	}
	for _, r := range b.pts.Of(addr).Refs {
		if conflicts[slotKey{r.Obj, b.cut.ByEdge[e]}]&kind != 0 {
			return true
		}
	}
	return false
}

// spawn adds a thread.
func (b *builder) spawn(s *state, e *cfa.Edge, op cfa.Spawn) error {
	if op.Proc == cfa.NoProc {
		return unsupported(e.Pos, "a thread whose function is not known")
	}
	if s.atomic > 0 {
		return unsupported(e.Pos, "a thread that is created in an atomic section")
	}
	proc := b.prog.Procs[op.Proc]
	if op.Proc == b.prog.Entry {
		return unsupported(e.Pos, "a thread that runs the initial function")
	}
	t := &thread{proc: proc, start: proc.Entry, regs: map[cfa.RegID]int{}, cut: map[cfa.LocID]bool{},
		initial: map[cfa.RegID]term.Term{}}
	for i, r := range proc.Params {
		w := b.prog.Regs[r].Sort.Width()
		v := b.zero(b.prog.Regs[r].Sort)
		if i < len(op.Args) && w > 0 && b.st.Sort(op.Args[i]).Width() > 0 {
			v = narrow(b.st, b.apply(s, op.Args[i]), w)
		}
		t.initial[r] = v
	}
	id := b.prog.Ptr(uint64(len(b.threads) + 1))
	if b.prog.Self != cfa.NoReg {
		t.initial[b.prog.Self] = id
	}
	b.advance(len(b.threads), t)
	b.threads = append(b.threads, t)
	if op.Dst != cfa.NoReg {
		s.regs[op.Dst] = id
	}
	s.path = append(s.path, e)
	return nil
}

// advance executes the first local steps of a thread, which no one can tell from
// having executed them before.
func (b *builder) advance(process int, t *thread) {
	s := &state{process: process, regs: map[cfa.RegID]term.Term{}, cond: b.st.True()}
	for _, r := range b.allRegs() {
		if s.regs[r] = t.initial[r]; s.regs[r] == term.None {
			s.regs[r] = b.zero(b.prog.Regs[r].Sort)
		}
	}
	for n := 0; n < maxPath; n++ {
		e := b.next(t.proc, s, t.start)
		if e == nil {
			break
		}
		switch op := e.Op.(type) {
		case cfa.Assign:
			s.regs[op.Dst] = b.apply(s, op.Value)
		case cfa.Assume:
			if !b.st.IsTrue(b.apply(s, op.Cond)) {
				return
			}
		default:
			return
		}
		if op, ok := e.Op.(cfa.Assign); ok {
			t.initial[op.Dst] = s.regs[op.Dst]
		}
		t.start = e.To
	}
}

// declare makes the objects that threads allocate.
func (b *builder) declare() {
	for i, t := range b.threads {
		order := analysis.WTO(t.proc)
		for _, e := range t.proc.Edges {
			al, ok := e.Op.(cfa.Alloc)
			if !ok || !order.Reaches(e.From) || order.Head(e.From) != analysis.NoLoc ||
				b.allocated(i, e) != nil {
				continue
			}
			b.env = nil
			_, _ = b.allocate(i, e, al) // what cannot be made is found when it is reached
		}
	}
}

func (b *builder) allocated(p int, e *cfa.Edge) *instance {
	for _, in := range b.instances {
		if in.static < 0 && in.alloc == (allocKey{p, e.ID}) {
			return in
		}
	}
	return nil
}

func (b *builder) subst(t term.Term) term.Term {
	if b.env == nil {
		return t
	}
	return b.apply(b.env, t)
}

func (b *builder) allRegs() []cfa.RegID {
	out := make([]cfa.RegID, len(b.prog.Regs))
	for i := range out {
		out[i] = cfa.RegID(i)
	}
	return out
}

func regName(r cfa.Reg) string {
	name := r.Name
	if i := strings.LastIndex(name, "::"); i >= 0 {
		name = name[i+2:]
	}
	if name == "" {
		return fmt.Sprintf("r%d", r.Sym)
	}
	return name
}
