package c

import (
	"strings"
	"unicode"

	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// params gives the parameters their registers or objects. A function that
// returns an aggregate gets the address for it first; a function with
// variable arguments gets their address last.
func (f *fn) params(def *cc.FunctionDefinition, ft *cc.FunctionType) {
	param := func(name string, s repr.Scalar, typ string) cfa.RegID {
		r := f.flow.NewReg(name, s.Sort(), typ, s.Signed)
		f.flow.Proc.Params = append(f.flow.Proc.Params, r)
		return r
	}
	ptr := f.types.Scalar(f.types.Pvoid)
	if repr.IsAggregate(f.result) {
		f.retPtr = f.flow.Sym(param("result", ptr, ""))
	}
	isMain := f.flow.Name == f.cfg.entry() && !f.unit.model
	for i, p := range ft.Parameters() {
		if repr.IsVoid(p.Type()) {
			continue
		}
		d := p.Declarator
		ty := p.Type().Decay()
		name := "unnamed"
		if d != nil {
			name = d.Name()
			f.at(d)
		}
		if repr.IsAggregate(ty) {
			// The caller passes the address; the callee owns a copy.
			r := param(name, ptr, "")
			if d == nil {
				continue
			}
			lo := f.memory(d, ty, name)
			f.mem.Copy(f.flow.Sym(lo.addr), f.flow.Sym(r), ty)
			continue
		}
		s := f.types.Scalar(ty)
		if s.Class == repr.None {
			f.flow.Unsupported("a parameter of type " + ty.String())
			continue
		}
		r := param(name, s, ty.String())
		if d == nil {
			continue
		}
		if f.inRegister(d, ty) {
			lo := &local{ty: ty, reg: r, addr: cfa.NoReg}
			if isMain && i > 1 {
				lo.opaque = "the environment of " + f.flow.Name
			}
			f.locals[d] = lo
			continue
		}
		lo := f.memory(d, ty, name)
		f.flow.Emit(cfa.Store{Addr: f.flow.Sym(lo.addr), Value: f.mem.InMemoryBits(ty, f.flow.Sym(r))})
	}
	for _, p := range ft.Parameters() {
		if p.Declarator != nil {
			f.evalLengths(p.Declarator)
		}
	}
	if ft.IsVariadic() {
		f.varArgs = f.flow.Sym(param("...", ptr, ""))
	}
	f.flow.Pos = f.unit.pos(def.Declarator)
}

// inRegister reports whether a scalar variable can live in a register.
func (f *fn) inRegister(d *cc.Declarator, ty cc.Type) bool {
	if repr.IsAggregate(ty) {
		return false
	}
	if !d.AddressTaken() {
		return true
	}
	if !f.scanned {
		f.scanned = true
		f.inRegs = expectedOnly(f.def)
	}
	return f.inRegs[d]
}

// memory makes an object of the frame for a variable.
func (f *fn) memory(d *cc.Declarator, ty cc.Type, name string) *local {
	size, ok := f.types.Size(ty)
	if !ok {
		f.flow.Unsupported("a variable of incomplete type " + ty.String())
	}
	align := f.types.Align(ty)
	if d != nil {
		align = max(align, uint64(max(d.Alignas(), 0)))
	}
	lo := &local{ty: ty, reg: cfa.NoReg, addr: cfa.NoReg}
	o := flow.Object{Name: name, Size: size, Align: align, Layout: f.types.Layout(ty)}
	if d != nil {
		f.locals[d], o.Node = lo, d
	}
	lo.addr = f.frame.NewObject(o)
	return lo
}

// declaration lowers a declaration inside a function.
func (f *fn) declaration(n *cc.Declaration) {
	f.at(n)
	if hasCleanup(n) {
		f.flow.Unsupported("the attribute cleanup, a call at the end of a scope")
	}
	switch n.Case {
	case cc.DeclarationDecl:
		for il := n.InitDeclaratorList; il != nil; il = il.InitDeclaratorList {
			id := il.InitDeclarator
			if id.Declarator.IsTypename() {
				f.types.NoteTypedef(n.DeclarationSpecifiers, id.Declarator)
			}
			var init *cc.Initializer
			if id.Case == cc.InitDeclaratorInit {
				init = id.Initializer
			}
			f.at(id)
			f.flow.Text = syntax.Excerpt(id)
			f.fromMacro(id)
			f.declare1(id.Declarator, f.declaredType(id.Declarator, n.DeclarationSpecifiers), init)
		}
	case cc.DeclarationAuto:
		f.flow.Text = syntax.Excerpt(n)
		f.declare1(n.Declarator, f.declaredType(n.Declarator, nil), n.Initializer)
	}
}

// hasCleanup tells whether variables are declared with the attribute cleanup, wherever it stands: what it
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
		// What stands in the brackets behind the word.
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

func (f *fn) declare1(d *cc.Declarator, ty cc.Type, init *cc.Initializer) {
	if ty != d.Type() &&
		(d.IsTypename() || d.IsExtern() || d.IsStatic() || d.IsThreadLocal() || f.locals[d] != nil &&
			f.locals[d].ty != ty) {
		f.flow.Unsupported("__typeof__ of this expression")
		return
	}
	f.evalLengths(d)
	switch {
	case d.IsTypename() || d.Name() == "" || ty.Kind() == cc.Function:
		return
	case d.IsExtern():
		f.declare(f.unit, d)
		return
	case d.IsStatic() || d.IsThreadLocal():
		f.staticLocal(d, init)
		return
	}
	if at, ok := ty.(*cc.ArrayType); ok && repr.IsVLA(at) {
		f.declareVLA(d, at)
		return
	}
	lo := f.locals[d]
	if lo == nil {
		if f.inRegister(d, ty) {
			s := f.types.Scalar(ty)
			if s.Class == repr.None {
				f.flow.Unsupported("a variable of type " + ty.String())
				return
			}
			lo = &local{ty: ty, reg: f.flow.NewReg(d.Name(), s.Sort(), ty.String(), s.Signed),
				addr: cfa.NoReg}
			f.locals[d] = lo
		} else {
			lo = f.memory(d, ty, d.Name())
		}
	}
	switch {
	case init != nil && repr.IsAggregate(ty):
		outer := f.flow.Node
		f.flow.Node = nil
		if init.Case == cc.InitializerExpr && syntax.IsLvalue(init.AssignmentExpression) {
			f.flow.Node = d
		}
		f.initObject(f.flow.Sym(lo.addr), ty, init)
		f.flow.Node = outer
	case init != nil:
		e := scalarInit(init)
		v := f.values.Int(0)
		if e != nil {
			v = f.expr(e)
		}
		v = f.arith.Convert(v, ty)
		f.mem.Store(value.Place{Type: ty, Reg: lo.reg, Addr: f.addrSym(lo)}, v)
	case lo.reg != cfa.NoReg && f.types.Scalar(ty).Class == repr.Boolean:
		f.flow.Emit(cfa.Assign{Dst: lo.reg, Value: f.unsetVariable(d, ty).Term})
	case lo.reg != cfa.NoReg:
		f.flow.Emit(cfa.Havoc{Dst: lo.reg, What: "uninitialised " + d.Name(), Unset: true}).Node = d
	case !repr.IsAggregate(ty) && (f.frame.Repeats() || f.types.Scalar(ty).Class == repr.Boolean):
		// A new object in every round; the allocation is made only once. A
		// _Bool holds 0 or 1.
		v := f.unsetVariable(d, ty)
		f.flow.Emit(cfa.Store{Addr: f.flow.Sym(lo.addr), Value: f.mem.InMemoryBits(ty, v.Term)})
	}
}

// unsetVariable is what a variable holds that has no initialiser.
func (f *fn) unsetVariable(d *cc.Declarator, ty cc.Type) value.Value {
	outer := f.flow.Node
	f.flow.Node = d
	v := f.mem.Unset(ty, "uninitialised "+d.Name())
	f.flow.Node = outer
	return v
}

func (f *fn) addrSym(lo *local) term.Term {
	if lo.addr == cfa.NoReg {
		return term.None
	}
	return f.flow.Sym(lo.addr)
}

// scalarInit is the expression that initialises a scalar; braces may surround it.
func scalarInit(n *cc.Initializer) cc.ExpressionNode {
	for n != nil {
		if n.Case == cc.InitializerExpr {
			return n.AssignmentExpression
		}
		if n.InitializerList == nil {
			return nil
		}
		n = n.InitializerList.Initializer
	}
	return nil
}

func (f *fn) staticLocal(d *cc.Declarator, init *cc.Initializer) {
	if f.statics[d] != nil {
		return
	}
	e := &entity{
		name: f.flow.Name + "::" + d.Name(), unit: f.unit, model: f.unit.model, pos: f.unit.pos(d),
		typ:  d.Type(),
		decl: d,
		init: init, defined: true, threadLocal: d.IsThreadLocal(), addrTaken: d.AddressTaken(),
		align: uint64(max(d.Alignas(), 0)), reg: cfa.NoReg, addrReg: cfa.NoReg, inFunc: f,
	}
	f.statics[d] = e
}

// warn records a warning at the current place.
func (f *fn) warn(format string, args ...any) {
	if !f.flow.Constant {
		f.diags.Add(source.Warning, f.flow.Pos, format, args...)
	}
}
