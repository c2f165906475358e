// Package flow builds the control flow of one procedure. It knows nothing of C but that steps stem from nodes
// of a syntax tree.
//
//	b := flow.New(prog, proc, "f", pos)
//	yes, no := b.NewLoc(), b.NewLoc()
//	b.Branch(cond, yes, no)
//	b.Cur = yes
//	b.Emit(cfa.Store{...})
//	b.Jump(no)
//	b.Cur = no
//	b.End(cfa.Return{})
//	b.Finish(nil)
//
// A [Builder] adds steps at a current place, and a branch goes on at several. A [Frame] has the blocks of a
// procedure with the objects that live in them: it makes and ends these wherever blocks are entered and left.
// [Labels] are the places that jumps name.
package flow
