package c

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
func (m *monitoring) merged(probes []int) []probeRun {
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
func (wa *watch) runProbes(r probeRun, cond func() term.Term, state *term.Term, done flow.Loc) {
	m := wa.low.monitor
	x := &m.Probes[r.probe]
	wa.flow.Text = "witness: " + x.Text
	next := wa.flow.NewLoc()
	wa.flow.OnlyIf(wa.probeGuard(state, x.State, x.State+r.length-1, probe.Anyone), next)
	at, text := wa.flow.Pos, wa.flow.Text
	c := cond()
	wa.flow.Pos, wa.flow.Text = at, text
	yes, no := wa.flow.NewLocAt(at), wa.flow.NewLocAt(at)
	if x.May && !wa.ts.IsFalse(c) {
		wa.flow.Add(wa.flow.Cur, next, flow.Step{Op: cfa.Assume{Cond: wa.ts.True()}, Pos: wa.flow.Pos,
			Text: wa.flow.Text + " (left for later)"})
	}
	wa.flow.Branch(c, yes, no)
	wa.flow.Cur = yes
	wa.act(r, *state, x.Then, done, next)
	wa.flow.Cur = no
	wa.act(r, *state, x.Else, done, next)
	wa.flow.Cur = next
}

// probeGuard is the condition that the monitor is in one of the states from lo to hi, and
// the thread has a number. The state is read once.
func (wa *watch) probeGuard(state *term.Term, lo, hi, thread int) term.Term {
	m := wa.low.monitor
	g := wa.ts.True()
	if lo >= 0 && (m.state != term.None || m.stateReg != cfa.NoReg) {
		if *state == term.None {
			*state = wa.readState()
		}
		if g = wa.ts.Eq(*state, wa.values.BV(32, uint64(lo))); lo != hi {
			g = wa.ts.And(wa.ts.BVUle(wa.values.BV(32, uint64(lo)), *state),
				wa.ts.BVUle(*state, wa.values.BV(32, uint64(hi))))
		}
	}
	if thread >= 0 && m.thread != cfa.NoReg {
		g = wa.ts.And(g, wa.ts.Eq(wa.flow.Sym(m.thread), wa.values.BV(16, uint64(thread))))
	}
	return g
}

func (wa *watch) readState() term.Term {
	if r := wa.low.monitor.stateReg; r != cfa.NoReg {
		return wa.flow.Sym(r)
	}
	r := wa.flow.NewReg("segment", term.BitVec(32), "", false)
	wa.flow.Emit(cfa.Load{Dst: r, Addr: wa.low.monitor.state, Order: cfa.SeqCst})
	return wa.flow.Sym(r)
}

// act does what probes do.
func (wa *watch) act(r probeRun, state term.Term, a probe.Action, done, next flow.Loc) {
	m := wa.low.monitor
	x := &m.Probes[r.probe]
	// after is a number that is n in the first state of the run.
	after := func(n, width int) term.Term {
		if r.length == 1 {
			return wa.values.BV(width, uint64(n))
		}
		return wa.ts.Extract(width-1, 0, wa.ts.BVAdd(state, wa.values.BV(32, uint64(n-x.State))))
	}
	switch a.Do {
	case probe.Nothing:
		wa.flow.Jump(next)
	case probe.Go:
		if m.stateReg != cfa.NoReg {
			wa.flow.Emit(cfa.Assign{Dst: m.stateReg, Value: after(a.Next, 32)})
		} else {
			wa.flow.Emit(cfa.Store{Addr: m.state, Value: after(a.Next, 32), Order: cfa.SeqCst})
		}
		if k := m.Bind[r.probe]; k != 0 && m.coming != cfa.NoReg {
			wa.flow.Emit(cfa.Assign{Dst: m.coming, Value: after(k, 16)})
		}
		wa.flow.Jump(done)
	case probe.Cut:
		wa.cut()
	case probe.Fail:
		wa.flow.End(cfa.Violation{Property: m.Fail, Message: x.Text})
	}
}

// cut ends the execution, which is of no more interest. All threads end: executions
// in which others go on are there with this thread never coming to this place.
func (wa *watch) cut() { wa.flow.End(cfa.Exit{Kind: cfa.ExitProcess, Value: wa.values.BV(32, 0)}) }
