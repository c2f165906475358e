package c

import (
	"slices"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// monitoring is a monitor in the program that is being lowered.
type monitoring struct {
	*monitorPlan
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
	results map[int]value
	// created is the address of the number of threads created so far, if they are counted.
	created term.Term
	races   races
	// busy: an expression of a probe is being lowered.
	busy bool
}

// unknownThread is the number of threads that no probe gave one.
const unknownThread = 0xffff

// monitor prepares for the monitor of the configuration, if there is one.
func (l *lowerer) startMonitor() {
	plan := l.cfg.plan
	if plan == nil {
		return
	}
	m := &monitoring{monitorPlan: plan, state: term.None, stateReg: cfa.NoReg, thread: cfa.NoReg, coming: cfa.NoReg, notes: map[int][]cc.ExpressionNode{}, results: map[int]value{}}
	l.monitor = m
	for i := range plan.Probes {
		if p := &plan.Probes[i]; p.Then.Do == ProbeGo || p.Else.Do == ProbeGo {
			switch {
			case m.state != term.None || m.stateReg != cfa.NoReg:
			case plan.single:
				m.stateReg = l.prog.NewReg(cfa.Reg{Name: "witness segment", Sort: term.BitVec(32), Scope: cfa.Thread})
			default:
				m.state = l.prog.AddObject(&cfa.Object{Name: "witness segment", Kind: cfa.Global, Size: 4})
			}
		}
	}
	if plan.Threads {
		reg := func(name string) cfa.RegID {
			return l.prog.NewReg(cfa.Reg{Name: name, Sort: term.BitVec(16), Scope: cfa.Thread})
		}
		m.thread, m.coming = reg("witness thread"), reg("witness thread to come")
		if plan.counted {
			m.created = l.prog.AddObject(&cfa.Object{Name: "witness threads", Kind: cfa.Global, Size: 4})
		}
		l.hasTLS = true
	}
	if plan.Race {
		l.startRaces()
	}
	l.builtins[probeCall] = probeHere
	l.builtins[noteCall] = func(f *fn, c *callCtx) value {
		if n, err := strconv.Atoi(sourceText1(c.args[0])); err == nil {
			m.notes[n] = c.args[1:]
		}
		return f.void()
	}
}

// probeHere is a call of __whittle_probe.
func probeHere(f *fn, c *callCtx) value {
	m := f.monitor
	n, err := strconv.Atoi(sourceText1(c.args[0]))
	if err != nil || n >= len(m.sites) || f.isConst {
		return f.unsupportedValue(f.types.void, "this probe")
	}
	f.runSite(n, func(i int) term.Term { return f.cond(c.args[i+1]) })
	return f.void()
}

// quietly lowers something for the monitor: steps that nobody attributes to the program.
func (f *fn) quietly(text string, at source.Pos, lower func()) {
	pos, old, busy := f.pos, f.text, f.monitor.busy
	f.text, f.monitor.busy = text, true
	if at.IsValid() {
		f.pos = at
	}
	lower()
	f.pos, f.text, f.monitor.busy = pos, old, busy
}

// runSite looks at the probes of a site in one atomic section. cond lowers the
// condition of the i-th of them. The number of the thread, which is in a register,
// is looked at first: threads that no probe is for read no memory.
func (f *fn) runSite(n int, cond func(i int) term.Term) {
	if f.isDead() {
		return
	}
	m := f.monitor
	s := m.sites[n]
	f.quietly("witness", s.at, func() {
		f.bracket(cfa.AtomicBegin{})
		done := f.g.newLoc(f.pos)
		for i := 0; i < len(s.probes); {
			thread := m.Probes[s.probes[i]].Thread
			end := i + 1
			for end < len(s.probes) && m.Probes[s.probes[end]].Thread == thread {
				end++
			}
			others := f.g.newLoc(f.pos)
			state := term.None
			f.onlyIf(f.probeGuard(&state, Always, Always, thread), others)
			for _, r := range m.merged(s.probes[i:end]) {
				f.runProbes(r, func() term.Term { return cond(i + r.first) }, &state, done)
			}
			f.notTooEarly(s.probes[i:end], &state)
			f.jump(others)
			f.cur = others
			i = end
		}
		f.text = "witness"
		f.jump(done)
		f.cur = done
		f.bracket(cfa.AtomicEnd{})
	})
}

// bracket begins or ends an atomic section, which a program without threads does
// not need.
func (f *fn) bracket(op cfa.Op) {
	if !f.monitor.single {
		f.emit(op)
	}
}

// notTooEarly ends the execution if one of some probes is for a later state.
func (f *fn) notTooEarly(probes []int, state *term.Term) {
	m := f.monitor
	last := Always
	for _, i := range probes {
		if p := &m.Probes[i]; p.Then.Do == ProbeGo && (p.Thread >= 0 || m.single) {
			last = max(last, p.State)
		}
	}
	if !m.Tight || last <= 0 || m.state == term.None && m.stateReg == cfa.NoReg {
		return
	}
	early := f.g.newLoc(f.pos)
	*state = term.None // it is known on some of the ways only that lead here
	later := f.ts.BVUlt(f.bv(32, uint64(last)), f.readState())
	f.onlyIf(later, early)
	on := f.cur
	f.cur = early
	f.cut()
	f.cur = on
}

// onlyIf goes on where a condition holds, and to no elsewhere.
func (f *fn) onlyIf(cond term.Term, no loc) {
	if f.ts.IsTrue(cond) {
		return
	}
	yes := f.g.newLoc(f.pos)
	f.branch(cond, yes, no)
	f.cur = yes
}

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
			b.State, b.Then.Next, b.Else.Next, b.Text = b.State-r.length, b.Then.Next-r.length, max(b.Else.Next-r.length, 0), a.Text
			if a.Then.Do == ProbeGo && a.Then.Next == a.State+1 && a.Else.Do != ProbeGo && a.State >= 0 && a == withPlace(b, a.Place) &&
				(m.bind[r.probe] == 0) == (m.bind[p] == 0) && (m.bind[p] == 0 || m.bind[p] == m.bind[r.probe]+r.length) {
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
		f.g.add(step{from: f.cur, to: next, op: cfa.Assume{Cond: f.ts.True()}, pos: f.pos, text: f.text + " (left for later)"})
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

// violate reaches a violation of the property, or what stands for one. With a
// monitor it counts only at a target. n is the part of the program that it stems from, or nil.
func (f *fn) violate(op cfa.Op, n cc.Node) {
	reach := func() {
		if s := f.emit(op); n != nil {
			s.node = n
		}
		f.cur = f.g.newLoc(f.pos)
	}
	m := f.monitor
	if _, ok := op.(cfa.Violation); !ok || m == nil {
		reach()
		return
	}
	var here []targetPlace
	for _, t := range m.targets {
		if f.isTarget(t) {
			here = append(here, t)
		}
	}
	if len(here) == 0 {
		f.cut()
		return
	}
	f.quietly("witness: target", source.Pos{}, func() {
		state, g := term.None, f.ts.False()
		f.bracket(cfa.AtomicBegin{})
		for _, t := range here {
			g = f.ts.Or(g, f.probeGuard(&state, t.State, t.State, t.Thread))
		}
		f.assume(g)
		f.bracket(cfa.AtomicEnd{})
	})
	reach()
}

// isTarget reports whether what is being lowered is at a target.
func (f *fn) isTarget(t targetPlace) bool {
	if f.unit.model {
		return false
	}
	for _, p := range []source.Pos{f.fullAt, f.stmtAt} {
		if p == t.at || !t.exact && p.File == t.at.File && p.Line == t.at.Line {
			return true
		}
	}
	return !t.exact && f.pos.File == t.at.File && f.pos.Line == t.at.Line
}

// enterSite looks at the probes when a call is about to be made, leaveSite when
// it has been.
func (f *fn) enterSite(x *cc.PostfixExpression) {
	if f.monitor == nil || f.unit.model || f.isConst {
		return
	}
	if n, ok := f.monitor.byPlace[probeKey{ProbeEnter, f.unit.pos(tokenNode{x.Token2})}]; ok {
		f.runSite(n, func(int) term.Term { return f.ts.True() })
	}
}

func (f *fn) leaveSite(x *cc.PostfixExpression, v value) value {
	if f.monitor == nil || f.unit.model || f.isConst || f.isDead() {
		return v
	}
	at := f.unit.pos(tokenNode{x.Token2})
	if f.handsOver(at) {
		// The call may have created no thread, which is no reason for the next call to take the number.
		f.boundThread()
	}
	n, ok := f.monitor.byPlace[probeKey{ProbeReturn, at}]
	if !ok {
		return v
	}
	notes := f.monitor.notes[n]
	if v.t == term.None || len(notes) != len(f.monitor.sites[n].probes) {
		f.unsupported("a witness's condition on this result")
		return v
	}
	v = f.hold(v)
	f.monitor.results[n] = v
	f.runSite(n, func(i int) term.Term { return f.cond(notes[i]) })
	return v
}

// handsOver reports whether a probe at a call gives a number to the thread that it creates.
func (f *fn) handsOver(at source.Pos) bool {
	m := f.monitor
	n, ok := m.byPlace[probeKey{ProbeEnter, at}]
	return ok && slices.ContainsFunc(m.sites[n].probes, func(i int) bool { return m.bind[i] != 0 })
}

// resultOf is the value of an identifier that stands for \result.
func (f *fn) resultOf(x *cc.PrimaryExpression) (value, bool) {
	if f.monitor == nil || !f.monitor.busy {
		return value{}, false
	}
	rest, ok := strings.CutPrefix(x.Token.SrcStr(), resultName)
	if !ok {
		return value{}, false
	}
	n, err := strconv.Atoi(rest)
	if err != nil {
		return value{}, false
	}
	v, ok := f.monitor.results[n]
	if ok && isPointer(v.ty) {
		v.ty = f.types.pvoid
	}
	return v, ok
}

// branchSite is the site of a branching whose keyword is a token.
func (f *fn) branchSite(t cc.Token) (int, bool) {
	if f.monitor == nil || f.unit.model || f.isConst {
		return 0, false
	}
	n, ok := f.monitor.byPlace[probeKey{ProbeBranch, f.unit.pos(tokenNode{t})}]
	return n, ok
}

// watched puts the probes of a branching between its condition and where it
// leads: the places that the condition leads to are returned.
func (f *fn) watched(t cc.Token, yes, no loc) (loc, loc) {
	n, ok := f.branchSite(t)
	if !ok {
		return yes, no
	}
	return f.watch(n, yes, true), f.watch(n, no, false)
}

func (f *fn) watch(n int, to loc, taken bool) loc {
	saved := f.cur
	at := f.g.newLoc(f.pos)
	f.pinned[at] = true
	f.cur = at
	f.runSite(n, func(i int) term.Term {
		return f.ts.Bool((f.monitor.Probes[f.monitor.sites[n].probes[i]].Expr == "true") == taken)
	})
	f.jump(to)
	f.cur = saved
	return at
}

// watchSwitch looks at the probes of a switch whose controlling expression has
// the value v; other is the condition that no case matches.
func (f *fn) watchSwitch(n int, v, other term.Term) {
	f.runSite(n, func(i int) term.Term {
		e := f.monitor.Probes[f.monitor.sites[n].probes[i]].Expr
		if e == "default" {
			return other
		}
		k, err := strconv.ParseInt(e, 0, 64)
		if err != nil {
			return f.ts.False()
		}
		w := f.ts.Sort(v).Width()
		c := f.bv(w, uint64(k))
		if back, ok := f.ts.ConstUint64(c); ok && w < 64 && int64(back<<(64-w))>>(64-w) != k && int64(back) != k {
			return f.ts.False() // no value of this type
		}
		return f.ts.Eq(v, c)
	})
}

// bindThread hands the number that a new thread gets to it, as a further
// argument of the procedure that starts threads.
func (f *fn) bindThread(args []term.Term) []term.Term {
	if f.monitor == nil || f.monitor.coming == cfa.NoReg {
		return args
	}
	if m := f.monitor; m.counted {
		f.quietly("witness: threads are counted", source.Pos{}, func() {
			r := f.newReg("created", term.BitVec(32), "", false)
			f.emit(cfa.AtomicBegin{})
			f.emit(cfa.Load{Dst: r, Addr: m.created, Order: cfa.SeqCst})
			n := f.ts.BVAdd(f.sym(r), f.bv(32, 1))
			f.emit(cfa.Store{Addr: m.created, Value: n, Order: cfa.SeqCst})
			f.emit(cfa.Assign{Dst: m.coming, Value: f.ts.Extract(15, 0, n)})
			f.emit(cfa.AtomicEnd{})
		})
	}
	return append(args, f.sym(f.monitor.coming))
}

// boundThread forgets the number that was handed over.
func (f *fn) boundThread() {
	if f.monitor != nil && f.monitor.coming != cfa.NoReg {
		f.emit(cfa.Assign{Dst: f.monitor.coming, Value: f.bv(16, 0)})
	}
}

// takeNumber receives the number in the procedure that starts threads.
func (f *fn) takeNumber() {
	m := f.monitor
	if m == nil || m.thread == cfa.NoReg {
		return
	}
	p := f.newReg("witness thread", term.BitVec(16), "", false)
	f.proc.Params = append(f.proc.Params, p)
	f.emit(cfa.Assign{Dst: m.thread, Value: f.ts.Ite(f.ts.Eq(f.sym(p), f.bv(16, 0)), f.bv(16, unknownThread), f.sym(p))})
}

// jumpOn begins a new place, so that what led to the present one can be changed.
func (f *fn) jumpOn() {
	at := f.g.newLoc(f.pos)
	f.pinned[at] = true
	f.goTo(at)
}

// watchValue looks at the probes of a conditional expression with the condition c.
func (f *fn) watchValue(n int, c term.Term) term.Term {
	if !f.ts.IsConst(c) {
		r := f.newReg("cond", term.Bool, "", false)
		f.emit(cfa.Assign{Dst: r, Value: c})
		c = f.sym(r)
	}
	f.runSite(n, func(i int) term.Term {
		if f.monitor.Probes[f.monitor.sites[n].probes[i]].Expr == "true" {
			return c
		}
		return f.ts.Not(c)
	})
	return c
}

// loopProbe lowers the probe before the controlling expression of a loop and
// returns the expression without it; nil if there is none.
func (f *fn) loopProbe(n cc.ExpressionNode) cc.ExpressionNode {
	l, ok := n.(*cc.ExpressionList)
	if f.monitor == nil || !ok || l == nil {
		return n
	}
	x, ok := unwrap(l.AssignmentExpression).(*cc.PostfixExpression)
	if !ok || x.Case != cc.PostfixExpressionCall || l.ExpressionList == nil {
		return n
	}
	if d := calledFunction(x.PostfixExpression); d == nil || d.Name() != probeCall {
		return n
	}
	f.effect(l.AssignmentExpression)
	if rest := l.ExpressionList; rest.ExpressionList == nil {
		return rest.AssignmentExpression
	}
	return l.ExpressionList
}
