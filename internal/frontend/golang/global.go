package golang

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/ssa"

	"whittle.dev/internal/cfa"
	"whittle.dev/term"
)

// presets are the errors that packages without bodies have as variables, with their texts.
var presets = map[string]string{"context.Canceled": "context canceled",
	"context.DeadlineExceeded": "context deadline exceeded", "io.EOF": "EOF",
	"io.ErrUnexpectedEOF": "unexpected EOF", "io.ErrClosedPipe": "io: read/write on closed pipe"}

// variable is the address of a variable of a package, which ends the path if its first value is not known.
func (f *fn) variable(g *ssa.Global) term.Term {
	if g.Pkg != nil && !f.world.own[g.Pkg.Pkg] {
		text, ok := presets[g.String()]
		if !ok {
			f.unsupported("the variable " + g.String())
			return f.prog.Ptr(0)
		}
		if _, known := f.globals[g]; !known {
			f.lowerer.model("errors_New")
			f.preset = append(f.preset, preset{g, text})
		}
	}
	return f.global(g)
}

type preset struct {
	global *ssa.Global
	text   string
}

// setPresets makes the body of the procedure that gives variables of the library their values.
func (l *lowerer) setPresets() {
	f := l.newFn(l.library)
	for _, p := range l.preset {
		err := f.callModel("errors_New", f.stringData(p.text), f.prog.Ptr(uint64(len(p.text))))
		f.stores(f.global(p.global), f.partsOf(elem(p.global.Type())), err, cfa.SeqCst)
	}
	f.end(cfa.Return{})
}

// global is the address of a variable of a package.
func (l *lowerer) global(g *ssa.Global) term.Term {
	if t, ok := l.globals[g]; ok {
		return t
	}
	ty := elem(g.Type())
	name := g.Name()
	if g.Pkg != nil && g.Pkg.Pkg.Name() != "main" {
		name = g.Pkg.Pkg.Name() + "." + name
	}
	t := l.prog.AddObject(&cfa.Object{Name: name, Kind: cfa.Global, Size: max(1, uint64(sizes.Sizeof(ty))),
		Align: word, Layout: layout(ty, layoutDepth), Pos: l.place(g.Pos()),
		Made: strings.HasPrefix(g.Name(), "init$guard") || g.Pkg == l.world.models})
	l.globals[g] = t
	return t
}

// text of a string that is constant: its address.
func (l *lowerer) stringData(s string) term.Term {
	if s == "" {
		return l.prog.Ptr(0)
	}
	if t, ok := l.strings[s]; ok {
		return t
	}
	o := &cfa.Object{Name: fmt.Sprintf("%.40q", s), Kind: cfa.ConstData, Size: uint64(len(s)), Align: 1,
		ReadOnly: true, Layout: &cfa.Layout{Type: "string", Size: uint64(len(s)),
			Elem: &cfa.Layout{Type: "byte", Size: 1}, Len: uint64(len(s))}}
	for i := range len(s) {
		o.Init = append(o.Init, cfa.Init{Offset: uint64(i), Value: l.ts.BV(8, uint64(s[i]))})
	}
	t := l.prog.AddObject(o)
	l.strings[s] = t
	return t
}

// closure is the address of the object that a function is as a value.
func (l *lowerer) closure(f *ssa.Function) term.Term {
	if t, ok := l.closures[f]; ok {
		return t
	}
	code := l.code(l.thunk(f))
	t := l.prog.AddObject(&cfa.Object{Name: l.nameOf(f), Kind: cfa.ConstData, Size: word, Align: word,
		ReadOnly: true, Made: true, Init: []cfa.Init{{Value: code}}})
	l.closures[f] = t
	return t
}

// code is the address of a procedure.
func (l *lowerer) code(p *cfa.Proc) term.Term {
	return l.prog.AddObject(&cfa.Object{Name: p.Name, Kind: cfa.Func, Size: 1, Align: 1, Proc: p.ID,
		Pos: p.Pos})
}

// thunk is a procedure for a function without captured variables that has a parameter for them.
func (l *lowerer) thunk(f *ssa.Function) *cfa.Proc {
	callee := l.procOf(f)
	p := l.prog.NewProc(callee.Name, callee.Pos)
	p.Model = callee.Model
	p.Result = callee.Result
	b := newBuilder(l.prog, p)
	var args []term.Term
	for _, r := range callee.Params {
		reg := l.prog.Regs[r]
		q := b.reg("argument", reg.Sort.Width())
		p.Params = append(p.Params, q)
		args = append(args, b.sym(q))
	}
	p.Params = append(p.Params, b.reg("captured", ptrBits))
	b.forward(callee, args)
	return p
}

// forward calls a procedure and returns what it returns.
func (b *builder) forward(callee *cfa.Proc, args []term.Term) {
	dst, result := cfa.NoReg, term.None
	if callee.Result != 0 {
		dst = b.reg("result", callee.Result.Width())
		result = b.sym(dst)
	}
	b.emit(cfa.Call{Dst: dst, Proc: callee.ID, Args: args})
	b.end(cfa.Return{Value: result})
}
