package foreign

import (
	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/config"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/lower"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/term"
)

// Body is the body of a function that another front end lowers.
type Body struct {
	Name          string
	f             *lower.Function
	sites, shared map[string]site
}

// A site is a call that a label stands in front of, with the operands that are declared in front of that.
type site struct {
	call     cc.ExpressionNode
	operands map[string]*cc.Declarator
}

// sitesOf finds the sites of a function by their labels: each is a block "{ T name_0; U name_1; name: call;
// }" or "{ ...; R name_r; name: name_r = call; }".
func sitesOf(def *cc.FunctionDefinition) map[string]site {
	sites := map[string]site{}
	operands := map[string]*cc.Declarator{}
	syntax.Walk(def, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.Declarator:
			if operands[x.Name()] == nil { // of those that lie in each other, the outermost declares
				operands[x.Name()] = x
			}
		case *cc.LabeledStatement:
			if x.Case != cc.LabeledStatementLabel || x.Statement == nil ||
				x.Statement.ExpressionStatement == nil {
				break
			}
			sites[x.Token.SrcStr()] = site{x.Statement.ExpressionStatement.ExpressionList, operands}
		}
		return true
	})
	return sites
}

// site is the site with a label, of the function or of those that all have.
func (b *Body) site(label string) (site, bool) {
	s, ok := b.sites[label]
	if !ok {
		s, ok = b.shared[label]
	}
	return s, ok && s.call != nil
}

// isUsed reports whether anything in the shadow calls the function.
func (b *Body) isUsed() bool {
	for _, n := range b.f.Unit.Ast.Scope.Nodes[b.Name] {
		if d, ok := n.(*cc.Declarator); ok && d.ReadCount() > 0 {
			return true
		}
	}
	return false
}

// Program is the program under construction.
func (b *Body) Program() *cfa.Program { return b.f.Prog }

// Flow is what steps are added to.
func (b *Body) Flow() *Builder { return b.f.Flow }

// Frame has the objects of the activation.
func (b *Body) Frame() *Frame { return b.f.Frame }

// Returns says of how many bits the result is; 0: there is none.
func (b *Body) Returns(bits int) {
	if bits > 0 {
		b.f.Flow.Proc.Result = term.BitVec(bits)
		b.f.Frame.Result = flow.Result{Sort: b.f.Flow.Proc.Result}
	}
}

// Atomic makes the body one atomic section if the name of the function says so.
func (b *Body) Atomic() {
	if lower.IsAtomicName(b.Name) {
		b.f.Frame.Atomic = true
		b.f.Flow.Emit(cfa.AtomicBegin{})
	}
}

// Fail ends the path as an assertion that fails does.
func (b *Body) Fail(message string) { b.f.Flow.End(b.f.Violation(message)) }

// Call lowers the call that has a label in the shadow, with its operands in registers, and returns the
// result, if the call assigns it to something.
func (b *Body) Call(label string, operands map[string]cfa.RegID) term.Term {
	f := b.f
	s, ok := b.site(label)
	if !ok {
		f.Flow.Unsupported("a call that the C library's models cannot be asked about")
		return term.None
	}
	for name, r := range operands {
		d := s.operands[name]
		f.Vars.Vars[d] = &lower.Local{Ty: d.Type(), Reg: r, Addr: cfa.NoReg}
	}
	as, ok := syntax.Unparen(s.call).(*cc.AssignmentExpression)
	if !ok || as.Case != cc.AssignmentExpressionAssign {
		f.Exprs.Effect(s.call)
		return term.None
	}
	return f.Arith.Convert(f.Exprs.Expr(as.AssignmentExpression), as.UnaryExpression.Type()).Term
}

// HasCall reports whether the shadow has a call with a label.
func (b *Body) HasCall(label string) bool {
	_, ok := b.site(label)
	return ok
}

// CallDefined calls a function that the shadow defines. Its result has some bits, 0 if there is none, and
// may be an address.
func (b *Body) CallDefined(name string, args []term.Term, bits int, address bool) term.Term {
	f := b.f
	op, result := cfa.Call{Dst: cfa.NoReg, Proc: cfa.NoProc, Args: args}, term.None
	if bits > 0 {
		op.Dst = f.Flow.NewReg("result", term.BitVec(bits), "", false)
		result = f.Flow.Sym(op.Dst)
	}
	s := f.Flow.Emit(op)
	s.Callee = f.ProcOf(f.Find(f.Unit, name))
	if address {
		s.Made = &cfa.Made{}
	}
	return result
}

// Address is the address of a function, or of a variable of the library; ok is false if the shadow does not
// declare it.
func (b *Body) Address(name string) (addr term.Term, ok bool) {
	e := b.f.Find(b.f.Unit, name)
	if e == nil {
		return term.None, false
	}
	if e.ThreadLocal {
		return b.f.Lvalues.ThreadLocalPlace(e).Addr, true
	}
	return b.f.AddrOf(b.f.Object(e)), true
}

// Text is the object of a string literal, with the zero at its end.
func (b *Body) Text(content string) *cfa.Object { return b.f.StringObject(content, 1) }

// CheckOverflow reaches the violation of no-overflow where cond holds, if that is looked for.
func (b *Body) CheckOverflow(cond term.Term, operation string) {
	if b.f.Arith.Overflow {
		b.f.Arith.CheckOverflow(cond, operation)
	}
}

// Volatile says what an access is that is volatile.
func (b *Body) Volatile() (relaxed, disputed bool) {
	if !b.f.TellsVolatile {
		return false, false
	}
	return b.f.Cfg.Volatile == config.VolatileAtomic, b.f.Cfg.Volatile == config.VolatileDisputed
}

// Bodies is what lowers the functions of a program of another front end.
func Bodies(p *Program) func(*lower.Function, *lower.Entity) {
	var shared map[string]site
	return func(f *lower.Function, e *lower.Entity) {
		if sites := f.Unit.Internal[p.Sites]; shared == nil && sites != nil && sites.Def != nil {
			shared = sitesOf(sites.Def)
		}
		b := &Body{Name: e.Name, f: f, sites: sitesOf(e.Def), shared: shared}
		f.Frame.Immortal = e.Name == f.Cfg.EntryName() && !f.Registers("atexit") && !b.isUsed()
		f.Frame.Begin()
		f.Flow.Proc.Name = p.Name(e.Name)
		f.Flow.Proc.Model = p.Library(e.Name)
		p.Lower(b)
		f.Frame.End(e.Pos)
	}
}
