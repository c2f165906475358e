package llvm

import (
	"strconv"
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/term"
)

// assembly lowers a call of inline assembly.
func (f *fn) assembly(in *ir.Instr) {
	var reached, operands []term.Term
	for _, a := range in.Args {
		p := f.parts(a)
		if len(p) != 1 {
			f.flow.Unsupported("inline assembly")
			return
		}
		if f.ts.Sort(p[0]).Width() == f.prog.PtrWidth {
			reached = append(reached, p[0])
		}
		operands = append(operands, p[0])
	}
	x := in.Call.Callee.X
	idle, ok := f.b.Assembly(strings.ReplaceAll(x.Name, "\t", " "), reached)
	if !ok || in.Res < 0 {
		return
	}
	from := ties(x.Label)
	out := make([]term.Term, len(f.regs[in.Res]))
	for k, r := range f.regs[in.Res] {
		w := f.widthOf(r)
		if i, tied := from[k]; idle && tied && i < len(operands) && f.ts.Sort(operands[i]).Width() == w {
			out[k] = operands[i]
			continue
		}
		op := cfa.Havoc{Dst: f.newReg("output", min(w, maxPiece)), What: "inline assembly",
			Inexact: "inline assembly"}
		f.flow.Emit(op)
		out[k] = f.resize(f.flow.Sym(op.Dst), w, false)
	}
	f.define(in, out...)
}

// ties says which operand begins in the place of a result, by the constraints: "=r,=r,1,r" says that operand
// 0 does in that of result 1.
func ties(constraints string) map[int]int {
	from := map[int]int{}
	operand := 0
	for _, c := range strings.Split(constraints, ",") {
		switch {
		case strings.HasPrefix(c, "=*"):
			operand++ // memory, whose address is an operand
		case strings.HasPrefix(c, "="), strings.HasPrefix(c, "~"), strings.HasPrefix(c, "!"):
		default:
			if k, err := strconv.Atoi(c); err == nil {
				from[k] = operand
			}
			operand++
		}
	}
	return from
}
