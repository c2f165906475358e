package llvm

import (
	"fmt"
	"strings"

	"whittle.dev/internal/frontend/llvm/ir"
	"whittle.dev/term"
)

// A virtual call loads a function from the table of an object. Clang names what it loads; so only the
// functions at that place of the tables that the program has come into question, not all whose addresses are
// taken; and where the module says what class an object is of, only those of its tables and of classes
// derived from it. (Before it calls a function, clang tests and assumes that the table is one of the class,
// where it is told that there are no other modules: llvm.type.test.) An object of another class would come
// to a function that is not known.

// virtualTargets are the functions that a virtual call may come to; ok is false if the call is none.
func (l *lowerer) virtualTargets(m *ir.Module, body *ir.Body, in *ir.Instr) (out []*symbol, ok bool) {
	if in.Call.Callee.Kind != ir.Local {
		return nil, false
	}
	load := body.Definition(in.Call.Callee.N)
	if load == nil || load.Op != ir.Load || load.Args[0].Kind != ir.Local {
		return nil, false
	}
	step := body.Definition(load.Args[0].N)
	if step == nil || step.Op != ir.GetElementPtr || len(step.Args) != 2 ||
		step.Args[1].Kind != ir.ConstInt ||
		step.Args[0].Kind != ir.Local || !strings.HasPrefix(body.Slots[step.Res].Name, "vfn") ||
		!strings.HasPrefix(body.Slots[step.Args[0].N].Name, "vtable") {
		return nil, false
	}
	class, isTested := testedClass(body, step.Args[0].N)
	seen := map[*symbol]bool{}
	for _, table := range l.tables() {
		at := table.first + step.Args[1].N
		if at >= uint64(len(table.entries)) || isTested && !table.isOf(m, class) {
			continue
		}
		s := l.lookup(table.m, globalIn(table.entries[at]))
		if s == nil || s.fn == nil || seen[s] || s.isDefined() && !sameShape(m, in, s) {
			continue
		}
		if l.lookup(m, s.name) != s {
			return nil, false // it is local to another module
		}
		seen[s] = true
		out = append(out, s)
	}
	return out, true
}

// A table is one of virtual functions: what objects point to is the entry with the number first.
type table struct {
	m       *ir.Module
	entries []ir.Value
	first   uint64
	offset  uint64     // of that entry from the start of the variable in bytes
	types   []ir.MDRef // of the variable; none: they are not known
}

// isOf reports whether an object with the table may be of a class, as module m calls it.
func (t *table) isOf(m *ir.Module, class ir.MDRef) bool {
	for _, ref := range t.types {
		n := t.m.Node(ref)
		if n == nil || len(n.Elems) != 2 {
			return true // what is written here is not understood
		}
		at, of := n.Elems[0].Value, n.Elems[1]
		switch {
		case at == nil || at.Kind != ir.ConstInt:
			return true
		case at.N != t.offset || of.Kind != class.Kind:
		case of.Kind == ir.MDString && of.Text == class.Text,
			of.Kind == ir.MDNode && of.N == class.N && t.m == m:
			return true
		}
	}
	return len(t.types) == 0
}

// testedClass finds the class that llvm.type.test asks of a table.
func testedClass(body *ir.Body, table uint64) (class ir.MDRef, ok bool) {
	for _, block := range body.Blocks {
		for i := range block.Instrs {
			in := &block.Instrs[i]
			if !isTypeTest(in) || in.Args[0].Kind != ir.Local {
				continue
			}
			of := in.Args[0].N
			if d := body.Definition(of); d != nil && d.Op == ir.BitCast && d.Args[0].Kind == ir.Local {
				of = d.Args[0].N
			}
			class = in.Args[1].X.Meta
			if of == table && (class.Kind == ir.MDString || class.Kind == ir.MDNode) {
				return class, true
			}
		}
	}
	return ir.MDRef{}, false
}

// isTypeTest reports whether an instruction asks whether a table is one of a class.
func isTypeTest(in *ir.Instr) bool {
	return in.Call != nil && in.Call.Callee.Kind == ir.Global && len(in.Args) == 2 &&
		in.Args[1].Kind == ir.Meta &&
		(in.Call.Callee.X.Name == "llvm.type.test" || in.Call.Callee.X.Name == "llvm.public.type.test")
}

// isAssumed reports whether a result is used by llvm.assume and by nothing else.
func isAssumed(body *ir.Body, result int32) bool {
	for _, block := range body.Blocks {
		for i := range block.Instrs {
			in := &block.Instrs[i]
			for _, a := range in.Args {
				if a.Kind == ir.Local && a.N == uint64(result) &&
					(in.Call == nil || !isIntrinsic(in) || in.Call.Callee.X.Name != "llvm.assume") {
					return false
				}
			}
		}
	}
	return true
}

// tables lists the tables of virtual functions that the program uses.
func (l *lowerer) tables() []table {
	if l.vtables != nil {
		return l.vtables
	}
	l.vtables = []table{}
	for _, m := range l.modules {
		for _, g := range m.Globals {
			s := l.lookup(m, g.Name)
			if s == nil || !s.used || s.v != g || g.Init.Kind != ir.Aggregate ||
				!strings.HasPrefix(g.Name, "_ZTV") && !strings.HasPrefix(g.Name, "_ZTC") {
				continue
			}
			word := uint64(m.Layout.PointerBits() / 8)
			for k, part := range g.Init.X.Elems {
				if part.Kind != ir.Aggregate {
					continue
				}
				begin, ok := offsetOf(m.Layout, g.Type, k)
				types := g.Types
				if !ok {
					types = nil
				}
				for i, e := range part.X.Elems {
					if strings.HasPrefix(globalIn(e), "_ZTI") {
						n := uint64(i) + 1
						l.vtables = append(l.vtables, table{m, part.X.Elems, n, begin + n*word, types})
						break
					}
				}
			}
		}
	}
	return l.vtables
}

// virtualSites are the statements of a virtual call, one for each function.
func (l *lowerer) virtualSites(m *ir.Module, body *ir.Body, in *ir.Instr, name string,
	used bool) (string, bool) {
	targets, ok := l.virtualTargets(m, body, in)
	if !ok {
		return "", false
	}
	var b strings.Builder
	for i, s := range targets {
		if s.isDefined() {
			if to := l.direct(m, directly(in, s)); to != nil {
				b.WriteString(callInShadow(to))
				continue
			}
			text, ok := l.site(m, directly(in, s), fmt.Sprintf("%s_%d_", name, i), used)
			if !ok {
				return "", false
			}
			b.WriteString(text)
		} else if s.shadow != "" {
			fmt.Fprintf(&b, "{ %s_%d_: %s(); }", name, i, s.shadow)
		}
	}
	return b.String(), true
}

// directly is a call through a pointer as one of a function.
func directly(in *ir.Instr, to *symbol) *ir.Instr {
	direct, info := *in, *in.Call
	info.Callee = ir.Value{Kind: ir.Global, Type: in.Call.Callee.Type, X: &ir.Const{Name: to.name}}
	direct.Call = &info
	return &direct
}

// virtualCall lowers a virtual call.
func (f *fn) virtualCall(in *ir.Instr, targets []*symbol) {
	to := f.flow.Sym(f.copied("function", f.value(in.Call.Callee)))
	var list []choice
	for i, s := range targets {
		addr := f.address(s.m, s.name)
		name := fmt.Sprintf("%s_%d_", label(f.block, f.index), i)
		if addr == term.None || f.direct(f.m, directly(in, s)) == nil && !f.b.HasCall(name) {
			continue
		}
		list = append(list, choice{f.ts.Eq(to, addr), func() {
			if s.isDefined() {
				f.callSite(directly(in, s), name)
			} else {
				f.b.Call(name, nil)
			}
		}})
	}
	f.oneOf(list, "a virtual call of a function that is not known")
}
