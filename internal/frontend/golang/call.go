package golang

import (
	"fmt"
	"go/types"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/ssa"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// operands are the values of a call that are computed when it is made, deferred or started.
func operands(c *ssa.CallCommon) []ssa.Value {
	switch c.Value.(type) {
	case *ssa.Function, *ssa.Builtin:
		if !c.IsInvoke() {
			return c.Args
		}
	}
	return append([]ssa.Value{c.Value}, c.Args...)
}

func (f *fn) call(c *ssa.CallCommon) []term.Term {
	var vs [][]term.Term
	for _, v := range operands(c) {
		vs = append(vs, f.get(v))
	}
	return f.callValues(c, vs, true)
}

// callValues makes a call with the values of its operands. checked says that a panic of it is looked for.
func (f *fn) callValues(c *ssa.CallCommon, vs [][]term.Term, checked bool) []term.Term {
	if f.dead {
		return f.zeros(f.resultParts(c.Signature()))
	}
	if c.IsInvoke() {
		return f.invoke(c, vs, checked)
	}
	switch v := c.Value.(type) {
	case *ssa.Builtin:
		return f.builtin(v, c, vs)
	case *ssa.Function:
		return f.callFunction(v, vs, checked)
	}
	args := flat(vs[1:])
	if m, ok := c.Value.(*ssa.MakeClosure); ok && vs[0][0] != term.None {
		p := f.procOf(m.Fn.(*ssa.Function))
		return f.emitCall(c.Signature(), p, term.None, append(args, vs[0][0]), checked)
	}
	p := vs[0][0]
	f.guard(f.ts.Not(f.ts.Eq(p, f.zero(p))), "a nil function is called")
	code := f.loads(p, []part{{bits: ptrBits}}, cfa.SeqCst)[0]
	return f.emitCall(c.Signature(), nil, code, append(args, p), checked)
}

func flat(vs [][]term.Term) (out []term.Term) {
	for _, v := range vs {
		out = append(out, v...)
	}
	return out
}

// invoke calls a method of an interface.
func (f *fn) invoke(c *ssa.CallCommon, vs [][]term.Term, checked bool) []term.Term {
	q := f.question(askInvoke, c.Value.Type(), c.Method)
	return f.emitCall(c.Signature(), q.proc, term.None, flat(vs), checked)
}

// emitCall adds a call and returns the parts of its results.
func (f *fn) emitCall(sig *types.Signature, p *cfa.Proc, target term.Term, args []term.Term,
	checked bool) []term.Term {
	ps := f.resultParts(sig)
	dst := cfa.NoReg
	var out []term.Term
	if len(ps) > 0 {
		dst = f.reg("result", ps[0].bits)
		f.prog.Regs[dst].Signed = ps[0].signed
		out = append(out, f.sym(dst))
	}
	op := cfa.Call{Dst: dst, Proc: cfa.NoProc, Target: target, Args: args}
	if p != nil {
		op.Proc = p.ID
	}
	f.emit(op)
	if checked {
		f.afterCall()
	}
	for i, r := range f.moreResults(sig) {
		t := f.reg(fmt.Sprintf("result%d", i+2), ps[i+1].bits)
		f.assign(t, f.sym(r))
		out = append(out, f.sym(t))
	}
	return out
}

// callFunction calls a function that is known.
func (f *fn) callFunction(s *ssa.Function, vs [][]term.Term, checked bool) []term.Term {
	if out, ok := f.intrinsic(s, vs); ok {
		return out
	}
	sig := s.Signature
	t := f.target(s)
	switch {
	case f.isInitOf(s):
		return nil
	case t.Blocks == nil:
		f.unsupported("a call of " + s.String())
		return f.zeros(f.resultParts(sig))
	case t != s && sig.Recv() != nil && isPointer(sig.Recv().Type()):
		p := vs[0][0]
		if !isGlobalAddress(f.ts, p) {
			f.guard(f.ts.Not(f.ts.Eq(p, f.zero(p))), "a method of a nil pointer is called")
		}
	}
	if !supported(sig.Results()) {
		f.unsupported("results of type " + typeName(sig.Results()))
		return nil
	}
	return f.emitCall(sig, f.procOf(t), term.None, flat(vs), checked && f.mayPanic(t))
}

func isGlobalAddress(ts *term.Store, p term.Term) bool {
	v, ok := ts.ConstUint64(p)
	return ok && v != 0
}

// isInitOf reports whether a function initialises a package of which there are no bodies.
func (f *fn) isInitOf(s *ssa.Function) bool {
	return s.Name() == "init" && s.Blocks == nil && s.Synthetic != ""
}

// target is the function that a call of a function means: the model of one that has no body.
func (l *lowerer) target(s *ssa.Function) *ssa.Function {
	if s.Blocks != nil && (s.Pkg == nil || s.Pkg.Pkg.Path() != "strings") {
		return s
	}
	if m := l.world.models.Func(modelName(s)); m != nil && m.Blocks != nil {
		return m
	}
	return s
}

// modelName is what the model of a function is called.
func modelName(s *ssa.Function) string {
	if o := s.Origin(); o != nil {
		s = o
	}
	o := s.Object()
	if o == nil || o.Pkg() == nil {
		return ""
	}
	name := strings.NewReplacer("/", "_", ".", "_").Replace(o.Pkg().Path())
	if recv := s.Signature.Recv(); recv != nil {
		t := recv.Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		if n, ok := t.(*types.Named); ok {
			name += "_" + n.Obj().Name()
		}
	}
	return name + "_" + o.Name()
}

// model is a function of package models.
func (l *lowerer) model(name string) *ssa.Function {
	m := l.world.models.Func(name)
	if m == nil {
		panic("no model " + name)
	}
	l.procOf(m)
	return m
}

// callModel calls a function of package models.
func (f *fn) callModel(name string, args ...term.Term) []term.Term {
	m := f.lowerer.model(name)
	return f.emitCall(m.Signature, f.procOf(m), term.None, args, f.mayPanic(m))
}

// goStatement starts a goroutine: a procedure that is made for the statement, with the operands as arguments.
func (f *fn) goStatement(x *ssa.Go) {
	c := &x.Call
	vs := operands(c)
	name := "goroutine"
	switch v := c.Value.(type) {
	case *ssa.Function:
		name = f.nameOf(v)
	case *ssa.MakeClosure:
		name = f.nameOf(v.Fn.(*ssa.Function))
	default:
		if c.IsInvoke() {
			name = typeName(c.Value.Type()) + "." + c.Method.Name()
		}
	}
	p := f.world.fset.Position(x.Pos())
	proc := f.prog.NewProc(fmt.Sprintf("%s (go at %s:%d)", name, filepath.Base(p.Filename), p.Line), f.pos)
	g := f.newFn(proc)
	g.stmt = f.stmt
	var args []term.Term
	var inner [][]term.Term
	for i, v := range vs {
		var ts []term.Term
		for k, part := range f.partsOf(v.Type()) {
			r := f.param(&g.builder, fmt.Sprintf("argument %d%s", i+1, part.name), part, v.Type())
			proc.Params = append(proc.Params, r)
			ts = append(ts, g.sym(r))
			args = append(args, f.get(v)[k])
		}
		inner = append(inner, ts)
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		f.unsupported("a goroutine that runs " + b.Name())
		return
	}
	if !c.IsInvoke() {
		if _, ok := c.Value.(*ssa.Function); !ok {
			p := f.one(c.Value)
			f.guard(f.ts.Not(f.ts.Eq(p, f.zero(p))), "a nil function is started as a goroutine")
		}
	}
	g.callValues(c, inner, false)
	ended := func() { g.end(cfa.Return{}) }
	exited := func() { g.end(cfa.Exit{Kind: cfa.ExitThread}) }
	g.bottom(ended, exited)
	g.finishBottom(ended, exited)
	f.emit(cfa.Spawn{Dst: cfa.NoReg, Proc: proc.ID, Args: args})
}

// entry makes the procedure of the initial goroutine.
func (l *lowerer) entry(root *ssa.Function) {
	p := l.prog.NewProc(l.nameOf(root), l.place(root.Pos()))
	l.prog.Entry = p.ID
	f := l.newFn(p)
	l.library = l.prog.NewProc("variables of the library", l.place(0))
	l.library.Model = true
	f.emit(cfa.Call{Dst: cfa.NoReg, Proc: l.library.ID})
	if init := root.Pkg.Func("init"); init != nil {
		f.emitCall(init.Signature, f.procOf(init), term.None, nil, true)
	}
	var args []term.Term
	f.pos = l.place(root.Pos())
	test := isTest(root.Name())
	for _, v := range root.Params {
		if test {
			l.seen.defers = true // the end of the goroutine is the end of the test
			args = f.callModel("newTest")
			continue
		}
		for _, p := range l.partsOf(v.Type()) {
			r := l.param(&f.builder, v.Name(), p, v.Type())
			f.emit(cfa.Havoc{Dst: r, What: "the parameter " + v.Name(), Number: true})
			t := f.sym(r)
			if is(v.Type(), types.IsBoolean) {
				t = f.bit(f.isSet(t))
			}
			args = append(args, t)
		}
	}
	f.emitCall(root.Signature, f.procOf(root), term.None, args, false)
	ended := func() {
		if l.asks(property.NoGoroutineLeak) {
			f.end(cfa.Exit{Kind: cfa.ExitThread}) // a return would end the process
			return
		}
		f.end(cfa.Exit{Kind: cfa.ExitProcess, Value: f.ts.BV(32, 0)})
	}
	exited := func() { f.end(cfa.Exit{Kind: cfa.ExitThread}) }
	if test {
		end := ended
		ended = func() {
			f.assign(f.unwinding, f.ts.BV(8, 0))
			f.callModel("endTest", args...)
			f.bottom(end, end)
		}
		exited = ended
	}
	f.bottom(ended, exited)
	f.finishBottom(ended, exited)
}
