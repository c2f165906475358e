package flow

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// Jump goes on at a place; what follows is unreachable.
func (b *Builder) Jump(to Loc) {
	b.g.add(Step{from: b.Cur, to: to, Pos: b.Pos})
	b.taken++
	b.Cur = b.NewLoc()
}

// GoTo makes a place, which other steps may lead to, the current one.
func (b *Builder) GoTo(at Loc) {
	b.g.add(Step{from: b.Cur, to: at, Pos: b.Pos})
	b.taken++
	b.Cur = at
}

// Renew begins a new place, so that what led to the present one can be changed.
func (b *Builder) Renew() {
	at := b.NewLoc()
	b.Pin(at)
	b.GoTo(at)
}

// Branch goes to yes where cond holds and to no elsewhere.
func (b *Builder) Branch(cond term.Term, yes, no Loc) {
	negated := ""
	if b.Text != "" {
		negated = "!(" + b.Text + ")"
	}
	b.BranchAs(cond, b.Text, negated, yes, no)
}

// BranchAs is Branch with the texts of the condition and of its negation.
func (b *Builder) BranchAs(cond term.Term, text, negated string, yes, no Loc) {
	b.BranchTo(cond, yes, no, Side{Text: text}, Side{Text: negated})
}

// Side is what is known of a side of a branch: its condition as text, the test of which it is an outcome, and
// the operands of the condition, see cfa.Edge.
type Side struct {
	Text     string
	Test     *cfa.Test
	Operands []cfa.Operand
}

// BranchTo goes to yes where cond holds and to no elsewhere.
func (b *Builder) BranchTo(cond term.Term, yes, no Loc, holds, fails Side) {
	switch {
	case b.ts.IsTrue(cond):
		b.Jump(yes)
		return
	case b.ts.IsFalse(cond):
		b.Jump(no)
		return
	}
	b.g.add(Step{from: b.Cur, to: yes, Op: cfa.Assume{Cond: cond}, Pos: b.Pos, Macro: b.macroPlace(),
		Text: holds.Text, Test: holds.Test, Operands: holds.Operands})
	b.g.add(Step{from: b.Cur, to: no, Op: cfa.Assume{Cond: b.ts.Not(cond)}, Pos: b.Pos, Macro: b.macroPlace(),
		Text: fails.Text, Test: fails.Test, Operands: fails.Operands})
	b.taken++
	b.Cur = b.NewLoc()
}

// OnlyIf goes on where a condition holds, and to no elsewhere.
func (b *Builder) OnlyIf(cond term.Term, no Loc) {
	if b.ts.IsTrue(cond) {
		return
	}
	yes := b.NewLoc()
	b.Branch(cond, yes, no)
	b.Cur = yes
}

// Assume keeps only the paths on which cond holds.
func (b *Builder) Assume(cond term.Term) {
	if !b.ts.IsTrue(cond) {
		b.Emit(cfa.Assume{Cond: cond})
	}
}

// Guard has what fails cond come to a violation, or another end of the path. Where a violation does not end
// the path, see Builder.Joint, that goes on by then, if there is one, and else as if cond had held.
func (b *Builder) Guard(cond term.Term, op cfa.Op, then ...cfa.Op) {
	if b.ts.IsTrue(cond) {
		return
	}
	ok, bad := b.NewLoc(), b.NewLoc()
	b.BranchAs(cond, "", "", ok, bad) // no condition of the source, so nothing that people want to read
	b.Cur = bad
	b.Violate(op, nil)
	if !b.IsDead() {
		for _, op := range then {
			b.End(op)
		}
		if len(then) == 0 {
			b.Jump(ok)
		}
	}
	b.Cur = ok
}

// Aside lets lower add steps at a place of their own and reports whether it did. Without steps, a value found
// there can be used anywhere; with steps the caller links from and to where they begin and end.
func (b *Builder) Aside(lower func()) (from, to Loc, steps bool) {
	saved, count := b.Cur, b.taken
	start := b.NewLoc()
	b.Pin(start)
	b.Cur = start
	lower()
	to = b.Cur
	b.Cur = saved
	return start, to, b.taken != count || to != start
}

// Taken counts the steps that were added.
func (b *Builder) Taken() int { return b.taken }

// FreeIfSet ends the life of an object that was made unless its address, in a register, is null.
func (b *Builder) FreeIfSet(r cfa.RegID) {
	free, done := b.NewLoc(), b.NewLoc()
	b.Branch(b.ts.Eq(b.Sym(r), b.Prog.Ptr(0)), done, free)
	b.Cur = free
	b.Emit(cfa.Free{Addr: b.Sym(r), Kind: cfa.Stack})
	b.Jump(done)
	b.Cur = done
}

// Repeat runs body for i = 0 ... n-1.
func (b *Builder) Repeat(n uint64, body func(i term.Term)) {
	i := b.NewPtr("i")
	b.Emit(cfa.Assign{Dst: i, Value: b.Prog.Ptr(0)})
	head, in, out := b.NewLoc(), b.NewLoc(), b.NewLoc()
	b.Label(head, "loop head")
	b.Jump(head)
	b.Cur = head
	b.Branch(b.ts.BVUlt(b.Sym(i), b.Prog.Ptr(n)), in, out)
	b.Cur = in
	b.Loops++
	outer := b.Node
	b.Node = nil // how often these steps are made does not show where they stem from
	body(b.Sym(i))
	b.Node = outer
	b.Loops--
	b.Emit(cfa.Assign{Dst: i, Value: b.ts.BVAdd(b.Sym(i), b.Prog.Ptr(1))})
	b.Jump(head)
	b.Cur = out
}

// StemmingFrom lets steps stem from a node while lower adds them; from nil: it does not show from which.
func (b *Builder) StemmingFrom(n cc.Node, lower func()) {
	outer := b.Node
	b.Node = n
	lower()
	b.Node = outer
}
