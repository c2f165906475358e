package slab

import (
	"fmt"

	"whittle.dev/internal/bench/gen/guarded"
	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// Bakery is mutual exclusion by tickets (L. Lamport, "A new solution of Dijkstra's concurrent programming
// problem", CACM 17(8), 1974). Ticket 0 is none.
type Bakery struct {
	Processes int
	Variant   BakeryVariant
	// AllPairs makes a goal of each pair of processes; otherwise the first two must not be in the critical
	// section at once.
	AllPairs bool
	// Broken lets a process take a ticket that another one has.
	Broken bool
}

// BakeryVariant says how a ticket is taken.
type BakeryVariant uint8

const (
	// Atomic takes a ticket above all others in one step.
	Atomic BakeryVariant = iota
	// Requesting says first that a ticket will be taken, and the others wait for it.
	Requesting
	// TwoSteps looks at the tickets in one step and takes one in another; of equal tickets that of the
	// process with the lower number comes first.
	TwoSteps
	// Successor is Requesting with the ticket that follows the highest.
	Successor
)

// The values of the program counters.
const (
	idle = iota
	requesting
	choosing // TwoSteps: the ticket is known, but not taken
	waiting
	critical
)

// bakery is the system under construction.
type bakery struct {
	Bakery
	m               *guarded.Machine
	pc, ticket, own []guarded.Var
}

// System makes the system.
func (b Bakery) System() *transition.System {
	x := &bakery{Bakery: b, m: guarded.New()}
	for i := range b.Processes {
		x.m.Process = i
		x.pc = append(x.pc, x.m.Counter(fmt.Sprintf("pc%d", i+1)))
		if b.Variant == TwoSteps {
			x.own = append(x.own, x.m.IntVar(fmt.Sprintf("own%d", i+1)))
		}
		x.m.Process = transition.Shared
		x.ticket = append(x.ticket, x.m.IntVar(fmt.Sprintf("ticket%d", i+1)))
		x.m.Init(x.pc[i].Is(idle), x.ticket[i].Is(0))
	}
	for i := range b.Processes {
		x.m.Process = i
		x.process(i)
	}
	exclusion(x.m, x.pc, critical, b.AllPairs)
	return x.m.System()
}

func (x *bakery) process(i int) {
	m, pc, ticket := x.m, x.pc[i], x.ticket[i]
	name := func(step string) string { return fmt.Sprintf("%s %d", step, i+1) }
	taken := waiting
	if x.Variant != Atomic {
		m.Command(name("request"), m.When(pc.Is(idle)), pc.Sets(requesting))
	}
	switch x.Variant {
	case Atomic:
		m.Command(name("take"), m.When(pc.Is(idle)), x.fresh(i, ticket, pc.Sets(waiting))...)
	case TwoSteps:
		own := x.own[i]
		m.Command(name("look"), m.When(pc.Is(requesting)), x.fresh(i, own, pc.Sets(choosing))...)
		m.Command(name("take"), m.When(pc.Is(choosing)), pc.Sets(waiting), ticket.Becomes(own.Term))
	default:
		m.Command(name("take"), m.When(pc.Is(requesting)), x.fresh(i, ticket, pc.Sets(waiting))...)
	}
	m.Command(name("enter"), append(m.When(pc.Is(int64(taken))), x.first(i)...), pc.Sets(critical))
	m.Command(name("leave"), m.When(pc.Is(critical)), pc.Sets(idle), ticket.Sets(0))
}

// fresh are the effects that v becomes a ticket above all others, and one more.
func (x *bakery) fresh(i int, v guarded.Var, more guarded.Effect) []guarded.Effect {
	out := []guarded.Effect{v.Changes(), guarded.Demanding(x.m.Ge(v.Next, v.Num(1)))}
	next := []term.Term{x.m.Eq(v.Next, v.Num(1))}
	for j, other := range x.ticket {
		switch {
		case j == i:
			continue
		case x.Broken:
			out = append(out, guarded.Demanding(x.m.Le(other.Term, v.Next)))
		default:
			out = append(out, guarded.Demanding(x.m.Lt(other.Term, v.Next)))
		}
		next = append(next, x.m.Eq(v.Next, other.Plus(1)))
	}
	if x.Variant == Successor {
		out = append(out, guarded.Demanding(x.m.Or(next...)))
	}
	return append(out, more)
}

// first are the conditions that process i is the next: no other one is taking a ticket, and each of them has
// none or a later one.
func (x *bakery) first(i int) []term.Term {
	var out []term.Term
	for j, other := range x.ticket {
		if j == i {
			continue
		}
		if x.Variant != Atomic {
			out = append(out, x.pc[j].IsNot(requesting))
		}
		earlier := x.m.Lt(x.ticket[i].Term, other.Term)
		if x.Variant == TwoSteps {
			out = append(out, x.pc[j].IsNot(choosing))
		}
		if x.Broken || x.Variant == TwoSteps && i < j {
			earlier = x.m.Le(x.ticket[i].Term, other.Term)
		}
		out = append(out, x.m.Or(other.Is(0), earlier))
	}
	return out
}

// exclusion adds the goals that two processes are at the critical value of their counters: the first two, or
// each pair.
func exclusion(m *guarded.Machine, pc []guarded.Var, critical int64, all bool) {
	for i := range pc {
		for j := range pc[:i] {
			if all || i == 1 {
				m.Bad(fmt.Sprintf("%d and %d", j+1, i+1), pc[j].Is(critical), pc[i].Is(critical))
			}
		}
	}
}
