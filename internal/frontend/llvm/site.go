package llvm

import (
	"fmt"
	"strings"

	"whittle.dev/internal/frontend/c"
	"whittle.dev/internal/frontend/llvm/ir"
)

func label(block, instr int) string { return fmt.Sprintf("__s%d_%d", block, instr) }

// calls is what the shadow has for a call.
func (l *lowerer) calls(m *ir.Module, body *ir.Body, in *ir.Instr, name string, used bool) (string, bool) {
	if to := l.direct(m, in); to != nil {
		return callInShadow(to), true
	}
	if text, ok := l.virtualSites(m, body, in, name, used); ok {
		return text, true
	}
	return l.site(m, in, name, used)
}

// site is a call as a labelled statement with its operands declared in front of it: the parts of the k-th
// argument are name_k_0, name_k_1, ..., the function that is called through a pointer is name_f, the result
// name_r, or name_o the address where its parts go, variable arguments lie at name_v.
func (l *lowerer) site(m *ir.Module, in *ir.Instr, name string, used bool) (string, bool) {
	var decls, args []string
	ptr := m.Layout.PointerBits()
	operand := func(typ, suffix string) string {
		decls = append(decls, fmt.Sprintf("%s %s_%s;", typ, name, suffix))
		return name + "_" + suffix
	}
	to := l.callee(m, in)
	result, ok := valueParts(m.Layout, in.Type)
	if !ok || l.panics(m, in) {
		return "", false
	}
	if to != nil && !to.isDefined() && !l.fitsLibrary(m, in, libraryName(to.name), len(result)) {
		return "", false
	}
	structure := l.structResult(m, in)
	if len(result) > 1 || structure != "" && len(result) == 1 {
		args = append(args, operand("void *", "o"))
	}
	fixed := len(in.Args)
	if to.isDefined() && to.fn.Type.Variadic {
		fixed = len(to.fn.Type.Fields)
	}
	for k, a := range in.Args[:min(fixed, len(in.Args))] {
		if a.Kind == ir.Meta {
			return "", false
		}
		if s, ok := l.literal(m, a); ok && !isByVal(in, k) {
			args = append(args, s)
			continue
		}
		parts, ok := valueParts(m.Layout, a.Type)
		if !ok {
			return "", false
		}
		cast := ""
		if to != nil && !to.isDefined() && a.Type.Kind == ir.Pointer {
			if t := c.StreamType(libraryName(to.name), k); t != "" {
				cast = "(" + t + ")"
			}
		}
		for i, p := range parts {
			t, _ := carrier(p, ptr)
			if t == "" {
				return "", false
			}
			args = append(args, cast+operand(t, fmt.Sprintf("%d_%d", k, i)))
		}
	}
	if to.isDefined() && to.fn.Type.Variadic {
		args = append(args, operand("void *", "v"))
	}
	var call string
	switch {
	case isMemory(in):
		fn := "__builtin_" + strings.Split(in.Call.Callee.X.Name, ".")[1]
		call = fmt.Sprintf("%s(%s)", fn, strings.Join(args[:3], ", "))
		used = false
	case mathFunction(in) != "":
		call = fmt.Sprintf("%s(%s)", mathFunction(in), strings.Join(args, ", "))
	case to != nil && to.fn != nil && to.shadow != "":
		if to.isDefined() && !sameShape(m, in, to) {
			return "", false
		}
		call = fmt.Sprintf("%s(%s)", l.wrapper(to), strings.Join(args, ", "))
		if structure != "" {
			call = fmt.Sprintf("(void)(*(%s *)%s = %s(%s))", structure, args[0], to.shadow,
				strings.Join(args[1:], ", "))
			used = false
		}
	case in.Call.Callee.Kind == ir.Local && !in.Call.Func.Variadic:
		s, ok := signature(m, "(*"+name+"_f)", in.Call.Func, false)
		if !ok {
			return "", false
		}
		decls = append(decls, s+";")
		call = fmt.Sprintf("%s_f(%s)", name, strings.Join(args, ", "))
	default:
		return "", false
	}
	if used && len(result) == 1 {
		t, _ := carrier(result[0], ptr)
		if t == "" {
			return "", false
		}
		call = fmt.Sprintf("%s = %s", operand(t, "r"), call)
	}
	return fmt.Sprintf("{ %s %s: %s; }", strings.Join(decls, " "), name, call), true
}

// fitsLibrary reports whether a call of a function of the library passes arguments as they are declared: what
// is passed by value in several parts, and returned so, is not known to be.
func (l *lowerer) fitsLibrary(m *ir.Module, in *ir.Instr, name string, results int) bool {
	n, variadic, ok := c.ParamsOf(name)
	if l.structResult(m, in) != "" {
		if results == 0 {
			n++ // the address where the result goes
		}
		return len(in.Args) == n
	}
	return !ok || results < 2 && (len(in.Args) == n || variadic && len(in.Args) >= n)
}

// structures are the types of the library's functions that return structures.
var structures = map[string]string{"div": "div_t", "ldiv": "ldiv_t", "lldiv": "lldiv_t",
	"imaxdiv": "imaxdiv_t"}

// structResult is the type of the structure that a call of a function of the library returns; empty: it
// returns none.
func (l *lowerer) structResult(m *ir.Module, in *ir.Instr) string {
	if to := l.callee(m, in); to != nil && to.fn != nil && !to.isDefined() {
		return structures[to.name]
	}
	return ""
}

// callee is the function that a call names; nil: it does not name one.
func (l *lowerer) callee(m *ir.Module, in *ir.Instr) *symbol {
	v := in.Call.Callee
	for v.Kind == ir.Expr && v.X.Op == ir.BitCast && len(v.X.Elems) == 1 {
		v = v.X.Elems[0]
	}
	if v.Kind != ir.Global {
		return nil
	}
	return l.lookup(m, v.X.Name)
}

// sameShape reports whether a call passes what a function takes.
func sameShape(m *ir.Module, in *ir.Instr, to *symbol) bool {
	t := to.fn.Type
	if len(in.Args) < len(t.Fields) || len(in.Args) > len(t.Fields) && !t.Variadic {
		return false
	}
	for i, f := range t.Fields {
		if !sameParts(m.Layout, f, in.Args[i].Type) {
			return false
		}
	}
	return in.Type.Kind == ir.Void || sameParts(m.Layout, t.Elem, in.Type)
}

func sameParts(l *ir.Layout, a, b *ir.Type) bool {
	x, ok1 := valueParts(l, a)
	y, ok2 := valueParts(l, b)
	if !ok1 || !ok2 || len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i].Kind != y[i].Kind || x[i].Bits != y[i].Bits {
			return false
		}
	}
	return true
}

func isByVal(in *ir.Instr, k int) bool {
	return k < len(in.Call.Params) && in.Call.Params[k].ByVal != nil
}

func isIntrinsic(in *ir.Instr) bool {
	return in.Call.Callee.Kind == ir.Global && strings.HasPrefix(in.Call.Callee.X.Name, "llvm.")
}

// isMemory reports whether a call is one of llvm.memcpy, llvm.memmove or llvm.memset.
func isMemory(in *ir.Instr) bool {
	return isIntrinsic(in) && strings.HasPrefix(in.Call.Callee.X.Name, "llvm.mem") && len(in.Args) > 3
}

// usedSlots says which results are operands.
func usedSlots(body *ir.Body) []bool {
	used := make([]bool, len(body.Slots))
	for _, b := range body.Blocks {
		for j := range b.Instrs {
			in := &b.Instrs[j]
			for _, a := range in.Args {
				if a.Kind == ir.Local && in.Op != ir.DbgValue {
					used[a.N] = true
				}
			}
			if in.Call != nil && in.Call.Callee.Kind == ir.Local {
				used[in.Call.Callee.N] = true
			}
		}
	}
	return used
}

// isRead reports whether a parameter is used otherwise than to set a variable that is never read.
func isRead(body *ir.Body, param uint64) bool {
	read, kept := false, map[uint64]bool{}
	each := func(visit func(in *ir.Instr, k int, a ir.Value)) {
		for _, b := range body.Blocks {
			for j := range b.Instrs {
				for k, a := range b.Instrs[j].Args {
					if a.Kind == ir.Local {
						visit(&b.Instrs[j], k, a)
					}
				}
			}
		}
	}
	each(func(in *ir.Instr, k int, a ir.Value) {
		switch {
		case a.N != param || in.Op == ir.DbgValue || in.Op == ir.DbgDeclare:
		case in.Op == ir.Store && k == 0 && in.Args[1].Kind == ir.Local:
			kept[in.Args[1].N] = true
		default:
			read = true
		}
	})
	each(func(in *ir.Instr, k int, a ir.Value) {
		if kept[a.N] && in.Op != ir.DbgDeclare && !(in.Op == ir.Store && k == 1) {
			read = true
		}
	})
	return read
}

// repeated says which blocks lead to themselves.
func repeated(body *ir.Body) []bool {
	out := make([]bool, len(body.Blocks))
	for i := range body.Blocks {
		seen := make([]bool, len(body.Blocks))
		work := []int{i}
		for len(work) > 0 {
			b := body.Blocks[work[len(work)-1]]
			work = work[:len(work)-1]
			for _, t := range b.Instrs[len(b.Instrs)-1].Targets {
				out[i] = out[i] || t == i
				if !seen[t] {
					seen[t] = true
					work = append(work, t)
				}
			}
		}
	}
	return out
}
