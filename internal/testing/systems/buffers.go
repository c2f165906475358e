package systems

import (
	"fmt"

	"whittle.dev/internal/bench/gen/guarded"
	"whittle.dev/term"
)

// buffers are producers and consumers, queues and windows.
func buffers() []pair {
	return []pair{{"producer_consumer", producerConsumer}, {"ring_buffer", ringBuffer}, {"credits", credits},
		{"shift_queue", shiftQueue}, {"window", window}}
}

// producerConsumer counts what was produced and consumed, for any capacity. The broken producer looks at the
// capacity before last.
func producerConsumer(m *guarded.Machine, broken bool) {
	in, out, capacity := m.IntVar("in"), m.IntVar("out"), m.IntVar("capacity")
	m.Init(in.Is(0), out.Is(0), capacity.Above(0))
	room := m.Lt(distance(m, in, out), pick(broken, capacity.Plus(1), capacity.Term))
	m.Command("produce", m.When(room), in.Becomes(in.Plus(1)))
	m.Command("consume", m.When(m.Lt(out.Term, in.Term)), out.Becomes(out.Plus(1)))
	m.Bad("overflow", m.Gt(distance(m, in, out), capacity.Term))
	m.Bad("underflow", m.Lt(in.Term, out.Term))
}

// ringBuffer keeps head, tail and number of the elements in five cells: they agree. The broken one wraps the
// tail too late.
func ringBuffer(m *guarded.Machine, broken bool) {
	head, tail, n := m.IntVar("head"), m.IntVar("tail"), m.IntVar("n")
	m.Init(head.Is(0), tail.Is(0), n.Is(0))
	after := func(v guarded.Var, last int64) term.Term {
		return m.Ite(v.AtLeast(last), v.Num(0), v.Plus(1))
	}
	last := pick[int64](broken, 5, 4)
	m.Command("put", m.When(n.Below(5)), n.Becomes(n.Plus(1)), tail.Becomes(after(tail, last)))
	m.Command("get", m.When(n.Above(0)), n.Becomes(n.Plus(-1)), head.Becomes(after(head, 4)))
	d := m.IntSub(tail.Term, m.IntAdd(head.Term, n.Term))
	m.Bad("disagree", m.Not(m.Or(m.Eq(d, n.Num(0)), m.Eq(d, n.Num(-5)))))
}

// credits: each message in flight or stored holds one of N credits. The broken receiver returns one too
// early.
func credits(m *guarded.Machine, broken bool) {
	free, flying, stored, all := m.IntVar("free"), m.IntVar("flying"), m.IntVar("stored"), m.IntVar("all")
	m.Init(all.Above(0), m.Eq(free.Term, all.Term), flying.Is(0), stored.Is(0))
	m.Command("send", m.When(free.Above(0)), free.Becomes(free.Plus(-1)), flying.Becomes(flying.Plus(1)))
	arrive := []guarded.Effect{flying.Becomes(flying.Plus(-1)), stored.Becomes(stored.Plus(1))}
	use := []guarded.Effect{stored.Becomes(stored.Plus(-1)), free.Becomes(free.Plus(1))}
	if broken {
		arrive = append(arrive, free.Becomes(free.Plus(1)))
		use = use[:1]
	}
	m.Command("arrive", m.When(flying.Above(0)), arrive...)
	m.Command("use", m.When(stored.Above(0)), use...)
	m.Bad("too many", m.Gt(stored.Term, all.Term))
}

// shiftQueue is a queue of three cells, the oldest element first; elements are numbered when they are put in.
// They leave in order. The broken queue puts an element before the last one.
func shiftQueue(m *guarded.Machine, broken bool) {
	cells := make([]guarded.Var, 3)
	for i := range cells {
		cells[i] = m.IntVar(fmt.Sprintf("cell%d", i))
	}
	n, next, last := m.IntVar("n"), m.IntVar("next"), m.IntVar("last")
	m.Init(n.Is(0), next.Is(1), last.Is(0))
	for i, c := range cells {
		effects := []guarded.Effect{n.Sets(int64(i + 1)), next.Becomes(next.Plus(1)), c.Becomes(next.Term)}
		if broken && i == 2 {
			effects = append(effects[:2], c.Becomes(cells[1].Term), cells[1].Becomes(next.Term))
		}
		m.Command(fmt.Sprintf("put %d", i), m.When(n.Is(int64(i))), effects...)
	}
	m.Command("get", m.When(n.Above(0)), n.Becomes(n.Plus(-1)), last.Becomes(cells[0].Term),
		cells[0].Becomes(cells[1].Term), cells[1].Becomes(cells[2].Term))
	m.Bad("order", n.Above(0), m.Le(cells[0].Term, last.Term))
}

// window is a sliding window of 4: an acknowledgement is for what was delivered, so no more than 4 messages
// are in flight. The broken sender takes acknowledgements of what was sent.
func window(m *guarded.Machine, broken bool) {
	sent, delivered, acked := m.IntVar("sent"), m.IntVar("delivered"), m.IntVar("acked")
	m.Init(sent.Is(0), delivered.Is(0), acked.Is(0))
	m.Command("send", m.When(m.Lt(sent.Term, acked.Plus(4))), sent.Becomes(sent.Plus(1)))
	m.Command("deliver", m.When(m.Lt(delivered.Term, sent.Term)), delivered.Becomes(delivered.Plus(1)))
	m.Command("acknowledge", nil, acked.Changes(), guarded.Demanding(m.Le(acked.Term, acked.Next)),
		guarded.Demanding(m.Le(acked.Next, pick(broken, sent.Term, delivered.Term))))
	m.Bad("flood", m.Gt(distance(m, sent, delivered), m.Int64(4)))
}
