package eventfacts

import (
	"whittle.dev/internal/engine/internal/events"
	"whittle.dev/term"
)

// walk visits terms and the definitions of the guards in them, each once for a thread.
type walk struct {
	g       *events.Graph
	symbols Symbols

	seen  map[walked]bool
	stack []term.Term
}

type walked struct {
	t      term.Term
	thread int
}

func (w *walk) from(t term.Term, thread int, symbol func(t term.Term, m Symbol)) {
	if t == term.None {
		return
	}
	g := w.g
	w.stack = append(w.stack[:0], t)
	for len(w.stack) > 0 {
		t := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		if t == term.None || w.seen[walked{t, thread}] {
			continue
		}
		w.seen[walked{t, thread}] = true
		if g.Terms.Op(t) != term.OpSymbol {
			for i := range g.Terms.NumArgs(t) {
				w.stack = append(w.stack, g.Terms.Arg(t, i))
			}
			continue
		}
		m := w.symbols[t]
		switch m.Kind {
		case GuardSymbol:
			w.stack = append(w.stack, g.Guards.Definition(events.Guard(m.Index)))
		case StartSymbol:
			w.stack = append(w.stack, g.Starts[m.Index].Addr)
		case JoinedSymbol, ExitSymbol:
			j := g.Joins[m.Index]
			w.stack = append(w.stack, j.ID, g.Guards.Term(j.Guard))
		}
		symbol(t, m)
	}
}

// owners finds the threads that symbols occur in.
func (f *twinFinder) owners() {
	g := f.g
	f.owner = map[term.Term]int{}
	w := &walk{g: g, symbols: f.symbols, seen: map[walked]bool{}}
	in := func(thread int, terms ...term.Term) {
		for _, t := range terms {
			w.from(t, thread, func(t term.Term, _ Symbol) {
				if o, ok := f.owner[t]; ok && o != thread {
					f.owner[t] = severalOwners
				} else {
					f.owner[t] = thread
				}
			})
		}
	}
	for _, ev := range g.Events {
		in(ev.Thread, ev.Addr, ev.Value, ev.Valid, g.Guards.Term(ev.Guard))
	}
	for _, goal := range g.Goals {
		in(goal.Thread, g.Guards.Term(goal.Guard))
	}
	for _, j := range g.Joins {
		in(j.Thread, g.Guards.Term(j.Guard), j.ID, j.Done, j.Value)
	}
	for _, o := range g.Objects {
		in(o.Thread, o.Size, g.Guards.Term(o.Guard))
	}
	for _, s := range g.Sections {
		for _, end := range s.Ends {
			in(s.Thread, g.Guards.Term(end))
		}
	}
	for _, th := range g.Threads {
		if th.Parent >= 0 {
			in(th.Parent, g.Guards.Term(th.Guard))
		}
		for _, fin := range th.Finishes {
			in(th.ID, g.Guards.Term(fin.Guard))
		}
	}
}

// dependencies finds the terms that goals and events depend on.
func (f *twinFinder) dependencies() {
	g := f.g
	w := &walk{g: g, symbols: f.symbols, seen: map[walked]bool{}}
	f.reached = map[term.Term]bool{}
	on := func(terms ...term.Term) {
		for _, t := range terms {
			w.from(t, 0, func(t term.Term, m Symbol) {
				f.reached[t] = true
				if m.Kind == ExitSymbol {
					f.reached[g.Joins[m.Index].Done] = true
				}
			})
		}
	}
	for _, ev := range g.Events {
		on(ev.Addr, ev.Value, ev.Valid, g.Guards.Term(ev.Guard))
	}
	for _, goal := range g.Goals {
		on(g.Guards.Term(goal.Guard))
	}
	for _, s := range g.Sections {
		for _, end := range s.Ends {
			on(g.Guards.Term(end))
		}
	}
	for _, o := range g.Objects {
		on(o.Size)
	}
	for _, th := range g.Threads {
		on(g.Guards.Term(th.Guard))
		for _, fin := range th.Finishes {
			on(g.Guards.Term(fin.Guard), fin.Value)
		}
	}
}

// alike reports whether two threads are the same but for the names of symbols that occur in no other thread.
func (f *twinFinder) alike(a, b *events.Thread) bool {
	g := f.g
	x, y := f.bodies[a.ID], f.bodies[b.ID]
	if a.Entry != b.Entry || len(a.Chain) != len(b.Chain) || len(x.events) != len(y.events) ||
		len(x.goals) != len(y.goals) || len(a.Finishes) != len(b.Finishes) {
		return false
	}
	for i := range a.Chain {
		if g.Nodes[a.Chain[i]].Kind != g.Nodes[b.Chain[i]].Kind {
			return false
		}
	}
	m := &matcher{f: f, a: a.ID, b: b.ID, to: map[term.Term]term.Term{}, from: map[term.Term]term.Term{},
		sections: map[*events.Section]*events.Section{}}
	m.pair(g.Guards.Term(a.Guard), g.Guards.Term(b.Guard))
	for i, p := range x.events {
		q := y.events[i]
		if p.Write != q.Write || p.Size != q.Size || p.Pos != q.Pos || p.Life != q.Life ||
			m.index(p.Node) != m.index(q.Node) ||
			(p.Valid == term.None) != (q.Valid == term.None) || !m.guard(p.Guard, q.Guard) ||
			!m.match(p.Addr, q.Addr) ||
			!m.match(p.Value, q.Value) || p.Valid != term.None && !m.match(p.Valid, q.Valid) ||
			!m.section(p.Section, q.Section) {
			return false
		}
	}
	for i, p := range x.goals {
		q := y.goals[i]
		if p.Kind != q.Kind || m.index(p.Node) != m.index(q.Node) || !m.guard(p.Guard, q.Guard) ||
			!m.section(p.Section, q.Section) {
			return false
		}
	}
	for i, p := range a.Finishes {
		if q := b.Finishes[i]; !m.guard(p.Guard, q.Guard) || !m.section(p.Section, q.Section) {
			return false
		}
	}
	return true
}

// matcher is a renaming of the symbols of one thread to those of another.
type matcher struct {
	f        *twinFinder
	a, b     int
	to, from map[term.Term]term.Term // of all terms that were met
	sections map[*events.Section]*events.Section
}

func (m *matcher) index(id events.NodeID) int { return m.f.g.Nodes[id].Index }

func (m *matcher) pair(x, y term.Term) { m.to[x], m.from[y] = y, x }

func (m *matcher) guard(x, y events.Guard) bool {
	gs := m.f.g.Guards
	return m.match(gs.Term(x), gs.Term(y))
}

func (m *matcher) section(x, y *events.Section) bool {
	if x == nil || y == nil {
		return x == y
	}
	if z, ok := m.sections[x]; ok {
		return z == y
	}
	m.sections[x] = y
	if len(x.Ends) != len(y.Ends) || m.index(x.Node) != m.index(y.Node) {
		return false
	}
	for i := range x.Ends {
		if !m.guard(x.Ends[i], y.Ends[i]) {
			return false
		}
	}
	return true
}

// match reports whether y is x renamed.
func (m *matcher) match(x, y term.Term) bool {
	s := m.f.g.Terms
	if z, ok := m.to[x]; ok {
		return z == y
	}
	if _, ok := m.from[y]; ok || s.Op(x) != s.Op(y) || s.Sort(x) != s.Sort(y) {
		return false
	}
	m.pair(x, y)
	switch s.Op(x) {
	case term.OpConst:
		return x == y
	case term.OpSymbol:
		return m.symbols(x, y)
	}
	hi, lo := s.Params(x)
	if h, l := s.Params(y); h != hi || l != lo || s.NumArgs(x) != s.NumArgs(y) {
		return false
	}
	for i := range s.NumArgs(x) {
		if !m.match(s.Arg(x, i), s.Arg(y, i)) {
			return false
		}
	}
	return true
}

// symbols reports whether one symbol may be renamed to another: each occurs in
// its thread only, or they are the same and occur elsewhere too.
func (m *matcher) symbols(x, y term.Term) bool {
	owner := m.f.owner
	if x == y {
		o, ok := owner[x]
		return ok && o != m.a && o != m.b
	}
	ox, okx := owner[x]
	oy, oky := owner[y]
	p, q := m.f.symbols[x], m.f.symbols[y]
	if !okx || !oky || ox != m.a || oy != m.b || p.Kind != q.Kind {
		return false
	}
	switch p.Kind {
	case 0, ReadSymbol, ValidSymbol: // named by their events
		return true
	case GuardSymbol:
		return m.guardDefinitions(events.Guard(p.Index), events.Guard(q.Index))
	}
	return false
}

func (m *matcher) guardDefinitions(x, y events.Guard) bool {
	gs := m.f.g.Guards
	return m.match(gs.Definition(x), gs.Definition(y))
}
