package flow

import (
	"whittle.dev/internal/source"
)

// A Target is where a jump goes.
type Target struct {
	At     Loc
	scope  *Scope
	arrays int // how many variable-length arrays of the scope are declared before
}

// pendingJump is a jump that may leave or enter blocks.
type pendingJump struct {
	at   Loc
	from *Scope
	to   func() Target // known when the procedure is complete
	pos  source.Pos
	text string
}

// Here is a place of the current block as a target.
func (f *Frame) Here(at Loc) Target { return Target{at, f.scope, len(f.scope.arrays)} }

// Leap jumps to a place that may be in another block.
func (f *Frame) Leap(to Target) {
	f.b.pinned[to.At] = f.b.pinned[to.At] || !f.b.IsDead()
	f.leapTo(func() Target { return to })
}

func (f *Frame) leapTo(to func() Target) {
	b := f.b
	f.jumps = append(f.jumps, pendingJump{b.Cur, f.scope, to, b.Pos, b.Text})
	b.pinned[b.Cur] = b.pinned[b.Cur] || !b.IsDead()
	b.open()
}

// AddLeap adds a step from a place of the current block to one that may be in another block.
func (f *Frame) AddLeap(from Loc, s Step, to Target) { f.addLeap(from, f.scope, s, to) }

func (f *Frame) addLeap(from Loc, in *Scope, s Step, to Target) {
	if in == to.scope && to.arrays >= len(in.arrays) {
		f.b.Add(from, to.At, s)
		return
	}
	at := f.b.NewLocAt(s.Pos)
	f.jumps = append(f.jumps, pendingJump{at, in, func() Target { return to }, s.Pos, s.Text})
	f.b.Add(from, at, s)
}

// resolveJumps makes the jumps between blocks.
func (f *Frame) resolveJumps() {
	for _, j := range f.jumps {
		to := j.to()
		f.b.Cur, f.b.Pos = j.at, j.pos
		common := commonScope(j.from, to.scope)
		f.leave(j.from, common)
		if common == to.scope {
			f.endArrays(common.arrays[to.arrays:]) // back to before their declarations
		}
		f.enter(common, to.scope)
		f.b.Jump(to.At)
	}
}

// commonScope is the innermost block around two blocks.
func commonScope(a, b *Scope) *Scope {
	for a != b {
		if a.depth >= b.depth {
			a = a.parent
		} else {
			b = b.parent
		}
	}
	return a
}
