package llvm

import (
	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/term"
)

// Results as terms. What an instruction computes of other results is a term where it is used, and takes no
// step: results do not change between their definition and a use, so it is the same there. Only what has more
// than some operators, or is used in the text before it is defined, has a register. Of variables that are
// registers this holds as long as nothing is stored to them.

// maxTerm limits how many operators and operands a term may have that takes no step.
const maxTerm = 24

// isTerm reports whether an instruction yields nothing but a term over results.
func isTerm(in *ir.Instr) bool {
	op := in.Op
	return in.Res >= 0 && (op == ir.Call && isIntrinsic(in) || op.IsBinary() || op.IsConversion() ||
		op == ir.FNeg || op == ir.ICmp || op == ir.FCmp || op == ir.Select || op == ir.Freeze ||
		op == ir.GetElementPtr || op >= ir.ExtractElement && op <= ir.InsertValue)
}

// define gives the result of an instruction its parts, as terms if these are small.
func (f *fn) define(in *ir.Instr, parts ...term.Term) {
	if in.Res < 0 || len(parts) != len(f.regs[in.Res]) {
		f.set(in, parts...)
		return
	}
	for _, t := range parts {
		if left := maxTerm; t == term.None || !f.isSmall(t, &left) {
			f.set(in, parts...)
			return
		}
	}
	f.terms[in.Res] = parts
	if f.early[in.Res] {
		f.set(in, parts...)
	}
}

func (f *fn) isSmall(t term.Term, left *int) bool {
	if *left--; *left < 0 {
		return false
	}
	for _, a := range f.ts.Args(t) {
		if !f.isSmall(a, left) {
			return false
		}
	}
	return true
}

// set gives the result of an instruction its parts, in registers.
func (f *fn) set(in *ir.Instr, parts ...term.Term) {
	if in.Res < 0 {
		return
	}
	for i, r := range f.regs[in.Res] {
		if i < len(parts) && parts[i] != term.None {
			f.assign(r, parts[i])
		}
	}
}

// position is where an instruction stands.
type position struct{ block, index int }

// findUses finds out how long the value of a variable that is loaded is needed.
func (f *fn) findUses() {
	f.uses = make([][]position, len(f.body.Slots))
	for i, b := range f.body.Blocks {
		for j := range b.Instrs {
			in := &b.Instrs[j]
			for _, a := range in.Args {
				if a.Kind == ir.Local && in.Op != ir.DbgValue && in.Op != ir.DbgDeclare {
					f.uses[a.N] = append(f.uses[a.N], position{i, j})
				}
			}
			if in.Call != nil && in.Call.Callee.Kind == ir.Local {
				n := in.Call.Callee.N
				f.uses[n] = append(f.uses[n], position{i, j})
			}
		}
	}
}

// lastUse is the index of the last instruction that needs a result, be it by way of other results; ok is
// false if that is in another block.
func (f *fn) lastUse(slot int32, block, depth int) (last int, ok bool) {
	for _, u := range f.uses[slot] {
		in := &f.body.Blocks[u.block].Instrs[u.index]
		if u.block != block || in.Op == ir.Phi || depth > 20 {
			return 0, false
		}
		last = max(last, u.index)
		if isTerm(in) {
			further, ok := f.lastUse(in.Res, block, depth+1)
			if !ok {
				return 0, false
			}
			last = max(last, further)
		}
	}
	return last, true
}

// isKept reports whether a variable keeps its value as long as what was loaded of it is needed.
func (f *fn) isKept(in *ir.Instr, variable uint64, index int) bool {
	last, ok := f.lastUse(in.Res, f.block, 0)
	if !ok {
		return false
	}
	for _, other := range f.body.Blocks[f.block].Instrs[index+1 : max(last, index+1)] {
		if other.Op == ir.Store && other.Args[1].Kind == ir.Local && other.Args[1].N == variable ||
			isLifetime(&other) {
			return false
		}
	}
	return true
}
