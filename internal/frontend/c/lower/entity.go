package lower

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/initializer"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Entity is a function or an object of static or thread storage duration:
// what all declarations of one name with linkage stand for, or a static local.
type Entity struct {
	Name  string
	Unit  *unit // of the definition, else of the first declaration
	Model bool
	Pos   source.Pos
	Typ   cc.Type
	Decl  *cc.Declarator

	// Functions.
	Def *cc.FunctionDefinition
	// synth lowers the body of a function that no source text defines.
	synth func(f *Function)
	proc  *cfa.Proc
	// apart is the form of a library model for copies between different objects; isApart is set there.
	apart   *Entity
	isApart bool

	// Objects.
	defined     bool // tentatively or with an initialiser
	init        *cc.Initializer
	ThreadLocal bool
	addrTaken   bool
	align       uint64
	obj         *cfa.Object
	reg         cfa.RegID // of a thread-local scalar
	addrReg     cfa.RegID // of a thread-local object: its address
	inFunc      *locals   // of a static local: the function, for label addresses
	warned      bool
	special     bool           // among lowerer.constructors or lowerer.destructors
	weak        bool           // may be missing, its address is null then
	weakIn      map[*unit]bool // the units that declare it to be weak: their definition gives way to others
	alias       string         // the name of the entity that this one is another name for
}

func (e *Entity) isFunc() bool { return e.Signature() != nil }

// isAbsent reports whether something weak has no definition.
func (e *Entity) isAbsent() bool { return e.weak && e.Def == nil && e.synth == nil && !e.defined }

// Signature is the type of a function, and nil for what is no function.
func (e *Entity) Signature() *cc.FunctionType {
	ft, _ := e.Typ.(*cc.FunctionType)
	return ft
}

// link enters the external declarations of a unit.
func (l *lowerer) link(u *unit) {
	u.Internal = map[string]*Entity{}
	u.declared = map[string]*Entity{}
	for ed := range syntax.Externals(u.Ast) {
		switch ed.Case {
		case cc.ExternalDeclarationFuncDef:
			l.linkFunc(u, ed.FunctionDefinition)
		case cc.ExternalDeclarationDecl:
			l.linkDecl(u, ed.Declaration)
		}
	}
}

func (l *lowerer) linkFunc(u *unit, fd *cc.FunctionDefinition) {
	d := fd.Declarator
	l.near = u.pos(d)
	if _, ok := d.Type().(*cc.FunctionType); !ok {
		l.diags.Add(source.Error, u.pos(d), "%s has a body and is no function", d.Name())
		return
	}
	e := l.declare(u, d)
	if l.gives(u, fd) {
		return
	}
	if e.Def != nil {
		switch {
		case e.Unit != u && e.weakIn[u]:
			return
		case e.Unit != u && e.weakIn[e.Unit]:
			// This one takes its place.
		case e.Unit != u || e.Def != fd:
			switch {
			case d.IsInline() || e.Decl.IsInline():
			case e.Unit != u && l.Cfg.EntryName() != "main":
				// A harness is linked with stubs, which come first.
				l.diags.Add(source.Warning, u.pos(d), "%s is defined twice; the first definition counts",
					d.Name())
			default:
				l.diags.Add(source.Error, u.pos(d), "%s is defined twice", d.Name())
			}
			return
		}
	}
	e.Def, e.Unit, e.Decl, e.Typ, e.Pos = fd, u, d, d.Type(), u.pos(d)
}

func (l *lowerer) linkDecl(u *unit, n *cc.Declaration) {
	if n.Case != cc.DeclarationDecl {
		return
	}
	for il := n.InitDeclaratorList; il != nil; il = il.InitDeclaratorList {
		id := il.InitDeclarator
		d := id.Declarator
		if d != nil && d.IsTypename() {
			l.Types.NoteTypedef(n.DeclarationSpecifiers, d)
		}
		if d == nil || d.IsTypename() || d.Name() == "" {
			continue
		}
		l.near = u.pos(d)
		e := l.declare(u, d)
		if label := syntax.AsmLabel(id.Asm); label != "" && label != e.Name && e.alias == "" {
			e.alias = label
		}
		if e.isFunc() {
			continue
		}
		if defines := id.Case == cc.InitDeclaratorInit || !d.IsExtern(); defines && e.defined && e.Unit != u {
			if e.weakIn[u] {
				continue // what was defined first counts, unless it alone is weak
			}
			if e.weakIn[e.Unit] {
				e.init, e.defined, e.Decl, e.Typ = nil, false, d, d.Type()
			}
		}
		if id.Case == cc.InitDeclaratorInit {
			if e.init != nil && e.Decl != d {
				l.diags.Add(source.Error, u.pos(d), "%s is defined twice", d.Name())
				continue
			}
			e.init, e.defined, e.Unit, e.Decl, e.Pos = id.Initializer, true, u, d, u.pos(d)
			e.Typ = d.Type()
		} else if !d.IsExtern() {
			if !e.defined {
				e.Unit, e.Pos = u, u.pos(d)
			}
			e.defined = true
		}
	}
}

// declare returns the entity that a declarator with linkage declares.
func (l *lowerer) declare(u *unit, d *cc.Declarator) *Entity {
	name := d.Name()
	if e := u.Internal[name]; e != nil {
		l.merge(u, e, d)
		return e
	}
	shared := l.exportName(u, d)
	if shared == "" && d.IsStatic() && !l.isShared(u, name) {
		e := &Entity{Name: name, Unit: u, Model: u.Model, Pos: u.pos(d), Typ: d.Type(), Decl: d,
			reg: cfa.NoReg, addrReg: cfa.NoReg}
		u.Internal[name] = e
		l.merge(u, e, d)
		return e
	}
	table := l.User
	if u.Model {
		table = l.models
	}
	if shared == "" {
		shared = name
	}
	e := table[shared]
	if e == nil {
		e = &Entity{Name: name, Unit: u, Model: u.Model, Pos: u.pos(d), Typ: d.Type(), Decl: d,
			reg: cfa.NoReg, addrReg: cfa.NoReg}
		table[shared] = e
	}
	u.declared[name] = e
	l.merge(u, e, d)
	return e
}

// merge adds what one more declaration, in the unit u, says of an entity.
func (l *lowerer) merge(u *unit, e *Entity, d *cc.Declarator) {
	t := d.Type()
	if _, ok := t.(*cc.FunctionType); ok != e.isFunc() {
		l.diags.Add(source.Error, u.pos(d), "%s is declared as a function and as an object", e.Name)
	}
	if e.isFunc() {
		l.noteConstructor(e, d)
	}
	if a := t.Attributes(); a != nil {
		l.noteSection(e, a)
		if a.Alias() != "" {
			e.alias = a.Alias()
		}
		if a.Weak() {
			e.weak = true
			if e.weakIn == nil {
				e.weakIn = map[*unit]bool{}
			}
			e.weakIn[u] = true
		}
	}
	if e.Typ.IsIncomplete() && t != nil && !t.IsIncomplete() {
		e.Typ = t
	}
	if e.isFunc() && e.Def == nil {
		if ft, ok := t.(*cc.FunctionType); ok && len(ft.Parameters()) > len(e.Signature().Parameters()) {
			e.Typ = t
		}
	}
	e.ThreadLocal = e.ThreadLocal || d.IsThreadLocal()
	e.addrTaken = e.addrTaken || d.AddressTaken()
	if a := uint64(max(d.Alignas(), 0)); a > e.align {
		e.align = a
	}
}

// Find returns the entity with linkage that a name stands for in a unit, or
// nil. The library models see themselves first, so that a program that
// defines a function of the same name for itself does not change them.
func (l *lowerer) Find(u *unit, name string) *Entity {
	e := l.findName(u, name)
	for n := 0; e != nil && e.Def == nil && e.init == nil && e.alias != "" && n < 10; n++ {
		t := l.findName(e.Unit, e.alias)
		if t == nil {
			break
		}
		e = t
	}
	return e
}

func (l *lowerer) findName(u *unit, name string) *Entity {
	if e := u.Internal[name]; e != nil {
		return e
	}
	first, second := l.User, l.models
	if u.Model {
		first, second = second, first
	}
	a, b := first[name], second[name]
	switch {
	case a != nil && (a.Def != nil || a.defined):
		return l.form(a)
	case b != nil && (b.Def != nil || b.defined) && (u.Model || fits(a, b)):
		return l.form(b)
	case a != nil:
		return a
	}
	return b
}

// fits reports whether a library model can be what a program declares: a
// function of another shape that happens to have the name is another function.
func fits(declared, model *Entity) bool {
	if declared == nil || !declared.isFunc() || !model.isFunc() {
		return true
	}
	d, ok1 := declared.Typ.(*cc.FunctionType)
	m, ok2 := model.Typ.(*cc.FunctionType)
	if !ok1 || !ok2 {
		return true
	}
	n := len(repr.Params(d))
	if n == 0 && d.MaxArgs() != 0 {
		return true // declared without parameters
	}
	return n == len(repr.Params(m)) && repr.IsVoid(d.Result()) == repr.IsVoid(m.Result()) &&
		repr.IsPointer(d.Result()) == repr.IsPointer(m.Result())
}

// form returns the form of a library model that the program needs.
func (l *lowerer) form(e *Entity) *Entity {
	if !e.Model {
		return e
	}
	for _, suffix := range l.forms {
		if f := l.models[e.Name+suffix]; f != nil && f.Def != nil {
			e = f
		}
	}
	return e
}

// resolve returns the entity that a declarator found by name resolution
// stands for: static locals, and names with linkage.
func (l *lowerer) resolve(u *unit, d *cc.Declarator) *Entity {
	if e := l.statics[d]; e != nil {
		return e
	}
	e := l.Find(u, d.Name())
	if e == nil {
		e = l.declare(u, d)
	}
	return e
}

// Object returns the static object of an entity of static storage duration, laying it out on first use.
func (l *lowerer) Object(e *Entity) *cfa.Object {
	if e.obj != nil {
		return e.obj
	}
	l.near = e.Pos
	if e.isFunc() {
		e.obj = l.newObject(&cfa.Object{Name: e.Name, Kind: cfa.Func, Size: 1, ReadOnly: true,
			Proc: l.funcProc(e), Pos: e.Pos})
		l.byAddr[e.obj.Addr] = e
		return e.obj
	}
	size, ok := l.objectSize(e)
	if at, isArr := e.Typ.(*cc.ArrayType); !ok && isArr && !e.defined {
		size, ok = l.Types.Size(at.Elem()) // there are elements, and that there is more than one is not known
	}
	if !ok {
		l.diags.Add(source.Warning, e.Pos, "%s has no complete type; its size is taken to be one byte",
			e.Name)
	}
	o := &cfa.Object{Name: e.Name, Kind: cfa.Global, Size: max(size, 1),
		Align: max(l.Types.Align(e.Typ), e.align), Proc: cfa.NoProc, Layout: l.Types.Layout(e.Typ),
		Made: e.Model && library.IsOwnVariable(e.Name), Pos: e.Pos}
	e.obj = l.newObject(o)
	if !e.defined && l.statics[e.Decl] == nil {
		o.Undefined = true
		if !e.warned && e.Name != "stdin" && e.Name != "stdout" && e.Name != "stderr" {
			e.warned = true
			l.diags.Add(source.Warning, e.Pos, "%s has no definition; its value is taken as an input", e.Name)
		}
		return o
	}
	if e.init != nil {
		o.Init = l.staticInit(e)
	}
	if repr.IsConstObject(e.Typ, e.Decl) {
		o.ReadOnly = true
	}
	return o
}

// objectSize is the size of an object with its initialiser taken into account: it may give a flexible array
// member elements. The parser has completed arrays of unknown size.
func (l *lowerer) objectSize(e *Entity) (uint64, bool) {
	size, ok := l.Types.Size(e.Typ)
	if e.init != nil && initializer.HasFlexible(l.Types, e.Typ) {
		size = max(size, initializer.New(l.Types, l.constFn(e.Unit, nil), e.Typ, e.init).Extent)
	}
	if at, isArr := e.Typ.(*cc.ArrayType); !ok && isArr && e.defined && e.init == nil {
		// A tentative definition of an array of unknown size has one element.
		size, ok = l.Types.Size(at.Elem())
	}
	return size, ok
}

// newObject gives an object its address: a region of its own.
func (l *lowerer) newObject(o *cfa.Object) *cfa.Object {
	l.Prog.AddObject(o)
	return o
}

// StringObject returns the read-only object that holds the bytes of a literal.
func (l *lowerer) StringObject(b string, elem uint64) *cfa.Object {
	key := string(rune('0'+elem)) + b
	if o := l.strings[key]; o != nil {
		return o
	}
	o := &cfa.Object{Name: quoteShort(b, elem), Kind: cfa.ConstData, Size: max(uint64(len(b)), 1),
		ReadOnly: true, Proc: cfa.NoProc}
	o.Layout = &cfa.Layout{Type: "char []", Size: uint64(len(b)),
		Elem: &cfa.Layout{Type: "char", Size: elem, Signed: true}, Len: uint64(len(b)) / elem}
	step := int(elem)
	for i := 0; i+step <= len(b); i += step {
		var v uint64
		for j := step - 1; j >= 0; j-- {
			v = v<<8 | uint64(b[i+j])
		}
		if v != 0 {
			o.Init = append(o.Init, cfa.Init{Offset: uint64(i), Value: l.Ts.BV(8*step, v)})
		}
	}
	l.strings[key] = l.newObject(o)
	return o
}

// AddrOf is the address of a static object or function as a term.
func (l *lowerer) AddrOf(o *cfa.Object) term.Term { return l.Prog.Ptr(o.Addr) }
