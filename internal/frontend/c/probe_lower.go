package c

import (
	"strconv"

	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/probe"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// monitoring is a monitor in the program that is being lowered.
type monitoring struct {
	*probe.Plan
	// state is the address of the object with the state; None: there is none. A
	// program without threads has it in the register stateReg, else NoReg.
	state    term.Term
	stateReg cfa.RegID
	// thread has the number of the running thread, coming the one that the next
	// thread gets; NoReg if threads are not told apart.
	thread, coming cfa.RegID
	// notes are the expressions of sites that are not evaluated where they stand.
	notes map[int][]cc.ExpressionNode
	// results are the values that \result stands for, by site.
	results map[int]value.Value
	// created is the address of the number of threads created so far, if they are counted.
	created term.Term
	races   races
	// busy: an expression of a probe is being lowered.
	busy bool
}

// unknownThread is the number of threads that no probe gave one.
const unknownThread = 0xffff

// startMonitor prepares for the monitor of the configuration, if there is one.
func (l *lowerer) startMonitor() {
	plan := l.cfg.plan
	if plan == nil {
		return
	}
	m := &monitoring{Plan: plan, state: term.None, stateReg: cfa.NoReg, thread: cfa.NoReg,
		coming: cfa.NoReg, notes: map[int][]cc.ExpressionNode{}, results: map[int]value.Value{}}
	l.monitor = m
	for i := range plan.Probes {
		if p := &plan.Probes[i]; p.Then.Do == probe.Go || p.Else.Do == probe.Go {
			switch {
			case m.state != term.None || m.stateReg != cfa.NoReg:
			case plan.Single && !plan.Endless:
				m.stateReg = l.prog.NewReg(cfa.Reg{Name: probe.StateName, Sort: term.BitVec(32),
					Scope: cfa.Thread})
			default:
				m.state = l.prog.AddObject(&cfa.Object{Name: probe.StateName, Kind: cfa.Global, Size: 4})
			}
		}
	}
	if plan.Threads {
		reg := func(name string) cfa.RegID {
			return l.prog.NewReg(cfa.Reg{Name: name, Sort: term.BitVec(16), Scope: cfa.Thread})
		}
		m.thread, m.coming = reg("witness thread"), reg("witness thread to come")
		if plan.Counted {
			m.created = l.prog.AddObject(&cfa.Object{Name: "witness threads", Kind: cfa.Global, Size: 4})
		}
		l.hasTLS = true
	}
	if plan.Race {
		l.startRaces()
	}
	l.builtins[probe.Call] = probeHere
	l.builtins[probe.NoteCall] = func(f *fn, c *callCtx) value.Value {
		if n, err := strconv.Atoi(syntax.Excerpt(c.args[0])); err == nil {
			m.notes[n] = c.args[1:]
		}
		return f.values.Void()
	}
}

// probeHere is a call of __whittle_probe.
func probeHere(f *fn, c *callCtx) value.Value {
	m := f.monitor
	n, err := strconv.Atoi(syntax.Excerpt(c.args[0]))
	if err != nil || n >= len(m.ProbeSites) || f.flow.Constant {
		return f.values.Unsupported(f.types.Void, "this probe")
	}
	f.watch.runSite(n, func(i int) term.Term { return f.exprs.cond(c.args[i+1]) })
	return f.values.Void()
}

// watch lowers what the monitor does in a function; without a monitor it does nothing.
type watch struct {
	low    *lowerer
	unit   *unit
	types  *repr.Types
	ts     *term.Store
	prog   *cfa.Program
	flow   *flow.Builder
	values *value.Values
	exprs  *expressions

	// stmtAt and fullAt are where the statement or declaration and the full expression begin that are being
	// lowered.
	stmtAt, fullAt source.Pos
	sections       int // how many atomic sections are open, where races are looked for
}

// quietly lowers something for the monitor: steps that do not count as the program's.
func (wa *watch) quietly(text string, at source.Pos, lower func()) {
	pos, old, busy := wa.flow.Pos, wa.flow.Text, wa.low.monitor.busy
	wa.flow.Text, wa.low.monitor.busy = text, true
	if at.IsValid() {
		wa.flow.Pos = at
	}
	lower()
	wa.flow.Pos, wa.flow.Text, wa.low.monitor.busy = pos, old, busy
}

// runSite looks at the probes of a site in one atomic section. cond lowers the
// condition of the i-th of them. The number of the thread, which is in a register,
// is looked at first: threads that no probe is for read no memory.
func (wa *watch) runSite(n int, cond func(i int) term.Term) {
	if wa.flow.IsDead() {
		return
	}
	m := wa.low.monitor
	s := m.ProbeSites[n]
	wa.quietly("witness", s.At, func() {
		wa.bracket(cfa.AtomicBegin{})
		done := wa.flow.NewLoc()
		for i := 0; i < len(s.Probes); {
			thread := m.Probes[s.Probes[i]].Thread
			end := i + 1
			for end < len(s.Probes) && m.Probes[s.Probes[end]].Thread == thread {
				end++
			}
			others := wa.flow.NewLoc()
			state := term.None
			wa.flow.OnlyIf(wa.probeGuard(&state, probe.Always, probe.Always, thread), others)
			for _, r := range m.merged(s.Probes[i:end]) {
				wa.runProbes(r, func() term.Term { return cond(i + r.first) }, &state, done)
			}
			wa.notTooEarly(s.Probes[i:end], &state)
			wa.flow.Jump(others)
			wa.flow.Cur = others
			i = end
		}
		wa.flow.Text = "witness"
		wa.flow.Jump(done)
		wa.flow.Cur = done
		wa.bracket(cfa.AtomicEnd{})
	})
}

// bracket begins or ends an atomic section, which a program without threads does not need.
func (wa *watch) bracket(op cfa.Op) {
	if !wa.low.monitor.Single {
		wa.flow.Emit(op)
	}
}

// notTooEarly ends the execution if one of some probes is for a later state.
func (wa *watch) notTooEarly(probes []int, state *term.Term) {
	m := wa.low.monitor
	last := probe.Always
	for _, i := range probes {
		if p := &m.Probes[i]; p.Then.Do == probe.Go && (p.Thread >= 0 || m.Single) {
			last = max(last, p.State)
		}
	}
	if !m.Tight || last <= 0 || m.state == term.None && m.stateReg == cfa.NoReg {
		return
	}
	early := wa.flow.NewLoc()
	*state = term.None // it is known on some of the ways only that lead here
	later := wa.ts.BVUlt(wa.values.BV(32, uint64(last)), wa.readState())
	wa.flow.OnlyIf(later, early)
	on := wa.flow.Cur
	wa.flow.Cur = early
	wa.cut()
	wa.flow.Cur = on
}
