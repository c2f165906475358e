package cache

import "whittle.dev/term"

// model gives values to the symbols of one part and to no others. Symbols of the part
// that it does not name have the default values of their sorts.
type model struct {
	of   []*model // models of parts that were joined without a change
	syms []int32
	vals []term.Value
}

// bytes is what the model itself costs, roughly.
func (m *model) bytes() int64 { return 96 + 44*int64(len(m.syms)) + 8*int64(len(m.of)) }

// assignment is the scratch assignment that candidates are evaluated under.
type assignment struct {
	s     *Solver
	vals  []term.Value // by symbol
	valid []uint32     // by symbol: the stamp if vals holds
	stamp uint32
	stack []*model
	eval  *term.Evaluator
	spent int // nodes that eval may remember
}

// reset forgets all values.
func (a *assignment) reset() {
	for len(a.vals) < len(a.s.symbols) {
		a.vals = append(a.vals, term.Value{})
		a.valid = append(a.valid, 0)
	}
	a.stamp++
	if a.stamp == 0 {
		clear(a.valid)
		a.stamp = 1
	}
	// Forgetting costs an evaluator the largest number of terms that it ever held.
	if a.eval == nil || a.spent > 512 {
		a.eval = term.NewEvaluator(a.s.st, a)
	} else {
		a.eval.Reset(a)
	}
	a.spent = 0
}

// load adds the values of a model.
func (a *assignment) load(m *model) {
	a.stack = append(a.stack[:0], m)
	for len(a.stack) > 0 {
		m := a.stack[len(a.stack)-1]
		a.stack = append(a.stack[:len(a.stack)-1], m.of...)
		for i, x := range m.syms {
			a.vals[x] = m.vals[i]
			a.valid[x] = a.stamp
		}
	}
}

// Value implements term.Assignment.
func (a *assignment) Value(sym term.Term) (term.Value, bool) {
	x, ok := a.s.symbolOf.get(sym)
	if ok && int(x) < len(a.valid) && a.valid[x] == a.stamp {
		return a.vals[x], true
	}
	return a.s.st.ZeroValue(a.s.st.Sort(sym)), true
}

// holds evaluates a conjunct.
func (a *assignment) holds(c *conjunct) bool {
	a.spent += int(c.nodes)
	v, err := a.eval.Eval(c.t)
	return err == nil && v.Bool()
}

// restrict returns the values of the given symbols as a model.
func (a *assignment) restrict(syms []int32) *model {
	m := &model{}
	for _, x := range syms {
		if a.valid[x] == a.stamp {
			m.syms = append(m.syms, x)
			m.vals = append(m.vals, a.vals[x])
		}
	}
	return m
}

// modelOf returns the model of a satisfiable part, nil if it cannot be decoded.
func (s *Solver) modelOf(p *part) *model {
	if p.model != nil {
		return p.model
	}
	m := &model{syms: p.names, vals: make([]term.Value, len(p.names))}
	rest := p.code
	for i, x := range p.names {
		t := s.symbols[x]
		var err error
		if m.vals[i], rest, err = readValue(s.st, s.st.Sort(t), rest); err != nil {
			return nil
		}
	}
	if len(rest) > 0 {
		return nil
	}
	p.model, p.code, p.names = m, nil, nil
	s.bytes += m.bytes()
	return m
}

// encodeModel writes the values of the symbols in their order.
func (s *Solver) encodeModel(m *model, syms []int32) []byte {
	a := &s.scratch
	a.reset()
	a.load(m)
	var buf []byte
	for _, x := range syms {
		v, _ := a.Value(s.symbols[x])
		buf = appendValue(buf, v)
	}
	return buf
}

// valuation is the assignment of the last Sat answer.
type valuation struct {
	ready bool
	a     assignment
}

// Value implements smt.Solver. The model is put together from those of the parts, and
// stays readable until the next Check.
func (s *Solver) Value(t term.Term) (term.Value, bool) {
	if s.final == nil {
		return term.Value{}, false
	}
	v := &s.values
	if !v.ready {
		v.a.s = s
		v.a.reset()
		for _, p := range s.final {
			m := s.modelOf(p)
			if m == nil {
				return term.Value{}, false
			}
			v.a.load(m)
		}
		v.ready = true
	}
	if s.st.Op(t) == term.OpSymbol {
		return v.a.Value(t)
	}
	v.a.spent = 1 << 20 // anything may be asked: a new evaluator for the next model
	x, err := v.a.eval.Eval(t)
	return x, err == nil
}
