package conjunction

import (
	"maps"
	"math/big"

	"whittle.dev/internal/simplex/rational"
	"whittle.dev/term"
)

// Model has the values of the variables in the states of a path, and of the inputs of its steps.
type Model struct {
	r           *Reader
	width, vars int
	values      []int64 // by place
	// reals has by place the numbers of sort Real, if the question had sums of them; else they are weights.
	reals map[int]rational.Rat
}

// Model returns the values in the states 0 to last and of the inputs of the steps before the last one, after
// Sat. Variables that the question does not mention have a value too, since any will do.
func (s *Solver) Model(last int) *Model {
	m := &Model{r: s.r, width: s.width, vars: s.r.vars, values: make([]int64, last*s.width+s.r.vars)}
	for p := range m.values {
		if p >= len(s.stamp) || s.stamp[p] != s.asked {
			continue
		}
		if s.linear && s.r.sorts[m.ref(p)] == term.Real && !s.r.enum[m.ref(p)] {
			continue
		}
		if s.r.enum[m.ref(p)] {
			m.values[p] = s.chosen[s.enums.class[s.node[p]]]
		} else {
			m.values[p] = s.graph.value[s.node[p]] - s.graph.value[s.zero]
		}
	}
	if s.linear {
		m.reals = maps.Clone(s.reals.values)
	}
	return m
}

func (m *Model) ref(place int) Ref {
	if i := place % m.width; i >= m.vars {
		return Input(i - m.vars)
	} else {
		return Current(i)
	}
}

// Holds evaluates a formula about step at.
func (m *Model) Holds(f *Formula, at int) bool { return m.r.holds(m, f, at) }

func (m *Model) number(x Ref, at int) int64            { return m.value(x, at) }
func (m *Model) enum(x Ref, at int) int64              { return m.value(x, at) }
func (m *Model) realNumber(x Ref, at int) rational.Rat { return m.real(x, at) }
func (m *Model) sums() bool                            { return m.reals != nil }

func (m *Model) value(x Ref, at int) int64 {
	if x == None {
		return 0
	}
	return m.values[m.place(x, at)]
}

func (m *Model) place(x Ref, at int) int {
	i := int(x >> 2)
	switch x & 3 {
	case next:
		return (at+1)*m.width + i
	case input:
		return at*m.width + m.vars + i
	}
	return at*m.width + i
}

// real is the value of a number of sort Real. A weight, read as a fraction, satisfies the strict bounds as
// well: x - y < c is x - y <= c - 1/2^16.
func (m *Model) real(x Ref, at int) rational.Rat {
	if m.reals != nil {
		return m.reals[m.place(x, at)]
	}
	return rational.Frac(m.value(x, at), m.r.scale.Int64()<<strictBits)
}

// Linear reports whether the model is one of a question with sums that are no differences.
func (m *Model) Linear() bool { return m.reals != nil }

// Value is the value of a variable in the state of step at, or of an input of the step.
func (m *Model) Value(x Ref, at int) term.Value {
	v := m.value(x, at)
	sort := m.r.sorts[x]
	enumerated := m.r.enum[x]
	switch {
	case sort == term.Bool:
		return term.BoolValue(v != 0)
	case sort.Width() > 0:
		return term.BVValueBig(sort.Width(), big.NewInt(v))
	case sort == term.Int && enumerated:
		return term.IntValue(big.NewInt(v))
	case sort == term.Int:
		return term.IntValue(big.NewInt(v >> strictBits))
	case sort != term.Real:
		return m.r.st.ZeroValue(sort) // no formula is about it
	}
	if enumerated {
		return term.RealValue(new(big.Rat).SetFrac(big.NewInt(v), m.r.scale))
	}
	return term.RealValue(m.real(x, at).Big())
}
