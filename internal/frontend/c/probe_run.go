package c

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/term"
)

// probeRun are probes that differ in nothing but their states, which follow each other.
type probeRun struct {
	first  int // index in the list of probes
	probe  int // the first one
	length int
}

// merged puts probes together that do the same in one state after another, as those
// of a loop's rounds do.
func (m *monitoring) merged(probes []int) []probeRun {
	var out []probeRun
	for i, p := range probes {
		if k := len(out) - 1; k >= 0 {
			r := &out[k]
			a, b := m.Probes[r.probe], m.Probes[p]
			b.State, b.Then.Next, b.Else.Next, b.Text = b.State-r.length, b.Then.Next-r.length,
				max(b.Else.Next-r.length, 0), a.Text
			if a.Then.Do == ProbeGo && a.Then.Next == a.State+1 && a.Else.Do != ProbeGo && a.State >= 0 &&
				a == withPlace(b, a.Place) &&
				(m.bind[r.probe] == 0) == (m.bind[p] == 0) &&
				(m.bind[p] == 0 || m.bind[p] == m.bind[r.probe]+r.length) {
				r.length++
				continue
			}
		}
		out = append(out, probeRun{i, p, 1})
	}
	return out
}

func withPlace(p Probe, at ProbePlace) Probe {
	p.Place = at
	return p
}

// runProbes looks at one or several probes of a site.
func (f *fn) runProbes(r probeRun, cond func() term.Term, state *term.Term, done flow.Loc) {
	m := f.monitor
	probe := &m.Probes[r.probe]
	f.flow.Text = "witness: " + probe.Text
	next := f.flow.NewLoc()
	f.flow.OnlyIf(f.probeGuard(state, probe.State, probe.State+r.length-1, Anyone), next)
	at, text := f.flow.Pos, f.flow.Text
	c := cond()
	f.flow.Pos, f.flow.Text = at, text
	yes, no := f.flow.NewLocAt(at), f.flow.NewLocAt(at)
	if probe.May && !f.ts.IsFalse(c) {
		f.flow.Add(f.flow.Cur, next, flow.Step{Op: cfa.Assume{Cond: f.ts.True()}, Pos: f.flow.Pos,
			Text: f.flow.Text + " (left for later)"})
	}
	f.flow.Branch(c, yes, no)
	f.flow.Cur = yes
	f.act(r, *state, probe.Then, done, next)
	f.flow.Cur = no
	f.act(r, *state, probe.Else, done, next)
	f.flow.Cur = next
}

// probeGuard is the condition that the monitor is in one of the states from lo to hi, and
// the thread has a number. The state is read once.
func (f *fn) probeGuard(state *term.Term, lo, hi, thread int) term.Term {
	m := f.monitor
	g := f.ts.True()
	if lo >= 0 && (m.state != term.None || m.stateReg != cfa.NoReg) {
		if *state == term.None {
			*state = f.readState()
		}
		if g = f.ts.Eq(*state, f.values.BV(32, uint64(lo))); lo != hi {
			g = f.ts.And(f.ts.BVUle(f.values.BV(32, uint64(lo)), *state),
				f.ts.BVUle(*state, f.values.BV(32, uint64(hi))))
		}
	}
	if thread >= 0 && m.thread != cfa.NoReg {
		g = f.ts.And(g, f.ts.Eq(f.flow.Sym(m.thread), f.values.BV(16, uint64(thread))))
	}
	return g
}

func (f *fn) readState() term.Term {
	if r := f.monitor.stateReg; r != cfa.NoReg {
		return f.flow.Sym(r)
	}
	r := f.flow.NewReg("segment", term.BitVec(32), "", false)
	f.flow.Emit(cfa.Load{Dst: r, Addr: f.monitor.state, Order: cfa.SeqCst})
	return f.flow.Sym(r)
}

// act does what probes do.
func (f *fn) act(r probeRun, state term.Term, a ProbeAction, done, next flow.Loc) {
	m := f.monitor
	probe := &m.Probes[r.probe]
	// after is a number that is n in the first state of the run.
	after := func(n, width int) term.Term {
		if r.length == 1 {
			return f.values.BV(width, uint64(n))
		}
		return f.ts.Extract(width-1, 0, f.ts.BVAdd(state, f.values.BV(32, uint64(n-probe.State))))
	}
	switch a.Do {
	case ProbeNothing:
		f.flow.Jump(next)
	case ProbeGo:
		if m.stateReg != cfa.NoReg {
			f.flow.Emit(cfa.Assign{Dst: m.stateReg, Value: after(a.Next, 32)})
		} else {
			f.flow.Emit(cfa.Store{Addr: m.state, Value: after(a.Next, 32), Order: cfa.SeqCst})
		}
		if k := m.bind[r.probe]; k != 0 && m.coming != cfa.NoReg {
			f.flow.Emit(cfa.Assign{Dst: m.coming, Value: after(k, 16)})
		}
		f.flow.Jump(done)
	case ProbeCut:
		f.cut()
	case ProbeFail:
		f.flow.End(cfa.Violation{Property: m.Fail, Message: probe.Text})
	}
}

// cut ends the execution, which interests nobody any more. All threads end: executions
// in which others go on are there with this thread never coming to this place.
func (f *fn) cut() { f.flow.End(cfa.Exit{Kind: cfa.ExitProcess, Value: f.values.BV(32, 0)}) }
