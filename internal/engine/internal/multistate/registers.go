package multistate

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// registers evaluates terms of the program in threads, and sets registers.
type registers struct {
	p     *program
	zeros map[cfa.ProcID][]term.Term // of new frames
	memo  []term.Term                // of eval, by handle of a term of the program
	stamp []uint32                   // by handle: the epoch of memo
	epoch uint32
}

func newRegisters(p *program) registers {
	return registers{p: p, zeros: map[cfa.ProcID][]term.Term{},
		memo: make([]term.Term, len(p.regOf)), stamp: make([]uint32, len(p.regOf))}
}

// eval returns the value of a term of the program in the innermost frame of a thread; None is that of None.
func (g *registers) eval(t term.Term, th *thread) term.Term {
	if t == term.None {
		return t
	}
	if g.epoch++; g.epoch == 0 { // after four billion terms the stamps begin anew
		clear(g.stamp)
		g.epoch = 1
	}
	return g.value(t, th)
}

func (g *registers) value(t term.Term, th *thread) term.Term {
	s := g.p.terms
	switch s.Op(t) {
	case term.OpConst:
		return t
	case term.OpSymbol:
		return g.register(g.p.regOf[t], th)
	}
	if g.stamp[t] == g.epoch {
		return g.memo[t]
	}
	var buf [4]term.Term
	args := buf[:0]
	for i := range s.NumArgs(t) {
		args = append(args, g.value(s.Arg(t, i), th))
	}
	var params [2]int
	hi, lo := s.Params(t)
	params[0], params[1] = hi, lo
	v := s.Mk(s.Op(t), params[:s.Op(t).NumParams()], args...)
	g.stamp[t], g.memo[t] = g.epoch, v
	return v
}

func (g *registers) register(r cfa.RegID, th *thread) term.Term {
	v := term.None
	if g.p.Regs[r].Scope == cfa.Thread {
		v = th.shared[g.p.slot[r]]
	} else {
		v = th.top().regs[g.p.slot[r]]
	}
	if v == term.None {
		v = g.p.zero(g.p.Regs[r].Sort) // dead: its value does not matter
	}
	return v
}

// assign sets a register of a thread that may be changed; NoReg is none.
func (g *registers) assign(r cfa.RegID, v term.Term, th *thread) {
	switch {
	case r == cfa.NoReg:
	case g.p.Regs[r].Scope == cfa.Thread:
		th.shared[g.p.slot[r]] = v
	default:
		th.top().regs[g.p.slot[r]] = v
	}
}

// frame is a new activation; its registers are zero, as those of an execution by package interp.
func (g *registers) frame(proc *procedure) frame {
	zeros := g.zeros[proc.ID]
	if zeros == nil {
		zeros = make([]term.Term, len(proc.locals))
		for i, r := range proc.locals {
			zeros[i] = g.p.zero(g.p.Regs[r].Sort)
		}
		g.zeros[proc.ID] = zeros
	}
	return frame{proc: proc, loc: proc.Entry, regs: append([]term.Term(nil), zeros...)}
}

// start adds a thread to a state and returns its number.
func (g *registers) start(st *State, proc cfa.ProcID) int {
	st.started++
	t := &thread{id: uint64(st.started), owner: st.control.owner, exit: term.None}
	for _, r := range g.p.shared {
		t.shared = append(t.shared, g.p.zero(g.p.Regs[r].Sort))
	}
	if g.p.Self != cfa.NoReg {
		t.shared[g.p.slot[g.p.Self]] = g.p.terms.BV(g.p.PtrWidth, t.id)
	}
	t.entry = g.p.procs[proc]
	t.frames = []frame{g.frame(t.entry)}
	st.threads = append(st.threads, t)
	return len(st.threads) - 1
}

// arguments evaluates the arguments of a call of proc.
func (g *registers) arguments(th *thread, proc *procedure, args []term.Term) []term.Term {
	vals := make([]term.Term, 0, len(proc.Params))
	for i, p := range proc.Params {
		v := g.p.zero(g.p.Regs[p].Sort)
		if i < len(args) {
			v = g.p.fit(g.eval(args[i], th), g.p.Regs[p].Sort)
		}
		vals = append(vals, v)
	}
	return vals
}

// pass sets the parameters of a new activation.
func (g *registers) pass(f *frame, vals []term.Term) {
	for i, p := range f.proc.Params {
		f.regs[g.p.slot[p]] = vals[i]
	}
}

// forget makes the registers of the innermost frame of a thread dead that are not live.
func (st *State) forget(i int) {
	f := st.threads[i].top()
	live := f.proc.live[f.loc]
	for k, v := range f.regs {
		for len(live) > 0 && live[0] < int32(k) {
			live = live[1:]
		}
		if v != term.None && (len(live) == 0 || live[0] != int32(k)) {
			st.thread(i).top().keepLive(f.loc, cfa.NoReg)
			return
		}
	}
}

// keepLive makes the registers of a frame dead that are not live at loc, and dst.
func (f *frame) keepLive(loc cfa.LocID, dst cfa.RegID) {
	live := f.proc.live[loc]
	for i := range f.regs {
		for len(live) > 0 && live[0] < int32(i) {
			live = live[1:]
		}
		if len(live) == 0 || live[0] != int32(i) || dst != cfa.NoReg && f.proc.locals[i] == dst {
			f.regs[i] = term.None
		}
	}
}
