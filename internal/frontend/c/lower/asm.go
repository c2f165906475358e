package lower

import (
	"slices"
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/term"
)

// Inline assembly is a barrier for the compiler if it has no instructions, or only such as have no effect
// that could be seen. Other assembly is over-approximated if it goes on after itself: its outputs, and what
// its operands lead to, hold anything afterwards.

// asm lowers inline assembly.
func (st *statements) asm(n *cc.AsmStatement) {
	st.marks.describe(n)
	words, ok := Instructions(asmText(n.Asm))
	ok = ok && !isAsmGoto(n.Asm)
	operands := operandsOf(n.Asm)
	writes := slices.ContainsFunc(operands, func(o asmOperand) bool {
		return o.output && (strings.HasPrefix(o.constraint, "=") || len(words) > 0)
	})
	switch {
	case ok && IsIdle(words) && !writes:
		st.flow.Emit(cfa.Fence{Order: Barrier(words)})
	case !ok || slices.ContainsFunc(words, Leaves) ||
		slices.ContainsFunc(operands, func(o asmOperand) bool { return o.node == nil }):
		st.flow.Unsupported(InlineAssembly)
	default:
		st.flow.Pass("", InlineAssembly)
		st.anyOperands(operands)
	}
}

const InlineAssembly = "inline assembly"

// anyOperands gives the outputs of an assembly any values.
func (st *statements) anyOperands(operands []asmOperand) {
	var reached []term.Term
	var outputs []func()
	for _, o := range operands {
		if !o.output && !o.memory() {
			v := st.exprs.Expr(o.node)
			if s := st.types.Scalar(v.Type); v.Addr != term.None {
				reached = append(reached, v.Addr)
			} else if s.Class != repr.Floating && s.Width == st.flow.Prog.PtrWidth {
				reached = append(reached, v.Term)
			}
			continue
		}
		p := st.exprs.lvalues.Lvalue(o.node)
		switch {
		case p.Reg == cfa.NoReg && p.Addr != term.None:
			reached = append(reached, p.Addr)
		case o.output:
			outputs = append(outputs, func() { st.mem.Store(p, st.mem.Inexact(p.Type, InlineAssembly)) })
		}
	}
	st.exprs.calls.Reaches(cfa.Havoc{Inexact: InlineAssembly, Reaches: reached, Passed: true, Waits: true})
	for _, store := range outputs {
		store()
	}
}

// asmOperand is an operand of an assembly; node is nil if it is not one that is followed.
type asmOperand struct {
	constraint string
	output     bool
	node       cc.ExpressionNode
}

// memory reports whether the operand is a place in memory, whose address the assembly has.
func (o asmOperand) memory() bool { return strings.ContainsAny(o.constraint, "mo") }

// operandsOf lists the outputs and inputs of an assembly.
func operandsOf(a *cc.Asm) []asmOperand {
	var out []asmOperand
	group := 0
	for l := a.AsmArgList; l != nil; l = l.AsmArgList {
		for e := l.AsmExpressionList; e != nil && group < 2; e = e.AsmExpressionList {
			out = append(out, operandOf(e.AssignmentExpression, group == 0))
		}
		group++
	}
	return out
}

// operandOf is the operand "=r"(x), which the parser reads as a call.
func operandOf(n cc.ExpressionNode, output bool) asmOperand {
	o := asmOperand{output: output}
	call, ok := syntax.Unparen(n).(*cc.PostfixExpression)
	if !ok || call.Case != cc.PostfixExpressionCall {
		return o
	}
	s := syntax.StringLiteral(call.PostfixExpression)
	if args := syntax.Arguments(call); s != nil && len(args) == 1 {
		o.constraint, o.node = strings.Trim(cc.NodeSource(s), `"`), args[0]
	}
	return o
}

// asmText is the text of an assembly.
func asmText(a *cc.Asm) string {
	return strings.NewReplacer(`\n`, "\n", `\t`, " ", `"`, " ").Replace(a.Token3.SrcStr())
}

// isAsmGoto reports whether an assembly may go on at a label of C.
func isAsmGoto(a *cc.Asm) bool {
	for q := a.AsmQualifierList; q != nil; q = q.AsmQualifierList {
		if q.AsmQualifier.Case == cc.AsmQualifierGoto {
			return true
		}
	}
	return false
}

// Instructions lists the first words of the instructions of an assembly, without prefixes that only repeat or
// lock. ok is false for text that is no such list.
func Instructions(text string) (words []string, ok bool) {
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == ';' }) {
		fields := strings.Fields(strings.ToLower(line))
		for len(fields) > 0 && slices.Contains(asmPrefixes, fields[0]) {
			fields = fields[1:]
		}
		if len(fields) == 0 {
			continue
		}
		if strings.ContainsAny(fields[0], ".:%{|\\#/@$") || strings.Contains(line, "sp") {
			return nil, false // a directive, a label, what is chosen later; the stack
		}
		words = append(words, fields[0])
	}
	return words, true
}

var asmPrefixes = strings.Fields("lock rep repe repne repz repnz")

// idleInstructions only wait, or order accesses, which have an order anyway.
var idleInstructions = strings.Fields("nop pause yield mfence lfence sfence dmb dsb isb fence")

// IsIdle reports whether all instructions are idle ones.
func IsIdle(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(idleInstructions, w) })
}

// Barrier is the order that idle instructions keep among the accesses of their thread, as far as all memory
// models agree: a barrier of the compiler alone keeps none.
func Barrier(words []string) cfa.Order {
	if slices.Contains(words, "mfence") {
		return cfa.SeqCst
	}
	return cfa.Relaxed
}

// Leaves reports whether an instruction may go on elsewhere, or not at all.
func Leaves(word string) bool {
	begins := func(list ...string) bool {
		return slices.ContainsFunc(list, func(p string) bool { return strings.HasPrefix(word, p) })
	}
	return begins("j", "call", "ret", "loop", "int", "sys", "b.") ||
		begins("x") && !begins("xchg", "xadd", "xor") || slices.Contains(leaving, word)
}

var leaving = strings.Fields(`b bl blr bx blx br beq bne bcs bcc bmi bpl bvs bvc bhi bls bge blt bgt ble bal
	bltu bgeu cbz cbnz tbz tbnz svc swi hvc smc brk bkpt udf eret ecall ebreak mret sret wfi wfe hlt ud0 ud1
	ud2 iret iretd iretq mwait monitor lret leave enter push pop pushf popf vmcall tw trap`)
