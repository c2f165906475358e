package native

import "whittle.dev/smt/native/internal/aig"

import (
	"math/big"
	"math/bits"

	"whittle.dev/term"
)

// model is the assignment of the inputs in the last Sat answer. It is a copy, so
// that it stays readable while assertions come and go, until the next Check.
type model struct {
	valid   bool
	words   bool // that of package words
	sim     bool // a simulated assignment: that of bit pattern
	pattern int

	epoch uint32   // of vals
	vals  []uint32 // by gate: epoch<<1 | value, stale if the epoch differs
	stack []uint32

	eval  *term.Evaluator
	fresh bool // eval has seen this model
}

// fromPattern makes one of the simulated assignments the model.
func (m *model) fromPattern(common uint64) {
	m.valid, m.words, m.sim, m.fresh = true, false, true, false
	m.pattern = bits.TrailingZeros64(common)
}

// fromWords makes the model that words found the model.
func (m *model) fromWords() { m.valid, m.words, m.sim, m.fresh = true, true, false, false }

// snapshot copies the values of the encoded inputs; all others are false.
func (s *Solver) snapshot() {
	m := &s.model
	m.words, m.sim, m.fresh = false, false, false
	m.epoch++
	if m.epoch >= 1<<31 {
		clear(m.vals)
		m.epoch = 1
	}
	for _, n := range s.cnf.inputs {
		v := uint32(0)
		if s.sat.Value(s.cnf.vars[n]) {
			v = 1
		}
		m.put(s.g, n, v)
	}
}

func (m *model) put(g *aig.Graph, n, v uint32) {
	if int(n) >= len(m.vals) {
		m.vals = append(m.vals, make([]uint32, g.Len()-len(m.vals))...)
	}
	m.vals[n] = m.epoch<<1 | v
}

// get returns the value of a gate if it is known.
func (m *model) get(n uint32) (v uint32, ok bool) {
	if n == 0 {
		return 0, true
	}
	if int(n) >= len(m.vals) || m.vals[n]>>1 != m.epoch {
		return 0, false
	}
	return m.vals[n] & 1, true
}

// value returns the value of l in the model: what its inputs make it.
func (s *Solver) value(l aig.Lit) bool {
	m := &s.model
	if m.sim {
		return s.g.Signature(l)>>m.pattern&1 != 0
	}
	v, ok := m.get(l.Node())
	if !ok {
		v = s.valueGate(l.Node())
	}
	return v != uint32(l.Sign())
}

func (s *Solver) valueGate(root uint32) uint32 {
	m := &s.model
	m.stack = append(m.stack[:0], root)
	for len(m.stack) > 0 {
		n := m.stack[len(m.stack)-1]
		if _, ok := m.get(n); ok {
			m.stack = m.stack[:len(m.stack)-1]
			continue
		}
		p := s.g.Gate(n)
		if p.Kind() == aig.Input {
			m.put(s.g, n, 0)
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
		m.put(s.g, n, a)
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
		return s.symbolValue(t), true
	}
	m := &s.model
	if m.eval == nil {
		m.eval = term.NewEvaluator(s.st, symbolModel{s})
	}
	if !m.fresh {
		m.eval.Reset(symbolModel{s})
		m.fresh = true
	}
	v, err := m.eval.Eval(t)
	return v, err == nil
}

// symbolModel is the model as an assignment of symbols.
type symbolModel struct{ s *Solver }

// Value implements term.Assignment.
func (m symbolModel) Value(sym term.Term) (term.Value, bool) { return m.s.symbolValue(sym), true }

// symbolValue returns the value of a symbol, the default if it was never translated.
func (s *Solver) symbolValue(t term.Term) term.Value {
	sort := s.st.Sort(t)
	if s.model.words {
		return s.wordValue(t, sort)
	}
	n := s.table.Get(t)
	switch {
	case n == 0:
		return s.st.ZeroValue(sort)
	case sort.IsBool():
		return term.BoolValue(s.value(aig.Lit(n - 1)))
	case sort.IsBitVec():
		return s.vecValue(s.slab[n-1 : int(n-1)+sort.Width()])
	default:
		return s.arrayValue(int32(n-1), sort)
	}
}

// wordValue is symbolValue in a model of package words.
func (s *Solver) wordValue(t term.Term, sort term.Sort) term.Value {
	x, ok := s.words.prog.Value(t)
	switch {
	case !ok:
		return s.st.ZeroValue(sort)
	case sort.IsBool():
		return term.BoolValue(x != 0)
	}
	return term.BVValue(sort.Width(), x)
}

// vecValue returns the value of a vector as a bit-vector.
func (s *Solver) vecValue(v []aig.Lit) term.Value {
	if len(v) <= 64 {
		x := uint64(0)
		for i, l := range v {
			if s.value(l) {
				x |= 1 << i
			}
		}
		return term.BVValue(len(v), x)
	}
	x := new(big.Int)
	for i, l := range v {
		if s.value(l) {
			x.SetBit(x, i, 1)
		}
	}
	return term.BVValueBig(len(v), x)
}
