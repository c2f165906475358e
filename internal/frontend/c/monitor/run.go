package monitor

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/probe"
	"whittle.dev/term"
)

// probeRun are probes that differ in nothing but their states, which follow each other.
type probeRun struct {
	first  int // index in the list of probes
	probe  int // the first one
	length int
}

// merged puts probes together that do the same in one state after another, as those of a loop's rounds do.
func (m *Monitor) merged(probes []int) []probeRun {
	var out []probeRun
	for i, p := range probes {
		if k := len(out) - 1; k >= 0 {
			r := &out[k]
			a, b := m.Probes[r.probe], m.Probes[p]
			b.State, b.Then.Next, b.Else.Next, b.Text = b.State-r.length, b.Then.Next-r.length,
				max(b.Else.Next-r.length, 0), a.Text
			if a.Then.Do == probe.Go && a.Then.Next == a.State+1 && a.Else.Do != probe.Go && a.State >= 0 &&
				a == withPlace(b, a.Place) &&
				(m.Bind[r.probe] == 0) == (m.Bind[p] == 0) &&
				(m.Bind[p] == 0 || m.Bind[p] == m.Bind[r.probe]+r.length) {
				r.length++
				continue
			}
		}
		out = append(out, probeRun{i, p, 1})
	}
	return out
}

func withPlace(p probe.Probe, at probe.Place) probe.Probe {
	p.Place = at
	return p
}

// runProbes looks at one or several probes of a site.
func (wa *Watch) runProbes(r probeRun, cond func() term.Term, state *term.Term, done flow.Loc) {
	m := wa.Monitor
	x := &m.Probes[r.probe]
	wa.Flow.Text = "witness: " + x.Text
	next := wa.Flow.NewLoc()
	wa.Flow.OnlyIf(wa.probeGuard(state, x.State, x.State+r.length-1, probe.Anyone), next)
	at, text := wa.Flow.Pos, wa.Flow.Text
	c := cond()
	wa.Flow.Pos, wa.Flow.Text = at, text
	yes, no := wa.Flow.NewLocAt(at), wa.Flow.NewLocAt(at)
	if x.May && !wa.Ts.IsFalse(c) {
		wa.Flow.Add(wa.Flow.Cur, next, flow.Step{Op: cfa.Assume{Cond: wa.Ts.True()}, Pos: wa.Flow.Pos,
			Text: wa.Flow.Text + " (left for later)"})
	}
	wa.Flow.Branch(c, yes, no)
	wa.Flow.Cur = yes
	wa.act(r, *state, x.Then, done, next)
	wa.Flow.Cur = no
	wa.act(r, *state, x.Else, done, next)
	wa.Flow.Cur = next
}

// probeGuard is the condition that the monitor is in one of the states from lo to hi, and
// the thread has a number. The state is read once.
func (wa *Watch) probeGuard(state *term.Term, lo, hi, thread int) term.Term {
	m := wa.Monitor
	g := wa.Ts.True()
	if lo >= 0 && (m.state != term.None || m.stateReg != cfa.NoReg) {
		if *state == term.None {
			*state = wa.readState()
		}
		if g = wa.Ts.Eq(*state, wa.Values.BV(32, uint64(lo))); lo != hi {
			g = wa.Ts.And(wa.Ts.BVUle(wa.Values.BV(32, uint64(lo)), *state),
				wa.Ts.BVUle(*state, wa.Values.BV(32, uint64(hi))))
		}
	}
	if thread >= 0 && m.thread != cfa.NoReg {
		g = wa.Ts.And(g, wa.Ts.Eq(wa.Flow.Sym(m.thread), wa.Values.BV(16, uint64(thread))))
	}
	return g
}

func (wa *Watch) readState() term.Term {
	if r := wa.Monitor.stateReg; r != cfa.NoReg {
		return wa.Flow.Sym(r)
	}
	r := wa.Flow.NewReg("segment", term.BitVec(32), "", false)
	wa.Flow.Emit(cfa.Load{Dst: r, Addr: wa.Monitor.state, Order: cfa.SeqCst})
	return wa.Flow.Sym(r)
}

// act does what probes do.
func (wa *Watch) act(r probeRun, state term.Term, a probe.Action, done, next flow.Loc) {
	m := wa.Monitor
	x := &m.Probes[r.probe]
	// after is a number that is n in the first state of the run.
	after := func(n, width int) term.Term {
		if r.length == 1 {
			return wa.Values.BV(width, uint64(n))
		}
		return wa.Ts.Extract(width-1, 0, wa.Ts.BVAdd(state, wa.Values.BV(32, uint64(n-x.State))))
	}
	switch a.Do {
	case probe.Nothing:
		wa.Flow.Jump(next)
	case probe.Go:
		if m.stateReg != cfa.NoReg {
			wa.Flow.Emit(cfa.Assign{Dst: m.stateReg, Value: after(a.Next, 32)})
		} else {
			wa.Flow.Emit(cfa.Store{Addr: m.state, Value: after(a.Next, 32), Order: cfa.SeqCst})
		}
		if k := m.Bind[r.probe]; k != 0 && m.coming != cfa.NoReg {
			wa.Flow.Emit(cfa.Assign{Dst: m.coming, Value: after(k, 16)})
		}
		wa.Flow.Jump(done)
	case probe.Cut:
		wa.cut()
	case probe.Fail:
		wa.Flow.End(cfa.Violation{Property: m.Fail, Message: x.Text})
	}
}

// cut ends the execution, which is of no more interest. All threads end: executions
// in which others go on are there with this thread never coming to this place.
func (wa *Watch) cut() { wa.Flow.End(cfa.Exit{Kind: cfa.ExitProcess, Value: wa.Values.BV(32, 0)}) }
