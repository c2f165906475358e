package instrument

import (
	"fmt"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"whittle.dev/internal/frontend/c/parse"
	"whittle.dev/internal/frontend/c/prune"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
)

// printer writes the syntax trees of an instrumented program as C.
//
// Statements and declarations keep the lines that they have in the source, as far as blank lines and #line
// directives can make it so; an expression is on one line.
type printer struct {
	s      *Instrumented
	number []int // of the hooks by site; 0: no hook
	done   []bool
	u      *Unit
	// rename maps names of the unit that others use for something else.
	rename map[string]string
	b      []byte
	// at is the place in the source that the next character stands for; line 0: unknown.
	file, line int32
	inline     int // expressions around
	effects    int // hooks and calls written so far
	raw        map[cc.Node]bool
	order      *syntax.Order
	fileScope  bool
	function   string // that is being written
}

// Print writes the program as C: each unit with hooks at those sites that have a number other than zero, in
// terms of the macros and functions of the runtime that package harness puts around it. It returns the sites
// with numbers at which no hook was written.
func (s *Instrumented) Print(number []int) (text string, missing []int) {
	p := &printer{s: s, number: number, done: make([]bool, len(s.sites)), raw: map[cc.Node]bool{},
		order: syntax.NewOrder()}
	for i, u := range s.low.Units {
		p.unit(u, i)
	}
	for i, n := range number {
		if n != 0 && !p.done[i] && s.sites[i].Kind != SiteViolation {
			missing = append(missing, i)
		}
	}
	return string(p.b), missing
}

func (p *printer) unit(u *Unit, index int) {
	p.u, p.rename, p.file, p.line = u, nil, -1, 0
	if u.Model {
		p.write("\n/* The library functions that the program uses, as whittle understands them. */\n")
	}
	var macros []string
	switch {
	case u.Model:
		p.rename = p.ownNames(u, func(name string) string { return modelPrefix + name })
	case index > 0:
		p.rename = p.ownNames(u, func(name string) string { return fmt.Sprintf("%s__unit%d", name, index+1) })
	default:
		for _, name := range u.Declared() {
			if sym := p.s.symbol(u.Find(name)); sym != name && sym != "" &&
				!strings.HasPrefix(name, "__predefined") && !isRuntimeName(name) {
				macros = append(macros, name)
			}
		}
		slices.Sort(macros)
		for _, name := range macros {
			p.b = fmt.Appendf(p.b, "#define %s %s\n", name, p.s.symbol(u.Find(name)))
		}
	}
	for ed := range syntax.Externals(u.AST) {
		if p.isProgram(ed) {
			p.external(ed)
		}
	}
	p.write("\n")
	if index == 0 {
		// A program that is checked may take addresses of functions that it does not have.
		for _, name := range p.s.undefined(u) {
			p.b = fmt.Appendf(p.b, "#pragma weak %s\n", p.name(name))
		}
	}
	for _, name := range macros {
		p.b = fmt.Appendf(p.b, "#undef %s\n", name)
	}
}

// isProgram reports whether a declaration is of the program, not one that the compiler knows by itself.
func (p *printer) isProgram(ed *cc.ExternalDeclaration) bool {
	switch ed.Position().Filename {
	case prune.PredefinedName, prune.PreludeName, parse.EndName, "":
		return false
	}
	return true
}

// ownNames maps the names that a unit declares at file scope, and the tags and
// enumerators wherever they stand.
func (p *printer) ownNames(u *Unit, to func(string) string) map[string]string {
	out := map[string]string{}
	add := func(name string) {
		if name != "" && name != "__func__" && !strings.HasPrefix(name, "__builtin_") {
			out[name] = to(name)
		}
	}
	for ed := range syntax.Externals(u.AST) {
		if !p.isProgram(ed) {
			continue
		}
		switch ed.Case {
		case cc.ExternalDeclarationFuncDef:
			add(ed.FunctionDefinition.Declarator.Name())
		case cc.ExternalDeclarationDecl:
			for il := ed.Declaration.InitDeclaratorList; il != nil; il = il.InitDeclaratorList {
				add(il.InitDeclarator.Declarator.Name())
			}
		}
		syntax.Walk(ed, func(n cc.Node) bool {
			switch x := n.(type) {
			case *cc.StructOrUnionSpecifier:
				add(x.Token.SrcStr())
			case *cc.EnumSpecifier:
				add(x.Token2.SrcStr())
			case *cc.Enumerator:
				add(x.Token.SrcStr())
			}
			return true
		})
	}
	delete(out, "{")
	return out
}

func (p *printer) external(ed *cc.ExternalDeclaration) {
	switch ed.Case {
	case cc.ExternalDeclarationFuncDef:
		p.definition(ed.FunctionDefinition)
	case cc.ExternalDeclarationDecl:
		if ed.Declaration.Case == cc.DeclarationAssert {
			return
		}
		p.statementAt(ed)
		p.fileScope = true
		p.children(ed)
		p.fileScope = false
	case cc.ExternalDeclarationAsmStmt:
	default:
		p.statementAt(ed)
		p.children(ed)
	}
}

// definition writes the definition of a function. One that nothing can reach keeps its name only.
func (p *printer) definition(fd *cc.FunctionDefinition) {
	p.statementAt(fd)
	e := p.entityOf(fd)
	if label := p.label(fd.Declarator); label != "" {
		p.declaratorOnly(fd)
		p.write(" __asm__(\"" + label + "\");")
	}
	if e == nil || e.Def != fd || !e.Lowered {
		if p.u.Model {
			return
		}
		p.declaratorOnly(fd)
		if e != nil && e.Def == fd {
			p.write(" { __builtin_trap(); }")
		} else {
			p.write(";")
		}
		return
	}
	p.statementAt(fd)
	p.declaratorOnly(fd)
	body := fd.CompoundStatement
	p.token(&body.Token)
	if n := p.hook(fd, SiteStep); n != 0 {
		p.write(fmt.Sprintf(" int whittle_s __attribute__((cleanup(whittle_leave))) = whittle_begin(%d);", n))
	}
	p.function = fd.Declarator.Name()
	p.block(body)
	p.function = ""
	if !p.u.Model && e.Name == p.s.low.Entry && e.Signature != nil &&
		p.s.low.Types.Scalar(e.Signature.Result()).Class == repr.Integer {
		p.write(" return 0;") // which goes without saying in a main that is called so
	}
	p.token(&body.Token2)
	if d := fd.Declarator; d.IsInline() && !d.IsStatic() && p.u.Internal(d.Name()) == nil {
		// Without this, C has no such function but where its body is put in place.
		p.write(fmt.Sprintf(" extern __typeof__(%[1]s) %[1]s;", p.name(d.Name())))
	}
}

func (p *printer) declaratorOnly(fd *cc.FunctionDefinition) {
	if fd.DeclarationSpecifiers != nil {
		p.node(fd.DeclarationSpecifiers)
	}
	p.node(fd.Declarator)
	if fd.DeclarationList != nil {
		p.node(fd.DeclarationList)
	}
}

// entityOf is what a function definition defines.
func (p *printer) entityOf(fd *cc.FunctionDefinition) *Symbol {
	name := fd.Declarator.Name()
	if e := p.u.Internal(name); e != nil {
		return e
	}
	if p.u.Model {
		return p.s.low.External(name, true)
	}
	return p.s.low.External(name, false)
}

// label is the name in the object file of a declared function or object that is
// renamed in its unit; "" for what needs none.
func (p *printer) label(d *cc.Declarator) string {
	if d == nil || p.rename[d.Name()] == "" || d.IsTypename() || d.IsStatic() ||
		p.u.Internal(d.Name()) != nil {
		return ""
	}
	if d.Type().Kind() != cc.Function && !d.IsExtern() && !p.fileScope {
		return ""
	}
	e := p.u.Find(d.Name())
	if e == nil {
		return ""
	}
	return p.s.symbol(e)
}

// block writes the items of a compound statement.
func (p *printer) block(n *cc.CompoundStatement) {
	scope := p.fileScope
	p.fileScope = false
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		if it := l.BlockItem; it != nil {
			p.blockItem(it)
		}
	}
	p.fileScope = scope
}

func (p *printer) blockItem(it *cc.BlockItem) {
	if d := it.Declaration; it.Case == cc.BlockItemDecl && d != nil {
		if d.Case == cc.DeclarationAssert {
			return
		}
		if l := d.InitDeclaratorList; l != nil && l.InitDeclarator.Declarator != nil &&
			l.InitDeclarator.Declarator.Name() == "__func__" {
			return
		}
	}
	p.statementAt(it)
	p.children(it)
	if it.Case == cc.BlockItemDecl {
		for l := it.Declaration.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			d := l.InitDeclarator.Declarator
			if n := p.hook(d, SiteObject); n != 0 {
				name := p.name(d.Name())
				p.write(fmt.Sprintf(" whittle_init(%d, (void *)&%s, sizeof(%s));", n, name, name))
			}
		}
	}
}

// node writes a node with what is below it.
func (p *printer) node(n cc.Node) {
	switch x := n.(type) {
	case *cc.CompoundStatement:
		p.token(&x.Token)
		p.block(x)
		p.token(&x.Token2)
		return
	case *cc.InitDeclarator:
		p.initDeclarator(x)
		return
	case *cc.LabeledStatement:
		p.labeled(x)
		return
	case *cc.StaticAssertDeclaration:
		return
	case cc.ExpressionNode:
		if p.inline == 0 {
			if t := p.order.FirstToken(x); t != nil {
				p.sync(p.u.Pos(t.Position()), false)
				if len(t.Sep()) > 0 {
					p.space()
				}
			}
			p.write(p.text(x))
			return
		}
		if p.expression(x) {
			return
		}
	}
	p.children(n)
}

func (p *printer) initDeclarator(x *cc.InitDeclarator) {
	p.node(x.Declarator)
	if label := p.label(x.Declarator); label != "" {
		p.write(" __asm__(\"" + label + "\")")
	}
	for _, c := range p.order.Parts(x) {
		if c.Node == cc.Node(x.Declarator) {
			continue
		}
		if n := p.hook(x.Declarator, SiteStep); n != 0 && c.Node != nil && c.Node == cc.Node(x.Initializer) {
			p.write(fmt.Sprintf(" W_LOAD(%d, (%s))", n, p.text(x.Initializer.AssignmentExpression)))
			continue
		}
		p.part(c)
	}
	if x.Case == cc.InitDeclaratorDecl {
		if n := p.hook(x.Declarator, SiteInput); n != 0 {
			p.write(fmt.Sprintf(" = W_INPUT(%d, %s)", n, p.name(x.Declarator.Name())))
		}
	}
}

func (p *printer) labeled(x *cc.LabeledStatement) {
	for _, c := range p.order.Parts(x) {
		p.part(c)
		if c.Token == &x.Token2 && p.isSite(x, SiteViolation) {
			p.write(fmt.Sprintf(" whittle_reached(%q, __FILE__, __LINE__);", "the label "+x.Token.SrcStr()+
				" is reached"))
		}
	}
}

// undefined lists the functions without definition whose address the program uses.
func (s *Instrumented) undefined(u *Unit) []string {
	var out []string
	for _, name := range u.Declared() {
		if e := u.Find(name); e != nil && !e.Model && e.Signature != nil && e.Def == nil && e.Used {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

func (p *printer) isSite(n cc.Node, kind SiteKind) bool {
	_, ok := p.s.byNode[hookKey{n, kind}]
	return ok
}

// hook returns the number of the hook of a node, which the caller writes; 0: there is none.
func (p *printer) hook(n cc.Node, kind SiteKind) int {
	i, ok := p.s.byNode[hookKey{n, kind}]
	if !ok || p.number[i] == 0 {
		return 0
	}
	p.done[i] = true
	return p.number[i]
}
