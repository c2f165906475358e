package monitor

import (
	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/probe"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Monitor is a monitor in the program that is being lowered.
type Monitor struct {
	*probe.Plan
	// state is the address of the object with the state; None: there is none. A
	// program without threads has it in the register stateReg, else NoReg.
	state    term.Term
	stateReg cfa.RegID
	// thread has the number of the running thread, coming the one that the next
	// thread gets; NoReg if threads are not told apart.
	thread, coming cfa.RegID
	// Notes are the expressions of sites that are not evaluated where they stand.
	Notes map[int][]cc.ExpressionNode
	// results are the values that \result stands for, by site.
	results map[int]value.Value
	// created is the address of the number of threads created so far, if they are counted.
	created term.Term
	races   races
	// Busy: an expression of a probe is being lowered.
	Busy bool
}

// unknownThread is the number of threads that no probe gave one.
const unknownThread = 0xffff

// New prepares the program for the monitor of a plan; nil if there is no plan.
func New(plan *probe.Plan, prog *cfa.Program) *Monitor {
	if plan == nil {
		return nil
	}
	m := &Monitor{Plan: plan, state: term.None, stateReg: cfa.NoReg, thread: cfa.NoReg,
		coming: cfa.NoReg, Notes: map[int][]cc.ExpressionNode{}, results: map[int]value.Value{}}
	for i := range plan.Probes {
		if p := &plan.Probes[i]; p.Then.Do == probe.Go || p.Else.Do == probe.Go {
			switch {
			case m.state != term.None || m.stateReg != cfa.NoReg:
			case plan.Single && !plan.Endless:
				m.stateReg = prog.NewReg(cfa.Reg{Name: probe.StateName, Sort: term.BitVec(32),
					Scope: cfa.Thread})
			default:
				m.state = prog.AddObject(&cfa.Object{Name: probe.StateName, Kind: cfa.Global, Size: 4})
			}
		}
	}
	if plan.Threads {
		reg := func(name string) cfa.RegID {
			return prog.NewReg(cfa.Reg{Name: name, Sort: term.BitVec(16), Scope: cfa.Thread})
		}
		m.thread, m.coming = reg("witness thread"), reg("witness thread to come")
		if plan.Counted {
			m.created = prog.AddObject(&cfa.Object{Name: "witness threads", Kind: cfa.Global, Size: 4})
		}
	}
	if plan.Race {
		m.startRaces(prog)
	}
	return m
}

// evaluator lowers the expressions of probes, which are those of C.
type evaluator interface {
	Cond(n cc.ExpressionNode) term.Term
	Effect(n cc.ExpressionNode)
}

// Watch lowers what the monitor does in a function; without a monitor it does nothing.
type Watch struct {
	Monitor *Monitor // nil: there is none
	Model   bool     // the function is a library model
	Pos     func(cc.Node) source.Pos
	Types   *repr.Types
	Ts      *term.Store
	Prog    *cfa.Program
	Flow    *flow.Builder
	Values  *value.Values
	Exprs   evaluator

	// StmtAt and FullAt are where the statement or declaration and the full expression begin that are being
	// lowered.
	StmtAt, FullAt source.Pos
	Sections       int // how many atomic sections are open, where races are looked for
}

// quietly lowers something for the monitor: steps that do not count as the program's.
func (wa *Watch) quietly(text string, at source.Pos, lower func()) {
	pos, old, busy := wa.Flow.Pos, wa.Flow.Text, wa.Monitor.Busy
	wa.Flow.Text, wa.Monitor.Busy = text, true
	if at.IsValid() {
		wa.Flow.Pos = at
	}
	lower()
	wa.Flow.Pos, wa.Flow.Text, wa.Monitor.Busy = pos, old, busy
}

// RunSite looks at the probes of a site in one atomic section. cond lowers the
// condition of the i-th of them. The number of the thread, which is in a register,
// is looked at first: threads that no probe is for read no memory.
func (wa *Watch) RunSite(n int, cond func(i int) term.Term) {
	if wa.Flow.IsDead() {
		return
	}
	m := wa.Monitor
	s := m.ProbeSites[n]
	wa.quietly("witness", s.At, func() {
		wa.bracket(cfa.AtomicBegin{})
		done := wa.Flow.NewLoc()
		for i := 0; i < len(s.Probes); {
			thread := m.Probes[s.Probes[i]].Thread
			end := i + 1
			for end < len(s.Probes) && m.Probes[s.Probes[end]].Thread == thread {
				end++
			}
			others := wa.Flow.NewLoc()
			state := term.None
			wa.Flow.OnlyIf(wa.probeGuard(&state, probe.Always, probe.Always, thread), others)
			for _, r := range m.merged(s.Probes[i:end]) {
				wa.runProbes(r, func() term.Term { return cond(i + r.first) }, &state, done)
			}
			wa.notTooEarly(s.Probes[i:end], &state)
			wa.Flow.Jump(others)
			wa.Flow.Cur = others
			i = end
		}
		wa.Flow.Text = "witness"
		wa.Flow.Jump(done)
		wa.Flow.Cur = done
		wa.bracket(cfa.AtomicEnd{})
	})
}

// bracket begins or ends an atomic section, which a program without threads does not need.
func (wa *Watch) bracket(op cfa.Op) {
	if !wa.Monitor.Single {
		wa.Flow.Emit(op)
	}
}

// notTooEarly ends the execution if one of some probes is for a later state.
func (wa *Watch) notTooEarly(probes []int, state *term.Term) {
	m := wa.Monitor
	last := probe.Always
	for _, i := range probes {
		if p := &m.Probes[i]; p.Then.Do == probe.Go && (p.Thread >= 0 || m.Single) {
			last = max(last, p.State)
		}
	}
	if !m.Tight || last <= 0 || m.state == term.None && m.stateReg == cfa.NoReg {
		return
	}
	early := wa.Flow.NewLoc()
	*state = term.None // it is known on some of the ways only that lead here
	later := wa.Ts.BVUlt(wa.Values.BV(32, uint64(last)), wa.readState())
	wa.Flow.OnlyIf(later, early)
	on := wa.Flow.Cur
	wa.Flow.Cur = early
	wa.cut()
	wa.Flow.Cur = on
}

// Unchecked reports whether signed overflow is not looked for at the present place.
func (wa *Watch) Unchecked() bool {
	return wa.Model || wa.Monitor != nil && wa.Monitor.Busy
}
