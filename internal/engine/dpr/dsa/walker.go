package dsa

import (
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/engine/dpr/oracle"
	"whittle.dev/internal/engine/dpr/scope"
	"whittle.dev/internal/interp"
	"whittle.dev/term"
)

// Domain computes with values of a kind. Each also gets the concrete value, of which hi are the bits from
// 64 on.
type Domain[V any] interface {
	// Constant is a value that is the same in all executions.
	Constant(sort term.Sort, lo, hi uint64) V
	// Term is the value of a term, whose registers have these values.
	Term(t term.Term, regs []cfa.RegID, args []V, lo, hi uint64) V
	// Input is an input: the value of a Havoc, or, for the edge nil, a byte of memory that was never set.
	Input(name oracle.Name, e *cfa.Edge, sort term.Sort, lo, hi uint64) V
	// Bytes is a value that is made of bytes of others, the lowest first.
	Bytes(parts []Part[V], lo, hi uint64) V
	// Branch is what the outcome of a branch depends on. The point is overwritten by the next branch.
	Branch(p *Point[V]) (guard V)
	// Fixed reports whether the outcome of a branch is the same in all executions that come to it.
	Fixed(guard V) bool
	// Merge is a value after the sides of a branch have met, each of which may have set it.
	Merge(guard, v V, sort term.Sort) V
	// Address is told of an address that is used, or of the size of an object, and returns what the choice
	// of the place depends on. Of an access that is not shown to be valid, life are the guards of branches
	// that may have ended the object's life.
	Address(e *cfa.Edge, v V, addr uint64, life []V) V
	// At is a value that was read through an address.
	At(place, v V) V
}

// Literal is a number as a term, for values that are terms.
func Literal(st *term.Store, sort term.Sort, lo, hi uint64) term.Term {
	switch w := sort.Width(); {
	case sort.IsBool():
		return st.Bool(lo != 0)
	case w <= 64:
		return st.BV(w, lo)
	default:
		return st.Concat(st.BV(w-64, hi), st.BV(64, lo))
	}
}

// Part is some bytes of a value.
type Part[V any] struct {
	Value         V
	First, Number int // in bytes
}

// Point is a branch that was executed.
type Point[V any] struct {
	Branch *scope.Branch
	// Taken is the side that was taken, or nil.
	Taken *cfa.Edge
	// Conds are the conditions of the sides, of a binary branch that of the first side.
	Conds []V
	// Control are the guards of the branches in whose scope it stands.
	Control []Guard[V]
}

// Guard is a branch whose scope has not ended.
type Guard[V any] struct {
	Branch *scope.Branch
	Value  V
}

// Walker follows one execution. It is an interp.Observer.
type Walker[V any] struct {
	// Index names what is executed.
	Index oracle.Index

	info   *scope.Info
	shape  *Shape
	domain Domain[V]
	frames []frame[V]
	thread []V
	memory memory[V]
	open   []Guard[V]
	over   bool
	args   []V      // scratch
	point  Point[V] // scratch
}

// frame is one activation of a procedure.
type frame[V any] struct {
	proc *cfa.Proc
	regs []V
	call *cfa.Edge
}

// NewWalker returns a walker at the start of the program.
func NewWalker[V any](shape *Shape, tree *oracle.Tree, d Domain[V]) *Walker[V] {
	w := &Walker[V]{info: shape.info, shape: shape, thread: make([]V, shape.threadRegs)}
	w.Restart(tree, d)
	return w
}

// Restart has the walker follow another execution of the program, from its start.
func (w *Walker[V]) Restart(tree *oracle.Tree, d Domain[V]) {
	w.Index.Restart(tree)
	w.domain, w.over = d, false
	w.frames, w.open = w.frames[:0], w.open[:0]
	clear(w.thread)
	w.memory = memory[V]{shape: w.shape, tree: tree}
	w.enter(w.info.Prog.Entry, nil)
	w.enters()
}

// Over reports whether the execution has come to where no target may be reached any more.
func (w *Walker[V]) Over() bool { return w.over }

// Control are the guards of the branches in whose scope the execution is.
func (w *Walker[V]) Control() []Guard[V] { return w.open }

func (w *Walker[V]) enter(p cfa.ProcID, call *cfa.Edge) {
	w.push(w.info.Prog.Procs[p], call, w.shape.regs[p])
	clear(w.top().regs)
}

// push adds a frame of n registers, which hold anything.
func (w *Walker[V]) push(proc *cfa.Proc, call *cfa.Edge, n int) {
	var regs []V
	if i := len(w.frames); i < cap(w.frames) { // those of a frame that was left
		regs = w.frames[:i+1][i].regs
	}
	if n > cap(regs) {
		regs = make([]V, n)
	}
	w.frames = append(w.frames, frame[V]{proc: proc, regs: regs[:n], call: call})
}

func (w *Walker[V]) top() *frame[V] { return &w.frames[len(w.frames)-1] }

// at is where the value of a register is.
func (w *Walker[V]) at(p place) *V {
	if p.thread {
		return &w.thread[p.index]
	}
	return &w.frames[len(w.frames)-1].regs[p.index]
}

// reg is where the value of a register is.
func (w *Walker[V]) reg(r cfa.RegID) *V { return w.at(w.shape.places[r]) }

func (w *Walker[V]) set(r cfa.RegID, v V) {
	if r != cfa.NoReg {
		*w.reg(r) = v
	}
}

// term is the value of a term of an edge.
func (w *Walker[V]) term(t *operands, lo, hi uint64) V {
	w.args = w.args[:0]
	for _, p := range t.places {
		w.args = append(w.args, *w.at(p))
	}
	return w.domain.Term(t.term, t.regs, w.args, lo, hi)
}

// Executed notes an edge that was executed.
func (w *Walker[V]) Executed(e *cfa.Edge, x *interp.Executed) {
	s := &w.shape.edges[e.ID]
	switch s.kind {
	case assigns:
		*w.at(s.dst) = w.term(&s.terms[0], x.Lo, x.Hi)
	case assumes:
		w.branch(s.branch(w.info, e), e)
	default:
		if !w.rare(e, s, x) {
			return
		}
	}
	w.arrive(e.To, s.relevant)
}

// rare notes an edge of one of the other kinds, and reports whether it leads within its procedure.
func (w *Walker[V]) rare(e *cfa.Edge, s *edge, x *interp.Executed) bool {
	switch op := e.Op.(type) {
	case cfa.Havoc:
		if op.Dst != cfa.NoReg {
			name := w.Index.At(e.ID, 0)
			w.set(op.Dst, w.domain.Input(name, e, w.info.Prog.Regs[op.Dst].Sort, x.Lo, x.Hi))
		}
	case cfa.Load:
		sort := w.info.Prog.Regs[op.Dst].Sort
		place := w.place(e, w.term(&s.terms[0], x.Addr, 0), x.Addr)
		*w.reg(op.Dst) = w.domain.At(place, w.load(x.Addr, sort, x.Lo, x.Hi))
	case cfa.Store:
		place := w.place(e, w.term(&s.terms[0], x.Addr, 0), x.Addr)
		v := w.domain.At(place, w.term(&s.terms[1], x.Lo, x.Hi))
		w.elsewhere(place, op.Addr)
		w.memory.changed = true
		w.memory.store(x.Addr, w.info.Prog.Terms.Sort(op.Value).Width()/8, v)
	case cfa.Alloc:
		w.place(e, w.term(&s.terms[0], x.Lo, 0), x.Lo)
		w.set(op.Dst, w.domain.Constant(w.info.Prog.Regs[op.Dst].Sort, x.Addr, 0))
		w.memory.alloc(e, x.Addr, w.Index.At(e.ID, 0))
	case cfa.Free:
		w.elsewhere(w.place(e, w.term(&s.terms[0], x.Addr, 0), x.Addr), op.Addr)
	case cfa.Call:
		w.call(e, op, s, x.Args)
		return false
	case cfa.Return:
		w.ret(op, s, x)
		return false
	}
	return true
}

// place looks at an address that is used.
func (w *Walker[V]) place(e *cfa.Edge, v V, addr uint64) V {
	var life []V
	if w.info.Checked[e.ID] {
		life = w.memory.life(addr)
	}
	return w.domain.Address(e, v, addr, life)
}

// elsewhere notes that a store or the end of a life might have been at another place of those that an
// address may be.
func (w *Walker[V]) elsewhere(place V, addr term.Term) {
	if !w.domain.Fixed(place) {
		v := w.info.Points.Of(addr)
		w.memory.smear(place, v.Refs, v.Unknown)
	}
}

// Stopped tells of the edge at which the execution has stopped, or of a location of which no edge can be
// taken (e is one of its edges then): a branch of which no side was taken.
func (w *Walker[V]) Stopped(o interp.Outcome) {
	if o.Kind == interp.AssumeFailed && o.Edge != nil {
		w.branch(w.info.Branch(w.top().proc.ID, o.Edge.From), nil)
	}
}

// branch notes that a side of a branch was taken.
func (w *Walker[V]) branch(b *scope.Branch, taken *cfa.Edge) {
	p := &w.point
	conds := p.Conds[:0]
	for i := range b.Edges {
		side := b.Edges[i].Edge
		conds = append(conds, w.term(&w.shape.edges[side.ID].terms[0], truth(side == taken), 0))
		if b.Binary {
			break
		}
	}
	p.Branch, p.Taken, p.Conds, p.Control = b, taken, conds, w.open
	guard := w.domain.Branch(p)
	if taken == nil {
		return
	}
	if len(b.Edges) > 1 {
		w.Index.Branch(taken.ID, b.Scoped, b.Repeats, len(w.frames), b.Meet)
		if b.Scoped {
			w.open = append(w.open, Guard[V]{b, guard})
		}
	}
}

// truth is 1 or 0. (A condition of a side that was not taken may be true as well, if sides overlap; then
// the machine has chosen, which Shape refuses.)
func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// arrive comes to a location: the scopes end whose branches meet there.
func (w *Walker[V]) arrive(l cfa.LocID, relevant bool) {
	for w.Index.Meets(len(w.frames), l) {
		w.Index.End()
		w.close()
	}
	if !relevant {
		w.over = true
	}
}

// enters comes to the first location of a procedure.
func (w *Walker[V]) enters() {
	p := w.top().proc
	w.arrive(p.Entry, w.info.Relevant(p.ID, p.Entry))
}

// close ends the innermost scope: what its sides may have set is merged.
func (w *Walker[V]) close() {
	g := w.open[len(w.open)-1]
	w.open = w.open[:len(w.open)-1]
	if w.domain.Fixed(g.Value) {
		return
	}
	for _, r := range g.Branch.Sets {
		v := w.reg(r)
		*v = w.domain.Merge(g.Value, *v, w.info.Prog.Regs[r].Sort)
	}
	w.memory.smear(g.Value, g.Branch.Stores, g.Branch.Anywhere)
}

func (w *Walker[V]) call(e *cfa.Edge, op cfa.Call, s *edge, values [][2]uint64) {
	args := make([]V, len(op.Args))
	for i := range op.Args {
		args[i] = w.term(&s.terms[i], values[i][0], values[i][1])
	}
	w.Index.Call(e.ID, len(w.frames))
	w.open = append(w.open, Guard[V]{})
	proc := w.info.Prog.Procs[op.Proc]
	w.enter(op.Proc, e)
	for i, r := range proc.Params {
		w.set(r, args[i])
	}
	w.enters()
}

// ret ends a procedure: the scopes end whose branches meet there.
func (w *Walker[V]) ret(op cfa.Return, s *edge, x *interp.Executed) {
	if len(w.frames) == 1 {
		w.over = true
		return
	}
	var v V
	if op.Value != term.None {
		v = w.term(&s.terms[0], x.Lo, x.Hi)
	}
	for n := w.Index.Return(len(w.frames)); n > 0; n-- {
		g := w.open[len(w.open)-1]
		w.close()
		if op.Value != term.None && !w.domain.Fixed(g.Value) {
			v = w.domain.Merge(g.Value, v, w.info.Prog.Terms.Sort(op.Value))
		}
	}
	w.open = w.open[:len(w.open)-1] // the call
	call := w.top().call
	w.frames = w.frames[:len(w.frames)-1]
	if op.Value != term.None {
		w.set(cfa.Def(call.Op), v)
	}
	w.arrive(call.To, w.shape.edges[call.ID].relevant)
}
