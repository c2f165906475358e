package flow

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// labelBase is the first of the values that stand for addresses of labels; it lies below every object.
const labelBase = 0x100

// Labels are the places of a procedure that jumps name.
type Labels struct {
	// Any says that there are labels.
	Any bool

	f     *Frame
	locs  map[string]Loc
	in    map[string]Target // the labels that were met
	ids   map[string]uint64 // values that stand for addresses
	order []string          // whose address is taken
	gotos []computedGoto
}

// computedGoto is a jump to the address of a label.
type computedGoto struct {
	at     Loc
	scope  *Scope
	target term.Term
	pos    source.Pos
}

func newLabels(f *Frame) *Labels {
	return &Labels{f: f, locs: map[string]Loc{}, in: map[string]Target{}, ids: map[string]uint64{}}
}

// Define makes the current place that of a label.
func (l *Labels) Define(name string) {
	at := l.loc(name)
	l.in[name] = l.f.Here(at)
	l.f.b.GoTo(at)
	l.f.b.Label(at, name)
	l.Any = true
}

// Goto jumps to a label.
func (l *Labels) Goto(name string) {
	l.loc(name)
	l.f.leapTo(func() Target { return l.target(name) })
}

// GotoAddress jumps to the label with an address.
func (l *Labels) GotoAddress(target term.Term) {
	b := l.f.b
	l.gotos = append(l.gotos, computedGoto{b.Cur, l.f.scope, target, b.Pos})
	b.Pin(b.Cur)
	b.open()
}

// Address is the address of a label.
func (l *Labels) Address(name string) uint64 {
	id, ok := l.ids[name]
	if !ok {
		id = labelBase + 4*uint64(len(l.ids))
		l.ids[name] = id
		l.order = append(l.order, name)
	}
	return id
}

func (l *Labels) loc(name string) Loc {
	at, ok := l.locs[name]
	if !ok {
		at = l.f.b.NewLoc()
		l.locs[name] = at
		l.f.b.Pin(at)
	}
	return at
}

// target is where a goto to a label leads; a label that is missing is an error of the parser.
func (l *Labels) target(name string) Target {
	if to, ok := l.in[name]; ok {
		return to
	}
	return l.f.Here(l.loc(name))
}

// resolveGotos gives computed gotos their targets: the labels whose address is taken.
func (l *Labels) resolveGotos() {
	b := l.f.b
	for _, g := range l.gotos {
		b.Cur, b.Pos, b.Text = g.at, g.pos, "goto *"
		other := b.ts.True()
		for _, name := range l.order {
			hit := b.ts.Eq(g.target, b.Prog.Ptr(l.ids[name]))
			if b.ts.IsFalse(hit) {
				continue
			}
			l.f.addLeap(g.at, g.scope, Step{Op: cfa.Assume{Cond: hit}, Pos: g.pos, Text: "goto " + name},
				l.target(name))
			other = b.ts.And(other, b.ts.Not(hit))
		}
		if !b.ts.IsFalse(other) {
			bad := b.NewLocAt(g.pos)
			b.Add(g.at, bad, Step{Op: cfa.Assume{Cond: other}, Pos: g.pos})
			b.Cur = bad
			b.End(cfa.UB{What: "goto to something that is no label"})
		}
	}
}
