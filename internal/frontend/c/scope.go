package c

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
// Which objects a block has is known only behind it. So a place is left open at its beginning for
// allocations, and jumps between blocks are made last, when all blocks are complete.
//
// The objects of the function that the program starts with live until the process ends, since that ends as
// soon as the function returns. Scalars whose address is never taken are registers and have no lifetime.

// scope is a block, or the body of a function.
type scope struct {
	parent *scope
	depth  int
	loops  int     // fn.loops inside of the block, but outside of the loops in it
	allocs []alloc // in order
	// addresses of variable-length arrays; null: not declared yet in this activation of the block
	vlas []cfa.RegID
}

// alloc is a memory object of a block.
type alloc struct {
	reg   cfa.RegID
	size  uint64
	align uint64
	name  string
	lay   *cfa.Layout
	pos   source.Pos
	node  cc.Node // the declarator, if there is one
}

// target is where a jump goes.
type target struct {
	at    loc
	scope *scope
	vlas  int // how many variable-length arrays of the scope are declared before
}

// pendingJump is a jump that may leave or enter blocks.
type pendingJump struct {
	at   loc
	from *scope
	to   func() target // known when the function is complete
	pos  source.Pos
	text string
}

// here is a place of the current block as a target.
func (f *fn) here(at loc) target { return target{at, f.scope, len(f.scope.vlas)} }

// block lowers what stands in a block of its own.
func (f *fn) block(body func()) {
	head, dead := f.cur, f.isDead()
	start := f.g.newLoc(f.pos)
	f.pinned[start] = !dead
	s := &scope{parent: f.scope, depth: f.scope.depth + 1, loops: f.loops}
	f.scope = s
	f.cur = start
	body()
	f.scope = s.parent
	if !f.isDead() {
		for _, r := range s.vlas { // nothing jumps past a declaration of one (C11 6.8.6.1)
			f.emit(cfa.Free{Addr: f.sym(r), Kind: cfa.Stack})
			f.emit(cfa.Assign{Dst: r, Value: f.prog.Ptr(0)})
		}
		f.endAllocs(s)
	}
	end, pos, text := f.cur, f.pos, f.text
	f.cur = head
	f.makeAllocs(s)
	f.jump(start)
	f.cur, f.pos, f.text = end, pos, text
}

// makeAllocs makes the objects of a block at the current place.
func (f *fn) makeAllocs(s *scope) {
	f.text = ""
	for _, a := range s.allocs {
		f.pos = a.pos
		f.emit(cfa.Alloc{
			Dst: a.reg, Size: f.prog.Ptr(a.size), Align: a.align, Kind: cfa.Stack, Name: a.name,
			Layout: a.lay,
		}).node = a.node
	}
}

// endAllocs ends the objects of a block.
func (f *fn) endAllocs(s *scope) {
	f.text = ""
	for _, a := range slices.Backward(s.allocs) {
		f.emit(cfa.Free{Addr: f.sym(a.reg), Kind: cfa.Stack})
	}
}

// leave ends the objects of all blocks around the current place up to, and without, one of them.
func (f *fn) leave(from, to *scope) {
	for s := from; s != to; s = s.parent {
		f.endVLAs(s.vlas)
		f.endAllocs(s)
	}
}

// endVLAs ends those variable-length arrays of a list that live.
func (f *fn) endVLAs(list []cfa.RegID) {
	for _, r := range list {
		f.freeIfSet(r)
		f.emit(cfa.Assign{Dst: r, Value: f.prog.Ptr(0)})
	}
}

// inVLA reports whether variable-length arrays may live at the current place.
func (f *fn) inVLA() bool {
	for s := f.scope; s != nil; s = s.parent {
		if len(s.vlas) > 0 {
			return true
		}
	}
	return false
}

// enter makes the objects of the blocks that a jump enters.
func (f *fn) enter(from, to *scope) {
	if from == to {
		return
	}
	f.enter(from, to.parent)
	f.makeAllocs(to)
}

// leap jumps to a place that may be in another block.
func (f *fn) leap(to target) {
	f.pinned[to.at] = f.pinned[to.at] || !f.isDead()
	f.leapTo(func() target { return to })
}

func (f *fn) leapTo(to func() target) {
	f.jumps = append(f.jumps, pendingJump{f.cur, f.scope, to, f.pos, f.text})
	f.pinned[f.cur] = f.pinned[f.cur] || !f.isDead()
	f.emitted++
	f.cur = f.g.newLoc(f.pos)
}

// resolveJumps makes the jumps between blocks.
func (f *fn) resolveJumps() {
	for _, j := range f.jumps {
		to := j.to()
		f.cur, f.pos = j.at, j.pos
		common := commonScope(j.from, to.scope)
		f.leave(j.from, common)
		if common == to.scope {
			f.endVLAs(common.vlas[to.vlas:]) // back to before their declarations
		}
		f.enter(common, to.scope)
		f.jump(to.at)
	}
}

// commonScope is the innermost block around two blocks.
func commonScope(a, b *scope) *scope {
	for a != b {
		if a.depth >= b.depth {
			a = a.parent
		} else {
			b = b.parent
		}
	}
	return a
}

// freeIfSet ends the life of an object that was made unless its address is null.
func (f *fn) freeIfSet(r cfa.RegID) {
	free, done := f.g.newLoc(f.pos), f.g.newLoc(f.pos)
	f.branch(f.ts.Eq(f.sym(r), f.prog.Ptr(0)), done, free)
	f.cur = free
	f.emit(cfa.Free{Addr: f.sym(r), Kind: cfa.Stack})
	f.jump(done)
	f.cur = done
}

// frameObject makes an object of the current block and returns the register with its address.
func (f *fn) frameObject(ty cc.Type, name string, size, align uint64) cfa.RegID {
	r := f.newReg("&"+name, term.BitVec(f.prog.PtrWidth), "", false)
	f.scope.allocs = append(f.scope.allocs,
		alloc{reg: r, size: max(size, 1), align: align, name: name, lay: f.types.Layout(ty), pos: f.pos})
	return r
}

// isInitial reports whether the function is what the process starts with and nothing else calls it.
func (f *fn) isInitial() bool {
	if f.def == nil || f.name != f.cfg.entry() || f.registers("atexit") {
		return false
	}
	for _, u := range f.units {
		for _, n := range u.ast.Scope.Nodes[f.name] {
			// a call may follow any of its declarations
			if d, ok := n.(*cc.Declarator); ok && d.ReadCount() > 0 {
				return false
			}
		}
	}
	return true
}
