package native

import (
	"math/big"

	"whittle.dev/smt/native/internal/aig"
	"whittle.dev/term"
)

// valuation is the assignment of the inputs in the last Sat answer. It is a copy, so
// that it stays readable while assertions come and go, until the next Check.
type valuation struct {
	bits    *vectors
	sim     bool // a simulated assignment: that of bit pattern
	pattern int

	epoch uint32   // of vals
	vals  []uint32 // by gate: epoch<<1 | value, stale if the epoch differs
	stack []uint32
}

// model is what the last Sat answer says of terms.
type model struct {
	st     *term.Store
	bits   *vectors
	places *places
	values *valuation
	refine *refinement
	front  *wordQueue

	valid bool
	words bool // that of package words
	eval  *term.Evaluator
	fresh bool // eval has seen this model
}

// begin makes what was found since the last Check the model.
func (m *model) begin(words bool) { m.valid, m.words, m.fresh = true, words, false }

// snapshot copies the values of the encoded inputs; all others are false.
func (m *valuation) snapshot(c *cnf) {
	m.sim = false
	m.epoch++
	if m.epoch >= 1<<31 {
		clear(m.vals)
		m.epoch = 1
	}
	for _, n := range c.inputs {
		v := uint32(0)
		if c.sat.Value(c.vars[n]) {
			v = 1
		}
		m.put(m.bits.g, n, v)
	}
}

func (m *valuation) put(g *aig.Graph, n, v uint32) {
	if int(n) >= len(m.vals) {
		m.vals = append(m.vals, make([]uint32, g.Len()-len(m.vals))...)
	}
	m.vals[n] = m.epoch<<1 | v
}

// get returns the value of a gate if it is known.
func (m *valuation) get(n uint32) (v uint32, ok bool) {
	if n == 0 {
		return 0, true
	}
	if int(n) >= len(m.vals) || m.vals[n]>>1 != m.epoch {
		return 0, false
	}
	return m.vals[n] & 1, true
}

// value returns the value of l in the model: what its inputs make it.
func (m *valuation) value(l aig.Lit) bool {
	if m.sim {
		return m.bits.g.Signature(l)>>m.pattern&1 != 0
	}
	v, ok := m.get(l.Node())
	if !ok {
		v = m.gate(l.Node())
	}
	return v != uint32(l.Sign())
}

func (m *valuation) gate(root uint32) uint32 {
	m.stack = append(m.stack[:0], root)
	for len(m.stack) > 0 {
		n := m.stack[len(m.stack)-1]
		if _, ok := m.get(n); ok {
			m.stack = m.stack[:len(m.stack)-1]
			continue
		}
		p := m.bits.g.Gate(n)
		if p.Kind() == aig.Input {
			m.put(m.bits.g, n, 0)
			continue
		}
		a, okA := m.get(p.F0.Node())
		b, okB := m.get(p.F1.Node())
		c, okC := uint32(0), true
		if p.Kind() >= aig.Ite {
			c, okC = m.get(p.F2.Node())
		}
		if !okA || !okB || !okC {
			for _, op := range [...]struct {
				n  uint32
				ok bool
			}{{p.F0.Node(), okA}, {p.F1.Node(), okB}, {p.F2.Node(), okC}} {
				if !op.ok {
					m.stack = append(m.stack, op.n)
				}
			}
			continue
		}
		a ^= uint32(p.F0.Sign())
		b ^= uint32(p.F1.Sign())
		c ^= uint32(p.F2.Sign())
		switch p.Kind() {
		case aig.And:
			a &= b
		case aig.Xor:
			a ^= b
		case aig.Ite:
			a = a&b | (a^1)&c
		default:
			a = a&b | c&(a|b)
		}
		m.put(m.bits.g, n, a)
	}
	v, _ := m.get(root)
	return v
}

// Value implements smt.Solver. The model stays readable until the next Check.
func (s *Solver) Value(t term.Term) (term.Value, bool) {
	if !s.model.valid {
		return term.Value{}, false
	}
	if s.st.Op(t) == term.OpSymbol {
		return s.model.symbolValue(t), true
	}
	m := &s.model
	if m.eval == nil {
		m.eval = term.NewEvaluator(m.st, symbolModel{m})
	}
	if !m.fresh {
		m.eval.Reset(symbolModel{m})
		m.fresh = true
	}
	v, err := m.eval.Eval(t)
	return v, err == nil
}

// symbolModel is the model as an assignment of symbols.
type symbolModel struct{ m *model }

// Value implements term.Assignment.
func (m symbolModel) Value(sym term.Term) (term.Value, bool) { return m.m.symbolValue(sym), true }

// symbolValue returns the value of a symbol, the default if it was never translated.
func (m *model) symbolValue(t term.Term) term.Value {
	sort := m.st.Sort(t)
	if m.words {
		return m.wordValue(t, sort)
	}
	n := m.bits.table.Get(t)
	switch {
	case n == 0:
		return m.st.ZeroValue(sort)
	case sort.IsBool():
		return term.BoolValue(m.values.value(aig.Lit(n - 1)))
	case sort.IsFunc():
		return m.refine.functionValue(t)
	default:
		return m.refine.sortedValue(m.places.of(t), sort)
	}
}

// wordValue is symbolValue in a model of package words.
func (m *model) wordValue(t term.Term, sort term.Sort) term.Value {
	x, ok := m.front.prog.Value(t)
	switch {
	case !ok:
		return m.st.ZeroValue(sort)
	case sort.IsBool():
		return term.BoolValue(x != 0)
	}
	return term.BVValue(sort.Width(), x)
}

// vecValue returns the value of a vector as a bit-vector.
func (m *valuation) vecValue(v []aig.Lit) term.Value {
	if len(v) <= 64 {
		x := uint64(0)
		for i, l := range v {
			if m.value(l) {
				x |= 1 << i
			}
		}
		return term.BVValue(len(v), x)
	}
	x := new(big.Int)
	for i, l := range v {
		if m.value(l) {
			x.SetBit(x, i, 1)
		}
	}
	return term.BVValueBig(len(v), x)
}
