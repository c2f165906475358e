package llvm

import (
	"strings"

	"whittle.dev/internal/frontend/llvm/ir"
)

// A pointer to a member function is a pair of numbers: the first is the address of a function, or, if it is
// odd, says where the table of virtual functions has it; the second is added to the address of the object.
// A call looks at both. Where the program has no pair with an odd number, what clang makes for virtual
// functions is never reached, and where all second numbers are zero, nothing is added. Names that clang gives
// tell what reads them; since others may give them too, what is left out is checked where it is reached.

// memberPointers says what pointers to member functions a program has.
type memberPointers struct{ virtual, moved bool }

// readsMember reports whether a block is the part of a call through a pointer to a member that is for virtual
// functions, in a program that has no such pointer.
func (l *lowerer) readsMember(b *ir.Block) bool {
	return strings.HasPrefix(b.Name, "memptr.virtual") && !l.memberPointers().virtual
}

// addsNothing reports whether an instruction reads the second number of a pointer to a member, in a program
// where that should always be zero.
func (f *fn) addsNothing(in *ir.Instr) bool {
	return in.Op == ir.ExtractValue && isMoved(f.body, in.Res) && !f.memberPointers().moved
}

func isMoved(body *ir.Body, slot int32) bool {
	return slot >= 0 && strings.HasPrefix(body.Slots[slot].Name, "memptr.adj")
}

func (l *lowerer) memberPointers() memberPointers {
	if l.members == nil {
		l.members = &memberPointers{}
		for _, s := range l.reached {
			body, err := s.fn.Body()
			for i := 0; err == nil && i < len(body.Blocks); i++ {
				for j := range body.Blocks[i].Instrs {
					l.members.note(body, &body.Blocks[i].Instrs[j])
				}
			}
		}
		for _, m := range l.modules {
			for _, g := range m.Globals {
				l.members.noteConstant(g.Init)
			}
		}
	}
	return *l.members
}

// note looks at the operands of an instruction; a second number that is converted may be another one after
// that.
func (p *memberPointers) note(body *ir.Body, in *ir.Instr) {
	for _, a := range in.Args {
		p.noteConstant(a)
		if a.Kind == ir.Local && in.Op != ir.GetElementPtr && isMoved(body, int32(a.N)) {
			p.moved = true
		}
	}
}

// noteConstant takes each pair of numbers for a pointer to a member.
func (p *memberPointers) noteConstant(v ir.Value) {
	if v.Kind != ir.Aggregate && v.Kind != ir.Expr {
		return
	}
	e := v.X.Elems
	if v.Kind == ir.Aggregate && len(e) == 2 && e[0].Type.Kind == ir.Int && e[1].Type.Kind == ir.Int {
		p.virtual = p.virtual || e[0].Kind == ir.ConstInt && (e[0].X != nil || e[0].N%2 == 1)
		p.moved = p.moved || e[1].Kind != ir.ConstInt || e[1].X != nil || e[1].N != 0
	}
	for _, x := range e {
		p.noteConstant(x)
	}
}
