package c

import (
	"fmt"
	"runtime/debug"

	"modernc.org/cc/v4"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// fn lowers one function.
type fn struct {
	*lowerer
	unit  *unit
	flow  *flow.Builder
	frame *flow.Frame
	// What computes with values.
	values *value.Values
	mem    *value.Memory
	arith  *value.Arith
	vec    *value.Vectors
	made   *value.Made
	def    *cc.FunctionDefinition
	result cc.Type

	// stmtAt and fullAt are where the statement or declaration and the full
	// expression begin that are being lowered, for monitors.
	stmtAt, fullAt source.Pos
	sections       int     // how many atomic sections are open, where monitors look for races
	unused         cc.Node // the expression whose value is not used

	locals  map[*cc.Declarator]*local
	inRegs  map[*cc.Declarator]bool
	scanned bool

	breaks    []flow.Target
	continues []flow.Target
	switches  []*switchCtx
	retPtr    term.Term // where a returned aggregate goes
	varArgs   term.Term // address of the variable arguments
	// foldsObjects lets a constant expression read objects that are constants, folded of which are being
	// read.
	foldsObjects bool
	folded       int
	vlaLengths   map[cc.ExpressionNode]cfa.RegID // lengths of variable-length arrays, by their expressions
}

// local is a variable of automatic storage duration.
type local struct {
	ty     cc.Type
	reg    cfa.RegID // its value, or NoReg
	addr   cfa.RegID // the register with its address, when in memory
	opaque string    // named when reading it is not supported
	vla    term.Term // size in bytes of a variable-length array, or None
}

func (l *lowerer) newFn(u *unit, name string, p *cfa.Proc) *fn {
	b := flow.New(l.prog, p, name)
	f := &fn{
		lowerer: l, unit: u, flow: b, frame: flow.NewFrame(b),
		locals:     map[*cc.Declarator]*local{},
		vlaLengths: map[cc.ExpressionNode]cfa.RegID{},
	}
	f.values, f.mem, f.arith, f.vec, f.made = value.New(value.Needs{
		Flow: b, Frame: f.frame, Types: l.types, BitFields: l.bitFields, Constants: f,
		Overflow: l.cfg.Property == property.NoOverflow, Unchecked: f.unchecked, Stride: f.stride,
	})
	if l.monitor != nil {
		b.Watch = f
	}
	return f
}

// at makes a node the one that steps are attributed to. Those of a probe stay
// with the place of the probe, so that it is known what went wrong in one.
func (f *fn) at(n cc.Node) {
	if f.monitor != nil && f.monitor.busy {
		return
	}
	if p := f.unit.pos(n); p.IsValid() {
		f.flow.Pos = p
	}
}

// lowerProc lowers the body of a function. What goes wrong inside is confined
// to it: the procedure then consists of one Unsupported edge.
func (l *lowerer) lowerProc(e *entity) {
	f := l.newFn(e.unit, e.name, e.proc)
	func() {
		defer func() {
			if r := recover(); r != nil {
				if debugPanics {
					fmt.Printf("%v\n%s\n", r, debug.Stack())
				}
				l.diags.Add(source.Warning, f.flow.Pos, "internal error in lowering %s: %v", e.name, r)
				f.flow.Restart()
				f.flow.End(cfa.Unsupported{What: fmt.Sprintf("function %s (internal error: %v)", e.name, r)})
			}
		}()
		f.body(e)
		f.flow.CheckSections()
	}()
	f.flow.Finish(l.nodes)
}

// debugPanics prints the stack of an internal error; tests set it.
var debugPanics = false

func (f *fn) body(e *entity) {
	f.flow.Pos = e.pos
	if e.synth != nil {
		e.synth(f)
		return
	}
	f.def = e.def
	ft := e.signature()
	if ft == nil || e.def == nil {
		f.flow.End(cfa.Unsupported{What: "a call of " + e.name + ", which is no function"})
		return
	}
	f.result = ft.Result()
	if s := f.types.Scalar(f.result); s.Class != repr.None {
		f.flow.Proc.Result = s.Sort()
		f.frame.Result = flow.Result{Sort: s.Sort(), Type: f.result.String(), Signed: s.Signed}
	}
	f.frame.Immortal = f.isInitial()
	f.frame.Begin()
	if isAtomicName(e.name) {
		f.frame.Atomic = true
		f.flow.Emit(cfa.AtomicBegin{}).Node = e.def
	}
	f.params(e.def, ft)
	f.compound(e.def.CompoundStatement)
	if !f.flow.IsDead() {
		f.flow.Pos = f.unit.pos(tokenNode{e.def.CompoundStatement.Token2})
		f.flow.Text = ""
		f.fallOff()
	}
	f.frame.End(e.pos)
}

// tokenNode lets a token stand where a node is wanted for its position.
type tokenNode struct{ cc.Token }

// fallOff is the end of a function's body without a return statement.
func (f *fn) fallOff() {
	switch {
	case repr.IsVoid(f.result):
		f.ret(value.Value{Type: f.types.Void})
	case f.flow.Name == f.cfg.entry():
		f.ret(f.values.Int(0))
	case repr.IsAggregate(f.result):
		f.frame.Return(term.None)
	default:
		f.ret(f.mem.Unset(f.result, "value of "+f.flow.Name+" without return"))
	}
}

// ret returns a value from the function.
func (f *fn) ret(v value.Value) {
	var result term.Term
	switch {
	case repr.IsVoid(f.result):
	case repr.IsAggregate(f.result):
		if repr.IsVector(f.result) {
			v = f.arith.Convert(v, f.result)
		}
		if v.Addr != term.None {
			f.mem.Copy(f.retPtr, v.Addr, f.result)
		}
	default:
		result = f.arith.Convert(v, f.result).Term
	}
	f.frame.Return(result)
}

// isInitial reports whether the function is what the process starts with and nothing else calls it.
func (f *fn) isInitial() bool {
	if f.def == nil || f.flow.Name != f.cfg.entry() || f.registers("atexit") {
		return false
	}
	for _, u := range f.units {
		for _, n := range u.ast.Scope.Nodes[f.flow.Name] {
			// a call may follow any of its declarations
			if d, ok := n.(*cc.Declarator); ok && d.ReadCount() > 0 {
				return false
			}
		}
	}
	return true
}
