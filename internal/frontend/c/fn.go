package c

import (
	"fmt"
	"runtime/debug"
	"slices"

	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/unsequenced"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/property"
	"whittle.dev/internal/source"
	"whittle.dev/term"
)

// fn lowers one function. Its parts have what they know of it for themselves.
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
	// What lowers the parts of C. Expressions hold statements, calls and initialisers, and these hold
	// expressions.
	marks   *marker
	watch   *watch
	vars    *locals
	lvalues *lvalues
	exprs   *expressions
	stmts   *statements
	calls   *calls
	consts  *constants
	inits   *initialisers
	named   *designations
	// apart is set in the form of a library model for copies between different objects.
	apart bool
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
	b.Joint = len(l.cfg.Property.Parts()) > 1
	f := &fn{
		lowerer: l, unit: u, flow: b, frame: flow.NewFrame(b),
		marks:   &marker{},
		watch:   &watch{},
		vars:    &locals{},
		lvalues: &lvalues{},
		exprs:   &expressions{},
		stmts:   &statements{},
		calls:   &calls{},
		consts:  &constants{},
		inits:   &initialisers{},
		named:   &designations{},
	}
	f.values, f.mem, f.arith, f.vec, f.made = value.New(value.Needs{
		Flow: b, Frame: f.frame, Types: l.types, BitFields: l.bitFields, Constants: f.consts,
		Overflow:      l.cfg.Property.Covers(property.NoOverflow),
		Undefined:     l.cfg.Property.Covers(property.NoUndefinedArithmetic),
		Behaviour:     l.cfg.Property.Covers(property.NoUndefinedBehaviour),
		InputsWritten: l.followsUnset(), Unchecked: f.watch.unchecked, Stride: f.vars.stride,
	})
	*f.marks = marker{low: l, unit: u, flow: b, watch: f.watch}
	*f.watch = watch{low: l, unit: u, types: l.types, ts: l.ts, prog: l.prog, flow: b, values: f.values,
		exprs: f.exprs}
	*f.vars = locals{low: l, unit: u, types: l.types, ts: l.ts, prog: l.prog, flow: b, frame: f.frame,
		values: f.values, mem: f.mem, arith: f.arith, marks: f.marks, exprs: f.exprs, inits: f.inits,
		vars: map[*cc.Declarator]*local{}, vlaLengths: map[cc.ExpressionNode]cfa.RegID{}}
	*f.lvalues = lvalues{low: l, unit: u, types: l.types, prog: l.prog, flow: b, values: f.values, mem: f.mem,
		arith: f.arith, marks: f.marks, exprs: f.exprs, vars: f.vars, consts: f.consts, inits: f.inits}
	*f.exprs = expressions{low: l, unit: u, types: l.types, ts: l.ts, prog: l.prog, flow: b, frame: f.frame,
		values: f.values, mem: f.mem, arith: f.arith, vec: f.vec, marks: f.marks, watch: f.watch,
		stmts: f.stmts, lvalues: f.lvalues, vars: f.vars, calls: f.calls}
	*f.stmts = statements{low: l, unit: u, types: l.types, ts: l.ts, flow: b, frame: f.frame,
		values: f.values, mem: f.mem, arith: f.arith, marks: f.marks, watch: f.watch, exprs: f.exprs,
		vars: f.vars, consts: f.consts}
	*f.calls = calls{low: l, unit: u, types: l.types, ts: l.ts, prog: l.prog, flow: b, frame: f.frame,
		values: f.values, mem: f.mem, arith: f.arith, made: f.made, marks: f.marks, watch: f.watch,
		exprs: f.exprs, lvalues: f.lvalues, consts: f.consts, named: f.named, fn: f}
	*f.consts = constants{low: l, unit: u, types: l.types, ts: l.ts, prog: l.prog, flow: b, values: f.values,
		arith: f.arith, exprs: f.exprs, vars: f.vars}
	*f.inits = initialisers{low: l, unit: u, types: l.types, prog: l.prog, flow: b, values: f.values,
		mem: f.mem, arith: f.arith, marks: f.marks, exprs: f.exprs, lvalues: f.lvalues, vars: f.vars}
	*f.named = designations{low: l, unit: u, types: l.types, lvalues: f.lvalues, vars: f.vars,
		consts: f.consts}
	if l.monitor != nil {
		b.Watch = f.watch
	}
	return f
}

// marker says which part of the program steps are attributed to.
type marker struct {
	low   *lowerer
	unit  *unit
	flow  *flow.Builder
	watch *watch
}

// at makes a node the one that steps are attributed to. Those of a probe stay
// with the place of the probe, so that it is known what went wrong in one.
func (mk *marker) at(n cc.Node) {
	if mk.low.monitor != nil && mk.low.monitor.busy {
		return
	}
	if p := mk.unit.pos(n); p.IsValid() {
		mk.flow.Pos = p
	}
}

// lowerProc lowers the body of a function. What goes wrong inside is confined
// to it: the procedure then consists of one Unsupported edge.
func (l *lowerer) lowerProc(e *entity) {
	f := l.newFn(e.unit, e.name, e.proc)
	if e.isApart {
		f.apart, f.arith.Behaviour = true, false
	}
	if e.model && slices.Contains(inSections, e.name) {
		f.watch.sections = 1
	}
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
	f.vars.def = e.def
	ft := e.signature()
	if ft == nil || e.def == nil {
		f.flow.End(cfa.Unsupported{What: "a call of " + e.name + ", which is no function"})
		return
	}
	if f.arith.Behaviour && !e.model {
		f.exprs.seq = f.exprs.sequencing(unsequenced.Find(e.def))
	}
	f.vars.result = ft.Result()
	if s := f.types.Scalar(f.vars.result); s.Class != repr.None {
		f.flow.Proc.Result = s.Sort()
		f.frame.Result = flow.Result{Sort: s.Sort(), Type: f.vars.result.String(), Signed: s.Signed}
	}
	f.frame.Immortal = f.isInitial()
	f.frame.Begin()
	f.calls.passes("")
	if isAtomicName(e.name) {
		f.frame.Atomic = true
		f.flow.Emit(cfa.AtomicBegin{}).Node = e.def
	}
	f.vars.params(e.def, ft)
	f.stmts.compound(e.def.CompoundStatement)
	if !f.flow.IsDead() {
		f.flow.Pos = f.unit.pos(tokenNode{e.def.CompoundStatement.Token2})
		f.flow.Text = ""
		f.stmts.fallOff()
	}
	f.frame.End(e.pos)
}

// tokenNode lets a token stand where a node is wanted for its position.
type tokenNode struct{ cc.Token }

// fallOff is the end of a function's body without a return statement.
func (st *statements) fallOff() {
	switch {
	case repr.IsVoid(st.vars.result):
		st.ret(value.Value{Type: st.types.Void})
	case st.flow.Name == st.low.cfg.entry():
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
func (f *fn) isInitial() bool {
	if f.vars.def == nil || f.flow.Name != f.cfg.entry() || f.registers("atexit") {
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
