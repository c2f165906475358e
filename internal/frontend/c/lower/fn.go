package lower

import (
	"fmt"
	"slices"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/monitor"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/unsequenced"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// Function lowers one function. Its parts have what they know of it for themselves.
type Function struct {
	*lowerer
	Unit  *unit
	Flow  *flow.Builder
	Frame *flow.Frame
	// What computes with values.
	Values *value.Values
	Mem    *value.Memory
	Arith  *value.Arith
	Vec    *value.Vectors
	made   *value.Made
	// What lowers the parts of C. Expressions hold statements, calls and initialisers, and these hold
	// expressions.
	Marks   *marker
	Watch   *monitor.Watch
	Vars    *locals
	Lvalues *lvalues
	Exprs   *expressions
	stmts   *statements
	Calls   *calls
	Consts  *constants
	inits   *initialisers
	Named   *designations
	// apart is set in the form of a library model for copies between different objects.
	apart bool
}

// Local is a variable of automatic storage duration.
type Local struct {
	Ty     cc.Type
	Reg    cfa.RegID // its value, or NoReg
	Addr   cfa.RegID // the register with its address, when in memory
	opaque string    // named when reading it is not supported
	vla    term.Term // size in bytes of a variable-length array, or None
}

func (l *lowerer) newFn(u *unit, name string, p *cfa.Proc) *Function {
	b := flow.New(l.Prog, p, name)
	b.Joint = len(l.Cfg.Property.Parts()) > 1
	f := &Function{
		lowerer: l, Unit: u, Flow: b, Frame: flow.NewFrame(b),
		Marks:   &marker{},
		Watch:   &monitor.Watch{},
		Vars:    &locals{},
		Lvalues: &lvalues{},
		Exprs:   &expressions{},
		stmts:   &statements{},
		Calls:   &calls{},
		Consts:  &constants{},
		inits:   &initialisers{},
		Named:   &designations{},
	}
	f.Values, f.Mem, f.Arith, f.Vec, f.made = value.New(value.Needs{
		Flow: b, Frame: f.Frame, Types: l.Types, BitFields: l.bitFields, Constants: f.Consts,
		Overflow:      l.Cfg.Property.Covers(property.NoOverflow),
		Undefined:     l.Cfg.Property.Covers(property.NoUndefinedArithmetic),
		Behaviour:     l.Cfg.Property.Covers(property.NoUndefinedBehaviour),
		InputsWritten: l.followsUnset(), Unchecked: f.Watch.Unchecked, Stride: f.Vars.stride,
	})
	*f.Marks = marker{low: l, unit: u, flow: b, watch: f.Watch}
	*f.Watch = monitor.Watch{Monitor: l.Monitor, Model: u.Model, Pos: u.pos, Types: l.Types, Ts: l.Ts,
		Prog: l.Prog, Flow: b, Values: f.Values, Exprs: f.Exprs}
	*f.Vars = locals{low: l, unit: u, types: l.Types, ts: l.Ts, prog: l.Prog, flow: b, frame: f.Frame,
		values: f.Values, mem: f.Mem, arith: f.Arith, marks: f.Marks, exprs: f.Exprs, inits: f.inits,
		Vars: map[*cc.Declarator]*Local{}, vlaLengths: map[cc.ExpressionNode]cfa.RegID{}}
	*f.Lvalues = lvalues{low: l, unit: u, types: l.Types, prog: l.Prog, flow: b, values: f.Values, mem: f.Mem,
		arith: f.Arith, marks: f.Marks, exprs: f.Exprs, vars: f.Vars, consts: f.Consts, inits: f.inits}
	*f.Exprs = expressions{low: l, unit: u, types: l.Types, ts: l.Ts, prog: l.Prog, flow: b, frame: f.Frame,
		values: f.Values, mem: f.Mem, arith: f.Arith, vec: f.Vec, marks: f.Marks, watch: f.Watch,
		stmts: f.stmts, lvalues: f.Lvalues, vars: f.Vars, calls: f.Calls}
	*f.stmts = statements{low: l, unit: u, types: l.Types, ts: l.Ts, flow: b, frame: f.Frame,
		values: f.Values, mem: f.Mem, arith: f.Arith, marks: f.Marks, watch: f.Watch, exprs: f.Exprs,
		vars: f.Vars, consts: f.Consts}
	*f.Calls = calls{low: l, unit: u, types: l.Types, ts: l.Ts, prog: l.Prog, flow: b, frame: f.Frame,
		values: f.Values, mem: f.Mem, arith: f.Arith, made: f.made, marks: f.Marks, watch: f.Watch,
		exprs: f.Exprs, lvalues: f.Lvalues, consts: f.Consts, named: f.Named, fn: f}
	*f.Consts = constants{low: l, unit: u, types: l.Types, ts: l.Ts, prog: l.Prog, flow: b, values: f.Values,
		arith: f.Arith, exprs: f.Exprs, vars: f.Vars}
	*f.inits = initialisers{low: l, unit: u, types: l.Types, prog: l.Prog, flow: b, values: f.Values,
		mem: f.Mem, arith: f.Arith, marks: f.Marks, exprs: f.Exprs, lvalues: f.Lvalues, vars: f.Vars}
	*f.Named = designations{low: l, unit: u, types: l.Types, lvalues: f.Lvalues, vars: f.Vars,
		consts: f.Consts}
	if l.Monitor != nil {
		b.Watch = f.Watch
	}
	return f
}

// marker says which part of the program steps are attributed to.
type marker struct {
	low   *lowerer
	unit  *unit
	flow  *flow.Builder
	watch *monitor.Watch
}

// At makes a node the one that steps are attributed to. Those of a probe stay
// with the place of the probe, so that it is known what went wrong in one.
func (mk *marker) At(n cc.Node) {
	if mk.low.Monitor != nil && mk.low.Monitor.Busy {
		return
	}
	if p := mk.unit.pos(n); p.IsValid() {
		mk.flow.Pos = p
	}
}

// lowerProc lowers the body of a function. What goes wrong inside is confined
// to it: the procedure then consists of one Unsupported edge.
func (l *lowerer) lowerProc(e *Entity) {
	f := l.newFn(e.Unit, e.Name, e.proc)
	if e.isApart {
		f.apart, f.Arith.Behaviour = true, false
	}
	if e.Model && slices.Contains(inSections, e.Name) {
		f.Watch.Sections = 1
	}
	func() {
		defer func() {
			if r := recover(); r != nil {
				l.diags.Add(source.Warning, f.Flow.Pos, "internal error in lowering %s: %v", e.Name, r)
				f.Flow.Restart()
				f.Flow.End(cfa.Unsupported{What: fmt.Sprintf("function %s (internal error: %v)", e.Name, r)})
			}
		}()
		f.body(e)
		f.Flow.CheckSections()
	}()
	f.Flow.Finish(l.nodes)
}

func (f *Function) body(e *Entity) {
	f.Flow.Pos = e.Pos
	if e.synth != nil {
		e.synth(f)
		return
	}
	f.Vars.def = e.Def
	ft := e.Signature()
	if ft == nil || e.Def == nil {
		f.Flow.End(cfa.Unsupported{What: "a call of " + e.Name + ", which is no function"})
		return
	}
	if f.Arith.Behaviour && !e.Model {
		f.Exprs.seq = f.Exprs.sequencing(unsequenced.Find(e.Def))
	}
	f.Vars.result = ft.Result()
	if s := f.Types.Scalar(f.Vars.result); s.Class != repr.None {
		f.Flow.Proc.Result = s.Sort()
		f.Frame.Result = flow.Result{Sort: s.Sort(), Type: f.Vars.result.String(), Signed: s.Signed}
	}
	f.Frame.Immortal = f.isInitial()
	f.Frame.Begin()
	f.Calls.passes("")
	if IsAtomicName(e.Name) {
		f.Frame.Atomic = true
		f.Flow.Emit(cfa.AtomicBegin{}).Node = e.Def
	}
	f.Vars.params(e.Def, ft)
	f.stmts.compound(e.Def.CompoundStatement)
	if !f.Flow.IsDead() {
		f.Flow.Pos = f.Unit.pos(syntax.TokenNode{Token: e.Def.CompoundStatement.Token2})
		f.Flow.Text = ""
		f.stmts.fallOff()
	}
	f.Frame.End(e.Pos)
}

// fallOff is the end of a function's body without a return statement.
func (st *statements) fallOff() {
	switch {
	case repr.IsVoid(st.vars.result):
		st.ret(value.Value{Type: st.types.Void})
	case st.flow.Name == st.low.Cfg.EntryName():
		st.ret(st.values.Int(0))
	case repr.IsAggregate(st.vars.result):
		st.frame.Return(term.None)
	default:
		st.ret(st.mem.Unset(st.vars.result, "value of "+st.flow.Name+" without return"))
	}
}

// ret returns a value from the function.
func (st *statements) ret(v value.Value) {
	var result term.Term
	switch {
	case repr.IsVoid(st.vars.result):
	case repr.IsAggregate(st.vars.result):
		if repr.IsVector(st.vars.result) {
			v = st.arith.Convert(v, st.vars.result)
		}
		if v.Addr != term.None {
			st.mem.Copy(st.vars.retPtr, v.Addr, st.vars.result)
		}
	default:
		result = st.arith.Convert(v, st.vars.result).Term
	}
	st.frame.Return(result)
}

// isInitial reports whether the function is what the process starts with and nothing else calls it.
func (f *Function) isInitial() bool {
	if f.Vars.def == nil || f.Flow.Name != f.Cfg.EntryName() || f.Registers("atexit") {
		return false
	}
	for _, u := range f.units {
		for _, n := range u.Ast.Scope.Nodes[f.Flow.Name] {
			// a call may follow any of its declarations
			if d, ok := n.(*cc.Declarator); ok && d.ReadCount() > 0 {
				return false
			}
		}
	}
	return true
}
