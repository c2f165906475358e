package builtin

import (
	"strings"

	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/library"
	"whittle.dev/internal/frontend/c/lower"
	"whittle.dev/internal/frontend/c/syntax"
	"whittle.dev/internal/frontend/c/unwind"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/internal/property"
	"whittle.dev/term"
)

// intrinsicTable lists the functions that the library models are written with.
func intrinsicTable() map[string]builtin {
	return map[string]builtin{
		"__whittle_atomic_begin": sectionCall(cfa.AtomicBegin{}),
		"__whittle_atomic_end":   sectionCall(cfa.AtomicEnd{}),
		"__whittle_await": func(f *fn, c *lower.NamedCall) value.Value {
			t := f.condArg(c, 0)
			f.Flow.Emit(cfa.Await{Cond: t})
			return f.Values.Void()
		},
		"__whittle_assume": func(f *fn, c *lower.NamedCall) value.Value {
			f.Flow.Assume(f.condArg(c, 0))
			return f.Values.Void()
		},
		"__whittle_self": func(f *fn, c *lower.NamedCall) value.Value {
			return value.Value{Term: f.Flow.Sym(f.Prog.Self), Type: f.Types.Ulong}
		},
		"__whittle_spawn": func(f *fn, c *lower.NamedCall) value.Value {
			target, arg := f.arg(c, 0, f.Types.Pvoid), f.arg(c, 1, f.Types.Pvoid)
			return value.Value{Term: f.Calls.Spawn(target, arg), Type: f.Types.Ulong}
		},
		"__whittle_join": func(f *fn, c *lower.NamedCall) value.Value {
			id := f.arg(c, 0, f.Types.Ulong)
			r := f.Flow.NewPtr("exit value")
			f.Flow.Emit(cfa.Join{Dst: r, Thread: id})
			return value.Value{Term: f.Flow.Sym(r), Type: f.Types.Pvoid}
		},
		"__whittle_alloc": func(f *fn, c *lower.NamedCall) value.Value {
			size, zero := f.arg(c, 0, f.Types.Ulong), f.arg(c, 1, f.Types.Int)
			z, _ := f.Ts.ConstUint64(zero)
			r := f.Flow.NewPtr("object")
			op := cfa.Alloc{Dst: r, Size: size, Align: 16, Kind: cfa.Heap, Zero: z != 0, Name: f.Flow.Name,
				Partial: library.KnownInPart(f.Flow.Name), Given: library.OwnsBlocks(f.Flow.Name),
				Aside: f.Flow.Name == library.ListedBlock}
			switch {
			case strings.Contains(f.Flow.Name, "_sized"):
				op.Header = sizedHeader
			case library.OpensStream(f.Flow.Name):
				op.Header = library.StreamHeader
			}
			f.Flow.Emit(op)
			return value.Value{Term: f.Flow.Sym(r), Type: f.Types.Pvoid}
		},
		"__whittle_free": func(f *fn, c *lower.NamedCall) value.Value {
			f.Flow.Emit(cfa.Free{Addr: f.arg(c, 0, f.Types.Pvoid), Kind: cfa.Heap,
				Given: library.OwnsBlocks(f.Flow.Name)})
			return f.Values.Void()
		},
		"__whittle_violation": func(f *fn, c *lower.NamedCall) value.Value {
			// Models may name violations of any property; some are checked.
			p := property.Property(f.stringArg(c, 0))
			if f.Cfg.Property.Covers(p) || p == property.UnreachCall && f.Reachability {
				f.Flow.Violate(cfa.Violation{Property: p, Message: f.stringArg(c, 1)}, nil)
			}
			return f.Values.Void()
		},
		"__whittle_undefined_if": func(f *fn, c *lower.NamedCall) value.Value {
			if f.Arith.Behaviour {
				cond := f.condArg(c, 0)
				f.Flow.Guard(f.Ts.Not(cond), cfa.Violation{Property: property.NoUndefinedBehaviour,
					Behaviour: property.Behaviour(f.stringArg(c, 1)), Message: f.stringArg(c, 2)})
			}
			return f.Values.Void()
		},
		"__whittle_ahead":         aheadCall,
		"__whittle_object_size":   sizeOfObjectCall,
		"__whittle_object_offset": offsetCall,
		"__whittle_unsupported": func(f *fn, c *lower.NamedCall) value.Value {
			f.Flow.Unsupported(f.stringArg(c, 0))
			return f.Values.Void()
		},
		"__whittle_passable": func(f *fn, c *lower.NamedCall) value.Value {
			f.Flow.Pass(f.Flow.Name, f.stringArg(c, 0))
			f.Calls.Reaches(cfa.Havoc{Inexact: f.Flow.Name, Passed: true})
			return f.Values.Void()
		},
		"__whittle_print": func(f *fn, c *lower.NamedCall) value.Value {
			v, out := f.arg(c, 0, f.Types.Int), f.arg(c, 1, f.Types.Int)
			format := f.AddrOf(f.StringObject("%c\x00", 1))
			stdout, stderr, done := f.Flow.NewLoc(), f.Flow.NewLoc(), f.Flow.NewLoc()
			f.Flow.Branch(f.Ts.Eq(out, f.Values.Zero(32)), stderr, stdout)
			f.Flow.Cur = stdout
			f.Flow.Emit(cfa.Print{Form: f.formats(), Format: format, Args: []term.Term{v}, Name: "putchar"})
			f.Flow.Jump(done)
			f.Flow.Cur = stderr
			f.Flow.Emit(cfa.Print{Form: f.formats(), Format: format, Args: []term.Term{v}, Errors: true,
				Name: "fputc"})
			f.Flow.GoTo(done)
			return f.Values.Void()
		},
		"__whittle_output": func(f *fn, c *lower.NamedCall) value.Value {
			f.Flow.Emit(cfa.Print{Form: cfa.Passed{}, Format: f.Prog.Ptr(0),
				Args: []term.Term{f.arg(c, 0, f.Types.Int)}})
			return f.Values.Void()
		},
		"__whittle_complain": printfCall("fprintf", 1),
		"__whittle_ub": func(f *fn, c *lower.NamedCall) value.Value {
			f.Flow.End(cfa.UB{What: f.stringArg(c, 0)})
			return f.Values.Void()
		},
		"__whittle_exit_thread": func(f *fn, c *lower.NamedCall) value.Value {
			// The program may end with its last thread.
			f.Calls.EndProcess(cfa.Exit{Kind: cfa.ExitThread, Value: f.arg(c, 0, f.Types.Pvoid)})
			return f.Values.Void()
		},
		"__whittle_exit_process": func(f *fn, c *lower.NamedCall) value.Value {
			f.Flow.End(cfa.Exit{Kind: cfa.ExitProcess, Value: f.arg(c, 0, f.Types.Int),
				Abort: f.Flow.Name == "abort"})
			return f.Values.Void()
		},
		"__whittle_exit_orderly": exitOrderly,
		"__whittle_exit_quickly": exitQuickly,
		"__whittle_unwind": func(f *fn, c *lower.NamedCall) value.Value {
			f.Flow.Emit(cfa.Assume{Cond: f.Ts.True()}).Placed = func(p *cfa.Proc, e *cfa.Edge) {
				f.Unwinds = append(f.Unwinds, unwind.Edge{Proc: p, Edge: e})
			}
			return f.Values.Void()
		},
		"__whittle_call_start": func(f *fn, c *lower.NamedCall) value.Value {
			// As a new thread does, it calls a function whatever its result.
			target, arg := f.arg(c, 0, f.Types.Pvoid), f.arg(c, 1, f.Types.Pvoid)
			r := f.Flow.NewPtr("result")
			f.Flow.Emit(cfa.Call{Dst: r, Proc: cfa.NoProc, Target: target,
				Args: []term.Term{arg}}).Placed = f.NotePointer(lower.Called{})
			return value.Value{Term: f.Flow.Sym(r), Type: f.Types.Pvoid}
		},
		"__whittle_nondet_ulong": func(f *fn, c *lower.NamedCall) value.Value {
			return f.Mem.Havoc(f.Types.Ulong,
				library.InputName(f.Flow.Name))
		},
		"__whittle_nondet_int": func(f *fn, c *lower.NamedCall) value.Value {
			return f.Mem.Havoc(f.Types.Int,
				library.InputName(f.Flow.Name))
		},
		"__whittle_choice": func(f *fn, c *lower.NamedCall) value.Value {
			return f.Mem.Input(f.Types.Int, cfa.Havoc{What: f.stringArg(c, 0), Number: true})
		},
		"__whittle_nondet_uchar": func(f *fn, c *lower.NamedCall) value.Value {
			return f.Mem.Havoc(f.Types.Uchar,
				library.InputName(f.Flow.Name))
		},
		"__whittle_inexact_ulong": func(f *fn, c *lower.NamedCall) value.Value {
			return f.Mem.Inexact(f.Types.Ulong,
				f.stringArg(c, 0))
		},
		"__whittle_inexact_int": func(f *fn, c *lower.NamedCall) value.Value {
			return f.Mem.Inexact(f.Types.Int,
				f.stringArg(c, 0))
		},
		"__whittle_sync": func(f *fn, c *lower.NamedCall) value.Value {
			kind := cfa.SyncKind(f.stringArg(c, 0))
			object := term.None
			if len(c.Args) > 1 {
				object = f.arg(c, 1, f.Types.Pvoid)
			}
			f.Flow.SetSync(&cfa.Sync{Kind: kind, Object: object})
			return f.Values.Void()
		},
	}
}

func (f *fn) condArg(c *lower.NamedCall, i int) term.Term {
	if i >= len(c.Args) {
		return f.Ts.True()
	}
	t := f.Exprs.Cond(c.Args[i])
	f.Marks.At(c.X)
	return t
}

// stringArg is the text of an argument that is a string literal.
func (f *fn) stringArg(c *lower.NamedCall, i int) string {
	if i >= len(c.Args) {
		return ""
	}
	s := syntax.StringLiteral(c.Args[i])
	if s == nil {
		return syntax.Excerpt(c.Args[i])
	}
	b, _ := f.Lvalues.StringBytes(s)
	return strings.TrimRight(b, "\x00")
}

// sizedHeader is how many bytes the models with the suffix _sized keep in front of an object.
const sizedHeader = 16
