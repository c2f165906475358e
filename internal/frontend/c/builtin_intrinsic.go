package c

import (
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/unwind"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// intrinsicTable lists the functions that the library models are written with.
func intrinsicTable() map[string]builtin {
	return map[string]builtin{
		"__whittle_atomic_begin": func(f *fn, c *callCtx) value.Value { return f.section(cfa.AtomicBegin{}) },
		"__whittle_atomic_end":   func(f *fn, c *callCtx) value.Value { return f.section(cfa.AtomicEnd{}) },
		"__whittle_await": func(f *fn, c *callCtx) value.Value {
			t := f.condArg(c, 0)
			f.flow.Emit(cfa.Await{Cond: t})
			return f.values.Void()
		},
		"__whittle_assume": func(f *fn, c *callCtx) value.Value {
			f.flow.Assume(f.condArg(c, 0))
			return f.values.Void()
		},
		"__whittle_self": func(f *fn, c *callCtx) value.Value {
			return value.Value{Term: f.flow.Sym(f.prog.Self), Type: f.types.Ulong}
		},
		"__whittle_spawn": func(f *fn, c *callCtx) value.Value {
			target, arg := f.arg(c, 0, f.types.Pvoid), f.arg(c, 1, f.types.Pvoid)
			return value.Value{Term: f.calls.spawn(target, arg), Type: f.types.Ulong}
		},
		"__whittle_join": func(f *fn, c *callCtx) value.Value {
			id := f.arg(c, 0, f.types.Ulong)
			r := f.flow.NewPtr("exit value")
			f.flow.Emit(cfa.Join{Dst: r, Thread: id})
			return value.Value{Term: f.flow.Sym(r), Type: f.types.Pvoid}
		},
		"__whittle_alloc": func(f *fn, c *callCtx) value.Value {
			size, zero := f.arg(c, 0, f.types.Ulong), f.arg(c, 1, f.types.Int)
			z, _ := f.ts.ConstUint64(zero)
			r := f.flow.NewPtr("object")
			op := cfa.Alloc{Dst: r, Size: size, Align: 16, Kind: cfa.Heap, Zero: z != 0, Name: f.flow.Name,
				Partial: library.KnownInPart(f.flow.Name), Given: library.OwnsBlocks(f.flow.Name),
				Aside: f.flow.Name == library.ListedBlock}
			switch {
			case strings.Contains(f.flow.Name, "_sized"):
				op.Header = sizedHeader
			case library.OpensStream(f.flow.Name):
				op.Header = library.StreamHeader
			}
			f.flow.Emit(op)
			return value.Value{Term: f.flow.Sym(r), Type: f.types.Pvoid}
		},
		"__whittle_free": func(f *fn, c *callCtx) value.Value {
			f.flow.Emit(cfa.Free{Addr: f.arg(c, 0, f.types.Pvoid), Kind: cfa.Heap,
				Given: library.OwnsBlocks(f.flow.Name)})
			return f.values.Void()
		},
		"__whittle_violation": func(f *fn, c *callCtx) value.Value {
			// Models may name violations of any property; some are checked.
			p := property.Property(f.stringArg(c, 0))
			if f.cfg.Property.Covers(p) || p == property.UnreachCall && f.reachability {
				f.flow.Violate(cfa.Violation{Property: p, Message: f.stringArg(c, 1)}, nil)
			}
			return f.values.Void()
		},
		"__whittle_undefined_if": func(f *fn, c *callCtx) value.Value {
			if f.arith.Behaviour {
				cond := f.condArg(c, 0)
				f.flow.Guard(f.ts.Not(cond), cfa.Violation{Property: property.NoUndefinedBehaviour,
					Behaviour: property.Behaviour(f.stringArg(c, 1)), Message: f.stringArg(c, 2)})
			}
			return f.values.Void()
		},
		"__whittle_ahead":         aheadCall,
		"__whittle_object_size":   sizeOfObjectCall,
		"__whittle_object_offset": offsetCall,
		"__whittle_unsupported": func(f *fn, c *callCtx) value.Value {
			f.flow.Unsupported(f.stringArg(c, 0))
			return f.values.Void()
		},
		"__whittle_passable": func(f *fn, c *callCtx) value.Value {
			f.flow.Pass(f.flow.Name, f.stringArg(c, 0))
			f.calls.reaches(cfa.Havoc{Inexact: f.flow.Name, Passed: true})
			return f.values.Void()
		},
		"__whittle_print": func(f *fn, c *callCtx) value.Value {
			v, out := f.arg(c, 0, f.types.Int), f.arg(c, 1, f.types.Int)
			format := f.addrOf(f.stringObject("%c\x00", 1))
			stdout, stderr, done := f.flow.NewLoc(), f.flow.NewLoc(), f.flow.NewLoc()
			f.flow.Branch(f.ts.Eq(out, f.values.Zero(32)), stderr, stdout)
			f.flow.Cur = stdout
			f.flow.Emit(cfa.Print{Form: f.formats(), Format: format, Args: []term.Term{v}, Name: "putchar"})
			f.flow.Jump(done)
			f.flow.Cur = stderr
			f.flow.Emit(cfa.Print{Form: f.formats(), Format: format, Args: []term.Term{v}, Errors: true,
				Name: "fputc"})
			f.flow.GoTo(done)
			return f.values.Void()
		},
		"__whittle_output": func(f *fn, c *callCtx) value.Value {
			f.flow.Emit(cfa.Print{Form: cfa.Passed{}, Format: f.prog.Ptr(0),
				Args: []term.Term{f.arg(c, 0, f.types.Int)}})
			return f.values.Void()
		},
		"__whittle_complain": printfCall("fprintf", 1),
		"__whittle_ub": func(f *fn, c *callCtx) value.Value {
			f.flow.End(cfa.UB{What: f.stringArg(c, 0)})
			return f.values.Void()
		},
		"__whittle_exit_thread": func(f *fn, c *callCtx) value.Value {
			// The program may end with its last thread.
			f.calls.endProcess(cfa.Exit{Kind: cfa.ExitThread, Value: f.arg(c, 0, f.types.Pvoid)})
			return f.values.Void()
		},
		"__whittle_exit_process": func(f *fn, c *callCtx) value.Value {
			f.flow.End(cfa.Exit{Kind: cfa.ExitProcess, Value: f.arg(c, 0, f.types.Int),
				Abort: f.flow.Name == "abort"})
			return f.values.Void()
		},
		"__whittle_exit_orderly": exitOrderly,
		"__whittle_exit_quickly": exitQuickly,
		"__whittle_unwind": func(f *fn, c *callCtx) value.Value {
			f.flow.Emit(cfa.Assume{Cond: f.ts.True()}).Placed = func(p *cfa.Proc, e *cfa.Edge) {
				f.unwinds = append(f.unwinds, unwind.Edge{Proc: p, Edge: e})
			}
			return f.values.Void()
		},
		"__whittle_call_start": func(f *fn, c *callCtx) value.Value {
			// As a new thread does, it calls a function whatever its result.
			target, arg := f.arg(c, 0, f.types.Pvoid), f.arg(c, 1, f.types.Pvoid)
			r := f.flow.NewPtr("result")
			f.flow.Emit(cfa.Call{Dst: r, Proc: cfa.NoProc, Target: target,
				Args: []term.Term{arg}}).Placed = f.notePointer(called{})
			return value.Value{Term: f.flow.Sym(r), Type: f.types.Pvoid}
		},
		"__whittle_nondet_ulong": func(f *fn, c *callCtx) value.Value {
			return f.mem.Havoc(f.types.Ulong,
				library.InputName(f.flow.Name))
		},
		"__whittle_nondet_int": func(f *fn, c *callCtx) value.Value {
			return f.mem.Havoc(f.types.Int,
				library.InputName(f.flow.Name))
		},
		"__whittle_choice": func(f *fn, c *callCtx) value.Value {
			return f.mem.Input(f.types.Int, cfa.Havoc{What: f.stringArg(c, 0), Number: true})
		},
		"__whittle_nondet_uchar": func(f *fn, c *callCtx) value.Value {
			return f.mem.Havoc(f.types.Uchar,
				library.InputName(f.flow.Name))
		},
		"__whittle_inexact_ulong": func(f *fn, c *callCtx) value.Value {
			return f.mem.Inexact(f.types.Ulong,
				f.stringArg(c, 0))
		},
		"__whittle_inexact_int": func(f *fn, c *callCtx) value.Value {
			return f.mem.Inexact(f.types.Int,
				f.stringArg(c, 0))
		},
		"__whittle_sync": func(f *fn, c *callCtx) value.Value {
			kind := cfa.SyncKind(f.stringArg(c, 0))
			object := term.None
			if len(c.args) > 1 {
				object = f.arg(c, 1, f.types.Pvoid)
			}
			f.flow.SetSync(&cfa.Sync{Kind: kind, Object: object})
			return f.values.Void()
		},
	}
}

func (f *fn) condArg(c *callCtx, i int) term.Term {
	if i >= len(c.args) {
		return f.ts.True()
	}
	t := f.exprs.cond(c.args[i])
	f.marks.at(c.x)
	return t
}

// stringArg is the text of an argument that is a string literal.
func (f *fn) stringArg(c *callCtx, i int) string {
	if i >= len(c.args) {
		return ""
	}
	s := syntax.StringLiteral(c.args[i])
	if s == nil {
		return syntax.Excerpt(c.args[i])
	}
	b, _ := f.lvalues.stringBytes(s)
	return strings.TrimRight(b, "\x00")
}

// sizedHeader is how many bytes the models with the suffix _sized keep in front of an object.
const sizedHeader = 16
