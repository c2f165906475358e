package systems

import (
	"fmt"

	"whittle.dev/internal/bench/gen/guarded"
	"whittle.dev/internal/ts/transition"
)

// exclusions are locks and algorithms for mutual exclusion.
func exclusions() []pair {
	return []pair{{"peterson", peterson}, {"dekker", dekker}, {"szymanski", szymanski},
		{"ticket_lock", ticketLock}, {"semaphore", semaphore}, {"spin_lock", spinLock},
		{"readers_writer", readersWriter}, {"token_ring", tokenRing}, {"owned_lock", ownedLock}}
}

// processes are n program counters, each of the process with its number.
func processes(m *guarded.Machine, n int) []guarded.Var {
	pcs := make([]guarded.Var, n)
	for i := range pcs {
		m.Process = i
		pcs[i] = m.Counter(fmt.Sprintf("pc%d", i))
		m.Init(pcs[i].Is(0))
	}
	m.Process = transition.Shared
	return pcs
}

// both makes it bad that two counters of a list have this value.
func both(m *guarded.Machine, pcs []guarded.Var, critical int64) {
	for i := range pcs {
		for j := range pcs[:i] {
			m.Bad(fmt.Sprintf("%d and %d", j, i), pcs[j].Is(critical), pcs[i].Is(critical))
		}
	}
}

// peterson is the algorithm of G. L. Peterson (1981). The broken one gives way before it raises its flag.
func peterson(m *guarded.Machine, broken bool) {
	pcs := processes(m, 2)
	flags := []guarded.Var{m.BoolVar("flag0"), m.BoolVar("flag1")}
	turn := m.IntVar("turn")
	m.Init(m.Not(flags[0].Term), m.Not(flags[1].Term), m.Or(turn.Is(0), turn.Is(1)))
	for i, pc := range pcs {
		m.Process = i
		j := 1 - i
		raise, yield := flags[i].Becomes(m.True()), turn.Sets(int64(j))
		m.Command("first", m.When(pc.Is(0)), pc.Sets(1), pick(broken, yield, raise))
		m.Command("second", m.When(pc.Is(1)), pc.Sets(2), pick(broken, raise, yield))
		m.Command("enter", m.When(pc.Is(2), m.Or(m.Not(flags[j].Term), turn.Is(int64(i)))), pc.Sets(3))
		m.Command("leave", m.When(pc.Is(3)), pc.Sets(0), flags[i].Becomes(m.False()))
	}
	both(m, pcs, 3)
}

// dekker is the algorithm of T. J. Dekker. The broken one looks at the other flag before it raises its own.
func dekker(m *guarded.Machine, broken bool) {
	pcs := processes(m, 2)
	flags := []guarded.Var{m.BoolVar("flag0"), m.BoolVar("flag1")}
	turn := m.IntVar("turn")
	m.Init(m.Not(flags[0].Term), m.Not(flags[1].Term), turn.Is(0))
	for i, pc := range pcs {
		m.Process = i
		mine, theirs, j := flags[i], flags[1-i].Term, int64(1-i)
		if broken {
			m.Command("look", m.When(pc.Is(0), m.Not(theirs)), pc.Sets(1))
			m.Command("enter", m.When(pc.Is(1)), pc.Sets(3), mine.Becomes(m.True()))
		} else {
			m.Command("raise", m.When(pc.Is(0)), pc.Sets(1), mine.Becomes(m.True()))
			m.Command("enter", m.When(pc.Is(1), m.Not(theirs)), pc.Sets(3))
			m.Command("yield", m.When(pc.Is(1), theirs, turn.Is(j)), pc.Sets(2), mine.Becomes(m.False()))
			m.Command("again", m.When(pc.Is(2), turn.Is(int64(i))), pc.Sets(1), mine.Becomes(m.True()))
		}
		m.Command("leave", m.When(pc.Is(3)), pc.Sets(0), mine.Becomes(m.False()), turn.Sets(j))
	}
	both(m, pcs, 3)
}

// szymanski is the algorithm of B. K. Szymanski (1988) with the five values of the flag, for two processes.
// In the broken one the second process does not wait for the first in the end.
func szymanski(m *guarded.Machine, broken bool) {
	pcs := processes(m, 2)
	flags := []guarded.Var{m.IntVar("flag0"), m.IntVar("flag1")}
	m.Init(flags[0].Is(0), flags[1].Is(0))
	for i, pc := range pcs {
		m.Process = i
		mine, other := flags[i], flags[1-i]
		m.Command("intent", m.When(pc.Is(0)), pc.Sets(1), mine.Sets(1))
		m.Command("door open", m.When(pc.Is(1), other.Below(3)), pc.Sets(2))
		m.Command("doorway", m.When(pc.Is(2)), pc.Sets(3), mine.Sets(3))
		m.Command("others come", m.When(pc.Is(3), other.Is(1)), pc.Sets(4))
		m.Command("none comes", m.When(pc.Is(3), other.IsNot(1)), pc.Sets(6))
		m.Command("wait", m.When(pc.Is(4)), pc.Sets(5), mine.Sets(2))
		m.Command("door closed", m.When(pc.Is(5), other.Is(4)), pc.Sets(6))
		m.Command("close", m.When(pc.Is(6)), pc.Sets(7), mine.Sets(4))
		lower, higher := m.True(), m.True()
		if i == 1 && !broken {
			lower = other.Below(2)
		}
		if i == 0 {
			higher = m.Or(other.Below(2), other.Above(3))
		}
		m.Command("enter", m.When(pc.Is(7), lower), pc.Sets(8))
		m.Command("leave", m.When(pc.Is(8), higher), pc.Sets(9))
		m.Command("open", m.When(pc.Is(9)), pc.Sets(0), mine.Sets(0))
	}
	both(m, pcs, 8)
}

// ticketLock draws tickets from a counter and serves them in order. The broken one reads the counter in one
// step and increments it in another.
func ticketLock(m *guarded.Machine, broken bool) {
	pcs := processes(m, 2)
	next, serving := m.IntVar("next"), m.IntVar("serving")
	m.Init(next.Is(0), serving.Is(0))
	for i, pc := range pcs {
		m.Process = i
		mine := m.IntVar(fmt.Sprintf("mine%d", i))
		if broken {
			m.Command("look", m.When(pc.Is(0)), pc.Sets(3), mine.Becomes(next.Term))
			m.Command("take", m.When(pc.Is(3)), pc.Sets(1), next.Becomes(next.Plus(1)))
		} else {
			m.Command("take", m.When(pc.Is(0)), pc.Sets(1), mine.Becomes(next.Term),
				next.Becomes(next.Plus(1)))
		}
		m.Command("enter", m.When(pc.Is(1), m.Eq(mine.Term, serving.Term)), pc.Sets(2))
		m.Command("leave", m.When(pc.Is(2)), pc.Sets(0), serving.Becomes(serving.Plus(1)))
	}
	both(m, pcs, 2)
}

// semaphore lets one of three processes in. The broken one has two permits.
func semaphore(m *guarded.Machine, broken bool) {
	pcs := processes(m, 3)
	permits := m.IntVar("permits")
	m.Init(permits.Is(pick[int64](broken, 2, 1)))
	for i, pc := range pcs {
		m.Process = i
		m.Command("down", m.When(pc.Is(0), permits.Above(0)), pc.Sets(1), permits.Becomes(permits.Plus(-1)))
		m.Command("up", m.When(pc.Is(1)), pc.Sets(0), permits.Becomes(permits.Plus(1)))
	}
	both(m, pcs, 1)
}

// spinLock tests and sets a flag in one step. The broken one does it in two.
func spinLock(m *guarded.Machine, broken bool) {
	pcs := processes(m, 3)
	held := m.BoolVar("held")
	m.Init(m.Not(held.Term))
	for i, pc := range pcs {
		m.Process = i
		if broken {
			m.Command("test", m.When(pc.Is(0), m.Not(held.Term)), pc.Sets(1))
			m.Command("set", m.When(pc.Is(1)), pc.Sets(2), held.Becomes(m.True()))
		} else {
			m.Command("take", m.When(pc.Is(0), m.Not(held.Term)), pc.Sets(2), held.Becomes(m.True()))
		}
		m.Command("release", m.When(pc.Is(2)), pc.Sets(0), held.Becomes(m.False()))
	}
	both(m, pcs, 2)
}

// readersWriter counts any number of readers, who exclude a writer. The broken writer ignores them.
func readersWriter(m *guarded.Machine, broken bool) {
	readers, writing := m.IntVar("readers"), m.BoolVar("writing")
	m.Init(readers.Is(0), m.Not(writing.Term))
	m.Command("read", m.When(m.Not(writing.Term)), readers.Becomes(readers.Plus(1)))
	m.Command("stop", m.When(readers.Above(0)), readers.Becomes(readers.Plus(-1)))
	alone := pick(broken, m.True(), readers.Is(0))
	m.Command("write", m.When(m.Not(writing.Term), alone), writing.Becomes(m.True()))
	m.Command("written", m.When(writing.Term), writing.Becomes(m.False()))
	m.Bad("both", writing.Term, readers.Above(0))
}

// tokenRing hands a token around five stations. In the broken ring station 3 can keep a copy.
func tokenRing(m *guarded.Machine, broken bool) {
	stations := make([]guarded.Var, 5)
	for i := range stations {
		stations[i] = m.BoolVar(fmt.Sprintf("token%d", i))
		m.Init(pick(i == 0, stations[i].Term, m.Not(stations[i].Term)))
	}
	for i, s := range stations {
		next := stations[(i+1)%len(stations)]
		m.Command("pass", m.When(s.Term), s.Becomes(m.False()), next.Becomes(m.True()))
		if broken && i == 3 {
			m.Command("copy", m.When(s.Term), next.Becomes(m.True()))
		}
	}
	m.Bad("two tokens", stations[1].Term, m.Or(stations[3].Term, stations[4].Term, stations[2].Term))
}

// ownedLock is taken by one of three processes for good. The broken one is lost by the owners from 3 on, so
// the processes only seem to be interchangeable.
func ownedLock(m *guarded.Machine, broken bool) {
	owner := m.IntVar("owner")
	m.Init(owner.Is(0))
	var pcs []guarded.Var
	for i := range 3 {
		m.Process = i
		id := int64(i + 1)
		pc := m.Counter(fmt.Sprintf("pc%d", id))
		m.Init(pc.Is(0))
		m.Command(fmt.Sprintf("take %d", id), m.When(pc.Is(0), owner.Is(0)), pc.Sets(1), owner.Sets(id))
		m.Command(fmt.Sprintf("enter %d", id), m.When(pc.Is(1), owner.Is(id)), pc.Sets(2))
		pcs = append(pcs, pc)
	}
	m.Process = transition.Shared
	if broken {
		m.Command("lose", m.When(owner.AtLeast(3)), owner.Sets(0))
	}
	both(m, pcs, 2)
}
