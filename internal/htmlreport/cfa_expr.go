package htmlreport

import (
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// How strongly operators bind, as in C.
const (
	bindOr = iota + 1
	bindAnd
	bindCompare
	bindShift
	bindAdd
	bindMul
	bindUnary
)

// binary are the operators with two operands or more, as people write them; s marks those with a signed and
// an unsigned variant where C has one.
var binary = map[term.Op]struct {
	text string
	bind int
}{
	term.OpAnd: {"&&", bindAnd}, term.OpOr: {"||", bindOr}, term.OpEq: {"==", bindCompare},
	term.OpDistinct: {"!=", bindCompare},
	term.OpBVUlt:    {"<", bindCompare}, term.OpBVSlt: {"<", bindCompare}, term.OpBVUle: {"<=", bindCompare},
	term.OpBVSle: {"<=", bindCompare},
	term.OpBVAdd: {"+", bindAdd}, term.OpBVSub: {"-", bindAdd}, term.OpBVMul: {"*", bindMul},
	term.OpBVUDiv: {"/", bindMul}, term.OpBVSDiv: {"/", bindMul}, term.OpBVURem: {"%", bindMul},
	term.OpBVSRem: {"%", bindMul},
	term.OpBVAnd:  {"&", bindShift}, term.OpBVOr: {"|", bindShift}, term.OpBVXor: {"^", bindShift},
	term.OpBVShl: {"<<", bindShift}, term.OpBVLShr: {">>", bindShift}, term.OpBVAShr: {">>", bindShift},
}

// negated are the comparisons that people write for the negation of another one.
var negated = map[term.Op]string{
	term.OpEq: "!=", term.OpBVUlt: "<=", term.OpBVSlt: "<=",
}

// maxDepth is how deep an expression is told, and maxOperators how much of it: what is shared in a term is
// told each time. The rest is an ellipsis.
const (
	maxDepth     = 10
	maxOperators = 200
)

// expr tells a term; bind is how strongly the operator around it binds.
func (w *opWords) expr(t term.Term, bind int) string { return w.exprAt(t, bind, 0) }

func (w *opWords) exprAt(t term.Term, bind, depth int) string {
	s := w.p.Terms
	if t == term.None {
		return ""
	}
	if depth == 0 && w.nested == 0 {
		w.left = maxOperators
	}
	if w.left--; depth > maxDepth || w.left < 0 {
		return "…"
	}
	sub := func(i, bind int) string { return w.exprAt(s.Arg(t, i), bind, depth+1) }
	paren := func(text string, own int) string {
		if own <= bind {
			return "(" + text + ")"
		}
		return text
	}
	op := s.Op(t)
	switch op {
	case term.OpSymbol:
		return w.symbol(t, bind, depth)
	case term.OpConst:
		return w.constant(t)
	case term.OpNot:
		a := s.Arg(t, 0)
		if text, ok := negated[s.Op(a)]; ok && s.NumArgs(a) == 2 {
			x, y := s.Arg(a, 0), s.Arg(a, 1)
			if s.Op(a) != term.OpEq { // not a < b is b <= a
				x, y = y, x
			}
			return paren(w.exprAt(x, bindCompare, depth+1)+" "+text+" "+w.exprAt(y, bindCompare, depth+1),
				bindCompare)
		}
		return "!" + sub(0, bindUnary)
	case term.OpIte:
		return paren(sub(0, bindOr)+" ? "+sub(1, bindOr)+" : "+sub(2, bindOr), 0)
	case term.OpBVNot:
		return "~" + sub(0, bindUnary)
	case term.OpBVNeg:
		return "-" + sub(0, bindUnary)
	case term.OpZeroExt, term.OpSignExt:
		return sub(0, bind) // as in C, where conversions are silent
	case term.OpExtract:
		hi, lo := s.Params(t)
		switch {
		case lo == 0 && (hi == 7 || hi == 15 || hi == 31 || hi == 63):
			// as in C, where conversions are silent
			return sub(0, bind)
		case lo == 0 && hi < 20:
			return paren(sub(0, bindShift-1)+" & "+itoa(1<<(hi+1)-1), bindShift)
		}
	case term.OpBVAdd:
		if s.NumArgs(t) == 2 && s.IsConst(s.Arg(t, 1)) {
			if v := signedBig(s.ConstBig(s.Arg(t, 1)), s.Sort(t).Width()); v.Sign() < 0 {
				return paren(sub(0, bindAdd-1)+" - "+v.String()[1:], bindAdd)
			}
		}
	case term.OpConcat:
		if s.NumArgs(t) == 2 {
			if v, ok := s.ConstUint64(s.Arg(t, 1)); ok && v == 0 {
				x := s.Arg(t, 0)
				if s.Op(x) == term.OpExtract { // of the bits that are not shifted out
					if hi, lo := s.Params(x); lo == 0 &&
						hi+1+s.Sort(s.Arg(t, 1)).Width() == s.Sort(s.Arg(x, 0)).Width() {
						x = s.Arg(x, 0)
					}
				}
				return paren(w.exprAt(x, bindShift, depth+1)+" << "+itoa(s.Sort(s.Arg(t, 1)).Width()),
					bindShift)
			}
		}
	}
	if o, ok := binary[op]; ok {
		parts := make([]string, s.NumArgs(t))
		for i := range parts {
			inner := o.bind
			if i == 0 && o.bind != bindCompare {
				inner-- // operators associate to the left
			}
			parts[i] = sub(i, inner)
		}
		return paren(strings.Join(parts, " "+o.text+" "), o.bind)
	}
	parts := make([]string, s.NumArgs(t))
	for i := range parts {
		parts[i] = sub(i, 0)
	}
	return op.String() + "(" + strings.Join(parts, ", ") + ")"
}

// symbol tells a register: by its name, or by what it was set to if the source has no name for it.
func (w *opWords) symbol(t term.Term, bind, depth int) string {
	r, ok := w.regs[t]
	if !ok {
		return w.p.Terms.Name(t)
	}
	if w.sets[r] != 1 || w.nested > maxDepth {
		return w.name(r)
	}
	w.nested++ // what a register holds may be told by what others hold
	defer func() { w.nested-- }()
	switch op := w.meaning[r].(type) {
	case cfa.Load:
		return w.cell(op.Addr, w.p.Regs[r].Sort.Width())
	case cfa.Assign:
		return w.exprAt(op.Value, bind, depth+1)
	case cfa.Call:
		if depth < maxDepth/2 {
			return w.call(op.Proc, op.Target, op.Args)
		}
	case cfa.Havoc:
		return w.p.Names.Input(op.What)
	case cfa.Alloc:
		if op.Kind == cfa.Stack {
			return "&" + op.Name
		}
	}
	return w.name(r)
}

// constant tells a number, or the object that it points to.
func (w *opWords) constant(t term.Term) string {
	s := w.p.Terms
	switch {
	case s.IsTrue(t):
		return "true"
	case s.IsFalse(t):
		return "false"
	}
	width := s.Sort(t).Width()
	if width == w.p.PtrWidth {
		if v, ok := s.ConstUint64(t); ok && v>>w.p.OffsetBits != 0 {
			if name, ok := w.pointer(v, 1); ok {
				if o := w.objectAround(v); o != nil && o.Addr == v {
					name = o.Name
					if o.Kind == cfa.Func {
						return name
					}
				}
				return "&" + name
			}
		}
	}
	if width == 0 {
		return s.String(t)
	}
	return signedBig(s.ConstBig(t), width).String()
}
