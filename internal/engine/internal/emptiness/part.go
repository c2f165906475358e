package emptiness

import "whittle.dev/term"

// Part is a conjunction that shares no symbol with the other parts of its path condition. It is satisfiable,
// as far as the solver knows, and never changes.
type Part struct {
	Conj  []term.Term // ascending, each once
	Syms  []term.Term // ascending
	Model term.Map    // satisfies it; nil: not known
}

// Model is an assignment in which symbols without a value are zero.
type Model struct {
	Store  *term.Store
	Values term.Map
}

// Value returns the value of a symbol.
func (m Model) Value(sym term.Term) (term.Value, bool) {
	if v, ok := m.Values[sym]; ok {
		return v, true
	}
	return m.Store.ZeroValue(m.Store.Sort(sym)), true
}

// Models puts the models of parts together; ok is false if one of them is not known.
func Models(parts []*Part) (model term.Map, ok bool) {
	model, ok = term.Map{}, true
	for _, p := range parts {
		ok = ok && p.Model != nil
		for _, sym := range p.Syms {
			if v, has := p.Model[sym]; has {
				model[sym] = v
			}
		}
	}
	return model, ok
}
