package c

import (
	"whittle.dev/internal/cfa"
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
func (f *fn) runProbes(r probeRun, cond func() term.Term, state *term.Term, done loc) {
	m := f.monitor
	probe := &m.Probes[r.probe]
	f.text = "witness: " + probe.Text
	next := f.g.newLoc(f.pos)
	f.onlyIf(f.probeGuard(state, probe.State, probe.State+r.length-1, Anyone), next)
	at, text := f.pos, f.text
	c := cond()
	f.pos, f.text = at, text
	yes, no := f.g.newLoc(at), f.g.newLoc(at)
	if probe.May && !f.ts.IsFalse(c) {
		f.g.add(step{from: f.cur, to: next, op: cfa.Assume{Cond: f.ts.True()}, pos: f.pos,
			text: f.text + " (left for later)"})
	}
	f.branch(c, yes, no)
	f.cur = yes
	f.act(r, *state, probe.Then, done, next)
	f.cur = no
	f.act(r, *state, probe.Else, done, next)
	f.cur = next
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
		if g = f.ts.Eq(*state, f.bv(32, uint64(lo))); lo != hi {
			g = f.ts.And(f.ts.BVUle(f.bv(32, uint64(lo)), *state), f.ts.BVUle(*state, f.bv(32, uint64(hi))))
		}
	}
	if thread >= 0 && m.thread != cfa.NoReg {
		g = f.ts.And(g, f.ts.Eq(f.sym(m.thread), f.bv(16, uint64(thread))))
	}
	return g
}

func (f *fn) readState() term.Term {
	if r := f.monitor.stateReg; r != cfa.NoReg {
		return f.sym(r)
	}
	r := f.newReg("segment", term.BitVec(32), "", false)
	f.emit(cfa.Load{Dst: r, Addr: f.monitor.state, Order: cfa.SeqCst})
	return f.sym(r)
}

// act does what probes do.
func (f *fn) act(r probeRun, state term.Term, a ProbeAction, done, next loc) {
	m := f.monitor
	probe := &m.Probes[r.probe]
	// after is a number that is n in the first state of the run.
	after := func(n, width int) term.Term {
		if r.length == 1 {
			return f.bv(width, uint64(n))
		}
		return f.ts.Extract(width-1, 0, f.ts.BVAdd(state, f.bv(32, uint64(n-probe.State))))
	}
	switch a.Do {
	case ProbeNothing:
		f.jump(next)
	case ProbeGo:
		if m.stateReg != cfa.NoReg {
			f.emit(cfa.Assign{Dst: m.stateReg, Value: after(a.Next, 32)})
		} else {
			f.emit(cfa.Store{Addr: m.state, Value: after(a.Next, 32), Order: cfa.SeqCst})
		}
		if k := m.bind[r.probe]; k != 0 && m.coming != cfa.NoReg {
			f.emit(cfa.Assign{Dst: m.coming, Value: after(k, 16)})
		}
		f.jump(done)
	case ProbeCut:
		f.cut()
	case ProbeFail:
		f.end(cfa.Violation{Property: m.Fail, Message: probe.Text})
	}
}

// cut ends the execution, which interests nobody any more. All threads end: executions
// in which others go on are there with this thread never coming to this place.
func (f *fn) cut() { f.end(cfa.Exit{Kind: cfa.ExitProcess, Value: f.bv(32, 0)}) }
