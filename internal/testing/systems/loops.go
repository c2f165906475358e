package systems

import (
	"whittle.dev/internal/bench/gen/guarded"
	"whittle.dev/term"
)

// loops are sequential loops over integers.
func loops() []pair {
	return []pair{{"count", count}, {"equal_counters", equalCounters}, {"transfer", transfer},
		{"up_down", upDown}, {"nested", nested}, {"follower", follower}, {"phases", phases}, {"gcd", gcd},
		{"fibonacci", fibonacci}, {"even", even}, {"choices", choices}, {"record", record}}
}

// count counts to 10. The broken loop counts to 11.
func count(m *guarded.Machine, broken bool) {
	x := m.IntVar("x")
	m.Init(x.Is(0))
	m.Command("count", m.When(x.Below(pick[int64](broken, 11, 10))), x.Becomes(x.Plus(1)))
	m.Bad("beyond", x.Above(10))
}

// equalCounters counts two variables in turn; they are equal between the turns. The broken loop can leave one
// out when they are above 3.
func equalCounters(m *guarded.Machine, broken bool) {
	pc, x, y := m.Counter("pc"), m.IntVar("x"), m.IntVar("y")
	m.Init(pc.Is(0), x.Is(0), y.Is(0))
	m.Command("x", m.When(pc.Is(0)), pc.Sets(1), x.Becomes(x.Plus(1)))
	m.Command("y", m.When(pc.Is(1)), pc.Sets(0), y.Becomes(y.Plus(1)))
	if broken {
		m.Command("skip", m.When(pc.Is(1), x.Above(3)), pc.Sets(0))
	}
	m.Bad("different", pc.Is(0), m.Not(m.Eq(x.Term, y.Term)))
}

// transfer moves amounts between two accounts whose sum stays. The broken one can lose a coin.
func transfer(m *guarded.Machine, broken bool) {
	a, b, total := m.IntVar("a"), m.IntVar("b"), m.IntVar("total")
	amount := m.Input("amount", term.Int)
	m.Init(a.AtLeast(0), b.AtLeast(0), m.Eq(m.IntAdd(a.Term, b.Term), total.Term))
	m.Command("right", m.When(m.Le(amount, a.Term)), guarded.Reading(amount),
		a.Becomes(m.IntSub(a.Term, amount)), b.Becomes(m.IntAdd(b.Term, amount)))
	m.Command("left", m.When(b.Above(0)), a.Becomes(a.Plus(1)), b.Becomes(b.Plus(-1)))
	if broken {
		m.Command("lose", m.When(a.Above(5)), a.Becomes(a.Plus(-1)))
	}
	m.Bad("lost", m.Not(m.Eq(m.IntAdd(a.Term, b.Term), total.Term)))
}

// upDown counts up to any n, then down as long as x is positive, so never below 0. The broken loop counts
// down from 0 too.
func upDown(m *guarded.Machine, broken bool) {
	pc, x, n := m.Counter("pc"), m.IntVar("x"), m.IntVar("n")
	m.Init(pc.Is(0), x.Is(0), n.AtLeast(0))
	m.Command("up", m.When(pc.Is(0), m.Lt(x.Term, n.Term)), x.Becomes(x.Plus(1)))
	m.Command("turn", m.When(pc.Is(0), m.Ge(x.Term, n.Term)), pc.Sets(1))
	m.Command("down", m.When(pc.Is(1), pick(broken, x.AtLeast(0), x.AtLeast(1))), x.Becomes(x.Plus(-1)))
	m.Bad("negative", x.Below(0))
}

// nested lets j run from 0 to i for each i up to n: j is never above n. The broken loop lets j run to i + 1.
func nested(m *guarded.Machine, broken bool) {
	i, j, n := m.IntVar("i"), m.IntVar("j"), m.IntVar("n")
	m.Init(i.Is(0), j.Is(0), n.AtLeast(0))
	inner := m.Lt(j.Term, pick(broken, i.Plus(1), i.Term))
	m.Command("inner", m.When(inner), j.Becomes(j.Plus(1)))
	m.Command("outer", m.When(m.Not(inner), m.Lt(i.Term, n.Term)), i.Becomes(i.Plus(1)), j.Sets(0))
	m.Bad("beyond", m.Gt(j.Term, n.Term))
}

// follower: y grows by any amount, x by one as long as it is below y. The broken x grows where it is equal.
func follower(m *guarded.Machine, broken bool) {
	x, y := m.IntVar("x"), m.IntVar("y")
	m.Init(m.Le(x.Term, y.Term))
	m.Command("lead", nil, y.Changes(), guarded.Demanding(m.Ge(y.Next, y.Term)))
	m.Command("follow", m.When(pick(broken, m.Le(x.Term, y.Term), m.Lt(x.Term, y.Term))),
		x.Becomes(x.Plus(1)))
	m.Bad("overtakes", m.Gt(x.Term, y.Term))
}

// phases counts x to 10, and y as well from the moment where x is 5: at the end both are 10. The broken loop
// starts the second phase at 6.
func phases(m *guarded.Machine, broken bool) {
	x, y := m.IntVar("x"), m.IntVar("y")
	m.Init(x.Is(0), y.Is(5))
	bound := pick[int64](broken, 6, 5)
	m.Command("first", m.When(x.Below(bound)), x.Becomes(x.Plus(1)))
	m.Command("second", m.When(x.AtLeast(bound), x.Below(10)), x.Becomes(x.Plus(1)), y.Becomes(y.Plus(1)))
	m.Bad("not ten", x.Is(10), y.IsNot(10))
}

// gcd subtracts the smaller of two positive numbers from the larger, so both stay positive. The broken loop
// subtracts equal ones too.
func gcd(m *guarded.Machine, broken bool) {
	a, b := m.IntVar("a"), m.IntVar("b")
	m.Init(a.Above(0), b.Above(0))
	m.Command("a", m.When(pick(broken, m.Ge(a.Term, b.Term), m.Gt(a.Term, b.Term))),
		a.Becomes(distance(m, a, b)))
	m.Command("b", m.When(m.Gt(b.Term, a.Term)), b.Becomes(distance(m, b, a)))
	m.Bad("not positive", m.Or(a.AtMost(0), b.AtMost(0)))
}

// fibonacci adds neighbours: the sequence does not fall. The broken one starts with 1 and -1.
func fibonacci(m *guarded.Machine, broken bool) {
	a, b := m.IntVar("a"), m.IntVar("b")
	m.Init(a.Is(pick[int64](broken, -1, 1)), b.Is(1))
	m.Command("next", nil, a.Becomes(b.Term), b.Becomes(m.IntAdd(a.Term, b.Term)))
	m.Bad("falls", m.Lt(b.Term, a.Term))
}

// even adds 2 or subtracts 4, so that x stays even. The broken loop can subtract 3.
func even(m *guarded.Machine, broken bool) {
	x := m.IntVar("x")
	m.Init(x.Is(0))
	m.Command("add", nil, x.Becomes(x.Plus(2)))
	m.Command("subtract", m.When(x.Above(10)), x.Becomes(x.Plus(pick[int64](broken, -3, -4))))
	m.Bad("odd", m.Eq(m.IntMod(x.Term, m.Int64(2)), m.Int64(1)))
}

// choices adds 1 to x or 2 to both x and y: y is at most x. The broken loop can add 2 to y and 1 to x.
func choices(m *guarded.Machine, broken bool) {
	x, y := m.IntVar("x"), m.IntVar("y")
	m.Init(x.Is(0), y.Is(0))
	m.Command("one", nil, x.Becomes(x.Plus(1)))
	m.Command("both", nil, x.Becomes(x.Plus(pick[int64](broken, 1, 2))), y.Becomes(y.Plus(2)))
	m.Bad("above", m.Gt(y.Term, x.Term))
}

// record keeps the highest of the values that were read so far, by ite. The broken one forgets it at 100.
func record(m *guarded.Machine, broken bool) {
	last, highest := m.IntVar("last"), m.IntVar("highest")
	in := m.Input("in", term.Int)
	m.Init(m.Eq(last.Term, highest.Term))
	guard := m.True()
	if broken {
		guard = m.Or(highest.Below(100), m.Le(in, m.Int64(50)))
		m.Command("forget", m.When(highest.Is(100)), highest.Sets(0))
	}
	m.Command("read", m.When(guard), guarded.Reading(in), last.Becomes(in),
		highest.Becomes(m.Ite(m.Gt(in, highest.Term), in, highest.Term)))
	m.Bad("higher", m.Gt(last.Term, highest.Term))
}
