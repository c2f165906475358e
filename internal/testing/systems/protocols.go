package systems

import "whittle.dev/internal/bench/gen/guarded"

// protocols are protocols of caches, whose states are counted, and of communication.
func protocols() []pair {
	return []pair{{"synapse", synapse}, {"mesi", mesi}, {"alternating_bit", alternatingBit},
		{"two_phase_commit", twoPhaseCommit}}
}

// synapse counts the caches that are invalid, valid and dirty (as in G. Delzanno, "Automatic verification of
// parameterized cache coherence protocols", CAV 2000): a dirty one is alone. In the broken protocol a write
// miss does not invalidate valid caches.
func synapse(m *guarded.Machine, broken bool) {
	invalid, valid, dirty := m.IntVar("invalid"), m.IntVar("valid"), m.IntVar("dirty")
	m.Init(invalid.Above(0), valid.Is(0), dirty.Is(0))
	m.Command("read miss", m.When(invalid.Above(0)), dirty.Sets(0), valid.Becomes(valid.Plus(1)),
		invalid.Becomes(m.IntAdd(invalid.Plus(-1), dirty.Term)))
	all := m.IntAdd(invalid.Term, valid.Term, dirty.Plus(-1))
	m.Command("write hit", m.When(valid.Above(0)), invalid.Becomes(all), valid.Sets(0), dirty.Sets(1))
	if broken {
		m.Command("write miss", m.When(invalid.Above(0)),
			invalid.Becomes(m.IntAdd(invalid.Term, dirty.Plus(-1))), dirty.Sets(1))
	} else {
		m.Command("write miss", m.When(invalid.Above(0)), invalid.Becomes(all), valid.Sets(0), dirty.Sets(1))
	}
	m.Bad("two dirty", dirty.Above(1))
	m.Bad("dirty and valid", dirty.Above(0), valid.Above(0))
}

// mesi counts the caches in each state of the protocol MESI: a modified one is alone. In the broken protocol
// a read miss leaves a modified cache as it is.
func mesi(m *guarded.Machine, broken bool) {
	modified, exclusive, shared, invalid := m.IntVar("modified"), m.IntVar("exclusive"), m.IntVar("shared"),
		m.IntVar("invalid")
	m.Init(modified.Is(0), exclusive.Is(0), shared.Is(0), invalid.Above(0))
	readers, after := m.IntAdd(shared.Plus(1), exclusive.Term, modified.Term), modified.Sets(0)
	if broken {
		readers, after = m.IntAdd(shared.Plus(1), exclusive.Term), modified.Becomes(modified.Term)
	}
	m.Command("read miss", m.When(invalid.Above(0)), shared.Becomes(readers), exclusive.Sets(0), after,
		invalid.Becomes(invalid.Plus(-1)))
	m.Command("write exclusive", m.When(exclusive.Above(0)), exclusive.Becomes(exclusive.Plus(-1)),
		modified.Becomes(modified.Plus(1)))
	m.Command("write shared", m.When(shared.Above(0)), shared.Sets(0), exclusive.Becomes(exclusive.Plus(1)),
		invalid.Becomes(m.IntAdd(invalid.Term, shared.Plus(-1))))
	others := m.IntAdd(invalid.Plus(-1), shared.Term, exclusive.Term, modified.Term)
	m.Command("write miss", m.When(invalid.Above(0)), shared.Sets(0), exclusive.Sets(1), modified.Sets(0),
		invalid.Becomes(others))
	m.Bad("two modified", modified.Above(1))
	m.Bad("modified and shared", modified.Above(0), shared.Above(0))
}

// alternatingBit sends numbered messages over channels that lose and repeat: 0 is an empty channel, 1 and 2
// carry the bits. No message is skipped. The broken sender takes any acknowledgement.
func alternatingBit(m *guarded.Machine, broken bool) {
	data, ack := m.IntVar("data"), m.IntVar("ack")
	sender, receiver := m.IntVar("sender"), m.IntVar("receiver")
	sent, got := m.IntVar("sent"), m.IntVar("got")
	m.Init(data.Is(0), ack.Is(0), sender.Is(1), receiver.Is(1), sent.Is(1), got.Is(0))
	flip := func(v guarded.Var) guarded.Effect { return v.Becomes(m.IntSub(v.Num(3), v.Term)) }
	m.Command("send", nil, data.Becomes(sender.Term))
	m.Command("lose", nil, data.Sets(0))
	m.Command("receive", m.When(m.Eq(data.Term, receiver.Term)), got.Becomes(got.Plus(1)),
		ack.Becomes(receiver.Term), flip(receiver), data.Sets(0))
	m.Command("repeat", m.When(data.IsNot(0), m.Not(m.Eq(data.Term, receiver.Term))),
		ack.Becomes(data.Term), data.Sets(0))
	m.Command("lose acknowledgement", nil, ack.Sets(0))
	known := pick(broken, ack.IsNot(0), m.Eq(ack.Term, sender.Term))
	m.Command("acknowledged", m.When(known), flip(sender), sent.Becomes(sent.Plus(1)), ack.Sets(0))
	m.Bad("skipped", m.Gt(distance(m, sent, got), m.Int64(1)))
}

// twoPhaseCommit: a coordinator commits when both participants have voted yes; it can abort before. A
// participant works (0), has voted yes (1), has committed (2) or has aborted (3). The broken coordinator
// waits for the first alone.
func twoPhaseCommit(m *guarded.Machine, broken bool) {
	coordinator := m.Counter("coordinator") // 0 waits, 1 has committed, 2 has aborted
	ps := []guarded.Var{m.Counter("first"), m.Counter("second")}
	m.Init(coordinator.Is(0), ps[0].Is(0), ps[1].Is(0))
	for _, p := range ps {
		m.Command("yes", m.When(p.Is(0)), p.Sets(1))
		m.Command("no", m.When(p.Is(0)), p.Sets(3))
		m.Command("commit", m.When(p.Is(1), coordinator.Is(1)), p.Sets(2))
		m.Command("abort", m.When(p.Is(1), coordinator.Is(2)), p.Sets(3))
	}
	votes := m.When(coordinator.Is(0), ps[0].Is(1))
	if !broken {
		votes = append(votes, ps[1].Is(1))
	}
	m.Command("decide", votes, coordinator.Sets(1))
	m.Command("give up", m.When(coordinator.Is(0)), coordinator.Sets(2))
	m.Bad("split", ps[0].Is(2), ps[1].Is(3))
	m.Bad("split the other way", ps[0].Is(3), ps[1].Is(2))
}
