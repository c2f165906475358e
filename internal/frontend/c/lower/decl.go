package lower

import (
	"slices"
	"strings"
	"unicode"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/ctype"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// locals has the variables of a function, its parameters among them.
type locals struct {
	low    *lowerer
	unit   *unit
	types  *repr.Types
	ts     *term.Store
	prog   *cfa.Program
	flow   *flow.Builder
	frame  *flow.Frame
	values *value.Values
	mem    *value.Memory
	arith  *value.Arith
	marks  *marker
	exprs  *expressions
	inits  *initialisers

	def        *cc.FunctionDefinition
	result     cc.Type
	Vars       map[*cc.Declarator]*Local
	inRegs     map[*cc.Declarator]bool
	scanned    bool
	labels     *bool                           // what hasLabels says, once asked
	vlaLengths map[cc.ExpressionNode]cfa.RegID // lengths of variable-length arrays, by their expressions
	retPtr     term.Term                       // where a returned aggregate goes
	VarArgs    term.Term                       // address of the variable arguments
}

// params gives the parameters their registers or objects. A function that returns an aggregate gets the
// address for it first; a function with variable arguments gets their address last.
func (ls *locals) params(def *cc.FunctionDefinition, ft *cc.FunctionType) {
	param := func(name string, s repr.Scalar, typ string) cfa.RegID {
		r := ls.flow.NewReg(name, s.Sort(), typ, s.Signed)
		ls.flow.Proc.Params = append(ls.flow.Proc.Params, r)
		return r
	}
	ptr := ls.types.Scalar(ls.types.Pvoid)
	if repr.IsAggregate(ls.result) {
		ls.retPtr = ls.flow.Sym(param("result", ptr, ""))
	}
	isMain := ls.flow.Name == ls.low.Cfg.EntryName() && !ls.unit.Model
	for i, p := range ft.Parameters() {
		if repr.IsVoid(p.Type()) {
			continue
		}
		d := p.Declarator
		ty := p.Type().Decay()
		name := "unnamed"
		if d != nil {
			name = d.Name()
			ls.marks.At(d)
		}
		if repr.IsAggregate(ty) {
			// The caller passes the address; the callee owns a copy.
			r := param(name, ptr, "")
			if d == nil {
				continue
			}
			lo := ls.memory(d, ty, name)
			ls.mem.Copy(ls.flow.Sym(lo.Addr), ls.flow.Sym(r), ty)
			continue
		}
		s := ls.types.Scalar(ty)
		if s.Class == repr.None {
			ls.flow.Unsupported("a parameter of type " + ty.String())
			continue
		}
		r := param(name, s, ty.String())
		if d == nil {
			continue
		}
		if ls.inRegister(d, ty) {
			lo := &Local{Ty: ty, Reg: r, Addr: cfa.NoReg}
			if isMain && i > 1 {
				lo.opaque = "the environment of " + ls.flow.Name
			}
			ls.Vars[d] = lo
			continue
		}
		lo := ls.memory(d, ty, name)
		ls.flow.Emit(cfa.Store{Addr: ls.flow.Sym(lo.Addr), Value: ls.mem.InMemoryBits(ty, ls.flow.Sym(r))})
	}
	for _, p := range ft.Parameters() {
		if p.Declarator != nil {
			ls.evalLengths(p.Declarator)
		}
	}
	if ft.IsVariadic() {
		ls.VarArgs = ls.flow.Sym(param("...", ptr, ""))
	}
	ls.flow.Pos = ls.unit.pos(def.Declarator)
}

// inRegister reports whether a scalar variable can live in a register.
func (ls *locals) inRegister(d *cc.Declarator, ty cc.Type) bool {
	if repr.IsAggregate(ty) || ls.keepsValue(d) {
		return false
	}
	if !d.AddressTaken() {
		return true
	}
	if !ls.scanned {
		ls.scanned = true
		ls.inRegs = syntax.ExpectedOnly(ls.def)
	}
	return ls.inRegs[d]
}

// keepsValue reports whether a variable has to keep its value where a long jump comes back to its function.
func (ls *locals) keepsValue(d *cc.Declarator) bool {
	if ls.unit.Model || !slices.Contains(ls.low.forms, library.FormJumps) {
		return false
	}
	t := ls.unit.Types.Declared(d)
	return t == nil || t.Quals&ctype.Volatile != 0
}

// memory makes an object of the frame for a variable.
func (ls *locals) memory(d *cc.Declarator, ty cc.Type, name string) *Local {
	size, ok := ls.types.Size(ty)
	if !ok {
		ls.flow.Unsupported("a variable of incomplete type " + ty.String())
	}
	align := ls.types.Align(ty)
	if d != nil {
		align = max(align, uint64(max(d.Alignas(), 0)))
	}
	lo := &Local{Ty: ty, Reg: cfa.NoReg, Addr: cfa.NoReg}
	o := flow.Object{Name: name, Size: size, Align: align, Layout: ls.types.Layout(ty)}
	if d != nil {
		ls.Vars[d], o.Node = lo, d
	}
	lo.Addr = ls.frame.NewObject(o)
	return lo
}

// declaration lowers a declaration inside a function.
func (ls *locals) declaration(n *cc.Declaration) {
	ls.marks.At(n)
	if hasCleanup(n) {
		ls.flow.Unsupported("the attribute cleanup, a call at the end of a scope")
	}
	switch n.Case {
	case cc.DeclarationDecl:
		for il := n.InitDeclaratorList; il != nil; il = il.InitDeclaratorList {
			id := il.InitDeclarator
			if id.Declarator.IsTypename() {
				ls.types.NoteTypedef(n.DeclarationSpecifiers, id.Declarator)
			}
			var init *cc.Initializer
			if id.Case == cc.InitDeclaratorInit {
				init = id.Initializer
			}
			ls.marks.At(id)
			ls.flow.Text = ls.unit.Excerpt(id)
			ls.marks.fromMacro(id)
			ls.declare1(id.Declarator, ls.declaredType(id.Declarator, n.DeclarationSpecifiers), init)
		}
	case cc.DeclarationAuto:
		ls.flow.Text = ls.unit.Excerpt(n)
		ls.declare1(n.Declarator, ls.declaredType(n.Declarator, nil), n.Initializer)
	}
}

// hasCleanup reports whether variables are declared with the attribute cleanup, wherever it stands: what it
// names would be called when they go out of scope. The parser keeps such attributes for some of the places
// only.
func hasCleanup(n *cc.Declaration) bool {
	text := syntax.Source(n)
	for at := 0; at < len(text); {
		i := strings.Index(text[at:], "__attribute")
		if i < 0 {
			return false
		}
		at += i
		// What stands in the brackets after the word.
		depth, begin := 0, at
		for ; at < len(text) && (depth > 0 || begin == at || text[at] != ';'); at++ {
			if text[at] == '(' {
				depth++
			} else if text[at] == ')' {
				if depth--; depth <= 0 {
					break
				}
			}
		}
		for _, w := range strings.FieldsFunc(text[begin:at], func(r rune) bool {
			return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
		}) {
			if w == "cleanup" || w == "__cleanup__" {
				return true
			}
		}
	}
	return false
}

func (ls *locals) declare1(d *cc.Declarator, ty cc.Type, init *cc.Initializer) {
	if ty != d.Type() &&
		(d.IsTypename() || d.IsExtern() || d.IsStatic() || d.IsThreadLocal() || ls.Vars[d] != nil &&
			ls.Vars[d].Ty != ty) {
		ls.flow.Unsupported("__typeof__ of this expression")
		return
	}
	ls.evalLengths(d)
	switch {
	case d.IsTypename() || d.Name() == "" || ty.Kind() == cc.Function:
		return
	case d.IsExtern():
		ls.low.declare(ls.unit, d)
		return
	case d.IsStatic() || d.IsThreadLocal():
		ls.staticLocal(d, init)
		return
	}
	if at, ok := ty.(*cc.ArrayType); ok && repr.IsVLA(at) {
		ls.declareVLA(d, at)
		return
	}
	lo := ls.Vars[d]
	if lo == nil {
		if ls.inRegister(d, ty) {
			s := ls.types.Scalar(ty)
			if s.Class == repr.None {
				ls.flow.Unsupported("a variable of type " + ty.String())
				return
			}
			lo = &Local{Ty: ty, Reg: ls.flow.NewReg(d.Name(), s.Sort(), ty.String(), s.Signed),
				Addr: cfa.NoReg}
			ls.Vars[d] = lo
			if ls.low.followsUnset() && ls.hasLabels() {
				ls.frame.NewVariable(lo.Reg, "uninitialised "+d.Name(), d)
			}
		} else {
			lo = ls.memory(d, ty, d.Name())
		}
	}
	switch {
	case init != nil && repr.IsAggregate(ty):
		outer := ls.flow.Node
		ls.flow.Node = nil
		if init.Case == cc.InitializerExpr && syntax.IsLvalue(init.AssignmentExpression) {
			ls.flow.Node = d
		}
		ls.inits.initObject(ls.flow.Sym(lo.Addr), ty, init)
		ls.flow.Node = outer
	case init != nil:
		e := syntax.ScalarInitializer(init)
		v := ls.values.Int(0)
		if e != nil {
			v = ls.exprs.Expr(e)
		}
		v = ls.arith.Convert(v, ty)
		ls.mem.Store(value.Place{Type: ty, Reg: lo.Reg, Addr: ls.addrSym(lo)}, v)
	case lo.Reg != cfa.NoReg && ls.types.Scalar(ty).Class == repr.Boolean:
		ls.flow.Emit(cfa.Assign{Dst: lo.Reg, Value: ls.unsetVariable(d, ty).Term})
	case lo.Reg != cfa.NoReg:
		ls.flow.Emit(cfa.Havoc{Dst: lo.Reg, What: "uninitialised " + d.Name(), Unset: true}).Node = d
	case repr.IsAggregate(ty) && ls.frame.Repeats() && ls.low.followsUnset():
		ls.mem.FillUnset(ls.flow.Sym(lo.Addr), ty, "uninitialised "+d.Name())
	case !repr.IsAggregate(ty) && (ls.frame.Repeats() || ls.types.Scalar(ty).Class == repr.Boolean):
		// A new object in every round; the allocation is made only once. A _Bool holds 0 or 1.
		v := ls.unsetVariable(d, ty)
		ls.flow.Emit(cfa.Store{Addr: ls.flow.Sym(lo.Addr), Value: ls.mem.InMemoryBits(ty, v.Term)})
	}
}

// hasLabels reports whether jumps may go past a declaration of the function.
func (ls *locals) hasLabels() bool {
	if ls.labels == nil {
		found := false
		if ls.def != nil {
			syntax.Walk(ls.def.CompoundStatement, func(n cc.Node) bool {
				_, label := n.(*cc.LabeledStatement)
				found = found || label
				return !found
			})
		}
		ls.labels = &found
	}
	return *ls.labels
}

// unsetVariable is what a variable holds that has no initialiser.
func (ls *locals) unsetVariable(d *cc.Declarator, ty cc.Type) value.Value {
	outer := ls.flow.Node
	ls.flow.Node = d
	v := ls.mem.Unset(ty, "uninitialised "+d.Name())
	ls.flow.Node = outer
	return v
}

func (ls *locals) addrSym(lo *Local) term.Term {
	if lo.Addr == cfa.NoReg {
		return term.None
	}
	return ls.flow.Sym(lo.Addr)
}

func (ls *locals) staticLocal(d *cc.Declarator, init *cc.Initializer) {
	if ls.low.statics[d] != nil {
		return
	}
	e := &Entity{
		Name: ls.flow.Name + "::" + d.Name(), Unit: ls.unit, Model: ls.unit.Model, Pos: ls.unit.pos(d),
		Typ:  d.Type(),
		Decl: d,
		init: init, defined: true, ThreadLocal: d.IsThreadLocal(), addrTaken: d.AddressTaken(),
		align: uint64(max(d.Alignas(), 0)), reg: cfa.NoReg, addrReg: cfa.NoReg, inFunc: ls,
	}
	ls.low.statics[d] = e
}

// warn records a warning at the current place.
func (mk *marker) warn(format string, args ...any) {
	if !mk.flow.Constant {
		mk.low.diags.Add(source.Warning, mk.flow.Pos, format, args...)
	}
}
