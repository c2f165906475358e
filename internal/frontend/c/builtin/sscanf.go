package builtin

import (
	"modernc.org/cc/v4"
	"whittle.dev/internal/cfa"
	"whittle.dev/internal/frontend/c/flow"
	"whittle.dev/internal/frontend/c/repr"
	"whittle.dev/internal/frontend/c/value"
	"whittle.dev/term"
)

// What sscanf reads from a string is computed, directive by directive, by the functions of models/scan.c (C11
// 7.21.6.2). Formats with directives that these do not know are left to scan, for which what is read is
// anything.

// textScan is one call of sscanf.
type textScan struct {
	*fn
	text term.Term // where the string begins
	// at and count are the place that is reached, and how many values are stored.
	at, count cfa.RegID
	// mismatch and ended are where a directive does not match, and where the string ends before it.
	mismatch, ended flow.Loc
}

// isComputed reports whether all directives are known. A value that is not stored is none of them: whether it
// counts where the string ends next is understood in different ways.
func isComputed(items []scanItem) bool {
	for _, item := range items {
		switch {
		case item.suppress, item.verb == 'c' && item.width > 1, item.isReal() && item.width > 0:
			return false
		case item.isReal() && item.length != "" && item.length != "l":
			return false
		}
	}
	return true
}

// argumentsAreInputs reports whether main has arguments that may hold any text: to compute what is read from
// these makes too many executions.
func (f *fn) argumentsAreInputs() bool {
	e := f.User[f.Cfg.EntryName()]
	return f.Cfg.Args == nil && e != nil && e.Signature() != nil && len(repr.Params(e.Signature())) > 0
}

// run reads and stores, and yields how many values are stored, or EOF.
func (ts *textScan) run(items []scanItem, types []cc.Type, to []term.Term) value.Value {
	f := ts.fn
	ts.at, ts.count = f.Values.Temp(f.Types.SizeT, "place"), f.Values.Temp(f.Types.Int, "count")
	ts.mismatch, ts.ended = f.Flow.NewLoc(), f.Flow.NewLoc()
	f.Flow.Emit(cfa.Assign{Dst: ts.at, Value: f.Prog.Ptr(0)})
	f.Flow.Emit(cfa.Assign{Dst: ts.count, Value: f.Ts.BV(32, 0)})
	n := 0
	for i, item := range items {
		switch item.verb {
		case 0:
			ts.literal(item.char)
		case ' ':
			ts.spaces()
		case '%':
			ts.spaces()
			ts.literal('%')
		default:
			ts.conversion(item, types[i], to[n])
			n++
		}
	}
	f.Flow.GoTo(ts.mismatch)
	result := f.Values.Temp(f.Types.Int, "scanned")
	done := f.Flow.NewLoc()
	f.Flow.Emit(cfa.Assign{Dst: result, Value: f.Flow.Sym(ts.count)})
	f.Flow.GoTo(done)
	f.Flow.Cur = ts.ended
	none := f.Ts.Eq(f.Flow.Sym(ts.count), f.Ts.BV(32, 0))
	f.Flow.Emit(cfa.Assign{Dst: result, Value: f.Ts.Ite(none, f.Ts.BV(32, 1<<32-1), f.Flow.Sym(ts.count))})
	f.Flow.GoTo(done)
	return value.Value{Term: f.Flow.Sym(result), Type: f.Types.Int}
}

// model calls a function about the place that is reached.
func (ts *textScan) model(name string, ty cc.Type, args ...term.Term) term.Term {
	all := append([]term.Term{ts.text, ts.Flow.Sym(ts.at)}, args...)
	return ts.Calls.Outcome("__whittle_scan_"+name, ty, all...).Term
}

func (ts *textScan) spaces() {
	ts.Flow.Emit(cfa.Assign{Dst: ts.at, Value: ts.model("spaces", ts.Types.SizeT)})
}

// unless goes on unless a condition holds.
func (ts *textScan) unless(cond term.Term, there flow.Loc) {
	next := ts.Flow.NewLoc()
	ts.Flow.Branch(cond, there, next)
	ts.Flow.Cur = next
}

// here is the character at the place that is reached, of which there has to be one.
func (ts *textScan) here() term.Term {
	c := ts.model("here", ts.Types.Int)
	ts.unless(ts.fn.Ts.Eq(c, ts.Values.Zero(32)), ts.ended)
	return c
}

func (ts *textScan) literal(c byte) {
	ts.unless(ts.fn.Ts.Not(ts.Function.Ts.Eq(ts.here(), ts.Values.BV(32, uint64(c)))), ts.mismatch)
	ts.moveTo(ts.fn.Ts.BVAdd(ts.Flow.Sym(ts.at), ts.Prog.Ptr(1)))
}

func (ts *textScan) moveTo(place term.Term) { ts.Flow.Emit(cfa.Assign{Dst: ts.at, Value: place}) }

// conversion reads a value and stores it.
func (ts *textScan) conversion(item scanItem, ty cc.Type, to term.Term) {
	f := ts.fn
	if item.verb == 'n' {
		s := f.Types.Scalar(ty)
		ts.store(ty, to, f.Values.Resize(f.Flow.Sym(ts.at), f.Prog.PtrWidth, s.Width, false))
		return
	}
	if item.verb != 'c' && item.verb != '[' {
		ts.spaces()
	}
	c := ts.here()
	width := f.Prog.Ptr(^uint64(0))
	if item.width > 0 {
		width = f.Prog.Ptr(item.width)
	}
	var end term.Term
	switch {
	case item.verb == 'c':
		ts.store(ty, to, f.Values.Resize(c, 32, 8, false))
		end = f.Ts.BVAdd(f.Flow.Sym(ts.at), f.Prog.Ptr(1))
	case item.isText():
		set := f.Prog.Ptr(0)
		if item.set != "" {
			set = f.AddrOf(f.StringObject(item.set, 1))
		}
		end = ts.matched(ts.model("text", f.Types.SizeT, width, set, to))
	case item.isReal():
		end = ts.matched(ts.model("real", f.Types.SizeT))
		name := "float"
		if item.length == "l" {
			name = "double"
		}
		ts.store(ty, to, ts.model(name, ty))
	default:
		base := f.Ts.BV(32, item.base())
		end = ts.matched(ts.model("integer", f.Types.SizeT, width, base))
		bits := f.Types.Scalar(ty).Width
		most := ^uint64(0) >> (64 - bits)
		least := most // a negated value of an unsigned type
		if item.verb == 'd' || item.verb == 'i' {
			least, most = 1<<(bits-1), most>>1
		}
		n := ts.model("number", f.Types.Ullong, end, base, f.Ts.BV(64, least), f.Ts.BV(64, most))
		ts.store(ty, to, f.Values.Resize(n, 64, bits, false))
	}
	ts.moveTo(end)
	f.Flow.Emit(cfa.Assign{Dst: ts.count, Value: f.Ts.BVAdd(f.Flow.Sym(ts.count), f.Ts.BV(32, 1))})
}

// matched is a place after what was read, if there is one.
func (ts *textScan) matched(end term.Term) term.Term {
	ts.unless(ts.fn.Ts.Eq(end, ts.Prog.Ptr(0)), ts.mismatch)
	return end
}

func (ts *textScan) store(ty cc.Type, to, v term.Term) {
	ts.Mem.Store(value.Place{Type: ty, Reg: cfa.NoReg, Addr: to}, value.Value{Term: v, Type: ty})
}
