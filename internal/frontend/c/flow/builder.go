package flow

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// A Builder adds steps to a procedure.
type Builder struct {
	Prog *cfa.Program
	Name string    // of the procedure; its registers begin with it
	Proc *cfa.Proc // nil: it builds nothing that is kept

	// Cur is where the next step begins. Steps get what follows: their place and text, and the node that
	// they stem from. Macro is the place in the definition of a macro of what stands at MacroUse.
	Cur             Loc
	Pos             source.Pos
	Text            string
	Node            cc.Node
	Macro, MacroUse source.Pos

	// Loops counts the loops around the current place.
	Loops int
	// Watch sees the steps before they are added; nil: none.
	Watch Watcher

	// Joint says that violations of several properties are looked for in this program, so that what follows
	// one of them is of interest for the others.
	Joint bool

	// Constant says that a constant expression is evaluated, which takes no steps; Refused names the first
	// thing that would have needed one.
	Constant bool
	Refused  string

	ts       *term.Store
	g        graph
	entry    Loc
	taken    int          // steps
	pinned   map[Loc]bool // places that are reachable though no step leads there yet
	begin    int          // the last AtomicBegin of Section
	sections bool         // there are atomic sections
}

// A Watcher sees operations before they are added.
type Watcher interface {
	// Before may add steps of its own; after, if not nil, is called when the operation has been added.
	Before(op cfa.Op) (after func())
	// Violate is called for a violation, which reach adds; it may add something else.
	Violate(reach func())
}

// New begins a procedure; proc is nil for what is not kept.
func New(prog *cfa.Program, proc *cfa.Proc, name string) *Builder {
	b := &Builder{Prog: prog, Proc: proc, Name: name, ts: prog.Terms, pinned: map[Loc]bool{}}
	b.entry = b.NewLoc()
	b.Cur = b.entry
	return b
}

// Restart forgets everything: the procedure is what follows.
func (b *Builder) Restart() {
	b.g = graph{}
	b.entry = b.NewLoc()
	b.Cur = b.entry
}

// Finish writes what can be reached into the procedure. stems, if not nil, gets the nodes of its edges.
func (b *Builder) Finish(stems map[cfa.EdgeID]cc.Node) { b.g.finish(b.Prog, b.Proc, b.entry, stems) }

// CheckSections replaces everything if the atomic sections are not balanced.
func (b *Builder) CheckSections() {
	if !b.sections {
		return
	}
	pos, what := b.g.unbalanced(b.entry)
	if what == "" {
		return
	}
	b.Pos, b.Text = pos, ""
	b.Restart()
	b.End(cfa.Unsupported{What: what})
}

// NewLoc makes a place.
func (b *Builder) NewLoc() Loc { return b.g.newLoc(b.Pos) }

// NewLocAt makes a place with a position of its own.
func (b *Builder) NewLocAt(pos source.Pos) Loc { return b.g.newLoc(pos) }

// Label names a place for people.
func (b *Builder) Label(at Loc, name string) {
	if b.g.labels == nil {
		b.g.labels = map[Loc]string{}
	}
	if _, ok := b.g.labels[at]; !ok {
		b.g.labels[at] = name
	}
}

// Pin says that a place can be reached although no step leads there yet.
func (b *Builder) Pin(at Loc) { b.pinned[at] = true }

// IsDead reports whether nothing leads to the current place.
func (b *Builder) IsDead() bool {
	return b.Cur != b.entry && b.g.places[b.Cur].in == 0 && !b.pinned[b.Cur]
}

// NewReg makes a register of the procedure. typ is its type for people, or empty.
func (b *Builder) NewReg(name string, sort term.Sort, typ string, signed bool) cfa.RegID {
	id := cfa.NoProc
	if b.Proc != nil {
		id = b.Proc.ID
	}
	return b.Prog.NewReg(cfa.Reg{Name: b.Name + "::" + name, Sort: sort, Scope: cfa.Local, Proc: id,
		Type: typ, Signed: signed, Pos: b.Pos})
}

// NewPtr makes a register for an address.
func (b *Builder) NewPtr(name string) cfa.RegID {
	return b.NewReg(name, term.BitVec(b.Prog.PtrWidth), "", false)
}

// Sym is the value of a register.
func (b *Builder) Sym(r cfa.RegID) term.Term { return b.Prog.Regs[r].Sym }

// Emit adds an operation at the current place.
func (b *Builder) Emit(op cfa.Op) *Step {
	if b.Watch == nil {
		return b.emit(op)
	}
	after := b.Watch.Before(op)
	s := b.emit(op)
	if after != nil {
		after()
	}
	return s
}

func (b *Builder) emit(op cfa.Op) *Step {
	next := b.NewLoc()
	s := b.g.add(Step{from: b.Cur, to: next, Op: op, Pos: b.Pos, Macro: b.macroPlace(), Text: b.Text,
		Node: b.Node})
	b.Cur = next
	switch op.(type) {
	case cfa.AtomicBegin, cfa.AtomicEnd:
		b.sections = true
	}
	b.taken++
	return s
}

// macroPlace is the place in the definition of a macro of a step at the present place.
func (b *Builder) macroPlace() source.Pos {
	if b.Pos == b.MacroUse {
		return b.Macro
	}
	return source.Pos{}
}

// Add adds a step between two places, with its own position and text.
func (b *Builder) Add(from, to Loc, s Step) {
	s.from, s.to = from, to
	b.g.add(s)
	b.taken++
}

// Section adds the begin or the end of an atomic section.
func (b *Builder) Section(op cfa.Op) {
	b.Emit(op)
	if isBegin(op) {
		b.begin = b.g.taken - 1
	}
}

// SetSync says what the section that was begun last does for synchronisation.
func (b *Builder) SetSync(s *cfa.Sync) {
	if b.begin >= b.g.taken {
		return
	}
	if begin := b.g.step(b.begin); isBegin(begin.Op) {
		begin.Sync = s
	}
}

func isBegin(op cfa.Op) bool { _, ok := op.(cfa.AtomicBegin); return ok }

// End adds an operation that ends the path; what follows is unreachable.
func (b *Builder) End(op cfa.Op) {
	b.Emit(op)
	b.Cur = b.NewLoc()
}

// markImmortal says of all automatic objects of the procedure that they end with the process.
func (b *Builder) markImmortal() {
	for i := range b.g.taken {
		s := b.g.step(i)
		if op, ok := s.Op.(cfa.Alloc); ok && op.Kind == cfa.Stack {
			op.Immortal = true
			s.Op = op
		}
	}
}

// Unsupported ends the path at something that is not supported.
func (b *Builder) Unsupported(what string) {
	if b.Constant {
		b.Refused = what
		return
	}
	b.End(cfa.Unsupported{What: what})
}

// UnsupportedCall ends the path at the call of a function that is not supported unless the program defines
// it.
func (b *Builder) UnsupportedCall(function, what string) {
	if b.Constant {
		b.Refused = what
		return
	}
	b.End(cfa.Unsupported{What: what, Function: function})
}

// Pass ends the path at the call of a function that is not supported, and goes on beside that, after an
// assumption of false, with what over-approximates the call; see cfa.Unsupported.Passable.
func (b *Builder) Pass(function, what string) {
	if b.Constant {
		b.Refused = what
		return
	}
	next := b.NewLoc()
	b.Add(b.Cur, next, Step{Op: cfa.Assume{Cond: b.ts.False()}, Pos: b.Pos})
	b.emit(cfa.Assume{Cond: b.ts.True()})
	b.End(cfa.Unsupported{What: what, Function: function, Passable: true})
	b.Cur = next
}

// Violate ends the path by a violation, or another operation, that stems from a node unless that is nil. A
// violation that is Joint leaves a path behind it that no execution takes; pass.Without opens it.
func (b *Builder) Violate(op cfa.Op, n cc.Node) {
	_, violation := op.(cfa.Violation)
	reach := func() {
		next := b.NewLoc()
		if violation && b.Joint {
			b.Add(b.Cur, next, Step{Op: cfa.Assume{Cond: b.ts.False()}, Pos: b.Pos})
			b.emit(cfa.Assume{Cond: b.ts.True()})
		}
		if s := b.Emit(op); n != nil {
			s.Node = n
		}
		b.Cur = next
	}
	if violation && b.Watch != nil {
		b.Watch.Violate(reach)
		return
	}
	reach()
}

// open leaves the path at the current place, from which steps are to be added later.
func (b *Builder) open() Loc {
	at := b.Cur
	b.taken++
	b.Cur = b.NewLoc()
	return at
}
