package systems

import (
	"fmt"
	"math/rand/v2"

	"whittle.dev/internal/bench/gen/guarded"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// A random system of processes has three of them, which do the same with other names: each has a number
// between 0 and 3, and they share a lock with the number of its owner.

const crowdSize = 3

// RandomProcesses makes a system of interchangeable processes from a seed, with the verdict by enumeration of
// its states.
func RandomProcesses(seed int64) Case {
	make := func() *transition.System {
		r := &crowd{seed: uint64(seed), m: guarded.New()}
		return r.system()
	}
	return enumerated(fmt.Sprintf("random_processes_%d", seed), make)
}

// crowd makes one random system of processes.
type crowd struct {
	seed uint64
	m    *guarded.Machine
	own  []guarded.Var
	lock guarded.Var
}

func (c *crowd) system() *transition.System {
	m := c.m
	c.lock = m.IntVar("lock")
	m.Init(c.lock.Is(0))
	for i := range crowdSize {
		x := m.IntVar(fmt.Sprintf("x%d", i+1))
		c.own = append(c.own, x)
		m.Init(x.Is(0))
	}
	for k := range 3 + c.each(-1).IntN(4) {
		for i := range crowdSize {
			c.command(k, i)
		}
	}
	r := c.each(-2)
	first, second := int64(1+r.IntN(intValues-1)), int64(1+r.IntN(intValues-1))
	all := r.IntN(2) == 0
	for i := range crowdSize {
		for j := range i {
			if all || i+j == 1 {
				m.Bad(fmt.Sprintf("goal %d %d", j, i), c.own[j].Is(first), c.own[i].Is(second))
			}
		}
	}
	return m.System()
}

// each returns numbers that are the same for all processes.
func (c *crowd) each(what int) *rand.Rand { return rand.New(rand.NewPCG(c.seed, uint64(what+8))) }

// command adds one command to process i.
func (c *crowd) command(k, i int) {
	m, r := c.m, c.each(k)
	id := int64(i + 1)
	var guards []term.Term
	for range 1 + r.IntN(2) {
		guards = append(guards, c.atom(r)(i))
	}
	if r.IntN(3) == 0 { // about all others, or some other
		about, some := c.atom(r), r.IntN(2) == 0
		var others []term.Term
		for j := range crowdSize {
			if j != i {
				others = append(others, about(j))
			}
		}
		guards = append(guards, pick(some, m.Or(others...), m.And(others...)))
	}
	switch r.IntN(3) {
	case 0:
		guards = append(guards, c.lock.Is(0))
	case 1:
		guards = append(guards, c.lock.Is(id))
	}
	var effects []guarded.Effect
	switch r.IntN(3) {
	case 0:
		effects = append(effects, c.lock.Sets(id))
	case 1:
		effects = append(effects, c.lock.Sets(0))
	}
	x := c.own[i]
	switch r.IntN(6) {
	case 0, 1, 2:
		effects = append(effects, x.Sets(int64(r.IntN(intValues))))
	case 3:
		effects = append(effects, x.Changes(), guarded.Demanding(m.Le(x.Term, x.Next)),
			guarded.Demanding(m.Lt(x.Next, x.Num(intValues))))
	default:
		effects = append(effects, x.Becomes(m.Ite(x.Below(intValues-1), x.Plus(1), x.Num(0))))
	}
	m.Command(fmt.Sprintf("step %d of %d", k, id), guards, effects...)
}

// atom is a condition on the number of a process.
func (c *crowd) atom(r *rand.Rand) func(i int) term.Term {
	n, kind := int64(r.IntN(intValues)), r.IntN(3)
	return func(i int) term.Term {
		switch x := c.own[i]; kind {
		case 0:
			return x.Is(n)
		case 1:
			return x.AtLeast(n)
		default:
			return x.Below(n + 1)
		}
	}
}
