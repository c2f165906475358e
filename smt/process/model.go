package process

import (
	"context"
	"strings"

	"whittle.dev/smt/lib"
	"whittle.dev/term"
)

// model is the model of one answer. It is read from the process when it is first
// needed, which works until the next check: nothing is sent before that.
type model struct {
	s       *Solver
	child   *child
	symbols []term.Term // but functions
	names   []string
	calls   []call
	read    bool
	ok      bool
	values  map[term.Term]term.Value
	missing map[term.Term]bool // the value could not be read
	eval    *term.Evaluator
}

// newModel returns the model of the present answer, to be read later.
func (s *Solver) newModel(assumptions []term.Term) *model {
	m := &model{s: s, child: s.child}
	functions := false
	for _, x := range s.w.Declared() {
		if s.st.Sort(x).IsFunc() {
			functions = true
			continue
		}
		m.symbols = append(m.symbols, x)
		m.names = append(m.names, s.w.Ref(x))
	}
	if functions {
		m.calls = s.findCalls(assumptions)
	}
	return m
}

// Value implements smt.Solver. It is false if the process fails to print its
// model, or prints a value that t needs in a form that is not understood.
func (s *Solver) Value(t term.Term) (term.Value, bool) {
	m := s.model
	if m == nil {
		return term.Value{}, false
	}
	if !m.read {
		m.fetch()
	}
	if !m.ok {
		return term.Value{}, false
	}
	v, err := m.eval.Eval(t)
	return v, err == nil
}

// fetch asks for the values of all symbols.
func (m *model) fetch() {
	m.read = true
	m.values, m.missing = map[term.Term]term.Value{}, map[term.Term]bool{}
	m.eval = term.NewEvaluator(m.s.st, m)
	asked := m.names
	for _, c := range m.calls {
		asked = append(asked[:len(asked):len(asked)], c.texts...)
	}
	if len(asked) == 0 {
		m.ok = true
		m.done()
		return
	}
	if m.child != m.s.child || m.child == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), m.s.cfg.ModelTimeout)
	defer cancel()
	replies, err := m.child.exchange(ctx, "(get-value ("+strings.Join(asked, " ")+"))\n", 1)
	if err != nil {
		m.s.lose(err)
		return
	}
	defer m.done()
	pairs := replies[0].List
	if replies[0].Kind != lib.List || len(pairs) != len(asked) {
		return
	}
	for i, p := range pairs {
		if p.Kind != lib.List || len(p.List) != 2 || i < len(m.names) && p.List[0].String() != m.names[i] {
			return
		}
	}
	m.readCalls(pairs[len(m.names):])
	for i, x := range m.symbols {
		p := pairs[i]
		v, err := lib.ParseValue(m.s.st, m.s.st.Sort(x), p.List[1])
		if err != nil {
			m.missing[x] = true
			continue
		}
		m.values[x] = v
	}
	m.ok = true
}

// done ends a process that served one query.
func (m *model) done() {
	if m.s.cfg.PerQuery {
		m.s.kill()
	}
}

// Value implements term.Assignment: what the process was not told of is zero.
func (m *model) Value(sym term.Term) (term.Value, bool) {
	if v, ok := m.values[sym]; ok {
		return v, true
	}
	if m.missing[sym] {
		return term.Value{}, false
	}
	return m.s.st.ZeroValue(m.s.st.Sort(sym)), true
}
