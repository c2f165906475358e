package table

import (
	"whittle.dev/internal/engine/modular/model"
	"whittle.dev/term"
)

// Move is an edge that a thread can take in a control state, and the control state after it.
type Move struct {
	Edge *model.Edge
	// Guard is that of the edge with the values of the control state in it.
	Guard term.Term
	// Store and Seat are those after it, Child the seat of the thread that it creates, or -1.
	Store, Seat, Child int
}

// Seat is where a thread is: a location of a template with the values of explicit locals.
type Seat struct {
	Template, Loc int
	Values        Values
}

// moves makes the moves of a seat.
func (t *Table) moves(g, s int) []Move {
	key := [2]int{g, s}
	if m, ok := t.moved[key]; ok {
		return m
	}
	seat := t.Seats[s]
	tmpl := &t.Sys.Templates[seat.Template]
	at := t.At(g, s)
	var out []Move
	for _, k := range tmpl.Locs[seat.Loc].Out {
		e := &tmpl.Edges[k]
		guard := at.Apply(e.Guard)
		if t.st.IsFalse(guard) {
			continue
		}
		m := Move{Edge: e, Guard: guard, Store: g, Seat: s, Child: -1}
		if e.Kind == model.Step {
			t.after(&m, g, seat)
		}
		out = append(out, m)
	}
	t.moved[key] = out
	return out
}

// At puts the values of a control state into terms.
func (t *Table) At(g, s int) *term.Substituter {
	key := [2]int{g, s}
	if sub := t.subs[key]; sub != nil {
		return sub
	}
	m := map[term.Term]term.Term{}
	for sym, v := range t.Stores[g] {
		m[sym] = v
	}
	for sym, v := range t.Seats[s].Values {
		m[sym] = v
	}
	t.subs[key] = term.NewSubstituter(t.st, m)
	return t.subs[key]
}

// after finds the control state after a move.
func (t *Table) after(m *Move, g int, seat Seat) {
	known := map[term.Term]term.Term{}
	for sym, v := range t.Stores[g] {
		known[sym] = v
	}
	for sym, v := range seat.Values {
		known[sym] = v
	}
	for _, c := range t.st.Conjuncts(m.Guard) { // a guard may tell the value of a variable
		switch {
		case t.st.Op(c) == term.OpSymbol:
			known[c] = t.st.True()
		case t.st.Op(c) == term.OpNot && t.st.Op(t.st.Arg(c, 0)) == term.OpSymbol:
			known[t.st.Arg(c, 0)] = t.st.False()
		case t.st.Op(c) == term.OpEq && t.st.NumArgs(c) == 2:
			a, b := t.st.Arg(c, 0), t.st.Arg(c, 1)
			if t.st.IsConst(a) {
				a, b = b, a
			}
			if t.st.Op(a) == term.OpSymbol && t.st.IsConst(b) {
				known[a] = b
			}
		}
	}
	sub := term.NewSubstituter(t.st, known)
	constant := func(v term.Term) term.Term {
		if v = sub.Apply(v); t.st.IsConst(v) {
			return v
		}
		return term.None
	}
	next := func(sym term.Term) term.Term {
		if v, ok := m.Edge.Updates[sym]; ok {
			return constant(v)
		}
		return known[sym]
	}
	live := t.Sys.Templates[seat.Template].Locs[m.Edge.To].Live
	m.Store = t.store(of(t.vars.globals, next))
	m.Seat = t.seat(seat.Template, m.Edge.To, of(t.explicitAt(seat.Template, live), next))
	if sp := m.Edge.Spawn; sp != nil {
		child := &t.Sys.Templates[sp.Template]
		m.Child = t.seat(sp.Template, 0, of(t.explicitAt(sp.Template, child.Locs[0].Live),
			func(sym term.Term) term.Term {
				if v, ok := sp.Args[sym]; ok {
					return constant(v)
				}
				return t.born(sp.Template, sym)
			}))
	}
}

// explicitAt are the explicit locals among those that are live.
func (t *Table) explicitAt(template int, live []term.Term) []term.Term {
	var out []term.Term
	for _, sym := range live {
		if !t.vars.dropped[sym] {
			out = append(out, sym)
		}
	}
	return out
}

// born is the constant that a local of a thread begins with, None for any value.
func (t *Table) born(template int, sym term.Term) term.Term {
	for _, v := range t.Sys.Templates[template].Locals {
		if v.Sym == sym && v.Init != term.None && t.st.IsConst(v.Init) {
			return v.Init
		}
	}
	return term.None
}

func (t *Table) store(v Values) int {
	n, fresh := t.storeNumbers.number(0, t.vars.globals, v)
	if fresh {
		t.Stores = append(t.Stores, v)
		t.ones, t.near = append(t.ones, nil), append(t.near, nil)
		t.full = t.vars.note(v, t.limits.Values) || t.full
	}
	return n
}

func (t *Table) seat(template, loc int, v Values) int {
	n, fresh := t.seatNumbers.number(template<<32|loc, t.vars.locals[template], v)
	if fresh {
		t.Seats = append(t.Seats, Seat{template, loc, v})
		t.full = t.vars.note(v, t.limits.Values) || t.full
	}
	return n
}
