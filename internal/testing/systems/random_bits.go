package systems

import (
	"math/rand/v2"

	"whittle.dev/internal/ts/transition"
	"whittle.dev/term"
)

// A random system of bits has variables of Bool or bit-vectors of two or three bits, of which some count
// locations; transitions are guarded assignments, relations and mixtures of both, with inputs.

// maker makes one random system of bits.
type maker struct {
	random *rand.Rand
	st     *term.Store
	sys    *transition.System
}

// RandomBits makes a system from a seed, which is always the same.
func RandomBits(seed uint64) *transition.System {
	m := &maker{random: rand.New(rand.NewPCG(seed, 7)), st: term.NewStore()}
	m.sys = &transition.System{Terms: m.st}
	counters := m.random.IntN(3)
	for range counters {
		v := m.sys.AddVar("pc", term.BitVec(2))
		m.sys.Vars[v].Counter = m.random.IntN(2) == 0
	}
	for range 1 + m.random.IntN(3-counters/2) {
		sort := term.BitVec(2 + m.random.IntN(2))
		if m.random.IntN(3) == 0 {
			sort = term.Bool
		}
		m.sys.AddVar("x", sort)
	}
	var init []term.Term
	for i, v := range m.sys.Vars {
		if m.random.IntN(4) > 0 || v.Counter {
			init = append(init, m.st.Eq(v.Sym, m.constant(m.st.Sort(v.Sym))))
		} else if i > 0 {
			init = append(init, m.condition(m.now()))
		}
	}
	m.sys.Init = m.st.And(init...)
	for range 2 + m.random.IntN(5) {
		m.transition()
	}
	for range 1 + m.random.IntN(2) {
		g := transition.Goal{Name: "bad", Cond: m.st.And(m.condition(m.now()), m.condition(m.now()))}
		if m.random.IntN(4) == 0 {
			in := m.st.Fresh("in", term.BitVec(2))
			g.Inputs, g.Cond = []term.Term{in}, m.st.And(g.Cond, m.condition(append(m.now(), in)))
		}
		m.sys.Goals = append(m.sys.Goals, g)
	}
	return m.sys
}

func (m *maker) now() []term.Term {
	var out []term.Term
	for _, v := range m.sys.Vars {
		out = append(out, v.Sym)
	}
	return out
}

// transition adds a transition: an update of each variable, a relation about its next value, or neither.
func (m *maker) transition() {
	t := transition.Transition{Name: "t", Process: transition.Shared}
	over := m.now()
	if m.random.IntN(2) == 0 {
		in := m.st.Fresh("in", term.BitVec(2))
		t.Inputs, over = []term.Term{in}, append(over, in)
	}
	for range m.random.IntN(3) {
		t.Guards = append(t.Guards, m.condition(over))
	}
	for i, v := range m.sys.Vars {
		switch k := m.random.IntN(8); {
		case k < 4:
			t.Updates = append(t.Updates, transition.Update{Var: i, Value: m.value(m.st.Sort(v.Sym), over)})
		case k < 6:
			t.Updates = append(t.Updates, m.sys.Stays(i)...)
		case k == 6:
			t.Relations = append(t.Relations, m.st.Eq(v.Next, m.value(m.st.Sort(v.Sym), over)))
		default:
			t.Relations = append(t.Relations, m.condition(append(over, v.Next)))
		}
	}
	m.sys.Transitions = append(m.sys.Transitions, t)
}

func (m *maker) constant(sort term.Sort) term.Term {
	if sort.IsBool() {
		return m.st.Bool(m.random.IntN(2) == 0)
	}
	return m.st.BV(sort.Width(), m.random.Uint64())
}

// value is a term of a sort.
func (m *maker) value(sort term.Sort, over []term.Term) term.Term {
	if sort.IsBool() {
		return m.condition(over)
	}
	x := m.operand(sort, over)
	switch m.random.IntN(6) {
	case 0:
		return m.constant(sort)
	case 1, 2:
		return m.st.BVAdd(x, m.constant(sort))
	case 3:
		return m.st.BVAdd(x, m.operand(sort, over))
	case 4:
		return m.st.Ite(m.condition(over), x, m.operand(sort, over))
	}
	return x
}

// operand is a symbol, made as wide as the sort.
func (m *maker) operand(sort term.Sort, over []term.Term) term.Term {
	x, w := over[m.random.IntN(len(over))], sort.Width()
	if m.st.Sort(x).IsBool() {
		return m.st.Ite(x, m.st.BV(w, 1), m.st.BV(w, 0))
	}
	if has := m.st.Sort(x).Width(); has > w {
		return m.st.Extract(w-1, 0, x)
	} else if has < w {
		return m.st.ZeroExt(w-has, x)
	}
	return x
}

// condition is a comparison of symbols and constants, or two of them.
func (m *maker) condition(over []term.Term) term.Term {
	x := over[m.random.IntN(len(over))]
	sort := m.st.Sort(x)
	if sort.IsBool() {
		if m.random.IntN(2) == 0 {
			return m.st.Not(x)
		}
		return x
	}
	y := m.constant(sort)
	if m.random.IntN(2) == 0 {
		y = m.operand(sort, over)
	}
	var c term.Term
	switch m.random.IntN(5) {
	case 0, 1:
		c = m.st.Eq(x, y)
	case 2:
		c = m.st.BVUlt(x, y)
	case 3:
		c = m.st.BVSle(x, y)
	default:
		c = m.st.Not(m.st.Eq(x, y))
	}
	if m.random.IntN(4) == 0 {
		c = m.st.Or(c, m.st.Eq(m.operand(sort, over), m.constant(sort)))
	}
	return c
}
