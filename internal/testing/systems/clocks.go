package systems

import (
	"math/big"

	"whittle.dev/internal/bench/gen/guarded"
	"whittle.dev/term"
)

// clocks are real-time and hybrid systems.
func clocks() []pair {
	return []pair{{"train_gate", trainGate}, {"fischer_clocks", fischerClocks}, {"watchdog", watchdog},
		{"drift", drift}, {"thermostat", thermostat}, {"tank", tank}}
}

// trainGate: a train takes at least 3 from the signal to the crossing, the gate starts to close within 1 and
// takes 1, so it is down in time. The broken train takes 1 only.
func trainGate(m *guarded.Machine, broken bool) {
	train, gate, t := m.Counter("train"), m.Counter("gate"), m.RealVar("t")
	m.Init(train.Is(0), gate.Is(0))
	m.Command("signal", m.When(train.Is(0), gate.Is(0)), train.Sets(1), t.Sets(0))
	m.Command("start", m.When(train.Is(1), gate.Is(0)), gate.Sets(1))
	m.Command("down", m.When(gate.Is(1)), gate.Sets(2))
	m.Command("cross", m.When(train.Is(1), t.AtLeast(pick[int64](broken, 1, 3))), train.Sets(2))
	m.Command("pass", m.When(train.Is(2)), train.Sets(3))
	m.Command("up", m.When(train.Is(3), gate.Is(2)), train.Sets(0), gate.Sets(0))
	waiting := m.And(train.Is(1), gate.Is(0))
	m.Command("delay", nil, t.Changes(), guarded.Demanding(m.Le(t.Term, t.Next)),
		bound(m, waiting, t.Next, t.Num(1)), bound(m, gate.Is(1), t.Next, t.Num(2)))
	m.Bad("open", train.Is(2), gate.IsNot(2))
}

// fischerClocks is Fischer's algorithm for two processes with a clock each and bounds 2 and 3. In the broken
// one both are 2.
func fischerClocks(m *guarded.Machine, broken bool) {
	pcs := processes(m, 2)
	lock := m.IntVar("lock")
	cs := []guarded.Var{m.RealVar("c0"), m.RealVar("c1")}
	m.Init(lock.Is(0))
	for i, pc := range pcs {
		m.Process = i
		c, id := cs[i], int64(i+1)
		long := c.AtLeast(pick[int64](broken, 2, 3))
		m.Command("find free", m.When(pc.Is(0), lock.Is(0)), pc.Sets(1), c.Sets(0))
		m.Command("set", m.When(pc.Is(1), c.AtMost(2)), pc.Sets(2), c.Sets(0), lock.Sets(id))
		m.Command("enter", m.When(pc.Is(2), long, lock.Is(id)), pc.Sets(3))
		m.Command("retry", m.When(pc.Is(2), long, lock.IsNot(id)), pc.Sets(0))
		m.Command("leave", m.When(pc.Is(3)), pc.Sets(0), lock.Sets(0))
	}
	d := m.Input("d", term.Real)
	m.Command("delay", m.When(m.Ge(d, cs[0].Num(0))), guarded.Reading(d),
		cs[0].Becomes(m.IntAdd(cs[0].Term, d)), cs[1].Becomes(m.IntAdd(cs[1].Term, d)))
	both(m, pcs, 3)
}

// watchdog: the program resets the watchdog at the latest after 3, and it fires after 4. The broken program
// can sleep once for 2 more.
func watchdog(m *guarded.Machine, broken bool) {
	c, slept, fired := m.RealVar("c"), m.BoolVar("slept"), m.BoolVar("fired")
	d := m.Input("d", term.Real)
	later := m.IntAdd(c.Term, d)
	m.Init(c.Is(0), m.Not(slept.Term), m.Not(fired.Term))
	m.Command("work", m.When(m.Ge(d, c.Num(0)), m.Le(later, c.Num(3))), guarded.Reading(d), c.Becomes(later))
	m.Command("reset", nil, c.Sets(0))
	if broken {
		m.Command("sleep", m.When(m.Not(slept.Term)), slept.Becomes(m.True()), c.Becomes(c.Plus(2)))
	}
	m.Command("fire", m.When(c.Above(4)), fired.Becomes(m.True()))
	m.Bad("fired", fired.Term)
}

// drift: of two clocks each advances by 1 to 2 in a step, and after at most 3 steps one is set by the other,
// so they are never more than 3 apart. The broken ones are set after 4 steps.
func drift(m *guarded.Machine, broken bool) {
	a, b, steps := m.RealVar("a"), m.RealVar("b"), m.IntVar("steps")
	m.Init(m.Eq(a.Term, b.Term), steps.Is(0))
	m.Command("step", m.When(steps.Below(pick[int64](broken, 4, 3))), steps.Becomes(steps.Plus(1)),
		a.Changes(), b.Changes(), between(m, a, 1, 2), between(m, b, 1, 2))
	m.Command("set", nil, a.Becomes(b.Term), steps.Sets(0))
	m.Bad("apart", m.Gt(distance(m, a, b), a.Num(3)))
}

// thermostat heats below 21 by at most 1 in a step, so it never gets above 22. The broken one may be on below
// 21 and a half.
func thermostat(m *guarded.Machine, broken bool) {
	temp, on := m.RealVar("temperature"), m.BoolVar("on")
	top := m.Real(pick(broken, big.NewRat(43, 2), big.NewRat(21, 1)))
	m.Init(temp.Is(20), on.Term)
	m.Command("heat", m.When(on.Term, m.Lt(temp.Term, top)), temp.Changes(),
		guarded.Demanding(m.Lt(temp.Term, temp.Next)), guarded.Demanding(m.Le(temp.Next, temp.Plus(1))))
	m.Command("cool", m.When(m.Not(on.Term)), temp.Changes(), guarded.Demanding(m.Lt(temp.Next, temp.Term)))
	m.Command("off", m.When(on.Term, temp.AtLeast(20)), on.Becomes(m.False()))
	m.Command("on", m.When(m.Not(on.Term), temp.AtMost(18)), on.Becomes(m.True()))
	m.Bad("hot", temp.Above(22))
}

// tank fills by 1 to 3 in a step while the valve is shut and drains by at most 2 while it is open. It is shut
// below 5 only to fill, so the tank never holds more than 8. The broken one fills below 6.
func tank(m *guarded.Machine, broken bool) {
	level, open := m.RealVar("level"), m.BoolVar("open")
	m.Init(level.Is(0), m.Not(open.Term))
	limit := pick[int64](broken, 6, 5)
	m.Command("fill", m.When(m.Not(open.Term), level.Below(limit)), level.Changes(), between(m, level, 1, 3))
	m.Command("drain", m.When(open.Term, level.AtLeast(2)), level.Changes(), between(m, level, -2, 0))
	m.Command("open", m.When(level.AtLeast(limit)), open.Becomes(m.True()))
	m.Command("close", m.When(level.Below(2)), open.Becomes(m.False()))
	m.Bad("overflow", level.Above(8))
}

// bound is the condition a <= b on a clock, which must hold after a delay if at holds.
func bound(m *guarded.Machine, at, a, b term.Term) guarded.Effect {
	return guarded.Demanding(m.Or(m.Not(at), m.Le(a, b)))
}

// between is the effect that a variable changes by low to high.
func between(m *guarded.Machine, v guarded.Var, low, high int64) guarded.Effect {
	return guarded.Demanding(m.And(m.Le(v.Plus(low), v.Next), m.Le(v.Next, v.Plus(high))))
}
