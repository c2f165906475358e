package slab

import (
	"fmt"

	"whittle.dev/internal/bench/gen/guarded"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// Fischer is mutual exclusion by timing, as a clocked transition system (Z. Manna, A. Pnueli, "Clocked
// transition systems", 1996). A process that finds the lock free sets it to its number within C1, then waits
// for at least C2, and enters if the number is still its own.
//
// The clock of a process is the difference of the time now and the time since when it was reset, so that all
// conditions are difference constraints.
type Fischer struct {
	Processes int
	// Parametric leaves the bounds open but for 0 <= C1 < C2; otherwise they are 1 and 2. With negative
	// bounds time would stand still while a process can set the lock, and no process would wait.
	Parametric bool
	// AllPairs makes a goal of each pair of processes; otherwise the first two must not be in the critical
	// section at once.
	AllPairs bool
	// Broken: the bounds are equal.
	Broken bool
}

// The values of the program counters, beside idle.
const (
	setting   = 1 // found the lock free, will set it within C1
	trying    = 2 // has set the lock, waits for C2
	exclusive = 3
)

// fischer is the system under construction.
type fischer struct {
	Fischer
	m         *guarded.Machine
	lock, now guarded.Var
	pc, since []guarded.Var
	c1, c2    term.Term
}

// System makes the system.
func (f Fischer) System() *transition.System {
	x := &fischer{Fischer: f, m: guarded.New()}
	m := x.m
	x.lock, x.now = m.IntVar("lock"), m.RealVar("now")
	m.Init(x.lock.Is(0))
	x.bounds()
	for i := range f.Processes {
		m.Process = i
		x.pc = append(x.pc, m.Counter(fmt.Sprintf("pc%d", i+1)))
		x.since = append(x.since, m.RealVar(fmt.Sprintf("since%d", i+1)))
		m.Init(x.pc[i].Is(idle))
	}
	for i := range f.Processes {
		m.Process = i
		x.process(i)
	}
	m.Process = transition.Shared
	x.delay()
	exclusion(m, x.pc, exclusive, f.AllPairs)
	return m.System()
}

func (x *fischer) bounds() {
	if !x.Parametric {
		x.c1, x.c2 = x.now.Num(1), x.now.Num(2)
		if x.Broken {
			x.c2 = x.c1
		}
		return
	}
	c1 := x.m.RealVar("C1")
	x.c1, x.c2 = c1.Term, x.m.RealVar("C2").Term
	x.m.Init(c1.AtLeast(0))
	if x.Broken {
		x.m.Init(x.m.Le(x.c1, x.c2))
	} else {
		x.m.Init(x.m.Lt(x.c1, x.c2))
	}
}

func (x *fischer) process(i int) {
	m, pc, since := x.m, x.pc[i], x.since[i]
	id := int64(i + 1)
	name := func(step string) string { return fmt.Sprintf("%s %d", step, id) }
	waited := m.Le(m.IntAdd(since.Term, x.c2), x.now.Term)
	reset := since.Becomes(x.now.Term)
	m.Command(name("find free"), m.When(pc.Is(idle), x.lock.Is(0)), pc.Sets(setting), reset)
	m.Command(name("set"), m.When(pc.Is(setting)), pc.Sets(trying), x.lock.Sets(id), reset)
	m.Command(name("enter"), m.When(pc.Is(trying), waited, x.lock.Is(id)), pc.Sets(exclusive))
	m.Command(name("retry"), m.When(pc.Is(trying), waited, x.lock.IsNot(id)), pc.Sets(idle))
	m.Command(name("leave"), m.When(pc.Is(exclusive)), pc.Sets(idle), x.lock.Sets(0))
}

// delay lets time pass, as long as no process that must set the lock misses its bound.
func (x *fischer) delay() {
	effects := []guarded.Effect{x.now.Changes(), guarded.Demanding(x.m.Ge(x.now.Next, x.now.Term))}
	for i, pc := range x.pc {
		inTime := x.m.Le(x.now.Next, x.m.IntAdd(x.since[i].Term, x.c1))
		effects = append(effects, guarded.Demanding(x.m.Or(pc.IsNot(setting), inTime)))
	}
	x.m.Command("delay", nil, effects...)
}
