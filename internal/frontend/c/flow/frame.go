package flow

import (
	"slices"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Lifetimes of automatic objects (C11 6.2.4). An object lives from the entry into its block, however that is
// entered, until the block ends, however that is left: by its end, break, continue, goto, return. So each
// entry makes a new object, and each way out ends it. A variable-length array lives from its declaration on.
//
// Which objects a block has is known only after it. So a place is left open at its beginning for
// allocations, and jumps between blocks are made last, when all blocks are complete.
//
// The objects of the function that the program starts with live until the process ends, since that ends as
// soon as the function returns. Scalars whose address is never taken are registers and have no lifetime.

// A Frame has the blocks of a procedure and the objects that live in them.
type Frame struct {
	*Labels
	// Atomic says that the body is one atomic section.
	Atomic bool
	// Immortal says that the objects of the procedure do not end when it returns.
	Immortal bool
	// Result describes the register of what is returned; it has no sort if that is no scalar.
	Result Result

	b       *Builder
	scope   *Scope
	head    Loc // of the body: where its objects are made
	start   Loc
	jumps   []pendingJump
	returns []pendingReturn
	unset   []cfa.RegID // addresses that are null at first
	allocas allocas
}

// A Result describes what a procedure returns.
type Result struct {
	Sort   term.Sort
	Type   string
	Signed bool
}

// A Scope is a block, or the body of a procedure.
type Scope struct {
	parent *Scope
	depth  int
	loops  int      // Builder.Loops inside of the block, but outside of the loops in it
	allocs []Object // in order
	// arrays are the addresses of variable-length arrays; null: not declared yet in this activation of the
	// block
	arrays []cfa.RegID
	vars   []variable
}

// A variable of a block is kept in a register.
type variable struct {
	reg  cfa.RegID
	what string
	node cc.Node
	pos  source.Pos
}

// An Object is an object of a block.
type Object struct {
	Name        string
	Size, Align uint64
	Layout      *cfa.Layout
	Node        cc.Node // what declares it, if that is one part of the program
	Zero        bool    // it begins with zeros
	Untold      bool    // see cfa.Alloc

	reg cfa.RegID
	pos source.Pos
}

// NewFrame begins the frame of the procedure that b builds.
func NewFrame(b *Builder) *Frame {
	f := &Frame{b: b, scope: &Scope{}, allocas: allocas{list: cfa.NoReg}}
	f.Labels = newLabels(f)
	return f
}

// Begin begins the body. The objects of the body come first; they are known only at the end, so that they
// get a place of their own.
func (f *Frame) Begin() {
	f.head, f.start = f.b.Cur, f.b.NewLoc()
	f.b.Pin(f.start)
	f.b.Cur = f.start
}

// End ends the body, and makes the jumps and the objects that are left open; pos is the place of the latter.
func (f *Frame) End(pos source.Pos) {
	b := f.b
	f.resolveGotos()
	f.resolveJumps()
	f.resolveReturns()
	end := b.Cur
	b.Cur, b.Pos = f.head, pos
	f.makeAllocs(f.scope)
	for _, r := range f.unset {
		b.Emit(cfa.Assign{Dst: r, Value: b.Prog.Ptr(0)})
	}
	b.Jump(f.start)
	b.Cur = end
	if f.Immortal {
		b.markImmortal()
	}
}

// NewObject makes an object of the current block and returns the register with its address.
func (f *Frame) NewObject(o Object) cfa.RegID {
	o.reg, o.pos = f.b.NewPtr("&"+o.Name), f.b.Pos
	o.Size = max(o.Size, 1)
	f.scope.allocs = append(f.scope.allocs, o)
	return o.reg
}

// NewVariable makes a register that is a variable of the current block hold nothing in particular where the
// block is entered. That matters where jumps go past the declaration, if it matters what was never written.
func (f *Frame) NewVariable(r cfa.RegID, what string, node cc.Node) {
	f.scope.vars = append(f.scope.vars, variable{r, what, node, f.b.Pos})
}

// NewArray returns a register for the address of a variable-length array of the current block, which is
// declared here.
func (f *Frame) NewArray(name string) cfa.RegID {
	r := f.b.NewPtr("&" + name)
	f.scope.arrays = append(f.scope.arrays, r)
	f.unset = append(f.unset, r)
	return r
}

// HasObjects reports whether the current block has objects so far.
func (f *Frame) HasObjects() bool { return len(f.scope.allocs)+len(f.scope.arrays) > 0 }

// Outside lets lower make objects of the block around the current one.
func (f *Frame) Outside(lower func()) {
	block := f.scope
	f.scope = block.parent
	lower()
	f.scope = block
}

// Repeats reports whether the current place may be reached several times in one activation of its block.
func (f *Frame) Repeats() bool { return f.b.Loops > f.scope.loops || f.Any }

// Block lowers what stands in a block of its own.
func (f *Frame) Block(body func()) {
	b := f.b
	head, dead := b.Cur, b.IsDead()
	start := b.NewLoc()
	b.pinned[start] = !dead
	s := &Scope{parent: f.scope, depth: f.scope.depth + 1, loops: b.Loops}
	f.scope = s
	b.Cur = start
	body()
	f.scope = s.parent
	if !b.IsDead() {
		for _, r := range s.arrays { // nothing jumps past a declaration of one (C11 6.8.6.1)
			b.Emit(cfa.Free{Addr: b.Sym(r), Kind: cfa.Stack})
			b.Emit(cfa.Assign{Dst: r, Value: b.Prog.Ptr(0)})
		}
		f.endAllocs(s)
	}
	end, pos, text := b.Cur, b.Pos, b.Text
	b.Cur = head
	f.makeAllocs(s)
	b.Jump(start)
	b.Cur, b.Pos, b.Text = end, pos, text
}

// makeAllocs makes the objects of a block at the current place.
func (f *Frame) makeAllocs(s *Scope) {
	f.b.Text = ""
	for _, v := range s.vars {
		f.b.Pos = v.pos
		f.b.Emit(cfa.Havoc{Dst: v.reg, What: v.what, Unset: true}).Node = v.node
	}
	for _, o := range s.allocs {
		f.b.Pos = o.pos
		f.b.Emit(cfa.Alloc{
			Dst: o.reg, Size: f.b.Prog.Ptr(o.Size), Align: o.Align, Kind: cfa.Stack, Name: o.Name,
			Layout: o.Layout, Zero: o.Zero, Untold: o.Untold,
		}).Node = o.Node
	}
}

// endAllocs ends the objects of a block.
func (f *Frame) endAllocs(s *Scope) {
	f.b.Text = ""
	for _, o := range slices.Backward(s.allocs) {
		f.b.Emit(cfa.Free{Addr: f.b.Sym(o.reg), Kind: cfa.Stack})
	}
}

// leave ends the objects of all blocks around the current place up to, and without, one of them.
func (f *Frame) leave(from, to *Scope) {
	for s := from; s != to; s = s.parent {
		f.endArrays(s.arrays)
		f.endAllocs(s)
	}
}

// enter makes the objects of the blocks that a jump enters.
func (f *Frame) enter(from, to *Scope) {
	if from == to {
		return
	}
	f.enter(from, to.parent)
	f.makeAllocs(to)
}

// endArrays ends those variable-length arrays of a list that live.
func (f *Frame) endArrays(list []cfa.RegID) {
	for _, r := range list {
		f.b.FreeIfSet(r)
		f.b.Emit(cfa.Assign{Dst: r, Value: f.b.Prog.Ptr(0)})
	}
}

// inArray reports whether variable-length arrays may live at the current place.
func (f *Frame) inArray() bool {
	for s := f.scope; s != nil; s = s.parent {
		if len(s.arrays) > 0 {
			return true
		}
	}
	return false
}
