package c

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Another front end has the library models, and what is known of functions that have none, by a shadow of its
// program in C: each of its functions with the calls that it makes, and nothing else. So it is known what a
// program uses and what calls what; the bodies are lowered by the other front end, which has single calls of
// the shadow lowered where it needs them.

// Foreign is a program of another front end.
type Foreign struct {
	// Shadow is C. What it defines is lowered by Lower; it also declares what the program calls.
	Shadow string
	// Runtime is C as well: what the other language's own library has, beside the library models.
	Runtime string
	// Lower lowers the body of a function that Shadow defines.
	Lower func(b *Body)
	// Place is where people find a function, and Name what they call it.
	Place func(files *source.Files, function string) source.Pos
	Name  func(function string) string
	// Library says that a function is one of the other language's own library: people see the call of it.
	Library func(function string) bool
	// Largest is the size of the largest object that the program has or asks for, as far as that is constant.
	Largest uint64
	// Words says that variable arguments lie in words of the machine, one behind the other, since the program
	// has lists of them that it passes to the library.
	Words bool
}

// What bodies are built with.
type (
	// Builder is what steps are added to.
	Builder = flow.Builder
	// Frame has the objects of an activation.
	Frame = flow.Frame
	// Object is an object of a frame.
	Object = flow.Object
	// Loc is a place between steps.
	Loc = flow.Loc
	// Step is an operation on its way to become an edge.
	Step = flow.Step
)

// shadowName is the file that the shadow is in; no file of a user has this name.
const shadowName = "<shadow>.c"

// runtimeName is the file that Foreign.Runtime is in.
const runtimeName = "<runtime>.c"

// LoadForeign makes a program of another front end's functions and of the library models. Of cfg, what is
// about files counts for nothing.
func LoadForeign(ctx context.Context, cfg Config, p Foreign) (*cfa.Program, *source.Diagnostics, error) {
	cfg.Files, cfg.Units = nil, []Unit{{File: shadowName}}
	if p.Runtime != "" {
		cfg.Units = append(cfg.Units, Unit{File: runtimeName})
	}
	cfg.Include, cfg.Defines, cfg.ForceIncludes = nil, nil, nil
	cfg.foreign = &p
	cfg.Read = func(name string) ([]byte, error) {
		switch name {
		case shadowName:
			return []byte(p.Shadow), nil
		case runtimeName:
			return []byte(p.Runtime), nil
		}
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	return Load(ctx, cfg)
}

// adoptForeign has the functions of the shadow lowered by the other front end.
func (l *lowerer) adoptForeign() {
	for _, u := range l.units {
		if u.model {
			continue
		}
		u.pos = func(cc.Node) source.Pos { return source.Pos{} } // steps have the places of their function
		for _, e := range u.declared {
			e.pos = source.Pos{}
			if e.def == nil {
				continue
			}
			e.pos = l.cfg.foreign.Place(l.prog.Files, e.name)
			e.synth = func(f *fn) {
				b := &Body{Name: e.name, f: f, def: e.def, sites: map[string]cc.ExpressionNode{},
					operands: map[string]*cc.Declarator{}}
				b.find()
				f.frame.Immortal = e.name == f.cfg.entry() && !f.registers("atexit") && !b.isUsed()
				f.frame.Begin()
				f.flow.Proc.Name = l.cfg.foreign.Name(e.name)
				f.flow.Proc.Model = l.cfg.foreign.Library(e.name)
				l.cfg.foreign.Lower(b)
				f.frame.End(e.pos)
			}
		}
	}
}

// Body is the body of a function that another front end lowers.
type Body struct {
	Name     string
	f        *fn
	def      *cc.FunctionDefinition
	sites    map[string]cc.ExpressionNode
	operands map[string]*cc.Declarator
}

// find finds the sites: each is a block "{ T name_0; U name_1; call; }" or "{ ...; R name; name = call; }".
func (b *Body) find() {
	syntax.Walk(b.def, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.Declarator:
			if b.operands[x.Name()] == nil { // of those that lie in each other, the outermost declares
				b.operands[x.Name()] = x
			}
		case *cc.LabeledStatement:
			if x.Case != cc.LabeledStatementLabel || x.Statement == nil ||
				x.Statement.ExpressionStatement == nil {
				break
			}
			b.sites[x.Token.SrcStr()] = x.Statement.ExpressionStatement.ExpressionList
		}
		return true
	})
}

// isUsed reports whether anything in the shadow calls the function.
func (b *Body) isUsed() bool {
	for _, n := range b.f.unit.ast.Scope.Nodes[b.Name] {
		if d, ok := n.(*cc.Declarator); ok && d.ReadCount() > 0 {
			return true
		}
	}
	return false
}

// Program is the program under construction.
func (b *Body) Program() *cfa.Program { return b.f.prog }

// Flow is what steps are added to.
func (b *Body) Flow() *Builder { return b.f.flow }

// Frame has the objects of the activation.
func (b *Body) Frame() *Frame { return b.f.frame }

// Returns says of how many bits the result is; 0: there is none.
func (b *Body) Returns(bits int) {
	if bits > 0 {
		b.f.flow.Proc.Result = term.BitVec(bits)
		b.f.frame.Result = flow.Result{Sort: b.f.flow.Proc.Result}
	}
}

// Atomic makes the body one atomic section if the name of the function says so.
func (b *Body) Atomic() {
	if isAtomicName(b.Name) {
		b.f.frame.Atomic = true
		b.f.flow.Emit(cfa.AtomicBegin{})
	}
}

// Call lowers the call that has a label in the shadow, with its operands in registers, and returns the
// result, if the call assigns it to something.
func (b *Body) Call(label string, operands map[string]cfa.RegID) term.Term {
	x, f := b.sites[label], b.f
	if x == nil {
		f.flow.Unsupported("a call that the C library's models cannot be asked about")
		return term.None
	}
	for name, r := range operands {
		d := b.operands[name]
		f.vars.vars[d] = &local{ty: d.Type(), reg: r, addr: cfa.NoReg}
	}
	as, ok := syntax.Unparen(x).(*cc.AssignmentExpression)
	if !ok || as.Case != cc.AssignmentExpressionAssign {
		f.exprs.effect(x)
		return term.None
	}
	return f.arith.Convert(f.exprs.expr(as.AssignmentExpression), as.UnaryExpression.Type()).Term
}

// HasCall reports whether the shadow has a call with a label.
func (b *Body) HasCall(label string) bool { return b.sites[label] != nil }

// Address is the address of a function, or of a variable of the library; ok is false if the shadow does not
// declare it.
func (b *Body) Address(name string) (addr term.Term, ok bool) {
	e := b.f.find(b.f.unit, name)
	if e == nil {
		return term.None, false
	}
	if e.threadLocal {
		return b.f.lvalues.threadLocalPlace(e).Addr, true
	}
	return b.f.addrOf(b.f.object(e)), true
}

// Text is the object of a string literal, with the zero at its end.
func (b *Body) Text(content string) *cfa.Object { return b.f.stringObject(content, 1) }

// operators are the binary operators by what C writes.
var operators = map[string]value.Operator{"+": value.OpAdd, "-": value.OpSub, "*": value.OpMul,
	"/": value.OpDiv, "%": value.OpRem, "<<": value.OpShl, ">>": value.OpShr, "&": value.OpAnd,
	"^": value.OpXor, "|": value.OpOr, "<": value.OpLt, "<=": value.OpLe, "==": value.OpEq}

// integer is a type of at least some bits; nil: there is none.
func (b *Body) integer(bits int, signed bool) cc.Type {
	t := b.f.types
	choose := func(s, u cc.Type) cc.Type {
		if signed {
			return s
		}
		return u
	}
	switch {
	case bits <= 32:
		return choose(t.Int, t.Uint)
	case bits <= 64:
		return choose(t.Llong, t.Ullong)
	}
	return nil
}

// Integers applies an operator to integers as C does with a signed type or an unsigned one: with what is
// undefined about it.
func (b *Body) Integers(op string, x, y term.Term, signed bool) term.Term {
	ts := b.f.ts
	bits := ts.Sort(x).Width()
	t := b.integer(bits, signed)
	if t == nil {
		b.f.flow.Unsupported(fmt.Sprintf("arithmetic on integers of %d bits", bits))
		return x
	}
	width := b.f.types.Scalar(t).Width
	v := func(t1 term.Term) value.Value {
		return value.Value{Term: b.f.values.Resize(t1, bits, width, signed), Type: t}
	}
	r := b.f.arith.Operate(nil, operators[op], v(x), v(y))
	return ts.Extract(bits-1, 0, r.Term)
}

func (b *Body) floating(bits int) cc.Type {
	if bits == 32 {
		return b.f.types.Float
	}
	return b.f.types.Double
}

// Floats applies an operator to numbers of type float or double. The result of a comparison has one bit.
func (b *Body) Floats(op string, x, y term.Term) term.Term {
	t := b.floating(b.f.ts.Sort(x).Width())
	r := b.f.arith.Operate(nil, operators[op], value.Value{Term: x, Type: t}, value.Value{Term: y, Type: t})
	if r.Cond != term.None {
		return b.f.ts.Ite(r.Cond, b.f.ts.BV(1, 1), b.f.ts.BV(1, 0))
	}
	return r.Term
}

// Convert converts a number to another type: float and double, and integers of 8, 16, 32 or 64 bits.
func (b *Body) Convert(x term.Term, fromFloat, toFloat, signed bool, bits int) term.Term {
	typ := func(bits int, float bool) cc.Type {
		if float {
			return b.floating(bits)
		}
		return b.integer(bits, signed)
	}
	width := b.f.ts.Sort(x).Width()
	from, to := typ(width, fromFloat), typ(bits, toFloat)
	if from == nil || to == nil {
		b.f.flow.Unsupported("a conversion of floating-point numbers and wide integers")
		return b.f.values.Zero(bits)
	}
	if s := b.f.types.Scalar(from); s.Class == repr.Integer {
		x = b.f.values.Resize(x, width, s.Width, signed)
	}
	r := b.f.arith.Convert(value.Value{Term: x, Type: from}, to).Term
	return b.f.ts.Extract(bits-1, 0, r)
}

// Allocates reports whether a function makes an object of the size that it is given.
func Allocates(name string) bool { return slices.Contains(allocations, name) }

// HeaderOf is the embedded header that declares a function or a variable of the library; empty: none does.
func HeaderOf(name string) string {
	d, _ := library.Declared(name)
	return d.Header
}

// StreamType is the type of a parameter of a function of the library that is a stream or a directory; empty:
// it is neither.
func StreamType(function string, param int) string {
	d, _ := library.Declared(function)
	if param < len(d.Params) {
		for _, t := range []string{"FILE *", "DIR *"} {
			if strings.HasPrefix(d.Params[param], t) {
				return t
			}
		}
	}
	return ""
}

// ParamsOf is how many parameters a function of the library has, and whether variable arguments follow; ok is
// false if no header declares it.
func ParamsOf(function string) (n int, variadic, ok bool) {
	d, ok := library.Declared(function)
	n = len(d.Params)
	switch {
	case n == 0:
	case d.Params[n-1] == "...":
		return n - 1, true, ok
	case n == 1 && d.Params[0] == "void":
		n = 0
	}
	return n, false, ok
}

// IsModelled reports whether a library model defines a function.
func IsModelled(name string) bool { return library.IsModelled(name) }

// CheckOverflow reaches the violation of no-overflow where cond holds, if that is looked for.
func (b *Body) CheckOverflow(cond term.Term, operation string) {
	if b.f.arith.Overflow {
		b.f.arith.CheckOverflow(cond, operation)
	}
}

// Volatile says what an access is that is volatile.
func (b *Body) Volatile() (relaxed, disputed bool) {
	if !b.f.tellsVolatile {
		return false, false
	}
	return b.f.cfg.Volatile == VolatileAtomic, b.f.cfg.Volatile == VolatileDisputed
}
